package pipeline

import (
	"context"
	"slices"
	"strconv"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/semantic"
)

// structure is the structure tree of doc in plain values; nil when it has none. The
// pictures of figures are read into pictures, unless that is nil.
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

// fillOnlyPage gives content without a page the only one of the document, when the
// tree names none at all. Where it names one, content without it stood on pages
// that were taken out, and the references to them with them.
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

// structureMapper copies a tree, whose depth and size internal/pdf has bounded.
type structureMapper struct {
	doc *pdf.Document
	out *semantic.Structure
	// values and text count attribute values, references and bytes of strings so far:
	// elements may share them in the file.
	values, text int
	withFiles    []withFiles
	pictures     *figureFiles // nil: nobody shows any
}

// htmlSpace is the namespace of HTML. Attributes whose owner is that (NSO, ISO 32000-2
// table 376) are those of HTML.
const htmlSpace = "http://www.w3.org/1999/xhtml"

// spaces are the namespaces whose types need no role map.
var spaces = map[string]semantic.Space{
	"http://www.w3.org/1998/Math/MathML": semantic.MathMLSpace,
	htmlSpace:                            semantic.HTMLSpace,
}

func (m *structureMapper) element(e *pdf.StructElement, parent int32) int32 {
	at := int32(len(m.out.Elements))
	m.out.Elements = append(m.out.Elements, semantic.Element{
		Role: string(e.Role), Type: string(e.Type), Space: spaces[e.RoleNamespace],
		Parent: parent, FirstKid: int32(len(m.out.Kids)), KidCount: int32(len(e.Kids)),
		Object: int32(e.Ref.Num), Properties: m.properties(e),
	})
	if e.Dict.Has("AF") {
		m.withFiles = append(m.withFiles, withFiles{at, e})
	}
	m.out.Kids = m.out.Kids[:len(m.out.Kids)+len(e.Kids)] // those of e, then those of what is in it
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

// properties are those of e; nil when it has none.
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

// layoutKeys are the attributes of the owner Layout that say something of what
// the text is. Writers give many more, to every paragraph, that say how it looks.
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

// valuesOf are the values of an attribute that are names, strings, numbers or booleans.
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
		if key == "Headers" { // of IDs, which are bytes
			return string(v), true
		}
		return v.Text(), true
	}
	return "", false
}

// refs are the objects of the elements that Ref names (ISO 32000-2 table 355).
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
