package font

import (
	"slices"
	"strings"
)

const (
	// boldStem is the least width of an upright stem of a bold face, in heights of small letters. Regular
	// faces have .12 (Courier) to .21 (Rockwell), bold ones .25 (Computer Modern) to .31 (DejaVu).
	boldStem = 0.235
	// stemLine is the height at which stems are measured, in ems above the baseline. It cuts small
	// letters in their middle and capitals in their lower half.
	stemLine = 0.25
	// The left edge of a stem is measured once more at slantLine. A face is slanted if the stem leans
	// at least italicSlant between the two lines, for each em of height. In 800 fonts the upright ones
	// lean .044 at most (Lora Bold), and the italic ones .052 (Quadraat) to .25 (Computer Modern).
	slantLine   = 0.1
	italicSlant = 0.048
	// stemLetters begin with an upright stem at stemLine, or consist of one. flatLetters end at the
	// height of small letters. At least stemsNeeded stemLetters must be measured.
	stemLetters = "lIihnmrHLTFEPKkDBR"
	flatLetters = "nmruvwxz"
	stemsNeeded = 2
	// capitalsOfSmall is the height of capitals, in heights of small letters.
	capitalsOfSmall = 1.42
	// curveParts is the number of lines that replace a curve when a stem is measured.
	curveParts = 8
)

// hasBoldStems reports whether the upright stems of letters are those of a bold face. It is used
// for fonts whose name and descriptor do not tell.
//
//	regular    bold
//	 ||         ███
//	 ||  -------███--  stemLine
//	 ||         ███
func hasBoldStems(advanceOf func(code uint32) (letter rune, ems float32), outlineOf func(code uint32) Outline) bool {
	var widths []float32
	small, capital := float32(0), float32(0)
	for code := range uint32(fixedCodes) {
		letter, _ := advanceOf(code)
		flat, stem := letter != 0 && strings.ContainsRune(flatLetters, letter), letter != 0 && strings.ContainsRune(stemLetters, letter)
		if !flat && !stem {
			continue
		}
		outline := outlineOf(code)
		_, high, ok := outline.Box()
		if !ok {
			continue
		}
		if flat {
			small = max(small, high.Y)
		} else if letter >= 'A' && letter <= 'Z' {
			capital = max(capital, high.Y)
		}
		if stem {
			if _, w := outline.firstSpan(stemLine); w > 0 {
				widths = append(widths, w)
			}
		}
	}
	if small == 0 {
		small = capital / capitalsOfSmall
	}
	if len(widths) < stemsNeeded || !(small > 0) {
		return false
	}
	slices.Sort(widths)
	return widths[(len(widths)-1)/2] >= boldStem*small
}

// hasSlantedStems reports whether the upright stems of letters lean to the right, as in an italic
// or oblique face:
//
//	upright    slanted
//	 ||          //
//	 ||  -------//---  stemLine
//	 ||  ------//----  slantLine
func hasSlantedStems(advanceOf func(code uint32) (letter rune, ems float32), outlineOf func(code uint32) Outline) bool {
	var slants []float32
	for code := range uint32(fixedCodes) {
		if letter, _ := advanceOf(code); letter == 0 || !strings.ContainsRune(stemLetters, letter) {
			continue
		}
		outline := outlineOf(code)
		low, there := outline.firstSpan(slantLine)
		high, above := outline.firstSpan(stemLine)
		if there > 0 && above > 0 {
			slants = append(slants, (high-low)/(stemLine-slantLine))
		}
	}
	if len(slants) < stemsNeeded {
		return false
	}
	slices.Sort(slants)
	return slants[(len(slants)-1)/2] >= italicSlant
}

// firstSpan returns the left edge and the width of the leftmost part of the glyph at height y, by
// the nonzero rule. The width is 0 if the glyph has no part there.
func (o Outline) firstSpan(y float32) (left, width float32) {
	type crossing struct {
		x    float32
		wind int
	}
	var found []crossing
	var start, at Point
	line := func(to Point) {
		if (at.Y <= y) != (to.Y <= y) {
			wind := 1
			if to.Y < at.Y {
				wind = -1
			}
			found = append(found, crossing{at.X + (to.X-at.X)*(y-at.Y)/(to.Y-at.Y), wind})
		}
		at = to
	}
	for i := range o {
		switch s := &o[i]; s.Verb {
		case MoveTo:
			line(start)
			start, at = s.P[0], s.P[0]
		case LineTo:
			line(s.P[0])
		case CurveTo:
			from := at
			for n := 1; n <= curveParts; n++ {
				t := float32(n) / curveParts
				u := 1 - t
				a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
				line(Point{a*from.X + b*s.P[0].X + c*s.P[1].X + d*s.P[2].X, a*from.Y + b*s.P[0].Y + c*s.P[1].Y + d*s.P[2].Y})
			}
		}
	}
	line(start)
	slices.SortFunc(found, func(a, b crossing) int {
		switch {
		case a.x < b.x:
			return -1
		case a.x > b.x:
			return 1
		}
		return 0
	})
	wind := 0
	for i := range found {
		if wind += found[i].wind; wind == 0 {
			return found[0].x, found[i].x - found[0].x
		}
	}
	return 0, 0
}
