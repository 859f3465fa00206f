package pdfua

import (
	"github.com/pagelift/pagelift/internal/pdf"
)

// maxTableSlots is the most slots of all tables of a document that are laid out: 16 MB of them, or
// 80,000 rows of 50 columns. Further tables are not checked.
const maxTableSlots = 1 << 22

// cell is a cell of a table and its place.
type cell struct {
	e             *pdf.StructElement
	header        bool
	row, column   int
	rows, columns int // spans
}

// grid is a table that was laid out by the spans of its cells.
type grid struct {
	columns int
	rows    int
	cells   []cell
	slots   []int32 // indexes into cells by row and column, -1: empty; spans beyond the last row are cut
	beyond  []int   // by column: how many rows cells reach beyond the last row
}

// table checks the shape of a table. If the shape is sound, it also checks the headers.
func (w *structureWalk) table(n *node) {
	rows := w.tableRows(n)
	if len(rows) == 0 {
		return
	}
	columns := 0
	for _, e := range w.rowCells(rows[0]) {
		columns = min(columns+w.span(e, "ColSpan"), maxTableSlots)
	}
	if columns == 0 || columns*len(rows) > w.slots {
		return
	}
	w.slots -= columns * len(rows)
	g := &grid{columns: columns, rows: len(rows), slots: make([]int32, columns*len(rows)), beyond: make([]int, columns)}
	for i := range g.slots {
		g.slots[i] = -1
	}
	if w.shape(g, rows, n.at()) {
		w.headers(g, n.at())
	}
}

// tableRows returns the rows of a table, including those in row groups.
func (w *structureWalk) tableRows(n *node) []*pdf.StructElement {
	var rows []*pdf.StructElement
	for _, kid := range n.kids {
		switch w.role(kid) {
		case "TR":
			rows = append(rows, kid)
		case "THead", "TBody", "TFoot":
			for _, r := range w.significantKids(nil, kid) {
				if w.role(r) == "TR" {
					rows = append(rows, r)
				}
			}
		}
	}
	return rows
}

func (w *structureWalk) rowCells(row *pdf.StructElement) []*pdf.StructElement {
	var cells []*pdf.StructElement
	for _, kid := range w.significantKids(nil, row) {
		if role := w.role(kid); role == "TH" || role == "TD" {
			cells = append(cells, kid)
		}
	}
	return cells
}

// span returns ColSpan or RowSpan of a cell.
func (w *structureWalk) span(e *pdf.StructElement, key pdf.Name) int {
	return min(max(1, w.doc.Int(e.Attribute(w.doc, "Table", key), 1)), maxTableSlots)
}

// shape lays the table out, and checks and reports whether its cells fill a rectangle. It ends at
// the first fault, which displaces all later cells.
func (w *structureWalk) shape(g *grid, rows []*pdf.StructElement, at place) bool {
	fits, apart := true, true
	for r, row := range rows {
		column := 0
		for _, e := range w.rowCells(row) {
			for column < g.columns && g.at(r, column) >= 0 {
				column++
			}
			c := cell{e, w.role(e) == "TH", r, column, w.span(e, "RowSpan"), w.span(e, "ColSpan")}
			if fits = column+c.columns <= g.columns; !fits {
				break
			}
			if apart = g.put(c); !apart {
				break
			}
			column += c.columns
		}
		if !fits || !apart {
			break
		}
	}
	w.test("7.2-t15", apart, at, "two cells of the table lie over each other")
	w.test("7.2-t42", fits, at, "a row of the table has more columns than the first, which has %d", g.columns)
	if !fits || !apart {
		return false
	}
	full, even := g.full(), g.even()
	w.test("7.2-t43", full, at, "a row of the table has fewer columns than the first, which has %d", g.columns)
	w.test("7.2-t41", even, at, "cells of the table reach beyond its last row")
	return full && even
}

func (g *grid) at(row, column int) int32 { return g.slots[row*g.columns+column] }

// put places a cell, and reports whether the place was free. The columns of the cell are within the grid.
func (g *grid) put(c cell) bool {
	index := int32(len(g.cells))
	g.cells = append(g.cells, c)
	last := min(c.row+c.rows, g.rows)
	for column := c.column; column < c.column+c.columns; column++ {
		g.beyond[column] = max(g.beyond[column], c.row+c.rows-g.rows)
		for row := c.row; row < last; row++ {
			slot := &g.slots[row*g.columns+column]
			if *slot >= 0 {
				return false
			}
			*slot = index
		}
	}
	return true
}

// full reports whether every slot has a cell.
func (g *grid) full() bool {
	for _, s := range g.slots {
		if s < 0 {
			return false
		}
	}
	return true
}

// even reports whether all columns end in the same row.
func (g *grid) even() bool {
	for _, n := range g.beyond {
		if n != g.beyond[0] {
			return false
		}
	}
	return true
}
