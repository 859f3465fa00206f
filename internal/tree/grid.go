package tree

import (
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/semantic"
)

// Cell is a cell of a table where it stands in the grid.
type Cell struct {
	*semantic.Node
	Row, Col         int
	RowSpan, ColSpan int // at least 1
}

// IsHead reports whether the cell heads others.
func (c *Cell) IsHead() bool { return c.Role == semantic.TH }

// Grid is a table as rows of places. A cell that spans several of them is in each; a place
// that no cell covers is nil. Rows end behind their last cell.
//
//	+-------+---+        Rows[0]  A A B
//	|   A   | B |        Rows[1]  C D B
//	+---+---+   |
//	| C | D |   |
//	+---+---+---+
type Grid struct {
	Rows  [][]*Cell
	Cols  int // places of the longest row
	Heads int // rows at the top that are heads
	Foot  int // rows at the end that are a foot
	// Cells are those of the table, row by row.
	Cells []*Cell
	Spans bool // a cell covers more than one place
}

// GridOf is the grid of a table: rows as HTML has them, those of TFoot behind all others. A
// table whose spans claim more than limits.TablePlaces is taken as if it had none.
func GridOf(table *semantic.Node) *Grid {
	if g, ok := layGrid(table, true); ok {
		return g
	}
	g, _ := layGrid(table, false)
	return g
}

// gridLayer puts cells into places.
type gridLayer struct {
	*Grid
	spans  bool
	covers []cover // by column, of cells that reach into rows below
	places int
}

// cover is a cell that covers further rows of a column.
type cover struct {
	cell *Cell
	rows int
}

func layGrid(table *semantic.Node, spans bool) (*Grid, bool) {
	l := gridLayer{Grid: &Grid{}, spans: spans}
	var feet []*semantic.Node
	for _, c := range table.Children {
		if l.full() {
			return nil, false
		}
		switch {
		case c == nil:
		case c.Role == semantic.TR:
			l.row(c)
		case c.Role == semantic.TFoot:
			feet = append(feet, c)
		case c.Role == semantic.THead:
			if top := len(l.Rows) == l.Heads; l.rows(c) && top {
				l.Heads = len(l.Rows)
			}
		case c.Role == semantic.TBody:
			l.rows(c)
		}
	}
	body := len(l.Rows)
	for _, f := range feet {
		l.rows(f)
	}
	if l.full() {
		return nil, false
	}
	l.Foot = len(l.Rows) - body
	for _, c := range l.Cells { // a span ends with the table
		c.RowSpan = min(c.RowSpan, len(l.Rows)-c.Row)
		l.Spans = l.Spans || c.RowSpan > 1 || c.ColSpan > 1
	}
	return l.Grid, true
}

// full reports whether spans claim more places than a table may have.
func (l *gridLayer) full() bool { return l.spans && l.places > limits.TablePlaces }

// rows adds the rows of a group; it reports whether there are any.
func (l *gridLayer) rows(group *semantic.Node) bool {
	before := len(l.Rows)
	for _, c := range group.Children {
		if l.full() {
			break
		}
		if c != nil && c.Role == semantic.TR {
			l.row(c)
		}
	}
	return len(l.Rows) > before
}

// maxSpan is the largest span that HTML knows.
const maxSpan = 1000

// row adds a row: each cell stands at the first place that none from above covers.
func (l *gridLayer) row(n *semantic.Node) {
	var row []*Cell
	at := 0
	covered := func() bool { return at < len(l.covers) && l.covers[at].rows > 0 }
	pass := func() {
		row = append(row, l.covers[at].cell)
		l.covers[at].rows--
		at++
	}
	for _, c := range n.Children {
		if c == nil || c.Role != semantic.TH && c.Role != semantic.TD {
			continue
		}
		for covered() {
			pass()
		}
		cell := &Cell{Node: c, Row: len(l.Rows), Col: at, RowSpan: 1, ColSpan: 1}
		if c.Attr != nil && l.spans {
			cell.RowSpan, cell.ColSpan = min(max(c.Attr.RowSpan, 1), maxSpan), min(max(c.Attr.ColSpan, 1), maxSpan)
		}
		l.Cells = append(l.Cells, cell)
		span := 0
		for ; span < cell.ColSpan && (span == 0 || !covered()); span++ {
			row = append(row, cell)
			if cell.RowSpan > 1 {
				for len(l.covers) <= at {
					l.covers = append(l.covers, cover{})
				}
				l.covers[at] = cover{cell, cell.RowSpan - 1}
			}
			at++
		}
		cell.ColSpan = span // it ends where a cell from above stands
	}
	for at < len(l.covers) {
		if covered() {
			pass()
			continue
		}
		row = append(row, nil)
		at++
	}
	for len(row) > 0 && row[len(row)-1] == nil {
		row = row[:len(row)-1]
	}
	// Of a wide row that covers nothing any more the narrow ones below pay nothing.
	for n := len(l.covers); n > 0 && l.covers[n-1].rows == 0; n-- {
		l.covers = l.covers[:n-1]
	}
	l.places += len(row)
	l.Cols = max(l.Cols, len(row))
	l.Rows = append(l.Rows, row)
}
