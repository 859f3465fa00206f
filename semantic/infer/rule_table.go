package infer

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// table claims the blocks that layout found to be tables, says which rows and columns are
// heads, and joins what the end of a page, or a rule inside the table, tore apart.
//
//	page 3                         page 4
//	+--------+--------+            Table 2 (continued)
//	| County | Foxes  |   head     +--------+--------+
//	+--------+--------+            | County | Foxes  |   the same head again: left out
//	| Oslo   |     17 |            +--------+--------+
//	+--------+--------+            | Bergen |     12 |   the third row of the one table
//	                               +--------+--------+
//
// What speaks for a row as a head is summed up (table_heads.go).
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
	var between []*part // captions that only say that it goes on
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

// claimContinued takes captions that only say that a table goes on out of the
// flow: the table is one now.
func (d *draft) claimContinued(captions []*part) {
	for _, p := range captions {
		d.claim(p, semantic.Artifact, because("table", tableWeight, "says that the table goes on, which is joined"))
	}
}

// tableDraft is what the rules find out about a table.
type tableDraft struct {
	grid    *grid
	cells   []cellSigns // of its cells
	numeric []bool      // columns that hold numbers
	plain   look        // of most cells
	color   uint32      // of most cells

	top      int // rows at its top that are its caption
	heads    int // the row behind its heads, which begin behind top
	end      int // the row behind its body; notes follow
	stub     int // columns at its side that are
	evidence []semantic.Evidence
	explain  bool              // Options.Explain
	inCells  map[int32][]*part // pictures, by cell

	above *part // the piece of the table on the page before
	skip  int   // the row behind the heads that it repeats
	torn  bool  // its first row behind them goes on with the last row of above
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// chartTable is the share of a drawing that its labels may take and still be no table: the
	// key of a chart of the BMJ, with numbers beside it, takes .2.
	chartTable = 0.35
)

// standsInChart reports whether b, which is told by its text alone, is a small part of what is
// plainly a drawing: the key and the numbers of a chart line up as cells do.
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

// tableOf is what is known of the table that p is.
func (d *draft) tableOf(p *part) *tableDraft { return d.sheetOf(p).tables[p.block] }

// claimTable gives p the role of a table when it is one.
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
