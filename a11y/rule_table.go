package a11y

import (
	"slices"
	"strings"
)

// Tables of data. Those that are marked as presentation are none.
var tableRules = []rule{
	{
		Rule: Rule{
			ID: "td-headers-attr", Impact: Serious, Level: A, ACT: []string{"a25f45"}, WCAG: []string{"1.3.1"},
			Help: "The headers attribute of a cell names other cells of its table",
		},
		weight: 7, on: trigger{tags: []tag{tagTable}}, each: headersAttribute,
	},
	{
		Rule: Rule{
			ID: "th-has-data-cells", Impact: Serious, Level: A, ACT: []string{"d0f69e"}, WCAG: []string{"1.3.1"},
			Help: "Each header cell of a table has cells",
		},
		weight: 7, on: trigger{tags: []tag{tagTable}, flags: hasRole}, each: headersHaveCells,
	},
	{
		Rule: Rule{
			ID: "td-has-header", Impact: Critical, Level: A, WCAG: []string{"1.3.1"},
			Help: "Cells of large tables have a header",
		},
		on: trigger{tags: []tag{tagTable}}, each: cellsHaveHeader,
	},
	{
		Rule: Rule{
			ID: "scope-attr-valid", Impact: Moderate, Level: BestPractice,
			Help: "scope stands on header cells and says col, row, colgroup or rowgroup", HelpURL: wcagURL("info-and-relationships"),
		},
		on: trigger{tags: []tag{tagTh, tagTd}}, each: scopeAttribute,
	},
	{
		Rule: Rule{
			ID: "empty-table-header", Impact: Minor, Level: BestPractice,
			Help: "Header cells have text", HelpURL: wcagURL("info-and-relationships"),
		},
		on: trigger{tags: []tag{tagTh}}, each: emptyTableHeader,
	},
	{
		Rule: Rule{
			ID: "table-duplicate-name", Impact: Minor, Level: BestPractice,
			Help: "The summary of a table does not repeat its caption", HelpURL: wcagURL("info-and-relationships"),
		},
		on: trigger{tags: []tag{tagTable}}, each: tableDuplicateName,
	},
	{
		Rule: Rule{
			ID: "table-fake-caption", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
			Help: "No cell stands for the caption of a table",
		},
		on: trigger{tags: []tag{tagTable}}, each: tableFakeCaption,
	},
}

// isDataTable reports a table element that assistive technology announces as a table.
func (p *page) isDataTable(n node) bool {
	if p.tag(n) != tagTable || !p.exposed(n) {
		return false
	}
	name := p.roleName(n)
	return name == "table" || name == "grid" || name == "treegrid"
}

// headersAttribute decides all cells of a table at once: the first bad reference
// is the one that is told.
func headersAttribute(p *page, n node) verdict {
	if !p.isDataTable(n) {
		return verdict{}
	}
	out := pass
	for c := range p.subtree(n) {
		if t := p.tag(c); t != tagTd && t != tagTh || !p.has(c, hasAttributes) {
			continue
		}
		headers := p.value(c, "headers")
		if isBlank(headers) || !p.styleOf(c).visible() || p.ancestor(c, &tableTags) != n {
			continue
		}
		for id := range strings.FieldsSeq(headers) {
			target := p.byID(id)
			switch {
			case target == none || !p.contains(n, target):
				return fail("headers names no element of the table").with("id", id)
			case target == c:
				return fail("headers names the cell itself").with("id", id)
			case p.tag(target) != tagTd && p.tag(target) != tagTh || p.ancestor(target, &tableTags) != n:
				return fail("headers names an element that is no cell of the table").with("id", id)
			case p.tag(target) == tagTd && p.explicitRole(target) == nil:
				out = unsure("headers names a cell that is no header cell").with("id", id)
			}
		}
	}
	return out
}

// headersHaveCells looks for a header cell to which no cell is assigned.
func headersHaveCells(p *page, n node) verdict {
	if !p.isDataTable(n) {
		if p.tag(n) != tagTable && p.exposed(n) {
			if name := p.roleName(n); name == "table" || name == "grid" {
				return p.judgeHeaders(p.table.readRoles(p.accessTree, n))
			}
		}
		return verdict{}
	}
	return p.judgeHeaders(p.table.readTable(p.accessTree, n))
}

// judgeHeaders names the first header cell without cells in the table that was read last.
func (p *page) judgeHeaders(read bool) verdict {
	g := &p.table
	if !read {
		return unsure("the table is too large, or its cells overlap")
	}
	out := pass
	for i := range g.cells {
		c := &g.cells[i]
		if !c.header || !p.exposed(c.node) || !p.styleOf(c.node).visible() {
			continue
		}
		switch g.assigned(p.accessTree, i) {
		case no:
			if g.hasGone(p) {
				return unsure("cells that are not shown move others to other headers").with("first", p.selector(c.node))
			}
			return fail("a header cell has no cells").with("first", p.selector(c.node))
		case maybe:
			out = unsure("it is not certain which cells a header cell is for").with("first", p.selector(c.node))
		}
	}
	return out
}

// hasGone reports a cell that makes no box: in the table as it is shown, those behind it
// stand elsewhere.
func (g *grid) hasGone(p *page) bool {
	return slices.ContainsFunc(g.cells, func(c gridCell) bool { return !p.rendered(c.node) })
}

// largeTable is how many rows and columns make a table in which the eye needs headers.
const largeTable = 3

func cellsHaveHeader(p *page, n node) verdict {
	if !p.isDataTable(n) {
		return verdict{}
	}
	rows, widest, headers := 0, 0, false
	for c := range p.subtree(n) {
		switch p.tag(c) {
		case tagTr:
			rows++
			cells := 0
			for range p.children(c) {
				cells++
			}
			widest = max(widest, cells)
		case tagTh:
			headers = true
		case tagTd:
			headers = headers || p.has(c, hasRole|hasARIA) || p.has(c, hasAttributes) && p.hasAttr(c, "headers")
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

func scopeAttribute(p *page, n node) verdict {
	scope, ok := p.attr(n, "scope")
	if !ok || !p.exposed(n) {
		return verdict{}
	}
	if p.tag(n) == tagTd {
		return fail("scope stands on a cell that is no header cell")
	}
	switch strings.ToLower(scope) {
	case "col", "row", "colgroup", "rowgroup":
		return pass
	}
	return fail("scope has a value that means nothing").with("scope", scope)
}

func emptyTableHeader(p *page, n node) verdict {
	if !p.exposed(n) {
		return verdict{}
	}
	switch p.roleName(n) {
	case "columnheader", "rowheader":
	default:
		return verdict{}
	}
	return passIf(p.hasName(n), "the header cell is empty; it may be no header cell")
}

func tableDuplicateName(p *page, n node) verdict {
	summary := squeeze(p.value(n, "summary"))
	caption := p.firstChild(n, tagCaption)
	if !p.isDataTable(n) || caption == none {
		return verdict{}
	}
	return passIf(summary == "" || !strings.EqualFold(summary, squeeze(p.text(caption))), "summary repeats the caption")
}

func tableFakeCaption(p *page, n node) verdict {
	if !p.isDataTable(n) || p.firstChild(n, tagCaption) != none {
		return verdict{}
	}
	row, rows := none, 0
	for c := range p.subtree(n) {
		if p.tag(c) == tagTr {
			if rows++; row == none {
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
	cell, cells := none, 0
	for c := range p.children(row) {
		cell, cells = c, cells+1
	}
	if cells == 1 && spanOf(p.value(cell, "colspan"), maxColSpan) > 1 && p.hasOwnText(cell) {
		return unsure("the only cell of the first row may be the caption")
	}
	return pass
}
