package content

import (
	"math"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// annotations draws the appearances of the page's annotations over the page, and records its links.
func (in *interp) annotations(p *pdf.Page) {
	base, _, _ := baseMatrix(p)
	in.origin = layout.FromAnnotation
	sc := &scope{dict: p.Resources}
	var fields *pdf.FieldReader
	for _, a := range in.r.doc.Annotations(p) {
		if a.Hidden || a.Subtype == "Popup" {
			continue
		}
		switch a.Subtype {
		case "Link":
			in.link(&a, &base)
		case "Widget":
			if fields == nil {
				fields = in.r.doc.FieldReader(in.b.ctx)
			}
			known := len(in.c.Fields)
			if in.field(fields, &a, &base) {
				if len(in.c.Fields) > known && a.Appearance != nil && !in.b.stopped {
					in.shownValue(&a, sc, &base)
				}
				continue
			}
		case "FreeText":
			if a.Appearance == nil {
				in.freeText(&a, &base)
			}
		}
		in.markFlags &^= layout.StrikesOut
		if a.Subtype == "StrikeOut" {
			in.markFlags |= layout.StrikesOut
		}
		switch {
		case in.b.stopped:
		case a.Appearance != nil:
			in.appearance(&a, sc, &base)
		default:
			in.markup(&a, &base)
		}
	}
	in.markFlags &^= layout.StrikesOut
	if fields != nil && fields.Cut {
		in.b.warn(warnTruncated, "values or choices of form fields are longer than allowed")
	}
}

// appearance draws the appearance of an annotation.
func (in *interp) appearance(a *pdf.Annotation, sc *scope, base *matrix) {
	f := in.readForm(a.Appearance)
	in.gs = initialState(appearanceMatrix(f, a.Rect).mul(*base))
	in.gs.clipBox = in.pageBox
	in.frame = frame{scope: sc}
	in.drawForm(f)
}

// appearanceMatrix returns the matrix that places the appearance f in rect: the algorithm of ISO 32000-2 clause
// 12.5.5. A side without extent is not scaled.
func appearanceMatrix(f *form, rect pdf.Box) matrix {
	b := transformed(&f.matrix, f.box)
	sx, sy := 1.0, 1.0
	if w := b.X1 - b.X0; w > 0 {
		sx = (rect.X1 - rect.X0) / w
	}
	if h := b.Y1 - b.Y0; h > 0 {
		sy = (rect.Y1 - rect.Y0) / h
	}
	m, ok := matrix{a: sx, d: sy, e: rect.X0 - b.X0*sx, f: rect.Y0 - b.Y0*sy}.finite()
	if !ok {
		return identity
	}
	return m
}

// transformed returns the upright box around the image of b.
func transformed(m *matrix, b pdf.Box) pdf.Box {
	out := pdf.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
	for _, p := range [4][2]float64{{b.X0, b.Y0}, {b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
		x, y := m.a*p[0]+m.c*p[1]+m.e, m.b*p[0]+m.d*p[1]+m.f
		out.X0, out.X1 = min(out.X0, x), max(out.X1, x)
		out.Y0, out.Y1 = min(out.Y0, y), max(out.Y1, y)
	}
	return out
}

// link records a link annotation (clause 12.5.6.5).
func (in *interp) link(a *pdf.Annotation, base *matrix) {
	l := layout.Link{URI: a.URI, Title: a.Contents, Object: a.Ref.Num}
	for _, q := range a.Quads {
		l.Areas = append(l.Areas, quad(base, q))
	}
	if len(l.Areas) == 0 {
		l.Areas = []layout.Rect{base.bounds(a.Rect)}
	}
	if a.URI == "" && (a.Dest.Page != 0 || a.Dest.Name != "") {
		t := in.r.Target(a.Dest)
		l.Target = &t
	}
	in.c.Links = append(in.c.Links, l)
}

// quad returns the upright box around a quadrilateral.
func quad(base *matrix, q [8]float64) layout.Rect {
	first := base.point(q[0], q[1])
	r := layout.Rect{X0: first.X, Y0: first.Y, X1: first.X, Y1: first.Y}
	for i := 2; i < len(q); i += 2 {
		p := base.point(q[i], q[i+1])
		r.X0, r.X1 = min(r.X0, p.X), max(r.X1, p.X)
		r.Y0, r.Y1 = min(r.Y0, p.Y), max(r.Y1, p.Y)
	}
	return r
}
