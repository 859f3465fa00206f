package analyze

import "github.com/pagelift/pagelift/layout/analyze/internal/chars"

// leaf is a part of a page that is read from top to bottom: a column, or what
// stands above, below or between columns.
type leaf struct {
	segs    []int32 // segmentStage.segments, row by row, left to right
	frame   int32
	grid    int32 // tableStage.grids, plus one: it is a table; 0: it is text
	column  bool  // it lies beside another
	numbers bool  // it holds the numbers of lines
	notes   bool  // it holds marginal notes
	quote   bool  // it is a pull quote: one block, whatever its lines look like
	more    bool  // a table parts it from the leaf before it, whose text it continues
}

// findLeaves cuts the segments of a frame into leaves in reading order. It looks for the best gutter,
// reads what is above it, then the columns on its sides, then what is below. Each part is cut further in
// the same way. Text that no gutter of running text divides stays together and is read row by row, as
// tables and forms need it.
//
//	        Title                  leaf 1
//	text 2 text     text 3 text
//	text 2 text     text 3 text    leaves 2 and 3: the gutter between them
//	text 2 text     text 3 text
//	     Text across both          leaf 4
func (s *regionStage) findLeaves(frame int32) {
	rf := &s.regions
	rf.frame = frame
	rf.level = s.frames[frame].turn == 0 && !s.frames[frame].vertical
	at := len(rf.all)
	segs := s.frames[frame].segments
	for i := range segs.count {
		rf.all = append(rf.all, segs.first+i)
	}
	first := len(s.leaves)
	region, numbers := s.removeLineNumbers(s.claim(rf.all[at:], frame, 0))
	s.cut(s.enclose(region, frame), false, 0)
	if len(numbers) > 0 {
		s.leaves = append(s.leaves, leaf{segs: numbers, column: true, numbers: true})
	}
	for i := first; i < len(s.leaves); i++ {
		s.leaves[i].frame = frame
	}
}

// cut divides one region further, or makes leaves of it.
func (s *regionStage) cut(region []int32, column bool, depth int) {
	if len(region) == 0 || s.cutAuthors(region, column, depth) {
		return
	}
	var found []gutter
	if depth < regionDepth && len(region) >= 2*gutterLines {
		em := s.typicalSize(region)
		found = s.regions.gutters(s.segments, region, em)
		for range bridgesTried {
			wider, cut := s.bridge(region, found, em)
			if !cut {
				break
			}
			region = wider
			found = s.regions.gutters(s.segments, region, em)
		}
		if g, ok := s.bestGutter(region, found, em); ok {
			s.divide(region, g, column, depth)
			return
		}
	}
	first := len(s.grids)
	s.alignTables(region, s.regions.frame)
	if len(s.grids) == first && (s.cutApart(region, found, column, depth) || s.cutColumns(region, column, depth)) {
		return
	}
	s.addLeaves(s.claim(region, s.regions.frame, first), column)
}

// bestGutter returns the first of found that parts running text from running text, or a later one that
// does so and spans it.
func (s *regionStage) bestGutter(region []int32, found []gutter, em float32) (best gutter, ok bool) {
	for _, g := range found {
		g = s.trim(region, g)
		if ok && !g.spans(&best) {
			continue
		}
		if s.separates(region, &g, em) && !s.partsProgram(region[g.first:g.end], &g) {
			best, ok = g, true
		}
	}
	if ok {
		best = s.endAtRule(region, best)
	}
	return best, ok
}

// endAtRule ends g at the first rule that crosses it in the white between two rows. What is above is read
// in all columns before what is below:
//
//	text 1   text 2
//	text 1   text 2
//	   ----------       the references of a paper, the next article of a newspaper
//	text 3   text 4
//	text 3   text 4
//
// If less than a column is above the rule, g begins there instead.
func (s *regionStage) endAtRule(region []int32, g gutter) gutter {
	if !s.regions.level {
		return g
	}
	pitch := cutGap * s.columnPitch(region[g.first:g.end], (g.u0+g.u1)/2)
	rows := 0
	for at := g.first; at < g.end; rows++ {
		end := rowEnd(s.segments, region, at)
		if end < g.end {
			above, below := s.segments[region[at]].v, s.segments[region[end]].v
			if below-above > pitch && s.ruleBetween(above, below, &g) {
				if rows+1 >= gutterLines {
					g.end = end
					return g
				}
				g.first = end
			}
		}
		at = end
	}
	return g
}

// cutApart divides a region that is no table at a strip whose sides were each set by itself.
func (s *regionStage) cutApart(region []int32, found []gutter, column bool, depth int) bool {
	for _, g := range found {
		if s.picturesApart(region, &g) {
			s.divide(region, g, column, depth)
			return true
		}
		g = s.trim(region, g)
		if s.standApart(region, &g) {
			s.divide(region, g, column, depth)
			return true
		}
	}
	return false
}

// divide cuts a region at g. It may overwrite the strips found for the region. Marginal notes are read
// behind their text.
func (s *regionStage) divide(region []int32, g gutter, column bool, depth int) {
	middle := (g.u0 + g.u1) / 2
	band := region[g.first:g.end]
	left, right := s.sides(band, middle)
	copy(band, left)
	copy(band[len(left):], right)
	n := len(left)
	s.cut(region[:g.first], column, depth+1)
	first, second := band[:n], band[n:]
	if g.notes == notesLeft || g.notes == noNotes && s.rightToLeft(band) {
		first, second = second, first
	}
	s.cut(first, true, depth+1)
	notes := len(s.leaves)
	s.cut(second, true, depth+1)
	for i := notes; g.notes != noNotes && i < len(s.leaves); i++ {
		s.leaves[i].notes = true
	}
	s.cut(region[g.end:], column, depth+1)
}

// sides separates the segments left and right of the middle of a gutter, each in
// their order. The result is good until the next call.
func (s *regionStage) sides(band []int32, middle float32) (left, right []int32) {
	rf := &s.regions
	rf.side = rf.side[:0]
	for _, i := range band {
		if s.segments[i].u0 < middle {
			rf.side = append(rf.side, i)
		}
	}
	n := len(rf.side)
	for _, i := range band {
		if s.segments[i].u0 >= middle {
			rf.side = append(rf.side, i)
		}
	}
	return rf.side[:n], rf.side[n:]
}

// typicalSize returns the size that most glyphs of a region have, nearly: it takes a majority vote that
// needs no table.
func (s *segmentStage) typicalSize(region []int32) float32 {
	size, votes := float32(0), int32(0)
	for _, i := range region {
		g := &s.segments[i]
		switch {
		case abs(g.size-size) <= subDrop*g.size:
			votes += g.count
		case votes >= g.count:
			votes -= g.count
		default:
			size, votes = g.size, g.count-votes
		}
	}
	return size
}

// rightToLeft reports whether most characters of a band belong to scripts written from right to left.
func (s *segmentStage) rightToLeft(band []int32) bool {
	if !s.anyRTL {
		return false
	}
	rtl, all := 0, 0
	for _, i := range band {
		g := &s.segments[i]
		if g.grid != 0 {
			continue
		}
		for j := g.first; j < g.first+g.count; j++ {
			if r := s.firstRune(s.glyphs[j].char); chars.IsRTL(r) {
				rtl++
				all++
			} else if r >= 'A' {
				all++
			}
		}
	}
	return 2*rtl > all
}

// firstRune is the first character of what char stands for.
func (s *contentStage) firstRune(char rune) rune {
	if char >= 0 {
		return char
	}
	for _, r := range s.text(char) {
		return r
	}
	return 0
}
