package a11y

import (
	"slices"
	"strings"
	"unicode"
)

// plainWords returns a text for comparison: in lower case, without punctuation, and with one space between words.
// A sign such as × stays, because it may be read as a word.
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

// withoutSigns returns s without what stands in round brackets and without characters that are neither letters,
// digits nor part of words. signs says whether there were any.
func withoutSigns(s string) (bare string, signs bool) {
	var b strings.Builder
	depth := 0
	for _, r := range s {
		switch {
		case r == '(':
			depth++
			signs = true
		case r == ')' && depth > 0:
			depth--
		case unicode.IsSymbol(r), strings.ContainsRune("&%*#@†‡", r):
			b.WriteByte(' ')
			signs = true
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String(), signs
}

// wordsInOrder reports whether the words of one text occur in another text, in the same order.
func wordsInOrder(some, all string) bool {
	rest := strings.Fields(all)
	for word := range strings.FieldsSeq(some) {
		i := slices.Index(rest, word)
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
	}
	return true
}
