package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// shape paints a square box of side points around x, y; op says how, and the
// rectangle is known as such where square is set.
func (p *page) shape(x, y, side float32, op layout.PaintOp, square bool) {
	box := layout.Rect{X0: x - side/2, Y0: y - side/2, X1: x + side/2, Y1: y + side/2}
	p.Paths = append(p.Paths, layout.Path{Box: box, Op: op, Clip: -1, Mark: -1, Rectangle: square})
}

func TestPaintedBullets(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		paint func(p *page)
		want  rune
	}{
		"a disc":   {func(p *page) { p.shape(90, 197, 3.4, layout.Fill, false) }, '•'},
		"a ring":   {func(p *page) { p.shape(90, 197, 3.4, layout.Stroke, false) }, '◦'},
		"a square": {func(p *page) { p.shape(90, 197, 3.4, layout.Fill, true) }, '▪'},
		"a thick stroke": {func(p *page) {
			p.Paints = append(p.Paints, layout.Paint{LineWidth: 3.4})
			stroke(&p.Content, layout.LineTo, 88.3, 197, 91.7, 197)
			p.Paths[0].Paint = int32(len(p.Paints) - 1)
		}, '▪'},
		"a thin stroke": {func(p *page) { stroke(&p.Content, layout.LineTo, 88.3, 197, 91.7, 197) }, 0},
		"a disc on a coloured ground": {func(p *page) {
			p.shape(200, 300, 400, layout.Fill, true)
			p.shape(90, 197, 3.4, layout.Fill, false)
		}, '•'},
		"far to the left":     {func(p *page) { p.shape(80, 197, 3.4, layout.Fill, false) }, 0},
		"under the line":      {func(p *page) { p.shape(90, 201, 3.4, layout.Fill, false) }, 0},
		"as tall as the text": {func(p *page) { p.shape(90, 197, 9, layout.Fill, false) }, 0},
		"touched by a line":   {func(p *page) { p.shape(90, 197, 3.4, layout.Fill, false); p.rule(60, 91, 197) }, 0},
		"with a word between": {func(p *page) { p.shape(90, 197, 3.4, layout.Fill, false); p.show(93, 200, 6, ":") }, 0},
		"that cannot be seen": {func(p *page) { p.shape(90, 197, 3.4, layout.Fill, false); p.Paths[0].Flags = layout.Clipped }, 0},
		"longer than it is high": {func(p *page) {
			p.Paths = append(p.Paths, layout.Path{Box: layout.Rect{X0: 86, Y0: 196, X1: 92, Y1: 198}, Op: layout.Fill, Clip: -1})
		}, 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.paint(p)
			p.show(100, 200, 10, "an item")
			got := pageOf(t, p)
			require.Equal(t, c.want, got.Lines[len(got.Lines)-1].Bullet)
		})
	}
}

func TestPaintedBulletsBeginBlocks(t *testing.T) {
	t.Parallel()
	p := newPage()
	for i, text := range []string{"the first item of the list", "goes on to a second line", "the second item"} {
		y := 200 + 12*float32(i)
		p.show(100, y, 10, text)
		if i != 1 {
			p.shape(90, y-3, 3.4, layout.Fill, false)
		}
	}
	require.Equal(t, []string{"the first item of the list goes on to a second line", "the second item"}, blocks(pageOf(t, p)))
}

// TestTheSpaceBehindABullet may be narrower than any between words: the bullets of slides hang.
func TestTheSpaceBehindABullet(t *testing.T) {
	t.Parallel()
	line := func(sign string, gap float32, text string) string {
		p := newPage()
		x := p.show(72, 100, 20, sign)
		p.show(x+20*gap, 100, 20, text)
		return blocks(pageOf(t, p))[0]
	}
	require.Equal(t, "▪ Costs are low", line("▪", .02, "Costs are low"))
	require.Equal(t, "▪ “Low” costs", line("▪", 0, "“Low” costs"))
	require.Equal(t, "■ 3 foxes", line("■", 0, "3 foxes"))
	require.Equal(t, "– No costs at all", line("–", .08, "No costs at all"))
	require.Equal(t, "–No costs at all", line("–", .02, "No costs at all"))
	require.Equal(t, "–3 degrees", line("–", .08, "3 degrees"), "a minus sign")
	require.Equal(t, "·l is a sign", line("·", .02, "l is a sign"))
}
