package pipeline

import (
	"context"
	"errors"

	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/layout"
)

// draw writes the drawings among the figures of page as SVG, as long as the content
// that they are made of is at hand.
func (r *pageReader) draw(ctx context.Context, c *layout.Content, page *layout.Page) {
	for i := range page.Figures {
		f := &page.Figures[i]
		if !f.Vector {
			continue
		}
		var err error
		if f.Graphic, err = svg.Figure(ctx, r.doc, c, f.Box); errors.Is(err, svg.ErrTooLarge) && !f.Weak {
			r.warn.add(layout.Warning{Code: "drawing_too_large", Page: page.Number, Detail: "a drawing has too many parts to be shown as one picture"})
		}
	}
}
