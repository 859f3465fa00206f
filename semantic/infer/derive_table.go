package infer

import (
	"slices"
	"strconv"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// tagHeads holds the heads of a table by the ID that the document gives them, and the
// cells that name such IDs.
type tagHeads struct {
	ids   map[string]*semantic.Node
	cells []headedCell
	boxes map[*semantic.Node]layout.Rect // of cells with text
}

// headedCell is a cell that names its heads.
type headedCell struct {
	node *semantic.Node
	ids  []string
}

// table makes the node of a table.
func (w *deriver) table(i int32) *semantic.Node {
	if w.isGone(i) {
		return nil
	}
	n := w.tagNode(semantic.Table, i)
	var heads tagHeads
	n.Children = w.rows(i, &heads)
	w.fillGaps(n, heads.boxes)
	w.tidyTable(n)
	w.nameHeads(n, &heads)
	if len(n.Children) == 0 {
		return nil
	}
	return n
}

// rows makes the nodes of the captions, groups of rows and rows in element i.
func (w *deriver) rows(i int32, heads *tagHeads) []*semantic.Node {
	var out []*semantic.Node
	for _, e := range w.gatherItems(i, nil) {
		g := &w.t.tags[e]
		switch g.kind {
		case rowsTag, rowTag:
			n := w.tagNode(g.role, e)
			n.Children = w.rows(e, heads)
			out = append(out, n)
		case captionTag:
			out = append(out, w.tagCaption(e))
		case cellTag:
			out = append(out, w.cell(e, heads))
		default:
			out = append(out, w.collect(func() { w.element(e) })...)
		}
	}
	return w.children(out)
}

// cell makes the node of a cell with its attributes (ISO 32000-2 table 384). A head of
// both its row and its column gets no scope: HTML cannot say so, and takes a head in a corner
// without a scope for both.
func (w *deriver) cell(i int32, heads *tagHeads) *semantic.Node {
	e := &w.t.Elements[i]
	n := w.tagNode(w.t.tags[i].role, i)
	n.Children = w.bare(w.collectKids(i), n)
	if p := w.d.firstPart(i); p != nil {
		if heads.boxes == nil {
			heads.boxes = map[*semantic.Node]layout.Rect{}
		}
		heads.boxes[n] = p.box
	}
	if n.Role == semantic.TH {
		plainHead(n)
		switch signs := nodeSigns(n); {
		case len(n.Children) == 0 || signs.kind == blankCell && !holds(n, semantic.Figure) && !holds(n, semantic.Form):
			n.Role = semantic.TD // an empty corner heads nothing
		case signs.look.bold:
			unbold(n)
		}
	}
	if e.Properties == nil {
		return n
	}
	if v, err := strconv.Atoi(tableAttribute(e, "RowSpan")); err == nil && v > 1 {
		attrOf(n).RowSpan = v
	}
	if v, err := strconv.Atoi(tableAttribute(e, "ColSpan")); err == nil && v > 1 {
		attrOf(n).ColSpan = v
	}
	if ids := headersOf(e); len(ids) > 0 {
		heads.cells = append(heads.cells, headedCell{n, ids})
	}
	if n.Role != semantic.TH {
		return n
	}
	if scope := tagScopes[tableAttribute(e, "Scope")]; scope != "" {
		attrOf(n).Scope = scope
	}
	if short := tableAttribute(e, "Short"); short != "" {
		attrOf(n).Short = short
	}
	if e.ID != "" {
		if heads.ids == nil {
			heads.ids = map[string]*semantic.Node{}
		}
		if heads.ids[e.ID] == nil {
			heads.ids[e.ID] = n
		}
	}
	return n
}

// holds reports whether a node under n has the role.
func holds(n *semantic.Node, role semantic.Role) bool {
	for c := range n.All() {
		if c.Role == role {
			return true
		}
	}
	return false
}

// tagScopes gives Attr.Scope for the values of Scope in PDF and HTML.
var tagScopes = map[string]string{"Column": "col", "Row": "row", "col": "col", "row": "row", "colgroup": "colgroup", "rowgroup": "rowgroup"}

// maxHeaders is the most heads that one cell may name; in 55 tagged documents the most is four.
const maxHeaders = 64

// nameHeads ties cells to the heads that they name, unless HTML gives them the same heads. It ties
// only heads of the same table that are still there, since a reference to anything else
// is an error of HTML. Only heads that a cell names get an anchor.
func (w *deriver) nameHeads(table *semantic.Node, heads *tagHeads) {
	if len(heads.cells) == 0 {
		return
	}
	model := newHeadModel(table)
	for _, c := range heads.cells {
		var named []*semantic.Node
		for _, id := range c.ids[:min(len(c.ids), maxHeaders)] {
			if head := heads.ids[id]; head != nil && head != c.node && head.Role == semantic.TH && !slices.Contains(named, head) {
				named = append(named, head)
			}
		}
		if len(named) == 0 || model.gives(c.node, named) {
			continue
		}
		for _, head := range named {
			if attrOf(head).ID == "" {
				w.named++
				head.Attr.ID = "th-" + strconv.Itoa(w.named)
			}
			attrOf(c.node).Headers = append(attrOf(c.node).Headers, head.Attr.ID)
		}
	}
}
