package chars

import (
	"strings"
	"sync"
)

// LongestRoman is how many letters the longest numeral has that IsRoman knows: lxxxviii.
const LongestRoman = 8

// romans are the numerals up to 89 in lower case, as the pages of a preface are numbered, those of a single letter
// left out: they are signs and variables as well.
var romans = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for _, tens := range strings.Split(" x xx xxx xl l lx lxx lxxx", " ") {
		for _, ones := range strings.Split(" i ii iii iv v vi vii viii ix", " ") {
			if numeral := tens + ones; len(numeral) > 1 {
				known[numeral] = true
			}
		}
	}
	return known
})

// IsRoman reports whether text is a Roman numeral of two letters and more, in lower case, up to 89.
func IsRoman(text string) bool { return romans()[text] }
