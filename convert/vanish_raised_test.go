package convert_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// digits returns a page with these codes. In its font, glyph 1 is a digit on the baseline, and glyph 2 is a digit
// that stands foot thousandths of an em above it. All glyphs are wide thousandths wide.
func digits(codes, toUnicode string, foot, wide int) []byte {
	var pdf testkit.PDF
	program := pdf.AddStream("", testkit.SquareFont(foot))
	descriptor := pdf.Add(fmt.Sprintf("<< /Type /FontDescriptor /FontName /Digits /Flags 4 /FontFile2 %d 0 R >>", program))
	cid := pdf.Add(fmt.Sprintf("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Digits /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW %d /FontDescriptor %d 0 R >>", wide, descriptor))
	unicode := pdf.AddStream("", "1 begincodespacerange <0000> <ffff> endcodespacerange "+toUnicode)
	font := pdf.Add(fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /Digits /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>", cid, unicode))
	pdf.AddPage(testkit.Page{Fonts: fmt.Sprintf("%s /D %d 0 R", fonts, font), Content: "BT /D 12 Tf 72 700 Td <" + codes + "> Tj ET"})
	return pdf.Bytes()
}

func TestDigitsThatAreRaisedInTheirFontAreSo(t *testing.T) {
	t.Parallel()
	const both = "2 beginbfchar <0001> <0038> <0002> <0036> endbfchar"
	cases := map[string]struct {
		document []byte
		want     string
	}{
		"a power":                      {digits("000100020002", both, 260, 400), "8⁶⁶"},
		"as wide as others":            {digits("000100020002", both, 260, 500), "866"},
		"on the baseline":              {digits("000100020002", both, 0, 400), "866"},
		"a little above it":            {digits("000100020002", both, 60, 400), "866"},
		"a fraction":                   {digits("000100020003", "3 beginbfchar <0001> <0038> <0002> <0036> <0003> <002f> endbfchar", 260, 400), "86/"},
		"a font of nothing but raised": {digits("00020002", "1 beginbfchar <0002> <0036> endbfchar", 260, 400), "66"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := convert.Convert(t.Context(), bytes.NewReader(c.document), convert.DefaultOptions())
			require.NoError(t, err)
			require.Contains(t, result.HTML, ">"+c.want+"<")
		})
	}
}

// TestFractionsSayWhatIsBelow: the solidus separates the two numbers, in the flow and in a facsimile.
func TestFractionsSayWhatIsBelow(t *testing.T) {
	t.Parallel()
	fraction := signs(text("R", 11, 72, 700, "They won") + text("R", 7, 119.5, 704, "3,204") + text("R", 11, 135.5, 700, "/") + text("R", 7, 138.7, 698, "4,649") +
		text("R", 11, 158, 700, "of all votes, and/or") + text("R", 11, 252, 700, "5/8 of the seats."))
	const want = "They won 3,204\u20444,649 of all votes, and/or 5/8 of the seats."
	nothingVanishes(t, map[string]vanishing{
		"in the flow":         {document: fraction, want: []string{want}},
		"on a page as it was": {document: fraction, adjust: asItLooks, want: []string{"3,204\u20444,649"}},
	})
	result, err := convert.Convert(t.Context(), bytes.NewReader(fraction), convert.DefaultOptions())
	require.NoError(t, err)
	require.Contains(t, result.HTML, "<sup>3,204</sup>\u2044<sub>4,649</sub>")
}
