package analyze_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// aligned shows rows of texts in columns 70 points apart.
func (p *page) aligned(font int32, rows ...[]string) {
	for i, row := range rows {
		for j, text := range row {
			p.show(100+70*float32(j), 100+14*float32(i), 10, text, run{font: font})
		}
	}
}

func TestFormulasAreNoTables(t *testing.T) {
	t.Parallel()
	const mathematics = 4
	cases := map[string]struct {
		font int32
		rows [][]string
		want int
	}{
		"a matrix between tall brackets": {mathematics, [][]string{
			{"⎡", "x", "y", "z", "⎤"}, {"⎢", "a", "b", "c", "⎥"}, {"⎣", "d", "e", "f", "⎦"},
		}, 0},
		"aligned equations with their numbers": {mathematics, [][]string{
			{"a = b", "c = d", "(2.1)"}, {"e = f", "g = h", "(2.2)"}, {"k = m", "n = p", "(2.3)"},
		}, 0},
		"letters of the block of mathematics": {roman, [][]string{
			{"𝑎 = 1", "𝑏 = 2", "𝑐 = 3"}, {"𝑑 = 4", "𝑒 = 5", "𝑓 = 6"}, {"𝑔 = 7", "𝑘 = 8", "𝑛 = 9"},
		}, 0},
		"signs and what they mean": {roman, [][]string{
			{"∑", "summation", "∏", "product"}, {"∫", "integral", "√", "square root"}, {"∂", "differential", "∇", "gradient"},
		}, 1},
		"numbers under letters": {roman, [][]string{
			{"name", "first", "second"}, {"one", "0.15", "12.5"}, {"two", "0.22", "13.5"}, {"three", "0.31", "14.5"},
		}, 1},
		"negative numbers in brackets": {roman, [][]string{
			{"Sales", "120", "(15)"}, {"Depreciation", "230", "(20)"}, {"Other charges", "340", "(35)"},
		}, 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			p.Fonts = append(p.Fonts, &layout.Font{Name: "CMMI10", Ascent: 0.75, Descent: -0.25, Italic: true})
			p.aligned(c.font, c.rows...)
			require.Len(t, cellsOf(pageOf(t, p)), c.want)
		})
	}
}

func TestStripesWithSliversBetweenTheirCells(t *testing.T) {
	t.Parallel()
	p := newPage()
	for _, y := range []float32{130, 154} { // every other row: a sliver before each number
		p.area(100, y, 250, y+12, silver)
		for _, x := range []float32{250, 320, 390} {
			p.area(x, y, x+5, y+12, silver)
			p.area(x+5, y, x+69, y+12, silver)
			p.area(x+69, y, x+70, y+12, silver)
		}
	}
	rows := [][]string{
		{"", "2022", "2023", "2024"},
		{"Cost of revenue", "178", "141", "138"}, {"Research", "3,423", "2,532", "1,892"},
		{"Administration", "1,136", "876", "680"}, {"Total", "4,737", "3,549", "2,710"},
	}
	for i, row := range rows {
		for j, x := range []float32{102, 290, 360, 430} {
			if row[j] != "" {
				p.show(x, 127+12*float32(i), 9, row[j])
			}
		}
	}
	p.flow(100, 210, 360, 9, "Costs of this kind that became a part of stocks were not of weight in any of the years shown, nor in those before.")
	require.Equal(t, []string{
		"|2022|2023|2024\nCost of revenue|178|141|138\nResearch|3,423|2,532|1,892\nAdministration|1,136|876|680\nTotal|4,737|3,549|2,710",
	}, cellsOf(pageOf(t, p)))
}
