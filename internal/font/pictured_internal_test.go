package font

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// TestPicturesUnderNamesOfLetters has a font of a few glyphs that are named after letters, but
// cannot be these letters. Then the font is one of pictures.
func TestPicturesUnderNamesOfLetters(t *testing.T) {
	t.Parallel()
	num := func(v int) string { return "\xff" + string(be32(2*v)) } // thousandths; an em of the program has 2000 units
	box := func(w, h int) string {
		return ops(num(w), hlineto, num(h), vlineto, num(-w), hlineto)
	}
	disc := func(w, h int) string {
		return ops(num(w), num(0), num(0), num(h), num(-w), num(0), rrcurveto)
	}
	at := func(x, y int) string { return ops(num(x), num(y), rmoveto) }
	for _, c := range []struct{ name, glyph, flags, others, want string }{
		{"section", box(380, 380), "4", "", "▪"},
		{"section", disc(380, 800), "4", "", "§"},
		{"section", box(380, 380), "32", "", "§"},
		{"section", box(380, 380), "4", " 500 500 500 500 500 500 500 500", "§"},
		{"n", box(600, 600), "4", "", "■"},
		{"n", box(100, 500) + at(200, 0) + box(100, 500), "4", "", "n"},
		{"n", disc(500, 500), "4", "", "n"},
		{"l", disc(900, 650), "4", "", "●"},
		{"l", box(100, 700), "4", "", "l"},
		{"l", disc(200, 700), "4", "", "l"},
		{"w", box(500, 500), "4", "", "◆"},
		{"udieresis", disc(700, 700), "4", "", "✓"},
		{"udieresis", disc(400, 400) + at(0, 300) + box(100, 100) + at(200, 0) + box(100, 100), "4", "", "ü"},
		{"Thorn", disc(900, 450), "4", "", "⇒"},
		{"Thorn", disc(500, 700), "4", "", "Þ"},
		{"threesuperior", box(500, 500), "4", "", "≥"},
		{"A", box(500, 500), "4", "", "A"},
	} {
		parts := smallParts()
		parts.glyphs = []string{".notdef", ops(0, 100, hsbw, endchar), c.name, ops(0, 50, hsbw) + at(50, 0) + c.glyph + ops(endchar)}
		var file testkit.PDF
		program := file.AddStream("", string(parts.build()))
		file.AddPage(testkit.Page{Fonts: fmt.Sprintf(`/F1 << /Type /Font /Subtype /Type1 /BaseFont /TT23Co00 /FirstChar 1 /Widths [457%s]
			/Encoding << /Differences [1 /%s] >> /FontDescriptor << /Flags %s /FontFile %d 0 R >> >>`, c.others, c.name, c.flags, program)})
		doc, err := pdf.Open(t.Context(), file.Bytes(), pdf.Options{})
		require.NoError(t, err)
		f := Load(doc, doc.Dict(doc.Dict(doc.Page(1).Resources.Raw("Font")).Raw("F1")))
		require.Equal(t, c.want, f.Meaning(1), "%s, flags %s%s", c.name, c.flags, c.others)
	}
}
