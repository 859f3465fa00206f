package svg

import (
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// Where the upright origin of a glyph that is written downwards lies from its vertical
// one, in ems, as nearly all fonts have it (ISO 32000-2 clause 9.7.4.3, DW2).
const (
	sideways = 0.5
	upwards  = 0.88
)

// addShape draws the outline of a glyph that nobody knows the text of.
func (v *canvas) addShape(r *layout.Run, key styleKey, g *layout.Glyph) {
	if int(key.font) >= len(v.c.Fonts) {
		return
	}
	f, ok := v.c.Fonts[key.font].Handle.(*font.Font)
	if !ok {
		return
	}
	outline := f.Outline(g.Code)
	if len(outline) == 0 {
		return
	}
	at := layout.Point{X: g.X, Y: g.Y}
	if r.Flags&layout.VerticalMode != 0 {
		at.X -= sideways*r.Em[0] + upwards*r.Em[2]
		at.Y -= sideways*r.Em[1] + upwards*r.Em[3]
	}
	segments, box := place(outline, r.Em, at)
	seen, ok := v.seen(box, r.Clip)
	if !ok {
		return
	}
	v.flushText()
	key.font, key.size = -1, 0
	v.penFor(key, v.paint(key.paint), seen, 0).path(segments, v.at)
}

// place is an outline on the page, closed, and the box of its points.
func place(outline font.Outline, em [4]float32, at layout.Point) (segments []layout.Segment, box layout.Rect) {
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
			p := layout.Point{X: at.X + s.P[k].X*em[0] + s.P[k].Y*em[2], Y: at.Y + s.P[k].X*em[1] + s.P[k].Y*em[3]}
			to.P[k] = p
			box.X0, box.Y0, box.X1, box.Y1 = min(box.X0, p.X), min(box.Y0, p.Y), max(box.X1, p.X), max(box.Y1, p.Y)
		}
		segments = append(segments, to)
	}
	return append(segments, layout.Segment{Verb: layout.Close}), box
}
