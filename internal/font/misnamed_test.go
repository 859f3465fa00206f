package font

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// TestSignsUnderNamesOfLetters has signs of mathematics that are named after letters. What a glyph
// paints tells which of the two it is.
func TestSignsUnderNamesOfLetters(t *testing.T) {
	t.Parallel()
	num := func(v int) string { return "\xff" + string(be32(2*v)) } // thousandths; an em of the program has 2000 units
	box := func(x0, y0, x1, y1 int) string {
		return ops(0, 50, hsbw, num(x0), num(y0), rmoveto, num(x1-x0), hlineto, num(y1-y0), vlineto, num(x0-x1), hlineto, endchar)
	}
	for _, c := range []struct{ name, glyph, want string }{
		{"thorn", box(56, -83, 721, 583), "+"},
		{"thorn", box(20, -220, 480, 690), "þ"},
		{"onequarter", box(56, 133, 721, 367), "="},
		{"onequarter", box(40, -10, 720, 680), "¼"},
		{"eth", box(99, -250, 331, 750), "("},
		{"eth", box(30, -10, 470, 690), "ð"},
		{"Thorn", box(57, -250, 289, 750), ")"},
		{"Thorn", box(20, 0, 560, 670), "Þ"},
		{"onehalf", box(118, -250, 255, 750), "["},
		{"Scaron", box(22, -250, 159, 750), "]"},
		{"Scaron", box(40, -10, 500, 900), "Š"},
	} {
		parts := smallParts()
		parts.glyphs = []string{".notdef", ops(0, 100, hsbw, endchar), c.name, c.glyph}
		var file testkit.PDF
		program := file.AddStream("", string(parts.build()))
		file.AddPage(testkit.Page{Fonts: fmt.Sprintf("/F1 << /Type /Font /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /%s] >> /FontDescriptor << /FontFile %d 0 R >> >>", c.name, program)})
		doc, err := pdf.Open(t.Context(), file.Bytes(), pdf.Options{})
		require.NoError(t, err)
		f := Load(doc, doc.Dict(doc.Dict(doc.Page(1).Resources.Raw("Font")).Raw("F1")))
		require.Equal(t, c.want, f.Meaning('A'), c.name)
		require.Equal(t, c.want != "þ" && c.want != "¼" && c.want != "ð" && c.want != "Þ" && c.want != "Š", f.Misnames('A', f.ProgramName('A')), c.name)
	}
}
