package svg

import (
	"context"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// LayerOptions say what of a page is not drawn, and where to put what cannot be written in the HTML.
type LayerOptions struct {
	// Prefix begins the ids of all definitions. It must differ between the pages of one HTML document.
	Prefix string

	// Shows reports whether HTML shows the glyph with that index. If Shows is nil, HTML shows none,
	// and all are drawn.
	Shows func(glyph int32) bool

	// Reader has the procedures of Type 3 glyphs. If it is nil, these are not drawn.
	Reader *content.Reader

	// File stores an image and returns its address. Images with the same key are the same. If File
	// is nil, images are in the layers.
	File func(key string, f *imaging.File) string

	// Raster draws a part of the page as an image, with its text or without. It is used for what
	// SVG cannot express, and for pages with more parts than a browser can show. If it is nil, such
	// pages show only their text.
	Raster func(ctx context.Context, box layout.Rect, text bool) (*imaging.File, error)

	// Fits reports whether there is room for layers of that many bytes. If there is not, the
	// graphics become one image. If Fits is nil, there always is room.
	Fits func(bytes int) bool

	_ struct{}
}

// PageLayers is what a page paints besides the text that HTML shows.
type PageLayers struct {
	// Layers are ordered from the lowest level to the highest, and within a level in paint order.
	Layers []Layer

	// Texts says for each run of the page what happens to the glyphs that HTML shows.
	Texts []TextPlace

	// Styled is set if LayerStyles are needed.
	Styled bool

	// Rastered is set if the graphics are one image below all text. Lost is set if that image could
	// not be made.
	Rastered, Lost bool
}

// Layer is an <svg> element with the size of the page. Layers have even levels, and text has odd
// ones. Higher levels cover lower ones. The element around the layers must isolate blending and
// have no background: the colours blend with those of the page and not with the white behind it, as
// in a transparency group (ISO 32000-2 clause 11.4.7).
type Layer struct {
	Level  int
	Blend  string // class of LayerStyles for the blend mode of the element; "": normal
	Markup []byte
}

// TextPlace is where the text of a run is.
type TextPlace struct {
	Level int // it is odd
	Show  TextShow
}

// TextShow says how HTML shows the text of a run.
type TextShow uint8

const (
	// Plain text is painted by HTML.
	Plain TextShow = iota
	// Transparent text takes its place but is not painted: it is drawn in a layer, lies under the
	// image of a scan, or is invisible.
	Transparent
	// Absent text is covered and must not be in the HTML at all.
	Absent
)

// Layers writes what c, a page of doc, paints as SVG layers. The text that HTML shows is between
// the layers. The error is that of ctx. Parts that cannot be read are left out.
func Layers(ctx context.Context, doc *pdf.Document, c *layout.Content, opts LayerOptions) (*PageLayers, error) {
	out := &PageLayers{}
	if !(c.Width > 0 && c.Height > 0) {
		return out, nil
	}
	w := &writer{ctx: ctx, doc: doc, exact: true, prefix: opts.Prefix, file: opts.File}
	if p := doc.Page(c.Page); p != nil && opts.Reader != nil {
		w.shapes = opts.Reader.Shapes(ctx, p)
	}
	plan := newPlanner(newCanvas(w, c, layout.Rect{X1: c.Width, Y1: c.Height}), opts.Shows)
	plan.run()
	out.Texts = plan.texts
	for _, part := range plan.parts {
		if m := w.layer(c, part, plan); len(m) > 0 {
			out.Layers = append(out.Layers, Layer{Level: part.level, Blend: blendMode(part.blend), Markup: m})
		}
	}
	out.Styled = w.isStyled
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if w.full || opts.Fits != nil && !opts.Fits(w.written) {
		return rasterLayers(ctx, c, opts, plan, w)
	}
	return out, nil
}

// layer writes one layer of the page.
func (w *writer) layer(c *layout.Content, part *layerPart, plan *planner) []byte {
	v := newCanvas(w, c, layout.Rect{X1: c.Width, Y1: c.Height})
	for _, i := range part.items {
		if !v.goesOn() {
			return nil
		}
		v.planned(c.Items[i], plan)
	}
	v.end()
	var m []byte
	if len(v.out) > 0 {
		m = v.inline()
	}
	w.written += len(m)
	w.defs, w.images = nil, nil
	return m
}

// planned writes one item. Of a run it writes what the plan says.
func (v *canvas) planned(it layout.Item, plan *planner) {
	if it.Kind == layout.KindRun {
		if it.Index < 0 || int(it.Index) >= len(plan.atomic) {
			return
		}
		v.shows = plan.shows
		if plan.atomic[it.Index] {
			v.shows = nil
		}
	}
	v.item(it)
}

// rasterLayers returns the page as one image. The text that is drawn is drawn over the image, or in
// it if there is too much text. Then the image shows all of the text.
func rasterLayers(ctx context.Context, c *layout.Content, opts LayerOptions, plan *planner, was *writer) (*PageLayers, error) {
	out := &PageLayers{Texts: plan.texts, Rastered: true}
	w := was.emptyCopy()
	v := newCanvas(w, c, layout.Rect{X1: c.Width, Y1: c.Height})
	out.Lost = !v.raster(opts.Raster, v.view, false)
	for _, part := range plan.parts {
		for _, i := range part.items {
			if it := c.Items[i]; it.Kind == layout.KindRun && v.goesOn() {
				v.planned(it, plan)
			}
		}
	}
	v.end()
	if w.full && ctx.Err() == nil {
		w = was.emptyCopy()
		v = newCanvas(w, c, v.view)
		out.Lost = !v.raster(opts.Raster, v.view, true)
		v.end()
		for i := range out.Texts {
			out.Texts[i].Show = max(out.Texts[i].Show, Transparent)
		}
	}
	for i := range out.Texts {
		out.Texts[i].Level = 1
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if len(v.out) > 0 {
		out.Layers = []Layer{{Markup: v.inline()}}
		out.Styled = w.isStyled
	}
	return out, nil
}

// emptyCopy returns a writer like w that has written nothing.
func (w *writer) emptyCopy() *writer {
	return &writer{ctx: w.ctx, doc: w.doc, exact: true, prefix: w.prefix, file: w.file, shapes: w.shapes, glyphs: w.glyphs}
}

// raster shows a part of the page as an image. ok is false when the image cannot be made.
func (v *canvas) raster(draw func(context.Context, layout.Rect, bool) (*imaging.File, error), box layout.Rect, text bool) (ok bool) {
	if draw == nil {
		return false
	}
	f, err := draw(v.ctx, box, text)
	if err != nil || f == nil {
		return false // as if there were no raster
	}
	ref := v.imageRef("", f)
	if ref != "" {
		v.picture(ref, layout.Matrix{A: box.Width(), D: -box.Height(), E: box.X0, F: box.Y1})
	}
	return ref != ""
}

// inline returns what v has written as a layer for HTML. Blend modes within it do not affect what is below.
func (v *canvas) inline() []byte {
	out := make([]byte, 0, headBytes+len(v.images)+len(v.defs)+len(v.out))
	class := "g"
	if v.blends {
		class += " " + isolated.class
		v.isStyled = true
	}
	out = append(out, `<svg class="`+class+`" aria-hidden="true"`...)
	return v.open(out, v.view, "", v.out)
}
