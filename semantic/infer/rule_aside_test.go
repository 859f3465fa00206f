package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// framed draws a box around the blocks from first on.
func (b *pageBuilder) framed(first int) *pageBuilder {
	var box layout.Rect
	for i := first; i < len(b.Blocks); i++ {
		box = box.Union(b.Blocks[i].Box)
	}
	for i := first; i < len(b.Blocks); i++ {
		b.Blocks[i].Panel = box
	}
	return b
}

// asides writes the text of the asides of a document.
func asides(doc *semantic.Document) []string {
	var list []string
	for n := range doc.Root.All() {
		if n.Role != semantic.Aside {
			continue
		}
		var b strings.Builder
		for c := range n.All() {
			switch {
			case c.Role == semantic.Span:
				b.WriteString(c.Text)
			case !c.Role.Inline() && c != n && c.Role != semantic.LBody:
				b.WriteString("[" + c.Role.String() + "] ")
			}
		}
		list = append(list, strings.TrimSpace(b.String()))
	}
	return list
}

// inMargin makes the blocks from first on notes in the margin.
func (b *pageBuilder) inMargin(first int) *pageBuilder {
	for i := first; i < len(b.Blocks); i++ {
		b.Blocks[i].Margin = true
	}
	return b
}

func TestAsides(t *testing.T) {
	t.Parallel()
	const sentence = "This box says a little more about what the text says."
	for name, c := range map[string]struct {
		page *pageBuilder
		want []string
	}{
		"a box with a label and a sentence": {
			page(1).text().block(bold, "Note").block(body, sentence).framed(1),
			[]string{"[P] Note[P] " + sentence},
		},
		"notes in the margin, a term with its definition": {
			page(1).text().at(400, 100).block(bold, "fox").at(400, 112).block(body, "a small animal").at(400, 300).block(body, "see page 7").inMargin(1),
			[]string{"[P] fox[P] a small animal", "[P] see page 7"},
		},
		"a box with a list": {
			page(1).text().block(body, sentence).block(body, "• One").block(body, "• Two").framed(1),
			[]string{"[P] " + sentence + "[L] [LI] One[LI] Two"},
		},
		"a list that goes on into a box": {
			page(1).text().block(body, "1. One").block(body, "2. Two is said at length, as the other one is.").framed(2),
			nil,
		},
		"a field of a form": {
			page(1).text().block(small, "Name").block(body, "Jane Roe").framed(1),
			nil,
		},
		"a summary in a box": {
			page(1).text().block(bold, "Abstract").block(body, sentence).framed(1),
			nil,
		},
		"more than half of the page": {
			page(1).text().framed(0),
			nil,
		},
		"a remark set in under its label": {
			page(1).text().block(bold, "Warning").at(80, 400).block(body, sentence).at(50, 440).block(body, "The text goes on behind the remark that was set in."),
			[]string{"[P] Warning[P] " + sentence},
		},
		"a label over text that is not set in": {
			page(1).text().block(bold, "Warning").block(body, sentence),
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, asides(build(t, c.page)))
		})
	}
}

func TestAParagraphGoesOnBehindAnAside(t *testing.T) {
	t.Parallel()
	p := page(1).block(body, "A paragraph that the end of its column tears apart while the words", "of its last line fill that line from one end of it to the other one")
	p.block(bold, "Note").block(body, "This box says a little more about what the text says.").framed(1)
	p.in(1).at(50, 300).block(body, "go on in the next column of the page where they come to an end. And then there is more of it.")
	doc := build(t, p.text())
	require.Equal(t, []string{"[P] Note[P] This box says a little more about what the text says."}, asides(doc))
	require.Contains(t, dump(doc), "other one go on in the next column")
}
