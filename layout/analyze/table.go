package analyze

import "github.com/pagelift/pagelift/layout"

// grid is a table that was found, in the space of its frame: u runs along the
// text, v across it. Grids of one frame do not overlap.
type grid struct {
	frame      int32
	u, v       []float32 // edges of the columns and of the rows, ascending
	spans      []gridSpan
	head       int // leading rows known to be heads
	ruled      bool
	confidence float32
	why        string

	cells    []gridCell
	slots    []int32    // by row and column, from left to right: the cell at that slot
	parts    []cellPart // the text of its cells
	placed   bool       // it has its place in the reading order
	mirrored bool       // read from right to left: columns are numbered from the right
}

// gridSpan is a cell of several rows or columns. Spans of one grid do not overlap.
type gridSpan struct{ row, col, rows, cols int32 }

// gridCell is one cell and, once lines are found, its text.
type gridCell struct {
	gridSpan
	firstLine, lineCount int32
}

// cellPart is a segment in a cell.
type cellPart struct {
	cell, seg, frame int32
}

func (t *grid) rows() int { return len(t.v) - 1 }
func (t *grid) cols() int { return len(t.u) - 1 }

// addGrid adds t to the tables found and makes its cells from its edges and spans. Rows painted in a
// colour of their own become heads.
func (s *tableStage) addGrid(t grid) {
	t.layOut()
	t.head = max(t.head, s.shadedHead(&t))
	s.grids = append(s.grids, t)
}

// layOut makes the cells of t from its edges and spans.
func (t *grid) layOut() {
	t.slots = make([]int32, t.rows()*t.cols())
	for i := range t.slots {
		t.slots[i] = -1
	}
	for i, p := range t.spans {
		for r := p.row; r < p.row+p.rows; r++ {
			for c := p.col; c < p.col+p.cols; c++ {
				t.slots[t.slot(r, c)] = int32(-2 - i)
			}
		}
	}
	for r := range int32(t.rows()) {
		for c := range int32(t.cols()) {
			t.addCell(r, c)
		}
	}
}

func (t *grid) slot(row, col int32) int { return int(row)*t.cols() + int(col) }

// addCell makes the cell at a slot unless a span has made it.
func (t *grid) addCell(row, col int32) {
	of := t.slots[t.slot(row, col)]
	if of >= 0 {
		return
	}
	p := gridSpan{row, col, 1, 1}
	if of < -1 {
		p = t.spans[-2-of]
	}
	for r := p.row; r < p.row+p.rows; r++ {
		for c := p.col; c < p.col+p.cols; c++ {
			t.slots[t.slot(r, c)] = int32(len(t.cells))
		}
	}
	t.cells = append(t.cells, gridCell{gridSpan: p})
}

// box is the extent of t on the page.
func (t *grid) box(f *frame) layout.Rect {
	return f.toPage(t.u[0], t.v[0], t.u[len(t.u)-1], t.v[len(t.v)-1])
}

// cellBox is the extent of cell i on the page.
func (t *grid) cellBox(f *frame, i int32) layout.Rect {
	c := &t.cells[i]
	left := c.col
	if t.mirrored {
		left = int32(t.cols()) - c.col - c.cols
	}
	return f.toPage(t.u[left], t.v[c.row], t.u[left+c.cols], t.v[c.row+c.rows])
}

// table returns t as later stages see it.
func (t *grid) table(f *frame) *layout.Table {
	out := &layout.Table{
		Rows: t.rows(), Cols: t.cols(), Cells: make([]layout.Cell, len(t.cells)),
		Ruled: t.ruled, Confidence: t.confidence, Why: t.why,
	}
	for i := range t.cells {
		c := &t.cells[i]
		out.Cells[i] = layout.Cell{
			Row: int(c.row), Col: int(c.col), RowSpan: int(c.rows), ColSpan: int(c.cols),
			FirstLine: c.firstLine, LineCount: c.lineCount, Header: int(c.row) < t.head,
			Box: t.cellBox(f, int32(i)),
		}
	}
	return out
}

// mirror numbers columns and cells from the right, for a table written from right to left.
func (t *grid) mirror() {
	cells := make([]gridCell, 0, len(t.cells))
	number := make([]int32, len(t.cells))
	for i := range number {
		number[i] = -1
	}
	cols := int32(t.cols())
	for r := range int32(t.rows()) {
		for c := cols - 1; c >= 0; c-- {
			i := t.slots[t.slot(r, c)]
			if number[i] >= 0 {
				continue
			}
			number[i] = int32(len(cells))
			cell := t.cells[i]
			cell.col = cols - cell.col - cell.cols
			cells = append(cells, cell)
		}
	}
	for i := range t.parts {
		t.parts[i].cell = number[t.parts[i].cell]
	}
	t.cells, t.mirrored = cells, true
}
