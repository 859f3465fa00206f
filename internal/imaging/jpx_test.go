package imaging_test

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	jpeg2000 "github.com/ajroetker/go-jpeg2000"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
)

// jpxOf encodes colours without loss; gray ones as one component.
func jpxOf(t testing.TB, img image.Image) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg2000.Encode(&b, img, &jpeg2000.EncodeOptions{Lossless: true}))
	return b.String()
}

func TestPixelsOfJPX(t *testing.T) {
	t.Parallel()
	filter := []any{name("Filter"), name("JPXDecode")}
	gray := image.NewGray(image.Rect(0, 0, 16, 16))
	colors := image.NewNRGBA(gray.Rect)
	for i := range gray.Pix {
		gray.Pix[i] = byte(i % 3)
	}
	for y := range 16 {
		for x := range 16 {
			colors.Set(x, y, color.NRGBA{byte(16 * x), byte(16 * y), 77, 255})
		}
	}
	indexed := pdf.Array{name("Indexed"), name("DeviceRGB"), pdf.Integer(2), pdf.String("\x00\x00\x00\xff\x00\x00\x00\xff\x00")}
	for title, test := range map[string]struct {
		image *pdf.Stream
		at    image.Point
		want  color.NRGBA
	}{
		"gray":                        {picture(jpxOf(t, gray), 16, 16, append(filter, name("ColorSpace"), name("DeviceGray"))...), image.Pt(2, 0), color.NRGBA{2, 2, 2, 255}},
		"gray that does not say so":   {picture(jpxOf(t, gray), 16, 16, filter...), image.Pt(2, 0), color.NRGBA{2, 2, 2, 255}},
		"indexes":                     {picture(jpxOf(t, gray), 16, 16, append(filter, name("ColorSpace"), indexed)...), image.Pt(1, 0), color.NRGBA{255, 0, 0, 255}},
		"colours":                     {picture(jpxOf(t, colors), 16, 16, append(filter, name("ColorSpace"), name("DeviceRGB"))...), image.Pt(3, 5), color.NRGBA{48, 80, 77, 255}},
		"colours that do not say so":  {picture(jpxOf(t, colors), 16, 16, filter...), image.Pt(3, 5), color.NRGBA{48, 80, 77, 255}},
		"the dictionary has it wrong": {picture(jpxOf(t, gray), 7, 99, filter...), image.Pt(15, 15), color.NRGBA{0, 0, 0, 255}},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			img, err := imaging.Source{Doc: &pdf.Document{}, Stream: test.image}.Pixels(t.Context())
			require.NoError(t, err)
			require.Equal(t, image.Pt(16, 16), img.Bounds().Size())
			require.Equal(t, test.want, color.NRGBAModel.Convert(img.At(test.at.X, test.at.Y)))
		})
	}
}

func TestPixelsOfJPXThatIsNone(t *testing.T) {
	t.Parallel()
	whole := jpxOf(t, image.NewGray(image.Rect(0, 0, 16, 16)))
	for title, data := range map[string]string{
		"nothing":     "",
		"a header":    whole[:40],
		"not a bit":   "something else altogether, and long enough to be read",
		"no tile ...": "\xff\x4f\xff\x51\x00\x29" + string(make([]byte, 64)),
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			s := picture(data, 16, 16, name("Filter"), name("JPXDecode"))
			img, err := imaging.Source{Doc: &pdf.Document{}, Stream: s}.Pixels(t.Context())
			require.Nil(t, img)
			require.Error(t, err)
		})
	}
}
