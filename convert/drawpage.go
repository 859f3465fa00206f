package convert

import (
	"context"
	"io"

	"github.com/pagelift/pagelift/internal/pipeline"
)

// PagePicture is the picture of a page.
type PagePicture struct {
	// Data is a file of the type MediaType: "image/png" or "image/jpeg".
	Data      []byte
	MediaType string
	// Width and Height are those of the page in points, in which the boxes of Options.Boxes count, too.
	Width, Height float64
}

// DrawPage draws a page of the PDF document in r; the first page is 1. It uses only Password, MaxPages, MaxBytes and
// CacheDir of opts. It returns the errors of Convert: InvalidOption for a page that does not exist, InvalidDocument for
// one that cannot be drawn.
func DrawPage(ctx context.Context, r io.Reader, page int, opts Options) (*PagePicture, error) {
	reading := Options{Password: opts.Password, MaxPages: opts.MaxPages, MaxBytes: opts.MaxBytes, CacheDir: opts.CacheDir, Workers: 1}
	cfg, err := reading.config()
	if err != nil {
		return nil, err
	}
	sheet, err := pipeline.DrawPage(ctx, r, page, cfg)
	if err != nil {
		return nil, publicError(err)
	}
	return &PagePicture{Data: sheet.Data, MediaType: sheet.MediaType, Width: sheet.Width, Height: sheet.Height}, nil
}
