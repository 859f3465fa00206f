package convert_test

import (
	"bytes"
	"context"
	goimage "image"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/testkit"
)

// pagesAsked is how many pages of a document are converted separately.
const pagesAsked = 3

// losesPage reports whether page n of a document loses both its words and its picture. That is so if the page is
// converted separately, its HTML has neither and no warning says so, although the picture of the page has more
// than one colour. there says whether the document has such a page and can be read.
func losesPage(t testing.TB, data []byte, n int) (lost, there bool) {
	t.Helper()
	options := convert.DefaultOptions()
	options.Pages = []convert.PageRange{{First: n, Last: n}}
	options.AccessibilityCheck = false
	result, err := convert.Convert(t.Context(), bytes.NewReader(data), options)
	if err != nil {
		return false, false
	}
	_, body, _ := strings.Cut(result.HTML, "<body")
	_, body, _ = strings.Cut(body, ">")
	for _, sign := range [...]string{"<img", "<input", "<select", "<textarea", "<math", `role="img"`} {
		if strings.Contains(body, sign) {
			return false, true
		}
	}
	if strings.TrimSpace(readersText(t, "<body>"+strings.ReplaceAll(body, " hidden", ""))) != "" { // page furniture is there
		return false, true
	}
	for _, w := range result.Warnings {
		if w.Code == "page_lost" || w.Code == "page_failed" {
			return false, true
		}
	}
	return !looksBlank(t.Context(), data, n), true
}

// looksBlank reports whether a page has a single colour, or cannot be drawn.
func looksBlank(ctx context.Context, data []byte, n int) bool {
	drawings := raster.Open(data, raster.Options{})
	defer drawings.Close()
	img, err := drawings.Draw(ctx, raster.Drawing{Page: n, Width: 612, Height: 792, Scale: 1, Gray: true})
	if err != nil {
		return true
	}
	pixels := img.(*goimage.Gray).Pix
	return len(bytes.TrimRight(pixels, string(pixels[:1]))) == 0
}

func TestNoPageOfAnyDocumentIsLost(t *testing.T) {
	t.Parallel()
	all := map[string][]byte{}
	for name, data := range testkit.Documents() {
		if name != "drawing" { // PDFium takes seconds for such a page; TestADrawingTooRichForVectorsIsDrawn has one
			all["testkit "+name] = data
		}
	}
	for _, group := range []map[string]func() []byte{documents, facsimileDocuments()} {
		for name, document := range group {
			all[name] = document()
		}
	}
	for name, pdf := range hostileObjects() {
		if !slow[name] {
			all["hostile "+name] = pdf.Bytes()
		}
	}
	for name, pdf := range lyingFonts() {
		all["lying "+name] = pdf.Bytes()
	}
	for _, path := range []string{"testdata/encrypted.pdf", "../examples/sample.pdf"} {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		all[path] = data
	}
	for name, data := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n := 1; n <= pagesAsked; n++ {
				lost, there := losesPage(t, data, n)
				require.False(t, lost, "page %d", n)
				if !there {
					break
				}
			}
		})
	}
}

// BenchmarkPagesLost looks for pages that lose both their words and their picture, in the documents that
// PAGELIFT_DOCUMENTS names.
func BenchmarkPagesLost(b *testing.B) {
	documents := benchmarkDocuments(b)
	for b.Loop() {
		asked, count := 0, 0
		for i, data := range documents {
			for n := 1; n <= pagesAsked; n++ {
				lost, there := losesPage(b, data, n)
				if !there {
					break
				}
				if asked++; lost {
					count++
					b.Logf("document %d loses page %d", i+1, n)
				}
			}
		}
		b.ReportMetric(float64(asked), "pages")
		b.ReportMetric(float64(count), "lost")
	}
}
