// Package content interprets the content streams of a PDF page into the painted
// things of layout.Content, in one page space.
//
// It runs every operator of ISO 32000-2 Annex A, form XObjects, annotations'
// appearances, tiling cells and soft masks included, and keeps what is painted
// with the state that decides how it looks and whether it is seen. It draws
// nothing and orders nothing: that is for package layout and later stages.
//
// Content is hostile: a stream may be damaged anywhere, and every count and
// depth is bounded by package limits. Damage loses the part it concerns and
// leaves a warning.
package content

import (
	"context"
	"sync"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// Reader interprets the pages of one document. Fonts, colour spaces and what
// else pages share are read once. It is safe for concurrent use.
type Reader struct {
	doc     *pdf.Document
	loader  *font.Loader
	fonts   fontTable
	forms   formCache
	spaces  spaceCache
	frames  frameCache
	workers sync.Pool // of *interp

	readings readings
	plain    bool // fonts are taken as the document has them, without readings
}

// Image is the Handle of a layout.Image.
type Image struct {
	// Stream holds the samples. An inline image's was made in memory, with the
	// abbreviations of its dictionary (clause 8.9.7) spelled out.
	Stream *pdf.Stream
	// Resources is where the colour spaces of an inline image are looked up.
	Resources pdf.Dict
}

// Shading is the Handle of a layout.Shading.
type Shading struct {
	// Object is the shading dictionary or stream.
	Object pdf.Object
	// Resources is where its colour space is looked up.
	Resources pdf.Dict
}

// NewReader is a Reader of doc.
func NewReader(doc *pdf.Document) *Reader {
	return &Reader{doc: doc, loader: font.NewLoader(doc)}
}

// Page interprets p into c, whose storage it reuses. It returns the context's
// error when ctx ends first, and no other: damage is in c.Warnings.
func (r *Reader) Page(ctx context.Context, p *pdf.Page, c *layout.Content) error {
	reset(c)
	var base matrix
	base, c.Width, c.Height = baseMatrix(p)
	c.Page, c.Label = p.Number, r.doc.PageLabel(p.Number)

	b := &budget{ctx: ctx, page: p.Number}
	in := r.worker(c, b, base)
	defer r.release(in)

	in.buffer = r.doc.Content(ctx, in.buffer[:0], p)
	if b.over() {
		return b.err
	}
	in.stream(in.buffer, in.scopeOf(p.Resources))
	in.annotations(p)
	in.finish()
	in.judgeRuns()
	c.Warnings = b.warnings(c.Warnings)
	return b.err
}

// reset empties c and keeps its storage.
func reset(c *layout.Content) {
	clear(c.Strings)
	clear(c.Fonts)
	clear(c.Images)
	clear(c.Shadings)
	clear(c.Patterns)
	clear(c.Masks)
	clear(c.Paints)
	clear(c.Marks)
	clear(c.Links)
	clear(c.Fields)
	*c = layout.Content{
		Items: c.Items[:0], Runs: c.Runs[:0], Glyphs: c.Glyphs[:0], Strings: c.Strings[:0], Fonts: c.Fonts[:0],
		Paths: c.Paths[:0], Segments: c.Segments[:0], Images: c.Images[:0], Shadings: c.Shadings[:0],
		Patterns: c.Patterns[:0], Groups: c.Groups[:0], Masks: c.Masks[:0], Clips: c.Clips[:0],
		Paints: c.Paints[:0], Marks: c.Marks[:0], Links: c.Links[:0], Fields: c.Fields[:0],
		Warnings: c.Warnings[:0],
	}
}
