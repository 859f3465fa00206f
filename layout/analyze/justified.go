package analyze

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
		justified := s.isJustified(segs, at, end, above) || s.isStretched(before, row, segs[end:])
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
	least, most := float32(farAway), float32(0)
	for i := 1; i < len(row); i++ {
		gap := s.segments[row[i]].u0 - s.segments[row[i-1]].u1
		least, most = min(least, gap), max(most, gap)
	}
	return most <= evenGap*least && (len(row) > 2 || most <= stretchGap*s.segments[row[0]].size)
}
