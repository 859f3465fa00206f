package svg

import (
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// glyphKey identifies the outline of a glyph in one size and slant.
type glyphKey struct {
	font *font.Font
	code uint32
	em   [4]float32
}

// glyphPath is an outline as path data without its first step. That step leads from the origin of the glyph
// to (x, y). All glyphs of one key have the same data, which packs well. The pen ends at (endX, endY).
type glyphPath struct {
	d          []byte
	x, y       int
	endX, endY int
	box        layout.Rect // of its points, relative to the origin
}

// glyphPath returns the outline of a glyph of f, or nil when there is none.
func (w *writer) glyphPath(f *font.Font, code uint32, em [4]float32) *glyphPath {
	key := glyphKey{f, code, em}
	p, ok := w.glyphs[key]
	if !ok {
		p = newGlyphPath(w.outline(f, code), em)
		if w.glyphs == nil {
			w.glyphs = map[glyphKey]*glyphPath{}
		}
		w.glyphs[key] = p
	}
	return p
}

// outline returns the shape of a glyph. The glyph may be of a Type 3 font.
func (w *writer) outline(f *font.Font, code uint32) font.Outline {
	if f.Type3 == nil {
		return f.Outline(code)
	}
	if w.shapes == nil {
		return nil
	}
	outline, _ := ShapeOutline(w.ctx, w.doc, w.shapes.Of(f, code, layout.Color{}))
	return outline
}

func newGlyphPath(outline font.Outline, em [4]float32) *glyphPath {
	if len(outline) == 0 {
		return nil
	}
	segments, box := place(outline, em)
	first := segments[0].P[0]
	p := &glyphPath{x: units(first.X), y: units(first.Y), box: box}
	d := pen{}
	d.moveTo(p.x, p.y)
	move := len(d.out)
	d.command = 0
	d.path(segments[1:], layout.Point{})
	p.d, p.endX, p.endY = d.out[move:], d.x, d.y
	return p
}

// glyph writes p with its origin at (x, y).
func (d *pen) glyph(p *glyphPath, x, y int) {
	d.moveTo(x+p.x, y+p.y)
	d.out = append(d.out, p.d...)
	d.command = 0
	d.x, d.y, d.fresh = x+p.endX, y+p.endY, true
	d.startX, d.startY = d.x, d.y
}

// addShape draws the outline of a glyph without a known text.
func (v *canvas) addShape(r *layout.Run, key styleKey, g *layout.Glyph) {
	f := v.font(r)
	if f == nil || f.Type3 != nil {
		return
	}
	if p := v.glyphPath(f, g.Code, r.Em); p != nil {
		v.flushText()
		v.drawGlyph(r, key, p, v.origin(r, g))
	}
}

// font returns the font of r, or nil when there is none.
func (v *canvas) font(r *layout.Run) *font.Font {
	if r.Font < 0 || int(r.Font) >= len(v.c.Fonts) || v.c.Fonts[r.Font] == nil {
		return nil
	}
	f, _ := v.c.Fonts[r.Font].Handle.(*font.Font)
	return f
}

// origin returns where the horizontal origin of a glyph lies.
func (v *canvas) origin(r *layout.Run, g *layout.Glyph) layout.Point {
	at := layout.Point{X: g.X, Y: g.Y}
	if r.Flags&layout.VerticalMode == 0 {
		return at
	}
	x, y := float32(sideways), float32(upwards)
	if f := v.font(r); f != nil {
		x, y = f.VerticalOrigin(g.Code)
	}
	return layout.Point{X: at.X - x*r.Em[0] - y*r.Em[2], Y: at.Y - x*r.Em[1] - y*r.Em[3]}
}

// The place of the vertical origin relative to the horizontal one, in ems, in fonts that are not
// there (ISO 32000-2 clause 9.7.4.3, DW2).
const (
	sideways = 0.5
	upwards  = 0.88
)

// drawGlyph draws p with its origin at at, if it is visible. The glyphs of one font become one
// element: their outlines have one direction, and text that overlaps itself is painted as if it did
// not (ISO 32000-2 clause 9.3.8).
func (v *canvas) drawGlyph(r *layout.Run, key styleKey, p *glyphPath, at layout.Point) {
	box := layout.Rect{X0: at.X + p.box.X0, Y0: at.Y + p.box.Y0, X1: at.X + p.box.X1, Y1: at.Y + p.box.Y1}
	paint := v.paint(key.paint)
	if key.op&layout.Stroke != 0 {
		box = grow(box, v.lineWidth(paint)/2)
	}
	seen, ok := v.visiblePart(box, r.Clip)
	if !ok {
		return
	}
	font := int(key.font)
	key.font, key.size = -1, 0
	v.penFor(key, paint, seen, glyphTurn+font).glyph(p, units(at.X-v.at.X), units(at.Y-v.at.Y))
}

// glyphTurn and larger numbers are directions of the outlines of glyphs by font: see pendingPath.
const glyphTurn = 2

// grow returns box enlarged by by on all sides.
func grow(box layout.Rect, by float32) layout.Rect {
	return layout.Rect{X0: box.X0 - by, Y0: box.Y0 - by, X1: box.X1 + by, Y1: box.Y1 + by}
}

// place returns an outline in one size, with closed contours, and the box of its points.
func place(outline font.Outline, em [4]float32) (segments []layout.Segment, box layout.Rect) {
	verbs := [...]layout.Verb{font.MoveTo: layout.MoveTo, font.LineTo: layout.LineTo, font.CurveTo: layout.CurveTo}
	points := [...]int{font.MoveTo: 1, font.LineTo: 1, font.CurveTo: 3}
	box = layout.Rect{X0: farAway, Y0: farAway, X1: -farAway, Y1: -farAway}
	for i := range outline {
		s := &outline[i]
		if s.Verb == font.MoveTo && i > 0 {
			segments = append(segments, layout.Segment{Verb: layout.Close})
		}
		to := layout.Segment{Verb: verbs[s.Verb]}
		for k := range points[s.Verb] {
			p := layout.Point{X: s.P[k].X*em[0] + s.P[k].Y*em[2], Y: s.P[k].X*em[1] + s.P[k].Y*em[3]}
			to.P[k] = p
			box.X0, box.Y0, box.X1, box.Y1 = min(box.X0, p.X), min(box.Y0, p.Y), max(box.X1, p.X), max(box.Y1, p.Y)
		}
		segments = append(segments, to)
	}
	return append(segments, layout.Segment{Verb: layout.Close}), box
}
