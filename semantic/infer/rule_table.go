package infer

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// table claims the blocks that package layout found to be tables. It finds which rows and columns
// are heads, and joins tables that the end of a page, or a rule inside the table, divides.
//
//	page 3                         page 4
//	+--------+--------+            Table 2 (continued)
//	| County | Foxes  |   head     +--------+--------+
//	+--------+--------+            | County | Foxes  |   the same head again: left out
//	| Oslo   |     17 |            +--------+--------+
//	+--------+--------+            | Bergen |     12 |   the third row of the one table
//	                               +--------+--------+
//
// The signs for a row as a head are summed up (table_heads.go).
func table(ctx context.Context, d *draft) error {
	err := d.eachSheetApart(ctx, func(s *sheet) {
		for i := range s.parts {
			d.claimTable(s, &s.parts[i])
		}
	})
	if err != nil {
		return err
	}
	var above *part     // the table that ends the pages so far
	var between []*part // captions that only say that above goes on
	return d.eachSheet(ctx, func(s *sheet) {
		for i := range s.parts {
			p := &s.parts[i]
			switch {
			case p.role == semantic.Artifact || p.role == semantic.Figure || p.role == semantic.FENote:
			case p.role == semantic.Table:
				if above != nil && (above.sheet < p.sheet || d.adjoin(above, p) || d.nextColumn(above, p)) && d.joinTables(above, p) {
					d.claimContinued(between)
				}
				above, between = p, between[:0]
			case above != nil && above.sheet < p.sheet && saysContinued(s.joined(p)):
				between = append(between, p)
			default:
				above, between = nil, between[:0]
			}
		}
	})
}

// claimContinued takes captions out of the flow that only say that a table goes on: its
// pieces are joined now.
func (d *draft) claimContinued(captions []*part) {
	for _, p := range captions {
		d.claim(p, semantic.Artifact, because("table", tableWeight, "says that the table goes on, which is joined"))
	}
}

// tableDraft is what the rules find about a table.
type tableDraft struct {
	grid    *grid
	cells   []cellSigns // one for each cell
	numeric []bool      // columns that hold numbers
	plain   look        // the look of most cells
	color   uint32      // the colour of most cells

	top      int // how many rows at its top are its caption
	heads    int // the row behind its heads; they begin with row top
	end      int // the row behind its body; notes follow
	stub     int // how many columns at its side are heads
	evidence []semantic.Evidence
	explain  bool              // Options.Explain
	inCells  map[int32][]*part // pictures, by cell

	above *part // the piece of the table on the page before
	skip  int   // the row behind the heads that it repeats from above
	torn  bool  // its row skip goes on with the last row of above
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// chartTable is the largest share of a drawing that may be its labels and no table. The
	// key of a chart of the BMJ, with numbers beside it, takes .2.
	chartTable = 0.35
)

// standsInChart reports whether b is a table without rules and a small part of what is plainly a
// drawing: the key and the numbers of a chart line up as cells do.
//
//	4 |  -- curve
//	2 |  ## 98-97 %  3.9   /
//	0 |  ## 93-90 %  2.6  /
//	  +---------------------
func (s *sheet) standsInChart(b *layout.Block) bool {
	if b.Table.Ruled {
		return false
	}
	for i := range s.Figures {
		f := &s.Figures[i]
		if f.Vector && !f.Weak && f.Inset == nil && inside(&b.Box, &f.Box) && b.Box.Width()*b.Box.Height() <= chartTable*f.Box.Width()*f.Box.Height() {
			return true
		}
	}
	return false
}

// tableOf returns what the rules found about the table p.
func (d *draft) tableOf(p *part) *tableDraft { return d.sheetOf(p).tables[p.block] }

// claimTable claims p as a table if it is one.
func (d *draft) claimTable(s *sheet, p *part) {
	b := &s.Blocks[p.block]
	if b.Kind != layout.Grid || b.Table == nil || p.count != b.LineCount {
		return
	}
	if s.standsInChart(b) {
		d.deny(p, semantic.Table, semantic.Barred, because("table", 0, "a small part of a drawing: its labels"))
		return
	}
	g, ok := newGrid(b.Table, b)
	if !ok || !d.claim(p, semantic.Table, because("table", tableWeight, fmt.Sprintf("%d rows, %d columns: %s", g.Rows, g.Cols, g.Why))) {
		return
	}
	t := &tableDraft{grid: &g, cells: s.signsOf(&g), explain: d.explain}
	t.findHeads(s)
	for _, e := range t.evidence {
		p.evidence = d.evidence(p.evidence, e)
	}
	if s.tables == nil {
		s.tables = map[int32]*tableDraft{}
	}
	s.tables[p.block] = t
	d.claimPictures(s, t)
}
