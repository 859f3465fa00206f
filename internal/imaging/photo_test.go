package imaging_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
)

func TestPhoto(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 8, 8))
	for i := range img.Pix {
		img.Pix[i] = 0x40
	}
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, img, nil))
	gray := name("DeviceGray")
	photo := func(more ...any) *pdf.Stream {
		return picOf(gray, 8, b.String(), 8, 8, append([]any{name("Filter"), name("DCTDecode")}, more...)...)
	}
	soft := picOf(gray, 8, "\x00\x80\xff\xff", 2, 2)
	for title, tc := range map[string]struct {
		image        *pdf.Stream
		colors, mask string
	}{
		"alone":                           {photo(), "40", ""},
		"the other way round":             {photo(name("Decode"), reals(1, 0)), "bf", ""},
		"with a soft mask":                {photo(name("SMask"), soft), "40", "00 80 / ff ff"},
		"with a stencil as mask":          {photo(name("Mask"), picture("\x40\x00", 2, 2, name("ImageMask"), pdf.Boolean(true))), "40", "ff 00 / ff ff"},
		"with a mask that hides nothing":  {photo(name("SMask"), picOf(gray, 8, "\xff", 1, 1)), "40", ""},
		"mixed with a colour":             {photo(name("SMask"), picOf(gray, 8, "\x80", 1, 1, name("Matte"), reals(0))), "", ""},
		"with a colour key":               {photo(name("Mask"), pdf.Array{pdf.Integer(0), pdf.Integer(9)}), "", ""},
		"no photograph":                   {picOf(gray, 8, "\x40", 1, 1), "", ""},
		"with a mask that cannot be read": {photo(name("SMask"), picOf(gray, 8, "", 2, 2)), "", ""},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			colors, opacity := imaging.Source{Doc: &pdf.Document{}, Stream: tc.image}.Photo(t.Context())
			if tc.colors == "" {
				require.Nil(t, colors)
				require.Nil(t, opacity)
				return
			}
			require.Equal(t, "image/jpeg", colors.MediaType)
			got, _, err := image.Decode(bytes.NewReader(colors.Data))
			require.NoError(t, err)
			require.Equal(t, tc.colors, show(&image.Gray{Pix: []byte{color.GrayModel.Convert(got.At(0, 0)).(color.Gray).Y}, Stride: 1, Rect: image.Rect(0, 0, 1, 1)}))
			if tc.mask == "" {
				require.Nil(t, opacity)
				return
			}
			require.Equal(t, "image/png", opacity.MediaType)
			mask, _, err := image.Decode(bytes.NewReader(opacity.Data))
			require.NoError(t, err)
			require.Equal(t, tc.mask, show(mask))
		})
	}
}
