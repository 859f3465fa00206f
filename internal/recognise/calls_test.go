package recognise_test

import (
	"context"
	"fmt"
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/recognise"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

// A page may have many images, and each may need more than one reading.
func TestTheCallsOfAPageAreBounded(t *testing.T) {
	t.Parallel()
	const images = 40
	var p testkit.PDF
	n := notice{rows: 6, ground: 255}.stream(&p)
	paint := "BT /F1 12 Tf 72 760 Td (Notices of the week) Tj ET "
	for i := range images {
		paint += fmt.Sprintf("q 100 0 0 50 %d %d cm /I Do Q ", 20+115*(i%5), 20+60*(i/5))
	}
	p.AddPage(testkit.Page{MediaBox: "0 0 612 792", Content: paint, Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", n)})
	doc, err := pdf.Open(t.Context(), p.Bytes(), pdf.Options{})
	require.NoError(t, err)
	page := &layout.Content{}
	require.NoError(t, content.NewReader(doc).Page(t.Context(), doc.Page(1), page))
	var seen []*image.Gray
	count := 0
	reads := notice{rows: 6}.engine(.95, &seen)
	e := engine(func(ctx context.Context, img ocr.Image, opt ocr.Options) (*ocr.Page, error) {
		count++
		page, err := reads(ctx, img, opt)
		page.Languages = []string{"en"}
		return page, err
	})
	other := func(string) string { return "de" } // so each image is read again
	r := recognise.New(doc, blackboard{}, recognise.Options{Engine: e, Document: []string{"en"}, Identify: other})
	found, err := r.Regions(t.Context(), page)
	require.ErrorIs(t, err, ocr.EngineFailed)
	require.Equal(t, limits.OCRCalls, count)
	require.Equal(t, limits.OCRCalls/2*9, found.Words, "the images that were read before keep their words")
}
