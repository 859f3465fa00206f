package svg

import (
	"encoding/base64"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

const (
	// imagePart is the least share of an image that is shown: of a picture behind the
	// whole page a figure would carry all.
	imagePart = 0.25
	// coarse is how many points a sample covers from which on its edges are seen.
	coarse = 2
)

// addImage writes the image m. Each file is there once, however often it is placed.
func (v *canvas) addImage(m *layout.Image) {
	paint := v.paint(m.Paint)
	seen, ok := v.seen(m.Box, m.Clip)
	switch part := imagePart * m.Box.Width() * m.Box.Height(); {
	case !ok, m.Flags&layout.Unseen != 0, !(paint.FillAlpha > 0), singular(m.M), v.throughText(m.Clip):
		return
	case seen.Width()*seen.Height() < part && v.view.Width()*v.view.Height() < part:
		return
	}
	id := v.imageID(m, paint.Fill)
	if id == "" {
		return
	}
	v.flush()
	v.enter(v.effectOf(paint, m.Clip, v.inView(m.Box)))
	v.element(`<use href="#`+id+`"`, "")
	if paint.FillAlpha < 1 {
		v.out = attribute(v.out, "opacity", paint.FillAlpha)
	}
	if !m.Interpolate && coarse*float32(m.Width) < m.Box.Width() && coarse*float32(m.Height) < m.Box.Height() {
		v.out = append(v.out, ` style="image-rendering:pixelated"`...)
	}
	// The unit square of SVG has its first row on top, that of PDF at the bottom.
	v.out = v.matrix(v.out, "transform", layout.Matrix{A: m.M.A, B: m.M.B, C: -m.M.C, D: -m.M.D, E: m.M.E + m.M.C, F: m.M.F + m.M.D})
	v.out = append(v.out, "/>"...)
}

// imageID is the name of the file of m; "" when it cannot be had, or there would be
// too many bytes of images.
func (w *writer) imageID(m *layout.Image, fill layout.Color) string {
	h, ok := m.Handle.(*content.Image)
	if !ok || w.doc == nil || h.Stream == nil {
		return ""
	}
	source := imaging.Source{Doc: w.doc, Stream: h.Stream, Resources: h.Resources, Fill: [3]uint8{fill.R, fill.G, fill.B}}
	key := source.Key()
	if id, ok := w.imageIDs[key]; ok {
		return id
	}
	if w.imageIDs == nil {
		w.imageIDs = map[string]string{}
	}
	w.imageIDs[key] = ""
	if f, _ := source.Encode(w.ctx); f != nil && len(w.images)+base64.StdEncoding.EncodedLen(len(f.Data)) <= limits.SVGImageBytes {
		w.imageIDs[key] = w.id()
		w.writeImage(w.imageIDs[key], f)
	}
	return w.imageIDs[key]
}

// writeImage defines an image that fills the unit square.
func (w *writer) writeImage(id string, f *imaging.File) {
	w.images = append(w.images, `<image id="`+id+`" width="1" height="1" preserveAspectRatio="none" href="data:`+f.MediaType+`;base64,`...)
	w.images = base64.StdEncoding.AppendEncode(w.images, f.Data)
	w.images = append(w.images, `"/>`...)
}
