package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// outerRow is a row of text above or below a grid.
type outerRow struct {
	row       int32
	top, low  float32
	size      float32
	col, cols int32 // the column of its last text; how many have text
	first     int32 // the column of its first text
	texts     int32
	over      bool // some of its text reaches over an edge
}

// growStripes adds the first and the last row of a striped table. They are not painted if their neighbours
// are. They are the lines above and below t that stand in its columns. grown reports whether it added any.
// whole is false if there are more lines than one row has: t is then only a part of a table.
//
//	 Apples   0.58        not painted
//	[Pears    1.10]       painted: t begins here
//	 Plums    0.23
//	[Figs     2.40]       painted: t ends here
func (s *tableStage) growStripes(t *grid, box layout.Rect) (grown, whole bool) {
	n := len(t.v) - 1
	reach := float32(0)
	for r := range n {
		reach = max(reach, stripeGap*(t.v[r+1]-t.v[r]))
	}
	rows := s.outerRows(t, box, 2*reach)
	below := 0
	for below < len(rows) && rows[below].low <= t.v[n] {
		below++
	}
	low, more, ends := stripeEnd(rows[below:], t.v[n], reach)
	if more {
		s.addStripe(t, t.v[n], low, low)
	}
	above := rows[:below]
	slices.Reverse(above)
	for i := range above { // upside down, and so is the result
		above[i].top, above[i].low = -above[i].low, -above[i].top
	}
	top, before, begins := stripeEnd(above, -t.v[0], reach)
	if before {
		s.addStripe(t, -top, t.v[0], -top)
	}
	return more || before, begins && ends
}

// growHead adds the row of names above a grid that has no rules around them, and reports whether there is one:
//
//	 City     Cars   Trains      one text over each column
//	=======================
//	 Bergen |  4   |   9
//	-----------------------
//	 Turku  |  2   |   7
//
// The first column may have no name. If the line above that one has several texts, too, the row is one of several, and
// none is added.
func (s *tableStage) growHead(t *grid, box layout.Rect) bool {
	rows := s.outerRows(t, box, headReach)
	above := 0
	for above < len(rows) && rows[above].low <= t.v[0]+headSunk*rows[above].size {
		above++
	}
	if above == 0 {
		return false
	}
	r := &rows[above-1]
	named := r.cols == int32(t.cols()) || r.cols == int32(t.cols())-1 && r.first == 1
	if !named || r.over || r.texts > r.cols || t.cols() < headCols || t.v[0]-r.low > headApart*r.size {
		return false
	}
	if above > 1 {
		if b := &rows[above-2]; b.cols > 1 && r.top-b.low <= stripeApart*r.size {
			return false
		}
	}
	s.addStripe(t, r.top, t.v[0], r.top)
	return true
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Names stand over at least headCols columns: two texts over two columns may be anything. They stand as near as
	// headApart to the rules, their tails at most headSunk into them. They are looked for headReach points far.
	headCols  = 3
	headApart = 0.6
	headSunk  = 0.2
	headReach = 40
)

// outerRows returns the rows of text at most reach above and below t, between its sides.
func (s *tableStage) outerRows(t *grid, box layout.Rect, reach float32) []outerRow {
	rows := s.ruled.outer[:0]
	n, end := len(t.v)-1, t.u[len(t.u)-1]
	around := layout.Rect{X0: box.X0 - reach, Y0: box.Y0 - reach, X1: box.X1 + reach, Y1: box.Y1 + reach}
	segs := s.segmentsIn(&s.frames[t.frame], around)
	for i := range segs {
		g := &segs[i]
		v := g.v - textMiddle*g.size
		if v >= t.v[0] && v <= t.v[n] || v < t.v[0]-reach || v > t.v[n]+reach || g.u1 < t.u[0] || g.u0 > end {
			continue
		}
		if len(rows) == 0 || rows[len(rows)-1].row != g.row {
			rows = append(rows, outerRow{row: g.row, top: g.v - listAscent*g.size, low: g.v + listDescent*g.size, size: g.size, col: -1, first: -1})
		}
		r := &rows[len(rows)-1]
		a, b := intervalOf(t.u, g.u0+cellOverhang*g.size), intervalOf(t.u, g.u1-cellOverhang*g.size)
		r.over = r.over || a < 0 || a != b
		r.texts++
		if r.texts == 1 {
			r.first = a
		}
		if a != r.col {
			r.col = a
			r.cols++
		}
	}
	s.ruled.outer = rows
	return rows
}

// stripeEnd returns where the row of a table that begins at v ends. The row has all the next rows of text
// that follow closely and do not cross its columns. ok reports whether it has text in several columns,
// ends whether no more such rows follow.
func stripeEnd(rows []outerRow, v, reach float32) (end float32, ok, ends bool) {
	end = v
	for i := range rows {
		r := &rows[i]
		if r.over || r.top-end > stripeApart*r.size {
			break
		}
		if r.low-v > reach {
			return end, ok, !ok && r.cols < 2
		}
		end, ok = max(end, r.low), ok || r.cols > 1
	}
	return end, ok, true
}

// addStripe adds the rules of the row of t from v0 to v1. The edge at v is one that is not drawn.
func (s *tableStage) addStripe(t *grid, v0, v1, v float32) {
	own := &s.ruled.own
	own[0] = append(own[0], rule{at: v, from: t.u[0], to: t.u[len(t.u)-1]})
	for _, u := range t.u {
		own[1] = append(own[1], rule{at: u, from: v0, to: v1})
	}
}

// paintGoesOn reports whether the areas of a set go on beside it, parted only by areas too narrow for
// cells, as the columns between those of numbers are. The set is then a part of a table, and the text
// tells more.
func (s *tableStage) paintGoesOn(box layout.Rect) bool {
	if s.ruled.looked += len(s.areas); s.ruled.looked > areaWork {
		return false
	}
	for i := range s.areas {
		b := &s.areas[i].box
		if b.Y0 < box.Y0-ruleTouch || b.Y1 > box.Y1+ruleTouch || b.Height() < tileHeight {
			continue
		}
		if b.X0 <= box.X1+ruleTouch && b.X0 >= box.X1-ruleTouch && b.X1 > box.X1+ruleTouch ||
			b.X1 >= box.X0-ruleTouch && b.X1 <= box.X0+ruleTouch && b.X0 < box.X0-ruleTouch {
			return true
		}
	}
	return false
}
