package words

import (
	"slices"
	"strings"
)

// units and tens are the numbers that are spelled out above the names of chapters.
var (
	units = strings.Fields("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens  = strings.Fields("twenty thirty forty fifty")
)

// Spelled returns the number from 1 to 59 that text spells in English, or 0: "Seven", "TWENTYTWO", "twenty-two".
func Spelled(text string) int {
	text = strings.ToLower(text)
	value := 0
	for i, word := range tens {
		if rest, ok := strings.CutPrefix(text, word); ok {
			if value = 20 + 10*i; rest == "" {
				return value
			}
			text = strings.TrimPrefix(rest, "-")
			break
		}
	}
	unit := slices.Index(units, text) + 1
	if unit == 0 || value > 0 && unit > 9 {
		return 0
	}
	return value + unit
}
