package analyze

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// In recognised text the white around letters makes gaps differ as well, by bearings. stretchedGap is
	// the widest gap in a line.
	bearings      = 0.3
	stretchedGap  = 4
	measureIndent = 3
)

// alikeGaps reports what evenGaps does, for words of which only the ink is known. The white that belongs to their letters
// comes on top.
func (s *segmentStage) alikeGaps(row []int32) bool {
	least, most := s.gapsOf(row)
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
