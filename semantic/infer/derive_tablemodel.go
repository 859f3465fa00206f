package infer

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/semantic"
)

// headModel finds which heads HTML itself gives each cell of a table, from their
// places and scopes (HTML, "forming relationships between data cells and header
// cells"). A cell names its heads only if they are not these.
type headModel struct {
	*tagGrid
	cell   map[*semantic.Node]int32
	heads  []headSense // one for each cell
	byCol  [][]int32   // the TH that cover each column, from the top
	byRow  [][]int32   // the TH that cover each row, from the left
	budget int
}

// headSense is the direction in which a cell is a head.
type headSense uint8

const (
	noHead headSense = iota
	aloneHead
	colHead
	rowHead
)

// headSteps bounds how many heads are visited for the cells of one table. The cells that
// are left keep the heads that they name. Tables of a thousand cells take a thousand
// visits for each level of heads.
const headSteps = 1 << 20

// newHeadModel makes the model of a tidied table, or returns nil when the table is too large.
func newHeadModel(table *semantic.Node) *headModel {
	var groups []*semantic.Node
	for _, c := range table.Children {
		if c.Role == semantic.THead || c.Role == semantic.TBody || c.Role == semantic.TFoot {
			groups = append(groups, c)
		}
	}
	g, ok := newTagGrid(groups)
	if !ok {
		return nil
	}
	m := &headModel{
		tagGrid: g, cell: make(map[*semantic.Node]int32, len(g.cells)), heads: make([]headSense, len(g.cells)),
		byCol: make([][]int32, len(g.cols)), byRow: make([][]int32, len(g.rows)), budget: headSteps,
	}
	dataCols, dataRows := make([]bool, len(g.cols)), make([]bool, len(g.rows))
	for i := range g.cells {
		c := &g.cells[i]
		m.cell[c.node] = int32(i)
		for col := c.col; col < c.col+c.wide; col++ {
			if dataCols[col] = dataCols[col] || c.node.Role == semantic.TD; c.node.Role == semantic.TH {
				m.byCol[col] = append(m.byCol[col], int32(i))
			}
		}
		for row := c.row; row < c.row+c.tall; row++ {
			if dataRows[row] = dataRows[row] || c.node.Role == semantic.TD; c.node.Role == semantic.TH {
				m.byRow[row] = append(m.byRow[row], int32(i))
			}
		}
	}
	for i := range g.cells {
		m.heads[i] = g.cells[i].sense(dataCols, dataRows)
	}
	for _, list := range m.byRow { // cells from rows above stand in the list before those of the row
		slices.SortFunc(list, func(a, b int32) int { return cmp.Compare(g.cells[a].col, g.cells[b].col) })
	}
	return m
}

// sense returns how HTML understands c: as its scope says. Without scope it is the head of its
// columns if no data stands in its rows, else of its rows if no data stands in its columns.
func (c *tagCell) sense(dataCols, dataRows []bool) headSense {
	scope := ""
	if c.node.Attr != nil {
		scope = c.node.Attr.Scope
	}
	switch {
	case c.node.Role != semantic.TH:
		return noHead
	case scope == "col", scope == "" && !slices.Contains(dataRows[c.row:c.row+c.tall], true):
		return colHead
	case scope == "row", scope == "" && !slices.Contains(dataCols[c.col:c.col+c.wide], true):
		return rowHead
	}
	return aloneHead
}

// gives reports whether HTML gives the cell n exactly these heads if it names none.
func (m *headModel) gives(n *semantic.Node, heads []*semantic.Node) bool {
	if m == nil {
		return false
	}
	i, ok := m.cell[n]
	if !ok {
		return false
	}
	c := &m.cells[i]
	var found []int32
	for row := c.row; row < c.row+c.tall; row++ {
		found = m.scan(found, i, m.byRow[row], rowHead)
	}
	for col := c.col; col < c.col+c.wide; col++ {
		found = m.scan(found, i, m.byCol[col], colHead)
	}
	slices.Sort(found)
	found = slices.Compact(found)
	return m.budget > 0 && len(found) == len(heads) && !slices.ContainsFunc(heads, func(h *semantic.Node) bool {
		_, ok := slices.BinarySearch(found, m.cell[h])
		return !ok
	})
}

// scan appends to found the heads of cell i in line, its column or row, going up or to the left.
// A head that is separated from the cell by data and by a nearer head of the same width does not count.
func (m *headModel) scan(found []int32, i int32, line []int32, sense headSense) []int32 {
	var block, covering []int32 // heads without data between them, and the heads of nearer blocks
	place := func(i int32) (at, length, side, width int) {
		c := &m.cells[i]
		if sense == colHead {
			return c.row, c.tall, c.col, c.wide
		}
		return c.col, c.wide, c.row, c.tall
	}
	edge, _, _, _ := place(i)
	if m.heads[i] != noHead {
		block = append(block, i)
	}
	before, _ := slices.BinarySearchFunc(line, edge, func(h int32, edge int) int {
		at, _, _, _ := place(h)
		return cmp.Compare(at, edge)
	})
	for _, h := range slices.Backward(line[:before]) {
		if m.budget -= 1 + len(covering); m.budget <= 0 {
			return found
		}
		at, length, side, width := place(h)
		if at+length < edge {
			covering, block = append(covering, block...), block[:0]
		}
		edge, block = at, append(block, h)
		if m.heads[h] == sense && !slices.ContainsFunc(covering, func(c int32) bool {
			_, _, s, w := place(c)
			return s == side && w == width
		}) {
			found = append(found, h)
		}
	}
	return found
}
