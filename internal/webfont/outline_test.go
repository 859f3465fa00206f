package webfont_test

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/webfont"
)

// trueType returns a TrueType program with these descriptions of glyphs, 1000 units to the em.
// Glyph 2 has a side bearing that is not its xMin.
func trueType(glyphs ...[]byte) string {
	loca, glyf, hmtx := words(0), []byte{}, []byte{}
	for i, g := range glyphs {
		glyf = append(glyf, g...)
		glyf = append(glyf, make([]byte, len(g)%2)...)
		loca = append(loca, words(len(glyf)/2)...)
		bearing := 0
		if len(g) > 4 {
			bearing = int(int16(binary.BigEndian.Uint16(g[2:])))
		}
		if i == 2 {
			bearing += 33
		}
		hmtx = append(hmtx, words(100*i, bearing)...)
	}
	head, hhea := make([]byte, 54), make([]byte, 36)
	binary.BigEndian.PutUint16(head[18:], 1000)
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(glyphs)))
	return sfntOf(map[string][]byte{
		"glyf": glyf, "head": head, "hhea": hhea, "hmtx": hmtx, "loca": loca, "maxp": words(0, 0x5000, len(glyphs)),
	})
}

// sfntOf returns a font file of these tables.
func sfntOf(tables map[string][]byte) string {
	file := words(1, 0, len(tables), 0, 0, 0)
	at := 12 + 16*len(tables)
	var body []byte
	for _, tag := range slices.Sorted(maps.Keys(tables)) {
		file = append(file, tag...)
		for _, v := range []int{0, at + len(body), len(tables[tag])} {
			file = binary.BigEndian.AppendUint32(file, uint32(v))
		}
		body = append(body, tables[tag]...)
	}
	return string(append(file, body...))
}

func words(list ...int) []byte {
	var b []byte
	for _, w := range list {
		b = append(b, byte(w>>8), byte(w))
	}
	return b
}

// contour describes a glyph of one contour: x, y and whether on the curve, with two bytes
// of instructions.
func contour(points ...[3]int) []byte {
	x0, y0, x1, y1 := points[0][0], points[0][1], points[0][0], points[0][1]
	var flags, xs, ys []byte
	x, y := 0, 0
	for _, p := range points {
		x0, y0, x1, y1 = min(x0, p[0]), min(y0, p[1]), max(x1, p[0]), max(y1, p[1])
		flags, xs, ys = append(flags, byte(p[2])), append(xs, words(p[0]-x)...), append(ys, words(p[1]-y)...)
		x, y = p[0], p[1]
	}
	return slices.Concat(words(1, x0, y0, x1, y1, len(points)-1, 2, 0xB001), flags, xs, ys)
}

// parts describes a glyph of parts.
func parts(list ...int) []byte { return words(append([]int{-1, 0, 0, 500, 500}, list...)...) }

// Flags of parts: their place are words, which are distances; they are scaled; more follow;
// instructions follow; their metrics are those of the glyph.
const partWords, partScaled, partMore, partInstructed, partMetrics = 3, 1 << 3, 1 << 5, 1 << 8, 1 << 9

// program has simple glyphs and glyphs of parts, one of them at two levels.
func program() string {
	return trueType(
		nil,
		contour([3]int{0, 0, 1}, [3]int{200, 0, 1}, [3]int{100, 300, 0}),
		contour([3]int{50, -7, 1}, [3]int{50, 900, 1}, [3]int{350, 900, 0}, [3]int{350, 0, 0}),
		parts(partWords|partMore, 1, 10, -20, partWords|partScaled|partInstructed, 2, 300, 0, 1<<13, 1, 0xB000),
		parts(partWords|partMetrics, 3, 5, 5),
		parts(partWords|partMore, 1, 0, 0, partWords, 5, 0, 0), // of itself: damaged
		parts(partWords, 0, 0, 0), // a space
		contour([3]int{0, 0, 1}, [3]int{300, 0, 1}, [3]int{600, 0, 1}, [3]int{600, 1, 1}, [3]int{600, 400, 1}, [3]int{0, 400, 1}, [3]int{0, 70, 1}),
	)
}

func TestOutlinesAreThoseOfTheDocument(t *testing.T) {
	t.Parallel()
	curves := drawing{em: 2048, outlines: map[uint32]font.Outline{}}
	point := func(x, y float32) font.Point { return font.Point{X: x / 2048, Y: y / 2048} }
	line := func(x, y float32) font.Step { return font.Step{Verb: font.LineTo, P: [3]font.Point{point(x, y)}} }
	move := func(x, y float32) font.Step { return font.Step{Verb: font.MoveTo, P: [3]font.Point{point(x, y)}} }
	curve := func(c ...float32) font.Step {
		return font.Step{Verb: font.CurveTo, P: [3]font.Point{point(c[0], c[1]), point(c[2], c[3]), point(c[4], c[5])}}
	}
	many := font.Outline{move(5, -5)}
	for i := range 200 { // more than an operator takes
		x := float32(10 * i)
		many = append(many, line(x+10, 3000-x), line(x+10, 50), line(x+20, 50), curve(x, 1, x+3, 2000, -x, 7), curve(x, 7, x+9, 8, x+9, 20))
	}
	for i, o := range []font.Outline{
		nil,
		square(.5),
		{move(0, 100), line(300, 100), line(0, 400)},
		{move(10, 0), line(900, -2000), line(901, -2000), line(901, 12), move(100, 100), line(200, 207), line(-300, 1240)},
		{move(0, 0), curve(50, 0, 100, 50, 100, 100), curve(100, 150, 50, 200, 0, 200), curve(-50, 200, -100, 150, -100, 100)},        // hvcurveto
		{move(0, 0), curve(0, 50, 10, 60, 70, 60), curve(80, 60, 90, 70, 95, 60)},                                                     // vhcurveto with an odd end
		{move(0, 0), curve(10, 0, 20, 30, 40, 30), curve(50, 30, 60, 10, 70, 10), curve(1, 2, 3, 4, 5, 4)},                            // hhcurveto
		{move(0, 0), curve(7, 10, 20, 30, 20, 40), curve(20, 50, 60, 70, 60, 80), line(60, 2047), line(-1131, 107), line(-1132, 108)}, // vvcurveto
		{move(0, 0), curve(1, 2, 3, 4, 5, 6), curve(7, 9, 11, 12, 16, 17), line(1, 1)},                                                // rrcurveto
		many,
	} {
		curves.outlines[uint32(i)] = o
	}
	cases := map[string]webfont.Source{"OTTO": curves, "\x00\x01\x00\x00": embed(t, []byte(program()))}
	for version, source := range cases {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			u := &webfont.Usage{}
			var uses []webfont.Use
			for code := range uint32(len(curves.outlines)) {
				if _, ok := source.Glyph(code); ok {
					uses = append(uses, webfont.Use{Code: code, Width: float32(code) / 8, Text: string(rune('a' + code))})
					u.Show(uses[code])
				}
			}
			require.Greater(t, len(uses), 3)
			set := build(t, source, u)
			file := set.Families[0].Bytes()
			require.Equal(t, version, string(file[:4]))
			got := embed(t, file)
			for _, use := range uses {
				p, ok := set.Place(0, use)
				require.True(t, ok)
				requireOutline(t, source.Outline(use.Code), got.Outline(uint32(p.GID())))
				require.InDelta(t, use.Width*1000, got.Shown(uint32(p.GID())).Drawn, .5, "advance of %d", use.Code)
			}
		})
	}
}

// requireOutline checks that outlines are the same, but for a line back to where a contour
// begins.
func requireOutline(tb testing.TB, want, got font.Outline) {
	tb.Helper()
	want, got = closed(want), closed(got)
	require.Len(tb, got, len(want))
	for i := range want {
		require.Equal(tb, want[i].Verb, got[i].Verb, "step %d", i)
		for k, p := range want[i].P {
			require.InDelta(tb, p.X, got[i].P[k].X, 1e-5, "step %d", i)
			require.InDelta(tb, p.Y, got[i].P[k].Y, 1e-5, "step %d", i)
		}
	}
}

// closed returns o without lines that close a contour.
func closed(o font.Outline) font.Outline {
	var out font.Outline
	begin := font.Point{}
	for i, s := range o {
		if s.Verb == font.MoveTo {
			begin = s.P[0]
		}
		last := i+1 == len(o) || o[i+1].Verb == font.MoveTo
		if s.Verb == font.LineTo && last && math.Hypot(float64(s.P[0].X-begin.X), float64(s.P[0].Y-begin.Y)) < 1e-6 {
			continue
		}
		out = append(out, s)
	}
	return out
}
