package analyze

import "github.com/pagelift/pagelift/layout"

// A ruled table to be filled in has labels and nothing else, in its first row, in its first column or in both:
//
//	+-------+-----------+    +------+------+-------+    +------+-----+-----+
//	| Name  |           |    | Name | Date | Hours |    |      | Mon | Tue |
//	+-------+-----------+    +------+------+-------+    +------+-----+-----+
//	| Town  |           |    |      |      |       |    | Mate |     |     |
//	+-------+-----------+    +------+------+-------+    +------+-----+-----+
//
// One can write into its empty cells: nothing is drawn there, as in a chart, and they are neither too low nor too narrow.

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Such a table has formRows rows and formCols columns at least. Its labels have formLines lines at most on average.
	formRows  = 3
	formCols  = 2
	formLines = 2
	// Empty cells are formLow to formHigh high and formWide wide at least. Of the rows without any text none is higher
	// than the lowest by more than the factor formEven.
	formLow  = 1.1
	formHigh = 8
	formWide = 1.5
	formEven = 1.3
)

// isForm reports whether t is a table to be filled in. The lines of its cells are in s.ruled.text.
func (s *tableStage) isForm(t *grid, f *gridFacts) bool {
	if f.open || f.tiled || f.cells != f.slots || t.rows() < formRows || t.cols() < formCols || f.lines > formLines*f.filled {
		return false
	}
	for i, side := range f.side {
		above, before := f.above == t.cols(), side == t.rows()
		corner := f.above == t.cols()-1 && side == t.rows()-1 // it is empty
		if f.inner[i] == 0 && (above || before || corner) {
			return s.hasRoom(t, f.size) && s.isBare(t)
		}
	}
	return false
}

// hasRoom reports whether one can write into the empty cells of t.
func (s *tableStage) hasRoom(t *grid, em float32) bool {
	low, high := float32(farAway), float32(0)
	for i := range t.cells {
		c := &t.cells[i]
		if s.ruled.text[i].lines > 0 {
			continue
		}
		if h := t.v[c.row+1] - t.v[c.row]; h < formLow*em || h > formHigh*em || t.u[c.col+1]-t.u[c.col] < formWide*em {
			return false
		}
	}
	for r := range int32(t.rows()) {
		empty := true
		for c := range int32(t.cols()) {
			empty = empty && s.ruled.text[t.slots[t.slot(r, c)]].lines == 0
		}
		if empty {
			low, high = min(low, t.v[r+1]-t.v[r]), max(high, t.v[r+1]-t.v[r])
		}
	}
	return high <= formEven*low
}

// isBare reports whether nothing is drawn in the empty cells of t besides their frames and grounds.
func (s *tableStage) isBare(t *grid) bool {
	if s.ruled.looked += len(s.c.Paths); s.ruled.looked > areaWork {
		return false
	}
	f := &s.frames[t.frame]
	around := t.box(f)
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if p.Flags&layout.Unseen != 0 || !holdsBox(around, p.Box, ruleTouch) || p.Op&layout.Stroke == 0 && isWhite(hex(s.paint(p.Paint).Fill)) {
			continue
		}
		c := s.cellAt(t, f, p.Box.Center())
		if c == outside || s.ruled.text[c].lines > 0 {
			continue
		}
		if cell := t.cellBox(f, c); !holdsBox(p.Box, cell, ruleTouch) && !isEdge(p.Box, cell) {
			return false
		}
	}
	return true
}

// isEdge reports whether b is a rule along a side of cell.
func isEdge(b, cell layout.Rect) bool {
	at := b.Center()
	level := b.Height() <= borderThick && min(abs(at.Y-cell.Y0), abs(at.Y-cell.Y1)) <= ruleTouch
	upright := b.Width() <= borderThick && min(abs(at.X-cell.X0), abs(at.X-cell.X1)) <= ruleTouch
	return level || upright
}
