package pipeline

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/source"
)

// sheetScale is the number of pixels for a point of a page that is shown beside questions about it. A page of A4 is then
// as wide as half of a large window.
const sheetScale = 1.5

// Sheet is the picture of a page.
type Sheet struct {
	Data          []byte
	MediaType     string
	Width, Height float64 // in points
}

// DrawPage draws a page of the PDF document that r holds. Its errors are those of Run.
func DrawPage(ctx context.Context, r io.Reader, page int, cfg Config) (*Sheet, error) {
	return guarded(ctx, "page picture", func() (*Sheet, error) { return drawSheet(ctx, r, page, &cfg) })
}

func drawSheet(ctx context.Context, r io.Reader, number int, cfg *Config) (*Sheet, error) {
	file, err := source.Open(ctx, r, cfg.MaxBytes)
	if err != nil {
		return nil, openFailure(err, ReadFailed)
	}
	defer file.Close()
	doc, err := openDocument(ctx, file, cfg, nil)
	if err != nil {
		return nil, err
	}
	page := doc.Page(number)
	if page == nil {
		return nil, &Failure{Kind: BadRange, Detail: fmt.Sprintf("page %d of a document of %d", number, doc.PageCount())}
	}
	width, height := content.PageSize(page)
	drawings := openDrawings(file, doc, cfg)
	defer drawings.Close()
	scale := min(sheetScale, math.Sqrt(limits.SheetPixels/max(float64(width)*float64(height), 1)))
	img, err := drawings.Draw(ctx, raster.Drawing{Page: number, Width: width, Height: height, Scale: scale})
	if err != nil {
		return nil, &Failure{Kind: Invalid, Detail: "the page cannot be drawn: " + err.Error(), Err: err}
	}
	f, err := pageFile(img)
	if err != nil {
		return nil, err
	}
	return &Sheet{Data: f.Data, MediaType: f.MediaType, Width: float64(width), Height: float64(height)}, nil
}
