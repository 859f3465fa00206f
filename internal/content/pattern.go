package content

import (
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// patternKey distinguishes patterns: the object and the space in which it is anchored.
type patternKey struct {
	object any // pdf.Ref, or Dict.Identity
	base   matrix
}

// setPattern makes the pattern with a name the colour (operators scn and SCN with a name, ISO 32000-2 clause 8.7).
// components are the colour of an uncoloured pattern.
func (in *interp) setPattern(to *colorState, name []byte, components []float64) {
	to.color = layout.Color{}
	if to.space != nil && to.space.Base != nil && len(components) > 0 {
		to.color.R, to.color.G, to.color.B = to.space.Base.RGB(components)
	}
	s := in.frame.scope
	o, ok := s.patterns.get(name)
	if !ok {
		o = in.resource(s, "Pattern", name)
		s.patterns.put(name, o)
	}
	if o == nil {
		return
	}
	key := patternKey{object: o, base: in.frame.base}
	dict := in.r.doc.Dict(o)
	if _, ok := o.(pdf.Ref); !ok {
		key.object = dict.Identity()
	}
	i, ok := in.patterns[key]
	if !ok {
		i = in.readPattern(o, dict)
		in.patterns[key] = i
	}
	to.color.Pattern = i + 1
}

// readPattern adds the pattern o to the page. It returns -1 if o is none.
func (in *interp) readPattern(o pdf.Object, d pdf.Dict) int32 {
	c, doc := in.c, in.r.doc
	m := numbersMatrix(doc.Numbers(d.Raw("Matrix"))).mul(in.frame.base)
	p := layout.Pattern{M: m.layout(), Shading: -1}
	switch doc.Int(d.Raw("PatternType"), 0) {
	case 1:
		s := doc.Stream(o)
		if s == nil {
			return -1
		}
		in.readTiling(&p, s)
	case 2:
		sh := d.Raw("Shading")
		if sh == nil || !in.b.item() {
			return -1
		}
		p.Shading = int32(len(c.Shadings))
		c.Shadings = append(c.Shadings, in.readShading(sh, &m, in.pageBox))
	default:
		return -1
	}
	c.Patterns = append(c.Patterns, p)
	return int32(len(c.Patterns) - 1)
}

// paintUncolored is the PaintType of patterns without colours of their own.
const paintUncolored = 2

// readTiling reads a tiling pattern (clause 8.7.3) and interprets its cell.
func (in *interp) readTiling(p *layout.Pattern, s *pdf.Stream) {
	doc, d := in.r.doc, s.Dict
	f := in.readForm(s)
	f.matrix = identity // the matrix belongs to the pattern, not to the cell
	p.Tiling = true
	p.Box = identity.bounds(f.box)
	p.XStep, p.YStep = step(doc, d.Raw("XStep")), step(doc, d.Raw("YStep"))
	p.Colored = doc.Int(d.Raw("PaintType"), 1) != paintUncolored
	if !in.b.mask() {
		return
	}
	cell := &layout.Content{Page: in.c.Page, Width: p.Box.Width(), Height: p.Box.Height()}
	ch := in.child(cell, identity)
	ch.pageBox, ch.gs.clipBox = p.Box, p.Box
	ch.markFlags = layout.InPattern
	ch.colorless = !p.Colored
	ch.drawForm(f)
	ch.finish()
	in.r.release(ch)
	p.Cell = cell
}

func step(doc *pdf.Document, o pdf.Object) float32 {
	v, _ := doc.Number(o)
	return coord(v)
}

// shade is the operator sh. It paints a shading over the clip.
func (in *interp) shade(name []byte) {
	s := in.frame.scope
	o, ok := s.shadings.get(name)
	if !ok {
		o = in.resource(s, "Shading", name)
		s.shadings.put(name, o)
	}
	if o == nil || in.hidden > 0 || !in.b.item() {
		return
	}
	c, g := in.c, &in.gs
	sh := in.readShading(o, &g.ctm, g.clipBox)
	sh.Paint, sh.Clip, sh.Mark = in.paint(false), g.clip, in.mark
	sh.Flags = in.itemFlags(sh.Box)
	c.Items = append(c.Items, layout.Item{Kind: layout.KindShading, Index: int32(len(c.Shadings))})
	c.Shadings = append(c.Shadings, sh)
}

// readShading describes the shading o (clause 8.7.4.3) in the space of m, within box.
func (in *interp) readShading(o pdf.Object, m *matrix, box layout.Rect) layout.Shading {
	doc := in.r.doc
	d := doc.Dict(o)
	if b, ok := numbersBox(doc.Numbers(d.Raw("BBox"))); ok {
		box = m.bounds(b).Intersect(box)
	}
	return layout.Shading{
		Type: doc.Int(d.Raw("ShadingType"), 0), M: m.layout(), Box: box,
		Paint: -1, Clip: -1, Mark: -1,
		Handle: &Shading{Object: o, Resources: in.frame.scope.dict},
	}
}
