package analyze_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// quoted sets lines of text in a column with a hole of rows [3, 9), from x0 to x1 of it, and
// in the hole the lines of a quote in the given font and size.
func quoted(font int32, size float32, column, x0, x1 float32, lines ...string) *page {
	p := newPage()
	words := strings.Fields(lorem)
	n := 0
	fill := func(from, to, y float32) {
		x := from
		for n < len(words) && x+width(words[n], 10) <= to {
			x = p.show(x, y, 10, words[n], run{font: noSpace}) + 2.5
			n++
		}
	}
	for row := range 14 {
		y := 100 + 12*float32(row)
		if row < 3 || row >= 9 {
			fill(72, 72+column, y)
			continue
		}
		if x0 > 0 {
			fill(72, 72+x0, y)
		}
		if x1 < column {
			fill(72+x1, 72+column, y)
		}
	}
	for i, l := range lines {
		p.show(72+x0+16, 145+float32(i)*1.2*size, size, l, run{font: font})
	}
	return p
}

// A quote in a hole of the text is one block, read behind it.
func TestPullQuotesAreReadBehindTheTextAroundThem(t *testing.T) {
	t.Parallel()
	quote := []string{"The walls are", "too steep", "for a bridge"}
	for name, at := range map[string][2]float32{"left": {0, 120}, "right": {180, 300}, "in the midst": {100, 220}} {
		t.Run(name, func(t *testing.T) {
			p := pageOf(t, quoted(bold, 16, 300, at[0], at[1], quote...))
			text := strings.Join(blocks(p), " ")
			if name != "in the midst" { // there rows go on at the other side
				require.True(t, strings.HasPrefix(strings.Join(strings.Fields(lorem), " "), strings.TrimSuffix(text, " The walls are too steep for a bridge")), text)
			}
			require.Contains(t, blocks(p), "The walls are too steep for a bridge")
			found := 0
			for _, b := range p.Blocks {
				if b.PullQuote {
					found++
				}
			}
			require.Equal(t, 1, found)
		})
	}
}

// Lines that look as the text does, a single line, and a heading between columns are no quotes.
func TestWhatIsNoPullQuote(t *testing.T) {
	t.Parallel()
	none := func(p *layout.Page) {
		t.Helper()
		for _, b := range p.Blocks {
			require.False(t, b.PullQuote, blocks(p))
		}
	}
	none(pageOf(t, quoted(noSpace, 10, 300, 180, 300, "The walls are", "too steep", "for a bridge")))
	none(pageOf(t, quoted(bold, 16, 300, 180, 300, "The walls")))
	p := newPage()
	p.flow(72, 100, 200, 10, lorem)
	p.show(300, 110, 16, "The walls are", run{font: bold})
	p.show(300, 130, 16, "too steep", run{font: bold})
	p.flow(300, 150, 200, 10, lorem)
	none(pageOf(t, p))
}
