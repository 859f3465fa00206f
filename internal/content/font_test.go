package content_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// type3Page shows src in F3, a Type 3 font with the given glyph names for A and B.
func type3Page(t *testing.T, src, matrix, box, a, b string) *layout.Content {
	t.Helper()
	file := &testkit.PDF{}
	shape := file.AddStream("", "30 0 0 0 30 50 d1 1 0 0 rg 0 0 20 50 re f")
	coloured := file.AddStream("", "30 0 d0 1 0 0 rg 0 0 20 50 re f BI /W 1 /H 1 /IM true ID \x80 EI")
	file.AddPage(testkit.Page{
		Content: src, MediaBox: "0 0 100 100",
		Fonts: fmt.Sprintf(`/F3 << /Type /Font /Subtype /Type3 /FontBBox %s /FontMatrix %s /FirstChar 65 /LastChar 66
			/Widths [30 30] /CharProcs << /%s %d 0 R /%s %d 0 R >> /Encoding << /Differences [65 /%s /%s] >> >>`,
			box, matrix, a, shape, b, coloured, a, b),
	})
	return read(t, file)
}

func TestType3GlyphsWithoutUnicodeArePainted(t *testing.T) {
	t.Parallel()
	c := type3Page(t, "0 0 1 rg BT /F3 10 Tf 20 30 Td (AB) Tj ET 0 0 1 1 re f", "[.02 0 0 .02 0 0]", "[0 0 30 50]", "qq1", "qq2")
	require.Len(t, c.Runs, 1)
	require.NotZero(t, c.Runs[0].Flags&layout.Unmapped)
	require.Equal(t, []string{"unmapped_glyphs"}, codes(c))
	require.Len(t, c.Paths, 3)
	require.Equal(t, layout.Rect{X0: 20, Y0: 60, X1: 24, Y1: 70}, c.Paths[0].Box)
	require.Equal(t, layout.Color{B: 255}, c.Paints[c.Paths[0].Paint].Fill, "d1 takes the colour of the text")
	require.Equal(t, layout.Color{R: 255}, c.Paints[c.Paths[1].Paint].Fill, "d0 has its own")
	require.Len(t, c.Images, 1)
	require.Equal(t, layout.Rect{X0: 0, Y0: 99, X1: 1, Y1: 100}, c.Paths[2].Box, "the state is back")
	require.Equal(t, layout.Color{B: 255}, c.Paints[c.Paths[2].Paint].Fill)
}

func TestType3GlyphsWithUnicodeAreText(t *testing.T) {
	t.Parallel()
	c := type3Page(t, "BT /F3 10 Tf 20 30 Td (AB) Tj ET", "[.02 0 0 .02 0 0]", "[0 0 30 50]", "x", "eacute")
	require.Equal(t, "xé", text(c))
	require.Empty(t, c.Paths)
	require.Empty(t, c.Images)
	require.InDelta(t, 6, c.Glyphs[0].Advance, tolerance)
}

// TestSignsOfMathematicsAreText has glyph names of fonts of mathematics, which no list of names of text has.
func TestSignsOfMathematicsAreText(t *testing.T) {
	t.Parallel()
	c := type3Page(t, "BT /F3 10 Tf 20 30 Td (AB) Tj ET", "[.02 0 0 .02 0 0]", "[0 0 30 50]", "parenleftbig1", "bracehext")
	require.Equal(t, '(', c.Glyphs[0].Char)
	require.Negative(t, c.Glyphs[1].Char, "a piece of a brace is no brace")
	require.Len(t, c.Paths, 1, "it is painted")
}

// TestBitmapFontsOfMathematicsAreKnown has letters of cmmi7, measured in dots. Their widths tell what they are.
func TestBitmapFontsOfMathematicsAreKnown(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	procs, widths := "", make([]int, 78-23+1)
	for code, width := range map[int]int{23: 18, 25: 21, 61: 19, 66: 27, 68: 30, 78: 29} {
		procs += fmt.Sprintf("/a%d %d 0 R ", code, file.AddStream("", fmt.Sprintf("%d 0 0 0 %d 20 d1 0 0 %[1]d 20 re f", width, width)))
		widths[code-23] = width
	}
	file.AddPage(testkit.Page{
		Content: "BT /F3 .24 Tf 20 30 Td <17193D424E> Tj ET", MediaBox: "0 0 100 100",
		Fonts: fmt.Sprintf(`/F3 << /Type /Font /Subtype /Type3 /FontBBox [0 -8 30 22] /FontMatrix [1 0 0 1 0 0] /FirstChar 23 /LastChar 78 /Widths %d
			/CharProcs << %s >> /Encoding << /Differences [23 /a23 25 /a25 61 /a61 66 /a66 68 /a68 78 /a78] >> >>`, widths, procs),
	})
	c := read(t, file)
	require.Equal(t, "νπ/BN", text(c))
	require.Equal(t, layout.MathLetters, c.Fonts[0].Math)
	nu, ok := c.Fonts[0].Shapes.Math(23)
	require.True(t, ok)
	require.Equal(t, layout.MathChar{Char: 'ν', Alphabet: layout.MathItalic}, nu)
}

// TestType3FontsOnTheirHeads has a FontMatrix that turns the glyphs upside down. The text matrix turns them back.
func TestType3FontsOnTheirHeads(t *testing.T) {
	t.Parallel()
	c := type3Page(t, "BT /F3 10 Tf 1 0 0 -1 20 30 Tm (A) Tj ET", "[.02 0 0 -.02 0 0]", "[0 -10 30 50]", "x", "eacute")
	require.Equal(t, [4]float32{10, 0, 0, -10}, c.Runs[0].Em, "up is up")
	require.InDelta(t, 1, c.Fonts[0].Ascent, tolerance)
	require.InDelta(t, -.2, c.Fonts[0].Descent, tolerance)
	ink, ok := c.Fonts[0].Shapes.Ink('A')
	require.True(t, ok)
	require.InDeltaSlice(t, []float32{0, 0, .6, 1}, []float32{ink.X0, ink.Y0, ink.X1, ink.Y1}, tolerance)
}

// TestPartsOfAFixedWidthFont has a font that a browser printed as several Type 3 fonts. One of them has too few
// letters to be recognised by itself.
func TestPartsOfAFixedWidthFont(t *testing.T) {
	t.Parallel()
	shown := func(few int) []bool {
		file := &testkit.PDF{}
		shape := file.AddStream("", "600 0 0 0 600 700 d1 0 0 600 700 re f")
		type3 := func(letters string, width int) string {
			procs, names := "", ""
			for _, r := range letters {
				procs += fmt.Sprintf("/%c %d 0 R ", r, shape)
				names += fmt.Sprintf("/%c ", r)
			}
			return fmt.Sprintf(`<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 65 /LastChar %d
				/Widths [%s] /CharProcs << %s >> /Encoding << /Differences [65 %s] >> >>`, 64+len(letters), strings.Repeat(fmt.Sprint(width, " "), len(letters)), procs, names)
		}
		file.AddPage(testkit.Page{
			Content:  "BT /F3 10 Tf 20 30 Td (ABCDEFGHIJ) Tj /F4 12 Tf (AB) Tj ET",
			MediaBox: "0 0 300 100", Fonts: "/F3 " + type3("fiprnmtwhl", 600) + " /F4 " + type3("yk", few),
		})
		var mono []bool
		for _, f := range read(t, file).Fonts {
			mono = append(mono, f.Mono)
		}
		return mono
	}
	require.Equal(t, []bool{true, true}, shown(600))
	require.Equal(t, []bool{true, false}, shown(500), "letters of another font")
}

func TestType3FontsInDotsHaveAnHonestSize(t *testing.T) {
	t.Parallel()
	for name, box := range map[string]string{"by their box": "[0 -10 30 50]", "by their widths": "[0 0 0 0]", "by their widths, which no box holds": "[0 0 1 -1]"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := type3Page(t, ".2 0 0 .2 20 50 cm BT /F3 1 Tf (AB) Tj ET", "[1 0 0 1 0 0]", box, "x", "y")
			run := c.Runs[0]
			require.InDelta(t, 12, run.Size, tolerance)
			require.InDelta(t, 12, run.Em[0], tolerance)
			require.Zero(t, run.Flags)
			require.InDelta(t, 6, c.Glyphs[0].Advance, tolerance)
			require.Less(t, c.Fonts[0].Ascent, float32(1.5))
		})
	}
}

// TestType3PartsOfOutlineFontsAreHonest has a part of a font with only its high brackets. Its box has three ems,
// which is true.
func TestType3PartsOfOutlineFontsAreHonest(t *testing.T) {
	t.Parallel()
	for descriptor, want := range map[string]float32{"": 30, "/FontDescriptor << /Type /FontDescriptor /FontName /AAAAAA+Asana-Math /Flags 4 >>": 10} {
		file := &testkit.PDF{}
		shape := file.AddStream("", "500 0 0 -1000 500 2000 d1 0 -1000 500 3000 re f")
		file.AddPage(testkit.Page{
			Content: "BT /F3 10 Tf 20 30 Td (A) Tj ET", MediaBox: "0 0 100 100",
			Fonts: fmt.Sprintf(`/F3 << /Type /Font /Subtype /Type3 /FontBBox [0 -1000 500 2000] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 65 /LastChar 65
				/Widths [500] /CharProcs << /x %d 0 R >> /Encoding << /Differences [65 /x] >> %s >>`, shape, descriptor),
		})
		c := read(t, file)
		require.InDelta(t, want, c.Runs[0].Em[0], tolerance, descriptor)
	}
}

func TestVerticalWritingGoesDown(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	file.AddPage(testkit.Page{
		Content: "BT /F1 10 Tf 1 Tc 50 80 Td <04E004E1> Tj ET", MediaBox: "0 0 100 100",
		Fonts: `/F1 << /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /Identity-V /DescendantFonts [
			<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 0 >> >>] >>`,
	})
	c := read(t, file)
	require.NotZero(t, c.Runs[0].Flags&layout.VerticalMode)
	requirePoint(t, 50, 20, origin(c, 0))
	require.InDelta(t, 10, c.Glyphs[0].Advance, tolerance)
	require.InDelta(t, 29, c.Glyphs[1].Y, tolerance, "Tc counts upwards")
	require.InDelta(t, -1, c.Runs[0].CharSpace, tolerance)
}

// TestIdeographsAreNoProgram has a font of Japanese that says that its glyphs have one width, as most do.
func TestIdeographsAreNoProgram(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shown string
		mono  bool
	}{
		"ideographs":                  {"04E004E104E2", false},
		"ideographs and a number":     {"04E004E10012", false},
		"a program and a word in it":  {"00420043004404E004E1", true},
		"a program without any words": {"004200430044", true},
	} {
		file := &testkit.PDF{}
		file.AddPage(testkit.Page{
			Content: "BT /F1 10 Tf 20 30 Td <" + c.shown + "> Tj ET", MediaBox: "0 0 100 100",
			Fonts: `/F1 << /Type /Font /Subtype /Type0 /BaseFont /Kakugo /Encoding /Identity-H /DescendantFonts [
				<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Kakugo /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 0 >>
				/FontDescriptor << /Type /FontDescriptor /FontName /Kakugo /Flags 5 >> >>] >>`,
		})
		require.Equal(t, c.mono, read(t, file).Fonts[0].Mono, name)
	}
}
