package analyze_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// upright adds a stroked upright line.
func (p *page) upright(x, y0, y1 float32) {
	p.rule(x, x, y0)
	last := &p.Paths[len(p.Paths)-1]
	last.Box.Y1 = y1
	p.Segments[last.First+1].P[0].Y = y1
}

// lattice draws all level lines at ys and upright ones at xs.
func (p *page) lattice(xs, ys []float32) {
	for _, y := range ys {
		p.rule(xs[0], xs[len(xs)-1], y)
	}
	for _, x := range xs {
		p.upright(x, ys[0], ys[len(ys)-1])
	}
}

// fill shows a text in each cell of a lattice, row by row; "" leaves a cell empty.
func (p *page) fill(xs, ys []float32, texts ...string) {
	cols := len(xs) - 1
	for i, text := range texts {
		for n, line := range strings.Split(text, "\n") {
			if line != "" {
				p.show(xs[i%cols]+3, ys[i/cols]+11+12*float32(n), 10, line)
			}
		}
	}
}

// marks draws a lattice of three items, two of which have a mark.
func (p *page) marks(xs, ys []float32) {
	p.lattice(xs, ys)
	p.fill(xs, ys, "Lamp", "x", "", "Chair", "", "x", "Table", "", "")
}

// cellsOf draws the tables of a page as text: a line for each row, cells parted by
// bars, with their spans where they have any.
func cellsOf(p *layout.Page) []string {
	var out []string
	for i := range p.Blocks {
		t := p.Blocks[i].Table
		if t == nil {
			continue
		}
		rows := make([][]string, t.Rows)
		for _, c := range t.Cells {
			text := ""
			for n := c.FirstLine; n < c.FirstLine+c.LineCount; n++ {
				text = strings.TrimSpace(text + " " + p.LineText(int(n)))
			}
			text += strings.Repeat(">", c.ColSpan-1) + strings.Repeat("v", c.RowSpan-1)
			rows[c.Row] = append(rows[c.Row], text)
		}
		lines := make([]string, t.Rows)
		for r := range rows {
			lines[r] = strings.Join(rows[r], "|")
		}
		out = append(out, strings.Join(lines, "\n"))
	}
	return out
}

func TestRuledTables(t *testing.T) {
	t.Parallel()
	xs, ys := []float32{100, 160, 220, 280}, []float32{100, 116, 132, 148}
	cases := map[string]struct {
		paint func(p *page)
		want  []string
	}{
		"a frame around every cell": {func(p *page) {
			p.lattice(xs, ys)
			p.fill(xs, ys, "Item", "Price", "Stock", "Lamp", "12.50", "3", "Chair", "44.99", "")
		}, []string{"Item|Price|Stock\nLamp|12.50|3\nChair|44.99|"}},
		"cells of several lines": {func(p *page) {
			ys := []float32{100, 116, 144, 160}
			p.lattice(xs, ys)
			p.fill(xs, ys, "Item", "Price", "Stock", "Lamp\nof brass", "12.50", "3", "Chair", "44.99", "1")
		}, []string{"Item|Price|Stock\nLamp of brass|12.50|3\nChair|44.99|1"}},
		"a head over two columns and a cell over two rows": {func(p *page) {
			for _, y := range []float32{100, 132, 148} {
				p.rule(100, 280, y)
			}
			p.rule(160, 280, 116)
			for _, x := range []float32{100, 160, 280} {
				p.upright(x, 100, 148)
			}
			p.upright(220, 116, 148)
			p.show(103, 118, 10, "Item")
			p.show(190, 111, 10, "Amounts")
			p.fill([]float32{160, 220, 280}, ys[1:], "Price", "Stock", "12.50", "3")
			p.show(103, 143, 10, "Lamp")
		}, []string{"Itemv|Amounts>\nPrice|Stock\nLamp|12.50|3"}},
		"an open frame": {func(p *page) {
			for _, y := range ys {
				p.rule(100, 280, y)
			}
			p.upright(160, 100, 148)
			p.upright(220, 100, 148)
			p.fill(xs, ys, "Item", "Price", "Stock", "Lamp", "12.50", "3", "Chair", "44.99", "7")
		}, []string{"Item|Price|Stock\nLamp|12.50|3\nChair|44.99|7"}},
		"names above the rules": {func(p *page) {
			p.marks(xs, ys)
			p.fill(xs, []float32{84}, "Item", "Lent", "Sold")
		}, []string{"Item|Lent|Sold\nLamp|x|\nChair||x\nTable||"}},
		"names above the rules, and none for the first column": {func(p *page) {
			p.marks(xs, ys)
			p.fill(xs, []float32{84}, "", "Lent", "Sold")
		}, []string{"|Lent|Sold\nLamp|x|\nChair||x\nTable||"}},
		"a line of words above the rules": {func(p *page) {
			p.marks(xs, ys)
			p.show(103, 95, 10, "Items that were lent or sold")
		}, []string{"Lamp|x|\nChair||x\nTable||"}},
		"one name of two above the rules": {func(p *page) {
			p.marks(xs, ys)
			p.fill(xs, []float32{84}, "Item", "", "Sold")
		}, []string{"Lamp|x|\nChair||x\nTable||"}},
		"names far above the rules": {func(p *page) {
			p.marks(xs, ys)
			p.fill(xs, []float32{74}, "Item", "Lent", "Sold")
		}, []string{"Lamp|x|\nChair||x\nTable||"}},
		"cells as boxes of their own": {func(p *page) {
			for _, y := range ys[:3] {
				for _, x := range xs[:3] {
					p.lattice([]float32{x, x + 58.5}, []float32{y, y + 14.5})
				}
			}
			p.fill(xs, ys, "Item", "Price", "Stock", "Lamp", "12.50", "3", "Chair", "44.99", "7")
		}, []string{"Item|Price|Stock\nLamp|12.50|3\nChair|44.99|7"}},
		"two tables side by side": {func(p *page) {
			right := []float32{320, 380, 440}
			p.lattice(xs[:3], ys[:3])
			p.lattice(right, ys[:3])
			p.fill(xs[:3], ys[:3], "A", "B", "C", "D")
			p.fill(right, ys[:3], "E", "F", "G", "H")
		}, []string{"A|B\nC|D", "E|F\nG|H"}},
		"columns parted in the head alone": {func(p *page) {
			for _, y := range ys {
				p.rule(100, 280, y)
			}
			for _, x := range xs {
				p.upright(x, 100, 116)
			}
			p.upright(100, 116, 148)
			p.upright(280, 116, 148)
			p.fill(xs, ys, "Item", "Price", "Stock", "Lamp", "12.50", "3", "Chair", "44.99", "7")
		}, []string{"Item|Price|Stock\nLamp|12.50|3\nChair|44.99|7"}},
		"a row of one cell under a head": {func(p *page) {
			p.lattice(xs, ys[:2])
			p.rule(100, 280, 132)
			p.rule(100, 280, 148)
			p.upright(100, 116, 148)
			p.upright(280, 116, 148)
			p.upright(160, 132, 148)
			p.upright(220, 132, 148)
			p.fill(xs, ys, "Item", "Price", "Stock", "For the house and the garden", "", "", "Chair", "44.99", "7")
		}, []string{"Item|Price|Stock\nFor the house and the garden>>\nChair|44.99|7"}},
		"sums below the frame of their labels": {func(p *page) {
			p.lattice(xs, ys[:3])
			p.lattice(xs[2:], []float32{132, 148, 164})
			p.fill(xs, ys[:3], "Item", "Price", "Sum", "Lamp", "12.50", "37.50")
			p.show(170, 143, 10, "Before tax")
			p.show(163, 159, 10, "With all tax")
			p.fill(xs[2:], []float32{132, 148, 164}, "37.50", "45.00")
		}, []string{"Item|Price|Sum\nLamp|12.50|37.50\nBefore tax>|37.50\nWith all tax>|45.00"}},
		"a table to be filled in": {func(p *page) {
			p.lattice(xs, ys[:3])
			p.fill(xs, ys[:3], "Permit", "Zone", "Fee")
		}, []string{"Permit|Zone|Fee\n||"}},
		"borders thicker than rules": {func(p *page) {
			p.Paints = append(p.Paints, layout.Paint{LineWidth: 4})
			p.lattice(xs[:3], ys[:3])
			for i := range p.Paths {
				p.Paths[i].Paint = 1
			}
			p.fill(xs[:3], ys[:3], "Item", "Price", "Lamp", "12.50")
		}, []string{"Item|Price\nLamp|12.50"}},
		"heads written upwards": {func(p *page) {
			ys := []float32{100, 150, 166, 182}
			p.lattice(xs, ys)
			p.fill(xs, ys, "Item", "", "", "Lamp", "12.50", "3", "Chair", "44.99", "7")
			p.show(195, 145, 10, "Price", run{turn: 3})
			p.show(255, 145, 10, "Stock", run{turn: 3})
		}, []string{"Item|Price|Stock\nLamp|12.50|3\nChair|44.99|7"}},
		"rows that no rule parts": {func(p *page) {
			p.lattice(xs, []float32{100, 116, 170})
			for i, row := range [][]string{{"Item", "Price", "Stock"}, {"Lamp", "12.50", "3"}, {"Chair", "44.99", "7"}, {"Table", "310.00", "1"}} {
				for j, text := range row {
					p.show(xs[j]+3, 111+16*float32(i), 10, text)
				}
			}
		}, []string{"Item|Price|Stock\nLamp|12.50|3\nChair|44.99|7\nTable|310.00|1"}},
		"cells of running text side by side": {func(p *page) {
			p.lattice([]float32{100, 220, 340}, []float32{100, 116, 200})
			p.show(103, 111, 10, "Meaning")
			p.show(223, 111, 10, "Remark")
			p.flow(103, 128, 112, 10, lorem[:103])
			p.flow(223, 128, 112, 10, lorem[106:195])
		}, []string{"Meaning|Remark\n" + lorem[:103] + "|" + lorem[106:195]}},
		"a box around text": {func(p *page) {
			p.lattice([]float32{90, 400}, []float32{90, 200})
			p.flow(100, 104, 280, 10, lorem)
		}, nil},
		"underlined words": {func(p *page) {
			for i := range 4 {
				p.show(100, 100+20*float32(i), 10, "Name of the field")
				p.rule(180, 300, 101+20*float32(i))
			}
		}, nil},
		"a chart with labels on its axes": {func(p *page) {
			p.lattice(xs, ys)
			p.fill([]float32{60, 70}, ys, "10", "20", "30")
			for i, x := range xs {
				p.show(x, 160, 10, string(rune('1'+i)))
			}
		}, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.paint(p)
			require.Equal(t, c.want, cellsOf(pageOf(t, p)))
		})
	}
}

func TestARotatedTableIsReadInItsOwnDirection(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.lattice([]float32{100, 116, 132}, []float32{200, 260, 320})
	for i, text := range []string{"Item", "Price", "Lamp", "12.50"} { // written upwards
		p.show(112+16*float32(i/2), 317-60*float32(i%2), 10, text, run{turn: 3})
	}
	require.Equal(t, []string{"Item|Price\nLamp|12.50"}, cellsOf(pageOf(t, p)))
}

func TestTextBesideATableKeepsItsOrder(t *testing.T) {
	t.Parallel()
	p := newPage()
	y := p.flow(72, 80, 200, 10, lorem)
	xs, ys := []float32{72, 170, 270}, []float32{y, y + 16, y + 32, y + 48}
	p.lattice(xs, ys)
	p.fill(xs, ys, "Item", "Price", "Lamp", "12.50", "Chair", "44.99")
	p.flow(72, y+70, 200, 10, lorem)
	p.flow(320, 80, 200, 10, strings.ReplaceAll(lorem, "river", "stream"))
	got := pageOf(t, p)
	var order []string
	for i := range got.Blocks {
		b := &got.Blocks[i]
		order = append(order, fmt.Sprintf("%d %.9s", b.Column, got.LineText(int(b.FirstLine))))
	}
	require.Equal(t, []string{"0 The river", "0 Item", "0 The river", "1 The strea"}, order)
	require.Equal(t, []string{"Item|Price\nLamp|12.50\nChair|44.99"}, cellsOf(got))
}

func TestTablesOfOneColumn(t *testing.T) {
	t.Parallel()
	xs, ys := []float32{100, 300}, []float32{100, 120, 140, 160, 180}
	texts := []string{"Fields of work", "Water and its uses", "Soil", "Air in towns"}
	draw := func(headed bool) *layout.Page {
		p := newPage()
		for i := range texts {
			if c := grey; headed && i == 0 {
				p.shade(xs[0], ys[0], xs[1], ys[1], layout.Color{G: 0x90})
			} else {
				p.shade(xs[0], ys[i], xs[1], ys[i+1], c)
			}
		}
		p.lattice(xs, ys)
		p.fill(xs, ys, texts...)
		return pageOf(t, p)
	}
	require.Equal(t, []string{strings.Join(texts, "\n")}, cellsOf(draw(true)))
	require.Empty(t, cellsOf(draw(false)), "boxes around text")
}

// TestTablesToFillIn have labels in their first row, in their first column or in both, and nothing else.
func TestTablesToFillIn(t *testing.T) {
	t.Parallel()
	xs, ys := []float32{100, 170, 240, 310}, []float32{100, 118, 136, 154, 172, 190, 208}
	head := []string{"Name", "Date", "Hours"}
	side := []string{"Name", "", "", "Street", "", "", "Town", "", ""}
	for name, c := range map[string]struct {
		paint func(p *page)
		want  []string
	}{
		"labels at the left": {func(p *page) {
			p.lattice(xs[:3], ys[:4])
			p.fill(xs[:3], ys, "Name", "", "Street", "", "Town", "")
		}, []string{"Name|\nStreet|\nTown|"}},
		"labels at the right": {func(p *page) {
			p.lattice(xs[:3], ys[:4])
			p.fill(xs[:3], ys, "", "Name", "", "Street", "", "Town")
		}, []string{"|Name\n|Street\n|Town"}},
		"a head over many rows": {func(p *page) {
			p.lattice(xs, ys)
			p.fill(xs, ys, head...)
		}, []string{"Name|Date|Hours" + strings.Repeat("\n||", 5)}},
		"a head of two cells": {func(p *page) {
			p.lattice(xs[:3], ys[:5])
			p.fill(xs[:3], ys, head[:2]...)
		}, []string{"Name|Date" + strings.Repeat("\n|", 3)}},
		"labels on both sides of an empty corner": {func(p *page) {
			xs := []float32{100, 170, 190, 210, 230, 250, 270, 290, 310, 330, 350}
			p.lattice(xs, ys)
			p.fill(xs, ys, "", "1", "2", "3", "4", "5", "6", "7", "8", "9")
			for i := range 5 {
				p.show(103, ys[i+1]+11, 10, "Mate")
			}
		}, []string{"|1|2|3|4|5|6|7|8|9" + strings.Repeat("\nMate|||||||||", 5)}},
		"a row without a label": {func(p *page) {
			p.lattice(xs, ys[:4])
			p.fill(xs, ys, side[:6]...)
		}, nil},
		"two rows": {func(p *page) {
			p.lattice(xs, ys[:3])
			p.fill(xs, ys, side[:6]...)
		}, nil},
		"rows too low to write in": {func(p *page) {
			ys := []float32{100, 118, 124, 130, 136, 142, 148}
			p.lattice(xs, ys)
			p.fill(xs, ys, head...)
		}, nil},
		"rows of different heights": {func(p *page) {
			ys := []float32{100, 118, 136, 172, 190, 226, 244}
			p.lattice(xs, ys)
			p.fill(xs, ys, head...)
		}, nil},
		"columns too narrow to write in": {func(p *page) {
			xs := []float32{100, 170, 178, 186}
			p.lattice(xs, ys[:4])
			p.fill(xs, ys, side...)
		}, nil},
		"bars of a chart": {func(p *page) {
			p.lattice(xs, ys[:4])
			p.fill(xs, ys, side...)
			for i := range 3 {
				p.shade(172, ys[i]+4, 220+20*float32(i), ys[i]+14, grey)
			}
		}, nil},
		"cells over several columns": {func(p *page) {
			for _, y := range ys[:5] {
				p.rule(100, 310, y)
			}
			p.upright(100, 100, 172)
			p.upright(310, 100, 172)
			p.upright(170, 118, 172)
			p.fill(xs, ys, "Name", "", "", "Street", "", "", "Town", "", "", "Country")
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			p.flow(60, 300, 480, 10, lorem)
			c.paint(p)
			require.Equal(t, c.want, cellsOf(pageOf(t, p)))
		})
	}
}
