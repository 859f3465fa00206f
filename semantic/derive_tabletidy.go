package semantic

import "slices"

// tidyTable makes the node of a tagged table one that HTML can hold: rows in
// groups, cells in rows and on places of their own, heads, where the document has
// none, as inference finds them. What is no part of a table goes behind its rows.
func (b *builder) tidyTable(n *Node) {
	groups, rest := b.rowGroups(n.Children)
	g, ok := newTagGrid(groups)
	if ok && !slices.ContainsFunc(rest, isCaptionNode) {
		if title := g.takeTitle(); title != nil {
			rest = append([]*Node{title}, rest...)
			g, ok = newTagGrid(groups)
		}
	}
	if ok {
		if !slices.ContainsFunc(g.cells, func(c tagCell) bool { return c.node.Role == TH }) {
			evidence, heads := g.inferHeads()
			for _, e := range evidence {
				n.Evidence = b.d.evidence(n.Evidence, e)
			}
			g.groups = b.moveHeads(groups, heads)
		} else {
			heads := g.leadingHeads()
			g.scopeHeads(heads)
			g.groups = b.moveHeads(groups, heads)
		}
		g.tidy(func() *Node { return b.node(TD, nil) })
		groups = slices.DeleteFunc(g.groups, func(group *Node) bool { return len(group.Children) == 0 })
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
		n.Role = Div // a caption, or nothing at all
	}
	n.Children = b.children(append(groups, rest...))
}

// rowGroups are the groups of rows in a table, and what else is in it, captions
// first. Rows that stand in no group, and cells in no row, are given one.
func (b *builder) rowGroups(kids []*Node) (groups, rest []*Node) {
	var loose, captions []*Node
	add := func(group *Node, kids []*Node) {
		rows, outside := b.tableRows(kids)
		group.Children = b.children(rows)
		groups, rest = append(groups, group), append(rest, outside...)
	}
	end := func() {
		if len(loose) > 0 {
			add(b.node(TBody, nil), loose)
			loose = loose[:0]
		}
	}
	for _, k := range kids {
		switch k.Role {
		case THead, TBody, TFoot:
			end()
			add(k, k.Children)
		case TR, TH, TD:
			loose = append(loose, k)
		case Caption:
			captions = append(captions, k)
		default:
			rest = append(rest, k)
		}
	}
	end()
	return groups, append(captions, rest...)
}

// tableRows are the rows among kids, which hold cells only, and what is none.
func (b *builder) tableRows(kids []*Node) (rows, rest []*Node) {
	var lone *Node // the row of cells without one
	for _, k := range kids {
		switch {
		case k.Role == TH || k.Role == TD:
			if lone == nil {
				lone = b.node(TR, nil)
				rows = append(rows, lone)
			}
			lone.Children = append(lone.Children, k)
			continue
		case k.Role == TR:
			cells := make([]*Node, 0, len(k.Children))
			for _, c := range k.Children {
				if c.Role == TH || c.Role == TD {
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

// plainHead takes out of a head of a table what HTML forbids there: headings and
// sections.
func plainHead(n *Node) {
	for c := range n.All() {
		switch c.Role {
		case H, Title:
			c.Role, c.Level = P, 0
		case Sect, Art, Aside:
			c.Role = Div
		}
	}
}

func isCaptionNode(n *Node) bool { return n.Role == Caption }

// leadingHeads is how many rows at the top are heads of columns and nothing else, but
// for an empty corner. No cell reaches out of them.
func (g *tagGrid) leadingHeads() int {
	heads, reach := 0, 0
	for i, row := -1, 0; i+1 < len(g.cells); row++ {
		titles := 0
		for i+1 < len(g.cells) && g.cells[i+1].row == row {
			i++
			c := &g.cells[i]
			switch {
			case c.node.Role == TH && (c.node.Attr == nil || c.node.Attr.Scope != "row"):
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
	return 0 // nothing but heads
}

// isCorner reports whether c is empty and stands at the left.
func (c *tagCell) isCorner() bool {
	return c.node.Role == TD && c.col == 0 && nodeSigns(c.node).kind == blankCell && !holds(c.node, Figure) && !holds(c.node, Form)
}

// scopeHeads says what the heads around an empty corner are heads of. HTML takes the
// corner for data, beside which no head is one of its row or column by itself.
func (g *tagGrid) scopeHeads(heads int) {
	corner := 0
	for i := range g.cells {
		c := &g.cells[i]
		if c.row < heads && c.isCorner() {
			corner = max(corner, c.wide)
		}
		if corner == 0 || c.node.Role != TH || c.node.Attr != nil && c.node.Attr.Scope != "" {
			continue
		}
		if c.row < heads {
			attrOf(c.node).Scope = "col"
		} else if c.col+c.wide <= corner {
			attrOf(c.node).Scope = "row"
		}
	}
}

// moveHeads puts the first rows into a group of heads, unless the table has one.
func (b *builder) moveHeads(groups []*Node, heads int) []*Node {
	groups = slices.DeleteFunc(groups, func(group *Node) bool { return len(group.Children) == 0 })
	if heads == 0 || len(groups) == 0 {
		return groups
	}
	body := groups[0]
	if body.Role != TBody || heads >= len(body.Children) || slices.ContainsFunc(groups, func(g *Node) bool { return g.Role == THead }) {
		return groups
	}
	head := b.node(THead, nil)
	head.Children, body.Children = body.Children[:heads:heads], body.Children[heads:]
	return append([]*Node{head}, groups...)
}
