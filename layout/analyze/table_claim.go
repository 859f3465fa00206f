package analyze

import "slices"

// Text of a grid takes this way. claim moves the segments inside the grid to its cells and leaves a
// stand-in in each row, so that the search for columns sees the table as one solid thing. The leaf with
// the first stand-in is divided there, and the grid becomes a leaf of its own. The lines of this leaf are
// those of the cells, one cell after the other.

// outside stands for the cell of text that is in no cell.
const outside = -1

// claim moves the text of region that lies in the grids from number first on to their cells. It returns
// the rest of the region, with stand-ins for the grids of this frame. The rows of region stay in order.
func (s *tableStage) claim(region []int32, frame int32, first int) []int32 {
	if first == len(s.grids) {
		return region
	}
	out := s.claimed[:0]
	for _, n := range region {
		out = s.claimSegment(out, n, frame, first)
	}
	s.claimed = out
	// What remains may be longer: a segment beside two tables is cut at each.
	return append(region[:0:0], out...)
}

// claimSegment cuts segment n where it enters, crosses and leaves grids.
func (s *tableStage) claimSegment(out []int32, n, frame int32, first int) []int32 {
	for i := first; i < len(s.grids); i++ {
		t := &s.grids[i]
		g := &s.segments[n]
		if g.grid != 0 || !s.mayHold(t, g, frame) {
			continue
		}
		for n >= 0 {
			cell, next := s.cutCell(t, n, frame)
			if cell == outside {
				if next < 0 {
					break // the rest of the segment, which the next grids may claim
				}
				out = s.claimSegment(out, n, frame, i+1)
			} else {
				t.parts = append(t.parts, cellPart{cell, n, frame})
				out = s.standIn(out, n, i, frame)
			}
			n = next
		}
		if n < 0 {
			return out
		}
	}
	return append(out, n)
}

// mayHold is a quick test whether g reaches into t.
func (s *runStage) mayHold(t *grid, g *segment, frame int32) bool {
	if t.frame == frame {
		v := g.v - textMiddle*g.size
		return v >= t.v[0] && v < t.v[len(t.v)-1] && g.u0 < t.u[len(t.u)-1] && g.u1 > t.u[0]
	}
	return s.cellOf(t, frame, (g.u0+g.u1)/2, g.v-textMiddle*g.size) != outside
}

// cutCell finds the cell in which segment n begins. If n goes on behind that cell, the rest becomes a
// segment of its own, next; otherwise next is -1. Words are not cut: a word over an edge belongs to the
// cell of its middle.
func (s *segmentStage) cutCell(t *grid, n, frame int32) (cell, next int32) {
	g := &s.segments[n]
	glyphs := s.glyphs[g.first : g.first+g.count]
	v := g.v - textMiddle*g.size
	cell = outside
	for at := 0; at < len(glyphs); {
		end, u0, u1 := wordAt(glyphs, at)
		c := s.cellOf(t, frame, (u0+u1)/2, v)
		if at > 0 && c != cell {
			return cell, s.cutSegment(n, int32(at))
		}
		cell, at = c, end
	}
	return cell, -1
}

// wordAt returns the end of the word of glyphs that begins at position at, and the word's extent. Gaps
// alone tell words before their line is known.
func wordAt(glyphs []glyph, at int) (end int, u0, u1 float32) {
	u0, u1 = glyphs[at].u0, glyphs[at].u1
	for end = at + 1; end < len(glyphs); end++ {
		a, b := &glyphs[end-1], &glyphs[end]
		gap := b.u0 - a.u1
		if gap > gapBareMin*b.size || gap < -b.size || (a.flags&spaceAfter|b.flags&spaceBefore) != 0 && gap > 0 {
			break
		}
		u0, u1 = min(u0, b.u0), max(u1, b.u1)
	}
	return end, u0, u1
}

// cutSegment cuts segment n before its glyph at, and returns the new one behind it.
func (s *segmentStage) cutSegment(n, at int32) int32 {
	rest := s.segments[n]
	g := &s.segments[n]
	rest.first, rest.count, g.count = g.first+at, g.count-at, at
	s.fit(g)
	s.fit(&rest)
	s.segments = append(s.segments, rest)
	return int32(len(s.segments) - 1)
}

// fit sets the extent of g to that of its glyphs.
func (s *glyphStage) fit(g *segment) {
	glyphs := s.glyphs[g.first : g.first+g.count]
	g.u0, g.u1 = glyphs[0].u0, glyphs[0].u1
	for i := range glyphs {
		g.u0, g.u1 = min(g.u0, glyphs[i].u0), max(g.u1, glyphs[i].u1)
	}
}

// cellOf returns the cell of t at a place of a frame; outside: none.
func (s *runStage) cellOf(t *grid, frame int32, u, v float32) int32 {
	if frame != t.frame {
		p := s.frames[frame].pagePoint(u, v)
		f := &s.frames[t.frame]
		u, v = p.X*f.cos+p.Y*f.sin, p.Y*f.cos-p.X*f.sin
	}
	col, row := intervalOf(t.u, u), intervalOf(t.v, v)
	if col < 0 || row < 0 {
		return outside
	}
	return t.slots[t.slot(row, col)]
}

// intervalOf is the interval between ascending edges that holds x; -1: none.
func intervalOf(edges []float32, x float32) int32 {
	at, found := slices.BinarySearchFunc(edges, x, func(e, x float32) int { return compare(e, x) })
	if found {
		at++
	}
	if at == 0 || at == len(edges) {
		return -1
	}
	return int32(at - 1)
}

// standIn adds a stand-in for segment n, which became part of grid i, to the region out.
func (s *tableStage) standIn(out []int32, n int32, i int, frame int32) []int32 {
	t := &s.grids[i]
	if t.frame != frame {
		return out
	}
	g := s.segments[n]
	for k := len(out) - 1; k >= 0; k-- {
		last := &s.segments[out[k]]
		if last.row != g.row {
			break
		}
		if last.grid == int32(i)+1 {
			last.count += g.count
			return out
		}
	}
	g.grid, g.u0, g.u1 = int32(i)+1, t.u[0], t.u[len(t.u)-1]
	s.segments = append(s.segments, g)
	return append(out, int32(len(s.segments)-1))
}
