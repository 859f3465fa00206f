package svg

import (
	"math"
	"strconv"
	"strings"
)

// unitsPerPoint is the precision of coordinates. A hundredth of a point is a seventy-fifth of a CSS
// pixel, and nobody zooms in farther than that.
const unitsPerPoint = 100

// farAway is the largest coordinate in points. No page is larger, and numbers of this size and
// precision are exact.
const farAway = 1e6

// units returns v in hundredths of a point. NaN becomes 0.
func units(v float32) int {
	if !(v > -farAway) {
		if v != v {
			return 0
		}
		return -farAway * unitsPerPoint
	}
	return int(math.Round(float64(min(v, farAway)) * unitsPerPoint))
}

// number appends v with at most two decimals.
func number(out []byte, v float32) []byte { return hundredths(out, units(v)) }

// hundredths appends n/100 in the shortest form: -.5, 12, 3.25.
func hundredths(out []byte, n int) []byte {
	if n < 0 {
		out = append(out, '-')
		n = -n
	}
	whole, rest := n/unitsPerPoint, n%unitsPerPoint
	if whole > 0 || rest == 0 {
		out = strconv.AppendInt(out, int64(whole), 10)
	}
	if rest == 0 {
		return out
	}
	out = append(out, '.', byte('0'+rest/10))
	if rest%10 != 0 {
		out = append(out, byte('0'+rest%10))
	}
	return out
}

// fine appends v with at most five decimals, for the factors of a matrix.
func fine(out []byte, v float32) []byte {
	if v != v || v > farAway || v < -farAway {
		v = 0
	}
	start := len(out)
	out = strconv.AppendFloat(out, float64(v), 'f', fineDecimals, 32)
	for out[len(out)-1] == '0' {
		out = out[:len(out)-1]
	}
	if out[len(out)-1] == '.' {
		out = out[:len(out)-1]
	}
	text := string(out[start:])
	switch {
	case text == "-0":
		text = "0"
	case strings.HasPrefix(text, "0."):
		text = text[1:]
	case strings.HasPrefix(text, "-0."):
		text = "-" + text[2:]
	}
	return append(out[:start], text...)
}

const fineDecimals = 5

// attribute appends an attribute whose value is a number.
func attribute(out []byte, name string, v float32) []byte {
	out = append(out, ' ')
	out = append(out, name...)
	out = append(out, `="`...)
	return append(number(out, v), '"')
}
