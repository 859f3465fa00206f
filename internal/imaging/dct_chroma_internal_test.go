package imaging

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestChromaIsInterpolated(t *testing.T) {
	t.Parallel()
	for title, test := range map[string]struct {
		ratio image.YCbCrSubsampleRatio
		want  [2][4]byte // red
	}{
		"half both ways": {image.YCbCrSubsampleRatio420, [2][4]byte{{88, 108, 148, 168}, {88, 108, 148, 168}}},
		"half the width": {image.YCbCrSubsampleRatio422, [2][4]byte{{88, 108, 148, 168}, {88, 108, 148, 168}}},
		"as it is":       {image.YCbCrSubsampleRatio444, [2][4]byte{{88, 168, 88, 168}, {88, 168, 88, 168}}},
		"half as high":   {image.YCbCrSubsampleRatio440, [2][4]byte{{88, 168, 88, 168}, {88, 168, 88, 168}}},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			img := image.NewYCbCr(image.Rect(0, 0, 4, 2), test.ratio)
			fill(img.Y, 128)
			fill(img.Cb, 128)
			for i := range img.Cr {
				img.Cr[i] = []byte{100, 156}[i%2] // columns of the plane
			}
			dst := make([]byte, 2*4*bytesNRGBA)
			colorsOfYCbCr(dst, 4*bytesNRGBA, img)
			for y, row := range test.want {
				for x, want := range row {
					got := dst[(4*y+x)*bytesNRGBA:]
					require.InDelta(t, want, got[0], 1.5, "at %d, %d", x, y)
					require.Equal(t, byte(opaque), got[3])
				}
			}
		})
	}
}
