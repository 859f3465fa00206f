package infer

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// tagCaption makes the node of caption i.
func (w *deriver) tagCaption(i int32) *semantic.Node {
	n := w.tagNode(semantic.Caption, i)
	n.Children = w.bare(w.joinLabel(w.collectKids(i), captionLabelBytes), n)
	return n
}

// captionLabelBytes is the longest label of a caption: "Illustration 12.10:".
const captionLabelBytes = 24

// captionFirst moves a caption from between other nodes to the front: HTML allows it only first
// or last.
func (w *deriver) captionFirst(nodes []*semantic.Node) []*semantic.Node {
	at := slices.IndexFunc(nodes, func(n *semantic.Node) bool { return n.Role == semantic.Caption })
	if at <= 0 || at == len(nodes)-1 {
		return nodes
	}
	out := append(make([]*semantic.Node, 0, len(nodes)), nodes[at])
	return w.children(append(append(out, nodes[:at]...), nodes[at+1:]...))
}

// captionedKids is the most elements that a group may hold beside a caption for all of them.
// Groups that were made for a caption have up to six of them in 55 tagged
// documents; a section that happens to hold a caption has more.
const captionedKids = 12

// captionedRoles are the types of groups that may be made for a caption.
var captionedRoles = map[string]bool{"Div": true, "Sect": true, "NonStruct": true, "Note": true, "Aside": true}

// isCaptioned reports whether element i groups a caption with what it describes, and holds nothing
// else. The document need not call that a figure or table (ISO 32000-2 clause 14.8.4.8.4).
func (t *tagTree) isCaptioned(i int32) bool {
	if !captionedRoles[t.Elements[i].Role] {
		return false
	}
	captions, others := 0, 0
	for _, k := range t.kidsOf(i) {
		e := t.kid(i, k)
		switch {
		case e < 0:
			others++
		case t.tags[e].kind == captionTag:
			captions++
		case t.tags[e].role == semantic.H, t.isOwner(e) && t.captionIn(e) >= 0:
			return false
		default:
			others++
		}
	}
	if t.tags[i].role == semantic.Aside { // a float has one other kid; an aside with more is an aside
		return captions == 1 && others == 1
	}
	return captions == 1 && others > 0 && others <= captionedKids
}

// isOwner reports whether element i can have a caption.
func (t *tagTree) isOwner(i int32) bool {
	kind := t.tags[i].kind
	return kind == figureTag || kind == tableTag || kind == formulaTag
}

// captionIn returns the caption that element i holds, or -1.
func (t *tagTree) captionIn(i int32) int32 {
	for _, k := range t.kidsOf(i) {
		if e := t.kid(i, k); e >= 0 && t.tags[e].kind == captionTag {
			return e
		}
	}
	return -1
}

// captioned makes the node of a group that a caption describes: the figure or table in it if
// there is one, else a figure of all.
//
//	<Div><Figure/><Caption>Fig. 1 A fox</Caption></Div>     becomes the Figure, with its caption
//	<Div><P>...</P><Caption>Box 1</Caption></Div>           becomes a Figure of both
func (w *deriver) captioned(i int32) *semantic.Node {
	around := w.grouped
	w.grouped = i
	nodes := w.collectKids(i)
	w.grouped = around
	at := slices.IndexFunc(nodes, func(n *semantic.Node) bool { return n.Role == semantic.Caption })
	if len(nodes) == 0 {
		return nil
	}
	n := w.tagNode(semantic.Figure, i)
	n.Children = w.captionFirst(nodes)
	if at < 0 {
		n.Role = semantic.Div
		return n
	}
	caption := nodes[at]
	owner := slices.IndexFunc(nodes, w.ownsCaption)
	if owner < 0 || slices.ContainsFunc(nodes[owner+1:], w.ownsCaption) {
		return n
	}
	rest := slices.Delete(slices.Clone(nodes), at, at+1)
	if len(rest) == 1 || nodes[owner].Role == semantic.Table {
		w.giveCaption(nodes[owner], caption, at < owner)
		n.Role, n.Children = semantic.Div, w.children(rest)
		if len(rest) == 1 {
			return nodes[owner]
		}
		return n
	}
	n = nodes[owner] // what stands beside the picture is part of the figure
	first := at < owner
	owner = slices.Index(rest, n)
	rest = slices.Replace(rest, owner, owner+1, n.Children...)
	n.Children = w.children(rest)
	w.giveCaption(n, caption, first)
	return n
}

// withCaption puts the caption that stands before n into n. If n is nil, it makes a figure of the
// caption alone.
func (w *deriver) withCaption(n *semantic.Node) *semantic.Node {
	w.captionFor = -1
	caption := w.tagCaption(w.before)
	switch {
	case n != nil:
		w.giveCaption(n, caption, true)
	case len(caption.Children) > 0:
		n = w.node(semantic.Figure, nil)
		n.Children = w.children([]*semantic.Node{caption})
	}
	return n
}

// giveCaption puts a caption into its owner, at the beginning or the end.
func (w *deriver) giveCaption(owner, caption *semantic.Node, first bool) {
	at := len(owner.Children)
	if first || owner.Role == semantic.Table {
		at = 0
	}
	owner.Children = w.children(slices.Insert(slices.Clone(owner.Children), at, caption))
	if a := owner.Attr; a != nil && a.Subtype == semantic.Unnamed {
		a.Alt = cmp.Or(firstSentence(plainText(caption)), a.Alt)
	}
}

// looseCaption adds the caption kid, which is number n of the kids of element i: to the figure or
// table behind it or before it, else as a figure that has nothing else.
func (w *deriver) looseCaption(i, kid int32, n int) {
	if t := w.t.tags[i].kind; t == figureTag || t == formulaTag || w.grouped == i {
		w.block(w.tagCaption(kid))
		return
	}
	if next := w.ownerAt(i, n+1); next >= 0 && w.captionFor != next {
		w.before, w.captionFor = kid, next
		return
	}
	caption := w.tagCaption(kid)
	if last := len(w.flow) - 1; w.ownerAt(i, n-1) >= 0 && last >= 0 && w.ownsCaption(w.flow[last]) {
		w.giveCaption(w.flow[last], caption, false)
		return
	}
	figure := w.node(semantic.Figure, nil)
	figure.Children = w.children([]*semantic.Node{caption})
	w.block(figure)
}

// ownerAt returns kid n of element i if it can have a caption and holds none, or -1.
func (w *deriver) ownerAt(i int32, n int) int32 {
	kids := w.t.kidsOf(i)
	if n < 0 || n >= len(kids) {
		return -1
	}
	e := w.t.kid(i, kids[n])
	if e >= 0 && w.t.tags[e].kind == textTag && len(w.t.kidsOf(e)) == 1 { // a paragraph around a figure
		e = w.t.kid(e, w.t.kidsOf(e)[0])
	}
	if e >= 0 && w.t.isOwner(e) && w.t.captionIn(e) < 0 {
		return e
	}
	return -1
}

// ownsCaption reports whether n is a figure, table or formula that has no caption yet.
func (w *deriver) ownsCaption(n *semantic.Node) bool {
	return (n.Role == semantic.Figure || n.Role == semantic.Table || n.Role == semantic.Formula) && !slices.ContainsFunc(n.Children, func(c *semantic.Node) bool { return c.Role == semantic.Caption })
}

// takeCaption gives a table the paragraph right before it, if that begins as the caption
// of a table does. It does nothing if the tree knows captions: then the tree is believed.
func (w *deriver) takeCaption(table *semantic.Node) {
	last := len(w.flow) - 1
	if last < 0 || w.t.knows&captionTags != 0 || !w.ownsCaption(table) || !isTableCaption(w.flow[last]) {
		return
	}
	caption := w.flow[last]
	w.flow = w.flow[:last]
	for i := range w.notes {
		w.notes[i].at = min(w.notes[i].at, last)
	}
	caption.Role = semantic.Caption
	caption.Evidence = w.d.evidence(caption.Evidence, becauseIs(semantic.Caption, "caption", captionWeight, "begins as a caption does, above a Table"))
	w.giveCaption(table, caption, true)
}

// isTableCaption reports whether n is a paragraph that begins as the caption of a
// table does. If it goes on like a sentence about a table, it must be all bold or all italic.
func isTableCaption(n *semantic.Node) bool {
	if n.Role != semantic.P {
		return false
	}
	signs := nodeSigns(n)
	if signs.bytes > captionBytes {
		return false
	}
	text := plainText(n)
	l := words.CaptionLabelOf(text)
	return l.Kind == words.TableCaption && (!l.Runs || signs.look.bold || signs.look.italic) && !leaders(text)
}
