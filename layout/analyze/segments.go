package analyze

import "slices"

// segment is a part of a row between wide gaps: glyphs[first : first+count], from left to right.
type segment struct {
	first, count int32
	row          int32
	u0, u1, v    float32
	size         float32 // size of its row
	lastSize     float32 // size of the chunk added last
	chunks       int32   // how many chunks it was made of
	float        int32   // the panel that its text flows around, plus one; 0: none
	grid         int32   // the grid that it stands in for, plus one, or the panel, as -1-i; 0: it is text
	mono         bool
}

// cutRows makes the segments of all rows.
func (s *segmentStage) cutRows(rf *rowFinder) {
	for i := range rf.rows {
		r := &rf.rows[i]
		if r.count == 0 {
			continue
		}
		chunks := rf.chunksOf(r)
		first := len(s.segments)
		for j := range chunks {
			if len(s.segments) > first && isEndSign(chunks, j, s.glyphs) {
				s.moveEndSign(rf, i, j)
			}
			s.addChunk(&chunks[j], int32(i), r, first)
		}
		for j := first; j < len(s.segments); j++ {
			s.finishSegment(&s.segments[j])
		}
		own := slices.DeleteFunc(s.segments[first:], func(g segment) bool { return g.count == 0 })
		if len(own) > 1 {
			slices.SortStableFunc(own, func(a, b segment) int { return compare(a.u0, b.u0) })
		}
		s.segments = s.segments[:first+len(own)]
	}
}

// addChunk adds k to the last segment of its row or begins another.
func (s *segmentStage) addChunk(k *chunk, rowIndex int32, r *row, first int) {
	size := max(k.size, r.size)
	if n := len(s.segments); n > first {
		g := &s.segments[n-1]
		if k.u0 < g.u1 && s.dropCopy(g, k) {
			return
		}
		gap := k.u0 - g.u1
		overlaps := gap < -layerOverlap*size || k.u1 < g.u1
		// The smaller size decides, for a large heading may stand beside a column.
		if gap < splitGap*min(k.size, g.lastSize) && !(overlaps && k.count > dropCapGlyphs && gap < -layerOverlap*size) {
			s.append(g, k)
			return
		}
	}
	var g *segment
	s.segments, g = added(s.segments)
	g.first, g.row, g.u0, g.u1, g.v, g.size, g.mono = k.first, rowIndex, k.u0, k.u0, r.v, r.size, k.mono
	s.append(g, k)
}

// append adds the glyphs of k to g, the last segment.
func (s *glyphStage) append(g *segment, k *chunk) {
	own := s.glyphs[k.first : k.first+k.count]
	if k.shadowed {
		own = slices.DeleteFunc(own, func(c glyph) bool { return c.flags&dropped != 0 })
	}
	g.first, g.count = s.join(g.first, g.count, k.first, int32(len(own)))
	g.u1 = max(g.u1, k.u1)
	g.lastSize = k.size
	g.chunks++
	g.mono = g.mono && k.mono
}

// join returns the range of the glyphs of one range followed by those of another. Most ranges already
// stand behind each other, as they were painted. Others are moved to the end of all glyphs, a growing
// range only once.
func (s *glyphStage) join(first, count, next, more int32) (joined, total int32) {
	switch {
	case count == 0:
		return next, more
	case more == 0 || first+count == next:
		return first, count + more
	}
	if int(first+count) != len(s.glyphs) {
		at := int32(len(s.glyphs))
		s.glyphs = append(s.glyphs, s.glyphs[first:first+count]...)
		first = at
	}
	s.glyphs = append(s.glyphs, s.glyphs[next:next+more]...)
	return first, count + more
}

// finishSegment sorts the glyphs of g along the baseline and drops repetitions. It does not mix glyphs on
// different baselines: a subscript below a superscript comes after it as a whole.
func (s *glyphStage) finishSegment(g *segment) {
	if g.chunks <= 1 {
		return // already in order: otherwise it would be several chunks
	}
	glyphs := s.glyphs[g.first : g.first+g.count]
	if inOrder(glyphs) {
		return
	}
	kept := glyphs[:0]
	for at := 0; at < len(glyphs); {
		end := stretchEnd(glyphs, at)
		stretch := glyphs[at:end]
		if !inOrder(stretch) {
			s.sortGlyphs(stretch)
			stretch = s.dropRepeats(stretch)
		}
		kept = append(kept, stretch...)
		at = end
	}
	g.count = int32(len(kept))
}

// sortGlyphs sorts glyphs by where they begin. A glyph set back over the glyph shown before it, by no more
// than kerning, stays behind that one: in 7.6 with a wide point the 6 may begin before the point does.
func (s *glyphStage) sortGlyphs(glyphs []glyph) {
	s.placed = s.placed[:0]
	for i := range glyphs {
		g := &glyphs[i]
		u := g.u0
		if i > 0 {
			if a := &glyphs[i-1]; g.from > a.from && g.from-a.from <= shownNext && (g.u0 > a.u1-overlapStep*g.size || staysBehind(a, g)) {
				u = max(u, s.placed[i-1].u)
			}
		}
		s.placed = append(s.placed, placedGlyph{u, *g})
	}
	slices.SortStableFunc(s.placed, func(a, b placedGlyph) int { return compare(a.u, b.u) })
	for i := range glyphs {
		glyphs[i] = s.placed[i].glyph
	}
}

// placedGlyph is a glyph and the place it is sorted by.
type placedGlyph struct {
	u float32
	glyph
}

// stretchEnd returns the end of the glyphs from position at on that share a baseline.
func stretchEnd(glyphs []glyph, at int) int {
	v, reach := glyphs[at].v, repeatAcross*glyphs[at].size
	for at < len(glyphs) && abs(glyphs[at].v-v) <= reach {
		at++
	}
	return at
}

// inOrder reports whether the glyphs of each baseline run forwards, apart from kerning.
func inOrder(glyphs []glyph) bool {
	v, reach := glyphs[0].v, repeatAcross*glyphs[0].size
	for i := 1; i < len(glyphs); i++ {
		a, b := &glyphs[i-1], &glyphs[i]
		if b.v != v && !(abs(b.v-v) <= reach) {
			v, reach = b.v, repeatAcross*b.size
			continue
		}
		if b.u0 < a.u0-sameChunk*a.size || b.u0 < a.u1-overlapStep*a.size {
			return false
		}
	}
	return true
}
