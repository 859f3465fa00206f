// Package content interprets the content streams of a PDF page. It turns them into the painted things of
// layout.Content, in one page space.
//
// It runs every operator of ISO 32000-2 Annex A, also in form XObjects, appearances of annotations, tiling cells
// and soft masks. It keeps what is painted, with the state that decides how it looks and whether it is visible. It
// draws nothing and sorts nothing: package layout and later stages do that.
//
// Content is hostile: a stream may be damaged anywhere. Package limits bounds every count and depth. Damage loses
// the part that is damaged, and leaves a warning.
package content

import (
	"context"
	"image"
	"sync"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// Reader interprets the pages of one document. It reads fonts, colour spaces and whatever else pages share only
// once. It is safe for concurrent use.
type Reader struct {
	doc     *pdf.Document
	loader  *font.Loader
	fonts   fontTable
	forms   formCache
	spaces  spaceCache
	frames  frameCache
	workers sync.Pool // of *interp

	readings readings
	plain    bool // fonts are as the document has them, without readings
}

// Image is the Handle of a layout.Image.
type Image struct {
	// Stream holds the samples. That of an inline image is made in memory, with the abbreviations of its
	// dictionary (clause 8.9.7) spelled out.
	Stream *pdf.Stream
	// Resources has the colour spaces that an inline image names.
	Resources pdf.Dict
	// Pixels is what the image shows, if it was decoded to judge the text under it; see ForgetPixels. nil: it was not.
	Pixels image.Image
}

// ForgetPixels lets go of the pixels of all images of a page: a page of a scan has some hundred megabytes of them.
func ForgetPixels(c *layout.Content) {
	for i := range c.Images {
		if h, ok := c.Images[i].Handle.(*Image); ok {
			h.Pixels = nil
		}
	}
}

// Shading is the Handle of a layout.Shading.
type Shading struct {
	// Object is the shading dictionary or stream.
	Object pdf.Object
	// Resources has the colour space that the shading names.
	Resources pdf.Dict
}

// NewReader returns a Reader for doc.
func NewReader(doc *pdf.Document) *Reader {
	return &Reader{doc: doc, loader: font.NewLoader(doc)}
}

// Page interprets p into c, and reuses the storage of c. Its only error is that of ctx, when ctx ends first.
// Damage is in c.Warnings.
func (r *Reader) Page(ctx context.Context, p *pdf.Page, c *layout.Content) error {
	reset(c)
	var base matrix
	base, c.Width, c.Height = baseMatrix(p)
	c.Page, c.Label = p.Number, r.doc.PageLabel(p.Number)

	b := &budget{ctx: ctx, page: p.Number}
	in := r.worker(c, b, base)
	defer r.release(in)

	in.buffer = r.doc.Content(ctx, in.buffer[:0], p)
	if b.ended() {
		return b.err
	}
	in.stream(in.buffer, in.scopeOf(p.Resources))
	in.annotations(p)
	in.finish()
	in.judgeRuns()
	c.Warnings = b.warnings(c.Warnings)
	return b.err
}

// reset empties c but keeps its storage.
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
