package tesseract_test

import (
	"image"
	_ "image/png"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/ocr"
	"github.com/pagelift/pagelift/ocr/tesseract"
)

// harbour returns a picture of a heading and two lines.
func harbour(t *testing.T) image.Image {
	t.Helper()
	f, err := os.Open("testdata/harbour.png")
	require.NoError(t, err)
	defer f.Close()
	img, _, err := image.Decode(f)
	require.NoError(t, err)
	return img
}

// TestInstalledProgram runs where there is a tesseract with English.
func TestInstalledProgram(t *testing.T) {
	t.Parallel()
	testkit.Tesseract(t)
	page, err := new(tesseract.Program).Recognize(t.Context(), ocr.Image{Pixels: harbour(t)}, ocr.Options{Languages: []string{"en"}})
	require.NoError(t, err)
	requireHarbour(t, page)
}

// requireHarbour checks the text of the picture and the measures of its lines.
func requireHarbour(t *testing.T, page *ocr.Page) {
	t.Helper()
	var lines []string
	for i := range page.Lines {
		var words []string
		for _, w := range page.LineWords(&page.Lines[i]) {
			words = append(words, w.Text)
			require.True(t, w.Box.In(page.Lines[i].Box.Inset(-1)))
		}
		lines = append(lines, strings.Join(words, " "))
	}
	require.Equal(t, []string{
		"Harbour report",
		"Last year 120,000 tonnes of cargo passed through the port,",
		"eight per cent more than the year before.",
	}, lines)
	require.Greater(t, page.Confidence(), 0.9)
	require.Greater(t, page.Lines[0].XHeight, 1.5*page.Lines[1].XHeight, "the heading is larger")
	require.InDelta(t, 0, page.Lines[1].Slope, 0.01)
}
