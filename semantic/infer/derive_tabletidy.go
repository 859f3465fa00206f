package infer

import (
	"slices"

	"github.com/pagelift/pagelift/semantic"
)

// tidyTable makes the node of a tagged table one that HTML can hold: rows in
// groups, cells in rows, each on places of its own. If the document has no heads, they are
// inferred. What is no part of a table goes behind its rows.
func (b *builder) tidyTable(n *semantic.Node) {
	groups, rest := b.rowGroups(n.Children)
	g, ok := newTagGrid(groups)
	if ok && !slices.ContainsFunc(rest, isCaptionNode) {
		if title := g.takeTitle(); title != nil {
			rest = append([]*semantic.Node{title}, rest...)
			g, ok = newTagGrid(groups)
		}
	}
	if ok {
		if !slices.ContainsFunc(g.cells, func(c tagCell) bool { return c.node.Role == semantic.TH }) {
			evidence, heads := g.inferHeads(b.d.explain)
			for _, e := range evidence {
				n.Evidence = b.d.evidence(n.Evidence, e)
			}
			g.groups = b.moveHeads(groups, heads)
		} else {
			heads := g.leadingHeads()
			g.scopeHeads(heads)
			g.groups = b.moveHeads(groups, heads)
		}
		g.tidy(func() *semantic.Node { return b.node(semantic.TD, nil) })
		groups = slices.DeleteFunc(g.groups, func(group *semantic.Node) bool { return len(group.Children) == 0 })
	} else {
		for _, group := range groups {
			for _, row := range group.Children {
				for _, c := range row.Children {
					setSpans(c, 0, 0)
				}
			}
		}
	}
	if len(groups) == 0 {
		n.Role = semantic.Div // only a caption is left, or nothing
	}
	n.Children = b.children(append(groups, rest...))
}

// rowGroups returns the groups of rows in a table, and what else is in it, captions
// first. It makes groups for rows outside of groups, and rows for cells outside of rows.
func (b *builder) rowGroups(kids []*semantic.Node) (groups, rest []*semantic.Node) {
	var loose, captions []*semantic.Node
	add := func(group *semantic.Node, kids []*semantic.Node) {
		rows, outside := b.tableRows(kids)
		group.Children = b.children(rows)
		groups, rest = append(groups, group), append(rest, outside...)
	}
	end := func() {
		if len(loose) > 0 {
			add(b.node(semantic.TBody, nil), loose)
			loose = loose[:0]
		}
	}
	for _, k := range kids {
		switch k.Role {
		case semantic.THead, semantic.TBody, semantic.TFoot:
			end()
			add(k, k.Children)
		case semantic.TR, semantic.TH, semantic.TD:
			loose = append(loose, k)
		case semantic.Caption:
			captions = append(captions, k)
		default:
			rest = append(rest, k)
		}
	}
	end()
	return groups, append(captions, rest...)
}

// tableRows returns the rows among kids, with only cells in them, and all that is neither.
func (b *builder) tableRows(kids []*semantic.Node) (rows, rest []*semantic.Node) {
	var lone *semantic.Node // the row made for cells outside of rows
	for _, k := range kids {
		switch {
		case k.Role == semantic.TH || k.Role == semantic.TD:
			if lone == nil {
				lone = b.node(semantic.TR, nil)
				rows = append(rows, lone)
			}
			lone.Children = append(lone.Children, k)
			continue
		case k.Role == semantic.TR:
			cells := make([]*semantic.Node, 0, len(k.Children))
			for _, c := range k.Children {
				if c.Role == semantic.TH || c.Role == semantic.TD {
					cells = append(cells, c)
				} else {
					rest = append(rest, c)
				}
			}
			k.Children = cells
			rows = append(rows, k)
		default:
			rest = append(rest, k)
		}
		lone = nil
	}
	return rows, rest
}

// plainHead replaces what HTML forbids in a head of a table: headings and
// sections.
func plainHead(n *semantic.Node) {
	for c := range n.All() {
		switch c.Role {
		case semantic.H, semantic.Title:
			c.Role, c.Level = semantic.P, 0
		case semantic.Sect, semantic.Art, semantic.Aside:
			c.Role = semantic.Div
		}
	}
}

func isCaptionNode(n *semantic.Node) bool { return n.Role == semantic.Caption }

// leadingHeads returns how many rows at the top have only heads of columns, except
// for an empty corner. No cell reaches from them into the rows below.
func (g *tagGrid) leadingHeads() int {
	heads, reach := 0, 0
	for i, row := -1, 0; i+1 < len(g.cells); row++ {
		titles := 0
		for i+1 < len(g.cells) && g.cells[i+1].row == row {
			i++
			c := &g.cells[i]
			switch {
			case c.node.Role == semantic.TH && (c.node.Attr == nil || c.node.Attr.Scope != "row"):
				titles++
			case c.isCorner():
			default:
				return heads
			}
			reach = max(reach, row+c.tall)
		}
		if titles == 0 {
			return heads
		}
		if reach <= row+1 {
			heads = row + 1
		}
	}
	return 0 // the table has only heads
}

// isCorner reports whether c is empty and stands at the left.
func (c *tagCell) isCorner() bool {
	return c.node.Role == semantic.TD && c.col == 0 && nodeSigns(c.node).kind == blankCell && !holds(c.node, semantic.Figure) && !holds(c.node, semantic.Form)
}

// scopeHeads sets the scope of the heads around an empty corner. HTML takes the
// corner for data, and a head beside data is not by itself one of its row or column.
func (g *tagGrid) scopeHeads(heads int) {
	corner := 0
	for i := range g.cells {
		c := &g.cells[i]
		if c.row < heads && c.isCorner() {
			corner = max(corner, c.wide)
		}
		if corner == 0 || c.node.Role != semantic.TH || c.node.Attr != nil && c.node.Attr.Scope != "" {
			continue
		}
		if c.row < heads {
			attrOf(c.node).Scope = "col"
		} else if c.col+c.wide <= corner {
			attrOf(c.node).Scope = "row"
		}
	}
}

// moveHeads moves the first rows into a THead, unless the table has one.
func (b *builder) moveHeads(groups []*semantic.Node, heads int) []*semantic.Node {
	groups = slices.DeleteFunc(groups, func(group *semantic.Node) bool { return len(group.Children) == 0 })
	if heads == 0 || len(groups) == 0 {
		return groups
	}
	body := groups[0]
	if body.Role != semantic.TBody || heads >= len(body.Children) || slices.ContainsFunc(groups, func(g *semantic.Node) bool { return g.Role == semantic.THead }) {
		return groups
	}
	head := b.node(semantic.THead, nil)
	head.Children, body.Children = body.Children[:heads:heads], body.Children[heads:]
	return append([]*semantic.Node{head}, groups...)
}
