// Package svg writes a part of a page as an SVG document: charts, diagrams and other drawings, with
// their text as text.
//
// It writes the content of the part in paint order: paths, strokes, clips, opacity, blend modes,
// groups, soft masks, gradients, tiling patterns, images, and the runs of text at the width that
// they have on the page. Paths with one look become one element if that does not change the
// picture. The fonts of the document are not there, since a picture in a page cannot use fonts, so
// each run names a generic family. Glyphs without a known text are paths.
//
// The output has no scripts, no foreign elements and no references to anything outside of it. The
// same page gives the same bytes. All text is escaped. A picture that is too large for a browser is
// refused with ErrTooLarge.
//
// Layers writes a whole page that must look as printed. Its graphics become inline SVG below,
// between and above the text that HTML shows. The text that HTML does not show becomes outlines.
//
// Clean makes an SVG document from elsewhere equally safe.
package svg

import (
	"context"
	"errors"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// MediaType is the media type of the output of Figure.
const MediaType = "image/svg+xml"

// ErrTooLarge means that a figure has more elements or bytes than limits.SVGNodes and
// limits.SVGBytes. It is better shown as pixels.
var ErrTooLarge = errors.New("svg: drawing is too large")

// errEmpty means that a figure has no content or no size.
var errEmpty = errors.New("svg: nothing to draw")

// cssPixels is the number of CSS pixels in a point.
const cssPixels = 4.0 / 3

// Figure writes what c paints within box, as if box were cut out of the page. box is in page space. doc
// is the document of the handles in c. Errors are ErrTooLarge, that of ctx, and one for a box in which
// nothing is drawn. Parts of the drawing that cannot be read are left out. Figure keeps nothing of c.
func Figure(ctx context.Context, doc *pdf.Document, c *layout.Content, box layout.Rect) (*layout.Graphic, error) {
	box = box.Intersect(layout.Rect{X1: c.Width, Y1: c.Height})
	if !(box.Width() > 0 && box.Height() > 0) {
		return nil, errEmpty
	}
	w := &writer{ctx: ctx, doc: doc}
	v := newCanvas(w, c, box)
	v.ground = &ground{}
	v.items()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case w.full:
		return nil, ErrTooLarge
	case len(v.out) == 0:
		return nil, errEmpty
	}
	paper := v.ground.needsPaper
	return &layout.Graphic{MediaType: MediaType, Data: w.document(box, v.out, paper), Width: box.Width(), Height: box.Height(), NeedsPaper: paper}, nil
}
