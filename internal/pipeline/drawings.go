package pipeline

import (
	"context"
	"errors"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/layout"
)

// drawnScale is how many pixels a point has in a drawing that is shown as pixels: two for each pixel of CSS, for
// screens with twice as many.
const drawnScale = 2 * 4.0 / 3

// draw writes the drawings among the figures of page as SVG. It runs while the content that they are made of is in
// memory. Drawings that would be too large as SVG become pixels.
func (r *pageReader) draw(ctx context.Context, c *layout.Content, page *layout.Page) {
	for i := range page.Figures {
		f := &page.Figures[i]
		if !f.Vector {
			continue
		}
		var err error
		if f.Graphic, err = svg.Figure(ctx, r.doc, c, f.Box); !errors.Is(err, svg.ErrTooLarge) || f.Weak {
			continue
		}
		if f.Graphic, err = r.pixels(ctx, page, f.Box); err != nil && ctx.Err() == nil {
			r.warn.add(layout.Warning{Code: "drawing_too_large", Page: page.Number, Detail: "a drawing has too many parts to be shown: " + err.Error()})
		}
	}
}

// pixels draws a part of a page as pixels.
func (r *pageReader) pixels(ctx context.Context, page *layout.Page, box layout.Rect) (*layout.Graphic, error) {
	box = box.Intersect(layout.Rect{X1: page.Width, Y1: page.Height})
	file, err := r.drawn(ctx, raster.Drawing{Page: page.Number, Box: box, Width: page.Width, Height: page.Height})
	if err != nil {
		return nil, err
	}
	return &layout.Graphic{MediaType: file.MediaType, Data: file.Data, Width: box.Width(), Height: box.Height()}, nil
}

// drawn returns a drawing at drawnScale as a file.
func (r *pageReader) drawn(ctx context.Context, d raster.Drawing) (*imaging.File, error) {
	d.Scale = drawnScale
	img, err := r.drawings.Draw(ctx, d)
	if err != nil {
		return nil, err
	}
	return imaging.PNG(img)
}
