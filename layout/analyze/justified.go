package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/internal/script"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// narrowMeasure is the widest column in which two words stand as far apart as stretchedGap.
	narrowMeasure = 20
	// The gaps of a typed, justified line are the same: the widest is at most sameGap times the narrowest, or
	// gapNoise points wider. Of 1,352 justified lines with wide gaps, in 107 documents, 96 in a hundred are such.
	sameGap  = 1.05
	gapNoise = 0.3
	// The words of such a line have stretchedWord letters or more on average; a leader has fewer.
	stretchedWord = 2
)

// measure is where lines of running text begin and end.
type measure struct {
	u0, u1 float32
	known  bool
}

// eachRow calls f for each row of a leaf. justified tells f that the row is a justified line although its
// gaps are wide:
//
//	The   boats   are   small   and   their      one line: all its gaps are alike, and it
//	crews prefer to mend what others would       begins and ends where the next line does
func (s *segmentStage) eachRow(segs []int32, f func(row []int32, justified bool)) {
	var above measure
	var before []int32 // the row above
	for at := 0; at < len(segs); {
		end := rowEnd(s.segments, segs, at)
		row := segs[at:end]
		justified := s.isJustified(segs, at, end, above) || s.isStretched(before, row, segs[end:]) || s.isPair(before, row, segs[end:])
		before = row
		if above = s.measureOf(row); justified {
			above = measure{s.segments[row[0]].u0, s.segments[row[len(row)-1]].u1, true}
		}
		f(row, justified)
		at = end
	}
}

// measureOf returns the measure that one row of a leaf shows, if it is a long line of one piece.
func (s *segmentStage) measureOf(row []int32) measure {
	if len(row) != 1 {
		return measure{}
	}
	g := &s.segments[row[0]]
	if n, display := s.lengthOf(g, g.count); n < proseChars || display {
		return measure{}
	}
	return measure{g.u0, g.u1, true}
}

// fits reports whether text from u0 to u1 has measure m. One of the two may be the indented first line of
// a paragraph.
func (m measure) fits(u0, u1, size float32) bool {
	return m.known && abs(m.u1-u1) <= measureSlack*size && abs(m.u0-u0) <= measureIndent*size
}

// isJustified reports whether row segs[at:end] of a leaf is a line of running text that is stretched to
// its measure, although its gaps are as wide as those between cells. Its gaps are all alike, and it begins
// and ends where the line above or below does.
func (s *segmentStage) isJustified(segs []int32, at, end int, above measure) bool {
	row := segs[at:end]
	if len(row) < 2 || !s.evenGaps(row) {
		return false
	}
	first, last := &s.segments[row[0]], &s.segments[row[len(row)-1]]
	if above.fits(first.u0, last.u1, first.size) {
		return true
	}
	if end == len(segs) {
		return false
	}
	below := s.measureOf(segs[end:rowEnd(s.segments, segs, end)])
	return below.fits(first.u0, last.u1, first.size)
}

// evenGaps reports whether the gaps between the segments of a row are nearly equal and no wider than those
// in lines.
func (s *segmentStage) evenGaps(row []int32) bool {
	least, most := s.gapsOf(row)
	return most <= evenGap*least && (len(row) > 2 || most <= stretchGap*s.segments[row[0]].size)
}

// isPair reports whether a row is two words of a justified line, far apart in a narrow column. The rows above and below
// are lines of the column, and not both have a word that begins above or below the second one:
//
//	direct meetings to foster
//	propaganda,     villages
//	and  valleys   through  a
func (s *segmentStage) isPair(above, row, rest []int32) bool {
	if len(row) != 2 || len(above) == 0 || len(rest) == 0 || s.isRead(row) {
		return false
	}
	first, last := &s.segments[row[0]], &s.segments[row[1]]
	if last.u0-first.u1 > stretchedGap*first.size || last.u1-first.u0 > narrowMeasure*first.size {
		return false
	}
	isLine := func(r []int32) bool {
		m := s.measureOf(r)
		if len(r) > 1 {
			m = measure{s.segments[r[0]].u0, s.segments[r[len(r)-1]].u1, s.mayBeStretched(r)}
		}
		return m.fits(first.u0, last.u1, first.size)
	}
	below := rest[:rowEnd(s.segments, rest, 0)]
	return isLine(above) && isLine(below) && s.commonStarts(row, above)+s.commonStarts(row, below) < 2
}

// gapsOf returns the narrowest and the widest gap between the segments of a row.
func (s *segmentStage) gapsOf(row []int32) (least, most float32) {
	least = farAway
	for i := 1; i < len(row); i++ {
		gap := s.segments[row[i]].u0 - s.segments[row[i-1]].u1
		least, most = min(least, gap), max(most, gap)
	}
	return least, most
}

// commonGaps counts the gaps of row a that stand above or below one of row b, as those between columns do.
func (s *segmentStage) commonGaps(a, b []int32) (n int) {
	for i := 1; i < len(a); i++ {
		for k := 1; k < len(b); k++ {
			if s.segments[a[i-1]].u1 < s.segments[b[k]].u0 && s.segments[b[k-1]].u1 < s.segments[a[i]].u0 {
				n++
				break
			}
		}
	}
	return n
}

// commonStarts counts the segments of row a behind the first that begin where one of row b does, as cells of a column do.
func (s *segmentStage) commonStarts(a, b []int32) (n int) {
	for _, i := range a[1:] {
		g := &s.segments[i]
		if slices.ContainsFunc(b[1:], func(k int32) bool { return abs(s.segments[k].u0-g.u0) <= edgeSame*g.size }) {
			n++
		}
	}
	return n
}

// isStretched reports whether a row is a justified line by the rows around it alone, so that no line of one
// piece need stand beside it to show the measure. Its gaps are alike, the row above or below begins and ends
// where it does, and their gaps do not stand below each other as those between columns do. Typed words begin where
// they do to a tenth of a point: it is enough that few of them begin below each other.
//
//	On    peat     soils,     if    drained      two lines
//	for  too  long,   crops  fail  at  once
func (s *segmentStage) isStretched(above, row, rest []int32) bool {
	if !s.mayBeStretched(row) {
		return false
	}
	return s.stretchedAlike(row, above) || len(rest) > 0 && s.stretchedAlike(row, rest[:rowEnd(s.segments, rest, 0)])
}

// mayBeStretched reports whether the gaps of a row are as alike as those of a stretched line. Typed gaps are the
// same, and two words have but one. Scripts without spaces between words do not stretch them, and leaders of dots
// are no words.
func (s *segmentStage) mayBeStretched(row []int32) bool {
	n := s.countOf(row)
	if n < proseChars {
		return false
	}
	if s.isRead(row) {
		return s.alikeGaps(row)
	}
	if len(row) < 3 || n < stretchedWord*int32(len(row)) || slices.ContainsFunc(row, s.isUnstretched) {
		return false
	}
	least, most := s.gapsOf(row)
	return most <= max(sameGap*least, least+gapNoise)
}

// isUnstretched reports whether a segment is a leader, or begins or ends with an ideograph.
func (s *segmentStage) isUnstretched(segment int32) bool {
	g := &s.segments[segment]
	if g.count == 0 {
		return false
	}
	first, last := s.firstRune(s.glyphs[g.first].char), s.firstRune(s.glyphs[g.first+g.count-1].char)
	return first == '.' || script.IsIdeographic(first) || script.IsIdeographic(last)
}

// stretchedAlike reports whether two rows have one measure, and no columns.
func (s *segmentStage) stretchedAlike(a, b []int32) bool {
	if len(b) == 0 || s.isRead(a) != s.isRead(b) || !s.mayBeStretched(b) {
		return false
	}
	first, last := &s.segments[b[0]], &s.segments[b[len(b)-1]]
	m := measure{first.u0, last.u1, true}
	if first, last = &s.segments[a[0]], &s.segments[a[len(a)-1]]; !m.fits(first.u0, last.u1, first.size) {
		return false
	}
	if s.isRead(a) {
		return 2*s.commonGaps(a, b) < len(a)
	}
	return 2*s.commonStarts(a, b) < len(a)
}
