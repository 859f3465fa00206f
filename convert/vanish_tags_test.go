package convert_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// A clause of a contract of the usual length, and some text for the pages around it.
const (
	clauseOne   = "The Supplier shall deliver all of the goods to the store of the Buyer in good order. "
	clauseTwo   = "The Buyer shall look at them without delay and shall say what is missing."
	clauseThree = "Each of the parties keeps what it learns of the other to itself, also in later years."
)

// running returns a paragraph of n lines, each with text of its own, set as text.
func running(n int, about string) *testkit.Tag {
	p := el("P")
	for i := range n {
		if i > 0 {
			p.Kids = append(p.Kids, " ")
		}
		p.Kids = append(p.Kids, fmt.Sprintf("Sentence %d is about %s and says nothing else.", i+1, about))
	}
	return p
}

// treeOf returns a document whose pages are set in one order and tagged in another.
func treeOf(tree []any, set ...any) []byte {
	return testkit.Tagged{Catalog: "/Lang (en)", Tree: []any{el("Document", tree...)}}.Bytes(el("Document", set...))
}

// rules returns the operators that draw the lines of rows and columns where testkit sets the cells of tables.
func rules(top, rows, cols int) string {
	var b strings.Builder
	left, right, bottom := 66, 66+110*cols, top-24*rows
	for r := range rows + 1 {
		fmt.Fprintf(&b, "%d %d m %d %d l S ", left, top-24*r, right, top-24*r)
	}
	for c := range cols + 1 {
		fmt.Fprintf(&b, "%d %d m %d %d l S ", left+110*c, top, left+110*c, bottom)
	}
	return b.String()
}

func TestNothingVanishesUnderWrongTags(t *testing.T) {
	t.Parallel()
	nothingVanishes(t, map[string]vanishing{
		"the cover at the end": {
			document: coverAtTheEnd(),
			want:     []string{"The Cover", "about ponds", "about rivers", "about seas"}, warnings: []string{"tag_order_overruled"},
		},
		"a clause as heading": {
			document: english(el("H1", "Contract"), el("P", oneThing), el("P", otherThing),
				el("H1", "Deliveries"), clauseHeading(clauseOne, clauseTwo), el("P", oneThing), el("P", otherThing), el("P", oneThing)),
			want: []string{"Deliveries", "shall deliver", "what is missing"}, absent: []string{"missing.</h"}, warnings: []string{"tag_heading_overruled"},
		},
		"a table of one cell": {
			document: english(el("H1", "Letter"), el("P", oneThing), el("P", otherThing), el("Table", el("TR", el("TD", el("P", clauseOne), el("P", clauseThree)))), el("P", oneThing)),
			want:     []string{"shall deliver", "later years"}, absent: []string{"<td", "<table"}, warnings: []string{"tag_table_overruled"},
		},
		"a table of prose": {
			document: proseTable(),
			want:     []string{"about hens", "about foxes"}, absent: []string{"<td", "<table"}, warnings: []string{"tag_table_overruled"},
		},
		"cells against rules": {
			document: cellsAgainstRules(),
			want:     []string{"Item Price Stock", "Apples 1.20 17", "Pears 2.40 5", "Plums 3.60 8"}, warnings: []string{"tag_table_overruled"},
		},
		"the body as an artifact": {
			document: english(el("H1", "Report"), el("P", oneThing), el("P", otherThing), el("P", oneThing), el("P", otherThing), el("P", oneThing), el("P", otherThing),
				testkit.Artifact("The committee met in spring and looked at all of the old bridges."), testkit.Artifact("It found that most of them can still be used by everybody."),
				testkit.Artifact("Two of them are closed until the next year, when money is there."), el("P", oneThing), el("P", otherThing)),
			want: []string{"old bridges", "by everybody", "money is there"}, warnings: []string{"tag_artifact_overruled"},
		},
		"an empty ActualText over words": {
			document: english(el("H1", "Notice"), el("P", oneThing), el("P", el("Span", "The words of this sentence are to be seen.").With("/ActualText ()")), el("P", otherThing)),
			want:     []string{"one thing", "are to be seen", "another thing"}, warnings: []string{"tag_text_overruled"},
		},
		"an empty ActualText of a sequence over words": {
			document: english(el("H1", "Notice"), el("P", oneThing), el("P", testkit.Marked{Dict: "/ActualText ()", Text: "The words of this sentence are to be seen."}), el("P", otherThing)),
			want:     []string{"one thing", "are to be seen", "another thing"}, warnings: []string{"tag_text_overruled"},
		},
		"a soft hyphen over a paragraph": {
			document: english(el("H1", "Notice"), el("P", oneThing), el("P", "The words of this sentence are to be seen.").With(softHyphen), el("P", otherThing)),
			want:     []string{"one thing", "are to be seen", "another thing"}, warnings: []string{"tag_text_overruled"},
		},
		"a soft hyphen over a word": {
			document: english(el("H1", "Notice"), el("P", "We have seen ", el("Span", "none").With(softHyphen), " of them."), el("P", otherThing)),
			want:     []string{"We have seen none of them.", "another thing"}, warnings: []string{"tag_text_overruled"},
		},
		"a soft hyphen of a sequence over a word": {
			document: english(el("H1", "Notice"), el("P", "We have seen ", testkit.Marked{Dict: softHyphen, Text: "none"}, " of them."), el("P", otherThing)),
			want:     []string{"We have seen none of them.", "another thing"}, warnings: []string{"tag_text_overruled"},
		},
		"a soft hyphen over a hyphen": {
			document: english(el("H1", "Notice"), el("P", "Emotions are conta", el("Span", "-").With(softHyphen), "gious."), el("P", otherThing)),
			want:     []string{"Emotions are conta\u00adgious.", "another thing"}, quiet: wrongTags,
		},
		"an ActualText of another text": {
			document: english(el("H1", "Notice"), el("P", oneThing).With("/ActualText (-)"), el("P", otherThing)),
			want:     []string{"one thing", "another thing"}, warnings: []string{"tag_text_overruled"},
		},
		"an ActualText of a paragraph at each of its pieces": {
			document: english(el("H1", "Notice"), el("P", el("Span", "The words of this sentence ").With(wholeParagraph), el("Span", "are to be seen by all, ").With(wholeParagraph), el("Span", "and to be read.").With(wholeParagraph)), el("P", otherThing)),
			want:     []string{"Notice The words of this sentence are to be seen by all, and to be read. The second"}, warnings: []string{"tag_text_overruled"},
		},
		"alternatives over words": {
			document: english(el("H1", "Notice").With("/Alt (x)"), el("Sect", el("P", oneThing).With("/Alt (A text)"), el("P", el("Span", otherThing).With("/Alt (No)"))).With("/Alt ()")),
			want:     []string{"Notice", "one thing", "another thing"},
		},
		"a figure of the whole page": {
			document: english(el("Figure", el("P", clauseOne), el("P", clauseTwo), el("P", clauseThree), el("P", oneThing), el("P", otherThing)).With("/Alt (Page 1)")),
			want:     []string{"shall deliver", "what is missing", "another thing"}, absent: []string{"<figure"}, warnings: []string{"tag_figure_overruled"},
		},
		"text outside of the tree": {
			document: english(el("H1", "Notice"), el("P", oneThing), testkit.Untagged("Nobody tagged this line."), el("P", otherThing)),
			want:     []string{"one thing", "Nobody tagged", "another thing"},
		},
		"contents as a list": {
			document: english(el("H1", "Book"), el("P", oneThing), el("P", otherThing), el("L", el("LI", el("LBody", "Ponds ........ 3")), el("LI", el("LBody", "Rivers ........ 17")), el("LI", el("LBody", "Seas ........ 29")))),
			want:     []string{"Ponds 3", "Rivers 17", "Seas 29"}, absent: []string{"....."}, warnings: []string{"tag_list_overruled"},
		},
		"a list of one paragraph": {
			document: english(el("H1", "Book"), el("P", oneThing), el("P", otherThing), el("L", el("LI", el("LBody", clauseThree)))),
			want:     []string{"Each of the parties"}, absent: []string{"<li>"}, warnings: []string{"tag_list_overruled"},
		},
		"a table whose cells stand in one row of the tree": {
			document: mergedRows(),
			want:     []string{"Item Price Stock", "Apples 1.20 17", "Pears 2.40 5"}, warnings: []string{"tag_table_overruled"},
		},
		"a leaflet that is folded": {
			document: foldedLeaflet(),
			want:     []string{"Front", "about ponds", "Back", "about seas"}, quiet: wrongTags,
		},
		"good tags": {
			document: english(el("H1", "Report"), el("P", oneThing), el("H2", "Part"), el("P", otherThing),
				el("Table", el("TR", el("TH", "Name"), el("TH", "Sum")), el("TR", el("TD", "Ann"), el("TD", "12")), el("TR", el("TD", "Bob"), el("TD", "15"))),
				el("L", el("LI", el("Lbl", "•"), el("LBody", "One")), el("LI", el("Lbl", "•"), el("LBody", "Two")))),
			want:  []string{"Report", "one thing", "Part", "another thing", "Name Sum", "Ann 12", "One", "Two"},
			quiet: wrongTags,
		},
	})
}

// Each page has its anchor where its text begins, whatever the order of the tree.
func TestPagesBeginWhereTheirTextStands(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(coverAtTheEnd()), convert.DefaultOptions())
	require.NoError(t, err)
	rest := result.HTML
	for _, want := range []string{`id="page-1"`, "The Cover</h1>", `id="page-2"`, "about ponds", `id="page-3"`, "about rivers", `id="page-4"`, "about seas"} {
		_, after, found := strings.Cut(rest, want)
		require.True(t, found, "%s is not in its place: %s", want, result.HTML)
		rest = after
	}
}

// wrongTags are the codes of warnings that tags are not believed.
var wrongTags = []string{
	"tag_order_overruled", "tag_table_overruled", "tag_heading_overruled", "tag_list_overruled", "tag_figure_overruled", "tag_text_overruled", "tag_artifact_overruled",
}

// softHyphen is the ActualText that programs give the hyphen at the end of a line.
const softHyphen = "/ActualText <feff00ad>"

const wholeParagraph = "/ActualText (The words of this sentence are to be seen by all, and to be read.)"

// clauseHeading returns a clause in the type of text that is tagged as a heading.
func clauseHeading(lines ...string) *testkit.Tag {
	h := el("H2")
	for _, l := range lines {
		h.Kids = append(h.Kids, el("P", l))
	}
	return h
}

// coverAtTheEnd returns a document with its first page at the end of the tree.
func coverAtTheEnd() []byte {
	page := func(title string) []any {
		return []any{el("H1", title), running(3, strings.ToLower(title)), el("P", oneThing), el("P", otherThing)}
	}
	cover, ponds, rivers, seas := []any{el("H1", "The Cover"), el("P", oneThing)}, page("Ponds"), page("Rivers"), page("Seas")
	end := []any{testkit.PageEnd{}}
	return treeOf(join(ponds, rivers, seas, cover), join(cover, end, ponds, end, rivers, end, seas)...)
}

func join(lists ...[]any) []any {
	var out []any
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// proseTable returns a document with two columns of text in a table.
func proseTable() []byte {
	cell := func(about string) *testkit.Tag {
		td := el("TD")
		for i := range 6 {
			td.Kids = append(td.Kids, el("P", fmt.Sprintf("Sentence %d is about %s.", i+1, about)), el("P", "It says nothing else to us."))
		}
		return td
	}
	return english(el("H1", "Animals"), el("P", oneThing), el("P", otherThing), el("Table", el("TR", cell("hens"), cell("foxes"))))
}

// cellsAgainstRules returns a document with a ruled table. The tree has its columns as rows.
func cellsAgainstRules() []byte {
	td := func(text string) *testkit.Tag { return el("TD", text) }
	cells := [4][3]*testkit.Tag{
		{td("Item"), td("Price"), td("Stock")}, {td("Apples"), td("1.20"), td("17")}, {td("Pears"), td("2.40"), td("5")}, {td("Plums"), td("3.60"), td("8")},
	}
	set, wrong := el("Table"), el("Table")
	var flat []any
	for r := range cells {
		set.Kids = append(set.Kids, el("TR", cells[r][0], cells[r][1], cells[r][2]))
	}
	for c := range 3 {
		for r := range cells {
			flat = append(flat, cells[r][c])
		}
	}
	for at := 0; at < len(flat); at += 3 {
		wrong.Kids = append(wrong.Kids, el("TR", flat[at:at+3]...))
	}
	return ruledPrices(set, wrong)
}

// mergedRows returns a document with all cells of a table in one row.
func mergedRows() []byte {
	set, all := el("Table"), el("TR")
	for _, row := range [][]string{{"Item", "Price", "Stock"}, {"Apples", "1.20", "17"}, {"Pears", "2.40", "5"}, {"Plums", "3.60", "8"}} {
		tr := el("TR")
		for _, text := range row {
			td := el("TD", text)
			tr.Kids, all.Kids = append(tr.Kids, td), append(all.Kids, td)
		}
		set.Kids = append(set.Kids, tr)
	}
	return ruledPrices(set, el("Table", all))
}

// foldedLeaflet returns a document with front and back on one side of the sheet, and the inside on the other.
func foldedLeaflet() []byte {
	front, inside := []any{el("H1", "Front"), el("P", oneThing)}, []any{el("H2", "Inside"), running(3, "ponds")}
	back := []any{el("H2", "Back"), running(3, "seas")}
	return treeOf(join(front, inside, back), join(front, back, []any{testkit.PageEnd{}}, inside)...)
}

// ruledPrices returns a document with a table of four rows and three columns. It is set, with rules, in one way,
// and tagged in another.
func ruledPrices(set, tagged *testkit.Tag) []byte {
	head, one, other := el("H1", "Prices"), el("P", oneThing), el("P", otherThing)
	return testkit.Tagged{
		Catalog: "/Lang (en)", Ground: rules(720-3*24+16, 4, 3), Tree: []any{el("Document", head, one, other, tagged)},
	}.Bytes(el("Document", head, one, other, set))
}
