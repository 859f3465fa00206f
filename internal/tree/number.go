package tree

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/roman"
)

// Numbered is a number in the form that a list has (Attr.Numbering): "(a)", "iv.".
func Numbered(form string, n int) string {
	kind := strings.IndexAny(form, "1aAiI")
	if kind < 0 {
		return strconv.Itoa(n)
	}
	value := strconv.Itoa(n)
	switch form[kind] {
	case 'a', 'A':
		value = letters(n)
	case 'i', 'I':
		value = cmp.Or(roman.Format(n), value)
	}
	if form[kind] == 'A' || form[kind] == 'I' {
		value = strings.ToUpper(value)
	}
	if form[:kind] == "" && form[kind+1:] == "" {
		return value + "."
	}
	return form[:kind] + value + form[kind+1:]
}

// letters is n as a, b, ... z, aa, ab.
func letters(n int) string {
	s := ""
	for ; n > 0; n = (n - 1) / 26 {
		s = string(rune('a'+(n-1)%26)) + s
	}
	return s
}
