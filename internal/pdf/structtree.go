package pdf

import (
	"cmp"
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
)

// StructTree is the logical structure of a document (clause 14.7).
type StructTree struct {
	// Kids are the top-level elements, in order.
	Kids []*StructElement
	// Marked says that the document follows the conventions of tagging, Suspects that some of its
	// tagging may be wrong (clause 14.7.1).
	Marked, Suspects bool

	doc      *Document
	elements map[Ref]*StructElement
	parents  sync.Once
	parentOf map[int]Object // ParentTree
}

// StructElement is a structure element (clause 14.7.2).
type StructElement struct {
	Ref    Ref
	Parent *StructElement // nil at the top
	// Type and Namespace are as in the file. Namespace is "" when the element names none.
	Type      Name
	Namespace string
	// Role and RoleNamespace are the result of the role maps: a standard structure type, or the
	// last type of a chain that leads to none.
	Role          Name
	RoleNamespace string

	ID         string // a byte string; unique only in a sound document
	Title      string // T
	Lang       string
	Alt        string
	ActualText string // Dict distinguishes an empty text, which counts, from a missing one
	Expansion  string // E, of an abbreviation
	// Attributes are the attribute objects in order of precedence: the first one with a key counts.
	// Those of A come before those of the classes in C, and later ones before earlier ones.
	Attributes []Dict
	Page       int // of Pg, its own or inherited; 0: none; or NoPage
	Kids       []StructKid
	Dict       Dict
}

// StructKid is one of these: an element, marked content, or an object.
type StructKid struct {
	Element *StructElement // nil for content
	MCID    int            // of marked content; -1: none
	Stream  Ref            // content stream of the MCID; zero: the page's own
	Object  Ref            // annotation or XObject; zero: none
	Page    int            // of content; 0: unknown, or NoPage
}

// NoPage replaces the number of a page that is not in the document. Programs that extract pages
// leave the structure tree of the whole document.
const NoPage = -1

// Attribute returns the unresolved value of key for an owner ("Layout", "Table", "List").
func (e *StructElement) Attribute(d *Document, owner, key Name) Object {
	for _, a := range e.Attributes {
		if a.Has(key) && d.Name(a.Raw("O")) == owner {
			return a.Raw(key)
		}
	}
	return nil
}

// StructTree returns the logical structure of the document, or nil when it has none. It is read on first use.
func (d *Document) StructTree() *StructTree {
	d.trees.structure.Do(func() { d.trees.structTree = d.readStructTree() })
	return d.trees.structTree
}

// IsTagged reports whether the document has a structure tree, without reading it.
func (d *Document) IsTagged() bool { return d.Dict(d.Catalog().Raw("StructTreeRoot")).Len() > 0 }

// Element returns the element whose object is r, or nil when it is not in the tree.
func (t *StructTree) Element(r Ref) *StructElement { return t.elements[r] }

// Content returns the element that owns marked content mcid of the page or form whose StructParents
// is key, by the parent tree (clause 14.7.5.4), or nil when there is none.
func (t *StructTree) Content(key, mcid int) *StructElement {
	owners := t.doc.Array(t.parent(key))
	if mcid < 0 || mcid >= len(owners) {
		return nil
	}
	r, _ := owners[mcid].(Ref)
	return t.elements[r]
}

// Object returns the element that owns the annotation or XObject whose StructParent is key, by the
// parent tree, or nil when there is none.
func (t *StructTree) Object(key int) *StructElement {
	r, _ := t.parent(key).(Ref)
	return t.elements[r]
}

func (t *StructTree) parent(key int) Object {
	t.parents.Do(func() {
		d := t.doc
		t.parentOf = make(map[int]Object)
		tree := d.Dict(d.Catalog().Raw("StructTreeRoot")).Raw("ParentTree")
		d.leaves(tree, "Nums", func(key, value Object) bool {
			if k := d.Int(key, -1); k >= 0 {
				t.parentOf[k] = value
			}
			return len(t.parentOf) < limits.StructElements
		})
	})
	return t.parentOf[key]
}

func (d *Document) readStructTree() *StructTree {
	root := d.Dict(d.Catalog().Raw("StructTreeRoot"))
	if root.Len() == 0 {
		return nil
	}
	mark := d.Dict(d.Catalog().Raw("MarkInfo"))
	t := &StructTree{
		Marked:   d.Bool(mark.Raw("Marked"), false),
		Suspects: d.Bool(mark.Raw("Suspects"), false),
		doc:      d,
		elements: make(map[Ref]*StructElement),
	}
	w := structWalk{
		d: d, tree: t, text: limits.TreeText,
		roles:   newRoleMapper(d, root),
		classes: d.Dict(root.Raw("ClassMap")),
	}
	for _, kid := range w.kids(root.Raw("K"), nil, 0) {
		if kid.Element != nil { // content cannot be at the top
			t.Kids = append(t.Kids, kid.Element)
		}
	}
	return t
}

type structWalk struct {
	d       *Document
	tree    *StructTree
	roles   *roleMapper
	classes Dict
	text    allowance
	count   int             // number of kids, classes and attribute objects so far
	slab    []StructElement // elements that are not used yet
}

// kids reads K of parent, which is nil at the top.
func (w *structWalk) kids(k Object, parent *StructElement, depth int) []StructKid {
	array := w.d.arrayOrOne(k)
	if len(array) == 0 || depth == limits.Depth || w.count >= limits.StructElements {
		return nil
	}
	out := make([]StructKid, 0, min(len(array), limits.StructElements-w.count))
	for _, o := range array {
		if w.count++; w.count > limits.StructElements {
			break
		}
		if kid, ok := w.kid(o, parent, depth); ok {
			out = append(out, kid)
		}
	}
	return out
}

// kid reads one entry of K: a marked-content identifier, a reference to marked
// content or to an object, or an element.
func (w *structWalk) kid(o Object, parent *StructElement, depth int) (StructKid, bool) {
	page := 0
	if parent != nil {
		page = parent.Page
	}
	switch v := w.d.Resolve(o).(type) {
	case Integer:
		return StructKid{MCID: int(v), Page: page}, v >= 0 && v < limits.StructElements
	case Dict:
		if pg, ok := v.Raw("Pg").(Ref); ok {
			page = cmp.Or(w.d.pageNumber(pg), NoPage)
		}
		switch {
		case w.d.Name(v.Raw("Type")) == "OBJR" || v.Has("Obj"):
			obj, ok := v.Raw("Obj").(Ref)
			return StructKid{MCID: -1, Object: obj, Page: page}, ok
		case v.Has("MCID"):
			stream, _ := v.Raw("Stm").(Ref)
			id := w.d.Int(v.Raw("MCID"), -1)
			return StructKid{MCID: id, Stream: stream, Page: page}, id >= 0 && id < limits.StructElements
		}
		r, _ := o.(Ref)
		if e := w.element(r, v, parent, page, depth); e != nil {
			return StructKid{Element: e, MCID: -1, Page: page}, true
		}
	}
	return StructKid{}, false
}

// element reads the element dict. It returns nil if dict is no element, or if the element occurs
// elsewhere in the tree.
func (w *structWalk) element(r Ref, dict Dict, parent *StructElement, page, depth int) *StructElement {
	d := w.d
	if r != (Ref{}) && w.tree.elements[r] != nil || !dict.Has("S") && !dict.Has("K") {
		return nil
	}
	e := w.newElement()
	*e = StructElement{
		Ref: r, Parent: parent, Dict: dict, Page: page,
		Type:       d.Name(dict.Raw("S")),
		Title:      w.text.text(d, dict.Raw("T")),
		Lang:       w.text.text(d, dict.Raw("Lang")),
		Alt:        w.text.text(d, dict.Raw("Alt")),
		ActualText: w.text.text(d, dict.Raw("ActualText")),
		Expansion:  w.text.text(d, dict.Raw("E")),
		Attributes: w.attributes(dict),
	}
	if id, ok := d.Bytes(dict.Raw("ID")); ok {
		e.ID = string(id)
	}
	e.Namespace, e.Role, e.RoleNamespace = w.roles.role(e.Type, dict.Raw("NS"))
	if r != (Ref{}) {
		w.tree.elements[r] = e
	}
	e.Kids = w.kids(dict.Raw("K"), e, depth+1)
	return e
}

// slabSize is the number of elements that are allocated at once.
const slabSize = 128

func (w *structWalk) newElement() *StructElement {
	if len(w.slab) == 0 {
		w.slab = make([]StructElement, slabSize)
	}
	e := &w.slab[0]
	w.slab = w.slab[1:]
	return e
}

// attributes returns the attribute objects of an element in order of precedence. A and a class may
// each be one object, or an array that has revision numbers between the objects (clause 14.7.6).
func (w *structWalk) attributes(dict Dict) []Dict {
	out := w.appendAttributes(nil, dict.Raw("A"))
	classes := w.d.arrayOrOne(dict.Raw("C"))
	for i := len(classes) - 1; i >= 0 && w.count < limits.StructElements; i-- {
		w.count++
		if name := w.d.Name(classes[i]); name != "" {
			out = w.appendAttributes(out, w.classes.Raw(name))
		}
	}
	return out
}

func (w *structWalk) appendAttributes(out []Dict, o Object) []Dict {
	objects := w.d.arrayOrOne(o)
	for i := len(objects) - 1; i >= 0 && w.count < limits.StructElements; i-- {
		w.count++
		if a := w.d.Dict(objects[i]); a.Len() > 0 {
			out = append(out, a)
		}
	}
	return out
}
