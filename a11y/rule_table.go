package a11y

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/css"
	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// Tables of data: header cells without cells, cells without headers, and references between
// them. Tables that are marked as presentation are left alone.
//
//	<table><tr><th scope="col">Sum</th></tr></table>     fails: no cell stands below the header
var tableRules = []rule{
	{
		Rule: Rule{
			ID: "td-headers-attr", Impact: Serious, Level: A, ACT: []string{"a25f45"}, WCAG: []string{"1.3.1"},
			Help: "The headers attribute of a cell names other cells of its table",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagTable}}, each: headersAttribute,
	},
	{
		Rule: Rule{
			ID: "th-has-data-cells", Impact: Serious, Level: A, ACT: []string{"d0f69e"}, WCAG: []string{"1.3.1"},
			Help: "Each header cell of a table has cells",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagTable}, flags: dom.HasRole}, each: headersHaveCells,
	},
	{
		Rule: Rule{
			ID: "td-has-header", Impact: Critical, Level: A, WCAG: []string{"1.3.1"},
			Help: "Cells of large tables have a header",
		},
		on: trigger{tags: []dom.Tag{dom.TagTable}}, each: cellsHaveHeader,
	},
	{
		Rule: Rule{
			ID: "scope-attr-valid", Impact: Moderate, Level: BestPractice,
			Help: "scope stands on header cells and says col, row, colgroup or rowgroup", HelpURL: wcagURL("info-and-relationships"),
		},
		on: trigger{tags: []dom.Tag{dom.TagTh, dom.TagTd}}, each: scopeAttribute,
	},
	{
		Rule: Rule{
			ID: "empty-table-header", Impact: Minor, Level: BestPractice,
			Help: "Header cells have text", HelpURL: wcagURL("info-and-relationships"),
		},
		on: trigger{tags: []dom.Tag{dom.TagTh}}, each: emptyTableHeader,
	},
	{
		Rule: Rule{
			ID: "table-duplicate-name", Impact: Minor, Level: BestPractice,
			Help: "The summary of a table does not repeat its caption", HelpURL: wcagURL("info-and-relationships"),
		},
		on: trigger{tags: []dom.Tag{dom.TagTable}}, each: tableDuplicateName,
	},
	{
		Rule: Rule{
			ID: "table-fake-caption", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
			Help: "No cell stands for the caption of a table",
		},
		on: trigger{tags: []dom.Tag{dom.TagTable}}, each: tableFakeCaption,
	},
}

// isDataTable reports whether n is a table element that assistive technology announces as a table.
func (p *page) isDataTable(n dom.Node) bool {
	if p.Tag(n) != dom.TagTable || !p.Exposed(n) {
		return false
	}
	name := p.RoleName(n)
	return name == "table" || name == "grid" || name == "treegrid"
}

// headersAttribute decides all cells of a table at once, and reports the first bad reference.
func headersAttribute(p *page, n dom.Node) verdict {
	if !p.isDataTable(n) {
		return verdict{}
	}
	out := pass
	for c := range p.Subtree(n) {
		if t := p.Tag(c); t != dom.TagTd && t != dom.TagTh || !p.Has(c, dom.HasAttributes) {
			continue
		}
		headers := p.Value(c, "headers")
		if dom.IsBlank(headers) || !p.Style(c).Visible() || p.Ancestor(c, &dom.TableTags) != n {
			continue
		}
		for id := range strings.FieldsSeq(headers) {
			target := p.ByID(id)
			switch {
			case target == dom.None || !p.Contains(n, target):
				return fail("headers names no element of the table").with("id", id)
			case target == c:
				return fail("headers names the cell itself").with("id", id)
			case p.Tag(target) != dom.TagTd && p.Tag(target) != dom.TagTh || p.Ancestor(target, &dom.TableTags) != n:
				return fail("headers names an element that is no cell of the table").with("id", id)
			case p.Tag(target) == dom.TagTd && p.ExplicitRole(target) == nil:
				out = unsure("headers names a cell that is no header cell").with("id", id)
			}
		}
	}
	return out
}

// headersHaveCells looks for a header cell to which no cell is assigned.
func headersHaveCells(p *page, n dom.Node) verdict {
	if !p.isDataTable(n) {
		if p.Tag(n) != dom.TagTable && p.Exposed(n) {
			if name := p.RoleName(n); name == "table" || name == "grid" {
				return p.judgeHeaders(p.table.readRoles(p.AccessibilityTree, n))
			}
		}
		return verdict{}
	}
	return p.judgeHeaders(p.table.readTable(p.AccessibilityTree, n))
}

// judgeHeaders reports the first header cell without cells in the table that was read last.
func (p *page) judgeHeaders(read bool) verdict {
	g := &p.table
	if !read {
		return unsure("the table is too large, or its cells overlap")
	}
	out := pass
	for i := range g.cells {
		c := &g.cells[i]
		if !c.header || !p.Exposed(c.node) || !p.Style(c.node).Visible() {
			continue
		}
		switch g.hasCells(p.AccessibilityTree, i) {
		case css.No:
			if g.hasUnshownCell(p) {
				return unsure("cells that are not shown move others to other headers").with("first", p.Selector(c.node))
			}
			return fail("a header cell has no cells").with("first", p.Selector(c.node))
		case css.Maybe:
			out = unsure("it is not certain which cells a header cell is for").with("first", p.Selector(c.node))
		}
	}
	return out
}

// hasUnshownCell reports whether a cell of the grid has no box. In the visible table the cells after it stand
// elsewhere.
func (g *grid) hasUnshownCell(p *page) bool {
	return slices.ContainsFunc(g.cells, func(c gridCell) bool { return !p.Rendered(c.node) })
}

// largeTable is the number of rows and columns from which a table needs headers for the eye.
const largeTable = 3

// cellsHaveHeader asks people to look at large tables without any header cell.
func cellsHaveHeader(p *page, n dom.Node) verdict {
	if !p.isDataTable(n) {
		return verdict{}
	}
	rows, widest, headers := 0, 0, false
	for c := range p.Subtree(n) {
		switch p.Tag(c) {
		case dom.TagTr:
			rows++
			cells := 0
			for range p.Children(c) {
				cells++
			}
			widest = max(widest, cells)
		case dom.TagTh:
			headers = true
		case dom.TagTd:
			headers = headers || p.Has(c, dom.HasRole|dom.HasARIA) || p.Has(c, dom.HasAttributes) && p.HasAttr(c, "headers")
		}
	}
	switch {
	case rows < largeTable || widest < largeTable:
		return verdict{}
	case headers:
		return pass
	}
	return unsure("the table has no header cells")
}

// scopeAttribute fails a scope on a cell that is no header, and a scope with an unknown value.
func scopeAttribute(p *page, n dom.Node) verdict {
	scope, ok := p.Attr(n, "scope")
	if !ok || !p.Exposed(n) {
		return verdict{}
	}
	if p.Tag(n) == dom.TagTd {
		return fail("scope stands on a cell that is no header cell")
	}
	switch strings.ToLower(scope) {
	case "col", "row", "colgroup", "rowgroup":
		return pass
	}
	return fail("scope has a value that means nothing").with("scope", scope)
}

// emptyTableHeader fails a header cell without a name.
func emptyTableHeader(p *page, n dom.Node) verdict {
	if !p.Exposed(n) {
		return verdict{}
	}
	switch p.RoleName(n) {
	case "columnheader", "rowheader":
	default:
		return verdict{}
	}
	return passIf(p.HasName(n), "the header cell is empty; it may be no header cell")
}

// tableDuplicateName fails a summary that says what the caption says.
func tableDuplicateName(p *page, n dom.Node) verdict {
	summary := dom.Squeeze(p.Value(n, "summary"))
	caption := p.FirstChild(n, dom.TagCaption)
	if !p.isDataTable(n) || caption == dom.None {
		return verdict{}
	}
	return passIf(summary == "" || !strings.EqualFold(summary, dom.Squeeze(p.Text(caption))), "summary repeats the caption")
}

// tableFakeCaption asks people to look at tables whose first row is one wide cell.
func tableFakeCaption(p *page, n dom.Node) verdict {
	if !p.isDataTable(n) || p.FirstChild(n, dom.TagCaption) != dom.None {
		return verdict{}
	}
	row, rows := dom.None, 0
	for c := range p.Subtree(n) {
		if p.Tag(c) == dom.TagTr {
			if rows++; row == dom.None {
				row = c
			}
			if rows > 2 {
				break
			}
		}
	}
	if rows < 2 {
		return verdict{}
	}
	cell, cells := dom.None, 0
	for c := range p.Children(row) {
		cell, cells = c, cells+1
	}
	if cells == 1 && spanOf(p.Value(cell, "colspan"), maxColSpan) > 1 && p.HasOwnText(cell) {
		return unsure("the only cell of the first row may be the caption")
	}
	return pass
}
