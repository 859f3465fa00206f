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
		switch n := of[table]; c.Structure.Elements[i].Role {
		case "TR":
			n.rows++
		case "TH":
			n.heads++
			n.cells++
		case "TD":
			n.cells++
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
}
