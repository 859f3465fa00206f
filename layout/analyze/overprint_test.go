package analyze_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// overprint is one way of painting a number several times.
type overprint struct {
	copies int
	du, dv float32 // how far each copy lies from the one before it, in ems
	order  int     // which copies come first: see paint
	kern   float32 // the most that the pen is moved between two glyphs, in ems
	stop   float32 // added to the advance of points and commas, in ems
	back   float32 // how far the pen goes back behind them to where the next digit stands
}

func (o overprint) String() string {
	return fmt.Sprintf("%d copies by (%.2f, %.2f), order %d, kern %.2f, stop %.2f, back %.2f", o.copies, o.du, o.dv, o.order, o.kern, o.stop, o.back)
}

// The orders of painting.
const (
	runByRun     = iota // each number, then its copies
	pageByPage          // all numbers of the table, then all again
	glyphByGlyph        // each glyph, then its copies
	partByPart          // the digits up to the point, their copies, then the rest and its copies
	partsTwice          // the number in two parts, then both again
	ordersOfPainting
)

// randomOverprint is a way of painting that a reader takes for one number.
func randomOverprint(r *rand.Rand) overprint {
	copies := 1 + r.Intn(4)
	return overprint{
		copies: copies,
		du:     float32(r.Intn(29)-14) / 100 / float32(copies),
		dv:     float32(r.Intn(21)-10) / 100 / float32(copies),
		order:  r.Intn(ordersOfPainting),
		kern:   float32(r.Intn(3)) / 50,
		stop:   float32(r.Intn(3)-1) / 20,
		back:   float32(r.Intn(4)) / 10,
	}
}

// randomNumber is a number as tables have it.
func randomNumber(r *rand.Rand) string {
	switch r.Intn(5) {
	case 0:
		return fmt.Sprintf("%d", r.Intn(1200))
	case 1:
		return fmt.Sprintf("%d,%03d", 1+r.Intn(99), r.Intn(1000))
	case 2:
		return fmt.Sprintf("-%d.%d", r.Intn(20), r.Intn(10))
	case 3:
		return fmt.Sprintf("%d,%03d.%02d", 1+r.Intn(99), r.Intn(1000), r.Intn(100))
	}
	return fmt.Sprintf("%d.%d", r.Intn(120), r.Intn(100))
}

// glyphAt is one glyph of a number and where it stands.
type glyphAt struct {
	char    rune
	x       float32
	advance float32
}

// set places the glyphs of a number that begins at x.
func (o overprint) set(r *rand.Rand, x, size float32, number string) []glyphAt {
	var out []glyphAt
	for _, c := range number {
		wide := advance(c)
		if c == '.' || c == ',' {
			wide += o.back
			x += size * o.stop
		}
		out = append(out, glyphAt{c, x, size * wide})
		x += size * (advance(c) + o.kern*(2*r.Float32()-1))
	}
	return out
}

// showAt adds one run of glyphs, each where it stands.
func (p *page) showAt(glyphs []glyphAt, dx, y, size float32) {
	p.show(glyphs[0].x+dx, y, size, "")
	first := len(p.Glyphs)
	for _, g := range glyphs {
		p.Glyphs = append(p.Glyphs, layout.Glyph{X: g.x + dx, Y: y, Advance: g.advance, Char: g.char, Code: uint32(g.char)})
	}
	p.Runs[len(p.Runs)-1].Count = int32(len(p.Glyphs) - first)
}

// overprinted paints rows of numbers that way. Numbers of a row stand 5 ems apart.
func overprinted(r *rand.Rand, o overprint, rows [][]string) *page {
	const size = 8
	p := newPage()
	var later []func(n int)
	for i, row := range rows {
		y := 100 + 2*size*float32(i)
		p.show(40, y, size, fmt.Sprintf("Variety %c", 'A'+i))
		for k, number := range row {
			glyphs := o.set(r, 110+size*8*float32(k), size, number)
			parts := [][]glyphAt{glyphs}
			if at := strings.IndexAny(number, ".,"); at > 0 && (o.order == partByPart || o.order == partsTwice) {
				parts = [][]glyphAt{glyphs[:at], glyphs[at:]}
			}
			if o.order == glyphByGlyph {
				parts = nil
				for n := range glyphs {
					parts = append(parts, glyphs[n:n+1])
				}
			}
			paint := func(part []glyphAt, n int) {
				p.showAt(part, float32(n)*o.du*size, y+float32(n)*o.dv*size, size)
			}
			switch o.order {
			case pageByPage:
				paint(glyphs, 0)
				later = append(later, func(n int) { paint(glyphs, n) })
			case partsTwice:
				for n := range o.copies + 1 {
					for _, part := range parts {
						paint(part, n)
					}
				}
			default:
				for _, part := range parts {
					for n := range o.copies + 1 {
						paint(part, n)
					}
				}
			}
		}
	}
	for n := 1; n <= o.copies; n++ {
		for _, again := range later {
			again(n)
		}
	}
	return p
}

// TestNumbersSurviveOverprinting paints tables of numbers over themselves: what comes out
// are the numbers that went in.
func TestNumbersSurviveOverprinting(t *testing.T) {
	t.Parallel()
	for seed := range 2000 {
		r := rand.New(rand.NewSource(int64(seed)))
		o := randomOverprint(r)
		rows := make([][]string, 1+r.Intn(6))
		var want []string
		for i := range rows {
			for range 5 {
				rows[i] = append(rows[i], randomNumber(r))
			}
			want = append(want, fmt.Sprintf("Variety %c", 'A'+i), strings.Join(rows[i], " "))
		}
		got := strings.Join(strings.Fields(strings.Join(lines(pageOf(t, overprinted(r, o, rows))), " ")), " ")
		require.Equal(t, strings.Join(want, " "), got, "seed %d: %v", seed, o)
	}
}

func TestGlyphsOfARunKeepTheirOrder(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		paint func(p *page)
		want  string
	}{
		"a digit set back over a wide point": {func(p *page) {
			p.show(90, 100, 10, "kg") // painted first: what is sorted is not one run
			p.showAt([]glyphAt{{'7', 72, 5}, {'.', 77, 3}, {'6', 76.55, 5}}, 0, 100, 10)
		}, "7.6 kg"},
		"a digit set back over a point as wide as a letter": {func(p *page) {
			p.show(90, 100, 10, "kg")
			p.showAt([]glyphAt{{'7', 72, 5}, {'.', 77, 8}, {'6', 76.55, 5}}, 0, 100, 10)
		}, "7.6 kg"},
		"a digit set back over a point that begins a number": {func(p *page) {
			p.showAt([]glyphAt{{'.', 77, 8}, {'6', 76.55, 5}}, 0, 100, 10)
		}, ".6"},
		"a point shown last, where it belongs": {func(p *page) {
			p.showAt([]glyphAt{{'7', 72, 5}, {'6', 80, 5}, {'.', 77, 3}}, 0, 100, 10)
		}, "7.6"},
		"digits without a width": {func(p *page) {
			p.showAt([]glyphAt{{'2', 72, 0}, {'0', 72, 0}, {'1', 72, 0}, {'1', 72, 0}}, 0, 100, 10)
		}, "2011"},
		"what follows the last of several copies": {func(p *page) {
			for n := range 4 {
				p.show(72+0.7*float32(n), 100, 10, "78")
			}
			p.show(72+2.1+10, 100, 10, "361")
		}, "78361"},
		"another number over a number": {func(p *page) {
			p.show(72, 100, 10, "1.95")
			p.show(72.4, 100, 10, "1.65")
		}, "1.951.65"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.paint(p)
			require.Equal(t, []string{c.want}, lines(pageOf(t, p)))
		})
	}
}

// Programs that embolden a letter may paint the copies first, as artifacts. The letter keeps its tag,
// whether it is painted by itself or in a word.
func TestCopiesThatAreArtifactsDoNotTakeTheirText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"G", "Gain"} {
		p := newPage()
		artifact := p.addMark(layout.Mark{Parent: -1, MCID: -1, Artifact: true, Tag: "Artifact"})
		content := p.addMark(layout.Mark{Parent: -1, MCID: 7, Tag: "Span"})
		x := 72 + width("Now ", 10)
		p.show(x-0.5, 100, 10, text, run{mark: artifact, flags: layout.ArtifactRun})
		p.show(x-0.2, 99.7, 10, text, run{mark: artifact, flags: layout.ArtifactRun})
		p.show(72, 100, 10, "Now ", run{mark: content})
		end := p.show(x, 100, 10, text, run{mark: content})
		p.show(end, 100, 10, " is", run{mark: content})
		got := pageOf(t, p)
		require.Equal(t, "Now "+text+" is", got.Text)
		for _, s := range got.Spans {
			require.Equal(t, int32(content-1), s.Mark, got.Text[s.Start:s.End])
		}
	}
}
