package infer

import "github.com/pagelift/pagelift/layout"

// grid tells for each place of a table of layout which cell covers it.
type grid struct {
	*layout.Table
	cell []int32 // for each place, row after row, the cell that covers it, or vacant
	rows []bool  // whether a cell begins in each row, or a place of it is vacant
	cols []bool  // the same for each column
}

// vacant marks a place that no cell covers.
const vacant = -1

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// gridSide is the most rows and the most columns. gridPlaces, and gridSparse for each cell, is the
	// most places of a table. The emptiest statistics that were seen have nine
	// places a cell.
	gridSide   = 1 << 14
	gridPlaces = 1 << 10
	gridSparse = 32
)

// newGrid lays out the cells of t. It returns false if they are no table: cells
// overlap, reach out of the table, are far fewer than its places, or do
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

// place marks the places of cell i. It returns false if another cell covers one of them.
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

// at returns the cell that covers a place, or nil.
func (g *grid) at(row, col int) *layout.Cell {
	if i := g.cell[row*g.Cols+col]; i != vacant {
		return &g.Cells[i]
	}
	return nil
}

// begins reports whether a cell begins at a place, or none covers it: then the output
// has a cell there.
func (g *grid) begins(row, col int) bool {
	c := g.at(row, col)
	return c == nil || c.Row == row && c.Col == col
}

// spans returns how many rows and columns c covers, counting only those in which a cell begins. HTML
// has no others.
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
