package semantic

import "strconv"

// table makes a table.
func (w *deriver) table(i int32) *Node {
	if w.isGone(i) {
		return nil
	}
	n := w.tagNode(Table, i)
	n.Children = w.rows(i)
	return n
}

// rows makes the captions, groups of rows and rows in element i.
func (w *deriver) rows(i int32) []*Node {
	var out []*Node
	for _, e := range w.gatherItems(i, nil) {
		g := &w.t.tags[e]
		n := w.tagNode(g.role, e)
		switch g.kind {
		case rowsTag:
			n.Children = w.rows(e)
		case rowTag:
			n.Children = w.rows(e)
		case cellTag, captionTag:
			n.Children = w.bare(w.holdKids(e), n)
			if g.kind == cellTag {
				w.spans(n, e)
			}
		}
		out = append(out, n)
	}
	return w.children(out)
}

// spans reads how many rows and columns cell i covers, and what it is the head of.
func (w *deriver) spans(n *Node, i int32) {
	e := &w.t.Elements[i]
	if v, err := strconv.Atoi(e.Attribute("Table", "RowSpan")); err == nil && v > 1 && v <= maxSpan {
		n.attr().RowSpan = v
	}
	if v, err := strconv.Atoi(e.Attribute("Table", "ColSpan")); err == nil && v > 1 && v <= maxSpan {
		n.attr().ColSpan = v
	}
	if n.Role == TH {
		n.attr().Scope = map[string]string{"Column": "col", "Row": "row"}[e.Attribute("Table", "Scope")]
	}
}

// maxSpan is the largest span that HTML has (HTML Living Standard section 4.9.11).
const maxSpan = 1000
