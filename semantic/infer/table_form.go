package infer

import "github.com/pagelift/pagelift/semantic"

// A table to be filled in has only labels: in its first row, in its first column, or in both around a corner.
//
//	Name   Date   Hours        Name   |               |  Mon  Tue
//	-----  -----  -----        Street |          Mate |  ---  ---
//	-----  -----  -----        Town   |          Boy  |  ---  ---

// formRows is the fewest rows of such a table: fewer may be a piece of another.
const formRows = 3

// findLabels makes the labels of a table to be filled in its heads. It reports whether t is such a table.
func (t *tableDraft) findLabels() bool {
	g := t.grid
	if g.Cols < 2 || t.end-t.top < formRows {
		return false
	}
	var corner, above, before int // places with labels
	for row := t.top; row < t.end; row++ {
		for col := range g.Cols {
			switch c := t.signs(row, col); {
			case c.kind == blankCell:
			case row > t.top && col > 0, c.blank:
				return false
			case row > t.top:
				before++
			case col > 0:
				above++
			default:
				corner = 1
			}
		}
	}
	rows := t.end - t.top
	switch {
	case above == g.Cols-1 && (corner > 0 || before == rows-1):
		t.heads = t.top + 1
		t.evidence = append(t.evidence, becauseIs(semantic.Table, "table", cornerWeight, "1 head row: names over places to write in"))
	case above > 0 || corner+before < rows:
		return false
	}
	first := t.signs(t.top+1, 0) // the usual look of this table, in which nothing is set apart
	t.plain, t.color = first.look, first.color
	if before == rows-1 && t.namesRows() {
		t.stub = 1
		t.evidence = append(t.evidence, becauseIs(semantic.Table, "table", cornerWeight, "head column: names beside places to write in"))
	}
	return true
}

// namesRows reports whether the first column has words, and no numbers that count the rows.
func (t *tableDraft) namesRows() bool {
	for row := t.top + 1; row < t.end; row++ {
		if t.signs(row, 0).kind != textCell {
			return false
		}
	}
	return true
}
