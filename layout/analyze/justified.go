package analyze

// measure is where the lines of running text begin and end.
type measure struct {
	u0, u1 float32
	known  bool
}

// eachRow calls f for each row of a leaf, and tells it whether the row is a justified
// line though its gaps are wide.
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

// measureOf is the measure that one row of a leaf shows: that of a long line of
// one piece.
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

// fits reports that text from u0 to u1 has measure m; one of the two may be the
// indented first line of a paragraph.
func (m measure) fits(u0, u1, size float32) bool {
	return m.known && abs(m.u1-u1) <= measureSlack*size && abs(m.u0-u0) <= measureIndent*size
}

// isJustified reports that row segs[at:end] of a leaf, though its gaps are as wide
// as those between cells, is a line of running text stretched to its measure: its
// gaps are all alike, and it begins and ends where the line above or below it does.
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

// evenGaps reports that the gaps between the segments of a row are nearly the same,
// and no wider than those of lines.
func (s *segmentStage) evenGaps(row []int32) bool {
	least, most := float32(farAway), float32(0)
	for i := 1; i < len(row); i++ {
		gap := s.segments[row[i]].u0 - s.segments[row[i-1]].u1
		least, most = min(least, gap), max(most, gap)
	}
	return most <= evenGap*least && (len(row) > 2 || most <= stretchGap*s.segments[row[0]].size)
}
