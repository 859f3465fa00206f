package analyze

// isStretched reports whether a row of recognised text is a justified line. No line of one piece need
// stand beside it to show the measure. Its gaps are alike, the row above or below begins and ends where it
// does, and their gaps do not stand below each other as those between columns do:
//
//	On    peat     soils,     if    drained      two lines
//	for  too  long,   crops  fail  at  once
func (s *segmentStage) isStretched(above, row, rest []int32) bool {
	if len(row) < 2 || !s.isRead(row) || s.countOf(row) < proseChars || !s.alikeGaps(row) {
		return false
	}
	return s.stretchedAlike(row, above) || len(rest) > 0 && s.stretchedAlike(row, rest[:rowEnd(s.segments, rest, 0)])
}

// stretchedAlike reports whether two rows have one measure, and no columns.
func (s *segmentStage) stretchedAlike(a, b []int32) bool {
	if len(b) == 0 || !s.isRead(b) || s.countOf(b) < proseChars || !s.alikeGaps(b) {
		return false
	}
	first, last := &s.segments[b[0]], &s.segments[b[len(b)-1]]
	m := measure{first.u0, last.u1, true}
	if first, last = &s.segments[a[0]], &s.segments[a[len(a)-1]]; !m.fits(first.u0, last.u1, first.size) {
		return false
	}
	common := 0
	for i := 1; i < len(a); i++ {
		for k := 1; k < len(b); k++ {
			if s.segments[a[i-1]].u1 < s.segments[b[k]].u0 && s.segments[b[k-1]].u1 < s.segments[a[i]].u0 {
				common++
				break
			}
		}
	}
	return 2*common < len(a)
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// In recognised text the white around letters makes gaps differ as well, by bearings. stretchedGap is
	// the widest gap in lines of two long words.
	bearings      = 0.3
	stretchedGap  = 4
	measureIndent = 3
)

// alikeGaps is evenGaps for words of which only the ink is known. The white that belongs to their letters
// comes on top.
func (s *segmentStage) alikeGaps(row []int32) bool {
	least, most := float32(farAway), float32(0)
	for i := 1; i < len(row); i++ {
		gap := s.segments[row[i]].u0 - s.segments[row[i-1]].u1
		least, most = min(least, gap), max(most, gap)
	}
	size := s.segments[row[0]].size
	return len(row) == 1 || most <= max(evenGap*least, least+bearings*size) && most <= stretchedGap*size
}

// isRead reports whether a row was recognised in a picture of the page.
func (s *segmentStage) isRead(row []int32) bool {
	g := &s.segments[row[0]]
	return g.count > 0 && s.runs[s.glyphs[g.first].run].recognised
}

// countOf is how many glyphs a row has.
func (s *segmentStage) countOf(row []int32) (n int32) {
	for _, i := range row {
		n += s.segments[i].count
	}
	return n
}
