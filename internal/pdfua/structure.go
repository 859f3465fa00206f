package pdfua

import (
	"context"

	"github.com/pagelift/pagelift/internal/pdf"
)

// node is a structure element during the walk through the tree.
type node struct {
	e      *pdf.StructElement
	role   pdf.Name
	parent pdf.Name             // type of the nearest element around it that is not only a group
	kids   []*pdf.StructElement // its children; those that only group are replaced by their own children
	lang   bool                 // the language is given, by it or an element around it
}

func (n *node) at() place { return placeOf(n.e) }

// placeOf returns the place of e. It has no page if e is on no page of the document.
func placeOf(e *pdf.StructElement) place { return place{max(e.Page, 0), e.Ref.Num} }

// structureWalk checks the elements in tree order.
type structureWalk struct {
	*Checker
	ctx     context.Context
	level   int // level of the last numbered heading
	noteIDs map[string]bool
	slots   int // how many table slots may still be laid out
	h, hn   []place
}

// structure checks the structure tree.
func (c *Checker) structure(ctx context.Context) {
	if c.tree == nil {
		return
	}
	w := &structureWalk{Checker: c, ctx: ctx, noteIDs: make(map[string]bool), slots: maxTableSlots}
	for _, e := range c.tree.Kids {
		w.element(e, "", false)
	}
	for _, at := range w.h {
		c.test("7.4.4-t02", len(w.hn) == 0, at, "the document has numbered headings too")
	}
	for _, at := range w.hn {
		c.test("7.4.4-t03", len(w.h) == 0, at, "the document has headings of type H too")
	}
}

// element checks e and its descendants. The reader of the tree bounds its depth.
func (w *structureWalk) element(e *pdf.StructElement, parent pdf.Name, lang bool) {
	if w.ctx.Err() != nil {
		return
	}
	_, own := w.doc.Bytes(e.Dict.Raw("Lang"))
	n := &node{e: e, role: w.role(e), parent: parent, lang: lang || own}
	if !passesThrough(n.role) {
		n.kids = w.significantKids(nil, e)
		parent = n.role
	}
	w.common(n)
	w.grammar(n)
	w.ofType(n)
	for _, kid := range e.Kids {
		if kid.Element != nil {
			w.element(kid.Element, parent, n.lang)
		}
	}
}

// significantKids appends the children of e. It replaces those that only group by their own children.
func (w *structureWalk) significantKids(to []*pdf.StructElement, e *pdf.StructElement) []*pdf.StructElement {
	for _, kid := range e.Kids {
		switch {
		case kid.Element == nil:
		case passesThrough(w.role(kid.Element)):
			to = w.significantKids(to, kid.Element)
		default:
			to = append(to, kid.Element)
		}
	}
	return to
}

// common checks the rules for elements of any type.
func (w *structureWalk) common(n *node) {
	e, at := n.e, n.at()
	if e.Namespace == "" {
		m := w.roles.resolve(e.Type)
		if !m.circular {
			w.test("7.1-t05", m.role != "", at, "%.60s is not mapped to a standard type", e.Type)
		}
		w.test("7.1-t06", !m.circular, at, "%.60s is mapped in a circle", e.Type)
		w.test("7.1-t07", !m.remapped, at, "%.60s is mapped to %.60s", e.Type, w.roles.next(e.Type))
	}
	w.test("7.1-t12", w.doc.Get(e.Dict, "P") != nil, at, "%.60s has no entry P", e.Type)
	w.langTag(e.Dict.Raw("Lang"), at)
	known := w.lang || n.lang
	for _, text := range [...]struct {
		key pdf.Name
		id  string
	}{{"ActualText", "7.2-t21"}, {"Alt", "7.2-t22"}, {"E", "7.2-t23"}} {
		if _, ok := w.doc.Bytes(e.Dict.Raw(text.key)); ok {
			w.test(text.id, known, at, "the language of %s is not known", text.key)
		}
	}
}

// ofType checks the rules for elements of one type.
func (w *structureWalk) ofType(n *node) {
	at := n.at()
	switch n.role {
	case "Figure":
		w.test("7.3-t01", w.described(n.e), at, "the figure has neither Alt nor ActualText")
	case "Formula":
		w.test("7.7-t01", w.described(n.e), at, "the formula has neither Alt nor ActualText")
	case "H":
		w.h = append(w.h, at)
	case "H1", "H2", "H3", "H4", "H5", "H6":
		w.hn = append(w.hn, at)
		level := int(n.role[1] - '0')
		w.test("7.4.2-t01", level <= w.level+1, at, "a heading of level %d follows one of level %d", level, w.level)
		w.level = level
	case "Note":
		w.note(n)
	case "Table":
		w.table(n)
	case "Form":
		w.form(n)
	}
}

// described reports whether the element has a text for what it shows. An empty replacement text
// counts: it says that the content has no meaning.
func (w *structureWalk) described(e *pdf.StructElement) bool {
	_, actual := w.doc.Bytes(e.Dict.Raw("ActualText"))
	return actual || w.says(e.Dict.Raw("Alt"))
}

func (w *structureWalk) note(n *node) {
	id := n.e.ID
	w.test("7.9-t01", id != "", n.at(), "the note has no ID")
	if id != "" {
		w.test("7.9-t02", !w.noteIDs[id], n.at(), "another note has the ID %.60q", id)
		w.noteIDs[id] = true
	}
}

// form checks that an element Form stands for one control. It must have one reference to a widget,
// unless the attribute Role makes it a printed form.
func (w *structureWalk) form(n *node) {
	ok := n.e.Attribute(w.doc, "PrintField", "Role") != nil
	if !ok && len(n.e.Kids) == 1 {
		annot := w.doc.Dict(n.e.Kids[0].Object)
		ok = n.e.Kids[0].Object != (pdf.Ref{}) && w.doc.Name(annot.Raw("Subtype")) == "Widget"
	}
	w.test("7.18.4-t02", ok, n.at(), "the Form element has %d children", len(n.e.Kids))
}
