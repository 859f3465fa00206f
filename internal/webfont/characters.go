package webfont

import (
	"unicode"
	"unicode/utf8"
)

// maxSequence is how many characters one glyph may stand for: the longest ligatures of
// honest fonts, phrases of the Koran, have 18.
const maxSequence = 20

// meaning is what can be written for a glyph.
type meaning uint8

const (
	written meaning = iota // its characters
	nothing                // none: it has no ink, and its characters are not seen
	private                // a character of a private use area
	drawn                  // characters that no font can lead to the glyph
)

// meaningOf returns what can be written for a glyph of text, and the characters. Controls and
// characters that a browser never shows cannot stand for ink, and neither can a space:
// the page has spaces of its own.
func meaningOf(text string, ink bool) (string, meaning) {
	count, spaces, unseen := 0, 0, 0
	var script *unicode.RangeTable
	mixed := false
	for _, r := range text {
		count++
		switch {
		case r == softHyphen && len(text) == utf8.RuneLen(softHyphen):
			return "-", written // browsers show it at the end of a line only
		case r == ' ' || r == noBreakSpace:
			spaces++
		case isUnseen(r):
			unseen++
		case r == thaiAm, r == laoAm:
			mixed = true // shapers take it apart, and move the first half before tone marks
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
		return "", drawn // browsers take words and scripts apart before they ask for glyphs
	}
	return text, written
}

const (
	softHyphen   = 0xAD
	noBreakSpace = 0xA0
	thaiAm       = 0x0E33
	laoAm        = 0x0EB3
)

// isUnseen reports characters without a meaning of their own on a page: controls,
// private use, non-characters, and those that Unicode says to show as nothing
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

// isRightToLeft reports characters of scripts written from the right.
func isRightToLeft(text string) bool {
	for _, r := range text {
		if r >= 0x0590 && r <= 0x08FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFF ||
			r >= 0x10800 && r <= 0x10FFF || r >= 0x1E800 && r <= 0x1EFFF {
			return true
		}
	}
	return false
}
