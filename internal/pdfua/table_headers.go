package pdfua

import "github.com/pagelift/pagelift/internal/pdf"

// headers checks that each data cell of a sound table has headers: by name, or in its column and row by
// the algorithm of ISO 32000-2 clause 14.8.4.8.3. If every header cell has a Scope, the check passes.
func (w *structureWalk) headers(g *grid, at place) {
	ids := make(map[string]bool)
	scoped, some := true, false
	for i := range g.cells {
		if c := &g.cells[i]; c.header {
			some = true
			scoped = scoped && w.scope(c) != ""
			ids[c.e.ID] = true
		}
	}
	if !some {
		return
	}
	if scoped {
		w.test("7.5-t01", true, at, "")
		return
	}
	found := w.search(g)
	for i := range g.cells {
		c := &g.cells[i]
		if c.header {
			continue
		}
		named, unknown := w.namedHeaders(c, ids)
		at := placeOf(c.e)
		connected := found[i] || named && unknown == ""
		w.test("7.5-t01", connected || unknown != "", at, "no header leads to the cell")
		if named {
			w.test("7.5-t02", connected || unknown == "", at, "the table has no header with the ID %.60q", unknown)
		}
	}
}

// namedHeaders reports whether a cell names headers, and returns the first of those that the table
// does not have.
func (w *structureWalk) namedHeaders(c *cell, ids map[string]bool) (named bool, unknown string) {
	for _, o := range firstOf(w.doc.Array(c.e.Attribute(w.doc, "Table", "Headers")), maxCellHeaders) {
		id, ok := w.doc.Bytes(o)
		if !ok {
			continue
		}
		named = true
		if !ids[string(id)] {
			return true, string(id)
		}
	}
	return named, ""
}

// maxCellHeaders is the most headers of a cell that are looked at. No table has so many levels of headers.
const maxCellHeaders = 256

// scope returns Column, Row or Both, or "" when the cell has no Scope.
func (w *structureWalk) scope(c *cell) pdf.Name {
	return w.doc.Name(c.e.Attribute(w.doc, "Table", "Scope"))
}

// seen is the result of a search along a row or column away from a cell. A header belongs to the
// cell if only data cells and headers are between them.
type seen struct {
	header bool // there is a header before any other header has ended
	behind bool // the same, if a header of another scope came first
}

// next returns the result for the cell behind. The current cell is a header for this direction
// (heads), another header, or a data cell.
func (s seen) next(isHeader, heads bool) seen {
	switch {
	case heads:
		return seen{true, true}
	case isHeader:
		return seen{s.behind, s.behind}
	}
	return seen{s.header, false}
}

// search finds for each cell of a full grid whether a header is above it or before it. It visits
// each slot once.
func (w *structureWalk) search(g *grid) []bool {
	found := make([]bool, len(g.cells))
	above := make([]seen, g.columns)
	for row := range g.rows {
		var before seen
		for column := range g.columns {
			i := g.at(row, column)
			c := &g.cells[i]
			if c.row == row && above[column].header || c.column == column && before.header {
				found[i] = true
			}
			heads := pdf.Name("")
			if c.header {
				heads = w.heads(c)
			}
			above[column] = above[column].next(c.header, heads == "Column" || heads == "Both")
			before = before.next(c.header, heads == "Row" || heads == "Both")
		}
	}
	return found
}

// heads returns the scope of a header cell. A cell without Scope has one by its place: headers at
// the top are for columns, those at the left for rows.
func (w *structureWalk) heads(c *cell) pdf.Name {
	switch s := w.scope(c); {
	case s != "":
		return s
	case c.row == 0 && c.column > 0:
		return "Column"
	case c.column == 0 && c.row > 0:
		return "Row"
	}
	return "Both"
}
