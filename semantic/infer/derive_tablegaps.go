package infer

import (
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// tagColumns are the columns of a table of the structure tree as they stand on the
// page. Browsers leave empty cells out of the tree. The places of the other cells of a row
// show which are missing:
//
//	page   a | b | c      tree   a b c
//	       d |   | f             d f      the f stands in the third column: the gap gets a cell
type tagColumns struct {
	boxes map[*semantic.Node]layout.Rect // of cells with text
	left  []float32                      // left and right edges of the text of each column
	right []float32
}

// fillGaps adds empty cells to rows that are shorter than others, where the text
// of the row leaves out a column. A table with cells over several rows stays as it is.
func (w *deriver) fillGaps(table *semantic.Node, boxes map[*semantic.Node]layout.Rect) {
	c := tagColumns{boxes: boxes}
	width := 0
	var short []*semantic.Node
	for _, row := range tableRowsOf(table) {
		for _, cell := range row.Children {
			if a := cell.Attr; a != nil && a.RowSpan > 1 {
				return
			}
		}
		if isSimpleRow(row) {
			width = max(width, len(row.Children))
			short = append(short, row)
		}
	}
	c.left, c.right = make([]float32, width), make([]float32, width)
	for _, row := range short {
		if len(row.Children) == width {
			c.measure(row)
		}
	}
	for _, row := range short {
		if n := len(row.Children); n > 0 && n < width {
			row.Children = w.children(c.align(row, func() *semantic.Node { return w.node(semantic.TD, nil) }))
		}
	}
}

// tableRowsOf returns the rows of a table and of its groups.
func tableRowsOf(n *semantic.Node) []*semantic.Node {
	var rows []*semantic.Node
	for _, c := range n.Children {
		switch c.Role {
		case semantic.TR:
			rows = append(rows, c)
		case semantic.THead, semantic.TBody, semantic.TFoot:
			rows = append(rows, tableRowsOf(c)...)
		}
	}
	return rows
}

// isSimpleRow reports whether row has only cells of one column each.
func isSimpleRow(row *semantic.Node) bool {
	for _, c := range row.Children {
		if c.Role != semantic.TH && c.Role != semantic.TD || c.Attr != nil && c.Attr.ColSpan > 1 {
			return false
		}
	}
	return true
}

// measure widens the columns to the cells of a row that has all cells.
func (c *tagColumns) measure(row *semantic.Node) {
	for i, cell := range row.Children {
		box, ok := c.boxes[cell]
		if !ok {
			continue
		}
		if c.right[i] == 0 {
			c.left[i], c.right[i] = box.X0, box.X1
		}
		c.left[i], c.right[i] = min(c.left[i], box.X0), max(c.right[i], box.X1)
	}
}

// align returns the cells of a short row with empty cells between them. Each cell stands
// in the nearest column that is behind the cell before it and leaves room for the cells after it.
func (c *tagColumns) align(row *semantic.Node, blank func() *semantic.Node) []*semantic.Node {
	width := len(c.left)
	cells := make([]*semantic.Node, 0, width)
	for i, cell := range row.Children {
		at := len(cells)
		if box, ok := c.boxes[cell]; ok {
			at = c.nearest(box, at, width-len(row.Children)+i)
		}
		for len(cells) < at {
			cells = append(cells, blank())
		}
		cells = append(cells, cell)
	}
	return cells
}

// nearest returns the column from first to last that is nearest to box; of equals the
// first.
func (c *tagColumns) nearest(box layout.Rect, first, last int) int {
	best, least := first, float32(0)
	for i := first; i <= last; i++ {
		if c.right[i] == 0 {
			continue
		}
		apart := max(c.left[i]-box.X1, box.X0-c.right[i], 0) // 0: they overlap
		if apart == 0 {
			apart = -(min(c.right[i], box.X1) - max(c.left[i], box.X0))
		}
		if i == first || apart < least {
			best, least = i, apart
		}
	}
	return best
}
