package pdfua

import (
	"context"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// annotation is an annotation together with its place in the structure.
type annotation struct {
	dict    pdf.Dict
	subtype pdf.Name
	page    *pdf.Page
	at      place
	// owner is the dictionary of the structure element that the parent tree gives. It is empty when
	// there is none.
	owner pdf.Dict
	role  pdf.Name // standard type of owner
	shown bool     // it is not hidden, and at least part of it is on the page
}

// flagHidden is the only flag that exempts an annotation from PDF/UA (ISO 32000-1 Table 165).
const flagHidden = 1 << 1

// annotations checks the annotations of all pages. An annotation that pages share is checked for
// each page, so their number is bounded.
func (c *Checker) annotations(ctx context.Context) {
	left := limits.TreeNodes
	c.judgedOfDocument()
	for n := 1; n <= c.doc.PageCount() && ctx.Err() == nil; n++ {
		page := c.doc.Page(n)
		array := c.doc.Array(page.Dict.Raw("Annots"))
		array = firstOf(array, min(left, limits.PageAnnotations))
		left -= len(array)
		if what := c.played(page.Dict); what != "" {
			c.found.Media.add(place{n, page.Ref.Num}, "the page plays %s", what)
		}
		some := false
		for _, o := range array {
			if dict := c.doc.Dict(o); dict.Len() > 0 {
				some = true
				a := c.newAnnotation(dict, page, objectNumber(o))
				c.annotation(&a)
			}
		}
		if some {
			tabs := c.doc.Name(page.Dict.Raw("Tabs"))
			c.test("7.18.3-t01", tabs == "S", place{n, page.Ref.Num}, "Tabs is %q", tabs)
		}
	}
}

func (c *Checker) newAnnotation(dict pdf.Dict, page *pdf.Page, object int) annotation {
	d := c.doc
	a := annotation{
		dict: dict, subtype: d.Name(dict.Raw("Subtype")),
		page: page, at: place{page.Number, object},
		shown: d.Int(dict.Raw("F"), 0)&flagHidden == 0 && !outside(d.Numbers(dict.Raw("Rect")), page.CropBox),
	}
	if c.tree == nil {
		return a
	}
	if key, ok := d.Number(dict.Raw("StructParent")); ok {
		if e := c.tree.Object(int(key)); e != nil {
			a.owner, a.role = e.Dict, c.role(e)
		}
	}
	return a
}

// outside reports whether a rectangle has no area in common with the page.
func outside(r []float64, page pdf.Box) bool {
	return len(r) >= 4 && (page.Y0 >= max(r[1], r[3]) || page.X0 >= max(r[0], r[2]) ||
		page.Y1 <= min(r[1], r[3]) || page.X1 <= min(r[0], r[2]))
}

// annotation checks one annotation.
func (c *Checker) annotation(a *annotation) {
	d := c.doc
	if _, ok := d.Bytes(a.dict.Raw("Contents")); ok {
		_, own := d.Bytes(a.owner.Raw("Lang"))
		c.test("7.2-t24", c.lang || own, a.at, "the language of the text is not known")
	}
	c.media(a)
	c.judgedOf(a)
	if a.subtype == "PrinterMark" {
		c.test("7.18.8-t01", a.owner.Len() == 0 || !a.shown, a.at, "a printer's mark stands in %s", a.role)
		return
	}
	if !a.shown {
		return
	}
	text := c.says(a.dict.Raw("Contents"))
	switch a.subtype {
	case "Popup":
	case "Link":
		c.test("7.18.5-t01", a.role == "Link", a.at, "the link stands in %s", named(a.role))
		c.test("7.18.5-t02", text, a.at, "the link has no text of its own (Contents)")
	case "Widget":
		c.test("7.18.4-t01", a.role == "Form", a.at, "the control stands in %s", named(a.role))
		c.widget(a)
	default:
		c.test("7.18.1-t01", a.role == "Annot", a.at, "the annotation (%.40s) stands in %s", a.subtype, named(a.role))
		c.test("7.18.1-t02", text || c.says(a.owner.Raw("Alt")), a.at, "the annotation (%.40s) has no text", a.subtype)
		c.test("7.18.2-t01", a.subtype != "TrapNet", a.at, "an annotation of type TrapNet")
	}
}

// fieldName returns the name of a form field for people, from the field or a field above it. It
// returns nil when there is none.
func (c *Checker) fieldName(a *annotation) pdf.Object {
	for field, i := a.dict, 0; field.Len() > 0 && i < maxFieldDepth; i++ {
		if name := field.Raw("TU"); name != nil {
			return name
		}
		field = c.doc.Dict(field.Raw("Parent"))
	}
	return nil
}

// widget checks the name of a form field.
func (c *Checker) widget(a *annotation) {
	d, name := c.doc, c.fieldName(a)
	ok := c.says(name) || c.says(a.owner.Raw("Alt"))
	c.test("7.18.1-t03", ok, a.at, "the field has no name for people (TU)")
	if _, ok := d.Bytes(name); ok {
		_, own := d.Bytes(a.owner.Raw("Lang"))
		c.test("7.2-t25", c.lang || own, a.at, "the language of the name is not known")
	}
}

// maxFieldDepth is the greatest number of steps from a widget to the root of its field. It also ends cycles.
const maxFieldDepth = 32
