package webfont

import (
	"unicode"
	"unicode/utf8"
)

// maxSequence is the most characters for which one glyph may stand. The longest ligatures of honest
// fonts, phrases of the Koran, have 18.
const maxSequence = 20

// meaning says what can be written for a glyph.
type meaning uint8

const (
	written meaning = iota // its characters
	nothing                // no characters: it has no ink, and its characters are invisible
	private                // a character of a private use area
	drawn                  // nothing: no font can map its characters to it
)

// meaningOf says what can be written for a glyph of text, and returns the characters. Controls,
// characters that browsers never show, and spaces cannot stand for ink. The page has spaces of its own.
func meaningOf(text string, ink bool) (string, meaning) {
	count, spaces, unseen := 0, 0, 0
	var script *unicode.RangeTable
	mixed := false
	for _, r := range text {
		count++
		switch {
		case r == softHyphen && len(text) == utf8.RuneLen(softHyphen):
			return "-", written // browsers show it only at the end of a line
		case r == ' ' || r == noBreakSpace:
			spaces++
		case isUnseen(r):
			unseen++
		case r == thaiAm, r == laoAm:
			mixed = true // shapers split it and move its first half before tone marks
		default:
			if s := scriptOf(r); s != nil && script == nil {
				script = s
			} else if s != nil && s != script {
				mixed = true
			}
		}
	}
	switch {
	case count == spaces+unseen && !ink:
		if spaces > 0 {
			return " ", written
		}
		return "", nothing
	case count == spaces+unseen:
		return "", private
	case spaces+unseen > 0 || mixed || count > maxSequence:
		return "", drawn // browsers separate words and scripts before they look for glyphs
	}
	return text, written
}

const (
	softHyphen   = 0xAD
	noBreakSpace = 0xA0
	thaiAm       = 0x0E33
	laoAm        = 0x0EB3
)

// isUnseen reports whether r has no meaning of its own on a page: controls, private use,
// non-characters, and characters that Unicode says to show as nothing
// (Default_Ignorable_Code_Point).
func isUnseen(r rune) bool {
	switch {
	case r == utf8.RuneError, unicode.Is(unicode.C, r) && r != 0x06DD && r != 0x070F && !(r >= 0x0600 && r <= 0x0605),
		unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r),
		r&0xFFFE == 0xFFFE, r >= 0xFDD0 && r <= 0xFDEF,
		r == 0x034F, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x3164, r == 0xFFA0:
		return true
	}
	return false
}

// scriptOf returns the script of r, or nil for characters of all scripts.
func scriptOf(r rune) *unicode.RangeTable {
	if r < unicode.MaxLatin1 || unicode.Is(unicode.Latin, r) {
		if unicode.IsLetter(r) {
			return unicode.Latin
		}
		return nil
	}
	if unicode.Is(unicode.Common, r) || unicode.Is(unicode.Inherited, r) {
		return nil
	}
	for _, s := range unicode.Scripts {
		if unicode.Is(s, r) {
			return s
		}
	}
	return nil
}

// isRightToLeft reports whether text has characters of scripts that are written from right to left.
func isRightToLeft(text string) bool {
	for _, r := range text {
		if r >= 0x0590 && r <= 0x08FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFF ||
			r >= 0x10800 && r <= 0x10FFF || r >= 0x1E800 && r <= 0x1EFFF {
			return true
		}
	}
	return false
}
