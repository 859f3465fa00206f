package infer

import (
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// sightTable is a table of the tree as the pages show it.
type sightTable struct {
	rows  [][]*sightCell
	page  int32
	heads int // how many TH it has
	cells map[int32]*sightCell
}

// sightCell is a cell of a sightTable.
type sightCell struct {
	row, col     int
	alone        bool  // its row has all columns, and it covers one row and one column
	bytes, ends  int   // length of its text, and how many sentences end in it
	sheet, block int32 // the table of layout in which its text begins; block -1: none
	cell         int32
	box          layout.Rect
}

// tables doubts tables that only place text, and tables whose cells stand elsewhere on the
// page:
//
//	<Table><TR><TD> a column of running text </TD></TR></Table>    a frame around text
//
//	<TR><TD>a</TD><TD>b</TD></TR>      a    d     the cells of the tree do not stand beside
//	<TR><TD>c</TD><TD>d</TD></TR>      b    c     each other
func (x *tagDoubts) tables(seen []tagSight, pages []*layout.Page) {
	if x.t.knows&tableTags == 0 {
		return
	}
	tables := map[int32]*sightTable{}
	var order []int32
	for i := range x.t.tags {
		if g := &x.t.tags[i]; g.kind == tableTag && !g.hidden {
			tables[int32(i)] = x.sightTable(int32(i))
			order = append(order, int32(i))
		}
	}
	for i := range seen {
		for k := range seen[i].lines {
			l := &seen[i].lines[k]
			table, cell := x.t.cellAround(l.leaf)
			if t := tables[table]; t != nil {
				t.add(cell, l, int32(i), pages[i])
			}
		}
	}
	for _, i := range order {
		x.table(i, tables[i], pages)
	}
}

// cellAround returns the table and the cell in which element i stands, or -1.
func (t *tagTree) cellAround(i int32) (table, cell int32) {
	cell = -1
	for ; i >= 0; i = t.parent(i) {
		switch t.tags[i].kind {
		case cellTag:
			cell = i
		case tableTag:
			return i, cell
		}
	}
	return -1, -1
}

// sightTable lists the cells of table i as they are in the tree.
func (x *tagDoubts) sightTable(i int32) *sightTable {
	t := &sightTable{cells: map[int32]*sightCell{}}
	t.gather(x.t, i)
	width := 0
	for _, row := range t.rows {
		width = max(width, len(row))
	}
	for _, row := range t.rows {
		for _, c := range row {
			c.alone = c.alone && len(row) == width
		}
	}
	return t
}

// gather lists the rows in element i.
func (t *sightTable) gather(tree *tagTree, i int32) {
	open := tree.tags[i].kind == rowTag
	for _, k := range tree.kidsOf(i) {
		e := tree.kid(i, k)
		if e < 0 || tree.tags[e].hidden || tree.tags[e].depth >= maxTagDepth {
			continue
		}
		switch tree.tags[e].kind {
		case rowTag:
			t.rows = append(t.rows, nil)
			t.gather(tree, e)
		case rowsTag, groupTag, clearTag:
			t.gather(tree, e)
		case cellTag:
			if !open { // cells without a row
				t.rows = append(t.rows, nil)
				open = true
			}
			at := len(t.rows) - 1
			c := &sightCell{row: at, col: len(t.rows[at]), block: -1, cell: -1}
			el := &tree.Elements[e]
			c.alone = tableAttribute(el, "RowSpan") == "" && tableAttribute(el, "ColSpan") == ""
			t.rows[at] = append(t.rows[at], c)
			t.cells[e] = c
			t.heads += btoi(tree.tags[e].role == semantic.TH)
		}
	}
}

// add adds a line of text to a cell.
func (t *sightTable) add(cell int32, l *tagLine, sheet int32, p *layout.Page) {
	if t.page == 0 {
		t.page = int32(p.Number)
	}
	c := t.cells[cell]
	if c == nil {
		return
	}
	if c.bytes == 0 {
		c.sheet, c.block, c.cell, c.box = sheet, l.block, l.cell, l.box
	} else if sheet == c.sheet {
		c.box = c.box.Union(l.box)
	}
	text := strings.TrimSpace(p.Text[l.start:l.end])
	c.bytes, c.ends = c.bytes+len(text), c.ends+stopsIn(text)
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// mostWrongCells is the largest share of neighbouring cells that may stand otherwise in a table
	// that layout found with sureGrid. mostLostCells is the largest share that may not stand
	// beside each other at all where layout found no table. fewCellSteps is the fewest pairs that
	// these shares are computed from.
	mostWrongCells = 0.1
	mostLostCells  = 0.3
	sureGrid       = 0.9
	fewCellSteps   = 4
)

// table decides whether table i is believed.
func (x *tagDoubts) table(i int32, t *sightTable, pages []*layout.Page) {
	filled, prose, bytes, width, ruled := 0, 0, 0, 0, false
	for _, row := range t.rows {
		width = max(width, len(row))
		for _, c := range row {
			filled, bytes = filled+btoi(c.bytes > 0), bytes+c.bytes
			if c.bytes >= proseCell && c.ends >= clauseSentences {
				prose += c.bytes
			}
			ruled = ruled || c.gridOf(pages, 0) != nil && c.gridOf(pages, 0).Ruled
		}
	}
	if filled == 0 {
		return
	}
	frame := func(why string) { x.doubt(i, asGroup, codeTagTable, "the document calls it Table, but "+why, t.page) }
	switch {
	case len(t.cells) == 1:
		frame("it has one cell")
	case t.heads == 0 && width == 1 && !ruled:
		frame("it has one column and no head")
	case t.heads == 0 && len(t.rows) == 1 && prose > 0:
		frame("its only row is running text")
	case t.heads == 0 && !ruled && float32(prose) >= mostProse*float32(bytes):
		frame("its cells are running text")
	default:
		if wrong, steps := t.compare(pages); steps >= fewCellSteps && float32(wrong) > mostWrongCells*float32(steps) {
			x.doubt(i, asInferred, codeTagTable, "the document calls it Table, but its cells contradict the ruled columns and rows", t.page)
		} else if wrong, steps := t.disorder(); steps >= fewCellSteps && float32(wrong) > mostLostCells*float32(steps) {
			x.doubt(i, asInferred, codeTagTable, "the document calls it Table, but its cells stand in other places", t.page)
		}
	}
}

// gridOf returns the table of layout in which c stands if its confidence is at least least, or nil.
func (c *sightCell) gridOf(pages []*layout.Page, least float32) *layout.Table {
	if c.block < 0 {
		return nil
	}
	g := pages[c.sheet].Blocks[c.block].Table
	if g == nil || g.Confidence < least || int(c.cell) >= len(g.Cells) {
		return nil
	}
	return g
}

// compare counts pairs of neighbouring cells that stand in one ruled table of layout (steps), and
// those that are no neighbours there (wrong):
//
//	tree   | a | b |    page  | a | c |    a and b are no neighbours, nor are
//	       | c | d |          | b | d |    a and c one below the other
func (t *sightTable) compare(pages []*layout.Page) (wrong, steps int) {
	at := func(c *sightCell) *layout.Cell {
		if c == nil || c.bytes == 0 {
			return nil
		}
		if g := c.gridOf(pages, sureGrid); g != nil && g.Ruled {
			return &g.Cells[c.cell]
		}
		return nil
	}
	pair := func(a, b *sightCell, fits func(a, b *layout.Cell) bool) {
		x, y := at(a), at(b)
		if x == nil || y == nil || a.sheet != b.sheet || a.block != b.block {
			return
		}
		steps++
		wrong += btoi(!fits(x, y))
	}
	back := t.turned(pages)
	var above []*sightCell
	for _, row := range t.rows {
		for k, c := range row {
			if k > 0 {
				pair(row[k-1], c, func(a, b *layout.Cell) bool {
					return meet(a.Row, a.RowSpan, b.Row, b.RowSpan) && (b.Col > a.Col) != back
				})
			}
			if k < len(above) && c.alone && above[k].alone {
				pair(above[k], c, func(a, b *layout.Cell) bool { return meet(a.Col, a.ColSpan, b.Col, b.ColSpan) && b.Row > a.Row })
			}
		}
		above = row
	}
	return wrong, steps
}

// turned reports whether rows run from right to left.
func (t *sightTable) turned(pages []*layout.Page) bool {
	left, right := 0, 0
	for _, row := range t.rows {
		for k := 1; k < len(row); k++ {
			a, b := row[k-1], row[k]
			if a.bytes > 0 && b.bytes > 0 && a.sheet == b.sheet {
				left, right = left+btoi(b.box.X0 > a.box.X1), right+btoi(b.box.X1 < a.box.X0)
			}
		}
	}
	return right > left*2
}

// meet reports whether the range of n from a and the range of m from b overlap.
func meet(a, n, b, m int) bool { return a < b+max(m, 1) && b < a+max(n, 1) }

// disorder counts pairs of neighbouring cells of a row, and of first cells of neighbouring rows
// (steps), and those that stand otherwise on the page (wrong): above or below each other instead of
// side by side, or the second row above the first.
func (t *sightTable) disorder() (wrong, steps int) {
	for _, row := range t.rows {
		for k := 1; k < len(row); k++ {
			a, b := row[k-1], row[k]
			if a.bytes == 0 || b.bytes == 0 || a.sheet != b.sheet {
				continue
			}
			steps++
			wrong += btoi(a.box.Y1 <= b.box.Y0 || b.box.Y1 <= a.box.Y0)
		}
	}
	for r := 1; r < len(t.rows); r++ {
		if len(t.rows[r-1]) == 0 || len(t.rows[r]) == 0 {
			continue
		}
		a, b := t.rows[r-1][0], t.rows[r][0]
		if a.bytes == 0 || b.bytes == 0 || a.sheet != b.sheet {
			continue
		}
		steps++
		wrong += btoi(b.box.Y1 <= a.box.Y0)
	}
	return wrong, steps
}
