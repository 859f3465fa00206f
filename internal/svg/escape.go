package svg

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// escape appends text of an element. It leaves out characters that XML 1.0 does not allow.
func escape(out []byte, s string) []byte {
	for _, r := range s {
		switch {
		case r == '&':
			out = append(out, "&amp;"...)
		case r == '<':
			out = append(out, "&lt;"...)
		case r == '>':
			out = append(out, "&gt;"...)
		case r < ' ', r == utf8.RuneError, r >= 0x7f && r < 0xa0, r&0xfffe == 0xfffe, r >= 0xfdd0 && r <= 0xfdef:
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

// logical returns text, given from left to right as it is shown, in reading order. It reverses what
// is written from right to left, except for numbers and foreign words in it.
func logical(s string) string {
	runes := []rune(s)
	if !slices.ContainsFunc(runes, rightToLeft) {
		return s
	}
	slices.Reverse(runes)
	for i := 0; i < len(runes); i++ {
		start := i
		for i < len(runes) && !rightToLeft(runes[i]) && (unicode.IsLetter(runes[i]) || unicode.IsDigit(runes[i]) || start < i && runes[i] != ' ') {
			i++
		}
		slices.Reverse(runes[start:i])
	}
	return string(runes)
}

// rightToLeft reports whether r is in a block that Unicode reserves for scripts written from right to left.
func rightToLeft(r rune) bool {
	return r >= 0x590 && r <= 0x8ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc || r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
}
