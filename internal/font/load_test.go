package font_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// load makes a document with one font and loads it. In body, {0}, {1}, ... stand
// for references to the streams.
func load(tb testing.TB, body string, streams ...string) *font.Font {
	tb.Helper()
	doc, dict := fontDict(tb, body, streams...)
	return font.Load(doc, dict)
}

func fontDict(tb testing.TB, body string, streams ...string) (*pdf.Document, pdf.Dict) {
	tb.Helper()
	doc, err := pdf.Open(tb.Context(), fontFile(body, streams...), pdf.Options{})
	require.NoError(tb, err)
	fonts := doc.Dict(doc.Page(1).Resources.Raw("Font"))
	return doc, doc.Dict(fonts.Raw("F1"))
}

func fontFile(body string, streams ...string) []byte {
	var file testkit.PDF
	for i, s := range streams {
		ref := fmt.Sprintf("%d 0 R", file.AddStream("", s))
		body = strings.ReplaceAll(body, fmt.Sprintf("{%d}", i), ref)
	}
	file.AddPage(testkit.Page{Fonts: "/F1 << /Type /Font " + body + " >>"})
	return file.Bytes()
}

// read returns the text of s: ? for codes whose meaning could not be found.
func read(f *font.Font, s string) string {
	var b strings.Builder
	for len(s) > 0 {
		c, n := f.Next([]byte(s))
		text, known := f.String(c.Rune)
		if !known {
			text = "?"
		}
		b.WriteString(text)
		s = s[n:]
	}
	return b.String()
}

func toUnicode(sections string) string {
	return "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n" +
		"1 begincodespacerange <0000> <FFFF> endcodespacerange\n" + sections + "\nendcmap end end"
}

func TestSimpleFontsAreRead(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		font    string
		streams []string
		codes   string
		want    string
	}{
		"a standard font without encoding":    {"/Subtype /Type1 /BaseFont /Helvetica", nil, "it's \xae", "it’s fi"},
		"WinAnsi":                             {"/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding", nil, "it's \x80\xe9", "it's €é"},
		"MacRoman":                            {"/Subtype /Type1 /BaseFont /Helvetica /Encoding /MacRomanEncoding", nil, "\x8e\xde", "éfi"},
		"MacExpert, oldstyle and superiors":   {"/Subtype /Type1 /BaseFont /X /Encoding /MacExpertEncoding", nil, "012\xda", "012¹"},
		"PDFDoc":                              {"/Subtype /Type1 /BaseFont /X /Encoding << /BaseEncoding /PDFDocEncoding >>", nil, "\xa0\x84", "€—"},
		"Symbol ignores other encodings":      {"/Subtype /Type1 /BaseFont /Symbol /Encoding /WinAnsiEncoding", nil, "ab\xb7", "αβ•"},
		"ZapfDingbats":                        {"/Subtype /Type1 /BaseFont /ZapfDingbats", nil, "4n\xac", "✔■①"},
		"a TrueType font without encoding":    {"/Subtype /TrueType /BaseFont /Arial", nil, "\x93a\x94", "“a”"},
		"Differences over the base":           {"/Subtype /Type1 /BaseFont /X /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [65 /alpha /f_f_i 200 /uni00E9] >>", nil, "ABC\xc8", "αffiCé"},
		"the last difference counts":          {"/Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /B 65 /C] >>", nil, "A", "C"},
		"names of TeX math":                   {"/Subtype /Type1 /BaseFont /X /Encoding << /Differences [0 /minus /arrowright /summationdisplay /parenleftBigg /epsilon1] >>", nil, "\x00\x01\x02\x03\x04", "−→∑(ϵ"},
		"a glyph that is not there":           {"/Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /.notdef] >>", nil, "A", ""},
		"an unknown name":                     {"/Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /foo] >>", nil, "AB", "?B"},
		"ToUnicode before names":              {"/Subtype /Type1 /BaseFont /X /Encoding /WinAnsiEncoding /ToUnicode {0}", []string{toUnicode("1 beginbfchar <41> <0062> endbfchar")}, "AC", "bC"},
		"ToUnicode with two-byte codes":       {"/Subtype /Type1 /BaseFont /X /ToUnicode {0}", []string{toUnicode("1 beginbfchar <0041> <0062> endbfchar")}, "A", "b"},
		"ligatures are spelled out":           {"/Subtype /Type1 /BaseFont /X /ToUnicode {0}", []string{toUnicode("1 beginbfrange <01> <07> <FB00> endbfrange")}, "\x01\x02\x03\x04\x05\x06\x07", "fffiflffifflstst"},
		"controls in ToUnicode fall back":     {"/Subtype /Type1 /BaseFont /X /Encoding /WinAnsiEncoding /ToUnicode {0}", []string{toUnicode("4 beginbfchar <41> <0000> <42> <FFFD> <43> <D800> <44> <0007> endbfchar")}, "ABCD", "ABCD"},
		"tabs and line ends become spaces":    {"/Subtype /Type1 /BaseFont /X /ToUnicode {0}", []string{toUnicode("2 beginbfchar <41> <0009> <42> <000D> endbfchar")}, "AB", "  "},
		"private use falls back to names":     {"/Subtype /Type1 /BaseFont /X /Encoding /WinAnsiEncoding /ToUnicode {0}", []string{toUnicode("1 beginbfchar <41> <F041> endbfchar")}, "A", "A"},
		"private use with nothing better":     {"/Subtype /Type3 /Encoding << /Differences [65 /x1] >> /CharProcs << /x1 {1} >> /FontMatrix [1 0 0 1 0 0] /ToUnicode {0}", []string{toUnicode("1 beginbfchar <41> <E001> endbfchar"), "0 0 d0"}, "A", "?"},
		"said to mean nothing":                {"/Subtype /Type1 /BaseFont /X /Encoding /WinAnsiEncoding /ToUnicode {0}", []string{toUnicode("1 beginbfchar <41> <> endbfchar")}, "AB", "B"},
		"soft hyphen and hard space are kept": {"/Subtype /Type1 /BaseFont /X /ToUnicode {0}", []string{toUnicode("2 beginbfchar <41> <00AD> <42> <00A0> endbfchar")}, "AB", "\u00ad\u00a0"},
		"a ToUnicode of one character": {"/Subtype /Type1 /BaseFont /X /Encoding /WinAnsiEncoding /ToUnicode {0}",
			[]string{toUnicode("5 beginbfchar <41> <0078> <42> <0078> <43> <0078> <44> <0078> <45> <0078> endbfchar")}, "ABCDE", "ABCDE"},
		"a ToUnicode that repeats the codes": {"/Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /b /c /d /e] >> /ToUnicode {0}",
			[]string{toUnicode("1 beginbfrange <00> <FF> <0000> endbfrange")}, "ABCD", "bcde"},
		"the bullet of TeX's slides": {"/Subtype /Type1 /BaseFont /MSAM10 /Encoding << /Differences [73 /trianglerightsld] >> /ToUnicode {0}",
			[]string{toUnicode("1 beginbfchar <49> <25EE> endbfchar")}, "I", "▶"},
		"accents of PDFDocEncoding for other names": {"/Subtype /Type1 /BaseFont /X /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [23 /one.tf /nine.tf /caron /period 30 /two.tf] >> /ToUnicode {0}",
			[]string{toUnicode("5 beginbfchar <17> <E017> <18> <02D8> <19> <02C7> <1A> <002E> <1E> <00B0> endbfchar")}, "\x17\x18\x19\x1a\x1e", "19ˇ.2"},
		"quotes of PDFDocEncoding for other names": {"/Subtype /Type1 /BaseFont /X /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [143 /period /one.tf] >> /ToUnicode {0}",
			[]string{toUnicode("3 beginbfchar <8F> <2018> <90> <2019> <92> <2019> endbfchar")}, "\x8f\x90\x92", ".1’"},
		"ligatures of which a letter is left": {"/Subtype /Type1 /BaseFont /X /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [27 /fl /fi 30 /f_f_i /a] >> /ToUnicode {0}",
			[]string{toUnicode("4 beginbfchar <1B> <006C> <1C> <0069> <1E> <0069> <1F> <0062> endbfchar")}, "\x1b\x1c\x1e\x1f", "flfiffib"},
		"some capitals that became small": {"/Subtype /Type1 /BaseFont /X /Encoding /WinAnsiEncoding /ToUnicode {0}",
			[]string{toUnicode("5 beginbfchar <41> <0061> <42> <0062> <43> <0043> <61> <0061> <63> <0063> endbfchar")}, "ABCac", "ABCac"},
		"all capitals are small ones": {"/Subtype /Type1 /BaseFont /X /Encoding /WinAnsiEncoding /ToUnicode {0}",
			[]string{toUnicode("4 beginbfchar <41> <0061> <42> <0062> <61> <0061> <31> <0031> endbfchar")}, "ABa1", "aba1"},
		"Wingdings":                 {"/Subtype /TrueType /BaseFont /ABCDEF+Wingdings-Regular /Encoding /WinAnsiEncoding", nil, "\xa7\xfc\xe0", "▪✓→"},
		"Wingdings 2":               {"/Subtype /TrueType /BaseFont /ABCDEF+Wingdings2 /Encoding /WinAnsiEncoding", nil, "OPRT\xa3\x97", "✗✓☑☒□●"},
		"Wingdings 3":               {"/Subtype /TrueType /BaseFont /Wingdings-3 /Encoding /WinAnsiEncoding", nil, "fgu}\x80", "←→▶▸▾"},
		"Webdings":                  {"/Subtype /TrueType /BaseFont /Webdings /Encoding /WinAnsiEncoding", nil, "acgr\xfe", "✔□■✖🌎"},
		"Marlett":                   {"/Subtype /TrueType /BaseFont /Marlett /Encoding /WinAnsiEncoding", nil, "a6", "✓▼"},
		"Dingbats with its letters": {"/Subtype /Type1 /BaseFont /ZapfDingbatsITC /ToUnicode {0}", []string{toUnicode("2 beginbfchar <34> <0034> <6E> <006E> endbfchar")}, "4n", "✔■"},
		"Wingdings with its letters": {"/Subtype /TrueType /BaseFont /Wingdings /Encoding /WinAnsiEncoding /ToUnicode {0}",
			[]string{toUnicode("1 beginbfchar <A7> <00A7> endbfchar")}, "\xa7", "▪"},
		"bitmap fonts of TeX in Cork's encoding": {"/Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /Encoding << /Differences [16 /a16 28 /a28 65 /a65 154 /a154 186 /a186 225 /a225] >>", nil, "\x10\x1cA\x9a\xba\xe1", "“fiAŽžá"},
		"bitmap fonts of TeX":                    {"/Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /Encoding << /Differences [12 /a12 34 /a34 65 /a65 123 /a123] >>", nil, "\x0c\x22A\x7b", "fi”A–"},
		"names of Mathematical Pi":               {"/Subtype /Type1 /BaseFont /X /Encoding << /Differences [1 /H11002 /H9251 /H9275 /H11350] >>", nil, "\x01\x02\x03\x04", "−αω≥"},
		"names of AFP fonts":                     {"/Subtype /Type1 /BaseFont /X /Encoding << /Differences [1 /LA010000 /LE120000 /ND030000 /SP110000] >>", nil, "\x01\x02\x03\x04", "aÉ3."},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, read(load(t, c.font, c.streams...), c.codes))
		})
	}
}

func TestCompositeFontsAreRead(t *testing.T) {
	t.Parallel()
	descendant := func(ordering, more string) string {
		return "/DescendantFonts [ << /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (" +
			ordering + ") /Supplement 0 >> " + more + " >> ]"
	}
	cases := map[string]struct {
		font    string
		streams []string
		codes   string
		want    string
	}{
		"ToUnicode": {"/Subtype /Type0 /Encoding /Identity-H /ToUnicode {0} " + descendant("Identity", ""),
			[]string{toUnicode("1 beginbfrange <0003> <0005> [<0041> <00660069> <D83DDE00>] endbfrange")}, "\x00\x03\x00\x04\x00\x05", "Afi😀"},
		"Wingdings with letters": {"/Subtype /Type0 /Encoding /Identity-H /ToUnicode {0} " + strings.Replace(descendant("Identity", ""), "/X", "/ABCDEF+Wingdings-Regular", 1),
			[]string{toUnicode("3 beginbfchar <0003> <00FC> <0004> <F06E> <0005> <2022> endbfchar")}, "\x00\x03\x00\x04\x00\x05", "✓■•"},
		"ToUnicode with one-byte codes": {"/Subtype /Type0 /Encoding /Identity-H /ToUnicode {0} " + descendant("Identity", ""),
			[]string{toUnicode("1 beginbfchar <03> <0041> endbfchar")}, "\x00\x03", "A"},
		"ToUnicode that is a name":        {"/Subtype /Type0 /Encoding /Identity-H /ToUnicode /Identity-H " + descendant("Identity", ""), nil, "\x04\x10", "А"},
		"CIDs of a collection":            {"/Subtype /Type0 /Encoding /Identity-H " + descendant("Japan1", ""), nil, "\x04\x65", "亜"},
		"Shift-JIS":                       {"/Subtype /Type0 /Encoding /90ms-RKSJ-H " + descendant("Japan1", ""), nil, "A\x88\x9f", "A亜"},
		"UTF-16 says itself":              {"/Subtype /Type0 /Encoding /UniKS-UTF16-H " + descendant("Korea1", ""), nil, "\xac\x00", "가"},
		"a collection known by its CMap":  {"/Subtype /Type0 /Encoding /GBK-EUC-H " + descendant("Identity", ""), nil, "\xb0\xa1", "啊"},
		"a system font that is not there": {"/Subtype /Type0 /Encoding /Identity-H /BaseFont /Arial " + descendant("Identity", ""), nil, "\x00\x24\x00\x03\x00\x44", "A a"},
		"an embedded CMap": {"/Subtype /Type0 /Encoding {0} " + descendant("Japan1", ""),
			[]string{"1 begincodespacerange <00> <80> endcodespacerange 1 begincodespacerange <8100> <FFFF> endcodespacerange 1 begincidchar <41> 1125 endcidchar 1 begincidrange <8140> <8141> 1125 endcidrange"},
			"A\x81\x41", "亜唖"},
		"an embedded CMap on a predefined one": {"/Subtype /Type0 /Encoding {0} " + descendant("Japan1", ""),
			[]string{"/90ms-RKSJ-H usecmap 1 begincidchar <41> 1125 endcidchar"}, "AB\x88\x9f", "亜B亜"},
		"an unknown CMap is read in pairs": {"/Subtype /Type0 /Encoding /Foo-H " + descendant("Japan1", ""), nil, "\x04\x65", "亜"},
		"a lonely last byte":               {"/Subtype /Type0 /Encoding /Identity-H " + descendant("Japan1", ""), nil, "\x04\x65\x04", "亜"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, read(load(t, c.font, c.streams...), c.codes))
		})
	}
}

func TestWidths(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		font  string
		codes string
		want  []float32
	}{
		"Widths":                        {"/Subtype /Type1 /BaseFont /X /FirstChar 65 /Widths [500 250]", "AB", []float32{0.5, 0.25}},
		"MissingWidth":                  {"/Subtype /Type1 /BaseFont /X /FirstChar 65 /Widths [500] /FontDescriptor << /MissingWidth 300 >>", "AB", []float32{0.5, 0.3}},
		"standard metrics":              {"/Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding", "iW\xe9", []float32{0.278, 0.944, 0.556}},
		"metrics of an alias":           {"/Subtype /TrueType /BaseFont /TimesNewRoman,Italic /Encoding /WinAnsiEncoding", "A", []float32{0.611}},
		"metrics by flags":              {"/Subtype /Type1 /BaseFont /Foo /FontDescriptor << /Flags 33 >>", "iW", []float32{0.6, 0.6}},
		"metrics of a ligature":         {"/Subtype /Type1 /BaseFont /Times-Roman", "\xae", []float32{0.556}},
		"Widths of nothing but zeros":   {"/Subtype /Type1 /BaseFont /Helvetica /FirstChar 65 /Widths [0 0]", "A", []float32{0.667}},
		"Type 3 through the FontMatrix": {"/Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FirstChar 65 /Widths [50]", "A", []float32{0.5}},
		"CID widths":                    {"/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [ << /Subtype /CIDFontType0 /DW 900 /W [1 [500 600] 10 20 700 15 [300]] >> ]", "\x00\x01\x00\x02\x00\x03\x00\x0a\x00\x0f\x00\x14", []float32{0.5, 0.6, 0.9, 0.7, 0.3, 0.7}},
		"CID widths out of step":        {"/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [ << /Subtype /CIDFontType0 /W [/x 1 [500] 2 3] >> ]", "\x00\x01\x00\x02", []float32{0.5, 1}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := load(t, c.font)
			var got []float32
			for s := []byte(c.codes); len(s) > 0; {
				ch, n := f.Next(s)
				got = append(got, ch.Width)
				s = s[n:]
			}
			require.InDeltaSlice(t, c.want, got, 1e-6)
		})
	}
}

func TestVerticalMetrics(t *testing.T) {
	t.Parallel()
	f := load(t, "/Subtype /Type0 /Encoding /Identity-V /DescendantFonts [ << /Subtype /CIDFontType0 /DW 600 /DW2 [800 -900] /W2 [2 [-500 250 700] 5 6 -400 100 200] >> ]")
	require.True(t, f.Vertical)
	for code, want := range map[string]font.Char{
		"\x00\x01": {Width: -0.9, VX: 0.3, VY: 0.8},
		"\x00\x02": {Width: -0.5, VX: 0.25, VY: 0.7},
		"\x00\x06": {Width: -0.4, VX: 0.1, VY: 0.2},
	} {
		for range 2 { // looked up, then remembered
			got, _ := f.Next([]byte(code))
			require.Equal(t, [3]float32{want.Width, want.VX, want.VY}, [3]float32{got.Width, got.VX, got.VY})
			x, y := f.VerticalOrigin(got.Code)
			require.Equal(t, [2]float32{want.VX, want.VY}, [2]float32{x, y})
		}
	}
}

func TestWordSpacingAppliesToSingleBytesOnly(t *testing.T) {
	t.Parallel()
	simple := load(t, "/Subtype /Type1 /BaseFont /Helvetica")
	c, _ := simple.Next([]byte(" "))
	require.True(t, c.Space)
	pairs := load(t, "/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [ << /Subtype /CIDFontType0 >> ]")
	c, _ = pairs.Next([]byte("\x00\x20"))
	require.False(t, c.Space)
	mixed := load(t, "/Subtype /Type0 /Encoding /90ms-RKSJ-H /DescendantFonts [ << /Subtype /CIDFontType0 >> ]")
	for range 2 {
		c, _ = mixed.Next([]byte(" "))
		require.True(t, c.Space)
	}
}

func TestLooks(t *testing.T) {
	t.Parallel()
	type look struct {
		name, family              string
		bold, italic, mono, serif bool
	}
	cases := map[string]struct {
		font string
		want look
	}{
		"a subset of Arial Bold":                           {"/BaseFont /ABCDEF+Arial-BoldMT", look{"Arial-BoldMT", "Arial", true, false, false, false}},
		"Times with a comma":                               {"/BaseFont /TimesNewRoman,BoldItalic", look{"TimesNewRoman,BoldItalic", "Times New Roman", true, true, false, true}},
		"Computer Modern bold":                             {"/BaseFont /CMBX12", look{"CMBX12", "CMBX12", true, false, false, true}},
		"Computer Modern symbols lean, but are not italic": {"/BaseFont /CMSY10 /FontDescriptor << /Flags 68 /ItalicAngle -14 >>", look{"CMSY10", "CMSY10", false, false, false, false}},
		"European typewriter":                              {"/BaseFont /SFTT1095", look{"SFTT1095", "SFTT1095", false, false, true, false}},
		"Nimbus says Medi":                                 {"/BaseFont /NimbusRomNo9L-MediItal", look{"NimbusRomNo9L-MediItal", "NimbusRomNo9L", true, true, false, true}},
		"bold of a typesetter":                             {"/BaseFont /ABCDEF+AdvOTb83ee1dd.B", look{"AdvOTb83ee1dd.B", "AdvOTb83ee1dd.B", true, false, false, false}},
		"a part of its bold italic":                        {"/BaseFont /ABCDEF+AdvOT8244d044.BI+03", look{"AdvOT8244d044.BI+03", "AdvOT8244d044.BI+03", true, true, false, false}},
		"its regular face":                                 {"/BaseFont /ABCDEF+AdvOT863180fb+fb", look{"AdvOT863180fb+fb", "AdvOT863180fb+fb", false, false, false, false}},
		"short words":                                      {"/BaseFont /MyriadPro-BdIt", look{"MyriadPro-BdIt", "MyriadPro", true, true, false, false}},
		"a word inside a word":                             {"/BaseFont /BlackadderITC", look{"BlackadderITC", "BlackadderITC", false, false, false, false}},
		"the descriptor's family":                          {"/BaseFont /F1 /FontDescriptor << /FontFamily (Foo) /Flags 3 /FontWeight 700 /ItalicAngle -12 >>", look{"F1", "Foo", true, true, true, true}},
		"a fat stem proves nothing":                        {"/BaseFont /Foo-Regular /FontDescriptor << /StemV 200 >>", look{"Foo-Regular", "Foo", false, false, false, false}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := load(t, "/Subtype /Type1 "+c.font)
			require.Equal(t, c.want, look{f.Name, f.Family, f.Bold, f.Italic, f.Mono, f.Serif})
		})
	}
}

func TestAscentAndDescentAreBelievable(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		font string
		want [2]float32
	}{
		"as given":               {"/BaseFont /X /FontDescriptor << /Ascent 900 /Descent -200 >>", [2]float32{0.9, -0.2}},
		"the sign forgotten":     {"/BaseFont /X /FontDescriptor << /Ascent 900 /Descent 200 >>", [2]float32{0.9, -0.2}},
		"zeros: the box":         {"/BaseFont /X /FontDescriptor << /Ascent 0 /Descent 0 /FontBBox [0 -250 1000 800] >>", [2]float32{0.8, -0.25}},
		"nothing: standard font": {"/BaseFont /Times-Roman", [2]float32{0.683, -0.217}},
		"absurd: standard font":  {"/BaseFont /Helvetica /FontDescriptor << /Ascent 90000 /Descent -7000 >>", [2]float32{0.718, -0.207}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := load(t, "/Subtype /Type1 "+c.font)
			require.Equal(t, c.want, [2]float32{f.Ascent, f.Descent})
		})
	}
}

func TestSpaceIsFound(t *testing.T) {
	t.Parallel()
	require.InDelta(t, 0.278, load(t, "/Subtype /Type1 /BaseFont /Helvetica").Space, 1e-6)
	require.InDelta(t, 0.4, load(t, "/Subtype /Type1 /BaseFont /X /FirstChar 3 /Widths [400] /Encoding << /Differences [3 /space 32 /A] >>").Space, 1e-6)
	require.InDelta(t, 0.3, load(t, "/Subtype /Type0 /Encoding /Identity-H /ToUnicode {0} /DescendantFonts [ << /W [3 [300]] >> ]",
		toUnicode("1 beginbfchar <0003> <0020> endbfchar")).Space, 1e-6)
	require.Zero(t, load(t, "/Subtype /Type3 /Encoding << /Differences [65 /A] >>").Space)
}

// TestBitmapFontsOfMathematics has fonts with the widths of cmmi7 and cmex10 in dots. Some of their
// glyph names look like letters. A repaired file has a map that calls them letters, too.
func TestBitmapFontsOfMathematics(t *testing.T) {
	t.Parallel()
	const face = "/Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 1 1] /FirstChar %d /Widths [%s] /Encoding << /Differences [%s] >>"
	letters := fmt.Sprintf(face, 22, "0 18 0 21 0 0 0 0 0 0 "+strings.Repeat("0 ", 29)+"19 0 0 0 0 27 0 30 0 0 0 0 0 0 0 0 0 29", "23 /a23 25 /a25 61 /a61 66 /a66 68 /a68 78 /a78")
	f := load(t, letters)
	require.Equal(t, font.TeXLetters, f.TeXEncoding())
	require.Equal(t, "νπ/BDN", read(f, "\x17\x19=BDN"))

	large := fmt.Sprintf(face, 0, "21 21 0 0 0 0 0 0 27 27 0 0 0 0 0 0 27 27 33 33 "+strings.Repeat("0 ", 28)+"40 40 "+strings.Repeat("0 ", 38)+"66 0 25",
		"0 /BnZr /a1 8 /a8 /a9 16 /a16 /a17 /a18 /a19 48 /0 /1 88 /X 90 /Z")
	f = load(t, large+" /ToUnicode {0}", toUnicode("2 beginbfrange <58> <58> <0058> <5A> <5A> <005A> endbfrange"))
	require.Equal(t, font.TeXExtension, f.TeXEncoding())
	require.Equal(t, "(){}()()⎛⎞∑∫", read(f, "\x00\x01\x08\x09\x10\x11\x12\x1301XZ"))
	require.Equal(t, font.NoTeX, load(t, "/Subtype /Type1 /BaseFont /CMEX10").TeXEncoding())
}

// TestBoxOfSymbol: the pieces of a bracket have boxes in a Symbol font that is not embedded. Other fonts have none then.
func TestBoxOfSymbol(t *testing.T) {
	t.Parallel()
	f := load(t, "/Subtype /Type1 /BaseFont /Symbol")
	low, high, ok := f.Box(0xE6) // the upper end of a parenthesis
	require.True(t, ok)
	require.Equal(t, [2]font.Point{{X: 0.024, Y: -0.293}, {X: 0.436, Y: 0.926}}, [2]font.Point{low, high})
	_, _, ok = f.Box(0x80) // no glyph
	require.False(t, ok)
	_, _, ok = load(t, "/Subtype /Type1 /BaseFont /Times-Roman").Box('A')
	require.False(t, ok)
}

// TestWidthsInDots has widths in dots, which are wider than any honest em.
func TestWidthsInDots(t *testing.T) {
	t.Parallel()
	c, _ := load(t, "/Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FirstChar 77 /Widths [71 1e9] /Encoding << /Differences [77 /a77 /a78] >>").Next([]byte("M"))
	require.Equal(t, float32(71), c.Width)
	c, _ = load(t, "/Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FirstChar 77 /Widths [71 1e9] /Encoding << /Differences [77 /a77 /a78] >>").Next([]byte("N"))
	require.Zero(t, c.Width, "no font is so wide")
}

func TestType3(t *testing.T) {
	t.Parallel()
	f := load(t, "/Subtype /Type3 /Name /T3 /FontMatrix [0.002 0 0 0.002 0 0] /FontBBox [0 -100 500 400] /Resources << /X 1 >> "+
		"/Encoding << /Differences [97 /square] >> /CharProcs << /square {0} >>", "0 0 d0")
	require.NotNil(t, f.Type3)
	require.NotNil(t, f.Type3.Procs['a'])
	require.Nil(t, f.Type3.Procs['b'])
	require.True(t, f.Type3.HasRes)
	require.Equal(t, 0.002, f.Type3.Matrix[0])
	require.Equal(t, [2]float32{0.8, -0.2}, [2]float32{f.Ascent, f.Descent})
	require.Equal(t, "", read(f, "b"), "a code without a procedure paints nothing")
}

func TestDamageIsTold(t *testing.T) {
	t.Parallel()
	f := load(t, "/Subtype /Type0 /Encoding /NoSuchCMap")
	require.Equal(t, []string{"Type 0 font without descendant", "unknown CMap NoSuchCMap"}, f.Damage)
}

// TestFontsAreShared lets many goroutines read new codes at once. The race detector must find
// nothing, and all must get the same answers.
func TestFontsAreShared(t *testing.T) {
	t.Parallel()
	fonts := []*font.Font{
		load(t, "/Subtype /Type1 /BaseFont /Helvetica /ToUnicode {0}", toUnicode("1 beginbfrange <00> <FF> <00660041> endbfrange")),
		load(t, "/Subtype /Type0 /Encoding /UniJIS-UTF8-H /DescendantFonts [ << /Subtype /CIDFontType0 >> ]"),
		load(t, "/Subtype /Type0 /Encoding /90ms-RKSJ-V /DescendantFonts [ << /Subtype /CIDFontType0 >> ]"),
	}
	var all strings.Builder
	for i := range 256 {
		all.WriteString(string(rune(i + 0x4e00)))
		all.WriteByte(byte(i))
	}
	for _, f := range fonts {
		texts := make([]string, 8)
		var wait sync.WaitGroup
		for i := range texts {
			wait.Go(func() { texts[i] = read(f, all.String()) })
		}
		wait.Wait()
		for _, text := range texts {
			require.Equal(t, texts[0], text)
		}
	}
}
