package imaging_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
)

// show prints the pixels of img in hexadecimal, row by row: gray as two digits,
// colours as six, transparent ones as "-", half transparent ones with their alpha.
func show(img image.Image) string {
	if img == nil {
		return "nothing"
	}
	var b strings.Builder
	size := img.Bounds().Size()
	for y := range size.Y {
		if y > 0 {
			b.WriteString(" / ")
		}
		for x := range size.X {
			if x > 0 {
				b.WriteByte(' ')
			}
			c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
			switch {
			case c.A == 0:
				b.WriteByte('-')
				continue
			case c.R == c.G && c.G == c.B:
				fmt.Fprintf(&b, "%02x", c.R)
			default:
				fmt.Fprintf(&b, "%02x%02x%02x", c.R, c.G, c.B)
			}
			if c.A != 255 {
				fmt.Fprintf(&b, "@%02x", c.A)
			}
		}
	}
	return b.String()
}

// picture returns an image dictionary of width by height with more entries.
func picture(data string, width, height int, more ...any) *pdf.Stream {
	return stream(data, append([]any{
		name("Subtype"), name("Image"), name("Width"), pdf.Integer(width), name("Height"), pdf.Integer(height),
	}, more...)...)
}

// picOf has a colour space and bits besides.
func picOf(space pdf.Object, bits int, data string, width, height int, more ...any) *pdf.Stream {
	return picture(data, width, height, append([]any{name("ColorSpace"), space, name("BitsPerComponent"), pdf.Integer(bits)}, more...)...)
}

func TestPixels(t *testing.T) {
	t.Parallel()
	gray, rgb, cmyk := name("DeviceGray"), name("DeviceRGB"), name("DeviceCMYK")
	colors := pdf.Array{name("Indexed"), rgb, pdf.Integer(2), pdf.String("\x00\x00\x00\xff\x00\x00\x00\xff\x00")}
	grayMask := func(data string, w, h int, more ...any) *pdf.Stream { return picOf(gray, 8, data, w, h, more...) }
	stencil := func(data string, w, h int, more ...any) *pdf.Stream {
		return picture(data, w, h, append([]any{name("ImageMask"), pdf.Boolean(true)}, more...)...)
	}
	tests := map[string]struct {
		image *pdf.Stream
		want  string
	}{
		"gray of 8 bits":                          {picOf(gray, 8, "\x00\x80\xff\x10", 2, 2), "00 80 / ff 10"},
		"gray of 1 bit":                           {picOf(gray, 1, "\xa0\x40", 3, 2), "ff 00 ff / 00 ff 00"},
		"gray of 2 bits":                          {picOf(gray, 2, "\x1b\x40", 5, 1), "00 55 aa ff 55"},
		"gray of 4 bits":                          {picOf(gray, 4, "\x0f\x70", 3, 1), "00 ff 77"},
		"gray of 16 bits":                         {picOf(gray, 16, "\x12\x34\xff\xff", 2, 1), "12 ff"},
		"gray the other way round":                {picOf(gray, 8, "\x00\xf0", 2, 1, name("Decode"), reals(1, 0)), "ff 0f"},
		"colours of 8 bits":                       {picOf(rgb, 8, "abcdef", 1, 2), "616263 / 646566"},
		"colours of 4 bits":                       {picOf(rgb, 4, "\x0f\x8f\x00", 2, 1), "00ff88 ff0000"},
		"colours of 16 bits":                      {picOf(rgb, 16, "a\x00b\x00c\x00", 1, 1), "616263"},
		"colours of 1 bit":                        {picOf(rgb, 1, "\xa8", 2, 1), "ff00ff 00ff00"},
		"colours with one component turned":       {picOf(rgb, 8, "\x00\x00\x00", 1, 1, name("Decode"), reals(1, 0, 0, 1, 0, 1)), "ff0000"},
		"inks":                                    {picOf(cmyk, 8, "\xff\x00\x00\x00\x00\x00\x00\xff", 2, 1), "00aeef 231f20"},
		"inks the other way round":                {picOf(cmyk, 8, "\x00\xff\xff\xff", 1, 1, name("Decode"), reals(1, 0, 1, 0, 1, 0, 1, 0)), "00aeef"},
		"palette of 8 bits":                       {picOf(colors, 8, "\x02\x01", 2, 1), "00ff00 ff0000"},
		"palette of 2 bits":                       {picOf(colors, 2, "\x18", 3, 1), "00 ff0000 00ff00"},
		"palette index past the end":              {picOf(colors, 8, "\x09", 1, 1), "00ff00"},
		"a spot colour":                           {picOf(pdf.Array{name("Separation"), name("Spot"), name("DeviceCMYK"), magenta}, 8, "\x00\xff", 2, 1), "ff ec008c"},
		"Lab":                                     {picOf(lab(whiteD50), 8, "\xff\x80\x80", 1, 1), "ff"},
		"bits not said, one byte each":            {picture("\x11\x22", 2, 1, name("ColorSpace"), gray), "11 22"},
		"bits not said, and few bytes":            {picture("\x80", 2, 1, name("ColorSpace"), gray), "ff 00"},
		"no colour space":                         {picture("\x11\x22", 2, 1, name("BitsPerComponent"), pdf.Integer(8)), "11 22"},
		"a stencil":                               {stencil("\x40", 3, 1), "102030 - 102030"},
		"a stencil the other way round":           {stencil("\x40", 3, 1, name("Decode"), reals(1, 0)), "- 102030 -"},
		"a colour key":                            {picOf(gray, 8, "\x00\x10\x20", 3, 1, name("Mask"), pdf.Array{pdf.Integer(8), pdf.Integer(24)}), "00 - 20"},
		"a colour key of three":                   {picOf(rgb, 8, "abcdef", 2, 1, name("Mask"), pdf.Array{pdf.Integer(97), pdf.Integer(97), pdf.Integer(0), pdf.Integer(255), pdf.Integer(99), pdf.Integer(99)}), "- 646566"},
		"a palette entry as key":                  {picOf(colors, 8, "\x02\x01", 2, 1, name("Mask"), pdf.Array{pdf.Integer(1), pdf.Integer(1)}), "00ff00 -"},
		"an explicit mask":                        {picOf(gray, 8, "\x11\x22", 2, 1, name("Mask"), stencil("\x40", 2, 1)), "11 -"},
		"an explicit mask the other way round":    {picOf(gray, 8, "\x11\x22", 2, 1, name("Mask"), stencil("\x40", 2, 1, name("Decode"), reals(1, 0))), "- 22"},
		"a finer mask":                            {picOf(gray, 8, "\x11\x22", 2, 1, name("Mask"), stencil("\x60\x00", 4, 2)), "11 - - 22 / 11 11 22 22"},
		"a coarser mask":                          {picOf(gray, 8, "\x11\x22\x33\x44", 4, 1, name("Mask"), stencil("\x40", 2, 1)), "11 22 - -"},
		"a soft mask":                             {picOf(rgb, 8, "abcdef", 2, 1, name("SMask"), grayMask("\x80\xff", 2, 1)), "616263@80 646566"},
		"a soft mask the other way round":         {picOf(gray, 8, "\x11\x22", 2, 1, name("SMask"), grayMask("\x00\xff", 2, 1, name("Decode"), reals(1, 0))), "11 -"},
		"a soft mask that hides nothing":          {picOf(gray, 8, "\x11\x22", 2, 1, name("SMask"), grayMask("\xff\xff", 2, 1)), "11 22"},
		"a coarser soft mask is interpolated":     {picOf(gray, 8, "\x11\x11\x11\x11", 4, 1, name("SMask"), grayMask("\x00\xff", 2, 1)), "- 11@40 11@bf 11"},
		"a soft mask and a matte":                 {picOf(gray, 8, "\x40", 1, 1, name("SMask"), grayMask("\x80", 1, 1, name("Matte"), reals(0))), "7f@80"},
		"a soft mask goes before an explicit one": {picOf(gray, 8, "\x11", 1, 1, name("SMask"), grayMask("\xff", 1, 1), name("Mask"), stencil("\xff", 1, 1)), "11"},
	}
	for title, test := range tests {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			img, err := imaging.Source{Doc: &pdf.Document{}, Stream: test.image, Fill: [3]uint8{0x10, 0x20, 0x30}}.Pixels(t.Context())
			require.NoError(t, err)
			require.Equal(t, test.want, show(img))
		})
	}
}

func TestEncodePassesJPEG(t *testing.T) {
	t.Parallel()
	img := image.NewRGBA(image.Rect(0, 0, 16, 8))
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, img, nil))
	s := picOf(name("DeviceRGB"), 8, b.String(), 16, 8, name("Filter"), name("DCTDecode"))
	f, err := imaging.Source{Doc: &pdf.Document{}, Stream: s}.Encode(t.Context())
	require.NoError(t, err)
	require.Equal(t, imaging.File{MediaType: "image/jpeg", Data: b.Bytes(), Width: 16, Height: 8, Opaque: true}, *f)
}
