package a11y

import (
	"strings"
	"unicode"
)

// plainWords is a text for comparison: lower case, punctuation left out, one space between
// words. A sign such as × stays; it may be read as a word.
func plainWords(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(s) {
		switch {
		case unicode.IsSpace(r), r == '-', r == '/', r == '_':
			gap = true
		case unicode.IsPunct(r):
		default:
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteRune(r)
		}
	}
	return b.String()
}
