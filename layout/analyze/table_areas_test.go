package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// area adds a filled rectangle.
func (p *page) area(x0, y0, x1, y1 float32, fill layout.Color) {
	p.Paths = append(p.Paths, layout.Path{
		Box: layout.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}, Op: layout.Fill, Rectangle: true,
		Paint: int32(len(p.Paints)), Clip: -1, Mark: -1,
	})
	p.Paints = append(p.Paints, layout.Paint{Fill: fill, FillAlpha: 1})
}

var (
	silver = layout.Color{R: 200, G: 200, B: 200}
	navy   = layout.Color{R: 20, G: 40, B: 120}
	white  = layout.Color{R: 255, G: 255, B: 255}
)

func TestPaintedTables(t *testing.T) {
	t.Parallel()
	xs, ys := []float32{100, 160, 220, 280}, []float32{100, 116, 132, 148, 164}
	texts := []string{"Item", "Price", "Stock", "Lamp", "12.50", "3", "Chair", "44.99", "7", "Table", "310.00", "1"}
	const all = "Item|Price|Stock\nLamp|12.50|3\nChair|44.99|7\nTable|310.00|1"
	cases := map[string]struct {
		paint func(p *page)
		want  []string
	}{
		"cells painted side by side": {func(p *page) {
			for _, y := range ys[:4] {
				for _, x := range xs[:3] {
					p.area(x, y, x+58, y+14, silver)
				}
			}
		}, []string{all}},
		"white rules on a painted area": {func(p *page) {
			p.area(100, 100, 280, 164, silver)
			for _, x := range xs {
				p.area(x-0.5, 100, x+0.5, 164, white)
			}
			for _, y := range ys {
				p.area(100, y-0.5, 280, y+0.5, white)
			}
		}, []string{all}},
		"every other row painted, cell by cell": {func(p *page) {
			for i, y := range ys[:4] {
				for j, x := range xs[:3] {
					if i == 0 {
						p.area(x, y, xs[j+1], ys[i+1], navy)
					} else if i%2 == 1 {
						p.area(x, y, xs[j+1], ys[i+1], silver)
					}
				}
			}
		}, []string{all}},
		"the first and the last row not painted": {func(p *page) {
			for i := 1; i < 3; i++ {
				for j, x := range xs[:3] {
					p.area(x, ys[i], xs[j+1], ys[i+1], silver)
				}
			}
		}, []string{all}},
		"paragraphs painted upon their cells": {func(p *page) {
			for i, y := range ys[:4] {
				for j, x := range xs[:3] {
					p.area(x, y, xs[j+1], ys[i+1], silver)
					p.area(x+5, y, xs[j+1]-5, y+8, silver)
					p.area(x+5, y+8, xs[j+1]-5, ys[i+1], silver)
				}
			}
		}, []string{all}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.paint(p)
			p.fill(xs, ys, texts...)
			require.Equal(t, c.want, cellsOf(pageOf(t, p)))
		})
	}
}

// ruled reports whether any table of p has rules.
func ruled(p *layout.Page) bool {
	for i := range p.Blocks {
		if t := p.Blocks[i].Table; t != nil && t.Ruled {
			return true
		}
	}
	return false
}

func TestWhiteRulesOnPaperAreNotSeen(t *testing.T) {
	t.Parallel()
	p := newPage()
	xs, ys := []float32{100, 160, 220}, []float32{100, 116, 132}
	for i := range xs {
		p.area(xs[i]-0.5, 100, xs[i]+0.5, 132, white)
		p.area(100, ys[i]-0.5, 220, ys[i]+0.5, white)
	}
	p.fill(xs, ys, "Item", "Price", "Lamp", "12.50")
	require.False(t, ruled(pageOf(t, p)))
}

func TestRowsInAColourOfTheirOwnAreHeads(t *testing.T) {
	t.Parallel()
	xs, ys := []float32{100, 160, 220}, []float32{100, 116, 132, 148}
	heads := func(paint func(p *page)) int {
		p := newPage()
		paint(p)
		p.lattice(xs, ys)
		p.fill(xs, ys, "Item", "Price", "Lamp", "12.50", "Chair", "44.99")
		n := 0
		got := pageOf(t, p)
		for _, c := range got.Blocks[0].Table.Cells {
			if c.Header {
				n = max(n, c.Row+1)
			}
		}
		return n
	}
	require.Zero(t, heads(func(*page) {}))
	require.Equal(t, 1, heads(func(p *page) { p.area(100, 100, 220, 116, navy) }))
	require.Zero(t, heads(func(p *page) { p.area(100, 100, 220, 148, navy) }), "all of one colour")
	require.Zero(t, heads(func(p *page) {
		p.area(100, 100, 220, 116, silver)
		p.area(100, 132, 220, 148, silver)
	}), "stripes")
}

func TestRulesInOnePathAreAsGoodAsPathsOfTheirOwn(t *testing.T) {
	t.Parallel()
	p := newPage()
	xs, ys := []float32{100, 160, 220}, []float32{100, 116, 132}
	first := len(p.Segments)
	rect := func(r layout.Rect) {
		for i, c := range []layout.Point{{X: r.X0, Y: r.Y0}, {X: r.X1, Y: r.Y0}, {X: r.X1, Y: r.Y1}, {X: r.X0, Y: r.Y1}} {
			verb := layout.LineTo
			if i == 0 {
				verb = layout.MoveTo
			}
			p.Segments = append(p.Segments, layout.Segment{Verb: verb, P: [3]layout.Point{c}})
		}
		p.Segments = append(p.Segments, layout.Segment{Verb: layout.Close})
	}
	for i := range xs {
		rect(layout.Rect{X0: xs[i] - 0.5, Y0: 100, X1: xs[i] + 0.5, Y1: 132})
		rect(layout.Rect{X0: 100, Y0: ys[i] - 0.5, X1: 220, Y1: ys[i] + 0.5})
	}
	p.Paths = append(p.Paths, layout.Path{
		First: int32(first), Count: int32(len(p.Segments) - first), Box: layout.Rect{X0: 99.5, Y0: 99.5, X1: 220.5, Y1: 132.5},
		Op: layout.Fill, Clip: -1, Mark: -1,
	})
	p.fill(xs, ys, "Item", "Price", "Lamp", "12.50")
	got := pageOf(t, p)
	require.Len(t, got.Rulings, 6)
	require.Equal(t, []string{"Item|Price\nLamp|12.50"}, cellsOf(got))
}
