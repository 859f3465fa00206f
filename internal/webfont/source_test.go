package webfont_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/internal/webfont"
)

// drawing is a source of outlines, as that of a Type 3 font is.
type drawing struct {
	em       int
	outlines map[uint32]font.Outline
}

func (d drawing) Glyph(code uint32) (int, bool) {
	_, ok := d.outlines[code]
	return int(code), ok
}

func (d drawing) Outline(code uint32) font.Outline { return d.outlines[code] }

func (d drawing) TrueType() *font.TrueType { return nil }

func (d drawing) UnitsPerEm() int { return d.em }

// square returns a square with its corner at the origin, its side in ems.
func square(side float32) font.Outline {
	at := func(x, y float32) [3]font.Point { return [3]font.Point{{X: x, Y: y}} }
	return font.Outline{
		{Verb: font.MoveTo, P: at(0, 0)}, {Verb: font.LineTo, P: at(side, 0)},
		{Verb: font.LineTo, P: at(side, side)}, {Verb: font.LineTo, P: at(0, side)},
	}
}

// squares has a square for each code from 1 on, larger from code to code, and nothing to
// see for code 0.
func squares(count int) drawing {
	d := drawing{em: 1000, outlines: map[uint32]font.Outline{0: nil}}
	for code := 1; code <= count; code++ {
		d.outlines[uint32(code)] = square(float32(code) / 1000)
	}
	return d
}

// usageOf returns a usage of each use, the first the most often.
func usageOf(uses ...webfont.Use) *webfont.Usage {
	var u webfont.Usage
	for i, use := range uses {
		for range len(uses) - i {
			u.Show(use)
		}
	}
	return &u
}

func build(tb testing.TB, s webfont.Source, u *webfont.Usage) *webfont.Set {
	tb.Helper()
	set, err := webfont.Build(tb.Context(), []webfont.Face{{Source: s, Usage: u}})
	require.NoError(tb, err)
	return set
}

// embed returns a font file in a document again: its codes are the numbers of its glyphs, its
// widths those of the file.
func embed(tb testing.TB, file []byte) *font.Font {
	tb.Helper()
	kind, key := "CIDFontType2", "FontFile2"
	if string(file[:4]) == "OTTO" {
		kind, key = "CIDFontType0", "FontFile3"
	}
	return load(tb, "/Subtype /Type0 /BaseFont /F /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /"+kind+
		" /BaseFont /F /CIDToGIDMap /Identity /FontDescriptor << /Type /FontDescriptor /Flags 4 /"+key+" {0} >> >>]", string(file))
}

// load returns the font of a document with this dictionary, in which {0} stands for a stream.
func load(tb testing.TB, body, stream string) *font.Font {
	tb.Helper()
	var file testkit.PDF
	n := file.AddStream("/Subtype /OpenType", stream)
	body = strings.ReplaceAll(body, "{0}", fmt.Sprintf("%d 0 R", n))
	file.AddPage(testkit.Page{Fonts: "/F1 << /Type /Font " + body + " >>"})
	doc, err := pdf.Open(tb.Context(), file.Bytes(), pdf.Options{})
	require.NoError(tb, err)
	return font.NewLoader(doc).Load(doc.Dict(doc.Dict(doc.Page(1).Resources.Raw("Font")).Raw("F1")))
}
