package infer

import (
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// tableBuilder makes the node of a table: first the heads, then the rows of all its
// pieces. Each head of a section begins a new group of rows.
type tableBuilder struct {
	*builder
	*tableDraft // the piece that is being built
	sheet       *sheet
	part        *part

	groups []*semantic.Node
	rows   []*semantic.Node // of the open group
	cells  []*semantic.Node // of the open row
}

// table makes the node of p and the parts that continue it.
func (b *builder) table(p *part) *semantic.Node {
	n := b.node(semantic.Table, p)
	t := tableBuilder{builder: b, tableDraft: b.d.tableOf(p)}
	if caption := t.captionOf(p); caption != nil {
		t.groups = append(t.groups, caption)
		if id := b.d.captionID(p); id != "" {
			attrOf(n).ID = id
		}
	}
	if c := t.grid.Confidence; c < 1 {
		attrOf(n).Confidence = c
	}
	if dir := b.d.direction(p); dir != "" {
		attrOf(n).Dir = dir
	}
	for first := p; p != nil; p = p.next {
		t.part, t.sheet, t.tableDraft = p, b.d.sheetOf(p), b.d.tableOf(p)
		row := t.skip
		if p == first {
			for row = t.top; row < t.heads; row++ {
				t.row(row)
			}
			t.close(semantic.THead)
		}
		if t.torn {
			row++ // its cells are part of the row above
		}
		foot := t.end
		if first.next == nil {
			foot = t.foot(t.sheet)
		}
		for ; row < t.end; row++ {
			if t.section(row) || row == foot {
				t.close(semantic.TBody)
			}
			t.row(row)
		}
		if foot < t.end {
			t.close(semantic.TFoot)
		}
	}
	t.close(semantic.TBody)
	n.Children = b.children(t.groups)
	return n
}

// captionOf returns the node of the caption of p: a caption that stands at it, or its first row.
func (t *tableBuilder) captionOf(p *part) *semantic.Node {
	if n := t.caption(p); n != nil || t.tableDraft.top == 0 {
		return n
	}
	t.part, t.sheet = p, t.d.sheetOf(p)
	n := t.node(semantic.Caption, p)
	n.Children = t.children(t.chain(t.cellPart(semantic.Caption, t.grid.at(0, 0)), 0))
	return n
}

// tableNotes returns paragraphs of the notes in the last rows of p, or of its last piece.
func (b *builder) tableNotes(p *part) []*semantic.Node {
	for p.next != nil {
		p = p.next
	}
	t := tableBuilder{builder: b, tableDraft: b.d.tableOf(p), sheet: b.d.sheetOf(p), part: p}
	var notes []*semantic.Node
	for row := t.end; row < t.grid.Rows; row++ {
		n := b.node(semantic.P, p)
		n.Children = b.children(b.chain(t.cellPart(semantic.P, t.grid.at(row, 0)), 0))
		notes = append(notes, n)
	}
	return notes
}

// close ends the open group of rows if it has any.
func (t *tableBuilder) close(role semantic.Role) {
	if len(t.rows) == 0 {
		return
	}
	n := t.node(role, nil)
	n.Children = t.children(t.rows)
	t.groups, t.rows = append(t.groups, n), t.rows[:0]
}

// row adds a row, unless no cell begins in it.
func (t *tableBuilder) row(row int) {
	if !t.grid.rows[row] {
		return
	}
	n := t.node(semantic.TR, nil)
	t.cells = t.cells[:0]
	for col := range t.grid.Cols {
		if t.grid.cols[col] && t.grid.begins(row, col) {
			t.cells = append(t.cells, t.cell(row, col, t.grid.at(row, col)))
		}
	}
	n.Children = t.children(t.cells)
	t.rows = append(t.rows, n)
}

// cell makes the node of a cell; c is nil when nothing covers the place.
func (t *tableBuilder) cell(row, col int, c *layout.Cell) *semantic.Node {
	n := t.node(semantic.TD, nil)
	n.Page, n.Block = int32(t.sheet.Number), t.part.block
	scope := t.scope(row, col, c)
	if scope != "" {
		n.Role = semantic.TH
		attrOf(n).Scope = scope
	}
	if c == nil {
		return n
	}
	if rows, cols := t.grid.spans(c); rows > 1 || cols > 1 {
		attrOf(n).RowSpan, attrOf(n).ColSpan = rows, cols
	}
	if c.LineCount > 0 {
		p := t.cellPart(n.Role, c)
		p.next = t.rest(row, col)
		n.Children = t.cellContent(p)
	}
	n.Children = t.withPictures(c, n.Children)
	return n
}

// rest returns the text of a cell that goes on on the next page, or nil. The cell stands in the last
// row of its piece.
func (t *tableBuilder) rest(row, col int) *part {
	next := t.part.next
	if next == nil || row+1 < t.end || !t.d.tableOf(next).torn {
		return nil
	}
	lower := tableBuilder{builder: t.builder, tableDraft: t.d.tableOf(next), sheet: t.d.sheetOf(next), part: next}
	if c := lower.grid.at(lower.skip, col); c != nil && c.LineCount > 0 {
		return lower.cellPart(semantic.TD, c)
	}
	return nil
}

// scope returns the scope of the head at a place, or "" when the cell is no head. An empty corner
// is none.
func (t *tableBuilder) scope(row, col int, c *layout.Cell) string {
	switch {
	case c == nil || c.LineCount == 0:
		return ""
	case row < t.heads:
		if _, cols := t.grid.spans(c); row == t.top && cols > 1 {
			return "colgroup"
		}
		return "col"
	case col == 0 && t.section(row):
		return "rowgroup"
	case col < t.stub:
		return "row"
	}
	return ""
}

// cellPart returns a part with the text of a cell. The cell must have text.
func (t *tableBuilder) cellPart(role semantic.Role, c *layout.Cell) *part {
	p := &part{sheet: t.part.sheet, block: t.part.block, first: c.FirstLine, count: c.LineCount, role: role}
	t.sheet.measure(p)
	return p
}
