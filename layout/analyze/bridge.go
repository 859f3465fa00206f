package analyze

// bridgesTried is how many lines of a region may be cut at a gutter.
const bridgesTried = 8

// edgeSlack is how exactly a word must begin at the edge of a column for its line
// to be cut there, in ems. Columns are set to a fraction of a point; of full-width
// lines one in fifty has a word so near by chance.
const edgeSlack = 0.05

// bridge cuts a line that closes a gutter because it is set too wide: its text reaches so far that the gap
// to the next column looks like a space between words. The same gutter goes on above and below the line,
// and a word of the line begins where the lines of the next column begin:
//
//	text of the left     text of the right
//	a line set too wide, text of the right
//	text of the left     text of the right
//
// It returns the region with both parts, and whether there was such a line.
func (s *segmentStage) bridge(region []int32, found []gutter, em float32) ([]int32, bool) {
	for i := range found {
		g := &found[i]
		if g.end >= len(region) {
			continue
		}
		next := rowEnd(s.segments, region, g.end)
		for j := range found {
			h := &found[j]
			u0, u1 := max(g.u0, h.u0), min(g.u1, h.u1)
			if h.first != next || u1-u0 < gutterWidth*em {
				continue
			}
			for at := g.end; at < next; at++ {
				if s.cutAt(region[at], u0, u1) {
					return s.insertLast(region, at), true
				}
			}
		}
	}
	return region, false
}

// cutAt cuts segment i before a word that begins at u1, and reports whether there is one. The part behind
// becomes the last of all segments.
func (s *segmentStage) cutAt(i int32, u0, u1 float32) bool {
	g := &s.segments[i]
	if g.grid != 0 || g.u0 >= u0 || g.u1 <= u1 {
		return false
	}
	glyphs := s.glyphs[g.first : g.first+g.count]
	for n := 1; n < len(glyphs); n++ {
		a, b := &glyphs[n-1], &glyphs[n]
		if abs(b.u0-u1) > edgeSlack*b.size || b.u0-a.u1 < gapBare*b.size {
			continue
		}
		rest := *g
		rest.first, rest.count, rest.u0 = g.first+int32(n), g.count-int32(n), b.u0
		g.count, g.u1 = int32(n), min(a.u1, u0) // what reaches into the gutter is ignored
		s.segments = append(s.segments, rest)
		return true
	}
	return false
}

// insertLast returns a copy of region with the last segment added after position at.
func (s *segmentStage) insertLast(region []int32, at int) []int32 {
	out := make([]int32, 0, len(region)+1)
	out = append(out, region[:at+1]...)
	out = append(out, int32(len(s.segments)-1))
	return append(out, region[at+1:]...)
}
