package quality

import (
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/internal/limits"
)

// cut returns the beginning of s: whole characters, limits.FindingText bytes at most.
func cut(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= limits.FindingText {
		return s
	}
	return strings.ToValidUTF8(s[:limits.FindingText], "")
}

// wordsOf returns the words of s in lower case. A word is a run of letters and digits.
func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// letters returns how many letters and digits s has.
func letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// set returns the words of a list as a set.
func set(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}
