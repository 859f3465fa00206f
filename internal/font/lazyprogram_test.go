package font

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// fontsOf loads the fonts with these bodies from one document, by one Loader. In a
// body %d is the number of the stream.
func fontsOf(t *testing.T, stream []byte, bodies ...string) (*Loader, []*Font) {
	t.Helper()
	var file testkit.PDF
	n := file.AddStream("", string(stream))
	var names string
	for i, body := range bodies {
		names += fmt.Sprintf("/F%d << /Type /Font "+body+" >> ", i, n)
	}
	file.AddPage(testkit.Page{Fonts: names})
	doc, err := pdf.Open(t.Context(), file.Bytes(), pdf.Options{})
	require.NoError(t, err)
	loader := NewLoader(doc)
	dicts := doc.Dict(doc.Page(1).Resources.Raw("Font"))
	var fonts []*Font
	for i := range bodies {
		fonts = append(fonts, loader.Load(doc.Dict(dicts.Raw(pdf.Name(fmt.Sprintf("F%d", i))))))
	}
	return loader, fonts
}

// shown returns what code means and how wide it is.
func shown(f *Font, code string) (string, float32) {
	c, _ := f.Next([]byte(code))
	s, known := f.String(c.Rune)
	if !known {
		s = "?"
	}
	return s, c.Width
}

func TestProgramsExplainWhatNothingElseDoes(t *testing.T) {
	t.Parallel()
	const cid = "/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [ << /Subtype /CIDFontType2 "
	symbolic := append(threeTables()[:8:8], table{"cmap", cmapOf(3, 0, cmap4(0xF041, 0xF041, 2))})
	cases := map[string]struct {
		font    string
		program []byte
		code    string
		want    string
		width   float32
	}{
		"the built-in encoding of Type 1":         {"/Subtype /Type1 /FontDescriptor << /Flags 4 /FontFile %d 0 R >>", smallType1(), "x", "A", 0.228},
		"a glyph that the encoding leaves out":    {"/Subtype /Type1 /FontDescriptor << /Flags 4 /FontFile %d 0 R >>", smallType1(), "A", "", 0},
		"the built-in encoding of CFF":            {"/Subtype /Type1 /FontDescriptor << /Flags 4 /FontFile3 %d 0 R >>", smallCFF(), "y", "ℶ", 0.5},
		"Differences over the built-in encoding":  {"/Subtype /Type1 /Encoding << /Differences [120 /beth] >> /FontDescriptor << /Flags 4 /FontFile3 %d 0 R >>", smallCFF(), "x", "ℶ", 0.5},
		"the names of a symbolic TrueType font":   {"/Subtype /TrueType /FontDescriptor << /Flags 4 /FontFile2 %d 0 R >>", sfntOf(trueTypeTag, symbolic...), "A", "ℶ", 0.7},
		"a TrueType glyph found by its name":      {"/Subtype /TrueType /Encoding /WinAnsiEncoding /FontDescriptor << /Flags 32 /FontFile2 %d 0 R >>", threeGlyphs(), "A", "A", 0.7},
		"Unicode map in reverse":                  {cid + "/DW 700 /FontDescriptor << /FontFile2 %d 0 R >> >> ]", threeGlyphs(), "\x00\x01", "A", 0.7},
		"glyph names where Unicode maps end":      {cid + "/DW 700 /FontDescriptor << /FontFile2 %d 0 R >> >> ]", threeGlyphs(), "\x00\x02", "ℶ", 0.7},
		"a glyph that the program does not have":  {cid + "/DW 700 /FontDescriptor << /FontFile2 %d 0 R >> >> ]", threeGlyphs(), "\x00\x09", "?", 0.7},
		"the glyph for undefined characters":      {cid + "/DW 700 /FontDescriptor << /FontFile2 %d 0 R >> >> ]", threeGlyphs(), "\x00\x00", "", 0.7},
		"CIDs of a CID-keyed program say nothing": {cid + "/DW 700 /FontDescriptor << /FontFile3 %d 0 R >> >> ]", cidCFF(), "\x00\x07", "?", 0.7},
		"CIDs of a program with names are GIDs":   {cid + "/DW 700 /FontDescriptor << /FontFile3 %d 0 R >> >> ]", smallCFF(), "\x00\x02", "ℶ", 0.7},
		"a program that is rubbish":               {"/Subtype /Type1 /FontDescriptor << /Flags 4 /FontFile %d 0 R >>", []byte("rubbish"), "A", "A", 0.667},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, fonts := fontsOf(t, c.program, c.font)
			require.True(t, fonts[0].Embedded)
			text, width := shown(fonts[0], c.code)
			require.Equal(t, c.want, text)
			require.InDelta(t, c.width, width, 1e-6)
		})
	}
}

func TestCIDToGIDMap(t *testing.T) {
	t.Parallel()
	_, fonts := fontsOf(t, []byte{0, 0, 0, 9, 0, 0x24},
		"/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [ << /Subtype /CIDFontType2 /BaseFont /Arial /CIDToGIDMap %d 0 R >> ]")
	text, _ := shown(fonts[0], "\x00\x02")
	require.Equal(t, "A", text, "glyph 36 of the fonts of Windows")
}

func TestFontsShareWhatTheyName(t *testing.T) {
	t.Parallel()
	_, fonts := fontsOf(t, []byte("1 beginbfchar <41> <0062> endbfchar"), "/Subtype /Type1 /ToUnicode %d 0 R", "/Subtype /TrueType /ToUnicode %d 0 R")
	require.Same(t, fonts[0].simple.unicode, fonts[1].simple.unicode)
	_, fonts = fontsOf(t, smallType1(), "/Subtype /Type1 /FontDescriptor << /FontFile %d 0 R >>", "/Subtype /Type1 /FontDescriptor << /FontFile %d 0 R >>")
	require.Same(t, fonts[0].simple.program, fonts[1].simple.program)
}

func TestFontsOfADocumentHaveABudget(t *testing.T) {
	t.Parallel()
	l, fonts := fontsOf(t, smallType1(), "/Subtype /Type1 /FontDescriptor << /Flags 4 /FontFile %d 0 R >>")
	composite := pdf.NewDict(pdf.Name("Subtype"), pdf.Name("Type0"), pdf.Name("Encoding"), pdf.Name("UniJIS-UTF16-H"))
	l.used.Store(limits.FontMemory - fontSize)
	f := l.Load(composite)
	for range 2 {
		text, _ := shown(f, "\x4e\x9c")
		require.Equal(t, "亜", text, "without remembering it")
	}
	text, _ := shown(fonts[0], "x")
	require.Equal(t, "x", text, "without its program")
	require.Same(t, l.Load(composite), l.Load(composite))
	require.Equal(t, "Helvetica", l.Load(composite).Name)
}

// TestTheEncodingOfType1IsReadWithoutTheRest shows text in a Type 1 program. Its clear text is
// sound, and nothing asks for its charstrings.
func TestTheEncodingOfType1IsReadWithoutTheRest(t *testing.T) {
	t.Parallel()
	const body = "/Subtype /Type1 /FirstChar 120 /Widths [500] /FontDescriptor << /Flags 4 /FontFile %d 0 R >>"
	cases := map[string]struct {
		program []byte
		read    bool
	}{
		"as PFA":                {smallType1(), false},
		"as PFB":                {pfb(smallType1()), false},
		"behind a long comment": {append([]byte("%!"+strings.Repeat(" ", headBytes)+"\n"), smallType1()...), true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, fonts := fontsOf(t, c.program, body)
			text, width := shown(fonts[0], "x")
			require.Equal(t, "A", text)
			require.InDelta(t, 0.5, width, 1e-6)
			require.Equal(t, c.read, fonts[0].simple.program.p != nil)
		})
	}
}
