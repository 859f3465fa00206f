package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

func TestDrawingsWithRulesAreNoTables(t *testing.T) {
	t.Parallel()
	xs, ys := []float32{100, 160, 220, 280}, []float32{100, 120, 140, 160}
	texts := []string{"Item", "Price", "Stock", "Lamp", "12.50", "3", "Chair", "44.99", "7"}
	labels := []string{"in", "", "", "", "gate", "out", "", "clock"}
	cases := map[string]struct {
		draw   func(p *page)
		tables int
	}{
		"a frame with all its text": {func(p *page) { p.fill(xs, ys, texts...) }, 1},
		"a tick and a cross in cells": {func(p *page) {
			p.fill(xs, ys, texts...)
			stroke(&p.Content, layout.LineTo, 200, 124, 214, 136)
			stroke(&p.Content, layout.LineTo, 260, 144, 274, 156)
		}, 1},
		"strokes across its rules": {func(p *page) {
			p.fill(xs, ys, labels...)
			for y := float32(104); y < 150; y += 10 {
				stroke(&p.Content, layout.LineTo, 150, y, 170, y+8)
			}
		}, 0},
		"lines that end between the others": {func(p *page) {
			p.fill(xs, ys, labels...)
			for _, x := range []float32{115, 130, 175, 190, 235, 250, 265} {
				p.upright(x, 110, 150)
			}
		}, 0},
		"labels on a picture": {func(p *page) {
			p.fill(xs, ys, "A", "B", "", "C")
			p.Images = append(p.Images, layout.Image{Box: layout.Rect{X0: 90, Y0: 90, X1: 300, Y1: 200}, Clip: -1, Mark: -1})
		}, 0},
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			p.lattice(xs, ys)
			test.draw(p)
			require.Len(t, cellsOf(pageOf(t, p)), test.tables)
		})
	}
}

func TestTextWithColourBehindSomeLinesIsNoTable(t *testing.T) {
	t.Parallel()
	show := func(lines int) []string {
		p := newPage()
		for i := range 3 {
			y := 100 + 90*float32(i)
			p.area(100, y, 200, y+40, silver)
			p.area(200, y, 500, y+40, navy)
			p.show(104, y+24, 10, "A picture")
			p.show(204, y+24, 10, "and how it is made")
		}
		for i := range 2 * lines {
			y := 148 + 90*float32(i%2) + 10*float32(i/2)
			p.show(104, y, 8, "Between the boxes stands text that runs on over the edge of what is above, as paragraphs do."[i:])
		}
		return cellsOf(pageOf(t, p))
	}
	require.Len(t, show(0), 1)
	require.Empty(t, show(4))
}

func TestLabelsOfABarChartAreNoTable(t *testing.T) {
	t.Parallel()
	chart := func(bars bool) []string {
		p := newPage()
		for i, year := range []string{"2019", "2020", "2021", "2022"} {
			x := 120 + 60*float32(i)
			p.show(x, 300, 10, year)
			p.show(x, 312, 10, []string{"12", "19", "23", "28"}[i])
			p.show(x, 324, 10, []string{"7", "11", "14", "20"}[i])
			if bars {
				p.area(x, 290-30*float32(i+1), x+12, 290, navy)
				p.area(x+14, 290-20*float32(i+1), x+26, 290, silver)
			}
		}
		p.show(80, 312, 10, "North")
		p.show(80, 324, 10, "South")
		if bars { // the axes tie it together
			p.rule(60, 360, 290)
			p.upright(60, 150, 330)
		}
		return cellsOf(pageOf(t, p))
	}
	require.Len(t, chart(false), 1)
	require.Empty(t, chart(true))
}
