// Package chars says what single characters are to the analysis of a page: spaces, marks,
// bullets, digits, ends of sentences.
package chars

import (
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/script"
)

// IsPlain reports whether r is a letter, digit or sign and nothing else: no space, no accent that may
// belong over a neighbour, no mark, no control, no character of a script written from right to left. It
// reports false for some such characters, but true for most of what is printed.
func IsPlain(r rune) bool {
	switch {
	case r < '~':
		return r > ' ' && r != '`' && r != '^'
	case r < 0x2000:
		return r >= 0xB9 && r <= 0x2C5 || r >= 0x370 && r <= 0x58F
	}
	return r >= 0x3001 && r < 0xD800 || r >= 0x2010 && r <= 0x2027 || r >= 0xFB00 && r <= 0xFB06
}

// IsSpace reports whether r is white space of any width. Line ends and tabs count: they come from wrong
// character maps and mean a space at best.
func IsSpace(r rune) bool {
	switch {
	case r == ' ', r == 0xA0, r == 0x3000, r == 0x202F, r == 0x205F, r == 0x1680:
		return true
	case r >= '\t' && r <= '\r', r == 0x85:
		return true
	case r >= 0x2000 && r <= 0x200B, r == 0x2028, r == 0x2029:
		return true
	}
	return false
}

// IsNothing reports whether r has neither ink nor meaning here: controls, bidi controls (the order is
// found anew), byte order marks. The joiners U+200C and U+200D change how words are written; they do not
// count.
func IsNothing(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7F && r < 0xA0:
		return true
	case r == 0x200E, r == 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F:
		return true
	case r == 0xFEFF, r == 0x061C, r >= 0xFFF9 && r <= 0xFFFB:
		return true
	}
	return false
}

// IsRTL reports whether r may belong to a script written from right to left. The noncharacters among such
// scripts, such as the sign of a formula, do not.
func IsRTL(r rune) bool {
	switch {
	case r < 0x590, r >= 0xFDD0 && r <= 0xFDEF:
		return false
	case r <= 0x8FF, r >= 0xFB1D && r <= 0xFDFF, r >= 0xFE70 && r <= 0xFEFE:
		return true
	case r >= 0x10800 && r <= 0x10FFF, r >= 0x1E800 && r <= 0x1EFFF:
		return true
	}
	return false
}

// IsMark reports whether r is a combining mark.
func IsMark(r rune) bool {
	return r >= 0x300 && (r <= 0x36F || (!script.IsIdeographic(r) && unicode.Is(unicode.Mn, r)))
}

// IsStop reports whether r is punctuation that no gap alone sets off from the word before it.
func IsStop(r rune) bool {
	switch r {
	case '.', ',', ')', ']', '}', 0x2019, 0x201D, 0xBB:
		return true
	}
	return false
}

// IsHyphen reports whether r may end a line in the middle of a word.
func IsHyphen(r rune) bool { return r == '-' || r == 0x2010 || r == SoftHyphen }

// SoftHyphen marks where a word may be broken.
const SoftHyphen = 0xAD

// IsBullet reports whether r may begin a list item.
func IsBullet(r rune) bool {
	switch r {
	case 0x2022, 0x2023, 0x2043, 0x204C, 0x204D, 0x2219, 0x2588, 0x25A0, 0x25A1, 0x25AA, 0x25AB, 0x25B6, 0x25B8, 0x25B9,
		0x25BA, 0x25C6, 0x25C7, 0x25CB, 0x25CF, 0x25E6, 0x2605, 0x2606, 0x2610, 0x2611, 0x2612, 0x2666, 0x26AB, 0x2713,
		0x2714, 0x2717, 0x2718, 0x274D, 0x274F, 0x2751, 0x2752, 0x2756, 0x2794, 0x279C, 0x27A2, 0x27A4, 0x2B24, 0x2B25, 0x2B27, 0xB7,
		0xF02D, 0xF06C, 0xF06E, 0xF071, 0xF076, 0xF0A7, 0xF0A8, 0xF0B7, 0xF0D8, 0xF0E8, 0xF0FC: // the last ones of Symbol and Wingdings
		return true
	}
	return false
}

// IsDash reports whether r is a dash that may stand for a bullet.
func IsDash(r rune) bool {
	return r == '-' || r == '*' || r == 0x2013 || r == 0x2014 || r == 0x2212
}

// EndsSentence reports whether paragraphs end with r.
func EndsSentence(r rune) bool {
	switch r {
	case '.', '!', '?', ':', 0x3002, 0xFF01, 0xFF1F, 0x61F, 0x6D4:
		return true
	}
	return false
}

// IsLetter reports whether r is a letter, or a mark over one.
func IsLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return unicode.IsLetter(r) || IsMark(r)
}

// IsLower reports whether r is a small letter.
func IsLower(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z'
	}
	return unicode.IsLower(r)
}

// IsDigit reports whether r is a digit, of Europe or of the Arabic scripts.
func IsDigit(r rune) bool {
	return r >= '0' && r <= '9' || r >= 0x660 && r <= 0x669 || r >= 0x6F0 && r <= 0x6F9
}
