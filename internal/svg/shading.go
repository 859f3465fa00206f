package svg

import (
	"image/color"
	"math"
	"slices"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/shading"
	"github.com/pagelift/pagelift/layout"
)

// shadingScale is the number of pixels per point of a shading that is shown as pixels: that of CSS,
// since the colours of a shading change gradually.
const shadingScale = float64(cssPixels)

// smallShading is the number of pixels from which a shading is written as a photograph if it fills
// its whole box. A photograph has a tenth of the bytes.
const smallShading = 1 << 12

// edgeScale is how many times as many pixels per point a shading with sharp edges has.
const edgeScale = 2

// writeShading defines shading i, for which SVG has no gradient, as a pattern of one tile that
// shows an image. Like viewers, it paints nothing if the shading cannot be read.
func (v *canvas) writeShading(id string, i int32, h *content.Shading) bool {
	var image string
	var box layout.Rect
	mesh, err := shading.Parse(v.ctx, v.doc, h.Object, h.Resources)
	if err != nil {
		mesh = &shading.Shading{} // it paints nothing
	} else {
		m, scale := v.c.Shadings[i].M, shadingScale
		if v.c.Shadings[i].Type == radial {
			scale *= edgeScale
		}
		if box = v.inView(coveredBy(mesh, m)).Intersect(v.c.Shadings[i].Box); box.Width() > 0 && box.Height() > 0 {
			image = v.shadingImage(mesh, m, box, scale)
		}
	}
	back := mesh.Background
	if !v.isPattern(i) {
		back = nil
	}
	v.writeSheet(id, back, func() {
		if image == "" {
			return
		}
		v.defs = append(imageTag(v.defs, image), ` transform="matrix(`...)
		for _, f := range [6]float32{box.Width(), 0, 0, box.Height(), box.X0 - v.view.X0, box.Y0 - v.view.Y0} {
			v.defs = append(number(v.defs, f), ' ')
		}
		v.defs = append(v.defs[:len(v.defs)-1], `)"/>`...)
	})
	return true
}

// writeSheet defines a pattern of one tile, which is the view. The tile has the ground, if there is
// one, and what paint writes, from the corner of the view on.
func (v *canvas) writeSheet(id string, ground *color.NRGBA, paint func()) {
	v.defs = append(v.defs, `<pattern id="`+id+`" patternUnits="userSpaceOnUse"`...)
	v.defs = attribute(v.defs, "width", v.view.Width())
	v.defs = attribute(v.defs, "height", v.view.Height())
	corner := layout.Point{X: v.view.X0, Y: v.view.Y0}
	v.defs = v.matrix(v.defs, "patternTransform", layout.Matrix{A: 1, D: 1, E: corner.X, F: corner.Y})
	v.defs = append(v.defs, '>')
	if ground != nil {
		v.defs = append(v.defs, `<path fill="`...)
		v.defs = append(hex(v.defs, ground.R, ground.G, ground.B), `" d="`...)
		var d pen
		d.rectangle(v.view, corner)
		v.defs = append(append(v.defs, d.out...), `"/>`...)
	}
	paint()
	v.defs = append(v.defs, "</pattern>"...)
	v.node(len(v.out))
}

// isPattern reports whether shading i is a pattern and not painted by the operator sh.
func (v *canvas) isPattern(i int32) bool {
	return slices.ContainsFunc(v.c.Patterns, func(p layout.Pattern) bool { return !p.Tiling && p.Shading == i })
}

// coveredBy returns the part of the page that a shading covers.
func coveredBy(s *shading.Shading, m layout.Matrix) layout.Rect {
	lo, hi := s.Bounds()
	box := layout.Rect{X0: farAway, Y0: farAway, X1: -farAway, Y1: -farAway}
	for _, p := range [4]shading.Point{lo, hi, {X: lo.X, Y: hi.Y}, {X: hi.X, Y: lo.Y}} {
		at := m.Apply(layout.Point{X: float32(p.X), Y: float32(p.Y)})
		box.X0, box.Y0, box.X1, box.Y1 = min(box.X0, at.X), min(box.Y0, at.Y), max(box.X1, at.X), max(box.Y1, at.Y)
	}
	return box
}

// shadingImage defines an image of the part of a shading in box, and returns its name, or "" when
// the image cannot be made.
func (v *canvas) shadingImage(s *shading.Shading, m layout.Matrix, box layout.Rect, scale float64) string {
	scale = min(scale, math.Sqrt(limits.ShadingPixels/(float64(box.Width())*float64(box.Height()))))
	width := max(int(float64(box.Width())*scale), 1)
	height := max(min(int(math.Ceil(float64(box.Height())*scale)), limits.ShadingPixels/width), 1)
	sx, sy := float64(width)/float64(box.Width()), float64(height)/float64(box.Height())
	to := shading.Matrix{
		float64(m.A) * sx, float64(m.B) * sy, float64(m.C) * sx, float64(m.D) * sy,
		float64(m.E-box.X0) * sx, float64(m.F-box.Y0) * sy,
	}
	img, err := s.Draw(v.ctx, to, width, height)
	if err != nil {
		return ""
	}
	encode := imaging.PNG
	if img.Opaque() && width*height > smallShading {
		encode = imaging.JPEG
	}
	file, err := encode(img)
	if err != nil {
		return ""
	}
	return v.imageRef("", file)
}
