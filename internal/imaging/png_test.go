package imaging_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
)

// painted fills an image of each kind that Pixels makes, smooth or noisy.
func painted(kind string, width, height, colors int, noise bool) image.Image {
	r := rand.New(rand.NewPCG(1, 2))
	value := func(x, y, i int) byte {
		if noise {
			return byte(r.Uint32())
		}
		return byte(x*3 + y*5 + 40*i)
	}
	box := image.Rect(0, 0, width, height)
	switch kind {
	case "gray":
		img := image.NewGray(box)
		for i := range img.Pix {
			img.Pix[i] = value(i%width, i/width, 0)
		}
		return img
	case "palette":
		var p color.Palette
		for i := range colors {
			p = append(p, color.NRGBA{byte(i), byte(2 * i), byte(3 * i), 255})
		}
		img := image.NewPaletted(box, p)
		for i := range img.Pix {
			img.Pix[i] = byte(int(value(i%width, i/width, 0)) % colors)
		}
		return img
	}
	img := image.NewNRGBA(box)
	for i := range img.Pix {
		img.Pix[i] = value(i/4%width, i/4/width, i%4)
		if i%4 == 3 && kind == "rgb" {
			img.Pix[i] = 255
		}
	}
	return img
}

func TestPNGFilesHoldThePixels(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"gray", "palette", "rgb", "rgba"} {
		for _, size := range []image.Point{{1, 1}, {7, 3}, {9, 40}, {64, 64}} {
			for _, colors := range []int{2, 3, 16, 200} {
				for _, noise := range []bool{false, true} {
					img := painted(kind, size.X, size.Y, colors, noise)
					f, err := imaging.PNG(img)
					require.NoError(t, err)
					back, err := png.Decode(bytes.NewReader(f.Data))
					require.NoError(t, err)
					require.Equal(t, img.Bounds(), back.Bounds())
					for y := range size.Y {
						for x := range size.X {
							want := color.NRGBAModel.Convert(img.At(x, y))
							require.Equal(t, want, color.NRGBAModel.Convert(back.At(x, y)), "%s %v at %d,%d", kind, size, x, y)
						}
					}
				}
			}
		}
	}
}

func TestPNGFilesSayWhetherTheyShowAnything(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"gray", "palette", "rgb"} {
		f, err := imaging.PNG(painted(kind, 20, 20, 2, false))
		require.NoError(t, err)
		require.False(t, f.Blank, kind)
		require.True(t, f.Opaque, kind)
	}
	plain := image.NewNRGBA(image.Rect(0, 0, 20, 20))
	for i := range plain.Pix {
		plain.Pix[i] = 7
	}
	f, err := imaging.PNG(plain)
	require.NoError(t, err)
	require.True(t, f.Blank)
	require.False(t, f.Opaque)
	plain.Pix[1000] = 8
	f, err = imaging.PNG(plain)
	require.NoError(t, err)
	require.False(t, f.Blank)
}

// The file of a smooth picture must be smaller than its samples.
func TestSmoothPicturesAreFiltered(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 256, 256))
	for i := range img.Pix {
		x, y := i%256, i/256
		img.Pix[i] = byte(x*x/300 + y*y/200)
	}
	f, err := imaging.PNG(img)
	require.NoError(t, err)
	require.Less(t, len(f.Data), 256*256/4)
}

func BenchmarkPNG(b *testing.B) {
	for _, kind := range []string{"gray", "palette", "rgb", "rgba"} {
		img := painted(kind, 1000, 1000, 16, false)
		b.Run(kind, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(1000 * 1000)
			for b.Loop() {
				_, err := imaging.PNG(img)
				require.NoError(b, err)
			}
		})
	}
}
