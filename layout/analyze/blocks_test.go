package analyze_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

func TestLinesThatEndOnPurpose(t *testing.T) {
	t.Parallel()
	long := func(p *page, x, y float32) {
		p.show(x, y, 10, "A line of running text that is as wide as they get here")
	}
	cases := map[string]struct {
		paint func(p *page)
		want  []string
	}{
		"entries set wider than the text are blocks of their own": {func(p *page) {
			for i := range 4 {
				long(p, 72, 100+12*float32(i))
			}
			p.show(72, 160, 10, "first entry")
			p.show(72, 180, 10, "second entry")
		}, []string{strings.Repeat("A line of running text that is as wide as they get here ", 4), "first entry", "second entry"}},
		"a term stands above its indented definition": {func(p *page) {
			p.show(72, 100, 10, "Term", run{font: bold})
			long(p, 100, 112)
			long(p, 100, 124)
		}, []string{"Term", strings.Repeat("A line of running text that is as wide as they get here ", 2)}},
		"a hanging entry keeps its one indented line": {func(p *page) {
			long(p, 72, 100)
			p.show(90, 112, 10, "and its end.")
			long(p, 72, 124)
			p.show(90, 136, 10, "and its end.")
		}, []string{
			"A line of running text that is as wide as they get here and its end.",
			"A line of running text that is as wide as they get here and its end.",
		}},
		"a line may begin with the word A": {func(p *page) {
			p.show(72, 100, 10, "A small house stood at the edge of the big forest.")
			p.show(72, 112, 10, "A hen lived there, and also")
		}, []string{"A small house stood at the edge of the big forest. A hen lived there, and also"}},
		"a year that begins a line is no label": {func(p *page) {
			p.show(72, 100, 10, "4. It closed when the costs of it were too high, as it")
			p.show(72, 112, 10, "was with the others of them in the spring or autumn of")
			p.show(72, 124, 10, "2002. A new one was opened.")
		}, []string{"4. It closed when the costs of it were too high, as it was with the others of them in the spring or autumn of 2002. A new one was opened."}},
		"a torn word holds two lines together": {func(p *page) {
			p.show(90, 100, 10, "A line of running text that is as wide as they all hyphen-")
			p.show(72, 115, 10, "ated are.")
			p.show(72, 123, 10, "3")
		}, []string{"A line of running text that is as wide as they all hyphen- ated are.", "3"}},
		"small notes in the left margin are read behind the text": {func(p *page) {
			for i := range 7 {
				long(p, 172, 100+12*float32(i))
			}
			p.show(100, 112, 8, "a note beside")
			p.show(100, 122, 8, "the text")
		}, []string{strings.Repeat("A line of running text that is as wide as they get here ", 7), "a note beside the text"}},
		"a term in the margin does not tear the paragraph that it names": {func(p *page) {
			for i := range 4 {
				long(p, 172, 100+12*float32(i))
			}
			p.show(100, 148, 8, "option", run{font: mono})
			p.show(182, 148, 10, "The option makes a line of text as wide as they are")
			p.show(172, 160, 10, "and goes on in the next.")
		}, []string{
			strings.Repeat("A line of running text that is as wide as they get here ", 4),
			"option The option makes a line of text as wide as they are and goes on in the next.",
		}},
		"a long name in smaller type does not begin a block": {func(p *page) {
			long(p, 72, 100)
			x := p.show(72, 112, 10, "the ")
			p.show(x, 112, 7, "http.FileServer and nothing else")
		}, []string{"A line of running text that is as wide as they get here the http.FileServer and nothing else"}},
		"an initial under the text of a reference goes on with it": {func(p *page) {
			x := p.show(72, 100, 10, "[7]")
			p.show(x+8, 100, 10, "Z. Lin, A. Desmaison, L. Antiga, C. Dog, D. Cat, and")
			p.show(x+8, 112, 10, "A. Lerer. On foxes. In the Proceedings of the")
			p.show(x+8, 124, 10, "Society, 2017.")
			x = p.show(72, 136, 10, "[8]")
			p.show(x+8, 136, 10, "B. Fox.")
		}, []string{"[7] Z. Lin, A. Desmaison, L. Antiga, C. Dog, D. Cat, and A. Lerer. On foxes. In the Proceedings of the Society, 2017.", "[8] B. Fox."}},
		"behind another initial too": {func(p *page) {
			x := p.show(72, 100, 10, "[7]")
			p.show(x+8, 100, 10, "Lopez, M. L.; Parson, C. D.; Desmaison, E. A.; Dog, J.")
			p.show(x+8, 112, 10, "L. A study of foxes and of those who bind them.")
			x = p.show(72, 124, 10, "[8]")
			p.show(x+8, 124, 10, "B. Fox.")
		}, []string{"[7] Lopez, M. L.; Parson, C. D.; Desmaison, E. A.; Dog, J. L. A study of foxes and of those who bind them.", "[8] B. Fox."}},
		"what stands left of the sign of a short item is none of it": {func(p *page) {
			long(p, 72, 88)
			p.show(72, 112, 10, "Foxes:")
			p.show(90, 124, 10, "• red ones")
			p.show(72, 136, 10, "Dogs:")
			p.show(90, 148, 10, "• all")
		}, []string{"A line of running text that is as wide as they get here", "Foxes:", "• red ones", "Dogs:", "• all"}},
		"code inside a sentence that breaks a word is no program": {func(p *page) {
			x := p.show(72, 100, 10, "A line of running text that ends within ")
			p.show(x, 100, 10, "expiry-", run{font: mono})
			p.show(72, 112, 10, "period = time-since-the-change * factor", run{font: mono})
			x = p.show(72, 124, 10, "expiry-date", run{font: mono})
			p.show(x, 124, 10, " and goes on behind it.")
		}, []string{"A line of running text that ends within expiry- period = time-since-the-change * factor expiry-date and goes on behind it."}},
		"a fixed-width name gives its line no other size": {func(p *page) {
			p.show(72, 100, 10, "A line of running text that is as wide as they get")
			x := p.show(72, 112, 9, "a_long_name_set_smaller", run{font: mono})
			p.show(x, 112, 10, " and more")
		}, []string{"A line of running text that is as wide as they get a_long_name_set_smaller and more"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.paint(p)
			for i := range c.want {
				c.want[i] = strings.TrimSpace(c.want[i])
			}
			require.Equal(t, c.want, blocks(pageOf(t, p)))
		})
	}
}

func TestAJustifiedLineAmongCellsIsOneLine(t *testing.T) {
	t.Parallel()
	p := newPage()
	for i := range 3 { // rows of cells make the region table-like
		for j, cell := range []string{"Item", "12", "340"} {
			p.show(72+100*float32(j), 300+14*float32(i), 10, cell)
		}
	}
	p.show(72, 100, 10, "A line of running text that fills")
	right := 72 + width("A line of running text that fills", 10)
	words := []string{"four", "words", "of", "text"}
	gap := (right - 72 - width(strings.Join(words, ""), 10)) / 3
	x := float32(72)
	for _, w := range words {
		x = p.show(x, 112, 10, w) + gap
	}
	require.Equal(t, "four words of text", lines(pageOf(t, p))[1])
}

// recognised sets rows of words stretched to a measure of 200 points from y on, as they
// come from a scan.
func (p *page) recognised(y float32, rows ...string) {
	for _, row := range rows {
		words := strings.Fields(row)
		gap := (200 - width(strings.Join(words, ""), 10)) / float32(len(words)-1)
		x := float32(72)
		for _, w := range words {
			x = p.show(x, y, 10, w) + gap
		}
		y += 12
	}
	for i := range p.Runs {
		p.Runs[i].Origin = layout.FromOCR
	}
}

func TestStretchedLinesOfAScanAreLines(t *testing.T) {
	t.Parallel()
	for name, rows := range map[string][]string{
		"of several words": {"Representative of infrastructure", "municipal administration that improves", "everything independently considered"},
		"one of two words": {"municipal administration that improves", "representativenesses unquestionableness", "everything independently considered"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			p.recognised(100, rows...)
			require.Equal(t, []string{strings.Join(rows, " ")}, blocks(pageOf(t, p)))
			for i := range p.Runs { // the layer that another program left behind the picture
				p.Runs[i].Origin, p.Runs[i].RenderMode = layout.FromPDF, 3
			}
			require.Equal(t, []string{strings.Join(rows, " ")}, blocks(pageOf(t, p)))
		})
	}
}

func TestRowsOfCellsOfAScanAreNoLines(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.recognised(100, "Instrument Reservoirs Curriculum", "Orchards12 Vineyard34 Turbines56", "Glaciers78 Compass910 Festival11")
	require.Contains(t, lines(pageOf(t, p)), "Instrument")
}

func TestHeadingsOfColumnsOnOneBaseline(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(60, 70, 14, "Left heading", run{font: bold})
	p.show(318, 70, 14, "Right heading", run{font: bold})
	p.flow(60, 100, 234, 10, lorem)
	p.flow(318, 100, 234, 10, lorem)
	got := blocks(pageOf(t, p))
	require.Len(t, got, 4)
	require.Equal(t, []string{"Left heading", "Right heading"}, []string{got[0], got[2]})
}

func TestPartsOfAFormulaAreOneBlock(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 100, 10, "The share of the rows that two sides have in common is")
	p.show(216, 125, 10, "a + b")
	p.show(190, 131.8, 10, "r =")
	p.show(222, 138.7, 10, "2c")
	p.show(72, 164, 10, "and no more than that is asked of them.")
	require.Equal(t, []string{
		"The share of the rows that two sides have in common is", "a + b r = 2c", "and no more than that is asked of them.",
	}, blocks(pageOf(t, p)))
}

func TestPicturesBetweenThePartsOfARow(t *testing.T) {
	t.Parallel()
	p := newPage()
	for i, names := range [][2]string{{"Larch", "Spruce"}, {"Oak", "Beech"}} {
		y := float32(100 + 110*i)
		image(p, layout.Rect{X0: 320, Y0: y, X1: 400, Y1: y + 90}) // painted first, read last
		image(p, layout.Rect{X0: 120, Y0: y, X1: 200, Y1: y + 90})
		p.show(72, y+45, 10, names[0])
		p.show(260, y+45, 10, names[1])
	}
	got := pageOf(t, p)
	read := blocks(got)
	for i := range got.Blocks {
		if b := &got.Blocks[i]; b.Kind == layout.Picture {
			read[i] = fmt.Sprint("picture at ", b.Box.X0)
		}
	}
	row := func(a, b string) []string { return []string{a, "picture at 120", b, "picture at 320"} }
	require.Equal(t, append(row("Larch", "Spruce"), row("Oak", "Beech")...), read)
}

func TestAYearInANoteBeginsNoItem(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 100, 10, "1. Jimes, C., and Reed, M., in the Open Resources of the Texas of that year,")
	p.show(72, 112, 10, "2019. Austin: the Consortium of Texas and the Board of all that is done here,")
	p.show(72, 124, 10, "and the Institute of it.")
	require.Len(t, blocks(pageOf(t, p)), 1)

	p = newPage()
	p.show(64, 100, 10, "1. Jimes, C., and Reed, M., in the Open Resources of the Texas of that year,")
	p.show(76, 112, 10, "2019. Austin: the Consortium of Texas and the Board of all that is done,")
	p.show(76, 124, 10, "and the Institute of it.")
	require.Len(t, blocks(pageOf(t, p)), 1, "its number is set out")

	p = newPage()
	p.show(72, 100, 10, "9. Jimes, C., and Reed, M., in the Open Resources of the Texas of that year,")
	p.show(72, 112, 10, "10. Austin: the Consortium of Texas and the Board of all that is done here ok,")
	require.Len(t, blocks(pageOf(t, p)), 2)
}

// TestASentenceGoesOnInItsWeight: the label of a caption may be lighter than the rest, which goes on in the next line.
func TestASentenceGoesOnInItsWeight(t *testing.T) {
	t.Parallel()
	p := newPage()
	x := p.show(72, 100, 10, "Table 3. ")
	p.show(x, 100, 10, "Cases in people by reporting countries and", run{font: bold})
	p.show(x, 112, 10, "origin of the case", run{font: bold})
	require.Equal(t, []string{"Table 3. Cases in people by reporting countries and origin of the case"}, blocks(pageOf(t, p)))
}

// TestAHeadingEndsBeforeABoldWord: the text below a heading may begin with a bold word in small letters.
func TestAHeadingEndsBeforeABoldWord(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 100, 10, "Service: msnp", run{font: bold})
	x := p.show(72, 112, 10, "msnp ", run{font: bold})
	p.show(x, 112, 10, "is a service that many people have used for a long time")
	require.Len(t, blocks(pageOf(t, p)), 2)
}
