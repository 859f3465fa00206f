package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

func TestLists(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pages []*pageBuilder
		want  string
	}{
		"bullets": {
			[]*pageBuilder{page(1).block(body, "• one", "  more of one", "• two")},
			"ul\n  - one more of one\n  - two\n",
		},
		"numbers in blocks of their own": {
			[]*pageBuilder{page(1).block(body, "1. one").block(body, "2. two").block(body, "3. three")},
			"ol 1 1\n  - one\n  - two\n  - three\n",
		},
		"letters, a roman five behind four": {
			[]*pageBuilder{page(1).block(body, "iii) c", "iv) d", "v) e")},
			"ol i) 3\n  - c\n  - d\n  - e\n",
		},
		"a list begins where its number says": {
			[]*pageBuilder{page(1).block(body, "4. four").block(body, "5. five")},
			"ol 1 4\n  - four\n  - five\n",
		},
		"nested by indent": {
			[]*pageBuilder{page(1).block(body, "• one", "    – inner", "    – more", "• two")},
			"ul\n  - one\n    ul\n      - inner\n      - more\n  - two\n",
		},
		"one letter between two numbers": {
			[]*pageBuilder{page(1).block(body, "1. one").block(body, "    a) inner").block(body, "2. two")},
			"ol 1 1\n  - one\n    ol a) 1\n      - inner\n  - two\n",
		},
		"no initial of a name between two numbers": {
			[]*pageBuilder{page(1).block(body, "[1] B. Fox and").block(body, "    A. Dog. Dens.").block(body, "[2] C. Cat.")},
			"ol [1] 1\n  - B. Fox and\nP: A. Dog. Dens.\nol [1] 2\n  - C. Cat.\n",
		},
		"a further paragraph": {
			[]*pageBuilder{page(1).block(body, "• one").at(60, 145).block(body, "Further text.").at(50, 170).block(body, "• two")},
			"ul\n  - \n    P: one\n    P: Further text.\n  - two\n",
		},
		"a paragraph whose first line alone is indented as the items are": {
			[]*pageBuilder{page(1).at(60, 100).block(body, "• one").block(body, "• two").at(50, 145).block(body, "    The text goes on", "in lines further left.")},
			"ul\n  - one\n  - two\nP: The text goes on in lines further left.\n",
		},
		"bullets that are painted": {
			[]*pageBuilder{page(1).block(body, "one").block(body, "two").painted('•', 0, 1)},
			"ul\n  - one\n  - two\n",
		},
		"painted bullets of two kinds, nested": {
			[]*pageBuilder{page(1).block(body, "one").block(body, "   inner").block(body, "two").painted('•', 0, 2).painted('◦', 1)},
			"ul\n  - one\n    ul\n      - inner\n  - two\n",
		},
		"over the page": {
			[]*pageBuilder{page(1).block(body, "• one"), page(2).block(body, "• two")},
			"ul\n  - one\n  - <page-2>two\n",
		},
		"nested behind the page's end": {
			[]*pageBuilder{page(1).block(body, "• one"), page(2).at(70, 60).block(body, "• inner").block(body, "• more").at(50, 110).block(body, "• two")},
			"ul\n  - one\n    ul\n      - <page-2>inner\n      - more\n  - two\n",
		},
		"a number goes on behind the page's end, on a page with another margin": {
			[]*pageBuilder{page(1).block(body, "1. one").block(body, "2. two"), page(2).at(80, 60).block(body, "3. three").block(body, "4. four").at(50, 200).block(body, "Text.")},
			"ol 1 1\n  - one\n  - two\n  - <page-2>three\n  - four\nP: Text.\n",
		},
		"an item goes on behind the page's end": {
			[]*pageBuilder{page(1).block(body, "1. one").block(body, "2. two goes on"), page(2).block(body, "to here").block(body, "3. three")},
			"ol 1 1\n  - one\n  - two goes on <page-2>to here\n  - three\n",
		},
		"a lone dash under an item": {
			[]*pageBuilder{page(1).block(body, "• one", "    – inner", "• two")},
			"ul\n  - one\n    ul\n      - inner\n  - two\n",
		},
		"letters under numbers without an indent": {
			[]*pageBuilder{page(1).block(body, "1. one", "(a) inner", "(b) more", "2. two")},
			"ol 1 1\n  - one\n    ol (a) 1\n      - inner\n      - more\n  - two\n",
		},
		"numbers with paragraphs between": {
			[]*pageBuilder{page(1).block(body, "1. one").block(body, "Nothing indented.").block(body, "2. two")},
			"ol 1 1\n  - one\nP: Nothing indented.\nol 1 2\n  - two\n",
		},
		"code in an item": {
			[]*pageBuilder{page(1).block(body, "1. one").at(65, 145).block(look{size: 10, mono: true, kind: layout.Verbatim}, "x = 1").at(50, 170).block(body, "2. two")},
			"ol 1 1\n  - one\n    Code: x = 1\n  - two\n",
		},
		"signs of a symbol font": {
			[]*pageBuilder{page(1).block(body, "§ one").block(body, "§ two").font("Wingdings", "§")},
			"ul\n  - one\n  - two\n",
		},
		"the o of a word processor": {
			[]*pageBuilder{page(1).block(body, "o one").block(body, "o two").font("CourierNew", "o")},
			"ul\n  - one\n  - two\n",
		},
		"references": {
			[]*pageBuilder{page(1).block(body, "[7] one", "    which goes on").block(body, "[8] two")},
			"ol [1] 7\n  - one which goes on\n  - two\n",
		},
		"numbered paragraphs of a judgment are none": {
			[]*pageBuilder{page(1).block(body, "[7] one that goes on", "in a second line").block(body, "[8] two that goes on", "in a second line")},
			"P: [7] one that goes on in a second line\nP: [8] two that goes on in a second line\n",
		},
		"digits of another script": {
			[]*pageBuilder{page(1).block(body, "١. one").block(body, "٢. two")},
			"ol 1 1\n  - one\n  - two\n",
		},
		"boxes of which one is filled": {
			[]*pageBuilder{page(1).block(body, "□ sail", "■ motor", "□ oars")},
			"ul\n  - □ sail\n  - ■ motor\n  - □ oars\n",
		},
		"boxes of which one is a tick": {
			[]*pageBuilder{page(1).block(body, "✔ sail", "❑ motor", "✔ oars")},
			"ul\n  - ✔ sail\n  - ❑ motor\n  - ✔ oars\n",
		},
		"squares of two kinds, nested": {
			[]*pageBuilder{page(1).block(body, "■ sail", "   □ inner", "   □ more", "■ motor")},
			"ul\n  - sail\n    ul\n      - inner\n      - more\n  - motor\n",
		},
		"a row of boxes is none": {
			[]*pageBuilder{page(1).block(body, "☐ sail ☐ motor ☐ oars").block(body, "Nothing else.")},
			"P: ☐ sail ☐ motor ☐ oars\nP: Nothing else.\n",
		},
		"items in two columns of one row": {
			[]*pageBuilder{page(1).at(50, 100).block(body, "☐ one").at(200, 100).block(body, "☐ two").at(50, 125).block(body, "☐ three").at(200, 125).block(body, "☐ four")},
			"ul\n  - ☐ one\n  - ☐ two\n  - ☐ three\n  - ☐ four\n",
		},
		"one dash is none": {
			[]*pageBuilder{page(1).block(body, "– he said so").block(body, "Nothing else.")},
			"P: – he said so\nP: Nothing else.\n",
		},
		"one number is none": {
			[]*pageBuilder{page(1).block(body, "1. is a number").block(body, "Nothing else.")},
			"P: 1. is a number\nP: Nothing else.\n",
		},
		"a year at the start of a line is none": {
			[]*pageBuilder{page(1).block(body, "It was finished in May", "1998. It was good.")},
			"P: It was finished in May 1998. It was good.\n",
		},
		"a number out of sequence inside a paragraph is none": {
			[]*pageBuilder{page(1).block(body, "It is as good as", "12. That is a lot.")},
			"P: It is as good as 12. That is a lot.\n",
		},
		"numbered headings are headings": {
			[]*pageBuilder{page(1).text().block(large, "1. One").text().block(large, "2. Two").text()},
			"H1: 1. One\nH1: 2. Two\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, dump(build(t, c.pages...)))
		})
	}
}

// font sets the sign at the start of lines in a font of its own.
func (b *pageBuilder) font(name, sign string) *pageBuilder {
	b.Styles = append(b.Styles, layout.Style{Size: 10, Font: name})
	var spans []layout.Span
	for i := range b.Lines {
		l := &b.Lines[i]
		first := int32(len(spans))
		for _, span := range b.LineSpans(i) {
			if end := l.Start + int32(len(sign)); span.Start == l.Start && strings.HasPrefix(b.LineText(i), sign) {
				spans = append(spans, layout.Span{Start: span.Start, End: end, Style: int32(len(b.Styles) - 1), Mark: -1, Link: -1})
				span.Start = end
			}
			spans = append(spans, span)
		}
		l.FirstSpan, l.SpanCount = first, int32(len(spans))-first
	}
	b.Spans = spans
	return b
}

func TestCodeKeepsLinesAndIndents(t *testing.T) {
	t.Parallel()
	verbatim := look{size: 10, mono: true, kind: layout.Verbatim}
	doc := build(t, page(1).text().block(verbatim, "if x:", "    return-", "done"))
	require.Equal(t, "Code: if x:\n    return-\ndone\n", dump(doc))
}

// Numbers without a sign behind them stand out before texts that hang.
func TestNumbersThatStandOutAreLabels(t *testing.T) {
	t.Parallel()
	list := func(hang float32) string {
		p := page(1).text()
		for i, name := range []string{"Doran T. Effect of", "Ricci I. Impact of", "Roland M. Linking"} {
			first := len(p.Lines)
			p.block(body, fmt.Sprintf("%d\t%s", i+8, name), "financial incentives")
			second := &p.Lines[first+1]
			second.Box.X0 = p.Lines[first].SecondWord + hang
		}
		return dump(build(t, p.text()))
	}
	require.Equal(t, "ol 1 8\n  - Doran T. Effect of financial incentives\n  - Ricci I. Impact of financial incentives\n  - Roland M. Linking financial incentives\n", list(0))
	require.NotContains(t, list(6), "ol 1")
}
