package webfont_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/webfont"
)

// BenchmarkFont makes and packs a font as a page of text in a Latin script has it: 80
// glyphs of 40 steps, and 200 pairs.
func BenchmarkFont(b *testing.B) {
	source, usage := latinFont()
	faces := []webfont.Face{{Source: source, Usage: usage}}
	b.Run("build", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			set, err := webfont.Build(b.Context(), faces)
			require.NoError(b, err)
			b.SetBytes(int64(len(set.Families[0].Bytes())))
		}
	})
	b.Run("pack", func(b *testing.B) {
		family := build(b, source, usage).Families[0]
		b.SetBytes(int64(len(family.Bytes())))
		b.ReportAllocs()
		for b.Loop() {
			family.WOFF2()
		}
	})
}

// latinFont returns a font like those of books, and what a page shows of it.
func latinFont() (drawing, *webfont.Usage) {
	d := drawing{em: 1000, outlines: make(map[uint32]font.Outline)}
	usage := &webfont.Usage{}
	const glyphs, steps, pairs = 80, 40, 200
	at := func(n int) font.Point { return font.Point{X: float32(n*n%701) / 1000, Y: float32(n*7919%887) / 1000} }
	var ids []webfont.ID
	for code := range glyphs {
		o := font.Outline{{Verb: font.MoveTo, P: [3]font.Point{at(code)}}}
		for i := range steps {
			n := code*steps + i
			o = append(o, font.Step{Verb: font.CurveTo, P: [3]font.Point{at(n), at(n + 1), at(n + 2)}})
		}
		d.outlines[uint32(code)] = o
		ids = append(ids, usage.Show(webfont.Use{Code: uint32(code), Width: .5, Text: string(rune('!' + code))}))
	}
	for i := range pairs {
		usage.Follow(ids[i%glyphs], ids[i*i%glyphs], float32(i%9)/-100)
	}
	return d, usage
}
