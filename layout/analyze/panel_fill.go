package analyze

// Text of a panel is handled like that of a table. enclose moves the segments inside the panel out of
// their region and leaves a stand-in in each row, so that the search for columns sees one solid thing.
// Where the first stand-in is met, the panel is read as a region of its own.

// enclose moves the text of region, which is of one frame, into its panels.
func (s *tableStage) enclose(region []int32, frame int32) []int32 {
	f := &s.frames[frame]
	if len(s.panels) == 0 || f.cos != 0 && f.sin != 0 {
		return region
	}
	for i := range s.panels { // leaves of another frame still use the segments found for it
		s.panels[i].segs, s.panels[i].placed, s.panels[i].float = nil, false, false
	}
	out := make([]int32, 0, len(region))
	for _, n := range region {
		g := &s.segments[n]
		k := s.panelAt(f.pagePoint((g.u0+g.u1)/2, g.v-textMiddle*g.size))
		if k < 0 {
			out = append(out, n)
			continue
		}
		s.panels[k].segs = append(s.panels[k].segs, n)
		for k >= 0 {
			around := s.panels[k].parent
			if around < 0 {
				out = s.standInPanel(out, n, k, f)
			} else {
				s.panels[around].segs = s.standInPanel(s.panels[around].segs, n, k, f)
			}
			k = around
		}
	}
	return s.removeFloats(out)
}

// standInPanel adds a stand-in for segment n, which moved into panel k, to the region out around it.
func (s *tableStage) standInPanel(out []int32, n, k int32, f *frame) []int32 {
	g := s.segments[n]
	for i := len(out) - 1; i >= 0; i-- {
		last := &s.segments[out[i]]
		if last.row != g.row {
			break
		}
		if last.grid == -1-k {
			last.count += g.count
			return out
		}
	}
	b := &s.panels[k].box
	g.grid = -1 - k
	g.u0, g.u1 = b.X0*f.cos+b.Y0*f.sin, b.X1*f.cos+b.Y1*f.sin
	if g.u0 > g.u1 {
		g.u0, g.u1 = g.u1, g.u0
	}
	s.segments = append(s.segments, g)
	return append(out, int32(len(s.segments)-1))
}

// readPanel makes the leaves of panel k.
func (s *regionStage) readPanel(k int32, column bool) {
	p := &s.panels[k]
	if p.placed {
		return
	}
	p.placed = true
	first := len(s.leaves)
	s.cut(s.removeFloats(p.segs), column, 0)
	for i := first; p.quote && i < len(s.leaves); i++ {
		s.leaves[i].quote = s.leaves[i].grid == 0
	}
}
