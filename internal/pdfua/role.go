package pdfua

import (
	"strings"
	"sync"

	"github.com/pagelift/pagelift/internal/pdf"
)

// types17 are the standard structure types of PDF 1.7 (ISO 32000-1 clause 14.8.4),
// which PDF/UA-1 builds on. Those of PDF 2.0 are not standard here.
var types17 = sync.OnceValue(func() map[pdf.Name]bool {
	m := make(map[pdf.Name]bool)
	for _, t := range strings.Fields(`Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private
		P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot
		Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form`) {
		m[pdf.Name(t)] = true
	}
	return m
})

// mapped is what the role map makes of a structure type.
type mapped struct {
	role     pdf.Name // standard type; "" when the chain leads to none
	circular bool
	remapped bool // it is a standard type and mapped to another one all the same
}

// roleMap is the role map of a document, read by the letter of PDF/UA-1.
type roleMap struct {
	doc   *pdf.Document
	dict  pdf.Dict
	known map[pdf.Name]mapped
}

func newRoleMap(d *pdf.Document) roleMap {
	root := d.Dict(d.Catalog().Raw("StructTreeRoot"))
	return roleMap{doc: d, dict: d.Dict(root.Raw("RoleMap")), known: make(map[pdf.Name]mapped)}
}

// resolve is what becomes of typ. Element types are few, however many elements there are.
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

// role is the standard type of e; "" when it has none. A type with a namespace of
// PDF 2.0 is mapped by that.
func (c *Checker) role(e *pdf.StructElement) pdf.Name {
	if e.Namespace != "" && e.RoleNamespace == "" {
		return e.Role
	}
	return c.roles.resolve(e.Type).role
}

// passesThrough reports whether elements of this type only group: their children
// count as those of the element around them.
func passesThrough(role pdf.Name) bool { return role == "NonStruct" || role == "Div" }
