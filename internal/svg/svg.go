// Package svg writes a part of a page as an SVG document: charts, diagrams and
// other drawings, with their text as text.
//
// What lies in the part is written in paint order: paths (those of one look as one
// element where that looks the same), strokes, clips, opacity, blend modes, groups,
// soft masks, gradients, tiling patterns, images, and the runs of text at the width
// that they have on the page. The fonts of the document are not there: a picture
// that a page shows can use none, so each run names a generic family. Glyphs that
// nobody knows the text of are paths.
//
// The output holds no scripts, no foreign elements and no reference to anything
// outside of it, and the same page gives the same bytes. Every text is escaped.
// What would be too large a picture for a browser is refused with ErrTooLarge.
//
// Layers writes a whole page that is to look as printed: its graphics as inline SVG
// below, between and above the text that HTML shows, and as outlines the text that it
// does not.
//
// Clean makes of an SVG document from elsewhere one of which the same can be said.
package svg

import (
	"context"
	"errors"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// MediaType is that of what Figure writes.
const MediaType = "image/svg+xml"

// ErrTooLarge is the error of a figure with more elements or bytes than
// limits.SVGNodes and limits.SVGBytes: it is better shown as pixels.
var ErrTooLarge = errors.New("svg: drawing is too large")

// errEmpty is the error of a figure with nothing in it, or of no size.
var errEmpty = errors.New("svg: nothing to draw")

// cssPixels is how many CSS pixels a point is.
const cssPixels = 4.0 / 3

// Figure writes what c paints within box, which is in page space, as if it were cut
// out of the page. doc is the document that the handles of c lead back to. Its
// errors are ErrTooLarge, that of ctx, and one for a box in which nothing is drawn;
// parts of the drawing that cannot be had are left out. It keeps nothing of c.
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
