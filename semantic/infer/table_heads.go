package infer

import (
	"fmt"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// findHeads finds how many rows and columns of t are heads, and why:
//
//	Table 3: Foxes by county              across all columns: the caption, no head
//	          |     Foxes      |          a head: it spans columns, over numbers
//	          |  2019 |  2020  |          a head: years over numbers
//	 Oslo     |    17 |    12  |
//	 Bergen   |     9 |    14  |          the first column names the rows: a head column
//
// The signs for a row as a head are summed up, as for headings.
func (t *tableDraft) findHeads(s *sheet) {
	t.findTitle(s)
	t.weighHeads()
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	headWeight = 0.5
	// flaggedWeight: rules or shading set it apart.
	flaggedWeight = 0.6
	// markedHeadWeight: bold, coloured, italic or larger, and the body is not.
	markedHeadWeight = 0.6
	// contrastWeight: words, or years, over columns of numbers.
	contrastWeight = 0.5
	// labelColumnWeight: all cells of the first column end with a colon, and no others do.
	labelColumnWeight = 0.6
	// cornerWeight: the row names the columns, but nothing stands over the names of the rows.
	cornerWeight = 0.5
	// dividesWeight: it is the second row of a stacked head.
	dividesWeight = 0.5
	// spanWeight: some of its cells span columns.
	spanWeight = 0.3
	// shortHeadWeight: it has only words, and fewer than the cells below.
	shortHeadWeight = 0.5
	// valuesCost: numbers stand over numbers.
	valuesCost = 0.4
	// loneCost: only the first cell has text; such rows head a section of the body.
	loneCost = 1.5
	// headRows is the most rows of a head: stacked heads of statistics have four
	// where layout gives each line a row.
	headRows = 6
	// plainShare is the share of the body's cells below which those that look as the head does are
	// exceptions: totals and section heads are bold, too.
	plainShare = 0.4
	// headBytes is the largest mean length of words that name columns.
	headBytes = 30
	// longerBody is how many times longer the cells below such words are.
	longerBody = 1.5
	// noteBytes is the least length of text across all columns in the last rows of a table
	// that is a note to it.
	noteBytes = 60
)

// weighHeads finds the heads between the caption and the notes of the table.
func (t *tableDraft) weighHeads() {
	t.findPlain()
	t.findNumeric()
	t.heads = t.top
	labelled := t.labelled()
	if !labelled && t.findLabels() {
		return
	}
	var why string
	var weight float32
	for row := t.top; row < min(t.end-1, t.top+headRows) && !labelled; row = t.heads {
		v := t.weighHead(row)
		end := t.bottom(row)
		if v.weight < headWeight || end >= t.end {
			if t.explain {
				t.denyHead(row, &v, end >= t.end)
			}
			break
		}
		if row == t.top {
			why, weight = v.reason(), min(v.weight, 1)
		}
		t.heads = end
	}
	if n := t.heads - t.top; n > 0 {
		t.evidence = append(t.evidence, becauseIs(semantic.Table, "table", weight, counted(n, "head row")+": "+why))
	}
	if labelled {
		t.stub, t.evidence = 1, append(t.evidence, becauseIs(semantic.Table, "table", labelColumnWeight, "head column: labels that end with a colon"))
		return
	}
	t.findStub()
}

var rowBar = threshold{"headWeight", headWeight}

// denyHead records why row is no head.
func (t *tableDraft) denyHead(row int, v *verdict, last bool) {
	e := v.tooLittle("table", rowBar)
	if e.Role, e.Verdict = semantic.TH, semantic.Short; last && v.weight >= headWeight {
		e.Verdict, e.Reason = semantic.Barred, "no row would be left under it"
	}
	e.Reason = fmt.Sprintf("row %d: %s", row+1, e.Reason)
	t.evidence = append(t.evidence, e)
}

// labelled reports whether the first column names what stands beside it, from the first
// row on: its cells end with colons. No cell of another column does, or is a head for layout.
func (t *tableDraft) labelled() bool {
	g := t.grid
	if g.Cols < 2 {
		return false
	}
	labels := 0
	for row := t.top; row < t.end; row++ {
		for col := range g.Cols {
			c := t.signs(row, col)
			switch {
			case c.kind == blankCell || !g.begins(row, col):
			case c.label != (col == 0) || c.flag && col > 0:
				return false
			case c.label:
				labels++
			}
		}
	}
	return labels > 1
}

// findTitle looks for text across all columns: a caption in the first row of t, and notes in
// the last ones. Some producers keep these with the table so.
func (t *tableDraft) findTitle(s *sheet) {
	g := t.grid
	t.end = g.Rows
	if g.Cols < 2 || g.Rows < 3 {
		return
	}
	if c := g.wide(0); c != nil && c.RowSpan == 1 && c.LineCount > 0 {
		if l := words.CaptionLabelOf(s.text(c.FirstLine)); l.Kind == words.TableCaption || l.Kind == words.FigureCaption {
			t.top = 1
		}
	}
	for t.end > t.top+2 {
		c := g.wide(t.end - 1)
		if c == nil || c.RowSpan > 1 || int(t.signs(t.end-1, 0).bytes) < noteBytes {
			return
		}
		t.end--
	}
}

// wide returns the cell across all columns in row, or nil when the row is not one cell.
func (g *grid) wide(row int) *layout.Cell {
	if c := g.at(row, 0); c != nil && c.Row == row && c.ColSpan == g.Cols {
		return c
	}
	return nil
}

// counted returns a number with its noun: "1 head row", "2 head rows".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// bottom returns the row behind the cells that begin in row, and behind those that stand
// beside them.
func (t *tableDraft) bottom(row int) int {
	end := row + 1
	for ; row < end; row++ {
		for col := range t.grid.Cols {
			if c := t.grid.at(row, col); c != nil {
				end = max(end, c.Row+c.RowSpan)
			}
		}
	}
	return end
}

// signs returns the signs of the cell at a place. A vacant place has those of a blank cell.
func (t *tableDraft) signs(row, col int) cellSigns {
	if i := t.grid.cell[row*t.grid.Cols+col]; i != vacant {
		return t.cells[i]
	}
	return cellSigns{}
}

// firstBody returns the first column behind the one at the side.
func (t *tableDraft) firstBody() int { return min(1, t.grid.Cols-1) }

// findPlain finds the look of most cells, without the heads and the column at the side.
func (t *tableDraft) findPlain() {
	type looks struct {
		look  look
		color uint32
	}
	counts := map[looks]int{}
	most := 0
	for row := t.grid.Rows / 2; row < t.end; row++ { // row by row, so that of equals the first counts
		for col := t.firstBody(); col < t.grid.Cols; col++ {
			c := t.signs(row, col)
			if c.kind == blankCell || !t.grid.begins(row, col) {
				continue
			}
			l := looks{c.look, c.color}
			if counts[l]++; counts[l] > most {
				most, t.plain, t.color = counts[l], c.look, c.color
			}
		}
	}
}

// marked reports whether a cell looks as heads do.
func (t *tableDraft) marked(c cellSigns) bool {
	switch {
	case c.kind == blankCell:
		return false
	case c.look.bold != t.plain.bold:
		return c.look.bold
	}
	return c.color != t.color || c.look.italic && !t.plain.italic ||
		float32(c.look.quarters) > largerRatio*float32(t.plain.quarters)
}

// findNumeric finds the columns that have more numbers than words. It reads the lower half of the
// table, where no heads are.
func (t *tableDraft) findNumeric() {
	t.numeric = make([]bool, t.grid.Cols)
	for col := 1; col < t.grid.Cols; col++ {
		numbers, words := 0, 0
		for row := max(t.grid.Rows/2, 1); row < t.end; row++ {
			if !t.grid.begins(row, col) {
				continue
			}
			switch t.signs(row, col).kind {
			case numberCell, yearCell:
				numbers++
			case textCell:
				words++
			}
		}
		t.numeric[col] = numbers > words
	}
}

// rowSigns sums up the cells of some rows.
type rowSigns struct {
	rows, named     int // all rows, and those with something in the first column
	filled, flagged int // cells that are not blank, and those set apart by rules or shading
	marked, words   int // cells that look as heads do, and cells with words or years
	blanks          int // cells to be filled in
	mono            int // cells of fixed width
	bytes           int // length of the text
	values, years   int // numbers and years in columns of numbers
	over            int // words or years over columns of numbers
}

// read sums up the rows [from, end).
func (t *tableDraft) read(from, end int) rowSigns {
	var r rowSigns
	for row := from; row < end; row++ {
		r.rows++
		for col := range t.grid.Cols {
			c := t.signs(row, col)
			if c.kind == blankCell {
				continue
			}
			if t.numeric[col] { // a wide head stands over several columns
				switch c.kind {
				case numberCell:
					r.values++
				case yearCell:
					r.years++
					r.over++
				case textCell:
					r.over++
				}
			}
			if col == 0 {
				r.named++
			}
			if t.grid.begins(row, col) {
				r.cell(t, c)
			}
		}
	}
	return r
}

// cell adds a cell that begins in the rows that are summed up.
func (r *rowSigns) cell(t *tableDraft, c cellSigns) {
	r.filled++
	r.bytes += int(c.bytes)
	r.flagged += btoi(c.flag)
	r.marked += btoi(t.marked(c))
	r.blanks += btoi(c.blank)
	r.mono += btoi(c.look.mono)
	r.words += btoi(c.kind == textCell || c.kind == yearCell)
}

// weighHead sums up the signs for row as a head, if all rows above it are heads.
func (t *tableDraft) weighHead(row int) verdict {
	var v verdict
	g := t.grid
	r, body := t.read(row, row+1), t.read(row+1, t.end)
	if r.filled == 0 {
		return v
	}
	if r.flagged == r.filled {
		v.add(flaggedWeight, "set apart by rules or shading")
	}
	if r.marked == r.filled && float32(body.marked) < plainShare*float32(body.filled) {
		v.add(markedHeadWeight, "looks other than the rows below")
	}
	numeric := count(t.numeric)
	if r.over > 0 && r.values == 0 && 2*r.over >= numeric && body.values > 0 {
		v.add(contrastWeight, "words or years over numbers")
	}
	top := row == t.top
	divides := !top && t.divided(row-1)
	if top && g.Cols > 2 && t.signs(row, 0).kind == blankCell && r.values == 0 && r.filled >= g.Cols-1 && 2*body.named > body.rows {
		v.add(cornerWeight, "names the columns beside an empty corner")
	}
	if divides && r.filled > 1 && (r.values == 0 || r.marked == r.filled) {
		v.add(dividesWeight, "divides the head above it")
	}
	if top && t.divided(row) {
		v.add(spanWeight, "spans columns")
	}
	if top && r.words == g.Cols && r.filled == g.Cols && r.bytes <= g.Cols*headBytes && t.shorter() {
		v.add(shortHeadWeight, "few words over longer text")
	}
	if r.values > 0 && (!top && !divides || r.marked < r.filled) { // totals may come first in statistics, right behind the heads
		v.add(-valuesCost, "has numbers")
	}
	if !top && r.filled == 1 && r.named == 1 {
		v.add(-loneCost, "has one cell, as the head of a section")
	}
	return v
}

// shorter reports whether the cells of the first row begin with capitals and have fewer
// words than the cells below them, in most columns.
func (t *tableDraft) shorter() bool {
	longer := 0
	for col := range t.grid.Cols {
		head := t.signs(t.top, col)
		bytes, filled := 0, 0
		for row := t.top + 1; row < t.end; row++ {
			if c := t.signs(row, col); c.kind != blankCell && t.grid.begins(row, col) {
				bytes += int(c.bytes)
				filled++
			}
		}
		if !head.name {
			return false
		}
		longer += btoi(filled > 0 && float32(bytes) >= longerBody*float32(int(head.bytes)*filled))
	}
	return 2*longer > t.grid.Cols
}

// divided reports whether a cell that begins in row spans columns, but not all.
func (t *tableDraft) divided(row int) bool {
	all := count(t.grid.cols)
	for col := range t.grid.Cols {
		c := t.grid.at(row, col)
		if c == nil || c.Row != row || c.Col != col || c.LineCount == 0 {
			continue
		}
		if _, cols := t.grid.spans(c); cols > 1 && cols < all {
			return true
		}
	}
	return false
}

// findStub decides whether the first column names the rows: it looks so, or the
// corner above it is empty and numbers stand beside it.
func (t *tableDraft) findStub() {
	g := t.grid
	if g.Cols < 2 || t.end-t.heads < 2 {
		return
	}
	var side, rest rowSigns
	for row := t.heads; row < t.end; row++ {
		if t.section(row) {
			continue
		}
		for col := range g.Cols {
			c := t.signs(row, col)
			if c.kind == blankCell || !g.begins(row, col) {
				continue
			}
			if col == 0 {
				side.cell(t, c)
			} else {
				rest.cell(t, c)
			}
		}
	}
	switch {
	case side.filled < 2 || rest.filled == 0:
	case side.flagged == side.filled && rest.flagged == 0:
		t.stub, t.evidence = 1, append(t.evidence, becauseIs(semantic.Table, "table", flaggedWeight, "head column: set apart by rules or shading"))
	case side.marked == side.filled && float32(rest.marked) < plainShare*float32(rest.filled):
		t.stub, t.evidence = 1, append(t.evidence, becauseIs(semantic.Table, "table", markedHeadWeight, "head column: looks other than the columns beside it"))
	case side.words == side.filled && rest.blanks == rest.filled:
		t.stub, t.evidence = 1, append(t.evidence, becauseIs(semantic.Table, "table", cornerWeight, "head column: names beside places to write in"))
	case t.heads == t.top && side.mono == side.filled && float32(rest.mono) < plainShare*float32(rest.filled):
		t.stub, t.evidence = 1, append(t.evidence, becauseIs(semantic.Table, "table", markedHeadWeight, "head column: fixed-width names beside plain text"))
	case t.heads > t.top && t.signs(t.top, 0).kind == blankCell && side.words == side.filled && 2*count(t.numeric) >= g.Cols-1:
		t.stub, t.evidence = 1, append(t.evidence, becauseIs(semantic.Table, "table", cornerWeight, "head column: names beside numbers, under an empty corner"))
	}
}

// section reports whether row is the head of the rows that follow it: only its first cell
// has text, and that cell looks like a head.
func (t *tableDraft) section(row int) bool {
	g := t.grid
	c := g.at(row, 0)
	if row < t.heads || row+1 >= t.end || c == nil || c.Row != row || g.Cols < 2 || !t.marked(t.signs(row, 0)) && !t.signs(row, 0).flag {
		return false
	}
	if c.RowSpan > 1 || t.stub > 0 && c.ColSpan < g.Cols {
		return false
	}
	for col := c.ColSpan; col < g.Cols; col++ {
		if t.signs(row, col).kind != blankCell || !g.begins(row, col) {
			return false
		}
	}
	return row == 0 || !g.across(row-1)
}
