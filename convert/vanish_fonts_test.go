package convert_test

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// silentLines is the text of the documents of this file, and silentGerman the same in another language. Their
// fonts do not say what their codes mean.
var (
	silentLines = []string{
		"The council publishes the minutes of its meetings",
		"within ten days, and the public may inspect them",
		"at the town hall. Whoever wants a copy of a page",
		"pays a small fee. The old harbour was widened in",
		"the spring; since then larger ships call there.",
	}
	silentGerman = []string{
		"Der Gemeinderat macht die Niederschriften seiner",
		"Sitzungen innerhalb von zehn Tagen bekannt, und",
		"jeder darf sie im Rathaus einsehen. Der alte Hafen",
		"wurde im Winter verbreitert; seither laufen auch",
		"grosse Schiffe zweimal in der Woche dort ein.",
	}
)

// shown returns the operators that show lines in a font, with its codes.
func shown(lines []string, encode func(string) string) string {
	var b strings.Builder
	b.WriteString("BT /F1 11 Tf 14 TL 60 760 Td\n")
	for _, line := range lines {
		fmt.Fprintf(&b, "%s Tj T*\n", encode(line))
	}
	b.WriteString("ET\n")
	return b.String()
}

// silentCID returns a page in a font whose codes are glyph numbers. first is that of the space.
func silentCID(lines []string, first int, toUnicode string) []byte {
	var p testkit.PDF
	font := p.AddSilentCID("ABCDEF+Body", first, toUnicode)
	p.AddPage(testkit.Page{
		Fonts:   fmt.Sprintf("/F1 %d 0 R", font),
		Content: shown(lines, func(line string) string { return testkit.EncodeCID(line, first) }),
	})
	return p.Bytes()
}

// silentType3 returns a page in a Type 3 font with named glyphs.
func silentType3(lines []string, bitmaps bool, name func(c byte, code int) string) []byte {
	var p testkit.PDF
	text := strings.Join(lines, "")
	font := p.AddNamedType3(text, bitmaps, name)
	p.AddPage(testkit.Page{
		Fonts:   fmt.Sprintf("/F1 %d 0 R", font),
		Content: shown(lines, func(line string) string { return testkit.EncodeType3(text, line) }),
	})
	return p.Bytes()
}

func base36(n int) string { return strings.ToUpper(strconv.FormatInt(int64(n), 36)) }

// twoSubsets returns a document with two subsets of a font. One says what its codes mean. The other is numbered
// differently, says nothing, and shows nearly nothing.
func twoSubsets() []byte {
	var p testkit.PDF
	speaking := p.AddFont(testkit.CIDTrueType, "AAAAAA+Body")
	silent := p.AddSilentCID("BBBBBB+Body", 40, "")
	p.AddPage(testkit.Page{
		Fonts: fmt.Sprintf("/F1 %d 0 R /F2 %d 0 R", speaking, silent),
		Content: "BT /F1 11 Tf 60 700 Td " + testkit.CIDTrueType.Encode("The council publishes the minutes") + " Tj /F2 11 Tf 0 -30 Td " +
			testkit.EncodeCID("Zebra at bat", 40) + " Tj ET",
	})
	return p.Bytes()
}

const (
	replaced = "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0003> <0061> <FFFD> endbfrange"
	honest   = "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0003> <0061> <0020> endbfrange"
)

func TestNothingVanishesInFontsWithoutUnicode(t *testing.T) {
	inferred := []string{"text_inferred"}
	nothingVanishes(t, map[string]vanishing{
		"glyphs in the order of the font":       {document: silentCID(silentLines, 3, ""), want: silentLines, warnings: inferred, quiet: []string{"unmapped_glyphs"}},
		"glyphs in that order, shifted":         {document: silentCID(silentLines, 17, ""), want: silentLines, warnings: inferred},
		"German":                                {document: silentCID(silentGerman, 3, ""), want: silentGerman, warnings: inferred},
		"ToUnicode with nothing but U+FFFD":     {document: silentCID(silentLines, 3, replaced), want: silentLines, warnings: inferred},
		"a good ToUnicode is left alone":        {document: silentCID(silentLines, 3, honest), want: silentLines, quiet: inferred},
		"names are characters in base 36":       {document: silentType3(silentLines, false, func(c byte, _ int) string { return base36(int(c)) }), want: silentLines, warnings: inferred},
		"names are glyphs in base 36":           {document: silentType3(silentLines, false, func(c byte, _ int) string { return base36(int(c) - 29) }), want: silentLines, warnings: inferred},
		"names are characters in base 16":       {document: silentType3(silentLines, false, func(c byte, _ int) string { return fmt.Sprintf("x%02X", c) }), want: silentLines, warnings: inferred},
		"names are glyphs in base 10":           {document: silentType3(silentGerman, false, func(c byte, _ int) string { return fmt.Sprintf("g%d", int(c)-29) }), want: silentGerman, warnings: inferred},
		"names are CIDs":                        {document: silentType3(silentLines, true, func(c byte, _ int) string { return fmt.Sprintf("cid:%d", int(c)-31) }), want: silentLines, warnings: inferred},
		"names that only count are no letters":  {document: silentType3(silentLines, true, func(_ byte, code int) string { return fmt.Sprintf("g%d", code) }), quiet: inferred, warnings: []string{"unmapped_glyphs"}},
		"another subset of the font has a map":  {document: twoSubsets(), want: []string{"The council publishes the minutes", "Zebra at bat"}, warnings: inferred},
		"the font in a page of the facsimile":   {document: silentCID(silentLines, 3, ""), adjust: asItLooks, want: silentLines, warnings: inferred},
		"a few signs of a formula mean nothing": {document: silentCID([]string{"a b c", "a c a"}, 3, ""), absent: []string{"a b c"}, quiet: inferred},
	})
}

func asItLooks(o *convert.Options) { o.PreserveFormatting = true }

func TestInferredTextSaysHowSureItIs(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(silentCID(silentLines, 3, "")), convert.DefaultOptions())
	require.NoError(t, err)
	count := len(strings.Join(silentLines, ""))
	for _, w := range result.Warnings {
		if w.Code == "text_inferred" {
			require.Equal(t, fmt.Sprintf("%d characters inferred from codes in the order of ASCII (font Body), confidence 0.99", count), w.Detail)
			require.Equal(t, 1, w.Page)
			return
		}
	}
	t.Fatalf("no warning text_inferred in %v", result.Warnings)
}

// A page in a bitmap font without any information becomes one picture, not a picture for each letter.
func TestLettersWithoutUnicodeAreNotAFigureEach(t *testing.T) {
	t.Parallel()
	var lines []string
	for range 6 {
		lines = append(lines, silentLines...)
	}
	document := silentType3(lines, true, func(_ byte, code int) string { return fmt.Sprintf("odd%dname", code) })
	result, err := convert.Convert(t.Context(), bytes.NewReader(document), convert.DefaultOptions())
	require.NoError(t, err)
	require.Contains(t, result.HTML, "<img")
	require.LessOrEqual(t, strings.Count(result.HTML, "<img"), 2) // of the letters, and of the page
}

func TestInferredTextDoesNotDependOnTheWorkers(t *testing.T) {
	t.Parallel()
	var p testkit.PDF
	font := p.AddSilentCID("ABCDEF+Body", 9, "")
	other := p.AddSilentCID("ABCDEF+Head", 9, "")
	for i := range 12 {
		p.AddPage(testkit.Page{
			Fonts: fmt.Sprintf("/F1 %d 0 R /F2 %d 0 R", font, other),
			Content: shown(silentLines[i%3:], func(line string) string { return testkit.EncodeCID(line, 9) }) +
				"BT /F2 20 Tf 60 600 Td " + testkit.EncodeCID("Harbour "+strconv.Itoa(i), 9) + " Tj ET",
		})
	}
	var first *convert.Result
	for _, workers := range []int{1, 2, 7} {
		options := convert.DefaultOptions()
		options.Workers = workers
		result, err := convert.Convert(t.Context(), bytes.NewReader(p.Bytes()), options)
		require.NoError(t, err)
		if first == nil {
			first = result
			require.Contains(t, result.HTML, "Harbour 7")
		}
		require.Equal(t, first.HTML, result.HTML)
		require.Equal(t, first.Warnings, result.Warnings)
	}
}

// The picture of a page shows the letters of a bitmap font, too. They are not shown a second time.
func TestLettersInThePictureOfTheirPageAreNotShownAgain(t *testing.T) {
	t.Parallel()
	document := silentType3(silentLines, true, func(_ byte, code int) string { return fmt.Sprintf("g%d", code) })
	result, err := convert.Convert(t.Context(), bytes.NewReader(document), convert.DefaultOptions())
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(result.HTML, "<img"), result.HTML)
	require.Contains(t, result.HTML, "Page 1 as a picture")
	require.Len(t, result.Assets, 1)
	require.Contains(t, result.HTML, result.Assets[0].Name)
}
