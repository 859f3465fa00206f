package infer

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// cellPictures is the most pictures of a page that are searched for in the cells of one table.
	cellPictures = limits.CellPictures
)

// claimPictures gives cells the images and drawn words that stand in them.
// Other drawings there are made of the lines around the cells.
func (d *draft) claimPictures(s *sheet, t *tableDraft) {
	defer t.sortPictures()
	box := tableBox(t.grid.Table)
	sought := 0
	for i := range s.parts {
		q := &s.parts[i]
		if q.role != semantic.Figure || !s.isPicture(q) || !inside(&q.box, &box) {
			continue
		}
		if f := &s.Figures[s.Blocks[q.block].Figure]; f.Vector && !isDrawnWord(f) {
			continue
		}
		if sought++; sought > cellPictures {
			return
		}
		c := s.cellAround(t.grid.Table, &q.box)
		if c < 0 || !d.claim(q, semantic.Caption, because("table", groupWeight, "a picture in a cell of a table")) {
			continue
		}
		if t.inCells == nil {
			t.inCells = map[int32][]*part{}
		}
		t.inCells[c] = append(t.inCells[c], q)
	}
}

// sortPictures puts the pictures of each cell in the order in which they are read.
func (t *tableDraft) sortPictures() {
	for _, list := range t.inCells {
		slices.SortStableFunc(list, func(a, b *part) int {
			if a.box.Y1 <= b.box.Y0 || b.box.Y1 <= a.box.Y0 {
				return cmp.Compare(a.box.Y0, b.box.Y0)
			}
			return cmp.Compare(a.box.X0, b.box.X0)
		})
	}
}

// isPicture reports whether p is a figure of the page without text.
func (s *sheet) isPicture(p *part) bool {
	f := s.Blocks[p.block].Figure
	return p.count == 0 && f >= 0 && int(f) < len(s.Figures)
}

// tableBox returns the box of all cells of t.
func tableBox(t *layout.Table) layout.Rect {
	var box layout.Rect
	for i := range t.Cells {
		box = box.Union(t.Cells[i].Box)
	}
	return box
}

// cellAround returns the cell that holds a picture, or -1. In a ruled table the rules of the cell must
// enclose the picture. In a table without rules the picture must stand beside text of its row.
func (s *sheet) cellAround(t *layout.Table, box *layout.Rect) int32 {
	at := slices.IndexFunc(t.Cells, func(c layout.Cell) bool { return c.Box.Contains(box.Center()) })
	if at < 0 || t.Ruled && !inside(box, &t.Cells[at].Box) {
		return -1
	}
	own, beside := &t.Cells[at], t.Ruled
	for i := range t.Cells {
		c := &t.Cells[i]
		sameRow := c.Row < own.Row+own.RowSpan && c.Row+c.RowSpan > own.Row
		for k := c.FirstLine; i != at && k < c.FirstLine+c.LineCount; k++ {
			line := &s.line(k).Box
			if inside(line, box) {
				return -1
			}
			beside = beside || sameRow && line.Center().Y > box.Y0 && line.Center().Y < box.Y1
		}
	}
	if !beside {
		return -1 // it stands between two rows
	}
	return int32(at)
}

// withPictures returns the content of a cell with its pictures. Pictures above the text, or to the
// left of it, stand before it, others behind it.
func (t *tableBuilder) withPictures(c *layout.Cell, content []*semantic.Node) []*semantic.Node {
	list := t.inCells[t.grid.cell[c.Row*t.grid.Cols+c.Col]]
	if len(list) == 0 {
		return content
	}
	var before, behind []*semantic.Node
	for _, q := range list {
		n := t.pictureInLine(t.sheet, int(t.sheet.Blocks[q.block].Figure))
		if c.LineCount > 0 && !precedes(&q.box, &t.sheet.line(c.FirstLine).Box) {
			behind = append(behind, n)
		} else {
			before = append(before, n)
		}
	}
	return t.children(slices.Concat(before, content, behind))
}

// precedes reports whether a picture stands above a line of text, or to the left of it.
func precedes(picture, line *layout.Rect) bool {
	return picture.Center().Y < line.Y0 || picture.X1 <= line.Center().X && picture.Y0 < line.Y1
}
