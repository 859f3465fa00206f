package raster_test

import (
	"context"
	"fmt"
	"image"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/raster"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// cacheDir is where all tests keep PDFium: making it takes longer than they do.
var cacheDir string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "raster")
	if err != nil {
		panic(err)
	}
	cacheDir = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// corners returns a page of 100 by 200 points with a red square of 20 in its upper left
// corner and a gray one in its lower right one.
func corners(extra string) []byte {
	var p testkit.PDF
	p.AddPage(testkit.Page{
		MediaBox: "0 0 100 200", Extra: extra,
		Content: "1 0 0 rg 0 180 20 20 re f 0.5 g 80 0 20 20 re f",
	})
	return p.Bytes()
}

func whole(scale float64) raster.Drawing {
	return raster.Drawing{Page: 1, Width: 100, Height: 200, Scale: scale}
}

func draw(t *testing.T, file []byte, r raster.Drawing) image.Image {
	t.Helper()
	d := raster.Open(file, raster.Options{CacheDir: cacheDir})
	defer d.Close()
	img, err := d.Draw(t.Context(), r)
	require.NoError(t, err)
	return img
}

func rgb(img image.Image, x, y int) string {
	r, g, b, a := img.At(x, y).RGBA()
	return fmt.Sprintf("%02x%02x%02x/%02x", r>>8, g>>8, b>>8, a>>8)
}

func TestDrawDrawsThePageAsItIsSeen(t *testing.T) {
	t.Parallel()
	upright := draw(t, corners(""), whole(2))
	require.Equal(t, image.Rect(0, 0, 200, 400), upright.Bounds())
	require.Equal(t, []string{"ff0000/ff", "ffffff/ff", "808080/ff"},
		[]string{rgb(upright, 5, 5), rgb(upright, 100, 200), rgb(upright, 195, 395)})

	turned := draw(t, corners("/Rotate 90"), raster.Drawing{Page: 1, Width: 200, Height: 100, Scale: 2})
	require.Equal(t, image.Rect(0, 0, 400, 200), turned.Bounds())
	require.Equal(t, []string{"ff0000/ff", "808080/ff"}, []string{rgb(turned, 395, 5), rgb(turned, 5, 195)})

	cropped := draw(t, corners("/CropBox [70 0 100 50]"), raster.Drawing{Page: 1, Width: 30, Height: 50, Scale: 2})
	require.Equal(t, []string{"ffffff/ff", "808080/ff"}, []string{rgb(cropped, 5, 5), rgb(cropped, 55, 95)})
}

func TestDrawLeavesTextOut(t *testing.T) {
	t.Parallel()
	var p testkit.PDF
	form := p.AddStream("/Type /XObject /Subtype /Form /BBox [0 0 100 200] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>", "0 0 1 rg 60 0 20 20 re f BT /F1 60 Tf 0 80 Td (HHH) Tj ET")
	p.AddPage(testkit.Page{
		MediaBox: "0 0 100 200", Resources: fmt.Sprintf("/XObject << /G %d 0 R >>", form),
		Content: "1 0 0 rg 0 180 20 20 re f BT /F1 60 Tf 0 20 Td (HHH) Tj ET /G Do",
	})
	r := whole(1)
	ink := func(img image.Image) (n int) {
		for y := range 200 {
			for x := range 100 {
				if rgb(img, x, y) != "ffffff/ff" {
					n++
				}
			}
		}
		return n
	}
	all := ink(draw(t, p.Bytes(), r))
	r.NoText = true
	img := draw(t, p.Bytes(), r)
	require.Equal(t, 800, ink(img), "two squares")
	require.Equal(t, "0000ff/ff", rgb(img, 70, 190))
	require.Greater(t, all, 2000)
}

func TestDrawDrawsAPart(t *testing.T) {
	t.Parallel()
	r := whole(3)
	r.Box = layout.Rect{X0: 70, Y0: 170, X1: 100, Y1: 190}
	img := draw(t, corners(""), r)
	require.Equal(t, image.Rect(0, 0, 90, 60), img.Bounds())
	require.Equal(t, []string{"ffffff/ff", "808080/ff"}, []string{rgb(img, 27, 40), rgb(img, 33, 40)})
}

func TestDrawDrawsInGray(t *testing.T) {
	t.Parallel()
	r := whole(1)
	r.Gray = true
	img := draw(t, corners(""), r)
	require.IsType(t, &image.Gray{}, img)
	require.Equal(t, []string{"808080/ff", "ffffff/ff"}, []string{rgb(img, 95, 195), rgb(img, 50, 100)})
	require.NotEqual(t, "ffffff/ff", rgb(img, 5, 5), "red is dark")
}

func TestDrawRefusesWhatIsTooLarge(t *testing.T) {
	t.Parallel()
	d := raster.Open(corners(""), raster.Options{CacheDir: cacheDir})
	defer d.Close()
	for name, r := range map[string]raster.Drawing{
		"more pixels than allowed": whole(1000),
		"no scale":                 whole(0),
		"no page size":             {Page: 1, Scale: 1},
		"a box without an inside":  {Page: 1, Width: 100, Height: 100, Scale: 1, Box: layout.Rect{X0: 5, X1: 5, Y1: 5}},
	} {
		_, err := d.Draw(t.Context(), r)
		require.ErrorIs(t, err, raster.ErrTooLarge, name)
	}
}

func TestDrawNamesItsFailures(t *testing.T) {
	t.Parallel()
	garbage := raster.Open([]byte("%PDF-1.7\nnothing"), raster.Options{CacheDir: cacheDir})
	defer garbage.Close()
	for range 2 { // the second time without a try
		_, err := garbage.Draw(t.Context(), whole(1))
		require.ErrorIs(t, err, raster.ErrDocument)
	}

	other := raster.Open(corners(""), raster.Options{CacheDir: cacheDir, Pages: 2})
	defer other.Close()
	_, err := other.Draw(t.Context(), whole(1))
	require.ErrorIs(t, err, raster.ErrDocument)

	d := raster.Open(corners(""), raster.Options{CacheDir: cacheDir})
	defer d.Close()
	missing := whole(1)
	missing.Page = 7
	_, err = d.Draw(t.Context(), missing)
	require.ErrorIs(t, err, raster.ErrPage)
	_, err = d.Draw(t.Context(), whole(1))
	require.NoError(t, err, "a page that cannot be drawn is no reason to give up the others")
}

// endless has a page on which each form draws the next one sixteen times, and a
// simple page behind it.
func endless() []byte {
	var p testkit.PDF
	const box = "/Type /XObject /Subtype /Form /BBox [0 0 100 100] "
	inner := p.AddStream(box, strings.Repeat("0 0 m 50 90 l 90 10 l f ", 50))
	for range 12 {
		inner = p.AddStream(box+fmt.Sprintf("/Resources << /XObject << /F %d 0 R >> >>", inner), strings.Repeat("/F Do ", 16))
	}
	p.AddPage(testkit.Page{
		Content: "/F Do", Resources: fmt.Sprintf("/XObject << /F %d 0 R >>", inner), MediaBox: "0 0 100 200",
	})
	p.AddPage(testkit.Page{Content: "0 g 0 0 100 200 re f", MediaBox: "0 0 100 200"})
	return p.Bytes()
}

func TestDrawEndsAtItsDeadlineAndGoesOn(t *testing.T) {
	t.Parallel()
	draw(t, corners(""), whole(1)) // PDFium is there: making it does not count
	d := raster.Open(endless(), raster.Options{CacheDir: cacheDir, Deadline: 300 * time.Millisecond})
	defer d.Close()
	_, err := d.Draw(t.Context(), whole(1))
	require.ErrorIs(t, err, raster.ErrDeadline)

	second := whole(1)
	second.Page = 2
	img, err := d.Draw(t.Context(), second)
	require.NoError(t, err)
	require.Equal(t, "000000/ff", rgb(img, 50, 100))
}

func TestDrawEndsWithItsContext(t *testing.T) {
	t.Parallel()
	d := raster.Open(endless(), raster.Options{CacheDir: cacheDir})
	defer d.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := d.Draw(ctx, whole(1))
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestDrawIsTheSameFromManyGoroutines(t *testing.T) {
	t.Parallel()
	d := raster.Open(corners(""), raster.Options{CacheDir: cacheDir, Instances: 2})
	defer d.Close()
	want, err := d.Draw(t.Context(), whole(1))
	require.NoError(t, err)
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			got, err := d.Draw(t.Context(), whole(1))
			if err != nil {
				t.Error(err)
				return
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Error("another picture")
			}
		})
	}
	wait.Wait()
}
