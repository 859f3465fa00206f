package tree

import (
	"strconv"
	"strings"
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
		value = roman(n)
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

// roman is n in Roman numerals of lower case, in digits where there is none.
func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, r := range [...]struct {
		value int
		sign  string
	}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for ; n >= r.value; n -= r.value {
			b.WriteString(r.sign)
		}
	}
	return b.String()
}
