package analyze_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// shade paints a box in a colour.
func (p *page) shade(x0, y0, x1, y1 float32, c layout.Color) {
	p.Paints = append(p.Paints, layout.Paint{Fill: c, FillAlpha: 1})
	p.Paths = append(p.Paths, layout.Path{
		Box: layout.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}, Op: layout.Fill, Paint: int32(len(p.Paints) - 1),
		Clip: -1, Mark: -1, Rectangle: true,
	})
}

var grey = layout.Color{R: 0xEE, G: 0xEE, B: 0xEE}

// sidebar shows a grey box with three lines at the right of the page.
func sidebar(p *page, y float32) {
	p.shade(330, y-15, 540, y+35, grey)
	for i, text := range []string{"A box beside the text has", "several lines of its own", "which are read together"} {
		p.show(340, y+12*float32(i), 9, text)
	}
}

const boxed = "A box beside the text has several lines of its own which are read together"

func TestABoxBesideTextIsReadByItself(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 100, 9, "Name of the applicant")
	p.show(72, 124, 9, "Address")
	sidebar(p, 100)
	require.Contains(t, blocks(pageOf(t, p)), boxed)
}

func TestBlocksKnowTheBoxAroundThem(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.show(72, 100, 9, "Name of the applicant")
	p.show(72, 124, 9, "Address")
	sidebar(p, 100)
	for _, b := range pageOf(t, p).Blocks {
		if b.Box.X0 > 300 {
			require.Equal(t, layout.Rect{X0: 330, Y0: 85, X1: 540, Y1: 135}, b.Panel)
		} else {
			require.Empty(t, b.Panel)
		}
	}
}

func TestTextFlowsAroundAFloat(t *testing.T) {
	t.Parallel()
	p := newPage()
	const narrow, wide = "Each of these lines ends before the box", "and these have the full measure of the page, as the box has come to its end above"
	for i := range 5 {
		p.show(72, 100+12*float32(i), 10, narrow)
	}
	for i := range 3 {
		p.show(72, 160+12*float32(i), 10, wide)
	}
	sidebar(p, 110)
	got := blocks(pageOf(t, p))
	require.Equal(t, strings.TrimSpace(strings.Repeat(narrow+" ", 5)+strings.Repeat(wide+" ", 3)), got[0])
	require.Equal(t, boxed, strings.Join(got[1:], " "))
}

func TestShadedCellsAreNoBoxes(t *testing.T) {
	t.Parallel()
	p := newPage()
	var want []string
	for i := range 6 {
		y := 100 + 14*float32(i)
		for j, cell := range []string{"Vienna", "11.5", "Austria"} {
			p.show(72+140*float32(j), y, 10, cell)
			if j == 1 {
				p.shade(200, y-11, 300, y+3, grey)
			}
			want = append(want, cell)
		}
	}
	require.Equal(t, want, lines(pageOf(t, p)))
}

func TestAPageBackgroundIsNoBox(t *testing.T) {
	t.Parallel()
	p := twoColumns()
	before := blocks(pageOf(t, twoColumns()))
	p.shade(0, 0, 612, 792, grey)
	require.Equal(t, before, blocks(pageOf(t, p)))
}

func TestFieldsOfAFormAreReadOneAfterTheOther(t *testing.T) {
	t.Parallel()
	p := newPage()
	var want []string
	for i, label := range []string{"Family name", "First name", "Town", "Street"} {
		x, y := 72+240*float32(i%2), 100+50*float32(i/2)
		p.rule(x, x+220, y)
		p.rule(x, x+220, y+30)
		p.upright(x, y, y+30)
		p.upright(x+220, y, y+30)
		p.show(x+4, y+9, 6, label)
		p.show(x+4, y+24, 10, "VALUE")
		want = append(want, label, "VALUE")
	}
	require.Equal(t, want, lines(pageOf(t, p)))
}

func TestBarsAboveFieldsMakeNoTableOfThem(t *testing.T) {
	t.Parallel()
	p := newPage()
	var want []string
	y := float32(127)
	for _, part := range []string{"Part A: Applicant", "Part B: Vehicle", "Part C: Office"} {
		p.rule(62, 533, y)
		p.show(66, y+12, 10, part, run{font: bold})
		p.rule(62, 533, y+16)
		want = append(want, part)
		y += 26
		for i, label := range []string{"Family name", "First names", "Date of birth", "Telephone"} {
			x := 63 + 238*float32(i%2)
			p.rule(x, x+232, y)
			p.rule(x, x+232, y+28)
			p.upright(x, y, y+28)
			p.upright(x+232, y, y+28)
			p.show(x+3, y+9, 9, label)
			p.show(x+3, y+19, 10, "1971")
			want = append(want, label, "1971")
			y += 33 * float32(i%2)
		}
		y += 10
	}
	require.Equal(t, want, lines(pageOf(t, p)))
}
