package pipeline

import (
	"context"
	"fmt"
	"time"

	"github.com/pagelift/pagelift/internal/facsimile"
	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// facsimiles gathers what shows the pages with their original looks.
type facsimiles struct {
	facsimile.Book
	layers   rations
	images   images
	patience time.Duration // see bounds
}

// bounds are how many bytes the layers of all pages of a facsimile may take, and the images in them, and how long the
// drawing of one page.
type bounds struct {
	layers, images int
	drawing        time.Duration
}

var documentBounds = bounds{layers: limits.DocumentLayerBytes, images: limits.AssetBytes, drawing: pictureTime}

// pageLayerBytes is the most that the layers of one page take. Once they have limits.LayerBytes, nothing more is
// begun.
const pageLayerBytes = 2 * limits.LayerBytes

func newFacsimiles(b bounds) *facsimiles {
	return &facsimiles{layers: rations{size: b.layers, most: min(pageLayerBytes, b.layers)}, images: images{most: b.images}, patience: b.drawing}
}

// pictureTime is how long it may take to draw a page as a picture. The page with the densest map measured takes 2
// s. A page that takes longer is not shown.
const pictureTime = 30 * time.Second

// keep keeps what shows a page with its original looks. The page is the i-th of those that are converted.
func (r *pageReader) keep(ctx context.Context, i int, c *layout.Content) error {
	shows := facsimile.Shows(c)
	made, err := svg.Layers(ctx, r.doc, c, svg.LayerOptions{
		Prefix: fmt.Sprintf("p%d", c.Page),
		Shows:  func(glyph int32) bool { return shows[glyph] },
		Reader: r.content,
		File:   func(key string, f *imaging.File) string { return r.book.images.add(c.Page, key, f) },
		Raster: func(ctx context.Context, box layout.Rect, text bool) (*imaging.File, error) {
			ctx, cancel := context.WithTimeout(ctx, r.book.patience)
			defer cancel()
			return r.drawn(ctx, raster.Drawing{Page: c.Page, Box: box, Width: c.Width, Height: c.Height, NoText: !text})
		},
		Fits: func(bytes int) bool { return r.book.layers.reserve(ctx, i, bytes) },
	})
	if err != nil {
		return err
	}
	switch {
	case made.Lost:
		r.warn.add(layout.Warning{Code: "drawing_too_large", Page: c.Page, Detail: "the graphics of the page have too many parts, or take too long to be drawn, and are left out"})
	case made.Rastered:
		r.warn.add(layout.Warning{Code: "page_rastered", Page: c.Page, Detail: "the graphics of the page have too many parts, and are shown as an image"})
	}
	r.book.Add(facsimile.Read(c, made))
	return nil
}

// compose places the text of tree on its pages. It returns the facsimile and the files that it shows.
func compose(ctx context.Context, book *facsimiles, tree *semantic.Document, cfg *Config, warn *warnings) (*facsimile.Facsimile, []Asset, error) {
	for page, names := range book.images.missing() {
		book.OmitImages(page, names)
		warn.add(layout.Warning{Code: "image_unsupported", Page: page, Detail: "the images of the document take more than its files may"})
	}
	pages, err := book.Compose(ctx, tree, cfg.Workers)
	if err != nil {
		return nil, nil, err
	}
	var files []Asset
	for _, font := range pages.Fonts {
		files = append(files, Asset{Name: font.Name, MediaType: facsimile.FontMediaType, Data: font.Data})
	}
	return pages, append(files, book.images.list()...), nil
}
