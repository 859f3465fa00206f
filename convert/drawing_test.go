package convert_test

import (
	"bytes"
	"fmt"
	goimage "image"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// crowded returns a drawing with more strokes than a vector file may have.
func crowded() []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for range 12_000 {
		x, y := 100+400*rng.Float64(), 300+300*rng.Float64()
		fmt.Fprintf(&b, "%.2f %.2f %.2f RG %.1f %.1f m %.1f %.1f l S\n", rng.Float64(), rng.Float64(), rng.Float64(), x, y, x+20*rng.Float64()-10, y+20*rng.Float64()-10)
	}
	var p testkit.PDF
	p.AddPage(testkit.Page{Content: b.String() + "BT /F1 10 Tf 100 280 Td (Figure 1: All the ways from here to there) Tj ET"})
	return p.Bytes()
}

func TestADrawingTooRichForVectorsIsDrawn(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(crowded()), convert.Options{ExtractImages: true})
	require.NoError(t, err)
	require.Empty(t, result.Warnings)
	require.Len(t, result.Assets, 1)
	require.Equal(t, "assets/p1-1.png", result.Assets[0].Name)
	img, err := png.Decode(bytes.NewReader(result.Assets[0].Data))
	require.NoError(t, err)
	require.Greater(t, img.Bounds().Dx(), 1000, "two pixels for each of CSS")
	require.NotEqual(t, goimage.Rectangle{}, img.Bounds())
	require.Contains(t, result.HTML, `src="assets/p1-1.png"`)
}

// chart returns a page with axes, a curve, the numbers of an axis and a caption.
func chart() []byte {
	var b strings.Builder
	b.WriteString("100 400 m 100 500 l S 100 400 m 300 400 l S 0 0 1 RG 100 410 m\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%d %d l\n", 105+5*i, 420+(i*7)%60)
	}
	b.WriteString("S BT /F1 8 Tf 88 396 Td (0) Tj 0 96 Td (10) Tj ET BT /F1 10 Tf 100 370 Td (Figure 1: Rain by the hour) Tj ET ")
	for i := range 6 {
		fmt.Fprintf(&b, "BT /F1 11 Tf 72 %d Td (Rain falls on all of the country, and this line says no more than that.) Tj ET ", 700-14*i)
	}
	var p testkit.PDF
	p.AddPage(testkit.Page{Content: b.String()})
	return p.Bytes()
}

func TestADrawingIsAFileAndItsWordsAreThereOnce(t *testing.T) {
	t.Parallel()
	opts := convert.DefaultOptions()
	result, err := convert.Convert(t.Context(), bytes.NewReader(chart()), opts)
	require.NoError(t, err)
	require.Len(t, result.Assets, 1)
	require.Equal(t, "assets/p1-1.svg", result.Assets[0].Name)
	require.Equal(t, "image/svg+xml", result.Assets[0].MediaType)
	require.Contains(t, string(result.Assets[0].Data), ">10</text>")
	require.NotContains(t, string(result.Assets[0].Data), "Rain", "the caption is no part of the drawing")
	require.Regexp(t, `<img [^>]*src="assets/p1-1.svg"[^>]*><div class="labels"><p>10</p><p>0</p></div><figcaption>Figure 1: Rain by the hour</figcaption>`, result.HTML)

	opts.ExtractImages = false
	result, err = convert.Convert(t.Context(), bytes.NewReader(chart()), opts)
	require.NoError(t, err)
	require.Empty(t, result.Assets)
	require.Contains(t, result.HTML, "<p>10</p><p>0</p><figcaption>", "without a file they are shown")
	require.NotContains(t, result.HTML, "labels")
}
