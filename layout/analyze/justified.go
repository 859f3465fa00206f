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

// measureOf returns the measure that one row of a leaf shows, if it is a long line of one piece or of words
// with one gap.
func (s *segmentStage) measureOf(row []int32) measure {
	g := &s.segments[row[0]]
	if len(row) > 1 {
		return measure{g.u0, s.segments[row[len(row)-1]].u1, !s.isRead(row) && s.mayBeStretched(row)}
	}
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
// and ends where the line above or below does. The only gap of two words may be wide where the lines above
// and below do, in a narrow column.
func (s *segmentStage) isJustified(segs []int32, at, end int, above measure) bool {
	row := segs[at:end]
	if len(row) < 2 {
		return false
	}
	least, most := s.gapsOf(row)
	if most > evenGap*least {
		return false
	}
	first, last := &s.segments[row[0]], &s.segments[row[len(row)-1]]
	fits := func(m measure) bool { return m.fits(first.u0, last.u1, first.size) }
	var below measure
	if end < len(segs) {
		below = s.measureOf(segs[end:rowEnd(s.segments, segs, end)])
	}
	if len(row) > 2 || most <= stretchGap*first.size {
		return fits(above) || fits(below)
	}
	return most <= stretchedGap*first.size && last.u1-first.u0 <= narrowMeasure*first.size && fits(above) && fits(below)
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
