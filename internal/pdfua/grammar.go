package pdfua

import (
	"slices"

	"github.com/pagelift/pagelift/internal/pdf"
)

// grammarRule is a rule about the types that may contain an element or be in it.
type grammarRule struct {
	id      string
	allowed []pdf.Name
}

// parents has the types in which elements of a type may be (ISO 32000-1 clauses 14.8.4.2 and 14.8.4.3).
var parents = map[pdf.Name]grammarRule{
	"TR":    {"7.2-t04", []pdf.Name{"Table", "THead", "TBody", "TFoot"}},
	"THead": {"7.2-t05", []pdf.Name{"Table"}},
	"TBody": {"7.2-t06", []pdf.Name{"Table"}},
	"TFoot": {"7.2-t07", []pdf.Name{"Table"}},
	"TH":    {"7.2-t08", []pdf.Name{"TR"}},
	"TD":    {"7.2-t09", []pdf.Name{"TR"}},
	"LI":    {"7.2-t17", []pdf.Name{"L"}},
	"LBody": {"7.2-t18", []pdf.Name{"LI"}},
	"TOCI":  {"7.2-t26", []pdf.Name{"TOC"}},
}

// children has the types that may be in elements of a type.
var children = map[pdf.Name]grammarRule{
	"Table": {"7.2-t03", []pdf.Name{"TR", "THead", "TBody", "TFoot", "Caption"}},
	"TR":    {"7.2-t10", []pdf.Name{"TH", "TD"}},
	"L":     {"7.2-t19", []pdf.Name{"L", "LI", "Caption"}},
	"LI":    {"7.2-t20", []pdf.Name{"Lbl", "LBody"}},
	"TOC":   {"7.2-t27", []pdf.Name{"TOC", "TOCI", "Caption"}},
	"THead": {"7.2-t36", []pdf.Name{"TR"}},
	"TBody": {"7.2-t37", []pdf.Name{"TR"}},
	"TFoot": {"7.2-t38", []pdf.Name{"TR"}},
}

// grammar checks the parent and the children of an element.
func (w *structureWalk) grammar(n *node) {
	at := n.at()
	if p, ok := parents[n.role]; ok {
		w.test(p.id, slices.Contains(p.allowed, n.parent), at, "%s stands in %s", n.role, named(n.parent))
	}
	if passesThrough(n.role) {
		return
	}
	kids := make([]pdf.Name, len(n.kids))
	for i, kid := range n.kids {
		kids[i] = w.role(kid)
	}
	if k, ok := children[n.role]; ok {
		wrong := slices.IndexFunc(kids, func(kid pdf.Name) bool { return kid != "" && !slices.Contains(k.allowed, kid) })
		if wrong < 0 {
			w.test(k.id, true, at, "")
		} else {
			w.test(k.id, false, at, "%s holds %s", n.role, kids[wrong])
		}
	}
	w.test("7.4.4-t01", count(kids, "H") <= 1, at, "%s holds %d headings of type H", named(n.role), count(kids, "H"))
	switch n.role {
	case "Table":
		w.tableParts(kids, at)
	case "L":
		w.captionFirst("7.2-t40", kids, at)
	case "TOC":
		w.captionFirst("7.2-t28", kids, at)
	}
}

// tableParts checks the number of each part of a table, and their order.
func (w *structureWalk) tableParts(kids []pdf.Name, at place) {
	heads, feet, captions := count(kids, "THead"), count(kids, "TFoot"), count(kids, "Caption")
	bodies := count(kids, "TBody")
	w.test("7.2-t11", heads <= 1, at, "the table has %d THead", heads)
	w.test("7.2-t12", feet <= 1, at, "the table has %d TFoot", feet)
	w.test("7.2-t13", feet == 0 || bodies > 0, at, "the table has TFoot and no TBody")
	w.test("7.2-t14", heads == 0 || bodies > 0, at, "the table has THead and no TBody")
	var inside []pdf.Name // all but the first and the last
	if len(kids) > 2 {
		inside = kids[1 : len(kids)-1]
	}
	w.test("7.2-t16", count(inside, "Caption") == 0, at, "the caption stands between other parts")
	w.test("7.2-t39", captions <= 1, at, "the table has %d captions", captions)
}

func (w *structureWalk) captionFirst(id string, kids []pdf.Name, at place) {
	later := kids[min(1, len(kids)):]
	w.test(id, count(later, "Caption") == 0, at, "a caption is not the first child")
}

// named returns the name of a type for people. The root, and elements without a standard type, have
// a description instead.
func named(role pdf.Name) pdf.Name {
	if role == "" {
		return "no standard element"
	}
	return role
}

func count(kids []pdf.Name, role pdf.Name) int {
	n := 0
	for _, k := range kids {
		if k == role {
			n++
		}
	}
	return n
}
