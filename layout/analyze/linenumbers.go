package analyze

import "github.com/pagelift/pagelift/layout/analyze/internal/chars"

// lineNumber is a number in the left margin, with its segment and its place in a region.
type lineNumber struct {
	seg, value int32
	at         int32 // the row, counted from the top of the region
	text       rune  // the first character of the text beside it; 0: none
	pieces     int32 // segments of the row besides it
}

// removeLineNumbers removes the numbers of lines from the region of a frame and makes them a leaf of their
// own. Contracts, manuscripts and listings have such numbers in the left margin:
//
//	    WHEREAS the parties have agreed
//	2   on the terms set out below, and
//	    each of them has signed a copy
//	4   of this contract, it is binding
func (s *regionStage) removeLineNumbers(region []int32) (rest, numbers []int32) {
	list := s.marginNumbers(region)
	if !countLines(list) || s.textIn(region, list) {
		return region, nil
	}
	numbers = make([]int32, 0, len(list))
	rest = region[:0]
	for _, n := range region {
		if len(numbers) < len(list) && list[len(numbers)].seg == n {
			numbers = append(numbers, n)
			continue
		}
		rest = append(rest, n)
	}
	return rest, numbers
}

// marginNumbers lists the rows of a region that begin with a bare number set apart, if these numbers stand
// in one column.
func (s *regionStage) marginNumbers(region []int32) []lineNumber {
	list := s.numbers[:0]
	rows := int32(0)
	for at := 0; at < len(region); rows++ {
		end := rowEnd(s.segments, region, at)
		g := &s.segments[region[at]]
		if value := s.numberIn(g); value >= 0 && (len(list) == 0 || inColumn(g, &s.segments[list[0].seg])) {
			k := lineNumber{seg: region[at], value: value, at: rows, pieces: int32(end - at - 1)}
			if end-at > 1 {
				k.text = s.firstRune(s.glyphs[s.segments[region[at+1]].first].char)
			}
			list = append(list, k)
		}
		at = end
	}
	s.numbers = list
	return list
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Numbers of lines have at most lineDigits digits. There are at least linesNumbered of them if some
	// lines are numbered, linesEach if each line is (a list of so many short items is rare). linesCounted
	// of them count right, and linesRunning of their lines go on in small letters.
	lineDigits    = 4
	linesNumbered = 4
	linesEach     = 10
	linesCounted  = 0.8
	linesRunning  = 0.3
)

// numberIn returns the number that a segment is; -1: it is none.
func (s *glyphStage) numberIn(g *segment) int32 {
	if g.grid != 0 || g.count > lineDigits {
		return -1
	}
	value := int32(0)
	for _, c := range s.glyphs[g.first : g.first+g.count] {
		if c.char < '0' || c.char > '9' {
			return -1
		}
		value = 10*value + int32(c.char-'0')
	}
	return value
}

// inColumn reports whether two numbers line up at the left or at the right.
func inColumn(a, b *segment) bool {
	return abs(a.u1-b.u1) <= columnEdge*a.size || abs(a.u0-b.u0) <= columnEdge*a.size
}

// countLines reports whether numbers count the rows that they stand at: they rise by one step, and as many
// rows lie between them. If every line is numbered, the numbers may be those of a list; the lines must
// then be many, of one piece each, and continue each other.
func countLines(list []lineNumber) bool {
	if len(list) < linesNumbered {
		return false
	}
	step := list[1].value - list[0].value
	if step < 1 {
		return false
	}
	good, running, whole := 0, 0, 0
	for i := range list {
		if i > 0 && list[i].value-list[i-1].value == step && list[i].at-list[i-1].at == step {
			good++
		}
		if chars.IsLower(list[i].text) {
			running++
		}
		if list[i].pieces == 1 {
			whole++
		}
	}
	n := float32(len(list))
	if float32(good) < linesCounted*(n-1) {
		return false
	}
	return step > 1 || len(list) >= linesEach && float32(running) >= linesRunning*n && float32(whole) >= linesCounted*n
}

// textIn reports whether text stands in the margin of the numbers, at their height.
func (s *segmentStage) textIn(region []int32, list []lineNumber) bool {
	first, last := &s.segments[list[0].seg], &s.segments[list[len(list)-1].seg]
	edge := max(first.u1, last.u1)
	at := 0
	for _, n := range region {
		g := &s.segments[n]
		if at < len(list) && list[at].seg == n {
			at++
			continue
		}
		if g.v >= first.v && g.v <= last.v && g.u0 < edge+columnEdge*g.size {
			return true
		}
	}
	return false
}
