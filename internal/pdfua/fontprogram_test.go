package pdfua_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

// words are numbers of two bytes.
func words(list ...int) string {
	var b []byte
	for _, w := range list {
		b = binary.BigEndian.AppendUint16(b, uint16(w))
	}
	return string(b)
}

// long returns a number of four bytes.
func long(n int) string { return words(n>>16, n&0xFFFF) }

// sfnt returns a TrueType program with .notdef and one glyph of half an em, which the maps, of
// these platforms and encodings, have for the letter H.
func sfnt(maps ...[2]int) string {
	const em = 1000
	sub := words(4, 32, 0, 4, 0, 0, 0) + words('H', 0xFFFF) + words(0) + words('H', 0xFFFF) + words(1-'H', 1) + words(0, 0)
	cmap := words(0, len(maps))
	for _, m := range maps {
		cmap += words(m[0], m[1]) + long(4+8*len(maps))
	}
	tables := []struct{ tag, data string }{
		{"cmap", cmap + sub},
		{"glyf", words(0, 0, 0, 0, 0, 0)},
		{"head", strings.Repeat(words(0), 9) + words(em) + strings.Repeat(words(0), 17)},
		{"hhea", strings.Repeat(words(0), 17) + words(2)},
		{"hmtx", words(em, 0, em/2, 0)},
		{"loca", words(0, 0, 6)},
		{"maxp", long(0x10000) + words(2)},
	}
	head, body := long(0x10000)+words(len(tables), 0, 0, 0), ""
	for _, t := range tables {
		head += t.tag + long(0) + long(12+16*len(tables)+len(body)) + long(len(t.data))
		body += t.data
	}
	return head + body
}

func TestFontPrograms(t *testing.T) {
	t.Parallel()
	simple := func(width int, flags int, encoding, text, program string) fixture {
		f := shown(fmt.Sprintf("/Subtype /TrueType /BaseFont /AAAAAA+F /FirstChar 72 /LastChar 73 /Widths [%d %[1]d] /ToUnicode 10 0 R %s /FontDescriptor << /Flags %d /FontFile2 11 0 R >>",
			width, encoding, flags), stream("", "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <48> <49> <0048> endbfrange"), stream("", program))
		f.content = "/P << /MCID 0 >> BDC BT /T 12 Tf (" + text + ") Tj ET EMC"
		return f
	}
	const letters, symbols, latin = 32, 4, "/Encoding /WinAnsiEncoding"
	unseen := simple(400, letters, latin, "HI", sfnt([2]int{3, 1}))
	unseen.content = strings.Replace(unseen.content, "BT ", "BT 3 Tr ", 1)
	dotted := strings.Replace(latin, "/WinAnsiEncoding", "<< /BaseEncoding /WinAnsiEncoding /Differences [73 /.notdef] >>", 1)
	cases{
		"all as it should be":            {simple(500, letters, latin, "H", sfnt([2]int{3, 1})), nil},
		"a width a thousandth off":       {simple(501, letters, latin, "H", sfnt([2]int{3, 1})), nil},
		"another width":                  {simple(400, letters, latin, "H", sfnt([2]int{3, 1})), []string{"7.21.5-t01"}},
		"a glyph that is not there":      {simple(500, letters, latin, "HI", sfnt([2]int{3, 1})), []string{"7.21.4.1-t02"}},
		"text that nobody sees":          {unseen, nil},
		"the undefined glyph by name":    {simple(500, letters, dotted, "HI", sfnt([2]int{3, 1})), []string{"7.21.4.1-t02", "7.21.8-t01"}},
		"letters by a map of symbols":    {simple(500, letters, latin, "H", sfnt([2]int{3, 0})), []string{"7.21.6-t01"}},
		"letters without any map":        {simple(500, letters, latin, "H", sfnt()), []string{"7.21.4.1-t02", "7.21.6-t01"}},
		"symbols with one map":           {simple(500, symbols, "", "H", sfnt([2]int{1, 0})), nil},
		"symbols with a map of symbols":  {simple(500, symbols, "", "H", sfnt([2]int{1, 0}, [2]int{3, 0})), nil},
		"symbols with maps but not that": {simple(500, symbols, "", "H", sfnt([2]int{0, 3}, [2]int{1, 0})), []string{"7.21.6-t04"}},
		"a program that is none":         {simple(400, letters, latin, "H", "no font"), nil},
	}.run(t)
}

func TestCIDSets(t *testing.T) {
	t.Parallel()
	composite := func(code, width, set string) fixture {
		f := shown("/Subtype /Type0 /BaseFont /AAAAAA+F /ToUnicode 10 0 R /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /CIDToGIDMap /Identity"+
			" /BaseFont /AAAAAA+F /W [1 ["+width+"]] /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /FontFile2 11 0 R /CIDSet 12 0 R >> >>]",
			stream("", "1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <0009> <0048> endbfrange"),
			stream("", sfnt()), stream("", set))
		f.content = "/P << /MCID 0 >> BDC BT /T 12 Tf <" + code + "> Tj ET EMC"
		return f
	}
	cases{
		"a set of all":              {composite("0001", "500", "\xC0"), nil},
		"a set that lacks one":      {composite("0001", "500", "\x80"), []string{"7.21.4.2-t02"}},
		"an empty set":              {composite("0001", "500", ""), []string{"7.21.4.2-t02"}},
		"another width":             {composite("0001", "900", "\xC0"), []string{"7.21.5-t01"}},
		"a glyph that is not there": {composite("0007", "500", "\xC0"), []string{"7.21.4.1-t02"}},
		"the undefined glyph":       {composite("0000", "500", "\xC0"), []string{"7.21.8-t01"}},
	}.run(t)
}

func TestCharSets(t *testing.T) {
	t.Parallel()
	program := func(charSet string) fixture {
		glyph := "/%s 4 RD \x00\x00\x00\x00 ND "
		private := "dup /Private 9 dict dup begin /lenIV -1 def /RD {string currentfile exch readstring pop} executeonly def 2 index /CharStrings 2 dict dup begin " +
			fmt.Sprintf(glyph, ".notdef") + fmt.Sprintf(glyph, "H") + "end end"
		clear := "%!PS-AdobeFont-1.0: F\n11 dict begin /FontName /F def /FontMatrix [0.001 0 0 0.001 0 0] def /Encoding StandardEncoding def currentdict end\ncurrentfile eexec\n"
		return shown("/Subtype /Type1 /BaseFont /AAAAAA+F /Encoding /WinAnsiEncoding /FontDescriptor << /Flags 32 /FontFile 10 0 R "+charSet+" >>",
			stream("", clear+eexec(private)))
	}
	cases{
		"no list":             {program(""), nil},
		"a list of all":       {program("/CharSet (/H)"), nil},
		"a list of others":    {program("/CharSet (/A/B)"), []string{"7.21.4.2-t01"}},
		"a list of all, more": {program("/CharSet (/A/B/H)"), nil},
	}.run(t)
}

// eexec encrypts the second part of a Type 1 program (Adobe Type 1 Font Format, 7.3).
func eexec(plain string) string {
	key := uint16(55665)
	out := []byte("\x00\x00\x00\x00" + plain)
	for i, c := range out {
		out[i] = c ^ byte(key>>8)
		key = (uint16(out[i])+key)*52845 + 22719
	}
	return string(out)
}
