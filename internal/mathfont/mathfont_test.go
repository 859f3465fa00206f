package mathfont_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/mathfont"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// load returns what package mathfont makes of a font. In body, {0}, {1}, ... stand for references
// to the streams.
func load(tb testing.TB, body string, streams ...string) (layout.MathUse, layout.Shapes) {
	tb.Helper()
	doc, err := pdf.Open(tb.Context(), fontFile(body, streams...), pdf.Options{})
	require.NoError(tb, err)
	fonts := doc.Dict(doc.Page(1).Resources.Raw("Font"))
	return mathfont.Of(font.NewLoader(doc).Load(doc.Dict(fonts.Raw("F1"))))
}

func fontFile(body string, streams ...string) []byte {
	var file testkit.PDF
	for i, s := range streams {
		body = strings.ReplaceAll(body, fmt.Sprintf("{%d}", i), fmt.Sprintf("%d 0 R", file.AddStream("", s)))
	}
	file.AddPage(testkit.Page{Fonts: "/F1 << /Type /Font " + body + " >>"})
	return file.Bytes()
}

// named returns a font called name, not embedded, whose codes from first on have the glyph names.
func named(tb testing.TB, name string, first int, names ...string) (layout.MathUse, layout.Shapes) {
	tb.Helper()
	return load(tb, fmt.Sprintf("/Subtype /Type1 /BaseFont /ABCDEF+%s /Encoding << /Differences [%d /%s] >>", name, first, strings.Join(names, " /")))
}

// A corner is a point of a glyph in thousandths of an em.
type corner [2]int

// type1 returns an embedded Type 1 font called name: glyphs have a name and corners each, and the
// codes from first on in order.
func type1(tb testing.TB, name string, first int, glyphs ...any) (layout.MathUse, layout.Shapes) {
	tb.Helper()
	number := func(v int) string { return string([]byte{255, byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)}) }
	var encoding, shapes strings.Builder
	for i := 0; i < len(glyphs); i += 2 {
		fmt.Fprintf(&encoding, "dup %d /%s put ", first+i/2, glyphs[i])
		code := number(0) + number(1000) + "\x0d"
		var at corner
		for j, c := range glyphs[i+1].([]corner) {
			op := "\x05" // rlineto
			if j == 0 {
				op = "\x15" // rmoveto
			}
			code += number(c[0]-at[0]) + number(c[1]-at[1]) + op
			at = c
		}
		code += "\x09\x0e"
		fmt.Fprintf(&shapes, "/%s %d RD %s ND\n", glyphs[i], len(code), code)
	}
	program := "%!PS-AdobeFont-1.0: Test\n/FontName /" + name + " def /FontMatrix [0.001 0 0 0.001 0 0] def\n/Encoding 256 array " + encoding.String() +
		"readonly def\ndup /Private 9 dict dup begin /RD {string currentfile exch readstring pop} def /lenIV -1 def\n2 index /CharStrings 9 dict dup begin\n" +
		shapes.String() + "end end\n"
	return load(tb, "/Subtype /Type1 /BaseFont /"+name+" /FontDescriptor << /Flags 4 /FontFile {0} >>", program)
}

func box(x0, y0, x1, y1 int) []corner { return []corner{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}} }

// char returns a MathChar as the cases write it: the character, the alphabet, the piece.
func char(r rune, more ...any) layout.MathChar {
	c := layout.MathChar{Char: r}
	for _, m := range more {
		switch m := m.(type) {
		case layout.Alphabet:
			c.Alphabet = m
		case layout.Piece:
			c.Piece = m
		}
	}
	return c
}

func TestGlyphNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]layout.MathChar{
		"summationdisplay": char('∑'), "uniontext": char('⋃'), "union": char('∪'), "circleplusdisplay": char('⨁'), "integraldisplay": char('∫'),
		"parenleftbigg": char('('), "radicalBigg": char('√'), "bracerightBig": char('}'), "angbracketleftbig": char('⟨'), "parenleftbig4": char('('),
		"parenlefttp": char('(', layout.Top), "bracketrightbt": char(']', layout.Bottom), "braceleftmid": char('{', layout.Middle),
		"braceex": char('{', layout.Extender), "parenrightex": char(')', layout.Extender), "radicalvertex": char('√', layout.Extender),
		"radicaltp": char('√', layout.Top), "arrowvertex": char('|', layout.Extender), "arrowbt": char('↓', layout.Bottom),
		"bracehtipdownleft": char('⏞', layout.LeftEnd), "bracehtipupright": char('⏟', layout.RightEnd), "bracehext": char('⏞', layout.LevelExtender),
		"uni239B": char('(', layout.Top), "uni23AA": char('{', layout.Extender), "uni23A6": char(']', layout.Bottom),
		"uni23DE.lt": char('⏞', layout.LeftEnd), "uni23DF.md": char('⏟', layout.Centre), "uni007C.ex": char('|', layout.Extender),
		"parenleft.size2": char('('), "parenleft.top": char('(', layout.Top), "bracketleft.bot": char('[', layout.Bottom), "integral.size1sl": char('∫'),
		"hatwider": char('\u0302'), "tildewide1": char('\u0303'), "hatwide4": char('\u0302'), "vector": char('\u20D7'), "dieresis": char('\u0308'),
		"u1D6FC": char('α', layout.MathItalic), "u1D431": char('x', layout.MathBold), "u1D463.alt": char('v', layout.MathItalic),
		"uni211D": char('R', layout.DoubleStruck), "uni210E": char('h', layout.MathItalic), "u1D7D9": char('1', layout.DoubleStruck),
		"u1D4C1": char('l', layout.Script), "u1D71B": char('ϖ', layout.MathItalic),
		"Acal": char('A', layout.Script), "Rbbb": char('R', layout.DoubleStruck), "gfrak": char('g', layout.Fraktur),
		"mu": char('μ'), "Omega": char('Ω'), "Delta": char('Δ'), "epsilon1": char('ϵ'), "epsilon": char('ε'), "phi": char('φ'),
		"negationslash": char('\u0338'), "periodcentered": char('⋅'), "openbullet": char('∘'), "bardbl": char('‖'), "harpoonleftright": char('⇌'),
		"H11005": char('='), "H9262": char('μ'), "H9024": char('Ω'),
	} {
		_, shapes := named(t, "Foo", 200, name)
		c, ok := shapes.Math(200)
		require.True(t, ok, name)
		require.Equal(t, want, c, name)
	}
	_, shapes := named(t, "Foo", 200, "f_i", "a.b.c.d", "qwertyuiop", strings.Repeat("text", 60))
	for code := range uint32(4) {
		c, ok := shapes.Math(200 + code)
		require.Equal(t, code == 1, ok, "%c", c.Char)
	}
}

func TestFontsSayTheAlphabet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		font string
		name string
		want layout.MathChar
		use  layout.MathUse
	}{
		{"CMMI10", "x", char('x', layout.MathItalic), layout.MathLetters},
		{"CMMI10", "alpha", char('α', layout.MathItalic), layout.MathLetters},
		{"CMMIB10", "x", char('x', layout.MathBoldItalic), layout.MathLetters},
		{"EURM10", "two", char('2'), layout.MathLetters},
		{"LMMathItalic10-Regular", "y", char('y', layout.MathItalic), layout.MathLetters},
		{"rtxbmi", "sigma", char('σ', layout.MathBoldItalic), layout.MathLetters},
		{"Kp--M-MediumItalic", "a", char('a', layout.MathBoldItalic), layout.MathLetters},
		{"MathDesign-CH-Regular-Italic-MathItalic-10", "a", char('a', layout.MathItalic), layout.MathLetters},
		{"CMSY10", "L", char('L', layout.Script), layout.MathSymbols},
		{"CMBSY10", "L", char('L', layout.BoldScript), layout.MathSymbols},
		{"MSBM10", "R", char('R', layout.DoubleStruck), layout.MathAlphabets},
		{"EUFM7", "g", char('g', layout.Fraktur), layout.MathAlphabets},
		{"EUFM7", "plus", char('+'), layout.MathAlphabets},
		{"EUFB10", "g", char('g', layout.BoldFraktur), layout.MathAlphabets},
		{"rsfs10", "H", char('H', layout.Script), layout.MathAlphabets},
		{"CMEX10", "parenleftbigg", char('('), layout.MathLarge},
		{"CMR10", "x", char('x'), layout.NoMath},
		{"CMBX10", "x", char('x', layout.MathBold), layout.NoMath},
		{"CMTI10", "x", char('x', layout.MathItalic), layout.NoMath},
		{"Times-BoldItalic", "x", char('x', layout.MathBoldItalic), layout.NoMath},
		{"Times-BoldItalic", "one", char('1', layout.MathBold), layout.NoMath},
		{"Courier", "x", char('x', layout.Monospace), layout.NoMath},
		{"CMSS10", "x", char('x', layout.SansSerif), layout.NoMath},
		{"CMSS10", "one", char('1'), layout.NoMath},
	} {
		use, shapes := named(t, c.font, 200, c.name)
		got, ok := shapes.Math(200)
		require.True(t, ok, c.font)
		require.Equal(t, c.want, got, "%s in %s", c.name, c.font)
		require.Equal(t, c.use, use, c.font)
	}
}

func TestUseOfFonts(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		font  string
		names string
		want  layout.MathUse
	}{
		"a known name":                             {"LMMathSymbols10-Regular", "minus element arrowright", layout.MathSymbols},
		"letters of TeX by their codes":            {"F15", "alpha beta gamma delta epsilon1 zeta", layout.MathLetters},
		"large signs by their names":               {"F16", "parenlefttp parenleftbt summationdisplay", layout.MathLarge},
		"signs by what they mean":                  {"F17", "element subset union arrowdblleft a", layout.MathSymbols},
		"styled letters":                           {"F18", "u1D6FC u1D431 u1D465 plus", layout.MathAll},
		"text with signs among many letters":       {"F19", "a b c d e f element union", layout.NoMath},
		"an italic that is named as one of cmmi":   {"CMMI10", "a eacute quotedblleft quotedblright", layout.NoMath},
		"Symbol with bullets alone":                {"Symbol", "bullet", layout.NoMath},
		"Symbol with a relation":                   {"Symbol", "bullet lessequal", layout.MathSymbols},
		"text of a family with Math in its name":   {"GlosaMath-Roman", "a b c d e f g h i minus", layout.NoMath},
		"signs of such a family":                   {"GlosaMath-Signs", "minus element union a", layout.MathAll},
		"Math in another word":                     {"TSCInaimathi", "minus element union a", layout.MathSymbols},
		"an OpenType font in which stand function": {"LatinModernMath-Regular", "l o g minus", layout.MathAll},
		"a family of letters without styles":       {"DejaVuMathTeXGyre-Regular", "D T a b c e minus", layout.MathAll},
		"nothing is known":                         {"F20", "qwerty", layout.NoMath},
	}
	for name, c := range cases {
		first := 11
		if c.font == "Symbol" {
			use, _ := load(t, "/Subtype /Type1 /BaseFont /Symbol /FirstChar 183 /Widths [500]")
			if strings.Contains(c.names, " ") {
				use, _ = load(t, "/Subtype /Type1 /BaseFont /Symbol /FirstChar 163 /Widths [500]")
			}
			require.Equal(t, c.want, use, name)
			continue
		}
		use, _ := named(t, c.font, first, strings.Fields(c.names)...)
		require.Equal(t, c.want, use, name)
	}
}

// identity is a Type 0 font whose codes are glyph numbers, with a ToUnicode CMap.
const identity = "/Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /ToUnicode {0} /DescendantFonts [ << /Subtype /CIDFontType2 /BaseFont /%s >> ]"

func toUnicode(lines string) string {
	return "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 9 beginbfchar\n" + lines + "\nendbfchar endcmap"
}

func TestCodesWithoutNames(t *testing.T) {
	t.Parallel()
	use, shapes := load(t, fmt.Sprintf(identity, "CambriaMath", "CambriaMath"),
		toUnicode("<0001> <D835DC65> <0002> <D835DC65D835DC65> <0003> <239B> <0004> <22650338> <0005> <00480049> <0006> <2211>"))
	require.Equal(t, layout.MathAll, use)
	for code, want := range map[uint32]layout.MathChar{
		1: char('x', layout.MathItalic), 2: char('x', layout.MathItalic), 3: char('(', layout.Top), 4: char('≱'), 6: char('∑'),
	} {
		c, ok := shapes.Math(code)
		require.True(t, ok, code)
		require.Equal(t, want, c)
	}
	_, ok := shapes.Math(5)
	require.False(t, ok, "two letters are no character")
	_, ok = shapes.Math(7)
	require.False(t, ok)

	_, shapes = load(t, fmt.Sprintf(identity, "MTExtra", "MTExtra"), toUnicode("<004B> <F04C> <0010> <006C>"))
	c, _ := shapes.Math(0x4B)
	require.Equal(t, char('⋯'), c, "by its code in private use")
	c, _ = shapes.Math(0x10)
	require.Equal(t, char('ℓ'), c)

	_, shapes = load(t, fmt.Sprintf(identity, "SymbolMT", "SymbolMT"), toUnicode("<0010> <2212> <0048> <03B5> <0071> <00B0>"))
	c, _ = shapes.Math(170)
	require.Equal(t, char('[', layout.Top), c, "by its number among the glyphs")
	_, shapes = load(t, fmt.Sprintf(identity, "SymbolMT", "SymbolMT"), toUnicode("<0001> <2212> <0002> <03B5>"))
	c, _ = shapes.Math(170)
	require.NotEqual(t, '[', c.Char, "glyphs are numbered otherwise")
}

func TestCodesOfTeX(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]map[uint32]layout.MathChar{
		"CMEX10": {80: char('∑'), 48: char('(', layout.Top), 127: char('⇓', layout.Bottom), 98: char('\u0302'), 112: char('√'), 12: char('|', layout.Extender), 91: char('⋃')},
		"CMSY10": {0: char('−'), 49: char('∞'), 65: char('A', layout.Script), 127: char('♠'), 106: char('|'), 54: char('\u0338'), 112: char('√')},
		"CMMI10": {11: char('α', layout.MathItalic), 58: char('.'), 64: char('∂'), 120: char('x', layout.MathItalic), 127: char('\u0361'), 34: char('ε', layout.MathItalic)},
		"MSAM10": {3: char('□'), 62: char('⩾'), 92: char('∠'), 127: char('⊝')},
		"MSBM10": {28: char('≁'), 63: char('∅'), 82: char('R', layout.DoubleStruck), 110: char('⋉'), 123: char('ϰ'), 126: char('ℏ'), 127: char('϶')},
	} {
		// A Type 3 font of bitmaps, whose glyphs have the numbers of their codes for names.
		var names strings.Builder
		for code := range want {
			fmt.Fprintf(&names, "%d /a%d ", code, code)
		}
		_, shapes := load(t, "/Subtype /Type3 /Name /"+name+" /FontMatrix [.01 0 0 .01 0 0] /FontBBox [0 0 9 9] /CharProcs << >> /Encoding << /Differences ["+names.String()+"] >>")
		for code, want := range want {
			c, ok := shapes.Math(code)
			require.True(t, ok, "%s %d", name, code)
			require.Equal(t, want, c, "%s %d", name, code)
		}
	}
}

// TestBitmapFontsByTheirWidths have no name: what their glyphs are is found by their widths.
func TestBitmapFontsByTheirWidths(t *testing.T) {
	t.Parallel()
	const face = "/Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 1 1] /FirstChar 0 /Widths [%s] /Encoding << /Differences [%s] >>"
	use, shapes := load(t, fmt.Sprintf(face, "21 21 0 0 0 0 0 0 27 27 0 0 0 0 0 0 27 27 33 33 "+strings.Repeat("0 ", 28)+"40 40 "+strings.Repeat("0 ", 38)+"66 0 25",
		"0 /a0 /a1 8 /a8 /a9 16 /a16 /a17 /a18 /a19 48 /0 /1 88 /X 90 /Z"))
	require.Equal(t, layout.MathLarge, use)
	for code, want := range map[uint32]layout.MathChar{0: char('('), 48: {Char: '(', Piece: layout.Top}, 88: char('∑'), 90: char('∫')} {
		c, ok := shapes.Math(code)
		require.True(t, ok, code)
		require.Equal(t, want, c, code)
	}

	use, shapes = load(t, fmt.Sprintf(face, strings.Repeat("0 ", 23)+"18 0 21 "+strings.Repeat("0 ", 40)+"27 0 30 0 0 0 0 0 0 0 0 0 29", "23 /a23 25 /a25 66 /B 68 /D 78 /N"))
	require.Equal(t, layout.MathLetters, use)
	c, ok := shapes.Math('B')
	require.True(t, ok)
	require.Equal(t, char('B', layout.MathItalic), c)
}

func TestNumbersForNames(t *testing.T) {
	t.Parallel()
	_, shapes := named(t, "TeXCMMathsSymbols", 40, "C0", "C24", "C999", "C-1", "C")
	c, _ := shapes.Math(40)
	require.Equal(t, char('−'), c)
	c, _ = shapes.Math(41)
	require.Equal(t, char('∼'), c)
	c, _ = shapes.Math(44)
	require.Equal(t, char('C', layout.Script), c)
}

func TestNamesOfTheAMS(t *testing.T) {
	t.Parallel()
	for font, want := range map[string]rune{"MSAM10": '⇉', "Kp--M-Sya-Regular": '⇉', "Foo": '⇒'} {
		_, shapes := named(t, font, 200, "dblarrowright")
		c, _ := shapes.Math(200)
		require.Equal(t, char(want), c, font)
	}
}

func TestLettersOfLargeSigns(t *testing.T) {
	t.Parallel()
	_, shapes := load(t, fmt.Sprintf(identity, "CMEX10", "CMEX10"), toUnicode("<0001> <0058> <0002> <007A>"))
	c, _ := shapes.Math(1)
	require.Equal(t, char('∑'), c)
	c, _ = shapes.Math(2)
	require.Equal(t, char('⏞', layout.LeftEnd), c)
	_, shapes = named(t, "CMEX10", 40, "X", "summationtext")
	c, _ = shapes.Math(40)
	require.Equal(t, char('∑'), c)
}

func TestInkDecidesBetweenSigns(t *testing.T) {
	t.Parallel()
	_, shapes := type1(t, "Foo", 60,
		"phi", box(20, -200, 600, 700), "phi1", box(20, -200, 600, 450), "mapsto", box(50, 50, 200, 450), "arrowhookright", box(50, 50, 300, 450),
		"hbar", box(50, 500, 500, 560), "planckover2pi1", box(50, 0, 500, 700))
	for i, want := range []layout.MathChar{char('ϕ'), char('φ'), char('↦', layout.LeftEnd), char('↩', layout.RightEnd), char('\u0335'), char('ℏ')} {
		c, ok := shapes.Math(60 + uint32(i))
		require.True(t, ok, i)
		require.Equal(t, want, c, i)
	}
	_, shapes = type1(t, "CMMI10", 15, "epsilon", box(20, 0, 400, 450))
	c, _ := shapes.Math(15)
	require.Equal(t, char('ϵ', layout.MathItalic), c, "TeX's code for it, whatever the font calls it")
}

// TestNamesOfAStandardFontAreCertain: the phi of Symbol is straight, and none of it is embedded.
func TestNamesOfAStandardFontAreCertain(t *testing.T) {
	t.Parallel()
	_, shapes := load(t, "/Subtype /Type1 /BaseFont /Symbol")
	ink, ok := shapes.Ink('f')
	require.True(t, ok)
	require.Greater(t, ink.Y1, float32(0.6))
	c, _ := shapes.Math('f')
	require.Equal(t, char('φ'), c)
}

func TestBracketsByTheirShape(t *testing.T) {
	t.Parallel()
	mirrored := func(shape []corner) []corner {
		list := make([]corner, len(shape))
		for i, c := range shape {
			list[i] = corner{500 - c[0], c[1]}
		}
		return list
	}
	paren := []corner{{400, -1000}, {200, -500}, {120, 0}, {100, 500}, {120, 1000}, {200, 1500}, {400, 2000}, {300, 1500}, {220, 1000}, {200, 500}, {220, 0}, {300, -500}}
	brace := []corner{{400, -1000}, {250, -900}, {230, 300}, {100, 500}, {230, 700}, {250, 1900}, {400, 2000}, {330, 1900}, {320, 700}, {180, 500}, {320, 300}, {330, -900}}
	bracket := []corner{{100, -1000}, {400, -1000}, {400, -900}, {160, -900}, {160, 1900}, {400, 1900}, {400, 2000}, {100, 2000}}
	floor := []corner{{100, -1000}, {400, -1000}, {400, -900}, {160, -900}, {160, 2000}, {100, 2000}}
	angle := []corner{{360, -1000}, {100, 500}, {360, 2000}, {400, 2000}, {140, 500}, {400, -1000}}
	_, shapes := type1(t, "LatinModernMath-Regular", 200,
		"x1x", paren, "x2x", mirrored(paren), "x3x", brace, "x4x", mirrored(brace), "x5x", bracket, "x6x", mirrored(bracket),
		"x7x", floor, "x8x", angle, "x9x", mirrored(angle), "y1x", box(100, -1000, 160, 2000))
	for i, want := range "(){}[]⌊⟨⟩|" {
		c, ok := shapes.Math(200 + uint32(len([]rune("(){}[]⌊⟨⟩|"[:i]))))
		require.True(t, ok, "%c", want)
		require.Equal(t, char(want), c)
	}
	_, shapes = type1(t, "LatinModernMath-Regular", 200, "x1x", box(100, -1000, 700, 2000), "x2x", box(100, 0, 110, 700), "x3x", []corner{{0, 0}, {400, 2000}, {0, 2000}})
	for code := range uint32(3) {
		_, ok := shapes.Math(200 + code)
		require.False(t, ok, code)
	}
	_, shapes = type1(t, "Foo", 200, "x1x", paren)
	_, ok := shapes.Math(200)
	require.False(t, ok, "a font of text has none")
}

func TestInk(t *testing.T) {
	t.Parallel()
	_, shapes := type1(t, "Foo", 65, "A", box(20, -200, 600, 700), "space", []corner{})
	ink, ok := shapes.Ink(65)
	require.True(t, ok)
	require.Equal(t, layout.Rect{X0: .02, Y0: -.2, X1: .6, Y1: .7}, ink)
	_, ok = shapes.Ink(66)
	require.False(t, ok, "a space")
	_, ok = shapes.Ink(99)
	require.False(t, ok, "no glyph")
	_, shapes = load(t, "/Subtype /Type1 /BaseFont /Helvetica")
	_, ok = shapes.Ink(65)
	require.False(t, ok, "not embedded")

	_, shapes = load(t, "/Subtype /Type3 /FontMatrix [.01 0 0 .01 0 0] /FontBBox [0 0 9 9] /CharProcs << /a {0} /b {1} >> /Encoding << /Differences [65 /a /b] >>",
		"50 0 5 -10 45 70 d1 0 0 9 9 re f", "50 0 d0 0 0 9 9 re f")
	ink, ok = shapes.Ink(65)
	require.True(t, ok)
	require.InDeltaSlice(t, []float32{.05, -.1, .45, .7}, []float32{ink.X0, ink.Y0, ink.X1, ink.Y1}, 1e-6)
	_, ok = shapes.Ink(66)
	require.False(t, ok, "a glyph with its own colours promises no box")
}

func TestShapesAreTheSameForAll(t *testing.T) {
	t.Parallel()
	_, shapes := type1(t, "CMMI10", 60, "phi", box(20, -200, 600, 700), "alpha", box(20, 0, 400, 450))
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for code := range uint32(300) {
				c, _ := shapes.Math(code)
				again, _ := shapes.Math(code)
				ink, _ := shapes.Ink(code)
				if inkAgain, _ := shapes.Ink(code); c != again || ink != inkAgain {
					t.Errorf("code %d differs", code)
				}
			}
		})
	}
	wait.Wait()
}

// FuzzShapes asks fonts of foreign bytes what their glyphs are.
func FuzzShapes(f *testing.F) {
	f.Add("/Subtype /Type1 /BaseFont /CMEX10 /Encoding << /Differences [0 /parenlefttp.ex /uni23DE.lt /hatwide9999 /text.text.text] >>", "")
	f.Add("/Subtype /Type1 /BaseFont /MSBM10 /FontDescriptor << /FontFile {0} /Flags 4 >>", "%!PS-AdobeFont-1.0\n/Encoding 256 array dup 65 /A put")
	f.Add(fmt.Sprintf(identity, "SymbolMT", "MTExtra"), toUnicode("<0001> <D835DC65D835DC65> <0002> <F04C>"))
	f.Add("/Subtype /Type3 /Name /CMSY10 /FontMatrix [1 0 0 1 0 0] /CharProcs << /a {0} >> /Encoding << /Differences [65 /a] >>", "1 0 1e99 -1e99 nan 3 d1")
	f.Fuzz(func(t *testing.T, body, stream string) {
		doc, err := pdf.Open(t.Context(), fontFile(body, stream), pdf.Options{})
		if err != nil || doc.Page(1) == nil {
			return
		}
		use, shapes := mathfont.Of(font.NewLoader(doc).Load(doc.Dict(doc.Dict(doc.Page(1).Resources.Raw("Font")).Raw("F1"))))
		if use > layout.MathAll {
			t.Errorf("use %d", use)
		}
		for _, code := range []uint32{0, 1, 2, 10, 11, 48, 65, 66, 97, 127, 128, 200, 255, 256, 0xFFFF, 0x10000, 0xFFFFFFFF} {
			c, ok := shapes.Math(code)
			if !ok && c != (layout.MathChar{}) || ok && (c.Char <= 0 || c.Alphabet > layout.Monospace || c.Piece > layout.LevelExtender) {
				t.Errorf("code %#x: %+v, %v", code, c, ok)
			}
			ink, ok := shapes.Ink(code)
			if ok && !(ink.X0 <= ink.X1 && ink.Y0 <= ink.Y1) {
				t.Errorf("code %#x paints %v", code, ink)
			}
		}
	})
}

func BenchmarkOf(b *testing.B) {
	cmap := "begincmap 95 beginbfchar\n"
	for c := ' '; c < 0x7F; c++ {
		cmap += fmt.Sprintf("<%02X> <%04X>\n", c, c)
	}
	doc, err := pdf.Open(b.Context(), fontFile("/Subtype /TrueType /BaseFont /ABCDEF+Foo-Bold /FirstChar 32 /Widths ["+strings.Repeat("500 ", 95)+"] /Encoding /WinAnsiEncoding /ToUnicode {0}", cmap), pdf.Options{})
	require.NoError(b, err)
	f := font.NewLoader(doc).Load(doc.Dict(doc.Dict(doc.Page(1).Resources.Raw("Font")).Raw("F1")))
	b.ReportAllocs()
	for b.Loop() {
		mathfont.Of(f)
	}
}

func BenchmarkMath(b *testing.B) {
	_, shapes := named(b, "CMMI10", 'a', strings.Fields("a b c alpha beta phi1 summationdisplay parenlefttp arrowright g17 one comma partialdiff")...)
	b.ReportAllocs()
	for b.Loop() {
		for code := uint32('a'); code < 'n'; code++ {
			shapes.Math(code)
		}
	}
}

func TestSign(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]layout.MathChar{
		"(": {Char: '('}, "\U0001D465": {Char: 'x', Alphabet: layout.MathItalic}, "": {}, "fi": {}, "\ue000": {},
	} {
		require.Equal(t, want, mathfont.Sign(text), text)
	}
}
