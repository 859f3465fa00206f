package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// tagEach puts each line of a page under a mark of its own. The identifier of the mark is the
// number of the line.
func tagEach(p *pageBuilder) *pageBuilder {
	for i := range p.Lines {
		spans := p.LineSpans(i)
		for k := range spans {
			spans[k].Mark = int32(len(p.Marks))
		}
		p.Marks = append(p.Marks, layout.Mark{Parent: -1, MCID: int32(i)})
	}
	return p
}

// tag is an element of a tree in a test. It holds elements and the lines of page 1
// with these numbers, in this order.
type tag struct {
	role  string
	lines []int32
	kids  []tag
}

// treeOf returns the structure with one element at the top.
func treeOf(root tag) *semantic.Structure {
	s := &semantic.Structure{Marked: true}
	var add func(t tag, parent int32) int32
	add = func(t tag, parent int32) int32 {
		at := int32(len(s.Elements))
		s.Elements = append(s.Elements, semantic.Element{Role: t.role, Parent: parent, KidCount: int32(len(t.lines) + len(t.kids))})
		var kids []semantic.Kid
		for _, l := range t.lines {
			kids = append(kids, semantic.Kid{Element: -1, Page: 1, MCID: l})
		}
		for _, k := range t.kids {
			kids = append(kids, semantic.Kid{Element: add(k, at), MCID: -1})
		}
		s.Elements[at].FirstKid = int32(len(s.Kids))
		s.Kids = append(s.Kids, kids...)
		return at
	}
	add(root, -1)
	return s
}

func lines(role string, numbers ...int32) tag { return tag{role: role, lines: numbers} }

func group(role string, kids ...tag) tag { return tag{role: role, kids: kids} }

func TestTreesAreTrustedAsFarAsTheyAreGood(t *testing.T) {
	t.Parallel()
	paragraph := "A line of running text that is as wide as the column is here"
	text := func(blocks int) *pageBuilder {
		p := page(1).at(20, 20)
		for range blocks {
			p.block(body, paragraph, paragraph, paragraph)
		}
		return tagEach(p)
	}
	each := func(role string, from, to, step int32) []tag {
		var out []tag
		for i := from; i != to; i += step {
			out = append(out, lines(role, i))
		}
		return out
	}
	threes := func(role string, n int32) []tag {
		var out []tag
		for i := range n {
			out = append(out, lines(role, 3*i, 3*i+1, 3*i+2))
		}
		return out
	}
	torn := []tag{lines("H1", 27, 28, 29)}
	for i := range int32(9) {
		if i < 4 {
			torn = append(torn, lines("P", 3*i, 3*i+1))
		} else {
			torn = append(torn, lines("P", 3*i, 3*i+1, 3*i+2))
		}
	}
	torn = append(torn, each("P", 2, 14, 3)...)
	suspicious := treeOf(group("Document", append(threes("P", 8), lines("H1", 24, 25, 26))...))
	suspicious.Suspects = true
	doubtful := treeOf(group("Document", append(threes("P", 7), lines("H1", 21, 22, 23))...))
	doubtful.Suspects = true
	cases := map[string]struct {
		tree   *semantic.Structure
		use    semantic.TagUse
		reason string
	}{
		"no tree":                  {nil, semantic.Inferred, "the document is not tagged"},
		"an empty tree":            {&semantic.Structure{}, semantic.Inferred, "the document is not tagged"},
		"all of it":                {treeOf(group("Document", append(threes("P", 9), lines("H1", 27, 28, 29))...)), semantic.Tagged, "reaches the text in order"},
		"some text left out":       {treeOf(group("Document", append(threes("P", 8), lines("H1", 24, 25, 26))...)), semantic.Mixed, "the rest is inferred"},
		"most text left out":       {treeOf(group("Document", lines("H1", 0), lines("P", 1, 2))), semantic.Inferred, "reaches 10 % of the text"},
		"backwards":                {treeOf(group("Document", append(each("P", 29, 0, -1), lines("H1", 0))...)), semantic.Inferred, "lead back"},
		"no headings":              {treeOf(group("Document", append(threes("P", 9), group("L", lines("LI", 27, 28, 29)))...)), semantic.Mixed, "knows of no headings"},
		"nothing but paragraphs":   {treeOf(group("Document", threes("P", 10)...)), semantic.Mixed, "nothing but paragraphs"},
		"nothing but headings":     {treeOf(group("Document", threes("H2", 10)...)), semantic.Mixed, "most of the text headings"},
		"a paragraph of each line": {treeOf(group("Document", append(each("P", 0, 27, 1), lines("H1", 27, 28, 29))...)), semantic.Mixed, "calls lines paragraphs"},
		"paragraphs torn apart":    {treeOf(group("Document", torn...)), semantic.Inferred, "in the midst of paragraphs"},
		"doubts of its own":        {suspicious, semantic.Mixed, "reaches 90 %"},
		"well-founded doubts":      {doubtful, semantic.Inferred, "reaches 80 %"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := buildFrom(t, semantic.Source{Structure: c.tree}, text(10))
			require.Equal(t, c.use, doc.Tagging.Use, doc.Tagging.Reason)
			require.Contains(t, doc.Tagging.Reason, c.reason)
			for n := range doc.Root.All() {
				require.False(t, c.use != semantic.Inferred && n.Role == semantic.H && strings.Contains(name, "nothing but"), "a heading")
			}
		})
	}
}

func TestTheTreeDecides(t *testing.T) {
	t.Parallel()
	sentence := "This is said in so many words that it fills the line."
	cases := map[string]struct {
		page *pageBuilder
		tree tag
		want string
	}{
		"order and roles": {
			page(1).block(body, "Second").block(body, "First").block(large, "Third"),
			group("Document", lines("H1", 1), lines("P", 0), lines("P", 2)),
			"Title1(First) P(Second) P(Third)",
		},
		"a paragraph goes on behind a note": {
			page(1).block(body, "Text that goes", "on behind.").block(small, "1 Note."),
			group("Document", group("Sect", lines("H1")), tag{role: "P", lines: []int32{0, 1}, kids: []tag{group("Note", lines("P", 2))}}),
			"P(Text that goes on behind.) FENote(P(1 Note.))",
		},
		"a list in a paragraph ends it": {
			page(1).block(body, "Before", "• One"),
			group("Document", lines("H1"), tag{role: "P", lines: []int32{0}, kids: []tag{group("L", lines("LI", 1))}}),
			"P(Before) L(LI(LBody(One)))",
		},
		"labels that a list of HTML has are dropped": {
			page(1).block(body, "a)", "Apple", "b)", "Pear"),
			group("Document", lines("H1"), group("L", group("LI", lines("Lbl", 0), lines("LBody", 1)), group("LI", lines("Lbl", 2), lines("LBody", 3)))),
			"L(LI(LBody(Apple)) LI(LBody(Pear)))",
		},
		"labels that it has not stay": {
			page(1).block(body, "A-1", "Apple", "A-7", "Pear"),
			group("Document", lines("H1"), group("L", group("LI", lines("Lbl", 0), lines("LBody", 1)), group("LI", lines("Lbl", 2), lines("LBody", 3)))),
			"L(LI(Lbl(A-1  ) LBody(Apple)) LI(Lbl(A-7  ) LBody(Pear)))",
		},
		"lists that were closed around inner ones": {
			page(1).block(body, "1. One").at(70, 140).block(body, "• Inner").at(50, 160).block(body, "2. Two"),
			group("Document", lines("H1"), group("L", lines("LI", 0)), group("L", lines("LI", 1)), group("L", lines("LI", 2))),
			"L(LI(LBody(One L(LI(LBody(Inner))))) LI(LBody(Two)))",
		},
		"what is hidden is no output": {
			page(1).block(body, sentence).block(body, "Secret"),
			group("Document", lines("H1"), lines("P", 0), lines("Private", 1)),
			"P(" + sentence + ")",
		},
		"content that two claim is there once": {
			page(1).block(body, sentence),
			group("Document", lines("H1"), lines("P", 0), lines("P", 0)),
			"P(" + sentence + ")",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := buildFrom(t, semantic.Source{Structure: treeOf(c.tree)}, tagEach(c.page))
			require.Equal(t, c.want, flowText(doc.Root.Children))
		})
	}
}

func TestPagesThatTheTreeDoesNotReachAreInferred(t *testing.T) {
	t.Parallel()
	paragraph := "A line of running text that is as wide as the column is here"
	tagged := page(1).at(20, 20).block(large, "A heading")
	for range 12 {
		tagged.block(body, paragraph, paragraph, paragraph)
	}
	tagEach(tagged)
	kids := []tag{lines("H1", 0)}
	for i := range int32(12) {
		kids = append(kids, lines("P", 3*i+1, 3*i+2, 3*i+3))
	}
	plain := func(number int, words string) *pageBuilder {
		return page(number).at(20, 20).block(large, words).block(body, paragraph, paragraph, paragraph).
			block(body, "• One thing").block(body, "• Another thing").block(body, paragraph, paragraph, paragraph)
	}
	doc := buildFrom(t, semantic.Source{Structure: treeOf(group("Document", kids...))}, tagged, plain(2, "Another heading"))
	require.Equal(t, semantic.Mixed, doc.Tagging.Use)
	require.Contains(t, doc.Tagging.Reason, "1 of 2 pages are inferred")
	var heads, items []string
	for n := range doc.Root.All() {
		switch n.Role {
		case semantic.H, semantic.Title:
			heads = append(heads, flowText(n.Children))
		case semantic.LI:
			items = append(items, flowText(n.Children))
		}
	}
	require.Equal(t, []string{"A heading", "Another heading"}, heads)
	require.Equal(t, []string{"LBody(One thing)", "LBody(Another thing)"}, items)
}

// flowText returns the text of nodes, without anchors and furniture.
func flowText(nodes []*semantic.Node) string {
	var parts []string
	for _, n := range nodes {
		switch {
		case n.Role == semantic.PageBreak || n.Role == semantic.Artifact:
		case n.Role == semantic.Span:
			parts = append(parts, n.Text)
		default:
			role := n.Role.String()
			if n.Level > 0 {
				role += string('0' + n.Level)
			}
			parts = append(parts, role+"("+flowText(n.Children)+")")
		}
	}
	return strings.Join(parts, " ")
}

func TestTextOutsideOfTheTreeFollowsItsNeighbour(t *testing.T) {
	t.Parallel()
	words := strings.Repeat("and so on it goes for long ", 3)
	p := page(1)
	for _, line := range []string{"One " + words, "Two " + words, "Three " + words, "Four " + words} {
		p.block(body, line)
	}
	tagEach(p)
	p.Spans[1].Mark = -1
	doc := buildFrom(t, semantic.Source{Structure: treeOf(group("Document", lines("H1", 3), lines("P", 0), lines("P", 2)))}, p)
	var first []string
	for _, n := range doc.Root.Children {
		if text := flowText(n.Children); text != "" {
			first = append(first, strings.Fields(text)[0])
		}
	}
	require.Equal(t, semantic.Mixed, doc.Tagging.Use)
	require.Equal(t, []string{"Four", "One", "Two", "Three"}, first)
}

func TestHyphensThatAreArtifactsDivideWords(t *testing.T) {
	t.Parallel()
	p := page(1).block(body, "the first line of it ends in a com{0:\u00ad}", "ponent of a word that goes on")
	p.Marks = []layout.Mark{{Parent: -1, MCID: 0}, {Parent: -1, MCID: -1, Artifact: true}, {Parent: -1, MCID: 1}}
	for i := range p.Spans {
		p.Spans[i].Mark, p.Spans[i].Link = int32(i), -1
	}
	doc := buildFrom(t, semantic.Source{Structure: treeOf(group("Document", lines("H1"), lines("P", 0, 1)))}, p)
	require.Equal(t, "P(the first line of it ends in a component of a word that goes on)", flowText(doc.Root.Children))
}

func TestTheTextThatATreeHasForSomething(t *testing.T) {
	t.Parallel()
	p := page(1).block(body, "a painted {0:word} here")
	for i := range p.Spans {
		p.Spans[i].Mark, p.Spans[i].Link = int32(i), -1
		p.Marks = append(p.Marks, layout.Mark{Parent: -1, MCID: int32(i)})
	}
	s := treeOf(group("Document", lines("H1"), tag{role: "P", kids: []tag{lines("Span", 0), lines("Span", 1), lines("Span", 2)}}))
	for i := range s.Elements {
		if s.Elements[i].Role == "Span" && s.Kids[s.Elements[i].FirstKid].MCID == 1 {
			s.Elements[i].Properties = &semantic.Properties{ActualText: "real one", HasActualText: true, Lang: "fr", Expansion: "more"}
		}
	}
	doc := buildFrom(t, semantic.Source{Structure: s, Lang: "en"}, p)
	var text strings.Builder
	var abbr *semantic.Attr
	for n := range doc.Root.All() {
		text.WriteString(n.Text)
		if n.Attr != nil && n.Attr.Expansion != "" {
			abbr = n.Attr
		}
	}
	require.Equal(t, "a painted real one here", text.String())
	require.Equal(t, &semantic.Attr{Lang: "fr", Expansion: "more"}, abbr)
}

// TestListsOfSections has trees of a program that knew the numbers of headings, and tagged what had one as an item.
func TestListsOfSections(t *testing.T) {
	t.Parallel()
	sentence := "This is said in so many words that it fills the line, and it goes on."
	cases := map[string]struct {
		looks []look
		texts []string
		top   tag // around all but the first line
		want  string
	}{
		"a heading alone": {
			[]look{bold, body}, []string{"1. Overview", sentence}, group("Sect", group("L", lines("LI", 1)), lines("P", 2)),
			"Title1(1. Overview) P(" + sentence + ")",
		},
		"headings and their text": {
			[]look{bold, body, bold, body}, []string{"1. Overview", sentence, "1.1 Foxes", sentence}, group("L", lines("LI", 1), lines("LI", 2), lines("LI", 3), lines("LI", 4)),
			"H1(1. Overview) P(" + sentence + ") H2(1.1 Foxes) P(" + sentence + ")",
		},
		"bold steps": {
			[]look{bold, bold, body}, []string{"1. Open it", "2. Close it", sentence}, group("Sect", group("L", lines("LI", 1), lines("LI", 2)), lines("P", 3)),
			"L(LI(LBody(Open it)) LI(LBody(Close it))) P(" + sentence + ")",
		},
		"bold items with bullets": {
			[]look{bold, body}, []string{"• Overview", sentence}, group("Sect", group("L", lines("LI", 1)), lines("P", 2)),
			"L(LI(LBody(Overview))) P(" + sentence + ")",
		},
		"a bold item that is a sentence": {
			[]look{bold, body}, []string{"1. Open it.", sentence}, group("Sect", group("L", lines("LI", 1)), lines("P", 2)),
			"L(LI(LBody(Open it.))) P(" + sentence + ")",
		},
		"a tree with headings": {
			[]look{bold, bold, body}, []string{"Foxes", "1. Overview", sentence}, group("Sect", lines("H2", 1), group("L", lines("LI", 2)), lines("P", 3)),
			"Title1(Foxes) L(LI(LBody(Overview))) P(" + sentence + ")",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(1).block(body, sentence, sentence, sentence)
			for i, text := range c.texts {
				p.at(50, 160+40*float32(i)).block(c.looks[i], text)
			}
			for i := range p.Lines {
				p.Lines[i].Style = p.LineSpans(i)[0].Style
			}
			shift(&c.top, 2)
			doc := buildFrom(t, semantic.Source{Structure: treeOf(group("Document", lines("P", 0, 1, 2), c.top))}, tagEach(p))
			all := strings.Join([]string{sentence, sentence, sentence}, " ")
			require.Equal(t, "P("+all+") "+c.want, flowText(doc.Root.Children))
		})
	}
}

// shift adds n to the numbers of all lines in t.
func shift(t *tag, n int32) {
	for i := range t.lines {
		t.lines[i] += n
	}
	for i := range t.kids {
		shift(&t.kids[i], n)
	}
}

// TestLeadersOfEntriesInPieces has an entry of contents whose dots go on in the bold type of its number.
func TestLeadersOfEntriesInPieces(t *testing.T) {
	t.Parallel()
	p := page(1).block(body, "Foxes .....*... .*_ ._* 12*", "Dogs ..... 14", "Cats ..... 16")
	doc := buildFrom(t, semantic.Source{Structure: treeOf(group("Document", lines("H1"), group("TOC", lines("TOCI", 0), lines("TOCI", 1), lines("TOCI", 2))))}, tagEach(p))
	require.Equal(t, "TOC(TOCI(Foxes    12) TOCI(Dogs 14) TOCI(Cats 16))", flowText(doc.Root.Children))
}
