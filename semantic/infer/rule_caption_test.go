package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// picture sets an image, or a drawing, of 200 by 100 points.
func (b *pageBuilder) picture(vector bool) *pageBuilder {
	box := layout.Rect{X0: b.x, Y0: b.y, X1: b.x + 200, Y1: b.y + 100}
	f := layout.Figure{Box: box, Vector: vector, Mark: -1}
	if vector {
		f.Bent = 30
	} else {
		f.Images = []int32{0}
	}
	b.Figures = append(b.Figures, f)
	b.Blocks = append(b.Blocks, layout.Block{Kind: layout.Picture, FirstLine: int32(len(b.Lines)), Box: box, Column: -1, Figure: int32(len(b.Figures) - 1)})
	b.y += 120
	return b
}

// weak makes the last picture a drawing that may only be the frame of text.
func (b *pageBuilder) weak() *pageBuilder {
	b.Figures[len(b.Figures)-1].Weak = true
	return b
}

// turned turns the lines and boxes from line first on to the left by a quarter.
func (b *pageBuilder) turned(first int) *pageBuilder {
	turn := func(r layout.Rect) layout.Rect { return layout.Rect{X0: r.Y0, Y0: -r.X1, X1: r.Y1, Y1: -r.X0} }
	for i := range b.Lines[first:] {
		l := &b.Lines[first+i]
		l.Rotation, l.Box = 270, turn(l.Box)
	}
	for i := range b.Blocks {
		if k := &b.Blocks[i]; int(k.FirstLine) >= first {
			k.Box = turn(k.Box)
		}
	}
	return b
}

// floats writes the tables and figures of the flow with their captions, and the
// other text.
func floats(doc *semantic.Document) string {
	var b strings.Builder
	for _, n := range doc.Root.Children {
		if n.Role != semantic.Table && n.Role != semantic.Figure {
			dumpBlock(&b, n, "")
			continue
		}
		b.WriteString(n.Role.String())
		for _, c := range n.Children {
			if c.Role == semantic.Caption || c.Role == semantic.P {
				b.WriteString(" <" + c.Role.String() + " ")
				dumpInline(&b, c.Children)
				b.WriteString(">")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestCaptions(t *testing.T) {
	t.Parallel()
	rows := []string{"*a*|*b*", "c|d"}
	for name, test := range map[string]struct {
		page *pageBuilder
		want string
	}{
		"the credit set right under it": {
			page(1).text().at(50, 290).picture(false).at(50, 400).block(small, "Figure 1. A fox").at(50, 409.6).block(small, "Printed in London, 1777"),
			"Figure <Caption Figure 1. A fox Printed in London, 1777>\n",
		},
		"not what stands under it with a space": {
			page(1).text().at(50, 290).picture(false).at(50, 400).block(small, "Figure 1. A fox").at(50, 418).block(small, "Printed in London, 1777"),
			"Figure <Caption Figure 1. A fox>\nP: Printed in London, 1777\n",
		},
		"above a table": {
			page(1).text().block(bold, "Table 1. Letters").table(body, rows...).text(),
			"Table <Caption *Table 1. Letters*>\n",
		},
		"below a figure, two lines": {
			page(1).text().picture(false).block(small, "Figure 2.1: A curve that rises and", "falls again").text(),
			"Figure <Caption Figure 2.1: A curve that rises and falls again>\n",
		},
		"without a label": {
			page(1).text().at(50, 300).picture(false).at(50, 404).block(small, "The bay from the north").at(50, 440).text(),
			"Figure <Caption The bay from the north>\n",
		},
		"without a label, in the look of the text": {
			page(1).text().at(50, 300).picture(false).at(50, 404).block(body, "The bay from the north").at(50, 440).text(),
			"Figure\nP: The bay from the north\n",
		},
		"a name below a logo": {
			page(1).text().at(50, 300).picture(false).at(50, 404).block(small, "Northern Ferries").at(50, 440).text(),
			"Figure\nP: Northern Ferries\n",
		},
		"small text that goes on": {
			page(1).text().at(50, 300).picture(false).at(50, 404).block(small, "The bay from the north").at(50, 440).block(small, "The bay from the south and from the west").text(),
			"Figure\nP: The bay from the north\nP: The bay from the south and from the west\n",
		},
		"one with a label counts": {
			page(1).text().at(50, 300).picture(false).at(50, 404).block(small, "Photograph by Clara Benning").at(50, 440).block(body, "Figure 1. The bay").text(),
			"Figure <Caption Figure 1. The bay>\nP: Photograph by Clara Benning\n",
		},
		"a bare label beside its figure": {
			page(1).text().at(80, 300).picture(false).at(50, 408).block(bold, "Figure 7.").at(50, 421).block(italic, "The damage of the blades in both").at(50, 460).text(),
			"Figure <Caption *Figure 7.* The damage of the blades in both>\n",
		},
		"far from its figure, with nothing between": {
			page(1).text().at(50, 300).picture(false).at(50, 455).block(body, "Figure 7. Damage").at(50, 500).text(),
			"Figure <Caption Figure 7. Damage>\n",
		},
		"a label with its words below": {
			page(1).text().block(body, "*TABLE IV*", "Letters of the alphabet").table(body, rows...),
			"Table <Caption *TABLE IV* Letters of the alphabet>\n",
		},
		"each to its own": {
			page(1).block(body, "Table 1: Upper").table(body, rows...).block(body, "Table 2: Lower").table(body, rows...).text().text(),
			"Table <Caption Table 1: Upper>\nTable <Caption Table 2: Lower>\n",
		},
		"captions below": {
			page(1).table(body, rows...).block(body, "Table 1: Upper").text().text().table(body, rows...).block(body, "Table 2: Lower"),
			"Table <Caption Table 1: Upper>\nTable <Caption Table 2: Lower>\n",
		},
		"captions below tables that follow one another": {
			page(1).text().table(body, rows...).block(body, "Table 1: Upper").table(body, rows...).block(body, "Table 2: Middle").table(body, rows...).block(body, "Table 3: Lower").text(),
			"Table <Caption Table 1: Upper>\nTable <Caption Table 2: Middle>\nTable <Caption Table 3: Lower>\n",
		},
		"a table without a caption above others": {
			page(1).text().table(body, rows...).block(body, "Table 1: Upper").table(body, rows...).block(body, "Table 2: Lower").table(body, rows...).text(),
			"Table\nTable <Caption Table 1: Upper>\nTable <Caption Table 2: Lower>\n",
		},
		"captions above figures that follow one another": {
			page(1).text().block(body, "Figure 1: Upper").picture(false).block(body, "Figure 2: Lower").picture(false).text(),
			"Figure <Caption Figure 1: Upper>\nFigure <Caption Figure 2: Lower>\n",
		},
		"a sentence of the text": {
			page(1).text().block(body, "Table 1 shows letters.").table(body, rows...),
			"P: Table 1 shows letters.\nTable\n",
		},
		"a title without a number": {
			page(1).text().at(112, 200).block(bold, "Letters").at(50, 222).table(body, rows...),
			"Table <Caption *Letters*>\n",
		},
		"a heading at the left": {
			page(1).text().at(50, 200).block(bold, "Letters").at(50, 222).table(body, rows...),
			"Title: Letters\nTable\n",
		},
		"turned with its table": {
			page(1).text().block(body, "Table 7. Turned").at(30, 130).table(body, rows...).turned(3),
			"Table <Caption Table 7. Turned>\n",
		},
		"a sign before it": {
			page(1).text().picture(false).block(body, "• Figure 3. A fox"),
			"Figure <Caption Figure 3. A fox>\n",
		},
		"too far away": {
			page(1).block(body, "Table 1: Letters").text().text().table(body, rows...),
			"P: Table 1: Letters\nTable\n",
		},
		"Chinese": {
			page(1).text().text().block(body, "表2 字母").table(body, rows...),
			"Table <Caption 表2 字母>\n",
		},
		"German, abbreviated": {
			page(1).text().picture(false).block(body, "Abb. 3: Ein Fuchs"),
			"Figure <Caption Abb. 3: Ein Fuchs>\n",
		},
		"labels inside of a drawing": {
			page(1).text().picture(true).at(60, 180).block(small, "Rain").block(small, "mm").at(50, 300).block(body, "Figure 1. Rain"),
			"Figure <P Rain> <P mm> <Caption Figure 1. Rain>\n",
		},
		"text on a ground": {
			page(1).text().picture(true).weak().at(60, 180).block(small, "Rain falls", "on all", "of the", "country", "today").at(50, 300).text(),
			"P: Rain falls on all of the country today\n",
		},
		"much text in what is plainly a drawing": {
			page(1).text().picture(true).at(60, 180).block(small, "Rain falls", "on all", "of the", "country", "today").at(50, 300).text(),
			"Figure <P Rain falls on all of the country today>\n",
		},
		"in the first row of the table, with a note in the last": {
			page(1).text().table(body, "Exhibit 4. Letters|<", "*a*|*b*", "c|d", "Letters that do not occur in the text have been left out here.|<"),
			"Table <Caption Exhibit 4. Letters>\nP: Letters that do not occur in the text have been left out here.\n",
		},
		"an image with nothing to tell": {page(1).text().picture(false).text(), "Figure\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, test.want, floats(build(t, test.page)))
		})
	}
}

func TestACaptionAboveItsPictureIsReadFirst(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		page  *pageBuilder
		above bool
	}{
		"above": {page(1).text().block(small, "Figure 1: A curve").picture(false).text(), true},
		"below": {page(1).text().picture(false).block(small, "Figure 1: A curve").text(), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n := range build(t, test.page).Root.All() {
				if n.Role == semantic.Figure {
					c := n.Children[len(n.Children)-1]
					require.Equal(t, semantic.Caption, c.Role)
					require.Equal(t, test.above, c.Attr != nil && c.Attr.Box.Y1 <= n.Attr.Box.Y0 && c.Attr.Box.Y1 > 0)
				}
			}
		})
	}
}
