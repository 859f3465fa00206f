package font

import "strconv"

// Linotype's fonts of mathematics, Mathematical Pi and Universal Greek with Math Pi, name their
// glyphs by numbers in a catalogue: H11002 is the minus sign. Many journals of the years 1995 to
// 2015 use them, and their subsets have no map to Unicode.

// mathPiSign returns the sign with a number, or 0 when no page has shown what it is. The small
// Greek letters have consecutive numbers from 9251 on.
func mathPiSign(number int) rune {
	const letters = "αβγδεζηθικλμνξοπρστυφϕχψω"
	if n := number - 9251; n >= 0 {
		for _, r := range letters {
			if n == 0 {
				return r
			}
			n--
		}
	}
	switch number {
	case 9004:
		return 'Δ'
	case 9018:
		return 'Σ'
	case 11001:
		return '+'
	case 11002:
		return '−'
	case 11003:
		return '×'
	case 11005:
		return '='
	case 11006:
		return '±'
	case 11011:
		return '∼'
	case 11015:
		return '≈'
	case 11021:
		return '<'
	case 11022:
		return '>'
	case 11032:
		return '′'
	case 11033:
		return '″'
	case 11034:
		return '°'
	case 11349:
		return '≤'
	case 11350:
		return '≥'
	case 20885:
		return '∫'
	}
	return 0
}

// mathPiText returns the meaning of a glyph name of these fonts.
func mathPiText(name string) text {
	if len(name) < len("H9004") || len(name) > len("H11002") || name[0] != 'H' {
		return text{}
	}
	number, err := strconv.Atoi(name[1:])
	if err != nil {
		return text{}
	}
	return text{r: mathPiSign(number)}
}
