package quality

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/semantic"
)

// tables judges the tables of the tags, and asks for those that the pages show beside them.
func (c *checker) tables() {
	c.taggedTables()
	if c.Seen == nil {
		return
	}
	pages := c.byNumber()
	for n := range c.Seen.Root.All() {
		if c.over() {
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
		at := Finding{Page: p.Number, Box: p.Blocks[n.Block].Box, Text: text, Message: fmt.Sprintf("%d rows and %d columns are not tagged as a table", table.Rows, table.Cols)}
		switch sure := table.Ruled || table.Confidence >= sureTable; {
		case tagged+other == 0: // nothing, or nothing but artifacts
		case tagged >= other:
			c.holds(&tableTags)
		case sure:
			c.breaks(&tableTags, at)
		default:
			c.doubts(&tableTags, at)
		}
	}
}

// taggedTables asks the tables of the tags for header cells. What is in a table inside of a cell is of
// that table alone.
func (c *checker) taggedTables() {
	if c.Structure == nil {
		return
	}
	type counts struct{ rows, cells, heads int }
	of := map[int32]*counts{}
	cellsIn := map[int32]int{} // by row
	for i := range c.Structure.Elements {
		if c.over() {
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
		if c.over() {
			return
		}
		switch n := of[i]; {
		case n.rows < 2 || n.cells < 2*n.rows: // one row or one column: a frame around text
		case n.heads > 0:
			c.holds(&tableHeads)
		default:
			text, page := c.textOf(i)
			c.breaks(&tableHeads, Finding{Page: page, Text: text, Message: fmt.Sprintf("none of the %d cells is a header cell", n.cells)})
		}
	}
	c.scopes(func(row int32) bool { return cellsIn[row] == 1 })
}

// scopes asks for header cells that head their row and stand in it alone. It is mostly the cells below that the
// author meant:
//
//	| Men (Scope /Row, ColSpan 4)   |
//	| 18–25 | 12 | 14 | 11          |
//
// Those with Headers were related to other cells by hand, and are left out.
func (c *checker) scopes(alone func(row int32) bool) {
	for i := range c.Structure.Elements {
		if c.over() {
			return
		}
		e := &c.Structure.Elements[i]
		scope := e.Attribute("Table", "Scope")
		switch {
		case e.Role != "TH" || scope == "":
		case scope == "Row" && e.Attribute("Table", "Headers") == "" && alone(e.Parent):
			f := Finding{Message: "the header cell heads its row, where no other cell stands; does it head the cells below?"}
			if c.resultOf(&tableScope).Doubtful < limits.FindingPlaces {
				f.Text, f.Page = c.textOf(int32(i))
			}
			c.doubts(&tableScope, f)
		default:
			c.holds(&tableScope)
		}
	}
}
