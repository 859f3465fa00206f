package svg

import (
	"encoding/base64"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

const (
	// imagePart is the least visible share of an image that is written. A figure on top of a
	// picture as large as the page would otherwise have the whole picture.
	imagePart = 0.25
	// coarse is the number of points of a sample from which its edges are visible.
	coarse = 2
)

// addImage writes the image m. A file is stored once, however often it is placed.
func (v *canvas) addImage(m *layout.Image) {
	paint := v.paint(m.Paint)
	seen, ok := v.visiblePart(m.Box, m.Clip)
	switch part := imagePart * m.Box.Width() * m.Box.Height(); {
	case !ok, m.Flags&layout.Unseen != 0, !(paint.FillAlpha > 0), singular(m.M), v.throughText(m.Clip):
		return
	case !v.exact && seen.Width()*seen.Height() < part && v.view.Width()*v.view.Height() < part:
		return
	}
	if m.Stencil && v.tint == nil {
		if fill := v.patternID(paint.Fill); fill != "" {
			v.addStencil(m, paint, fill, seen)
			return
		}
	}
	fill := paint.Fill
	if v.tint != nil {
		fill = *v.tint
	}
	ref := v.imageOf(m, fill)
	if ref.image == "" {
		return
	}
	v.hold(v.effectOf(paint, m.Clip, v.inView(m.Box)), seen, func() {
		v.openImage(ref.image)
		v.out = reference(v.out, "mask", ref.mask)
		if paint.FillAlpha < 1 {
			v.out = attribute(v.out, "opacity", paint.FillAlpha)
		}
		v.out = v.addRule(v.out, rendering(m))
		v.placeImage(m.M)
	})
	switch {
	case ref.opaque && isUpright(m.M) && paint.FillAlpha >= 1:
		v.covers(nil, seen)
	case !ref.opaque && ref.needsPaper:
		v.marks(layout.Color{}, 1, paint, seen)
	}
}

// isUpright reports whether m maps the unit square to an upright rectangle.
func isUpright(m layout.Matrix) bool { return m.B == 0 && m.C == 0 || m.A == 0 && m.D == 0 }

// rendering returns the rule that keeps the edges of samples if they are visible.
func rendering(m *layout.Image) rule {
	if !m.Interpolate && coarse*float32(m.Width) < m.Box.Width() && coarse*float32(m.Height) < m.Box.Height() {
		return pixelated
	}
	return rule{}
}

// addStencil paints a pattern through the stencil m.
func (v *canvas) addStencil(m *layout.Image, paint *layout.Paint, fill string, seen layout.Rect) {
	ref := v.imageOf(m, white)
	if ref.image == "" {
		return
	}
	id := v.id()
	v.defs = append(v.defs, `<mask id="`+id+`" maskUnits="userSpaceOnUse" x="0" y="0"`...)
	v.defs = v.sizeOfView(v.defs)
	v.defs = v.addRule(imageTag(append(v.defs, '>'), ref.image), rendering(m))
	v.defs = append(v.matrix(v.defs, "transform", flipped(m.M)), `/></mask>`...)
	v.node(len(v.out))
	v.marks(paint.Fill, paint.FillAlpha, paint, seen)
	v.hold(v.effectOf(paint, m.Clip, v.inView(m.Box)), seen, func() {
		style := reference(reference(nil, "fill", fill), "mask", id)
		if paint.FillAlpha < 1 {
			style = attribute(style, "fill-opacity", paint.FillAlpha)
		}
		v.rectangle(seen, string(style))
	})
}

// white is the brightness of a mask where it changes nothing.
var white = layout.Color{R: 255, G: 255, B: 255}

// picture shows an image in the unit square of m.
func (v *canvas) picture(ref string, m layout.Matrix) {
	v.hold(noEffect, v.view, func() {
		v.openImage(ref)
		v.placeImage(m)
	})
}

// openImage begins the element that shows an image. The image is a definition or a file.
func (v *canvas) openImage(ref string) {
	v.element("", "")
	v.out = imageTag(v.out, ref)
}

// imageTag appends the beginning of the element that shows an image in the unit square.
func imageTag(out []byte, ref string) []byte {
	if ref[0] == '#' {
		return append(out, `<use href="`+ref+`"`...)
	}
	out = append(out, `<image width="1" height="1" preserveAspectRatio="none" href="`...)
	return append(escape(out, ref), '"')
}

// placeImage ends that element.
func (v *canvas) placeImage(m layout.Matrix) {
	v.out = append(v.matrix(v.out, "transform", flipped(m)), "/>"...)
}

// flipped returns m for the unit square of SVG, which has its first row on top. PDF has it at the bottom.
func flipped(m layout.Matrix) layout.Matrix {
	return layout.Matrix{A: m.A, B: m.B, C: -m.C, D: -m.D, E: m.E + m.C, F: m.F + m.D}
}

// imagePlace is where an image is found: see imageRef. mask is the name of its mask, or "" when it has none.
type imagePlace struct {
	image, mask string
	opaque      bool // the whole square is painted
	needsPaper  bool // it is too dark for a dark ground
}

// imageOf returns the place of m. It is empty if the image cannot be read, or if there would be too
// many bytes of images.
func (w *writer) imageOf(m *layout.Image, fill layout.Color) imagePlace {
	h, ok := m.Handle.(*content.Image)
	if !ok || w.doc == nil || h.Stream == nil {
		return imagePlace{}
	}
	source := imaging.Source{Doc: w.doc, Stream: h.Stream, Resources: h.Resources, Fill: [3]uint8{fill.R, fill.G, fill.B}}
	key := source.Key()
	at, ok := w.imagePlaces[key]
	if !ok {
		at = w.placeOf(&source, key)
		if w.imagePlaces == nil {
			w.imagePlaces = map[string]imagePlace{}
		}
		w.imagePlaces[key] = at
	}
	return at
}

// placeOf writes the files of an image.
func (w *writer) placeOf(source *imaging.Source, key string) (at imagePlace) {
	colors, opacity := source.Photo(w.ctx)
	if colors == nil {
		colors, _ = source.Encode(w.ctx)
	}
	if colors == nil {
		return at
	}
	at.opaque, at.needsPaper = colors.Opaque && opacity == nil, colors.NeedsPaper || opacity != nil
	if at.image = w.imageRef(key, colors); at.image == "" || opacity == nil {
		return at
	}
	mask := w.imageRef(key+"-mask", opacity)
	if mask == "" {
		return imagePlace{}
	}
	at.mask = w.id()
	w.images = append(w.images, `<mask id="`+at.mask+`" maskUnits="userSpaceOnUse" x="0" y="0" width="1" height="1">`...)
	w.images = append(imageTag(w.images, mask), `/></mask>`...)
	return at
}

// imageRef stores f and returns a reference to it: the address of a file if there are files,
// otherwise a definition as "#id". It returns "" when there is no room.
func (w *writer) imageRef(key string, f *imaging.File) string {
	if w.file != nil {
		return w.file(key, f)
	}
	if len(w.images)+base64.StdEncoding.EncodedLen(len(f.Data)) > limits.SVGImageBytes {
		return ""
	}
	id := w.id()
	w.writeImage(id, f)
	return "#" + id
}

// writeImage defines an image that fills the unit square.
func (w *writer) writeImage(id string, f *imaging.File) {
	w.images = append(w.images, `<image id="`+id+`" width="1" height="1" preserveAspectRatio="none" href="data:`+f.MediaType+`;base64,`...)
	w.images = base64.StdEncoding.AppendEncode(w.images, f.Data)
	w.images = append(w.images, `"/>`...)
}
