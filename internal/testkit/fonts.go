package testkit

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// FontKind is a way in which PDF embeds fonts.
type FontKind string

const (
	TrueType    FontKind = "TrueType"
	Type1       FontKind = "Type1"
	CFF         FontKind = "CFF"
	CIDTrueType FontKind = "CIDTrueType" // codes are the numbers of glyphs, of two bytes
	CIDCFF      FontKind = "CIDCFF"
	Type3       FontKind = "Type3"
)

// FontKinds lists all kinds.
var FontKinds = []FontKind{TrueType, Type1, CFF, CIDTrueType, CIDCFF, Type3}

// letters are the characters of the fonts: glyph 1 is a space, glyph 2 an A, ...
const letters = " ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// LetterWidth returns the advance of a letter in the fonts, in thousandths of an em.
func LetterWidth(letter byte) int { return 400 + 37*strings.IndexByte(letters, letter)%300 }

// The glyph of a letter is a bar: how far it is from both sides, and how high it is, in thousandths of an em. A
// space has no bar.
const barMargin = 50

func barHeight(letter byte) int { return 450 + 30*(strings.IndexByte(letters, letter)%9) }

// Encode returns text in the codes of a font of that kind, as a hexadecimal string of PDF.
func (k FontKind) Encode(text string) string {
	var b strings.Builder
	b.WriteByte('<')
	for i := range len(text) {
		if k == CIDTrueType || k == CIDCFF {
			fmt.Fprintf(&b, "%04X", strings.IndexByte(letters, text[i])+1)
		} else {
			fmt.Fprintf(&b, "%02X", text[i])
		}
	}
	b.WriteByte('>')
	return b.String()
}

// Program returns the font program of a font of that kind. A Type 3 font has none.
func (k FontKind) Program() string {
	switch k {
	case TrueType, CIDTrueType:
		return trueTypeLetters()
	case Type1:
		return type1Letters()
	case CFF, CIDCFF:
		return cffLetters()
	}
	return ""
}

// AddFont adds an embedded font whose letters are bars, and returns its object number.
func (p *PDF) AddFont(kind FontKind, name string) int {
	return p.AddProgram(kind, name, kind.Program())
}

// AddProgram adds a font with that font program, which may be damaged.
func (p *PDF) AddProgram(kind FontKind, name, program string) int {
	if kind == Type3 {
		return p.addType3()
	}
	key, format, flags := "FontFile2", "", 32
	switch kind {
	case Type1:
		key = "FontFile"
	case CFF:
		key, format = "FontFile3", "/Subtype /Type1C"
	case CIDCFF:
		key, format = "FontFile3", "/Subtype /CIDFontType0C"
	}
	file := p.AddStream(format, program)
	descriptor := p.Add(fmt.Sprintf("<< /Type /FontDescriptor /FontName /%s /Flags %d /FontBBox [0 -200 800 900] /ItalicAngle 0"+
		" /Ascent 750 /Descent -250 /CapHeight 700 /StemV 80 /%s %d 0 R >>", name, flags, key, file))
	var widths strings.Builder
	if kind == CIDTrueType || kind == CIDCFF {
		for i := range len(letters) {
			fmt.Fprintf(&widths, "%d ", LetterWidth(letters[i]))
		}
		subtype, glyphs := "CIDFontType2", "/CIDToGIDMap /Identity"
		if kind == CIDCFF {
			subtype, glyphs = "CIDFontType0", ""
		}
		cid := p.Add(fmt.Sprintf("<< /Type /Font /Subtype /%s /BaseFont /%s /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"+
			" /FontDescriptor %d 0 R /DW 500 /W [1 [%s]] %s >>", subtype, name, descriptor, widths.String(), glyphs))
		return p.Add(fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>",
			name, cid, p.AddStream("", lettersToUnicode())))
	}
	for c := 32; c < 127; c++ {
		fmt.Fprintf(&widths, "%d ", letterWidthOr(byte(c), 500))
	}
	subtype := "Type1"
	if kind == TrueType {
		subtype = "TrueType"
	}
	return p.Add(fmt.Sprintf("<< /Type /Font /Subtype /%s /BaseFont /%s /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [%s] /FontDescriptor %d 0 R >>",
		subtype, name, widths.String(), descriptor))
}

func letterWidthOr(c byte, other int) int {
	if strings.IndexByte(letters, c) < 0 {
		return other
	}
	return LetterWidth(c)
}

// addType3 adds a Type 3 font whose procedures fill the bars.
func (p *PDF) addType3() int {
	var procs, differences, widths strings.Builder
	for i := range len(letters) {
		c, name := letters[i], glyphName(letters[i])
		body := fmt.Sprintf("%d 0 0 0 800 900 d1", LetterWidth(c))
		if c != ' ' {
			body += fmt.Sprintf(" %d 0 %d %d re f", barMargin, LetterWidth(c)-2*barMargin, barHeight(c))
		}
		fmt.Fprintf(&procs, "/%s %d 0 R ", name, p.AddStream("", body))
		fmt.Fprintf(&differences, "%d /%s ", c, name)
	}
	for c := 32; c < 127; c++ {
		fmt.Fprintf(&widths, "%d ", letterWidthOr(byte(c), 0))
	}
	return p.Add(fmt.Sprintf("<< /Type /Font /Subtype /Type3 /FontBBox [0 0 800 900] /FontMatrix [.001 0 0 .001 0 0] /CharProcs << %s >>"+
		" /Encoding << /Type /Encoding /Differences [%s] >> /FirstChar 32 /LastChar 126 /Widths [%s] /Resources << >> >>",
		procs.String(), differences.String(), widths.String()))
}

func glyphName(c byte) string {
	if c == ' ' {
		return "space"
	}
	return string(c)
}

// lettersToUnicode returns the CMap of the fonts whose codes are glyph numbers.
func lettersToUnicode() string {
	var b strings.Builder
	fmt.Fprintf(&b, "/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange\n%d beginbfchar\n", len(letters))
	for i := range len(letters) {
		fmt.Fprintf(&b, "<%04X> <%04X>\n", i+1, letters[i])
	}
	b.WriteString("endbfchar endcmap end end")
	return b.String()
}

// words returns numbers as two bytes each.
func words(list ...int) string {
	var b []byte
	for _, v := range list {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return string(b)
}

// TrueTypeTables returns the tables of a TrueType font whose letters are bars. Offsets in loca have four bytes.
func TrueTypeTables() map[string]string {
	const perEm, long = 1000, 1
	loca, glyf, hmtx := words(0, 0), "", words(500, 0)
	for i := -1; i < len(letters); i++ {
		if i >= 0 {
			hmtx += words(LetterWidth(letters[i]), barMargin)
		}
		if i < 0 || letters[i] != ' ' {
			glyf += bar(max(i, 1))
		}
		loca += words(len(glyf)>>16, len(glyf))
	}
	count := len(letters) + 1
	cmap := ""
	for c := range 256 {
		cmap += string([]byte{byte(strings.IndexByte(letters, byte(c)) + 1)})
	}
	return map[string]string{
		"head": words(1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, perEm) + strings.Repeat("\x00", 16) + words(0, -250, 800, 900, 0, 8, 2, long, 0),
		"hhea": words(1, 0, 750, -250, 0, 800, 0, 0, 800, 1, 0, 0, 0, 0, 0, 0, 0, count),
		"maxp": words(1, 0, count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
		"hmtx": hmtx,
		"loca": loca,
		"glyf": glyf,
		"cmap": words(0, 1, 1, 0, 0, 12) + words(0, 262, 0) + cmap,
	}
}

// bar returns the outline of letter i, from the bottom left clockwise.
func bar(i int) string {
	left, right, top := barMargin, LetterWidth(letters[i])-barMargin, barHeight(letters[i])
	const onCurve = "\x01\x01\x01\x01"
	return words(1, left, 0, right, top, 3, 0) + onCurve + words(left, 0, right-left, 0) + words(0, top, 0, -top)
}

// SFNT returns a font file with these tables.
func SFNT(tables map[string]string) string {
	order := []string{"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp"}
	head, body := words(1, 0, len(order), 0, 0, 0), ""
	for _, tag := range order {
		at := 12 + 16*len(order) + len(body)
		head += tag + words(0, 0, at>>16, at, len(tables[tag])>>16, len(tables[tag]))
		body += tables[tag] + strings.Repeat("\x00", -len(tables[tag])&3)
	}
	return head + body
}

func trueTypeLetters() string { return SFNT(TrueTypeTables()) }

// operand returns a number in a charstring: from -32768 to 32767, in a Type 1 charstring from -1131 to 1131.
func operand(v int) string {
	switch {
	case v >= -107 && v <= 107:
		return string([]byte{byte(v + 139)})
	case v >= 108 && v <= 1131:
		return string([]byte{byte((v-108)>>8 + 247), byte(v - 108)})
	case v <= -108 && v >= -1131:
		return string([]byte{byte((-v-108)>>8 + 251), byte(-v - 108)})
	}
	return "\x1c" + words(v)
}

// Operators of charstrings.
const (
	rmoveTo, hlineTo, vlineTo, closePath, hsbw, endChar = "\x15", "\x06", "\x07", "\x09", "\x0d", "\x0e"
)

// CFFProgram returns a CFF font. glyphs are the charstrings of .notdef, of the space and of the letters. subrs are
// those of its subroutines. Missing charstrings are empty.
func CFFProgram(glyphs, subrs []string) string {
	index := func(items ...string) string {
		if len(items) == 0 {
			return words(0)
		}
		out, at, body := words(len(items))+"\x04", 1, ""
		for _, s := range append([]string{""}, items...) {
			at += len(s)
			out += words(at>>16, at)
			body += s
		}
		return out + body
	}
	number := func(v int) string { return "\x1d" + words(v>>16, v) }
	charset := "\x00"
	for i := range len(letters) {
		charset += words(int(letters[i]) - ' ' + 1) // the standard strings begin with ASCII
	}
	var file string
	var charsetAt, glyphsAt, privateAt int
	private := "\x8b\x14\x8b\x15" + "\xa1\x13" // defaultWidthX 0, nominalWidthX 0, Subrs 22 bytes after the beginning
	for range 2 {
		top := number(charsetAt) + "\x0f" + number(glyphsAt) + "\x11" + number(6) + number(privateAt) + "\x12"
		file = "\x01\x00\x04\x04" + index("Letters") + index(top) + index() + index()
		charsetAt = len(file)
		file += charset
		glyphsAt = len(file)
		file += index(glyphs...)
		privateAt = len(file)
		file += private + strings.Repeat("\x00", 16) + index(subrs...)
	}
	return file
}

func cffLetters() string {
	glyphs := []string{operand(500) + endChar}
	for i := range len(letters) {
		c := letters[i]
		if c == ' ' {
			glyphs = append(glyphs, operand(LetterWidth(c))+endChar)
			continue
		}
		wide := LetterWidth(c) - 2*barMargin
		glyphs = append(glyphs, operand(LetterWidth(c))+operand(barMargin)+operand(0)+rmoveTo+operand(barHeight(c))+vlineTo+
			operand(wide)+hlineTo+operand(-barHeight(c))+vlineTo+endChar)
	}
	return CFFProgram(glyphs, nil)
}

// type1Letters returns a Type 1 font.
func type1Letters() string {
	var b strings.Builder
	b.WriteString("dup /Private 8 dict dup begin /RD {string currentfile exch readstring pop} executeonly def /ND {def} def /NP {put} def" +
		" /BlueValues [] def /password 5839 def\n")
	fmt.Fprintf(&b, "2 index /CharStrings %d dict dup begin\n", len(letters)+1)
	add := func(name, code string) {
		code = encrypt("\x00\x00\x00\x00"+code, 4330)
		fmt.Fprintf(&b, "/%s %d RD %s ND\n", name, len(code), code)
	}
	add(".notdef", operand(0)+operand(500)+hsbw+endChar)
	for i := range len(letters) {
		c := letters[i]
		code := operand(barMargin) + operand(LetterWidth(c)) + hsbw
		if c != ' ' {
			code += operand(0) + operand(0) + rmoveTo + operand(barHeight(c)) + vlineTo + operand(LetterWidth(c)-2*barMargin) + hlineTo +
				operand(-barHeight(c)) + vlineTo + closePath
		}
		add(glyphName(c), code+endChar)
	}
	b.WriteString("end end readonly put noaccess put dup /FontName get exch definefont pop mark currentfile closefile\n")
	return "%!PS-AdobeFont-1.0: Letters\n11 dict begin /FontName /Letters def /PaintType 0 def /FontType 1 def /FontMatrix [0.001 0 0 0.001 0 0] readonly def\n" +
		"/FontBBox {0 -200 800 900} readonly def /Encoding StandardEncoding def currentdict end\ncurrentfile eexec\n" +
		encrypt("\x00\x00\x00\x00"+b.String(), 55665) + "\n" + strings.Repeat("0", 64) + "\ncleartomark\n"
}

// encrypt encrypts with the cipher of Type 1 fonts (Adobe Type 1 Font Format clause 7.1).
func encrypt(plain string, key uint16) string {
	out := []byte(plain)
	for i, c := range out {
		out[i] = c ^ byte(key>>8)
		key = (uint16(out[i])+key)*52845 + 22719
	}
	return string(out)
}
