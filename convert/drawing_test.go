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

// crowded is a drawing with more strokes than a vector file may have.
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
	result, err := convert.Convert(t.Context(), bytes.NewReader(crowded()), convert.Options{ExtractImages: true, CacheDir: t.TempDir()})
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
