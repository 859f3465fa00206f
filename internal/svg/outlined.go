package svg

import (
	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// addOutlined draws the glyphs of r that HTML does not show as the outlines of their fonts.
func (v *canvas) addOutlined(r *layout.Run) {
	glyphs := v.glyphsOf(r)
	op := outlineOp(r.RenderMode, v.paint(r.Paint))
	if r.Flags&layout.Unseen != 0 && r.Flags&unpainted != 0 || op == 0 || len(glyphs) == 0 {
		return
	}
	f := v.font(r)
	if f == nil || !f.Embedded {
		v.addRun(r)
		return
	}
	key := styleKey{paint: r.Paint, op: op, font: r.Font}
	entered := false
	for i := range glyphs {
		if v.shows != nil && v.shows(r.First+int32(i)) {
			continue
		}
		if !entered {
			entered = true
			v.enterFor(v.effectOf(v.paint(r.Paint), r.Clip, v.glyphBox(r)))
		}
		v.addOutline(r, key, f, &glyphs[i])
	}
}

// unpainted are the flags of text that would be invisible in any case.
const unpainted = layout.OffPage | layout.Clipped | layout.Covered | layout.OptionalOff

// outlineOp returns how the outlines of text are painted in a render mode (ISO 32000-2 clause 9.3.6).
func outlineOp(mode uint8, p *layout.Paint) layout.PaintOp {
	if mode == clipsOnly {
		return 0
	}
	return runOp(mode, p)
}

// clipsOnly is the render mode of text that clips and is not painted.
const clipsOnly = 7

// glyphsOf returns those glyphs of r that exist.
func (v *canvas) glyphsOf(r *layout.Run) []layout.Glyph {
	if r.First < 0 || r.Count <= 0 || int64(r.First)+int64(r.Count) > int64(len(v.c.Glyphs)) {
		return nil
	}
	return v.c.Glyphs[r.First : r.First+r.Count]
}

func (v *canvas) addOutline(r *layout.Run, key styleKey, f *font.Font, g *layout.Glyph) {
	if p := v.glyphPath(f, g.Code, r.Em); p != nil && !(f.Type3 != nil && v.isPainted(g)) {
		v.flushText()
		v.drawGlyph(r, key, p, v.origin(r, g))
		return
	}
	if f.Type3 != nil && v.shapes != nil && !v.isPainted(g) {
		v.useShape(r, f, g)
	}
}

// isPainted reports whether a Type 3 glyph is painted by items of its own. That is so for glyphs
// without a known text.
func (v *canvas) isPainted(g *layout.Glyph) bool {
	_, ok := v.glyphText(g)
	return !ok
}

// symbolKey identifies a glyph that is more than an outline, in one colour.
type symbolKey struct {
	font  *font.Font
	code  uint32
	color layout.Color
}

// useShape draws a Type 3 glyph that is more than an outline.
func (v *canvas) useShape(r *layout.Run, f *font.Font, g *layout.Glyph) {
	paint := v.paint(r.Paint)
	id := v.symbol(symbolKey{f, g.Code, paint.Fill})
	if id == "" {
		return
	}
	const unit = 1.0 / content.ShapeEm
	at := layout.Matrix{A: r.Em[0] * unit, B: r.Em[1] * unit, C: r.Em[2] * unit, D: r.Em[3] * unit, E: g.X, F: g.Y}
	v.hold(v.held.effect, at.Bounds(layout.Rect{X0: -content.ShapeEm, Y0: -content.ShapeEm, X1: 2 * content.ShapeEm, Y1: 2 * content.ShapeEm}), func() {
		v.element(`<use href="#`+id+`"`, "")
		if paint.FillAlpha < 1 {
			v.out = attribute(v.out, "opacity", paint.FillAlpha)
		}
		v.out = v.matrix(v.out, "transform", at)
		v.out = append(v.out, "/>"...)
	})
}

// symbol returns the name of the definition of a glyph, or "" when the glyph paints nothing.
func (v *canvas) symbol(key symbolKey) string {
	if id, ok := v.symbols[key]; ok {
		return id
	}
	if v.symbols == nil {
		v.symbols = map[symbolKey]string{}
	}
	v.symbols[key] = ""
	s := v.shapes.Of(key.font, key.code, key.color)
	if s == nil || len(s.Content.Items) == 0 || v.depth >= canvasDepth {
		return ""
	}
	const reach = 64 * content.ShapeEm // as far as a glyph can paint
	inner := newCanvas(v.writer, s.Content, layout.Rect{X0: -reach, Y0: -reach, X1: reach, Y1: reach})
	inner.depth, inner.at = v.depth+1, layout.Point{}
	if s.Colorless {
		inner.tint = &key.color
	}
	inner.items()
	if len(inner.out) == 0 {
		return ""
	}
	id := v.id()
	v.defs = append(v.defs, `<g id="`+id+`">`...)
	v.defs = append(v.defs, inner.out...)
	v.defs = append(v.defs, "</g>"...)
	v.node(len(v.out))
	v.symbols[key] = id
	return id
}

// The part of an em that letters fill, below and above the baseline. Letters that reach farther do
// so by a hair.
const (
	letterTop    = 0.75
	letterBottom = -0.22
)

// glyphBox returns the box that the letters of r fill.
func (v *canvas) glyphBox(r *layout.Run) layout.Rect {
	box := layout.Rect{X0: farAway, Y0: farAway, X1: -farAway, Y1: -farAway}
	add := func(p layout.Point, x, y float32) {
		p.X, p.Y = p.X+x*r.Em[0]+y*r.Em[2], p.Y+x*r.Em[1]+y*r.Em[3]
		box.X0, box.Y0, box.X1, box.Y1 = min(box.X0, p.X), min(box.Y0, p.Y), max(box.X1, p.X), max(box.Y1, p.Y)
	}
	vertical, wide := r.Flags&layout.VerticalMode != 0, length(r.Em[0], r.Em[1])
	for i := range r.Count {
		g := &v.c.Glyphs[r.First+i]
		at, width := v.origin(r, g), float32(1)
		if !vertical && wide > 0 {
			width = g.Advance / wide
		}
		for _, y := range [2]float32{letterBottom, letterTop} {
			add(at, 0, y)
			add(at, width, y)
		}
	}
	return box
}
