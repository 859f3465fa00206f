package svg

import (
	"context"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// LayerOptions say what of a page is not drawn, and where what cannot be written inside
// the HTML goes.
type LayerOptions struct {
	// Prefix begins the ids of all that is defined. It must differ from page to page of
	// one HTML document.
	Prefix string

	// Shows reports whether HTML shows the glyph with that index; nil: none, all are drawn.
	Shows func(glyph int32) bool

	// Reader has the procedures of Type 3 glyphs; nil: these are not drawn.
	Reader *content.Reader

	// File keeps an image and returns its address. Images with the same key are the same.
	// nil: images are inside the layers.
	File func(key string, f *imaging.File) string

	// Raster draws a part of the page as an image, with its text or without, for what SVG
	// cannot say, and pages with more parts than a browser can show. nil: of those pages
	// nothing but text is seen.
	Raster func(ctx context.Context, box layout.Rect, text bool) (*imaging.File, error)

	// Fits reports whether there is room for layers of so many bytes; without, the graphics
	// are one image. nil: there always is.
	Fits func(bytes int) bool

	_ struct{}
}

// PageLayers is what a page paints besides the text that HTML shows.
type PageLayers struct {
	// Layers are from the lowest level to the highest, and in paint order within one.
	Layers []Layer

	// Texts says for each run of the page what becomes of its glyphs that HTML shows.
	Texts []TextPlace

	// Styled: LayerStyles are needed.
	Styled bool

	// Rastered: the graphics are one image, below all text. Lost: it could not be had.
	Rastered, Lost bool
}

// Layer is an <svg> element of the size of the page. Layers have even levels, text has
// odd ones; higher covers lower. What holds them must isolate blending and have no
// background: colours are blended with those of the page, not with the white behind it,
// as if it were a transparency group (ISO 32000-2 clause 11.4.7).
type Layer struct {
	Level  int
	Blend  string // class of LayerStyles for the blend mode of the element; "" is normal
	Markup []byte
}

// TextPlace is where the text of a run stands.
type TextPlace struct {
	Level int // odd
	Show  TextShow
}

// TextShow says how HTML shows the text of a run.
type TextShow uint8

const (
	// Plain text is painted by HTML.
	Plain TextShow = iota
	// Transparent text takes its place but is not painted: it is drawn in a layer, lies
	// under the image of a scan, or is seen by nobody.
	Transparent
	// Absent text is painted over and must not be in the HTML at all.
	Absent
)

// Layers writes what c, a page of doc, paints as SVG layers between which the text stands
// that HTML shows. Its error is that of ctx; parts that cannot be had are left out.
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

// planned writes one thing, of a run what the plan says.
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

// rasterLayers returns the page as one image. What text is drawn is drawn over it, or with it
// where that is too much; then all of it is seen in the image.
func rasterLayers(ctx context.Context, c *layout.Content, opts LayerOptions, plan *planner, was *writer) (*PageLayers, error) {
	out := &PageLayers{Texts: plan.texts, Rastered: true}
	w := was.again()
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
		w = was.again()
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

// again returns a writer like w that has written nothing.
func (w *writer) again() *writer {
	return &writer{ctx: w.ctx, doc: w.doc, exact: true, prefix: w.prefix, file: w.file, shapes: w.shapes, glyphs: w.glyphs}
}

// raster shows a part of the page as an image; ok is false when it cannot be had.
func (v *canvas) raster(draw func(context.Context, layout.Rect, bool) (*imaging.File, error), box layout.Rect, text bool) (ok bool) {
	if draw == nil {
		return false
	}
	f, err := draw(v.ctx, box, text)
	if err != nil || f == nil {
		return false // as without
	}
	ref := v.imageRef("", f)
	if ref != "" {
		v.picture(ref, layout.Matrix{A: box.Width(), D: -box.Height(), E: box.X0, F: box.Y1})
	}
	return ref != ""
}

// inline returns what v has written as a layer for HTML. Blend modes in it do not reach what is
// below.
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
