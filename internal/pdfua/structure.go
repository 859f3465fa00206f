package pdfua

import (
	"context"

	"github.com/pagelift/pagelift/internal/pdf"
)

// node is a structure element on the way through the tree.
type node struct {
	e      *pdf.StructElement
	role   pdf.Name
	parent pdf.Name             // type of the nearest element around it that does not pass through
	kids   []*pdf.StructElement // with what passes through dissolved
	lang   bool                 // its language, or that of an element around it, is given
}

func (n *node) at() place { return placeOf(n.e) }

// placeOf is where e stands, on no page when that is not of the document.
func placeOf(e *pdf.StructElement) place { return place{max(e.Page, 0), e.Ref.Num} }

// structureWalk checks elements in the order of the tree.
type structureWalk struct {
	*Checker
	ctx     context.Context
	level   int // of the last numbered heading
	noteIDs map[string]bool
	slots   int // of tables, that may still be laid out
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

// element checks e and what is in it. The depth of the tree is bounded by its reader.
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

// significantKids appends the elements in e, with those that only group replaced
// by what they hold.
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

// common checks what holds for elements of any type.
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

// ofType checks what holds for elements of one type.
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

// described reports whether the element says in words what it shows. An empty
// replacement text counts: what it replaces has no meaning.
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

// form checks that an element Form stands for one control: without the attribute
// Role, which makes it a printed form, it has one reference to a widget.
func (w *structureWalk) form(n *node) {
	ok := n.e.Attribute(w.doc, "PrintField", "Role") != nil
	if !ok && len(n.e.Kids) == 1 {
		annot := w.doc.Dict(n.e.Kids[0].Object)
		ok = n.e.Kids[0].Object != (pdf.Ref{}) && w.doc.Name(annot.Raw("Subtype")) == "Widget"
	}
	w.test("7.18.4-t02", ok, n.at(), "the Form element has %d children", len(n.e.Kids))
}
