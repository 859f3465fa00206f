package convert_test

import (
	"bytes"
	"context"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/testkit"
)

func TestAPageIsDrawn(t *testing.T) {
	t.Parallel()
	var p testkit.PDF
	p.AddPage(testkit.Page{Content: "1 0 0 rg 0 0 100 100 re f"})
	p.AddPage(testkit.Page{MediaBox: "0 0 200 100", Extra: "/Rotate 90 /UserUnit 2", Content: "1 0 0 rg 0 0 20 10 re f"})
	p.AddPage(testkit.Page{MediaBox: "0 0 14400 14400"})
	draw := func(page int) (*convert.PagePicture, error) {
		return convert.DrawPage(t.Context(), bytes.NewReader(p.Bytes()), page, convert.Options{})
	}
	first, err := draw(1)
	require.NoError(t, err)
	require.Equal(t, [2]float64{612, 792}, [2]float64{first.Width, first.Height})
	img, err := png.Decode(bytes.NewReader(first.Data))
	require.NoError(t, err)
	require.Equal(t, 918, img.Bounds().Dx())
	r, g, _, _ := img.At(10, img.Bounds().Dy()-10).RGBA()
	require.Equal(t, [2]uint32{0xffff, 0}, [2]uint32{r, g}, "the lower left corner is red")
	turned, err := draw(2)
	require.NoError(t, err)
	require.Equal(t, [2]float64{200, 400}, [2]float64{turned.Width, turned.Height}, "in points of what is shown")
	large, err := draw(3)
	require.NoError(t, err)
	size, err := png.DecodeConfig(bytes.NewReader(large.Data))
	require.NoError(t, err)
	require.LessOrEqual(t, size.Width*size.Height, limits.SheetPixels+size.Width+size.Height)

	for _, page := range []int{0, 4, -1} {
		_, err = draw(page)
		require.ErrorIs(t, err, convert.InvalidOption)
	}
	_, err = convert.DrawPage(t.Context(), strings.NewReader("no PDF"), 1, convert.Options{})
	require.ErrorIs(t, err, convert.InvalidFileFormat)
	_, err = convert.DrawPage(t.Context(), bytes.NewReader(stored(t, "encrypted.pdf")), 1, convert.Options{})
	require.ErrorIs(t, err, convert.PasswordRequired)
	_, err = convert.DrawPage(t.Context(), bytes.NewReader(p.Bytes()), 1, convert.Options{MaxPages: 2})
	require.ErrorIs(t, err, convert.PageLimitExceeded)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = convert.DrawPage(ctx, bytes.NewReader(p.Bytes()), 1, convert.Options{})
	require.ErrorIs(t, err, context.Canceled)
}
