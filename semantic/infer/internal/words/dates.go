package words

import (
	"unicode"
	"unicode/utf8"
)

// IsDates reports whether text is a year or a span of time with one: "2014 – 2019",
// "May 2024", "09/2019 – today", "seit 2021".
func IsDates(text string) bool {
	if len(text) > datesBytes {
		return false
	}
	years, digits, words := 0, 0, 0
	first, letter := rune(0), false
	for i, r := range text {
		if unicode.IsLetter(r) && !letter {
			words++
		}
		letter = unicode.IsLetter(r)
		if r < '0' || r > '9' {
			digits = 0
			continue
		}
		if digits++; digits == 1 {
			first = r
		}
		next, _ := utf8.DecodeRuneInString(text[i+1:])
		if digits == 4 && (first == '1' || first == '2') && !unicode.IsDigit(next) {
			years++
		}
	}
	return years > 0 && words <= datesWords
}
