package infer

import (
	"slices"

	"github.com/pagelift/pagelift/semantic"
)

// Bounds on the cells of a table. HTML allows 1,000 columns; the
// largest spans in 55 tagged documents are four rows and five columns.
const (
	tagSpan   = 1000
	tagPlaces = 1 << 20 // the most places, rows by columns, of one table
)

// tagGrid lays out the cells of a tagged table as HTML does: each cell stands in the first
// free column of its row. tidy then makes the table one that HTML allows: no cell lies over
// another or past the end of its group of rows, a cell begins in each row and
// each column, and all rows have the same length.
type tagGrid struct {
	groups []*semantic.Node // THead, TBody, TFoot, with rows and cells in them
	cells  []tagCell
	rows   []bool // whether a cell begins in each row
	cols   []bool // whether a cell begins in each column
}

// tagCell is a cell and the places that it covers.
type tagCell struct {
	node       *semantic.Node
	row, col   int
	tall, wide int
}

// newTagGrid lays out the cells of groups. It returns false when they cover too
// many places.
func newTagGrid(groups []*semantic.Node) (*tagGrid, bool) {
	g := &tagGrid{groups: groups}
	places := 0
	for _, group := range groups {
		var busy []int // for each column, how many rows from this one on a cell from above covers
		for i, row := range group.Children {
			busy = g.layOut(row, len(group.Children)-i, busy)
			if places += len(busy); places > tagPlaces {
				return nil, false
			}
		}
	}
	return g, true
}

// layOut sets the places of the cells of a row. left is how many rows its group
// has from this row on. layOut returns busy for the next row.
func (g *tagGrid) layOut(row *semantic.Node, left int, busy []int) []int {
	at, col := len(g.rows), 0
	g.rows = append(g.rows, false)
	for _, n := range row.Children {
		for col < len(busy) && busy[col] > 0 {
			col++
		}
		if len(busy) > tagPlaces {
			break
		}
		c := tagCell{n, at, col, min(spanOf(n, true), left), 1}
		for wide := spanOf(n, false); c.wide < wide && (col+c.wide >= len(busy) || busy[col+c.wide] == 0); {
			c.wide++
		}
		for col < c.col+c.wide {
			if col == len(busy) {
				busy = append(busy, 0)
			}
			busy[col] = c.tall
			col++
		}
		g.cells = append(g.cells, c)
		g.rows[at] = true
		g.cols = append(g.cols, make([]bool, max(0, len(busy)-len(g.cols)))...)
		g.cols[c.col] = true
	}
	for i := range busy {
		busy[i] = max(busy[i]-1, 0)
	}
	return busy
}

// spanOf returns how many rows or columns a cell covers. A number that nobody can mean counts as
// one.
func spanOf(n *semantic.Node, rows bool) int {
	if n.Attr == nil {
		return 1
	}
	span := n.Attr.ColSpan
	if rows {
		span = n.Attr.RowSpan
	}
	if span > tagSpan {
		return 1
	}
	return max(span, 1)
}

// tidy sets the spans of the cells, counting only rows and columns in which a cell
// begins. It fills rows that are shorter than others and removes empty ones.
func (g *tagGrid) tidy(blank func() *semantic.Node) {
	covered := make([]int, len(g.rows))
	for i := range g.cells {
		c := &g.cells[i]
		wide := count(g.cols[c.col : c.col+c.wide])
		for row := c.row; row < c.row+c.tall; row++ {
			covered[row] += wide
		}
		setSpans(c.node, count(g.rows[c.row:c.row+c.tall]), wide)
	}
	width, at := count(g.cols), 0
	for _, group := range g.groups {
		for _, row := range group.Children {
			for missing := width - covered[at]; missing > 0 && g.rows[at]; missing-- {
				row.Children = append(row.Children[:len(row.Children):len(row.Children)], blank())
			}
			at++
		}
		group.Children = slices.DeleteFunc(group.Children, func(row *semantic.Node) bool { return len(row.Children) == 0 })
	}
}

// setSpans sets how many rows and columns a cell covers.
func setSpans(n *semantic.Node, rows, cols int) {
	if rows > 1 || cols > 1 || n.Attr != nil {
		attrOf(n).RowSpan, n.Attr.ColSpan = rows, cols
	}
}
