package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsIdeograph reports whether r belongs to a script without spaces between words.
func IsIdeograph(r rune) bool {
	return r >= 0x2E80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Yi) || r >= 0x3000 && r < 0x3040 || r >= 0xFF00 && r < 0xFFF0)
}

// HasLetter reports whether s has a letter.
func HasLetter(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) >= 0 }

func IsASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// SeveralLetters reports whether text has more than one letter.
func SeveralLetters(text string) bool {
	i := strings.IndexFunc(text, unicode.IsLetter)
	if i < 0 {
		return false
	}
	_, size := utf8.DecodeRuneInString(text[i:])
	return HasLetter(text[i+size:])
}

// HasWord reports whether s has two letters in a row. Formulas seldom have.
func HasWord(s string) bool {
	row := 0
	for _, r := range s {
		if !unicode.IsLetter(r) {
			row = 0
		} else if row++; row == 2 || IsIdeograph(r) {
			return true
		}
	}
	return false
}
