package convert_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// withTables returns a TrueType font with changed tables.
func withTables(change func(tables map[string]string)) string {
	tables := testkit.TrueTypeTables()
	change(tables)
	return testkit.SFNT(tables)
}

// words16 returns numbers of two bytes each.
func words16(list ...int) string {
	var b []byte
	for _, v := range list {
		b = append(b, byte(v>>8), byte(v))
	}
	return string(b)
}

// lyingFonts are font programs with wrong statements about themselves, by name.
func lyingFonts() map[string]*testkit.PDF {
	const long = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz"
	const composite = "\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00"
	cff := func(subrs []string, glyph string) string {
		glyphs := make([]string, 54)
		for i := range glyphs {
			glyphs[i] = glyph
		}
		return testkit.CFFProgram(glyphs, subrs)
	}
	doubling := make([]string, 100) // each calls the next one twice
	for i := range doubling {
		next := min(i+1, 99)
		call := string([]byte{byte(next - 107 + 139)}) + "\x0a"
		doubling[i] = call + call + "\x0b"
	}
	programs := map[string]struct {
		kind    testkit.FontKind
		program string
	}{
		"loca behind glyf": {testkit.TrueType, withTables(func(t map[string]string) { t["loca"] = strings.Repeat("\x7f\xff\xff\xff", 55) })},
		"loca backwards": {testkit.TrueType, withTables(func(t map[string]string) {
			t["loca"] = t["loca"][100:] + t["loca"][:100]
		})},
		"no loca":   {testkit.TrueType, withTables(func(t map[string]string) { t["loca"] = "" })},
		"glyf of 1": {testkit.TrueType, withTables(func(t map[string]string) { t["glyf"] = strings.Repeat("\x01", len(t["glyf"])) })},
		"glyf of points that are not there": {testkit.TrueType, withTables(func(t map[string]string) {
			t["glyf"] = strings.Repeat("\x7f", len(t["glyf"]))
		})},
		"glyphs of themselves": {testkit.TrueType, withTables(func(t map[string]string) {
			t["glyf"], t["loca"] = "", words16(0, 0)
			for i := range 54 {
				t["glyf"] += composite + words16(0x23, i, 0, 0, 0x23, (i+1)%54, 0, 0, 0x03, (i+2)%54, 0, 0)
				t["loca"] += words16(0, len(t["glyf"]))
			}
		})},
		"cmap of nothing":      {testkit.TrueType, withTables(func(t map[string]string) { t["cmap"] = words16(0, 1, 1, 0, 0x7fff, 0xffff) })},
		"cmap of 65,535 parts": {testkit.TrueType, withTables(func(t map[string]string) { t["cmap"] = words16(0, 1, 3, 1, 0, 12, 4, 0xffff, 0, 0xffff, 0, 0, 0) })},
		"hmtx is short":        {testkit.TrueType, withTables(func(t map[string]string) { t["hmtx"] = "\x01" })},
		"0 units to the em": {testkit.TrueType, withTables(func(t map[string]string) {
			t["head"] = t["head"][:18] + "\x00\x00" + t["head"][20:]
		})},
		"65,535 glyphs":               {testkit.CIDTrueType, withTables(func(t map[string]string) { t["maxp"] = t["maxp"][:4] + "\xff\xff" + t["maxp"][6:] })},
		"subroutine of itself":        {testkit.CFF, cff([]string{"\x20\x0a"}, "\x20\x0a\x0e")},
		"subroutines that double":     {testkit.CFF, cff(doubling, "\x20\x0a\x0e")},
		"curves without end":          {testkit.CIDCFF, cff(nil, strings.Repeat("\x8c\x8d\x8c\x8d\x8c\x8d\x08", 5000))},
		"charstrings that are random": {testkit.CFF, cff(nil, "\xff\x00\x01\x1c\x1d\x0c\x22\x0c\x23\x0a\x15\x13\x00\x14")},
		"a CFF that ends":             {testkit.CIDCFF, testkit.CFF.Program()[:200]},
		"a Type 1 that ends":          {testkit.Type1, testkit.Type1.Program()[:600]},
		"a TrueType of text":          {testkit.TrueType, strings.Repeat("true", 1000)},
	}
	all := map[string]*testkit.PDF{}
	for name, p := range programs {
		pdf := &testkit.PDF{}
		n := pdf.AddProgram(p.kind, "Lying", p.program)
		pdf.AddPage(testkit.Page{
			Content: "BT /F 12 Tf 72 700 Td " + p.kind.Encode(long) + " Tj ET", Fonts: fmt.Sprintf("/F %d 0 R", n),
		})
		all["font: "+name] = pdf
	}
	return all
}

// shapesOfOneLetter returns a page of letters in a font whose glyphs all claim to be an x. A document has web
// fonts for a few such glyphs; the others must be drawn.
func shapesOfOneLetter(shapes, letters int) *testkit.PDF {
	pdf := &testkit.PDF{}
	program := pdf.AddStream("", testkit.CIDTrueType.Program())
	descriptor := pdf.Add(fmt.Sprintf("<< /Type /FontDescriptor /FontName /X /Flags 32 /FontBBox [0 -200 800 900] /ItalicAngle 0 /Ascent 750 /Descent -250 /CapHeight 700 /StemV 80 /FontFile2 %d 0 R >>", program))
	cid := pdf.Add(fmt.Sprintf("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor %d 0 R /DW 500 /CIDToGIDMap /Identity >>", descriptor))
	var unicode, text strings.Builder
	unicode.WriteString("1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	for i := range shapes {
		fmt.Fprintf(&unicode, "1 beginbfchar <%04X> <0078> endbfchar\n", i+1)
	}
	for i := range letters {
		fmt.Fprintf(&text, "%04X", i%shapes+1)
	}
	n := pdf.Add(fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>", cid, pdf.AddStream("", unicode.String())))
	pdf.AddPage(testkit.Page{Content: "BT /F 2 Tf 10 700 Td <" + text.String() + "> Tj ET", Fonts: fmt.Sprintf("/F %d 0 R", n)})
	return pdf
}

// hostilePages are pages made to be slow, large or endless.
func hostilePages() map[string]*testkit.PDF {
	page := func(content string) *testkit.PDF { return build(content) }
	repeat := func(n int, f func(b *strings.Builder, i int)) *testkit.PDF {
		var b strings.Builder
		for i := range n {
			f(&b, i)
		}
		return page(b.String())
	}
	runs := func(n int, f func(b *strings.Builder, i int)) *testkit.PDF {
		return repeat(n, func(b *strings.Builder, i int) { b.WriteString("BT "); f(b, i); b.WriteString(" ET\n") })
	}
	all := map[string]*testkit.PDF{
		"a path of a million segments": page("0 0 m\n" + strings.Repeat("9 9 l 10 9 l 10 10 l 9 10 l\n", 250_000) + "f\n"),
		"paths in 20,000 looks": repeat(20_000, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, ".%02d .%02d .%02d rg %d %d 3 3 re f\n", 2*(i%50), 2*(i/50%50), 10*(i/2500), i*7919%612, i*104729%792)
		}),
		"100,000 clips": repeat(100_000, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "q %d %d 30 30 re W n %d %d 9 9 re f Q\n", i*7919%612, i*104729%792, i*7919%612+i%20, i*104729%792)
		}),
		"30,000 letters": runs(30_000, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "/R 8 Tf %d %d Td (a) Tj", i*7919%612, i*104729%792)
		}),
		"30,000 letters in as many looks": runs(30_000, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, ".%03d .%03d 0 rg /R %d.%d Tf %d %d Td (a) Tj", i%1000, i/1000, 5+i%9, i%1000, i*7919%612, i*104729%792)
		}),
		"100,000 letters in a line": runs(100_000, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "/R 8 Tf %.3f 700 Td (a) Tj", 10+float64(i)*.005)
		}),
		"100,000 words in a line":   page("BT /R .1 Tf 10 700 Td [" + strings.Repeat("(a )-200(b )300", 50_000) + "] TJ ET"),
		"a line of 400,000 accents": page("BT /R .1 Tf 10 700 Td (" + strings.Repeat("\\264", 400_000) + ") Tj ET"),
		"letters that climb": runs(50_000, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "/R 8 Tf 1 .01 -.01 1 %.3f %.3f Tm (a) Tj", float64(i)*.005, float64(i)*.005)
		}),
		"a page of 14,400 points": func() *testkit.PDF {
			pdf := &testkit.PDF{}
			pdf.AddPage(testkit.Page{MediaBox: "0 0 14400 14400", Content: text("R", 9000, 100, 3000, "Ag") + lines(10, 14300, "a line") + "0 0 14400 14400 re S", Fonts: fonts})
			return pdf
		}(),
		"a page of 1 point": func() *testkit.PDF {
			pdf := &testkit.PDF{}
			pdf.AddPage(testkit.Page{MediaBox: "0 0 1 1", Content: text("R", .5, .1, .3, "Ag") + text("R", 200, -10, -10, "Ag") + "0 0 1 1 re f", Fonts: fonts})
			return pdf
		}(),
		"numbers without end": page("q 1e38 0 0 1e38 0 0 cm 1e38 0 0 1e38 1e38 1e38 cm BT /R 1e38 Tf 1e38 1e38 Td (ab) Tj 0 0 0 0 0 0 Tm (cd) Tj ET 0 0 1 1 re f Q\n" +
			"q 0 0 0 0 0 0 cm BT /R 12 Tf (ef) Tj ET 0 0 9 9 re S Q BT /R -12 Tf 1 0 0 1 99999999999999999999999999999999999999999999 5 Tm (gh) Tj ET " +
			"BT 1e30 Tz 1e30 Tc 1e30 Tw /R 12 Tf 72 700 Td (i j k) Tj ET " + lines(72, 600, "And a line as others are.")),
		"a stroke of a million dashes": page("[.001 .001] 0 d 0 0 m 612 792 l S [.0001] 0 d 0 0 612 792 re S"),
	}
	for name, pdf := range hostileObjects() {
		all[name] = pdf
	}
	all["50 shapes of one letter"] = shapesOfOneLetter(50, 200_000)
	return all
}

// hostileObjects are documents whose objects contain themselves, or are too many.
func hostileObjects() map[string]*testkit.PDF {
	// add adds a page with one stream before it, whose object number is 3.
	add := func(dict, stream, resources, content string) *testkit.PDF {
		pdf := &testkit.PDF{}
		pdf.AddStream(dict, stream)
		pdf.AddPage(testkit.Page{Resources: resources, Content: content + lines(72, 700, "A line as others are."), Fonts: fonts})
		return pdf
	}
	const form = "/Type /XObject /Subtype /Form /BBox [0 0 612 792] "
	const group = "/Group << /S /Transparency /CS /DeviceGray >> "
	const mask = "/ExtGState << /G << /SMask << /Type /Mask /S /Luminosity /G 3 0 R >> /ca .5 >> >>"
	const pattern = "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 "
	return map[string]*testkit.PDF{
		"a form of itself": add(form+"/Resources << /XObject << /X 3 0 R >> >>", "/X Do 0 0 9 9 re f /X Do", "/XObject << /X 3 0 R >>", "/X Do "),
		"a group of itself": add(form+group+"/Resources << /ExtGState << /G << /ca .5 >> >> /XObject << /X 3 0 R >> >>", "/G gs 0 0 300 300 re f /X Do /X Do",
			"/XObject << /X 3 0 R >>", "/X Do "),
		"a mask of itself": add(form+group+"/Resources << "+mask+" >>", "/G gs 0 0 300 300 re f /G gs 9 9 300 300 re f", mask, "/G gs 0 0 500 500 re f "),
		"a pattern of itself": add(pattern+"/BBox [0 0 50 50] /XStep 50 /YStep 50 /Resources << /Pattern << /P 3 0 R >> >>", "/Pattern cs /P scn 0 0 40 40 re f",
			"/Pattern << /P 3 0 R >>", "/Pattern cs /P scn 0 0 612 792 re f "),
		"a pattern of cells of a point": add(pattern+"/BBox [0 0 1 1] /XStep 1 /YStep 1 /Resources << >>", "0 0 .5 .5 re f",
			"/Pattern << /P 3 0 R >>", "/Pattern cs /P scn 0 0 612 792 re f "),
		"a pattern of cells of nothing": add(pattern+"/BBox [0 0 1 1] /XStep .00001 /YStep .00001 /Resources << >>", "0 0 .5 .5 re f",
			"/Pattern << /P 3 0 R >>", "/Pattern cs /P scn 0 0 612 792 re f "),
		"a cell of 10,000 things": add(pattern+"/BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>", strings.Repeat("0 0 1 1 re f 1 1 m 5 5 l S\n", 5_000),
			"/Pattern << /P 3 0 R >>", "/Pattern cs /P scn 0 0 612 792 re f "),
		"a glyph of itself": func() *testkit.PDF {
			pdf := &testkit.PDF{}
			pdf.AddStream("", "1000 0 0 0 1000 1000 d1 BT /T 1 Tf (AA) Tj ET 0 0 500 500 re f")
			pdf.Add("<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /CharProcs << /A 3 0 R >>" +
				" /Encoding << /Differences [65 /A] >> /FirstChar 65 /LastChar 65 /Widths [1000] /Resources << /Font << /T 4 0 R >> >> >>")
			pdf.AddPage(testkit.Page{Fonts: "/T 4 0 R", Content: "BT /T 12 Tf 72 700 Td (AAAA) Tj ET"})
			return pdf
		}(),
		"1,100 fonts": manyFonts(1100),
	}
}

// slow are those of hostileObjects that take longer than a fuzzer waits.
var slow = map[string]bool{"1,100 fonts": true, "a cell of 10,000 things": true}

// manyFonts returns a document of n fonts with the same program, and a letter in each.
func manyFonts(n int) *testkit.PDF {
	pdf := &testkit.PDF{}
	var names, shows strings.Builder
	program := pdf.AddStream("", testkit.TrueType.Program())
	for i := range n {
		descriptor := pdf.Add(fmt.Sprintf("<< /Type /FontDescriptor /FontName /N%d /Flags 32 /FontFile2 %d 0 R >>", i, program))
		font := pdf.Add(fmt.Sprintf("<< /Type /Font /Subtype /TrueType /BaseFont /N%d /Encoding /WinAnsiEncoding /FirstChar 65 /LastChar 65 /Widths [700] /FontDescriptor %d 0 R >>", i, descriptor))
		fmt.Fprintf(&names, "/N%d %d 0 R ", i, font)
		fmt.Fprintf(&shows, "BT /N%d 9 Tf %d %d Td (A) Tj ET\n", i, 20+i%40*14, 750-i/40*20)
	}
	pdf.AddPage(testkit.Page{Fonts: names.String(), Content: shows.String()})
	return pdf
}

// hostileTime ends a document below that hangs. hostileBytes is the largest size that it may become. Alone, none
// takes four seconds. With the race detector, and eight programs for each processor beside it, one took 133.
const hostileTime = 10 * time.Minute

// told are the warnings for documents of which a part is shown in another way.
var told = map[string]string{
	"font: a TrueType of text": "font_substituted",
	"font: cmap of nothing":    "font_substituted",
	"1,100 fonts":              "fonts_too_many",
	"50 shapes of one letter":  "text_not_drawn",
	"paths in 20,000 looks":    "page_rastered",
	"a cell of 10,000 things":  "page_rastered|drawing_too_large", // if the machine is busy
}

func TestHostileFacsimiles(t *testing.T) {
	t.Parallel()
	withoutRaceDetector(t)
	for _, set := range []map[string]*testkit.PDF{lyingFonts(), hostilePages()} {
		for name, pdf := range set {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				ctx, cancel := context.WithTimeout(t.Context(), hostileTime)
				defer cancel()
				result, err := convert.Convert(ctx, bytes.NewReader(pdf.Bytes()), convert.Options{SemanticHTML: true, PreserveFormatting: true})
				require.NoError(t, err)
				requireSound(t, result.HTML)
				size := len(result.HTML) + len(result.PagesCSS)
				for _, a := range result.Assets {
					size += len(a.Data)
				}
				require.Less(t, size, hostileBytes)
				codes := ""
				for _, w := range result.Warnings {
					require.NotEqual(t, "page_failed", w.Code, w.Detail)
					codes += w.Code + " "
				}
				if code := told[name]; code != "" {
					require.Regexp(t, code, codes)
				} else {
					require.NotContains(t, codes, "page_rastered")
				}
			})
		}
	}
}

// withoutRaceDetector skips a test of documents that are much work for one goroutine. With the race detector it
// would take two minutes of processor time; make test runs it again without.
func withoutRaceDetector(t *testing.T) {
	t.Helper()
	if testkit.RaceDetector {
		t.Skip("runs without the race detector")
	}
}
