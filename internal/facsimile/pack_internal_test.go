package facsimile

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
)

// What is packed comes back to the bit, whatever a page holds, and text as pages have it is small.
func TestPackedGlyphsComeBack(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	bits := func() float32 { // any but those that are no numbers: they equal nothing
		for {
			if v := math.Float32frombits(r.Uint32()); v == v {
				return v
			}
		}
	}
	for range 200 {
		var runs []run
		glyphs := make([]glyph, r.IntN(300))
		for i := range glyphs {
			glyphs[i] = glyph{x: bits(), y: bits(), advance: bits(), code: r.Uint32(), char: rune(r.Uint32())}
			if i > 0 && r.IntN(3) > 0 {
				glyphs[i] = glyphs[i-1]
				glyphs[i].x += glyphs[i].advance
				glyphs[i].code += uint32(r.IntN(2))
			}
		}
		for at := r.IntN(3); at < len(glyphs); {
			n := min(1+r.IntN(40), len(glyphs)-at)
			runs = append(runs, run{first: int32(at), count: int32(n), charSpace: bits(), look: look{font: &layout.Font{}, level: uint8(r.IntN(3))}})
			at += n + r.IntN(2)
		}
		packed := pack(runs, glyphs)
		gotRuns, gotGlyphs := packed.unpack(make([]run, 2), nil)
		require.Len(t, gotRuns, len(runs))
		for i := range runs {
			require.Equal(t, runs[i], gotRuns[i])
		}
		require.Len(t, gotGlyphs, len(glyphs))
		for i := range glyphs {
			require.Equal(t, glyphs[i], gotGlyphs[i])
		}
	}

	text := "A line that is set wide enough to fill the measure of its column."
	var glyphs []glyph
	x := float32(72)
	for range 40 {
		for _, c := range text {
			glyphs = append(glyphs, glyph{x: x, y: 100, advance: 5.25, code: uint32(c), char: c})
			x += 5.25
		}
	}
	one := []run{{count: int32(len(glyphs)), look: look{font: &layout.Font{}}}}
	require.Less(t, len(pack(one, glyphs).data), 3*len(glyphs)/2)
}

func TestPackedTextComesBack(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		p := &layout.Page{Text: "The text.", Formulas: make([]layout.Formula, r.IntN(2))}
		for range r.IntN(20) {
			l := layout.Line{Start: r.Int32(), End: r.Int32(), FirstPlace: int32(len(p.Places)), PlaceCount: int32(r.IntN(9))}
			for range l.PlaceCount {
				p.Places = append(p.Places, layout.Place{Start: r.Int32(), End: r.Int32(), Glyph: r.Int32() - 1, Count: r.Int32()})
			}
			p.Lines = append(p.Lines, l)
		}
		got := &layout.Page{Lines: make([]layout.Line, 3)} // of another page
		got.Lines[0].Baseline = 1
		packText(p).unpack(got)
		require.Equal(t, p.Text, got.Text)
		require.Equal(t, p.Formulas, got.Formulas)
		require.ElementsMatch(t, p.Lines, got.Lines)
		require.ElementsMatch(t, p.Places, got.Places)
	}
}
