package font

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
)

// pathOf returns the outline of glyph gid of p as operators of paths, with em units to the em. It
// returns "damaged" if the outline cannot be read.
func pathOf(p *program, gid int, em float32) string {
	o := outliner{m: affine{1, 0, 0, 1, 0, 0}}
	if !p.glyphs.outline(gid, &o) || o.failed {
		return "damaged"
	}
	var b strings.Builder
	for _, s := range o.steps {
		b.WriteByte("MLC"[s.Verb])
		points := 1
		if s.Verb == CurveTo {
			points = 3
		}
		for _, at := range s.P[:points] {
			fmt.Fprintf(&b, " %g,%g", math.Round(float64(at.X*em)), math.Round(float64(at.Y*em)))
		}
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

// checkOutlines checks what is true of the outlines of any program: all points are near, there are
// not too many, and each stands in a contour.
func checkOutlines(t *testing.T, p *program) {
	t.Helper()
	const looked = 16 // glyphs of one program
	for gid := range min(p.glyphCount, looked) {
		o := outliner{m: affine{1, 0, 0, 1, 0, 0}}
		if !p.glyphs.outline(gid, &o) || o.failed {
			continue
		}
		if len(o.steps) > limits.GlyphSteps || o.work > limits.GlyphWork || o.depth != 0 {
			t.Fatalf("glyph %d: %d steps by %d operators, depth %d", gid, len(o.steps), o.work, o.depth)
		}
		box := newReach()
		boxed := outliner{m: affine{1, 0, 0, 1, 0, 0}, box: &box}
		require.True(t, p.glyphs.outline(gid, &boxed))
		low, high, ok := box.box()
		wantLow, wantHigh, want := o.steps.Box()
		require.Equal(t, []any{wantLow, wantHigh, want}, []any{low, high, ok}, "the box of glyph %d", gid)
		require.Empty(t, boxed.steps)
		for i, s := range o.steps {
			if begins := s.Verb == MoveTo; i == 0 && !begins || begins && (i+1 == len(o.steps) || o.steps[i+1].Verb == MoveTo) {
				t.Fatalf("glyph %d: step %d of %d", gid, i, len(o.steps))
			}
			for _, at := range s.P {
				if !(at.X >= -maxEms && at.X <= maxEms && at.Y >= -maxEms && at.Y <= maxEms) {
					t.Fatalf("glyph %d: %v", gid, at)
				}
			}
		}
	}
}

// simpleGlyph returns the description of a glyph. Each point has x, y, and whether it is on the
// curve. ends has the last point of each contour.
func simpleGlyph(ends []int, points ...[3]int) string {
	flags, xs, ys := []byte{}, []int{}, []int{}
	x, y := 0, 0
	for _, p := range points {
		flags, xs, ys = append(flags, byte(p[2])), append(xs, p[0]-x), append(ys, p[1]-y)
		x, y = p[0], p[1]
	}
	b := join(be(len(ends), 0, 0, 0, 0), be(ends...), be(0), flags, be(xs...), be(ys...))
	return string(append(b, make([]byte, len(b)%2)...))
}

// glyfFont returns a font with these glyphs, 1000 units to the em.
func glyfFont(glyphs ...string) []byte {
	loca, body := be(0), ""
	for _, g := range glyphs {
		body += g
		loca = append(loca, be(len(body)/2)...)
	}
	return sfntOf(trueTypeTag, table{"head", with(make([]byte, 54), map[int]int{18: 1000})},
		table{"maxp", join(be32(0x00010000), be(len(glyphs)))}, table{"loca", loca}, table{"glyf", []byte(body)})
}

const (
	square  = "M 0,0 L 100,0 L 100,100 L 0,100"
	on, off = 1, 0
)

func squareGlyph() string {
	return simpleGlyph([]int{3}, [3]int{0, 0, on}, [3]int{100, 0, on}, [3]int{100, 100, on}, [3]int{0, 100, on})
}

func TestOutlinesOfTrueType(t *testing.T) {
	t.Parallel()
	parts := func(words ...int) string { return string(join(be(-1, 0, 0, 0, 0), be(words...))) }
	cases := map[string]struct{ glyph, want string }{
		"lines": {squareGlyph(), square},
		"a curve": {
			simpleGlyph([]int{2}, [3]int{0, 0, on}, [3]int{30, 60, off}, [3]int{60, 0, on}), "M 0,0 C 20,40 40,40 60,0",
		},
		"a point between two beside the curve": {
			simpleGlyph([]int{2}, [3]int{0, 0, on}, [3]int{0, 60, off}, [3]int{60, 60, off}), "M 0,0 C 0,40 10,60 30,60 C 50,60 40,40 0,0",
		},
		"nowhere on the curve": {
			simpleGlyph([]int{3}, [3]int{0, 0, off}, [3]int{60, 0, off}, [3]int{60, 60, off}, [3]int{0, 60, off}),
			"M 0,30 C 0,10 10,0 30,0 C 50,0 60,10 60,30 C 60,50 50,60 30,60 C 10,60 0,50 0,30",
		},
		"begins beside the curve": {
			simpleGlyph([]int{2}, [3]int{30, 60, off}, [3]int{60, 0, on}, [3]int{0, 0, on}), "M 60,0 L 0,0 C 20,40 40,40 60,0",
		},
		"two contours": {
			simpleGlyph([]int{1, 3}, [3]int{0, 0, on}, [3]int{9, 0, on}, [3]int{0, 9, on}, [3]int{9, 9, on}), "M 0,0 L 9,0 M 0,9 L 9,9",
		},
		"an anchor":                     {simpleGlyph([]int{0}, [3]int{5, 5, on}), ""},
		"a space":                       {"", ""},
		"a part moved":                  {parts(xyArgs|wordArgs, 0, 500, -20), "M 500,-20 L 600,-20 L 600,80 L 500,80"},
		"a part scaled":                 {parts(xyArgs|oneScale, 0, 0x0A14, 1<<13), "M 10,20 L 60,20 L 60,70 L 10,70"},
		"a part turned":                 {parts(xyArgs|fourTerms, 0, 0, 0, 1<<14, -1<<14, 0), "M 0,0 L 0,100 L -100,100 L -100,0"},
		"a part mirrored":               {parts(xyArgs|twoScales, 0, 0, -1<<14, 1<<14), "M 0,0 L -100,0 L -100,100 L 0,100"},
		"two parts":                     {parts(xyArgs|moreParts, 0, 0, xyArgs, 0, 0x6400), square + " M 100,0 L 200,0 L 200,100 L 100,100"},
		"a part that is not there":      {parts(xyArgs, 9, 0), "damaged"},
		"a part of itself":              {parts(xyArgs, 1, 0), "damaged"},
		"cut":                           {simpleGlyph([]int{9}, [3]int{0, 0, on}), "damaged"},
		"contours that end backwards":   {simpleGlyph([]int{3, 1}, [3]int{0, 0, on}, [3]int{9, 0, on}, [3]int{0, 9, on}, [3]int{9, 9, on}), "damaged"},
		"parts in parts without an end": {parts(xyArgs|moreParts, 1, 0, xyArgs, 1, 0), "damaged"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mustParse(t, glyfFont(squareGlyph(), c.glyph), "FontFile2")
			require.Equal(t, c.want, pathOf(p, 1, 1000))
		})
	}
}

func TestOutlinesOfTrueTypeWithOffsetsOfFourBytes(t *testing.T) {
	t.Parallel()
	glyph := squareGlyph()
	for _, format := range []int{0, 1} { // programs say the one, and mean the other
		p := mustParse(t, sfntOf(trueTypeTag, table{"head", with(make([]byte, 54), map[int]int{18: 1000, 50: format})},
			table{"maxp", join(be32(0x00010000), be(2))}, table{"loca", be32(0, 0, len(glyph))}, table{"glyf", []byte(glyph)}), "FontFile2")
		require.Equal(t, "", pathOf(p, 0, 1000))
		require.Equal(t, square, pathOf(p, 1, 1000), "format %d", format)
	}
}

// ops returns a charstring: numbers and operators.
func ops(parts ...any) string {
	var b strings.Builder
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			b.WriteString(n(p))
		case string:
			b.WriteString(p)
		}
	}
	return b.String()
}

const (
	rlineto, hlineto, vlineto, rrcurveto = "\x05", "\x06", "\x07", "\x08"
	vmoveto, hintmask, hstemhm           = "\x04", "\x13", "\x12"
	rcurveline, rlinecurve               = "\x18", "\x19"
	vvcurveto, hhcurveto                 = "\x1a", "\x1b"
	vhcurveto, hvcurveto                 = "\x1e", "\x1f"
)

func TestOutlinesOfCFF(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ code, want string }{
		"lines, and the width before them": {ops(50, 10, 20, rmoveto, 30, 40, hlineto, -30, hlineto, endchar), "M 10,20 L 40,20 L 40,60 L 10,60"},
		"lines each way":                   {ops(10, hmoveto, 1, 2, 3, 4, rlineto, 5, vlineto, endchar), "M 10,0 L 11,2 L 14,6 L 14,11"},
		"curves":                           {ops(10, vmoveto, 1, 2, 3, 4, 5, 6, rrcurveto, endchar), "M 0,10 C 1,12 4,16 9,22"},
		"curves, then a line":              {ops(0, vmoveto, 1, 2, 3, 4, 5, 6, 7, 8, rcurveline, endchar), "M 0,0 C 1,2 4,6 9,12 L 16,20"},
		"lines, then a curve":              {ops(0, vmoveto, 7, 8, 1, 2, 3, 4, 5, 6, rlinecurve, endchar), "M 0,0 L 7,8 C 8,10 11,14 16,20"},
		"level curves":                     {ops(0, hmoveto, 9, 1, 2, 3, 4, hhcurveto, endchar), "M 0,0 C 1,9 3,12 7,12"},
		"upright curves":                   {ops(0, hmoveto, 9, 1, 2, 3, 4, vvcurveto, endchar), "M 0,0 C 9,1 11,4 11,8"},
		"turning curves":                   {ops(0, hmoveto, 1, 2, 3, 4, 5, 6, 7, 8, 9, hvcurveto, endchar), "M 0,0 C 1,0 3,3 3,7 C 3,12 9,19 17,28"},
		"turning curves, the other way":    {ops(0, hmoveto, 1, 2, 3, 4, 5, vhcurveto, endchar), "M 0,0 C 0,1 2,4 6,9"},
		"hints":                            {ops(1, 2, 3, 4, hstemhm, 5, 6, hintmask, "\xff", 7, hmoveto, 1, hlineto, endchar), "M 7,0 L 8,0"},
		"a flex":                           {ops(0, hmoveto, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 50, "\x0c\x23", endchar), "M 0,0 C 1,2 4,6 9,12 C 16,20 25,30 36,42"},
		"a level flex":                     {ops(0, hmoveto, 1, 2, 3, 4, 5, 6, 7, "\x0c\x22", endchar), "M 0,0 C 1,0 3,3 7,3 C 12,3 18,0 25,0"},
		"a flex that comes back":           {ops(0, hmoveto, 1, 2, 3, 4, 5, 6, 7, 8, 9, "\x0c\x24", endchar), "M 0,0 C 1,2 4,6 9,6 C 15,6 22,14 31,0"},
		"a flex with one end":              {ops(0, hmoveto, 1, 0, 2, 1, 3, 0, 4, 0, 5, -2, 6, "\x0c\x25", endchar), "M 0,0 C 1,0 3,1 6,1 C 10,1 15,-1 21,0"},
		"a subroutine":                     {ops(10, hmoveto, -107, calls, endchar), "M 10,0 L 13,4"},
		"a subroutine of all fonts":        {ops(10, hmoveto, -107, callg), "M 10,0 L 15,6"},
		"a letter and its accent":          {ops(7, 8, 65, 65, endchar), "M 1,0 L 5,0 M 8,8 L 12,8"},
		"two contours":                     {ops(1, hmoveto, 2, hlineto, 3, hmoveto, 4, hlineto, endchar), "M 1,0 L 3,0 M 6,0 L 10,0"},
		"moves without lines":              {ops(1, hmoveto, 3, hmoveto, 4, hlineto, 9, hmoveto, endchar), "M 4,0 L 8,0"},
		"without an end":                   {ops(1, hmoveto, 4, hlineto), "M 1,0 L 5,0"},
		"a subroutine that is not there":   {ops(50, calls, endchar), "damaged"},
		"a subroutine in itself":           {ops(-106, calls, endchar), "damaged"},
		"an operator of no font":           {ops(1, 2, "\x0c\x0a", endchar), "damaged"},
		"an accent that is not there":      {ops(7, 8, 65, 66, endchar), "damaged"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parts := namedParts()
			parts.private = join(widths(), []byte{139, opSubrs})
			parts.private[len(parts.private)-2] += byte(len(parts.private)) // they follow it
			parts.subrs = []string{ops(3, 4, rlineto, ret), ops(-106, calls, ret)}
			parts.globalSubrs = []string{ops(5, 6, rlineto, endchar)}
			parts.glyphs = []string{endchar, ops(1, hmoveto, 4, hlineto, endchar), c.code}
			p := mustParse(t, parts.build(), "FontFile3")
			require.Equal(t, c.want, pathOf(p, 2, 1000))
		})
	}
}

func TestOutlinesOfType1(t *testing.T) {
	t.Parallel()
	const (
		closepath, seac, callother, pop, setpoint, sbw = "\x09", "\x0c\x06", "\x0c\x10", "\x0c\x11", "\x0c\x21", "\x0c\x07"
		dotsection                                     = "\x0c\x00"
	)
	flexes := []string{
		ops(3, 0, callother, pop, pop, setpoint, ret), ops(0, 1, callother, ret), ops(0, 2, callother, ret), ret,
		ops(1, 3, callother, pop, calls, ret),
	}
	cases := map[string]struct{ code, want string }{
		"lines from the bearing": {ops(10, 50, hsbw, 20, vmoveto, 30, hlineto, 40, vlineto, closepath, endchar), "M 10,20 L 40,20 L 40,60"},
		"both bearings":          {ops(10, 20, 50, 0, sbw, 1, hmoveto, 30, hlineto, closepath, endchar), "M 11,20 L 41,20"},
		"curves":                 {ops(0, 50, hsbw, 0, hmoveto, 1, 2, 3, 4, 5, 6, rrcurveto, 1, 2, 3, 4, vhcurveto, 1, 2, 3, 4, hvcurveto, closepath, endchar), "M 0,0 C 1,2 4,6 9,12 C 9,13 11,16 15,16 C 16,16 18,19 18,23"},
		"behind a closed one":    {ops(0, 50, hsbw, 0, hmoveto, 9, hlineto, closepath, 1, 1, rmoveto, 9, vlineto, closepath, endchar), "M 0,0 L 9,0 M 10,1 L 10,10"},
		"a quotient":             {ops(0, 50, hsbw, 0, hmoveto, 9, 3, div, hlineto, endchar), "M 0,0 L 3,0"},
		"hints":                  {ops(0, 50, hsbw, 1, 2, hstem, dotsection, 3, 4, calls, 0, hmoveto, 9, hlineto, endchar), "M 0,0 L 9,0"},
		"a flex": {ops(0, 50, hsbw, 5, hmoveto, 1, calls, 3, 1, rmoveto, 2, calls, 1, 0, rmoveto, 2, calls, 1, 0, rmoveto, 2, calls, 1, 0, rmoveto, 2, calls,
			1, 0, rmoveto, 2, calls, 1, -1, rmoveto, 2, calls, 1, 0, rmoveto, 2, calls, 50, 14, 0, 0, calls, 9, vlineto, closepath, endchar),
			"M 5,0 C 9,1 10,1 11,1 C 12,1 13,0 14,0 L 14,9"},
		"a letter and its accent": {ops(10, 50, hsbw, 3, 20, 30, 65, 65, seac), "M 5,0 L 9,0 M 32,30 L 36,30"},
		"without an end":          {ops(0, 50, hsbw, 4, hlineto), "M 0,0 L 4,0"},
		"a subroutine too many":   {ops(0, 50, hsbw, 77, calls, endchar), "damaged"},
		"pop of nothing":          {ops(0, 50, hsbw, pop, endchar), "damaged"},
		"an accent of nothing":    {ops(0, 50, hsbw, 3, 20, 30, 65, 66, seac), "damaged"},
		"half a flex":             {ops(0, 50, hsbw, 50, 14, 0, 0, calls, endchar), "damaged"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parts := smallParts()
			parts.subrs = flexes
			parts.glyphs = []string{".notdef", ops(0, 100, hsbw, endchar), "A", ops(5, 100, hsbw, 0, hmoveto, 4, hlineto, closepath, endchar), "beth", c.code}
			p := mustParse(t, parts.build(), "FontFile")
			require.Equal(t, c.want, pathOf(p, 2, 2000))
		})
	}
}

// hmtxFont returns a font of glyphs with metrics: the advance and the side bearing of each.
func hmtxFont(metrics []int, glyphs ...string) []byte {
	loca, body := be(0), ""
	for _, g := range glyphs {
		body += g
		loca = append(loca, be(len(body)/2)...)
	}
	return sfntOf(trueTypeTag, table{"head", with(make([]byte, 54), map[int]int{18: 1000})},
		table{"hhea", with(make([]byte, 36), map[int]int{34: len(metrics) / 2})}, table{"hmtx", be(metrics...)},
		table{"maxp", join(be32(0x00010000), be(len(glyphs)))}, table{"loca", loca}, table{"glyf", []byte(body)})
}

// Rasterizers show a glyph with its xMin at its side bearing.
func TestGlyphsAreShownAtTheirSideBearing(t *testing.T) {
	t.Parallel()
	square := join(be(1, 40, 0, 140, 100), []byte(squareGlyph())[10:])
	part := func(flags int) string {
		return string(join(be(-1, 40, 0, 140, 100), be(xyArgs|wordArgs|flags, 0, 0, 0)))
	}
	p := mustParse(t, hmtxFont([]int{500, 40, 500, 70, 500, 40, 500, 40},
		string(square), string(square), part(0), part(ownMetrics), string(square)), "")
	const moved = "M 30,0 L 130,0 L 130,100 L 30,100"
	for gid, want := range []string{"M 0,0 L 100,0 L 100,100 L 0,100", moved, "M 0,0 L 100,0 L 100,100 L 0,100", "M 0,0 L 100,0 L 100,100 L 0,100", "M 0,0 L 100,0 L 100,100 L 0,100"} {
		require.Equal(t, want, pathOf(p, gid, 1000), "glyph %d", gid)
	}
	shifted := mustParse(t, hmtxFont([]int{500, 70, 500, 0}, string(square), part(ownMetrics)), "")
	require.Equal(t, moved, pathOf(shifted, 1, 1000), "that of its part")
}

func TestTrueTypeGlyphs(t *testing.T) {
	t.Parallel()
	parts := func(words ...int) string { return string(join(be(-1, 1, 2, 3, 4), be(words...))) }
	p := mustParse(t, glyfFont(
		simpleGlyph([]int{1, 3}, [3]int{0, 0, on}, [3]int{9, 0, off}, [3]int{0, 9, on}, [3]int{9, -9, on}), "",
		parts(xyArgs|moreParts|wordArgs, 0, 500, -20, xyArgs|oneScale, 1, 0x0A14, 1<<13), parts(xyArgs|wordArgs, 0)), "")
	glyphs := &TrueType{p.glyphs.(*sfnt)}
	g, ok := glyphs.Glyph(0)
	require.True(t, ok)
	require.Equal(t, []TrueTypePoint{{X: 0, Y: 0, On: true}, {X: 9, Y: 0, End: true}, {X: 0, Y: 9, On: true}, {X: 9, Y: -9, On: true, End: true}}, g.Points)
	g, ok = glyphs.Glyph(1)
	require.True(t, ok, "a space")
	require.Equal(t, TrueTypeGlyph{}, g)
	g, ok = glyphs.Glyph(2)
	require.True(t, ok)
	require.Equal(t, [4]int{1, 2, 3, 4}, g.Box)
	require.Equal(t, []TrueTypePart{
		{Flags: xyArgs | moreParts | wordArgs, GID: 0, Place: be(500, -20)}, {Flags: xyArgs | oneScale, GID: 1, Place: be(0x0A14, 1<<13)},
	}, g.Parts)
	for gid, why := range map[int]string{3: "cut off", 4: "not there", -1: "not there"} {
		_, ok = glyphs.Glyph(gid)
		require.False(t, ok, why)
	}
}

func TestFontMatrixSlantsAndNarrows(t *testing.T) {
	t.Parallel()
	upright := affine{.001, 0, 0, .001, 0, 0}
	cases := map[string]struct {
		matrix [4]float64
		want   affine
	}{
		"upright":           {[4]float64{.001, 0, 0, .001}, upright},
		"a larger grid":     {[4]float64{.0005, 0, 0, .0005}, affine{.0005, 0, 0, .0005, 0, 0}},
		"slanted":           {[4]float64{.001, 0, .000167, .001}, affine{.001, 0, .000167, .001, 0, 0}},
		"narrow":            {[4]float64{.0005, 0, 0, .001}, affine{.0005, 0, 0, .001, 0, 0}},
		"upside down":       {[4]float64{.001, 0, 0, -.001}, affine{.001, 0, 0, -.001, 0, 0}},
		"none":              {[4]float64{}, upright},
		"flat":              {[4]float64{.001, 0, 0, 0}, upright},
		"all in one line":   {[4]float64{.001, .001, .001, .001}, upright},
		"tall as a tower":   {[4]float64{.001, 0, 0, 1}, upright},
		"of no known sense": {[4]float64{1e-9, 0, 0, 1e-9}, upright},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.InDeltaSlice(t, c.want[:], ptr(glyphSpace(c.matrix))[:], 1e-12)
		})
	}
}

func TestOutlinesObeyTheFontMatrix(t *testing.T) {
	t.Parallel()
	real := func(digits ...byte) []byte { return append([]byte{30}, digits...) }
	milli, slant := real(0xA0, 0x01, 0xFF), real(0xA0, 0x00, 0x5F) // .001 and .0005
	c := namedParts()
	c.glyphs[1] = string(ops(100, 100, rmoveto, 50, hlineto, endchar))
	c.top = join(milli, dictInt(0), slant, milli, dictInt(0), dictInt(0), []byte{12, 7})
	require.Equal(t, "M 150,100 L 200,100", pathOf(mustParse(t, c.build(), ""), 1, 1000))
}

func ptr[T any](v T) *T { return &v }

func BenchmarkBox(b *testing.B) {
	p, err := parseProgram(smallType1(), "")
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		for gid := range p.glyphCount {
			r := newReach()
			p.glyphs.outline(gid, &outliner{m: affine{1, 0, 0, 1, 0, 0}, box: &r})
		}
	}
}
