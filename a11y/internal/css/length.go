package css

import (
	"math"

	syntax "github.com/tdewolff/parse/v2/css"
)

// initialFontSize is the size of "medium", and of a rem unless a style sheet sets it, in pixels.
const initialFontSize = 16

// lengths turns lengths into CSS pixels.
type lengths struct {
	em, rem float64 // pixels
	percent float64 // pixels of 100 %; 0 where percentages are not known here
	medium  medium
}

// unitPixels are the units of fixed size.
var unitPixels = map[string]float64{
	"px": 1, "pt": 96.0 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6,
}

// pixels returns the length of a value that is one number, dimension, percentage or mathematical function. A bare
// number counts only if it is 0.
func (l lengths) pixels(value []token) (float64, bool) {
	value = trimmed(value)
	if len(value) == 0 {
		return 0, false
	}
	v, isLength, rest := l.operand(value, 0)
	if len(trimmed(rest)) > 0 || !isLength && v != 0 {
		return 0, false
	}
	return v, !math.IsNaN(v)
}

// dimension returns one number with a unit in pixels.
func (l lengths) dimension(v float64, unit string) (float64, bool) {
	if px, ok := unitPixels[unit]; ok {
		return v * px, true
	}
	switch unit {
	case "em":
		return v * l.em, true
	case "rem":
		return v * l.rem, true
	case "ex", "ch":
		return v * l.em / 2, true // half an em, as the standard allows without a font
	case "lh", "rlh":
		return v * l.em * 1.2, true
	case "vw", "svw", "lvw", "dvw", "vi":
		return v * l.medium.width / 100, true
	case "vh", "svh", "lvh", "dvh", "vb":
		return v * l.medium.height / 100, true
	case "vmin":
		return v * min(l.medium.width, l.medium.height) / 100, true
	case "vmax":
		return v * max(l.medium.width, l.medium.height) / 100, true
	case "%":
		if l.percent == 0 && v != 0 {
			return 0, false
		}
		return v * l.percent / 100, true
	}
	return 0, false
}

// maxMathDepth bounds functions within functions.
const maxMathDepth = 8

// operand reads one number, dimension, bracket or function. isLength tells lengths from bare numbers. An unknown
// value is NaN.
func (l lengths) operand(toks []token, depth int) (v float64, isLength bool, rest []token) {
	toks = trimmed(toks)
	if len(toks) == 0 || depth > maxMathDepth {
		return math.NaN(), false, nil
	}
	t := toks[0]
	if t.opens() {
		end := closing(toks, 0)
		v, isLength = l.function(t, toks[1:end], depth)
		return v, isLength, toks[min(end+1, len(toks)):]
	}
	v, unit, ok := t.number()
	if !ok {
		return math.NaN(), false, toks[1:]
	}
	if unit == "" {
		return v, false, toks[1:]
	}
	if v, ok = l.dimension(v, unit); !ok {
		v = math.NaN()
	}
	return v, true, toks[1:]
}

// function returns the value of calc(), min(), max(), clamp() or a bracket.
func (l lengths) function(t token, args []token, depth int) (float64, bool) {
	name := ""
	if t.kind == syntax.FunctionToken {
		name = t.name()
	}
	var vals []float64
	isLength := false
	for _, part := range splitTop(args, ',') {
		v, length := l.sum(part, depth+1)
		vals = append(vals, v)
		isLength = isLength || length
	}
	switch {
	case (name == "" || name == "calc") && len(vals) == 1:
		return vals[0], isLength
	case name == "min":
		return fold(vals, math.Min), isLength
	case name == "max":
		return fold(vals, math.Max), isLength
	case name == "clamp" && len(vals) == 3:
		return math.Max(vals[0], math.Min(vals[1], vals[2])), isLength
	}
	return math.NaN(), isLength
}

// fold applies a function of two values along a list, which is not empty.
func fold(vals []float64, f func(a, b float64) float64) float64 {
	v := vals[0]
	for _, w := range vals[1:] {
		v = f(v, w)
	}
	return v
}

// sum reads products joined by + and -.
func (l lengths) sum(toks []token, depth int) (float64, bool) {
	total, isLength, rest := l.product(toks, depth)
	for rest = trimmed(rest); len(rest) > 0; rest = trimmed(rest) {
		sign := 1.0
		switch {
		case rest[0].is('-'):
			sign = -1
		case !rest[0].is('+'):
			return math.NaN(), isLength
		}
		var v float64
		var length bool
		v, length, rest = l.product(rest[1:], depth)
		total += sign * v
		isLength = isLength || length
	}
	return total, isLength
}

// product reads operands joined by * and /.
func (l lengths) product(toks []token, depth int) (float64, bool, []token) {
	total, isLength, rest := l.operand(toks, depth)
	for {
		rest = trimmed(rest)
		if len(rest) == 0 || !rest[0].is('*') && !rest[0].is('/') {
			return total, isLength, rest
		}
		divide := rest[0].is('/')
		var v float64
		var length bool
		v, length, rest = l.operand(rest[1:], depth)
		if divide {
			v = 1 / v
		}
		total *= v
		isLength = isLength || length
	}
}
