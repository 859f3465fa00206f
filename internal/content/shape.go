package content

import (
	"context"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// Shapes interprets the procedures of Type 3 glyphs (ISO 32000-2 clause 9.6.4), each once. All glyphs of one page
// share the budget of a page. It is not safe for concurrent use.
type Shapes struct {
	r     *Reader
	b     *budget
	page  *scope
	known map[shapeKey]*Shape
}

// Shape is what the procedure of a Type 3 glyph paints.
type Shape struct {
	// Content is in thousandths of an em. Its origin is that of the glyph, and y goes up.
	Content *layout.Content

	// Colorless: the glyph is a shape that the colour of the text fills (operator d1). Otherwise Content has
	// colours, with the colour of the text where the procedure sets none.
	Colorless bool
}

type shapeKey struct {
	font  *font.Font
	code  uint32
	color layout.Color
}

// ShapeEm is how many units of Shape.Content make an em.
const ShapeEm = 1000

// shapeReach bounds how far from its origin a glyph may paint, in ems.
const shapeReach = 64

// Shapes returns the Shapes of one page. Fonts without resources use those of the page.
func (r *Reader) Shapes(ctx context.Context, p *pdf.Page) *Shapes {
	return &Shapes{
		r: r, b: &budget{ctx: ctx, page: p.Number}, page: &scope{dict: p.Resources}, known: map[shapeKey]*Shape{},
	}
}

// Of returns the glyph of a code in the Type 3 font f, in text of this colour. It returns nil if there is none, or
// if the earlier glyphs have used up the budget of the page.
func (s *Shapes) Of(f *font.Font, code uint32, color layout.Color) *Shape {
	color.Pattern = 0 // patterns of the page mean nothing in a glyph
	key := shapeKey{f, code, color}
	shape, ok := s.known[key]
	if !ok {
		shape = s.read(f, code, color)
		s.known[key] = shape
	}
	return shape
}

func (s *Shapes) read(f *font.Font, code uint32, color layout.Color) *Shape {
	t := f.Type3
	if t == nil || code >= uint32(len(t.Procs)) || t.Procs[code] == nil || !(t.Em > 0) || s.b.stopped {
		return nil
	}
	const reach = shapeReach * ShapeEm
	scale := ShapeEm / t.Em
	m := matrix{t.Matrix[0], t.Matrix[1], t.Matrix[2], t.Matrix[3], t.Matrix[4], t.Matrix[5]}
	base, ok := m.mul(matrix{a: scale, d: scale}).finite()
	if !ok {
		return nil
	}
	c := &layout.Content{Page: s.b.page}
	in := s.r.worker(c, s.b, base)
	defer s.r.release(in)
	in.pageBox = layout.Rect{X0: -reach, Y0: -reach, X1: reach, Y1: reach}
	in.gs.clipBox = in.pageBox
	in.gs.fill.color, in.gs.stroke.color = color, color
	stream := t.Procs[code]
	if !in.enter(stream.Ref) {
		return nil
	}
	sc := s.page
	if t.HasRes {
		sc = &scope{dict: t.Resources, parent: s.page}
	}
	in.depth = 1 // as inside of a page: see setShape
	in.stream(in.decode(stream), sc)
	in.leave()
	return &Shape{Content: c, Colorless: in.colorless}
}
