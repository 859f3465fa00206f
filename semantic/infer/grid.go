package infer

import "github.com/pagelift/pagelift/layout"

// grid is a table of a page by places: which cell covers which.
type grid struct {
	*layout.Table
	cell []int32 // by place, row after row: the cell that covers it; vacant: none
	rows []bool  // rows in which a cell begins or a place is vacant
	cols []bool
}

// vacant is a place that no cell covers.
const vacant = -1

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// gridSide bounds rows and columns, gridPlaces and gridSparse the places of a
	// table: some and as many for each cell. The emptiest statistics seen have nine
	// places a cell.
	gridSide   = 1 << 14
	gridPlaces = 1 << 10
	gridSparse = 32
)

// newGrid places the cells of t. It answers false when they are no table: they
// lie over each other, reach beyond it, are far fewer than their places, or do
// not hold exactly the lines of block.
func newGrid(t *layout.Table, block *layout.Block) (grid, bool) {
	if t.Rows < 1 || t.Cols < 1 || t.Rows > gridSide || t.Cols > gridSide || t.Rows*t.Cols > gridPlaces+gridSparse*len(t.Cells) {
		return grid{}, false
	}
	g := grid{Table: t, cell: make([]int32, t.Rows*t.Cols), rows: make([]bool, t.Rows), cols: make([]bool, t.Cols)}
	for i := range g.cell {
		g.cell[i] = vacant
	}
	next := block.FirstLine
	for i := range t.Cells {
		c := &t.Cells[i]
		if c.LineCount < 0 || c.LineCount > 0 && c.FirstLine != next || !g.place(c, int32(i)) {
			return grid{}, false
		}
		next += c.LineCount
	}
	for i, c := range g.cell {
		if c == vacant {
			g.rows[i/t.Cols], g.cols[i%t.Cols] = true, true
		}
	}
	return g, next == block.FirstLine+block.LineCount
}

// place puts cell i where it belongs, unless something is there.
func (g *grid) place(c *layout.Cell, i int32) bool {
	if c.Row < 0 || c.Col < 0 || c.RowSpan < 1 || c.ColSpan < 1 || c.RowSpan > g.Rows-c.Row || c.ColSpan > g.Cols-c.Col {
		return false
	}
	for row := c.Row; row < c.Row+c.RowSpan; row++ {
		for col := c.Col; col < c.Col+c.ColSpan; col++ {
			at := &g.cell[row*g.Cols+col]
			if *at != vacant {
				return false
			}
			*at = i
		}
	}
	g.rows[c.Row], g.cols[c.Col] = true, true
	return true
}

// at is the cell that covers a place; nil: none.
func (g *grid) at(row, col int) *layout.Cell {
	if i := g.cell[row*g.Cols+col]; i != vacant {
		return &g.Cells[i]
	}
	return nil
}

// begins reports whether a cell begins at a place, or none covers it: whether
// something is written there.
func (g *grid) begins(row, col int) bool {
	c := g.at(row, col)
	return c == nil || c.Row == row && c.Col == col
}

// spans are the rows and columns of c in which something begins. HTML has no
// others.
func (g *grid) spans(c *layout.Cell) (rows, cols int) {
	return count(g.rows[c.Row : c.Row+c.RowSpan]), count(g.cols[c.Col : c.Col+c.ColSpan])
}

func count(flags []bool) int {
	n := 0
	for _, set := range flags {
		if set {
			n++
		}
	}
	return n
}

// across reports whether a cell of row reaches into the row below it.
func (g *grid) across(row int) bool {
	for col := range g.Cols {
		if c := g.at(row, col); c != nil && c.Row+c.RowSpan > row+1 {
			return true
		}
	}
	return false
}
