package font

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// text is the meaning of a code: one character, several, or nothing known (the zero text).
type text struct {
	r rune
	s string // several characters, and r is 0
}

func (t text) known() bool { return t.r != 0 || t.s != "" }

// append adds the characters of t to dst.
func (t text) append(dst []byte) []byte {
	if t.r != 0 {
		return utf8.AppendRune(dst, t.r)
	}
	return append(dst, t.s...)
}

// string returns the characters of t.
func (t text) string() string {
	if t.r != 0 {
		return string(t.r)
	}
	return t.s
}

// textOf returns s, which is valid UTF-8, as a text.
func textOf(s []byte) text {
	if r, n := utf8.DecodeRune(s); n == len(s) && n > 0 {
		return text{r: r}
	}
	return text{s: string(s)}
}

// utf16Text decodes UTF-16, big endian. A single byte means itself, since some writers drop the
// high byte. Lone surrogates become U+FFFD, which clean drops.
func utf16Text(b []byte) text {
	switch len(b) {
	case 1:
		return text{r: rune(b[0])}
	case 2:
		return text{r: rune(b[0])<<8 | rune(b[1])}
	}
	var s []byte
	for ; len(b) >= 2; b = b[2:] {
		r := rune(b[0])<<8 | rune(b[1])
		if utf16.IsSurrogate(r) && len(b) >= 4 {
			if pair := utf16.DecodeRune(r, rune(b[2])<<8|rune(b[3])); pair != utf8.RuneError {
				r, b = pair, b[2:]
			}
		}
		s = utf8.AppendRune(s, r) // surrogates become U+FFFD
	}
	return textOf(s)
}

// inOrder puts the bytes of UTF-16 in order if they name the letters of a ligature with the low byte first. One
// version of a widespread program writes all ligatures so, and single letters as it should:
//
//	<66006900>  the ideographs U+6600 U+6900, if one believes it
//	<00660069>  f i
//
// Of 678 files one was of that program, and none had a glyph of two such ideographs.
func inOrder(b []byte) {
	if len(b) < 4 || len(b)%2 != 0 {
		return
	}
	for i := 0; i < len(b); i += 2 {
		if b[i+1] != 0 || !unicode.IsLetter(rune(b[i])) {
			return
		}
	}
	for i := 0; i < len(b); i += 2 {
		b[i], b[i+1] = 0, b[i]
	}
}

// clean returns t without characters that no reader can use: control characters, surrogates,
// non-characters and U+FFFD. White space controls become spaces, and Latin ligatures become their
// letters. The result may be unknown.
func (t text) clean() text {
	if t.s == "" {
		if l := ligature(t.r); l != "" {
			return text{s: l}
		}
		if r := cleanRune(t.r); r > 0 {
			return text{r: r}
		}
		return text{}
	}
	if strings.IndexFunc(t.s, func(r rune) bool { return cleanRune(r) != r || ligature(r) != "" }) < 0 {
		return t
	}
	var s []byte
	for _, r := range t.s {
		if l := ligature(r); l != "" {
			s = append(s, l...)
		} else if r := cleanRune(r); r > 0 {
			s = utf8.AppendRune(s, r)
		}
	}
	return textOf(s)
}

// cleanRune returns r, a space for white space controls, or -1 for a character that clean drops.
func cleanRune(r rune) rune {
	switch {
	case r >= 0x20 && r < 0x7F, r >= 0xA0 && r < 0x2028:
		return r
	case r >= '\t' && r <= '\r', r == 0x85, r == 0x2028, r == 0x2029:
		return ' '
	case r < 0xA0, r >= 0xD800 && r <= 0xDFFF, r >= 0xFDD0 && r <= 0xFDEF, r&0xFFFE == 0xFFFE,
		r == 0xFEFF, r == utf8.RuneError, r > utf8.MaxRune:
		return -1
	}
	return r
}

// ligature returns the letters of the Latin ligatures U+FB00 to U+FB06, or "" for other characters.
func ligature(r rune) string {
	if r < 0xFB00 || r > 0xFB06 {
		return ""
	}
	return [...]string{"ff", "fi", "fl", "ffi", "ffl", "st", "st"}[r-0xFB00]
}

// private reports whether t is a character of a private use area, whose meaning only the maker of
// the font knows.
func (t text) private() bool {
	r := t.r
	if r == 0 {
		r, _ = utf8.DecodeRuneInString(t.s)
	}
	return r >= 0xE000 && r <= 0xF8FF || r >= 0xF0000
}
