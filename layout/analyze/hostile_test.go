package analyze_test

import (
	"math"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// TestHostilePages analyses pages made to be slow or to break arithmetic. The test is that it ends:
// anything quadratic would take very long.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	const many = 20_000
	letter := func(i int) string { return string(rune('a' + i%26)) }
	cases := map[string]func(p *page){
		"words of one glyph": func(p *page) {
			for i := range many {
				p.show(float32(i%200)*3, float32(i/200)*2.6, 2, letter(i))
			}
		},
		"glyphs scattered in all sizes": func(p *page) {
			r := rand.New(rand.NewSource(1))
			for i := range many {
				p.show(r.Float32()*600, r.Float32()*800, 1+r.Float32()*10, letter(i))
			}
		},
		"all text on one point": func(p *page) {
			for i := range many {
				p.show(100, 100, 10, letter(i))
			}
		},
		"the same line again and again": func(p *page) {
			for range many / 10 {
				p.show(100, 100, 10, "abcdefghij")
			}
		},
		"a staircase": func(p *page) {
			for i := range many {
				p.show(float32(i%5000)*11, float32(i)*0.5, 10, letter(i))
			}
		},
		"a table without end": func(p *page) {
			for i := range many {
				p.show(float32(i%600)*30, float32(i/600)*12, 10, letter(i))
			}
		},
		"words over a lattice of all rules there may be": func(p *page) {
			for i := range 2048 {
				p.rule(0, 612, float32(i)*0.39)
				p.upright(float32(i)*0.3, 0, 792)
			}
			for i := range many {
				p.show(float32(i%200)*3, float32(i/200)*7.9, 2, letter(i))
			}
		},
		"words in a table of many columns": func(p *page) {
			for i := range 100 {
				p.rule(0, 6000, float32(i)*7.9)
			}
			for i := range 300 {
				p.upright(float32(i)*20, 0, 7.9)
			}
			for i := range many {
				p.show(float32(i%1000)*6, float32(i/1000)*7.9, 2, letter(i))
			}
		},
		"boxes in boxes": func(p *page) {
			for i := range 10_000 {
				d := float32(i) * 0.03
				p.area(d, d, 612-d, 792-d, layout.Color{R: uint8(i), B: 9})
				p.lattice([]float32{d, 612 - d}, []float32{d, 792 - d})
			}
			for i := range many {
				p.show(float32(i%200)*3, float32(i/200)*7.9, 2, letter(i))
			}
		},
		"small tables side by side": func(p *page) {
			for i := range 400 {
				x := float32(i%20) * 30
				y := float32(i/20) * 38
				p.lattice([]float32{x, x + 12, x + 24}, []float32{y, y + 12, y + 24})
			}
			for i := range many {
				p.show(float32(i%200)*3, float32(i/200)*7.9, 2, letter(i))
			}
		},
		"tiles in every place": func(p *page) {
			for i := range 4000 {
				x, y := float32(i%40)*15, float32(i/40)*7.9
				p.area(x, y, x+14, y+7, layout.Color{R: uint8(i), B: 9})
			}
			for i := range many {
				p.show(float32(i%200)*3, float32(i/200)*7.9, 2, letter(i))
			}
		},
		"nothing but combining marks": func(p *page) {
			for range many {
				p.show(100, 100, 10, "\u05B0")
			}
		},
		"boxes within boxes": func(p *page) {
			for i := range many {
				d := float32(i) * 0.01
				p.shade(d, d, 600-d, 780-d, layout.Color{R: uint8(i)})
				p.show(float32(i%200)*3, float32(i/200)*7, 6, letter(i))
			}
		},
		"boxes side by side": func(p *page) {
			for i := range many {
				x, y := float32(i%16)*37, float32(i/16)*0.5
				p.shade(x, y, x+36.5, y+20, layout.Color{G: uint8(i)})
				p.show(x+2, y+10, 5, "words in a box")
			}
		},
		"links over everything": func(p *page) {
			for i := range 500 {
				p.show(72, float32(i)*12, 10, "linked text")
			}
			for range many {
				p.Links = append(p.Links, layout.Link{Areas: []layout.Rect{{X1: 612, Y1: 8000}}})
			}
		},
	}
	for name, paint := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			paint(p)
			checkRanges(t, pageOf(t, p))
		})
	}
}

func TestNumbersThatAreNone(t *testing.T) {
	t.Parallel()
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	p := newPage()
	p.show(72, 100, 10, "sound")
	p.show(nan, 100, 10, "lost")
	p.show(72, inf, 10, "lost")
	p.show(72, 130, 10, "squeezed")
	p.Runs[3].Em = [4]float32{0, 0, 0, nan}
	p.Runs = append(p.Runs, layout.Run{First: -5, Count: math.MaxInt32, Mark: 99, Font: 99, Paint: 99, Em: [4]float32{inf, nan}})
	p.Images = append(p.Images, layout.Image{Box: layout.Rect{X0: nan, X1: inf, Y1: inf}, Clip: 7, Mark: 7})
	p.Links = append(p.Links, layout.Link{Areas: []layout.Rect{{X0: nan, Y0: nan, X1: inf, Y1: inf}}})
	p.Paths = append(p.Paths, layout.Path{First: 3, Count: 9, Box: layout.Rect{X1: inf}, Op: layout.Fill | layout.Stroke, Paint: 4})
	got := pageOf(t, p)
	checkRanges(t, got)
	require.Contains(t, got.Text, "sound")
}
