package svg

import (
	"image/color"
	"math"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/shading"
	"github.com/pagelift/pagelift/layout"
)

// The types of shadings (ISO 32000-2 clause 8.7.4.5) for which SVG has gradients.
const (
	axial  = 2
	radial = 3
)

// gradientID returns the name of the gradient of shading i, or "" when there is none.
func (v *canvas) gradientID(i int32) string {
	if i < 0 || int(i) >= len(v.c.Shadings) {
		return ""
	}
	s := &v.c.Shadings[i]
	return v.define(paintKey{index: i}, func(id string) bool {
		h, ok := s.Handle.(*content.Shading)
		switch {
		case !ok || v.doc == nil || singular(s.M):
			return false
		case s.Type == axial || s.Type == radial && !v.isCone(h):
			return v.writeSmooth(id, i, h)
		}
		return v.writeShading(id, i, h)
	})
}

// addShading writes what the operator sh paints.
func (v *canvas) addShading(i int32) {
	s := &v.c.Shadings[i]
	seen, ok := v.visiblePart(s.Box, s.Clip)
	paint := v.paint(s.Paint)
	if !ok || s.Flags&layout.Unseen != 0 || !(paint.FillAlpha > 0) || v.throughText(s.Clip) {
		return
	}
	id := v.gradientID(i)
	if id == "" {
		return
	}
	v.hold(v.effectOf(paint, s.Clip, seen), seen, func() {
		style := reference(nil, "fill", id)
		if paint.FillAlpha < 1 {
			style = attribute(style, "fill-opacity", paint.FillAlpha)
		}
		v.rectangle(seen, string(style))
	})
	v.marks(v.meanOfShading(i, layout.Color{}), paint.FillAlpha, paint, seen)
}

// rectangle writes r as an element.
func (v *canvas) rectangle(r layout.Rect, style string) {
	var d pen
	d.rectangle(r, v.at)
	v.element("<path", style)
	v.out = append(append(append(v.out, ` d="`...), d.out...), `"/>`...)
}

// writeSmooth defines shading i as a gradient. If the shading is a pattern that has a background or
// is cut by a box (clause 8.7.4.3), it is painted on a sheet.
func (v *canvas) writeSmooth(id string, i int32, h *content.Shading) bool {
	s := v.c.Shadings[i]
	d := v.doc.Dict(h.Object)
	var ground *color.NRGBA
	if space, _ := imaging.ParseColorSpace(v.doc, d.Raw("ColorSpace"), h.Resources); space != nil {
		ground = shading.Background(v.doc, d, space)
	}
	if !v.isPattern(i) || ground == nil && !d.Has("BBox") {
		return v.writeGradient(id, &s, h)
	}
	inner := v.id()
	s.M.E, s.M.F = s.M.E-v.view.X0+v.at.X, s.M.F-v.view.Y0+v.at.Y // relative to the sheet
	if !v.writeGradient(inner, &s, h) {
		return false
	}
	v.writeSheet(id, ground, func() {
		var p pen
		p.rectangle(v.inView(s.Box), layout.Point{X: v.view.X0, Y: v.view.Y0})
		v.defs = append(reference(append(v.defs, "<path"...), "fill", inner), ` d="`...)
		v.defs = append(append(v.defs, p.out...), `"/>`...)
	})
	return true
}

// writeGradient defines the shading s as a gradient.
func (v *canvas) writeGradient(id string, s *layout.Shading, h *content.Shading) bool {
	d := v.doc.Dict(h.Object)
	stops := v.stops(d, h.Resources)
	at := v.doc.Numbers(d.Raw("Coords"))
	if len(stops) == 0 {
		return false
	}
	switch {
	case s.Type == axial && len(at) >= 4:
		v.openGradient("linearGradient", id, s)
		for k, name := range [4]string{"x1", "y1", "x2", "y2"} {
			v.defs = attribute(v.defs, name, float32(at[k]))
		}
		v.writeStops("linearGradient", stops, v.extends(d))
	case s.Type == radial && len(at) >= 6 && at[2] >= 0 && at[5] >= 0:
		v.writeRadial(id, s, at, stops, v.extends(d))
	default:
		return false
	}
	v.node(len(v.out))
	return true
}

// isCone reports whether a radial shading is between circles of which neither contains the other. SVG
// would show another shading: where two of the circles cross, SVG takes the farther one, which may be
// beyond the end, and that of the smaller circle first. Circles of one size grow from no point.
func (v *canvas) isCone(h *content.Shading) bool {
	d := v.doc.Dict(h.Object)
	at := v.doc.Numbers(d.Raw("Coords"))
	if len(at) < 6 {
		return false
	}
	inside := math.Hypot(at[3]-at[0], at[4]-at[1]) <= math.Abs(at[5]-at[2])
	ends := v.extends(d)
	return at[5] == at[2] || !inside && (at[2] > at[5] || !ends[0] || !ends[1])
}

// writeRadial defines a gradient between two circles. It extends the gradient from the smaller
// circle to the point where the radius is 0. SVG 1.1 has no other gradients, and HTML checkers do
// not know the fr of SVG 2.
func (v *canvas) writeRadial(id string, s *layout.Shading, at []float64, stops []stop, ends [2]bool) {
	if at[2] > at[5] {
		at = []float64{at[3], at[4], at[5], at[0], at[1], at[2]}
		ends[0], ends[1] = ends[1], ends[0]
		stops = reversed(stops)
	}
	inner, outer := at[2], at[5]
	first := inner / outer // place of the smaller circle on the way from that point to the larger one
	point := inner / (outer - inner)
	v.openGradient("radialGradient", id, s)
	for k, value := range [5]float64{at[0] - point*(at[3]-at[0]), at[1] - point*(at[4]-at[1]), at[3], at[4], outer} {
		v.defs = attribute(v.defs, [5]string{"fx", "fy", "cx", "cy", "r"}[k], float32(value))
	}
	for i := range stops {
		stops[i].at = float32(first + float64(stops[i].at)*(1-first))
	}
	v.writeStops("radialGradient", stops, ends)
}

func (v *canvas) openGradient(tag, id string, s *layout.Shading) {
	v.defs = append(v.defs, `<`+tag+` id="`+id+`" gradientUnits="userSpaceOnUse"`...)
	v.defs = v.matrix(v.defs, "gradientTransform", s.M)
}

// extends returns whether the colours continue before and behind the gradient.
func (v *canvas) extends(d pdf.Dict) (ends [2]bool) {
	for i, o := range v.doc.Array(d.Raw("Extend")) {
		if i < len(ends) {
			ends[i] = v.doc.Bool(o, false)
		}
	}
	return ends
}

// stop is a colour at a place of a gradient, from 0 to 1.
type stop struct {
	at      float32
	r, g, b uint8
}

func reversed(stops []stop) []stop {
	out := make([]stop, len(stops))
	for i, s := range stops {
		s.at = 1 - s.at
		out[len(out)-1-i] = s
	}
	return out
}

// gradientSteps is the number of parts at which a gradient is sampled. Stops on the line between
// their neighbours are left out, so that most gradients have two or three.
const gradientSteps = 64

// stops returns samples of the function of the shading d.
func (v *canvas) stops(d, resources pdf.Dict) []stop {
	space, _ := imaging.ParseColorSpace(v.doc, d.Raw("ColorSpace"), resources)
	f, err := imaging.ParseFunction(v.doc, d.Raw("Function"))
	if err != nil || f.In != 1 {
		return nil
	}
	from, to := 0.0, 1.0
	if domain := v.doc.Numbers(d.Raw("Domain")); len(domain) >= 2 {
		from, to = domain[0], domain[1]
	}
	values := make([]float64, f.Out)
	in := make([]float64, 1)
	var out []stop
	for i := range gradientSteps + 1 {
		at := float64(i) / gradientSteps
		in[0] = from + at*(to-from)
		f.Eval(in, values)
		r, g, b := space.RGB(values)
		for len(out) >= 2 && between(out[len(out)-2], out[len(out)-1], stop{float32(at), r, g, b}) {
			out = out[:len(out)-1]
		}
		out = append(out, stop{float32(at), r, g, b})
	}
	return out
}

// between reports whether b is so close to the line from a to c that nobody sees a difference.
func between(a, b, c stop) bool {
	t := (b.at - a.at) / (c.at - a.at)
	for _, v := range [3][3]uint8{{a.r, b.r, c.r}, {a.g, b.g, c.g}, {a.b, b.b, c.b}} {
		x, y, z := float32(v[0]), float32(v[1]), float32(v[2])
		if abs(x+t*(z-x)-y) > sameShade {
			return false
		}
	}
	return true
}

// sameShade is the greatest invisible difference of a channel, of 255.
const sameShade = 1

// writeStops appends the stops and ends the gradient. Where the colours do not continue, nothing is painted.
func (v *canvas) writeStops(tag string, stops []stop, ends [2]bool) {
	v.defs = append(v.defs, '>')
	if !ends[0] {
		v.defs = append(v.stopAt(stops[0].at), ` stop-opacity="0"/>`...)
	}
	for _, s := range stops {
		v.defs = append(v.stopAt(s.at), ` stop-color="`...)
		v.defs = append(hex(v.defs, s.r, s.g, s.b), `"/>`...)
	}
	if !ends[1] {
		v.defs = append(v.defs, `<stop offset="1" stop-opacity="0"/>`...)
	}
	v.defs = append(v.defs, "</"+tag+">"...)
}

// stopAt appends the beginning of a stop. SVG 1.1, by which books are checked, requires the offset
// even if it is 0.
func (v *canvas) stopAt(at float32) []byte {
	v.defs = append(v.defs, `<stop offset="`...)
	v.defs = append(fine(v.defs, at), '"')
	return v.defs
}
