package mathfont

import (
	"math"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// In OpenType fonts of mathematics the large sizes of brackets have no codes, and Word, which shows
// them by glyph number, leaves them out of ToUnicode. Their outlines identify them. What counts is
// how far an outline reaches to the left and to the right at some heights:
//
//	  .-     .-    .--   /    |      at the top      .8-1   .8-1   0-1   .8-1   0-1
//	 /      |      |    /     |      at a quarter    .2-.6  .4-.6  0-.2  .4-.6  0-1
//	 |     <       |   <      |      in the middle   0-.3   0-.4   0-.2  0-.1   0-1
//	 \      |      |    \     |
//	  '-     '-    '--   \    |      (from the left side to the right one is 0-1)
//
// In nine families of fonts this finds all brackets higher than an em, and takes no other whole sign
// for a bracket. It takes halves of square brackets for floors and ceilings, which look the same.

// fenceLevels are the heights at which an outline is measured, as shares of its height from below.
var fenceLevels = [...]float64{0.012, 0.25, 0.38, 0.5, 0.62, 0.75, 0.988}

const (
	low = iota
	quarter
	belowMiddle
	middle
	aboveMiddle
	threeQuarters
	high
)

const (
	// fenceRatio is the least ratio of the height of a large bracket to its width. Brackets have
	// 2.5 and more, and no letter has.
	fenceRatio = 2
	// fenceHeight is the least height of a large bracket in ems: that of the first size above a letter.
	fenceHeight = 1
	// barRatio is the least ratio of the height of a bar to its width.
	barRatio = 12
	// edge is the greatest distance of ink that is at a side, as a share of the width. stem is how
	// far the stem of a square bracket reaches at most.
	edge = 0.15
	stem = 0.5
	// straight is the greatest distance between the stroke of an angle bracket and a straight line,
	// as a share of the width. Curves are .2 and more away.
	straight = 0.1
)

// ofShape returns the bracket that has this outline.
func ofShape(o font.Outline) (layout.MathChar, bool) {
	lowPoint, highPoint, ok := o.Box()
	width, height := float64(highPoint.X-lowPoint.X), float64(highPoint.Y-lowPoint.Y)
	if !ok || height < fenceHeight || width <= 0 || height < fenceRatio*width {
		return layout.MathChar{}, false
	}
	var left, right [len(fenceLevels)]float64
	for i, level := range fenceLevels {
		x0, x1 := endsAt(o, float64(lowPoint.Y)+level*height)
		if x0 > x1 {
			return layout.MathChar{}, false
		}
		left[i], right[i] = (x0-float64(lowPoint.X))/width, (x1-float64(lowPoint.X))/width
	}
	if height >= barRatio*width && left[quarter] < edge && right[quarter] > 1-edge && left[threeQuarters] < edge && right[threeQuarters] > 1-edge {
		return layout.MathChar{Char: '|'}, true
	}
	if r := opening(&left, &right); r != 0 {
		return layout.MathChar{Char: r}, true
	}
	for i := range left { // the mirror image
		left[i], right[i] = 1-right[i], 1-left[i]
	}
	if r := opening(&left, &right); r != 0 {
		return layout.MathChar{Char: closingOf(r)}, true
	}
	return layout.MathChar{}, false
}

// closingOf returns the closing bracket for the opening bracket r.
func closingOf(r rune) rune {
	switch r {
	case '(':
		return ')'
	case '{':
		return '}'
	case '[':
		return ']'
	case '⌈':
		return '⌉'
	case '⌊':
		return '⌋'
	}
	return '⟩'
}

// opening returns the opening bracket with this reach at the levels, or 0 when there is none.
func opening(left, right *[len(fenceLevels)]float64) rune {
	reach := func(level int) bool { return right[level] > 1-edge }
	if left[quarter] < edge && left[middle] < edge && left[threeQuarters] < edge && right[quarter] < stem && right[middle] < stem && right[threeQuarters] < stem {
		switch {
		case left[low] > edge && left[high] > edge:
		case reach(low) && reach(high):
			return '['
		case reach(high):
			return '⌈'
		case reach(low):
			return '⌊'
		}
	}
	if left[middle] > edge || !reach(low) || !reach(high) || left[low] < edge || left[high] < edge {
		return 0
	}
	if math.Abs(left[quarter]-left[threeQuarters]) > edge || math.Abs(left[belowMiddle]-left[aboveMiddle]) > edge {
		return 0
	}
	// On a straight stroke, left changes evenly from the level at a quarter to the middle.
	between := (left[quarter]*(fenceLevels[middle]-fenceLevels[belowMiddle]) + left[middle]*(fenceLevels[belowMiddle]-fenceLevels[quarter])) /
		(fenceLevels[middle] - fenceLevels[quarter])
	switch bend := left[belowMiddle] - between; {
	case bend > straight: // it is upright first, then turns to the tip
		return '{'
	case bend > -straight/2 && left[quarter] > 1-stem-straight:
		return '⟨'
	case left[quarter] < stem:
		return '('
	}
	return 0
}

// endsAt returns the left and right ends of an outline at a height. x0 > x1 if there is no ink.
func endsAt(o font.Outline, y float64) (x0, x1 float64) {
	x0, x1 = math.Inf(1), math.Inf(-1)
	var at, start font.Point
	line := func(to font.Point) {
		a, b := float64(at.Y), float64(to.Y)
		if a != b && (a <= y) != (b <= y) {
			x := float64(at.X) + (y-a)/(b-a)*float64(to.X-at.X)
			x0, x1 = min(x0, x), max(x1, x)
		}
		at = to
	}
	for i := range o {
		switch s := &o[i]; s.Verb {
		case font.MoveTo:
			line(start)
			at, start = s.P[0], s.P[0]
		case font.LineTo:
			line(s.P[0])
		case font.CurveTo:
			from := at
			for n := 1; n <= curveParts; n++ {
				line(onCurve(from, s.P, float32(n)/curveParts))
			}
		}
	}
	line(start)
	return x0, x1
}

// curveParts is the number of straight lines that replace a curve. They are within a hundredth of it.
const curveParts = 8

func onCurve(p0 font.Point, p [3]font.Point, t float32) font.Point {
	u := 1 - t
	a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return font.Point{X: a*p0.X + b*p[0].X + c*p[1].X + d*p[2].X, Y: a*p0.Y + b*p[0].Y + c*p[1].Y + d*p[2].Y}
}
