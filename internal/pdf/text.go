package pdf

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns a text string (clause 7.9.2.2) as UTF-8. The string is UTF-16 or UTF-8 with a byte
// order mark, otherwise PDFDocEncoding. Strings without a mark that can only be UTF-8 or UTF-16 are
// read as such. Text drops language escapes and the control characters that text does not need.
// Invalid characters become U+FFFD.
func (s String) Text() string {
	switch {
	case isPlainASCII(s):
		return string(s)
	case strings.HasPrefix(string(s), "\xfe\xff"):
		return decodeUTF16(s[2:], 0)
	case strings.HasPrefix(string(s), "\xff\xfe"): // not allowed, but it occurs
		return decodeUTF16(s[2:], 1)
	case strings.HasPrefix(string(s), "\xef\xbb\xbf"):
		return decodeUTF8(s[3:])
	case looksUTF16(s):
		return decodeUTF16(s, 0)
	case looksUTF8(s):
		return decodeUTF8(s)
	}
	return decodePDFDoc(s)
}

// isPlainASCII reports whether s is the same in PDFDocEncoding and in UTF-8, as most strings of most files are.
func isPlainASCII(s String) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && !isTextControl(rune(c)) || c >= 0x7f {
			return false
		}
	}
	return true
}

// isTextControl reports whether the control character r has a meaning in text.
func isTextControl(r rune) bool { return r == '\t' || r == '\n' || r == '\r' }

// looksUTF16 reports whether s is Latin text in UTF-16BE without its byte order mark. NUL has no
// meaning in PDFDocEncoding.
func looksUTF16(s String) bool {
	if len(s) < 2 || len(s)%2 != 0 {
		return false
	}
	for i := 0; i < len(s); i += 2 {
		if s[i] != 0 || s[i+1] == 0 {
			return false
		}
	}
	return true
}

// looksUTF8 reports whether s is UTF-8 without its mark rather than PDFDocEncoding. In
// PDFDocEncoding, bytes that are valid UTF-8 are an accented letter followed by a sign. One such
// pair can be honest ("CAFÉ…"), unless it begins with Â, Ã, Ä or Å, as accented Latin letters do in
// UTF-8. Two pairs or a longer sequence are never honest.
func looksUTF8(s String) bool {
	pairs := 0
	certain := false
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
		if r == utf8.RuneError && n <= 1 {
			return false
		}
		pairs++
		certain = certain || n > 2 || s[i] <= 0xc5
		i += n
	}
	return certain || pairs > 1
}

// decodeUTF16 decodes UTF-16 with the low byte of each unit at offset low^1: low is 0 for big
// endian, 1 for little endian. It ignores an odd last byte.
func decodeUTF16(s String, low int) string {
	var b strings.Builder
	b.Grow(len(s) / 2)
	unit := func(i int) rune { return rune(s[i+low])<<8 | rune(s[i+1-low]) }
	for i := 0; i+1 < len(s); i += 2 {
		r := unit(i)
		switch {
		case r == escape:
			i += languageEscape((len(s)-i)/2, func(n int) rune { return unit(i + 2*n) }) * 2
		case utf16.IsSurrogate(r):
			if i+3 < len(s) {
				if pair := utf16.DecodeRune(r, unit(i+2)); pair != utf8.RuneError {
					b.WriteRune(pair)
					i += 2
					continue
				}
			}
			b.WriteRune(utf8.RuneError)
		default:
			writeText(&b, r)
		}
	}
	return b.String()
}

// decodeUTF8 copies s without language escapes and control characters.
func decodeUTF8(s String) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
		if r == escape {
			i += languageEscape(len(s)-i, func(n int) rune { return rune(s[i+n]) })
		} else {
			writeText(&b, r)
		}
		i += n
	}
	return b.String()
}

// writeText writes r unless it is a control character or no character at all.
func writeText(b *strings.Builder, r rune) {
	switch {
	case r == '\v' || r == '\f': // presentation programs use these as line breaks in titles
		b.WriteByte('\n')
	case r < ' ' && !isTextControl(r), r >= 0x7f && r < 0xa0, r == 0xfffe, r == 0xffff, r == 0xfeff:
	default:
		b.WriteRune(r)
	}
}

// escape is the character that begins and ends a language escape in Unicode text strings.
const escape = 0x1b

// languageEscape returns the length, without the first unit, of the language escape at unit 0: ESC, two letters
// for the language, none or two for the country, ESC (clause 7.9.2.2.1). It returns 0 for an ESC by itself.
func languageEscape(n int, unit func(int) rune) int {
	for _, end := range [...]int{3, 5, 6} { // 6: some writers have en-US
		if end < n && unit(end) == escape {
			return end
		}
	}
	return 0
}

func decodePDFDoc(s String) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for i := range len(s) {
		writeText(&b, pdfDocRune(s[i]))
	}
	return b.String()
}

// pdfDocRune returns the character of c in PDFDocEncoding (ISO 32000-2 Annex D.3).
func pdfDocRune(c byte) rune {
	switch {
	case c >= 0x18 && c < 0x20:
		return rune(pdfDocAccents[c-0x18])
	case c >= 0x80 && c <= 0xa0:
		return rune(pdfDocHigh[c-0x80])
	}
	return rune(c) // 0xAD is undefined; writers that use it mean the soft hyphen of Latin-1
}

var pdfDocAccents = [...]uint16{0x02d8, 0x02c7, 0x02c6, 0x02d9, 0x02dd, 0x02db, 0x02da, 0x02dc}

// pdfDocHigh are codes 0x80 to 0xA0; 0x9F is undefined.
var pdfDocHigh = [...]uint16{
	0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x0192, 0x2044, 0x2039, 0x203a, 0x2212, 0x2030,
	0x201e, 0x201c, 0x201d, 0x2018, 0x2019, 0x201a, 0x2122, 0xfb01, 0xfb02, 0x0141, 0x0152, 0x0160,
	0x0178, 0x017d, 0x0131, 0x0142, 0x0153, 0x0161, 0x017e, 0xfffd, 0x20ac,
}
