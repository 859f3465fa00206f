package pdfua

import (
	"strings"
	"sync"

	"github.com/pagelift/pagelift/internal/pdf"
)

// types17 are the standard structure types of PDF 1.7 (ISO 32000-1 clause 14.8.4), on which
// PDF/UA-1 is based. Types of PDF 2.0 are not standard here.
var types17 = sync.OnceValue(func() map[pdf.Name]bool {
	m := make(map[pdf.Name]bool)
	for _, t := range strings.Fields(`Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private
		P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot
		Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form`) {
		m[pdf.Name(t)] = true
	}
	return m
})

// mapped is the result of mapping a structure type.
type mapped struct {
	role     pdf.Name // standard type; "" when the chain leads to no standard type
	circular bool
	remapped bool // it is a standard type and nevertheless mapped to another one
}

// roleMap is the role map of a document, read strictly by PDF/UA-1.
type roleMap struct {
	doc   *pdf.Document
	dict  pdf.Dict
	known map[pdf.Name]mapped
}

func newRoleMap(d *pdf.Document) roleMap {
	root := d.Dict(d.Catalog().Raw("StructTreeRoot"))
	return roleMap{doc: d, dict: d.Dict(root.Raw("RoleMap")), known: make(map[pdf.Name]mapped)}
}

// resolve returns the mapping of typ. It remembers results: a document has many elements but few types.
func (m *roleMap) resolve(typ pdf.Name) mapped {
	got, ok := m.known[typ]
	if !ok {
		got = m.follow(typ)
		m.known[typ] = got
	}
	return got
}

func (m *roleMap) follow(typ pdf.Name) (got mapped) {
	standard := types17()[typ]
	if standard {
		got.role = typ
	}
	seen := map[pdf.Name]bool{typ: true}
	for t := m.next(typ); t != "" && !(standard && t == typ && len(seen) == 1); t = m.next(t) {
		got.remapped = standard
		if seen[t] {
			got.circular = true
			return got
		}
		if types17()[t] {
			if !standard {
				got.role = t
			}
			return got
		}
		seen[t] = true
	}
	return got
}

func (m *roleMap) next(typ pdf.Name) pdf.Name { return m.doc.Name(m.dict.Raw(typ)) }

// role returns the standard type of e, or "" when it has none. The namespace of a PDF 2.0 type
// decides on the mapping.
func (c *Checker) role(e *pdf.StructElement) pdf.Name {
	if e.Namespace != "" && e.RoleNamespace == "" {
		return e.Role
	}
	return c.roles.resolve(e.Type).role
}

// passesThrough reports whether elements of this type only group. Their children count as children
// of the element around them.
func passesThrough(role pdf.Name) bool { return role == "NonStruct" || role == "Div" }
