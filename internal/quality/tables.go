package quality

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/semantic"
)

// tables judges the tables in the tags. Then it looks for tables that the pages show and the tags do not have.
func (c *checker) tables() {
	c.taggedTables()
	if c.Seen == nil {
		return
	}
	pages := c.byNumber()
	for n := range c.Seen.Root.All() {
		if c.ended() {
			return
		}
		if n.Role != semantic.Table || n.Page <= 0 || n.Block < 0 || pages[int(n.Page)] == nil {
			continue
		}
		p := pages[int(n.Page)]
		if int(n.Block) >= len(p.Blocks) || p.Blocks[n.Block].Table == nil {
			continue
		}
		table, text := p.Blocks[n.Block].Table, ""
		tagged, other := 0, 0
		for i := range table.Cells {
			cell := &table.Cells[i]
			for line := cell.FirstLine; line < cell.FirstLine+cell.LineCount; line++ {
				if len(text) < limits.FindingText {
					text += p.LineText(int(line)) + " "
				}
				for _, s := range p.LineSpans(int(line)) {
					switch e := c.elementOf(p, s.Mark); {
					case e >= 0 && c.tags.nested[e].table >= 0:
						tagged++
					case e >= 0 || !artifact(p, s.Mark):
						other++
					}
				}
			}
		}
		at := Finding{Page: p.Number, Box: p.Blocks[n.Block].Box, Text: text, Message: fmt.Sprintf("this looks like a table of %d rows and %d columns but is not tagged as one; if it is a table, tag it as one", table.Rows, table.Cols)}
		switch sure := table.Ruled || table.Confidence >= sureTable; {
		case tagged+other == 0: // the table is empty, or has only artifacts
		case tagged >= other:
			c.holds(&tableTags)
		case sure:
			c.breaks(&tableTags, at)
		default:
			c.doubts(&tableTags, at)
		}
	}
}

// taggedTables checks that each table in the tags has header cells. If a cell has a table in it, the cells of
// the inner table count for the inner table only.
func (c *checker) taggedTables() {
	if c.Structure == nil {
		return
	}
	type counts struct{ rows, cells, heads int }
	of := map[int32]*counts{}
	cellsIn := map[int32]int{} // how many cells each row has
	for i := range c.Structure.Elements {
		if c.ended() {
			return
		}
		table := c.tags.nested[i].table
		if table < 0 {
			continue
		}
		if of[table] == nil {
			of[table] = &counts{}
		}
		e := &c.Structure.Elements[i]
		switch n := of[table]; e.Role {
		case "TR":
			n.rows++
		case "TH":
			n.heads++
			n.cells++
			cellsIn[e.Parent]++
		case "TD":
			n.cells++
			cellsIn[e.Parent]++
		}
	}
	for _, i := range slices.Sorted(maps.Keys(of)) {
		if c.ended() {
			return
		}
		switch n := of[i]; {
		case n.rows < 2 || n.cells < 2*n.rows: // one row or one column is a frame around text
		case n.heads > 0:
			c.holds(&tableHeads)
		default:
			text, page := c.textOf(i)
			c.breaks(&tableHeads, Finding{Page: page, Text: text, Message: fmt.Sprintf("none of the %d cells of the table is a header cell; tag the cells that head a row or a column as TH", n.cells)})
		}
	}
	c.scopes(func(row int32) bool { return cellsIn[row] == 1 })
}

// scopes looks for header cells that head their row, but stand in it alone. Their author mostly meant that they
// head the cells below:
//
//	| Men (Scope /Row, ColSpan 4)   |
//	| 18–25 | 12 | 14 | 11          |
//
// It lets header cells with the attribute Headers pass: their author has tied them to other cells by hand.
func (c *checker) scopes(alone func(row int32) bool) {
	for i := range c.Structure.Elements {
		if c.ended() {
			return
		}
		e := &c.Structure.Elements[i]
		scope := e.Attribute("Table", "Scope")
		switch {
		case e.Role != "TH" || scope == "":
		case scope == "Row" && e.Attribute("Table", "Headers") == "" && alone(e.Parent):
			f := Finding{Message: "the header cell has the scope Row, but no other cell stands in its row; if it heads the cells below, set the scope to Column"}
			if c.resultOf(&tableScope).Doubtful < limits.FindingPlaces {
				f.Text, f.Page = c.textOf(int32(i))
			}
			c.doubts(&tableScope, f)
		default:
			c.holds(&tableScope)
		}
	}
}
