package analyze

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// addLeaves makes the leaves of a region that is not cut further. It is one leaf, or, if grids stand in
// it, these and the text before, between and behind them.
func (s *regionStage) addLeaves(region []int32, column bool) {
	own := len(s.leaves)
	text := region[:0]
	from := 0
	flush := func(l leaf) {
		l.column, l.more = column, len(s.leaves) > own
		s.leaves = append(s.leaves, l)
	}
	for _, n := range region {
		k := s.segments[n].grid
		if k == 0 {
			text = append(text, n)
			continue
		}
		if s.isPlaced(k) {
			continue
		}
		if from < len(text) {
			flush(leaf{segs: text[from:]})
			from = len(text)
		}
		if k < 0 {
			s.readPanel(-1-k, column)
			continue
		}
		s.grids[k-1].placed = true
		flush(leaf{grid: k})
	}
	if from < len(text) {
		flush(leaf{segs: text[from:]})
	}
	for _, n := range text {
		if k := s.segments[n].float; k != 0 {
			s.readPanel(k-1, column)
		}
	}
}

// isPlaced reports whether the grid or panel of a stand-in has its place in the reading order.
func (s *tableStage) isPlaced(grid int32) bool {
	if grid < 0 {
		return s.panels[-1-grid].placed
	}
	return s.grids[grid-1].placed
}

// placeGrids puts grids at the end that hold text but found no place. All their text is turned against
// them.
func (s *regionStage) placeGrids() {
	for i := range s.grids {
		if t := &s.grids[i]; !t.placed && len(t.parts) > 0 {
			t.placed = true
			s.leaves = append(s.leaves, leaf{grid: int32(i) + 1, frame: t.frame})
		}
	}
}

// gridLines makes the lines of the cells of a leaf that is a grid.
func (s *lineStage) gridLines(leaf int32) {
	t := &s.grids[s.leaves[leaf].grid-1]
	s.mirrorColumns(t)
	// The parts of a cell are in the order of their frames and rows already.
	slices.SortStableFunc(t.parts, func(a, b cellPart) int { return cmp.Compare(a.cell, b.cell) })
	at := 0
	for i := range t.cells {
		c := &t.cells[i]
		c.firstLine = int32(len(s.lines))
		for at < len(t.parts) && t.parts[at].cell == int32(i) {
			at = s.cellRow(t, at, leaf)
		}
		c.lineCount = int32(len(s.lines)) - c.firstLine
	}
}

// cellRow makes the line of the parts from number at on that stand on one row of
// one cell, and returns the number behind them. No gap is too wide, for the edges of the cell are known.
func (s *lineStage) cellRow(t *grid, at int, leaf int32) int {
	row := s.cellSegments[:0]
	first := t.parts[at]
	for ; at < len(t.parts); at++ {
		p := t.parts[at]
		if p.cell != first.cell || p.frame != first.frame || s.segments[p.seg].row != s.segments[first.seg].row {
			break
		}
		row = append(row, p.seg)
	}
	s.joinRow(row, leaf, first.frame, farAway)
	s.cellSegments = row
	return at
}

// mirrorColumns numbers the columns of a table from the right if it is written from right to left.
func (s *regionStage) mirrorColumns(t *grid) {
	if !s.anyRTL {
		return
	}
	segs := s.regions.side[:0]
	for _, p := range t.parts {
		segs = append(segs, p.seg)
	}
	s.regions.side = segs
	if s.rightToLeft(segs) {
		t.mirror()
	}
}

// gridBlock makes the block of a leaf that is a grid, whose lines are
// lines[at:end].
func (s *blockStage) gridBlock(leaf int32, at, end int, column int32) {
	t := &s.grids[s.leaves[leaf].grid-1]
	f := &s.frames[t.frame]
	s.blocks = append(s.blocks, layout.Block{
		Kind: layout.Grid, FirstLine: int32(at), LineCount: int32(end - at), Box: t.box(f),
		Column: column, Figure: -1, Table: t.table(f), Why: t.why,
	})
}
