// Package roman writes and reads Roman numerals.
package roman

// Most is the largest number that has a numeral.
const Most = 3999

var signs = [...]struct {
	value int
	text  string
}{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}}

// longest is how many letters the longest numeral has: mmmdccclxxxviii.
const longest = 15

// Format is n in lower case, as a printer sets it; "" where n has no numeral, below 1 and above Most.
func Format(n int) string {
	if n < 1 || n > Most {
		return ""
	}
	var storage [longest]byte
	return string(appendTo(storage[:0], n))
}

func appendTo(buf []byte, n int) []byte {
	for _, s := range signs {
		for ; n >= s.value; n -= s.value {
			buf = append(buf, s.text...)
		}
	}
	return buf
}

// Parse reads a numeral in one case. It reports false for what Format does not write, such as iiii.
func Parse[T string | []byte](text T) (n int, ok bool) {
	if len(text) == 0 || len(text) > longest {
		return 0, false
	}
	lower := text[0] & ('a' - 'A')
	last := 0
	for i := len(text) - 1; i >= 0; i-- {
		if text[i]&('a'-'A') != lower {
			return 0, false
		}
		v := valueOf(text[i] | ('a' - 'A'))
		switch {
		case v == 0:
			return 0, false
		case v < last:
			n -= v
		default:
			n += v
			last = v
		}
	}
	if n < 1 || n > Most {
		return 0, false
	}
	var storage [longest]byte
	canonical := appendTo(storage[:0], n)
	if len(canonical) != len(text) {
		return 0, false
	}
	for i, c := range canonical {
		if text[i]|('a'-'A') != c {
			return 0, false
		}
	}
	return n, true
}

func valueOf(c byte) int {
	for _, s := range signs {
		if len(s.text) == 1 && s.text[0] == c {
			return s.value
		}
	}
	return 0
}
