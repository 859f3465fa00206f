package a11y

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/css"
	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
)

// The table model of the HTML Standard (section 4.9.12), as far as assigning header cells needs it.

const (
	// maxColSpan and maxRowSpan are the standard's.
	maxColSpan = 1000
	maxRowSpan = 65534
	// gridSlots bounds the slots of a table as a multiple of its cells: spans make slots without costing bytes.
	gridSlots = 64
)

// A grid is a table as rows of slots.
type grid struct {
	cells []gridCell
	rows  [][]int32 // index of the cell in each slot, -1 for none
	slots int
	named map[string]bool // ids that headers attributes of cells name

	// What stands in each row and column, so that no header has to search: whether there are data cells, and the
	// last and the first cell that names no headers, -1 for none.
	rowData, columnData         []bool
	lastBelow, lastBeside, from []int
}

// A gridCell is a cell with the slots that it covers.
type gridCell struct {
	node          dom.Node
	x, y          int
	width, height int
	header        bool
	explicit      bool   // a headers attribute names its headers
	scope         string // col, row, colgroup, rowgroup or ""
	group         int    // index of the row group
}

// reset empties the grid and keeps its storage. One table is examined at a time.
func (g *grid) reset() {
	clear(g.named)
	g.cells, g.rows, g.slots = g.cells[:0], g.rows[:0], 0
}

// addSlots appends an empty row.
func (g *grid) addSlots() *[]int32 {
	if len(g.rows) < cap(g.rows) {
		g.rows = g.rows[:len(g.rows)+1]
	} else {
		g.rows = append(g.rows, nil)
	}
	row := &g.rows[len(g.rows)-1]
	*row = (*row)[:0]
	return row
}

// readTable builds the grid of a table element. It returns false if the table is too large or its cells overlap.
func (g *grid) readTable(t *names.AccessibilityTree, table dom.Node) bool {
	g.reset()
	group := 0
	for c := range t.Children(table) {
		switch t.Tag(c) {
		case dom.TagTr:
			if !g.addRow(t, c, group) {
				return false
			}
		case dom.TagTbody, dom.TagThead, dom.TagTfoot:
			g.endGroup(group)
			group++
			for r := range t.Children(c) {
				if t.Tag(r) == dom.TagTr && !g.addRow(t, r, group) {
					return false
				}
			}
			g.endGroup(group)
			group++
		}
	}
	g.endGroup(group)
	g.summarise()
	return true
}

// endGroup cuts cells that extend below the rows of their group.
func (g *grid) endGroup(group int) {
	for i := len(g.cells) - 1; i >= 0 && g.cells[i].group == group; i-- {
		c := &g.cells[i]
		c.height = min(c.height, len(g.rows)-c.y)
	}
}

// addRow puts the cells of a row into the free slots.
func (g *grid) addRow(t *names.AccessibilityTree, row dom.Node, group int) bool {
	y := len(g.rows)
	g.carryDown(g.addSlots(), y, group)
	x := 0
	for c := range t.Children(row) {
		if tag := t.Tag(c); tag != dom.TagTd && tag != dom.TagTh {
			continue
		}
		for x < len(g.rows[y]) && g.rows[y][x] >= 0 {
			x++
		}
		cell := newCell(t, c, x, y, group)
		if !g.place(cell) {
			return false
		}
		if cell.explicit {
			g.noteHeaders(t.Value(c, "headers"))
		}
		x += cell.width
	}
	return true
}

// noteHeaders records the ids of a headers attribute.
func (g *grid) noteHeaders(headers string) {
	if g.named == nil {
		g.named = map[string]bool{}
	}
	for id := range strings.FieldsSeq(headers) {
		g.named[id] = true
	}
}

// newCell reads the attributes of a cell.
func newCell(t *names.AccessibilityTree, n dom.Node, x, y, group int) gridCell {
	c := gridCell{node: n, x: x, y: y, width: 1, height: 1, group: group, header: t.Tag(n) == dom.TagTh}
	if !t.Has(n, dom.HasAttributes) {
		return c
	}
	c.width = spanOf(t.Value(n, "colspan"), maxColSpan)
	c.height = spanOf(t.Value(n, "rowspan"), maxRowSpan)
	c.explicit = !dom.IsBlank(t.Value(n, "headers"))
	c.scope = strings.ToLower(t.Value(n, "scope"))
	if r := t.ExplicitRole(n); r != nil {
		c.header = r.Name == "columnheader" || r.Name == "rowheader"
		if c.scope == "" && r.Name == "rowheader" {
			c.scope = "row"
		} else if c.scope == "" && r.Name == "columnheader" {
			c.scope = "col"
		}
	}
	return c
}

// spanOf reads colspan or rowspan. A value that is no number counts as 1.
func spanOf(s string, most int) int {
	n := 0
	for _, r := range strings.TrimSpace(s) {
		if r < '0' || r > '9' {
			break
		}
		if n = n*10 + int(r-'0'); n > most {
			return most
		}
	}
	return max(n, 1)
}

// carryDown adds the cells above in the group that extend into a new row.
func (g *grid) carryDown(row *[]int32, y, group int) {
	if y == 0 {
		return
	}
	for x, i := range g.rows[y-1] {
		if i >= 0 && g.cells[i].y+g.cells[i].height > y && g.cells[i].group == group {
			for len(*row) <= x {
				*row = append(*row, -1)
			}
			(*row)[x] = i
		}
	}
	g.slots += len(*row)
}

// place puts a cell into its row. carryDown adds it to the rows below.
func (g *grid) place(c gridCell) bool {
	i := int32(len(g.cells))
	g.cells = append(g.cells, c)
	row := &g.rows[c.y]
	for x := c.x; x < c.x+c.width; x++ {
		for len(*row) <= x {
			*row = append(*row, -1)
		}
		if (*row)[x] >= 0 {
			return false
		}
		(*row)[x] = i
	}
	g.slots += c.width
	return g.slots <= gridSlots*(len(g.cells)+len(g.rows))
}

// readRoles builds the grid of a table of ARIA roles: rows in order, cells without spans. It returns false if a
// cell has a span or stands in no row.
func (g *grid) readRoles(t *names.AccessibilityTree, table dom.Node) bool {
	g.reset()
	for n := range t.Subtree(table) {
		if !t.Has(n, dom.HasRole) {
			continue
		}
		switch name := t.RoleName(n); name {
		case "row":
			g.addSlots()
		case "cell", "gridcell", "columnheader", "rowheader":
			if len(g.rows) == 0 {
				return false
			}
			y := len(g.rows) - 1
			c := gridCell{node: n, x: len(g.rows[y]), y: y, width: 1, height: 1, header: name == "columnheader" || name == "rowheader", scope: "col"}
			if name == "rowheader" {
				c.scope = "row"
			}
			if t.HasAttr(n, "aria-colspan") || t.HasAttr(n, "aria-rowspan") || t.HasAttr(n, "aria-colindex") {
				return false
			}
			g.place(c)
		}
	}
	g.summarise()
	return true
}

// summarise computes what is known of rows and columns.
func (g *grid) summarise() {
	columns := 0
	for _, row := range g.rows {
		columns = max(columns, len(row))
	}
	g.rowData, g.columnData = refilled(g.rowData, len(g.rows), false), refilled(g.columnData, columns, false)
	g.lastBeside, g.from = refilled(g.lastBeside, len(g.rows), -1), refilled(g.from, len(g.rows), columns)
	g.lastBelow = refilled(g.lastBelow, columns, -1)
	for y, row := range g.rows {
		for x, i := range row {
			if i < 0 {
				continue
			}
			if !g.cells[i].header {
				g.rowData[y], g.columnData[x] = true, true
			}
			if !g.cells[i].explicit {
				g.lastBeside[y], g.from[y], g.lastBelow[x] = x, min(g.from[y], x), y
			}
		}
	}
}

// refilled returns a list of n times v. It reuses the storage of list.
func refilled[T any](list []T, n int, v T) []T {
	list = list[:0]
	for range n {
		list = append(list, v)
	}
	return list
}

// hasCells returns whether a header cell is a header of any cell (HTML Standard section 4.9.12.2). It returns
// Maybe if the cell is one only for somebody who reads from right to left, or only to the eye.
func (g *grid) hasCells(t *names.AccessibilityTree, i int) css.Truth {
	c := &g.cells[i]
	if id := t.Value(c.node, "id"); id != "" && g.named[id] {
		return css.Yes
	}
	switch c.scope {
	case "col", "colgroup":
		return g.below(c)
	case "row", "rowgroup":
		if c.scope == "rowgroup" && g.below(c) == css.Yes {
			return css.Yes
		}
		return g.beside(c)
	}
	switch {
	case !slices.Contains(g.rowData[c.y:c.y+c.height], true):
		return g.below(c)
	case !slices.Contains(g.columnData[c.x:c.x+c.width], true):
		return g.beside(c)
	}
	// By the standard it is no header of any cell, but a reader sees the cells below or beside it.
	return max(min(css.Maybe, g.below(c)), min(css.Maybe, g.beside(c)))
}

// below looks for a cell under a header that does not name other headers.
func (g *grid) below(c *gridCell) css.Truth {
	for _, y := range g.lastBelow[c.x : c.x+c.width] {
		if y >= c.y+c.height {
			return css.Yes
		}
	}
	return css.No
}

// beside looks for a cell after a header in its rows. A cell in front of it counts for those who read in the other
// direction.
func (g *grid) beside(c *gridCell) css.Truth {
	answer := css.No
	for y := c.y; y < c.y+c.height; y++ {
		switch {
		case g.lastBeside[y] >= c.x+c.width:
			return css.Yes
		case g.from[y] < c.x:
			answer = css.Maybe
		}
	}
	return answer
}
