package imaging_test

import (
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
)

func TestNeedsPaper(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		c     color.NRGBA
		needs bool
	}{
		{"black", color.NRGBA{A: 255}, true},
		{"white", color.NRGBA{R: 255, G: 255, B: 255, A: 255}, false},
		{"the blue of links", color.NRGBA{B: 255, A: 255}, true},
		{"a middle blue, 3.9:1", color.NRGBA{R: 0x1f, G: 0x77, B: 0xb4, A: 255}, false},
		{"the lightest grey that needs it, 2.98:1", color.NRGBA{R: 0x63, G: 0x63, B: 0x63, A: 255}, true},
		{"the next one, 3.02:1", color.NRGBA{R: 0x64, G: 0x64, B: 0x64, A: 255}, false},
		{"white that is hardly there", color.NRGBA{R: 255, G: 255, B: 255, A: 40}, true},
	} {
		require.Equal(t, test.needs, imaging.NeedsPaper(test.c), test.name)
	}
}

// TestAPictureNeedsPaper says which pictures need white paper behind them: those that are dark where they become
// transparent, and those with white around.
func TestAPictureNeedsPaper(t *testing.T) {
	t.Parallel()
	const side = 40
	dark, light, white := color.NRGBA{R: 10, A: 255}, color.NRGBA{R: 255, G: 200, A: 255}, color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	draw := func(at func(x, y int) color.NRGBA) image.Image {
		img := image.NewNRGBA(image.Rect(0, 0, side, side))
		for y := range side {
			for x := range side {
				img.SetNRGBA(x, y, at(x, y))
			}
		}
		return img
	}
	inside := func(x, y, by int) bool { return min(x, y, side-1-x, side-1-y) >= by }
	grey := image.NewGray(image.Rect(0, 0, side, side))
	bits := func(outer, inner color.NRGBA) image.Image {
		img := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{outer, inner})
		for y := range side {
			for x := range side {
				if inside(x, y, 5) {
					img.SetColorIndex(x, y, 1)
				}
			}
		}
		return img
	}
	for name, test := range map[string]struct {
		img   image.Image
		needs bool
	}{
		"a dark shape": {draw(func(x, y int) color.NRGBA {
			if inside(x, y, 5) {
				return dark
			}
			return color.NRGBA{}
		}), true},
		"a light shape with a dark heart": {draw(func(x, y int) color.NRGBA {
			switch {
			case inside(x, y, 10):
				return dark
			case inside(x, y, 5):
				return light
			}
			return color.NRGBA{}
		}), false},
		"a shadow": {draw(func(x, y int) color.NRGBA { return color.NRGBA{A: uint8(x)} }), true},
		"a chart on white": {draw(func(x, y int) color.NRGBA {
			if inside(x, y, 3) || x == 20 {
				return dark
			}
			return white
		}), true},
		"a photograph":                  {draw(func(x, y int) color.NRGBA { return color.NRGBA{R: uint8(6 * x), G: uint8(6 * y), A: 255} }), false},
		"a scan that is black all over": {grey, false},
		"black on clear, in bits":       {bits(color.NRGBA{}, dark), true},
		"light on clear, in bits":       {bits(color.NRGBA{}, light), false},
		"black on white, in bits":       {bits(white, dark), true},
		"white on black, in bits":       {bits(dark, white), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := imaging.PNG(test.img)
			require.NoError(t, err)
			require.Equal(t, test.needs, file.NeedsPaper)
		})
	}
}
