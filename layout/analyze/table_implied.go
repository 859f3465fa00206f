package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// The text of a grid implies rules where none are drawn: between texts that stand in different columns of
// an undivided row, and between the lines of a row that lists one thing a line:
//
//	+--------+---------------+         +--------+-------+-------+
//	| Name   | Old     New   |         | Name   | Old   | New   |
//	+--------+---------------+   is    +--------+-------+-------+
//	| Apples | 1.50    2.1   |         | Apples | 1.50  | 2.1   |
//	| Pears  | 1.62    2.4   |         +--------+-------+-------+
//	+--------+---------------+         | Pears  | 1.62  | 2.4   |
//	                                   +--------+-------+-------+

// wallText is the text of a grid, cut at its gaps.
type wallText struct {
	v, size   float32
	u0, u1    float32
	firstWord float32 // width of its first word
	row       int32   // row of its frame
	cell      int32
	numeric   bool
}

// readWallText lists the text of t by cell, each cell's from top to bottom.
func (s *tableStage) readWallText(t *grid, box layout.Rect) {
	texts := s.ruled.wallText[:0]
	segs := s.segmentsIn(&s.frames[t.frame], box)
	for i := range segs {
		g := &segs[i]
		c := s.cellOf(t, t.frame, (g.u0+g.u1)/2, g.v-textMiddle*g.size)
		if c == outside {
			continue
		}
		glyphs := s.glyphs[g.first : g.first+g.count]
		_, a, b := wordAt(glyphs, 0)
		texts = append(texts, wallText{
			v: g.v, size: g.size, u0: g.u0, u1: g.u1, firstWord: b - a, row: g.row, cell: c, numeric: isNumeric(glyphs),
		})
	}
	slices.SortStableFunc(texts, func(a, b wallText) int { return int(a.cell - b.cell) })
	s.ruled.wallText = texts
}

// isNumeric reports whether half of the characters are digits, or there is only one character.
func isNumeric(glyphs []glyph) bool {
	digits := 0
	for i := range glyphs {
		if c := glyphs[i].char; c >= '0' && c <= '9' {
			digits++
		}
	}
	return 2*digits >= len(glyphs) || len(glyphs) == 1
}

// impliedColumns adds upright rules in cells of several columns, at those edges that no text crosses, if a
// row of text stands in more than one of the columns. It reports whether it added any.
func (s *tableStage) impliedColumns(t *grid, box layout.Rect) bool {
	s.readWallText(t, box)
	n := len(s.ruled.own[1])
	texts := s.ruled.wallText
	for at := 0; at < len(texts); {
		end := at + 1
		for end < len(texts) && texts[end].cell == texts[at].cell {
			end++
		}
		if c := t.cells[texts[at].cell].gridSpan; c.cols > 1 && c.cols <= impliedCols {
			s.partCell(t, c, texts[at:end])
		}
		at = end
	}
	return len(s.ruled.own[1]) > n
}

func (s *tableStage) partCell(t *grid, c gridSpan, texts []wallText) {
	edges := t.u[c.col : c.col+c.cols+1]
	crossed, parted := make([]bool, c.cols), false
	row, before := int32(-1), int32(-1)
	for i := range texts {
		x := &texts[i]
		first, last := max(0, intervalOf(edges, x.u0+cellOverhang*x.size)), intervalOf(edges, x.u1-cellOverhang*x.size)
		if last < 0 {
			last = c.cols - 1
		}
		for k := first; k < last; k++ {
			crossed[k] = true
		}
		parted = parted || x.row == row && first != before
		row, before = x.row, first
	}
	if !parted {
		return
	}
	for k := range c.cols - 1 {
		if !crossed[k] {
			s.ruled.own[1] = append(s.ruled.own[1], rule{at: edges[k+1], from: t.v[c.row], to: t.v[c.row+c.rows]})
		}
	}
}

// listRow is a row of text within one row of a grid.
type listRow struct {
	row      int32 // row of the frame
	top, low float32
	first    int32 // the first cell with text on it
	cell     int32 // the last cell with text on it
	parts    int   // how many cells have text on it
}

// impliedRows adds level rules in rows of a grid whose lines list one thing each. It reports whether it
// added any.
func (s *tableStage) impliedRows(t *grid, box layout.Rect) bool {
	s.readWallText(t, box)
	n := len(s.ruled.own[0])
	s.stepCells(t)
	for r := range int32(t.rows()) {
		if l, ok := s.listColumns(t, r); ok {
			s.partRow(t, r, l.filled)
		}
	}
	return len(s.ruled.own[0]) > n
}

// listing is what the text of one row of a grid says about its lines.
type listing struct {
	filled         int // cells with text
	lines, numeric int
	pairs, forced  int // a line and the next one of its cell; those of them where the next word had no room
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Lines of a cell run on where the next word would not have fitted. Of lines that are rows of their
	// own, at most forcedShare look so. listShare of the rows have text in most columns; if any has not,
	// listRowsLeast rows must.
	forcedShare   = 0.25
	listShare     = 0.7
	listRowsLeast = 3
)

// listColumns gathers what row r says about its lines. ok reports whether these may be rows of their own:
// most are numbers, or they do not run on.
func (s *tableStage) listColumns(t *grid, r int32) (l listing, ok bool) {
	texts := s.ruled.wallText
	for c := int32(0); c < int32(t.cols()); {
		i := t.slots[t.slot(r, c)]
		k := &t.cells[i]
		c = k.col + k.cols
		if k.rows > 1 {
			return l, false
		}
		if own := cellTexts(texts, i); len(own) > 0 {
			l.add(own, t.u[k.col], t.u[k.col+k.cols])
		}
	}
	runsOn := float32(l.forced) > forcedShare*float32(l.pairs)
	return l, l.filled > 1 && l.pairs > 0 && (2*l.numeric >= l.lines || !runsOn)
}

// add counts the lines of a cell. A line is forced to end where the first word of the next line had no
// room on it.
func (l *listing) add(own []wallText, left, right float32) {
	l.filled++
	u0, u1 := own[0].u0, own[0].u1
	for n := range own {
		u0, u1 = min(u0, own[n].u0), max(u1, own[n].u1)
	}
	room := right - left - 2*min(u0-left, right-u1)
	for n := range own {
		l.lines++
		if own[n].numeric {
			l.numeric++
		}
		if n == 0 || own[n].row == own[n-1].row {
			continue
		}
		l.pairs++
		a, b := &own[n-1], &own[n]
		if !a.numeric && a.u1-a.u0+b.firstWord+cellOverhang*b.size > room {
			l.forced++
		}
	}
}

// cellTexts returns the texts of cell i.
func cellTexts(texts []wallText, i int32) []wallText {
	byCell := func(x wallText, i int32) int { return int(x.cell - i) }
	at, _ := slices.BinarySearchFunc(texts, i, byCell)
	end, _ := slices.BinarySearchFunc(texts, i+1, byCell)
	return texts[at:end]
}

// partRow adds level rules between the rows of text in row r of a grid. Most of these rows must have text
// in most of the filled columns.
func (s *tableStage) partRow(t *grid, r int32, filled int) {
	rows := s.listRows(t, r)
	full, keys := 0, 0
	for i := range rows {
		if 2*rows[i].parts > filled {
			full++
		}
		if rows[i].first == t.slots[t.slot(r, 0)] {
			keys++
		}
	}
	if float32(keys) < listShare*float32(len(rows)) {
		return // what is below an entry of the first column goes with it
	}
	if full < 2 || full < listRowsLeast && len(rows) > full || float32(full) < listShare*float32(len(rows)) {
		return
	}
	for i := 1; i < len(rows); i++ {
		if 2*rows[i].parts > filled || 2*rows[i-1].parts <= filled {
			at := (rows[i-1].low + rows[i].top) / 2
			s.ruled.own[0] = append(s.ruled.own[0], rule{at: at, from: t.u[0], to: t.u[len(t.u)-1]})
		}
	}
}

// listRows are the rows of text in row r of a grid, from top to bottom.
func (s *tableStage) listRows(t *grid, r int32) []listRow {
	rows := s.ruled.rows[:0]
	first, last := t.slots[t.slot(r, 0)], t.slots[t.slot(r, int32(t.cols())-1)]
	for i := first; i <= last; i++ {
		for _, x := range cellTexts(s.ruled.wallText, i) {
			rows = append(rows, listRow{row: x.row, top: x.v - listAscent*x.size, low: x.v + listDescent*x.size, first: i, cell: i, parts: 1})
		}
	}
	slices.SortStableFunc(rows, func(a, b listRow) int { return int(a.row - b.row) })
	out := rows[:0]
	for _, x := range rows {
		if n := len(out); n > 0 && out[n-1].row == x.row {
			if out[n-1].cell != x.cell {
				out[n-1].cell = x.cell
				out[n-1].parts++
			}
			out[n-1].top, out[n-1].low = min(out[n-1].top, x.top), max(out[n-1].low, x.low)
			continue
		}
		out = append(out, x)
	}
	s.ruled.rows = rows
	return out
}
