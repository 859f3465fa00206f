package pipeline

import (
	"context"
	"slices"
	"strconv"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/semantic"
)

// Structure returns the structure tree of doc in plain values, without files of figures, or nil if it has none.
func Structure(ctx context.Context, doc *pdf.Document) *semantic.Structure {
	return structure(ctx, doc, nil)
}

// structure returns the structure tree of doc in plain values, or nil if it has none. The pictures of figures are
// read into pictures, unless that is nil.
func structure(ctx context.Context, doc *pdf.Document, pictures *figureFiles) *semantic.Structure {
	tree := doc.StructTree()
	if tree == nil || len(tree.Kids) == 0 {
		return nil
	}
	m := structureMapper{doc: doc, out: &semantic.Structure{Marked: tree.Marked, Suspects: tree.Suspects}, pictures: pictures}
	elements, kids := size(tree.Kids)
	m.out.Elements, m.out.Kids = make([]semantic.Element, 0, elements), make([]semantic.Kid, 0, kids)
	for _, e := range tree.Kids {
		m.element(e, -1)
	}
	m.addFiles(ctx)
	if doc.PageCount() == 1 {
		m.fillOnlyPage()
	}
	return m.out
}

// fillOnlyPage gives content without a page the only page of the document, if the tree names no page at all. If
// the tree names pages, content without one stood on pages that were removed from the file, together with their
// references.
func (m *structureMapper) fillOnlyPage() {
	if slices.ContainsFunc(m.out.Kids, func(k semantic.Kid) bool { return k.Page != 0 }) {
		return
	}
	for i := range m.out.Kids {
		m.out.Kids[i].Page = 1
	}
}

// size counts the elements under list, and their kids.
func size(list []*pdf.StructElement) (elements, kids int) {
	for _, e := range list {
		elements, kids = elements+1, kids+len(e.Kids)
		for i := range e.Kids {
			if c := e.Kids[i].Element; c != nil {
				below, more := size([]*pdf.StructElement{c})
				elements, kids = elements+below, kids+more
			}
		}
	}
	return elements, kids
}

// structureMapper copies a structure tree. Package pdf has bounded its depth and size.
type structureMapper struct {
	doc *pdf.Document
	out *semantic.Structure
	// values and text count the attribute values, references and bytes of strings so far. Elements of the file may
	// share them, so the copies can be larger than the file.
	values, text int
	withFiles    []withFiles
	pictures     *figureFiles // nil: no pictures are wanted
}

// htmlSpace is the namespace of HTML. Attributes with this namespace as owner (NSO, ISO 32000-2 table 376) are
// attributes of HTML.
const htmlSpace = "http://www.w3.org/1999/xhtml"

// spaces are the namespaces whose types need no role map.
var spaces = map[string]semantic.Space{
	"http://www.w3.org/1998/Math/MathML": semantic.MathMLSpace,
	htmlSpace:                            semantic.HTMLSpace,
}

// spaceOf returns the vocabulary of the role of e.
func spaceOf(e *pdf.StructElement) semantic.Space {
	space, known := spaces[e.RoleNamespace]
	if !known && !pdf.IsStandardType(e.Role) {
		return semantic.UnknownSpace
	}
	return space
}

func (m *structureMapper) element(e *pdf.StructElement, parent int32) int32 {
	at := int32(len(m.out.Elements))
	m.out.Elements = append(m.out.Elements, semantic.Element{
		Role: string(e.Role), Type: string(e.Type), Space: spaceOf(e),
		Parent: parent, FirstKid: int32(len(m.out.Kids)), KidCount: int32(len(e.Kids)),
		Object: int32(e.Ref.Num), Properties: m.properties(e),
	})
	if e.Dict.Has("AF") {
		m.withFiles = append(m.withFiles, withFiles{at, e})
	}
	m.out.Kids = m.out.Kids[:len(m.out.Kids)+len(e.Kids)] // room for those of e; those of its descendants follow
	kids := m.out.Kids[len(m.out.Kids)-len(e.Kids):]
	for i := range e.Kids {
		k := &e.Kids[i]
		kids[i] = semantic.Kid{Element: -1, Page: int32(k.Page), MCID: int32(k.MCID), Owner: int32(k.Stream.Num), Object: int32(k.Object.Num)}
		if k.Element != nil {
			kids[i].Element = m.element(k.Element, at)
		}
	}
	return at
}

// properties returns the properties of e, or nil if it has none.
func (m *structureMapper) properties(e *pdf.StructElement) *semantic.Properties {
	p := semantic.Properties{
		ID: e.ID, Lang: e.Lang, Alt: e.Alt, ActualText: e.ActualText, Expansion: e.Expansion,
		HasActualText: e.Dict.Has("ActualText"),
		Attributes:    m.attributes(e), Refs: m.refs(e),
	}
	if p.Lang == "" && e.Dict.Has("Lang") {
		p.Lang = "und"
	}
	if p.ID == "" && p.Lang == "" && p.Alt == "" && !p.HasActualText && p.Expansion == "" && p.Attributes == nil && p.Refs == nil {
		return nil
	}
	return &p
}

// layoutKeys are the attributes of the owner Layout that say what a text is. Writers add many others to every
// paragraph, which only say how it looks.
var layoutKeys = map[pdf.Name]bool{
	"Placement": true, "WritingMode": true, "TextPosition": true, "TextDecorationType": true,
	"BaselineShift": true, "StartIndent": true, "BBox": true, "RubyAlign": true, "RubyPosition": true,
}

func (m *structureMapper) attributes(e *pdf.StructElement) []semantic.Attribute {
	var out []semantic.Attribute
	for _, dict := range e.Attributes {
		owner := m.doc.Name(dict.Raw("O"))
		if owner == "NSO" {
			if space, ok := m.doc.Bytes(m.doc.Dict(dict.Raw("NS")).Raw("NS")); ok && string(space) == htmlSpace {
				owner = "HTML"
			}
		}
		for key, value := range dict.All() {
			if key == "O" || owner == "Layout" && !layoutKeys[key] || m.values >= limits.StructElements {
				continue
			}
			if values := m.valuesOf(key, value); values != nil {
				out = append(out, semantic.Attribute{Owner: string(owner), Key: string(key), Values: values})
			}
		}
	}
	return out
}

// valuesOf returns those values of an attribute that are names, strings, numbers or booleans.
func (m *structureMapper) valuesOf(key pdf.Name, o pdf.Object) []string {
	list, isList := m.doc.Resolve(o).(pdf.Array)
	if !isList {
		list = pdf.Array{o}
	}
	var out []string
	for _, v := range list {
		if m.values++; m.values > limits.StructElements {
			break
		}
		if s, ok := m.value(key, v); ok {
			out = append(out, s)
		}
	}
	return out
}

func (m *structureMapper) value(key pdf.Name, o pdf.Object) (string, bool) {
	switch v := m.doc.Resolve(o).(type) {
	case pdf.Name:
		return string(v), true
	case pdf.Integer:
		return strconv.FormatInt(int64(v), 10), true
	case pdf.Real:
		return strconv.FormatFloat(float64(v), 'f', -1, 64), true
	case pdf.Boolean:
		return strconv.FormatBool(bool(v)), true
	case pdf.String:
		if m.text += len(v); m.text > limits.TreeText {
			return "", false
		}
		if key == "Headers" { // a list of IDs, which are bytes
			return string(v), true
		}
		return v.Text(), true
	}
	return "", false
}

// refs returns the object numbers of the elements that Ref names (ISO 32000-2 table 355).
func (m *structureMapper) refs(e *pdf.StructElement) []int32 {
	var out []int32
	for _, o := range m.doc.Array(e.Dict.Raw("Ref")) {
		if m.values++; m.values > limits.StructElements {
			break
		}
		if r, ok := o.(pdf.Ref); ok {
			out = append(out, int32(r.Num))
		}
	}
	return out
}
