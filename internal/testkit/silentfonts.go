package testkit

import (
	"fmt"
	"strings"
)

// Fonts that do not state the meaning of their codes.

// AddSilentCID adds an embedded font. Its codes have two bytes: the number of a character in ASCII, less 32, plus
// first. They are glyph numbers in the order of ASCII. Neither the font nor its program states that, unless
// toUnicode does. Letters are bars; other characters are blank.
func (p *PDF) AddSilentCID(name string, first int, toUnicode string) int {
	tables := TrueTypeTables()
	tables["cmap"] = ""
	glyphs := make([]byte, 2*(first+95))
	var widths strings.Builder
	for i := range 95 {
		c := byte(' ' + i)
		if at := strings.IndexByte(letters, c); at >= 0 {
			glyphs[2*(first+i)+1] = byte(at + 1)
		}
		fmt.Fprintf(&widths, "%d ", letterWidthOr(c, 500))
	}
	file := p.AddStream("", SFNT(tables))
	descriptor := p.Add(fmt.Sprintf("<< /Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [0 -200 800 900] /ItalicAngle 0"+
		" /Ascent 750 /Descent -250 /CapHeight 700 /StemV 80 /FontFile2 %d 0 R >>", name, file))
	cid := p.Add(fmt.Sprintf("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"+
		" /FontDescriptor %d 0 R /DW 500 /W [%d [%s]] /CIDToGIDMap %d 0 R >>", name, descriptor, first, widths.String(), p.AddStream("", string(glyphs))))
	entry := ""
	if toUnicode != "" {
		entry = fmt.Sprintf(" /ToUnicode %d 0 R", p.AddStream("", toUnicode))
	}
	return p.Add(fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [%d 0 R]%s >>", name, cid, entry))
}

// EncodeCID returns text in the codes of AddSilentCID.
func EncodeCID(text string, first int) string {
	var b strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&b, "%04X", int(text[i])-' '+first)
	}
	return "<" + b.String() + ">"
}

// AddNamedType3 adds a Type 3 font with a glyph for each character of text, in the order in which they occur, from
// code 1. name returns the name of a character with a code. Letters are bars, or small bitmaps.
func (p *PDF) AddNamedType3(text string, bitmaps bool, name func(c byte, code int) string) int {
	var procs, differences, widths strings.Builder
	codes := type3Codes(text)
	for i := range len(codes) {
		c := codes[i]
		body := fmt.Sprintf("%d 0 0 0 800 900 d1", letterWidthOr(c, 500))
		switch {
		case strings.IndexByte(letters, c) < 1:
		case bitmaps:
			body += fmt.Sprintf(" 400 0 0 600 50 0 cm BI /W 8 /H 4 /IM true /BPC 1 /F /AHx ID %02X%02X8142> EI", c, 255-c)
		default:
			body += fmt.Sprintf(" %d 0 %d %d re f", barMargin, LetterWidth(c)-2*barMargin, barHeight(c))
		}
		fmt.Fprintf(&procs, "/%s %d 0 R ", name(c, i+1), p.AddStream("", body))
		fmt.Fprintf(&differences, "/%s ", name(c, i+1))
		fmt.Fprintf(&widths, "%d ", letterWidthOr(c, 500))
	}
	return p.Add(fmt.Sprintf("<< /Type /Font /Subtype /Type3 /FontBBox [0 0 800 900] /FontMatrix [.001 0 0 .001 0 0] /CharProcs << %s >>"+
		" /Encoding << /Type /Encoding /Differences [1 %s] >> /FirstChar 1 /LastChar %d /Widths [%s] /Resources << >> >>",
		procs.String(), differences.String(), len(codes), widths.String()))
}

// type3Codes returns the characters of text, each once. The first has code 1.
func type3Codes(text string) string {
	var codes []byte
	for i := range len(text) {
		if strings.IndexByte(string(codes), text[i]) < 0 {
			codes = append(codes, text[i])
		}
	}
	return string(codes)
}

// EncodeType3 returns a line of text in the codes of AddNamedType3.
func EncodeType3(text, line string) string {
	codes := type3Codes(text)
	var b strings.Builder
	for i := range len(line) {
		fmt.Fprintf(&b, "%02X", strings.IndexByte(codes, line[i])+1)
	}
	return "<" + b.String() + ">"
}
