package quality

import (
	"fmt"
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// tables judges the tables of the tags, and asks for those that the pages show beside them.
func (c *checker) tables() {
	if c.Structure == nil {
		return
	}
	for i := range c.Structure.Elements {
		if !isTable(c.Structure.Elements[i].Role) {
			continue
		}
		rows, cells, heads := 0, 0, 0
		for j := int32(i) + 1; j < c.end(int32(i)); j++ {
			switch c.Structure.Elements[j].Role {
			case "TR":
				rows++
			case "TH":
				heads++
				cells++
			case "TD":
				cells++
			}
		}
		if rows < 2 || cells < 2*rows {
			continue // one row or one column: a frame around text
		}
		if heads > 0 {
			c.holds(&tableHeads)
			continue
		}
		text, page := c.textOf(int32(i))
		c.breaks(&tableHeads, Finding{Page: page, Text: text, Message: fmt.Sprintf("none of the %d cells is a header cell", cells)})
	}
	if c.Seen == nil {
		return
	}
	pages := c.byNumber()
	for n := range c.Seen.Root.All() {
		if n.Role != semantic.Table || n.Page <= 0 || n.Block < 0 || pages[int(n.Page)] == nil {
			continue
		}
		p := pages[int(n.Page)]
		if int(n.Block) >= len(p.Blocks) || p.Blocks[n.Block].Table == nil {
			continue
		}
		table, text := p.Blocks[n.Block].Table, strings.Builder{}
		tagged, other := 0, 0
		for i := range table.Cells {
			cell := &table.Cells[i]
			for line := cell.FirstLine; line < cell.FirstLine+cell.LineCount; line++ {
				text.WriteString(p.LineText(int(line)) + " ")
				for _, s := range p.LineSpans(int(line)) {
					if e := c.elementOf(p, s.Mark); e >= 0 && c.within(e, isTable) {
						tagged++
					} else if e >= 0 {
						other++
					}
				}
			}
		}
		at := Finding{Page: p.Number, Box: p.Blocks[n.Block].Box, Text: text.String(), Message: fmt.Sprintf("%d rows and %d columns are not tagged as a table", table.Rows, table.Cols)}
		switch sure := table.Ruled || table.Confidence >= sureTable; {
		case tagged >= other:
			c.holds(&tableTags)
		case sure && other > 0:
			c.breaks(&tableTags, at)
		default:
			c.doubts(&tableTags, at)
		}
	}
}
