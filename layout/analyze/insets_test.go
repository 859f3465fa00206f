package analyze_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// picture places an image of 50 by 50 samples; mark is one more than its number.
func (p *page) picture(x0, y0, x1, y1 float32, object int, mark int32) {
	p.Images = append(p.Images, layout.Image{
		Box: layout.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}, M: layout.Matrix{A: x1 - x0, D: y0 - y1, E: x0, F: y1},
		Width: 50, Height: 50, Object: object, Paint: -1, Clip: -1, Mark: mark - 1,
	})
}

// sign is the character that stands for a picture, in texts to be read.
const sign = "[]"

// textOf is the text of the lines of a page, with pictures as sign.
func textOf(p *layout.Page) []string {
	var list []string
	for i := range p.Lines {
		list = append(list, strings.ReplaceAll(p.LineText(i), string(layout.PictureSign), sign))
	}
	return list
}

func TestPicturesInLines(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		draw func(p *page)
		want []string
	}{
		"between words": {func(p *page) {
			x := p.show(100, 200, 10, "press")
			p.picture(x+3, 192, x+13, 202, 7, 0)
			p.show(x+16, 200, 10, "to begin")
		}, []string{"press [] to begin"}},
		"higher than the line": {func(p *page) {
			x := p.show(100, 200, 10, "press")
			p.picture(x+3, 170, x+33, 202, 7, 0)
		}, []string{"press"}},
		"far from the text": {func(p *page) {
			x := p.show(100, 200, 10, "press")
			p.picture(x+20, 192, x+30, 202, 7, 0)
		}, []string{"press"}},
		"a dot": {func(p *page) {
			x := p.show(100, 200, 10, "press")
			p.picture(x+5, 195, x+8, 198, 7, 0)
			p.show(x+13, 200, 10, "to begin")
		}, []string{"press to begin"}},
		"behind the text": {func(p *page) {
			p.picture(98, 190, 130, 204, 7, 0)
			p.show(100, 200, 10, "press")
		}, []string{"press"}},
		"behind a rule": {func(p *page) {
			x := p.show(100, 200, 10, "press")
			p.upright(x+2, 150, 250)
			p.picture(x+4, 192, x+14, 202, 7, 0)
		}, []string{"press"}},
		"an artifact": {func(p *page) {
			p.Marks = []layout.Mark{{Parent: -1, MCID: -1, Tag: "Artifact", Artifact: true}}
			x := p.show(100, 200, 10, "press")
			p.picture(x+3, 192, x+13, 202, 7, 1)
		}, []string{"press"}},
		"content of its own in the structure tree": {func(p *page) {
			p.Marks = []layout.Mark{{Parent: -1, MCID: 0, Tag: "P"}, {Parent: -1, MCID: 1, Tag: "Figure"}}
			x := p.show(100, 200, 10, "press", run{mark: 1})
			p.picture(x+3, 192, x+13, 202, 7, 2)
		}, []string{"press"}},
		"with a text that stands for it": {func(p *page) {
			p.Marks = []layout.Mark{{Parent: -1, MCID: -1, Tag: "Span", ActualText: "Enter", HasActual: true}}
			x := p.show(100, 200, 10, "press")
			p.picture(x+3, 192, x+13, 202, 7, 1)
			p.show(x+16, 200, 10, "now")
		}, []string{"press Enter now"}},
		"a mark of a chart": {func(p *page) {
			p.chart(100, 100)
			x := p.show(140, 120, 8, "key")
			p.picture(x+2, 113, x+10, 121, 7, 0)
		}, []string{"20", "10", "0", "key"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.draw(p)
			got := pageOf(t, p)
			require.ElementsMatch(t, c.want, textOf(got))
			for _, f := range got.Figures {
				if f.Inset != nil {
					require.True(t, strings.HasPrefix(got.Text[f.Inset.At:], string(layout.PictureSign)))
					require.Equal(t, float32(10), f.Inset.Size)
				}
			}
		})
	}
}

func TestTextHasNoPictureSigns(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(100, 200, 10, "a"+string(layout.PictureSign)+"b")
	require.Equal(t, []string{"a b"}, textOf(pageOf(t, p)))
}

func TestPicturesThatAreBullets(t *testing.T) {
	t.Parallel()
	items := func(objects ...int) *layout.Page {
		p := newPage()
		for i, object := range objects {
			y := 200 + 14*float32(i)
			p.picture(88, y-7, 94, y-1, object, 0)
			p.show(100, y, 10, fmt.Sprintf("Item number %d", i))
		}
		return pageOf(t, p)
	}
	got := items(7, 7, 7)
	require.Empty(t, got.Figures)
	for i := range got.Lines {
		require.Equal(t, '•', got.Lines[i].Bullet)
	}
	for name, got := range map[string]*layout.Page{"one": items(7), "different ones": items(7, 8, 9)} {
		for i := range got.Lines {
			require.Zero(t, got.Lines[i].Bullet, name)
		}
		require.Len(t, got.Figures, len(got.Lines), name)
	}
}

func TestSmallDrawingsThatAreBullets(t *testing.T) {
	t.Parallel()
	tick := func(p *page, x, y float32) { // of two strokes
		stroke(&p.Content, layout.LineTo, x, y-3, x+2, y-1)
		stroke(&p.Content, layout.LineTo, x+2, y-1, x+6, y-7)
	}
	cases := map[string]struct {
		draw func(p *page, i int, y float32)
		want rune
	}{
		"ticks": {func(p *page, _ int, y float32) { tick(p, 86, y) }, '•'},
		"ticks, the last of another size": {func(p *page, i int, y float32) {
			if tick(p, 86, y); i == 2 {
				stroke(&p.Content, layout.LineTo, 92, y-7, 94, y-2)
			}
		}, 0},
		"one tick": {func(p *page, i int, y float32) {
			if i == 0 {
				tick(p, 86, y)
			}
		}, 0},
		"ticks on a line": {func(p *page, _ int, y float32) {
			tick(p, 86, y)
			stroke(&p.Content, layout.LineTo, 60, y-9, 89, y)
		}, 0},
		"ticks behind text": {func(p *page, _ int, y float32) {
			p.show(66, y, 10, "abc")
			tick(p, 86, y)
		}, 0},
		"ticks in coloured boxes": {func(p *page, _ int, y float32) {
			p.shade(70, y-20, 95, y+20, layout.Color{B: 200})
			tick(p, 86, y)
		}, '•'},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			for i := range 3 {
				y := 200 + 40*float32(i)
				c.draw(p, i, y)
				p.show(100, y, 10, "an item of a list")
			}
			got := pageOf(t, p)
			for i := range got.Lines {
				if strings.HasPrefix(got.LineText(i), "an item") {
					require.Equal(t, c.want, got.Lines[i].Bullet)
				}
			}
			require.Empty(t, got.Figures)
		})
	}
}

func TestHostilePicturesInLines(t *testing.T) {
	t.Parallel()
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	p := newPage()
	p.flow(72, 100, 450, 10, lorem)
	for i := range 2000 { // more than insetsMost
		x, y := float32(i%100)*5, float32(i/100)*30
		p.picture(x, y, x+8, y+8, i, 99)
	}
	p.picture(nan, 100, inf, 110, 1, -5)
	p.picture(100, 100, 100, 100, 1, 0)
	got := pageOf(t, p)
	signs := strings.Count(got.Text, string(layout.PictureSign))
	for _, f := range got.Figures {
		if f.Inset != nil {
			signs--
		}
	}
	require.Zero(t, signs, "each sign has its picture")
}
