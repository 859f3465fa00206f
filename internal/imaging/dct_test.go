package imaging_test

import (
	"bytes"
	"encoding/hex"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
)

// jpegOf encodes an image of one colour.
func jpegOf(t testing.TB, img image.Image) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}))
	return b.String()
}

func plainColor(c color.Color, width, height int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, c)
		}
	}
	return img
}

func hexOf(s string) string { return hex.EncodeToString([]byte(s)) + ">" }

// withSegment puts a marker segment behind SOI.
func withSegment(data string, marker byte, body string) string {
	return data[:2] + "\xff" + string([]byte{marker}) + be16(len(body)+2) + body + data[2:]
}

const adobeRGB = "Adobe\x00\x64\x00\x00\x00\x00\x00"

func dctImage(data string, space pdf.Object, more ...any) *pdf.Stream {
	return picOf(space, 8, data, 16, 16, append([]any{name("Filter"), name("DCTDecode")}, more...)...)
}

func TestPixelsOfDCT(t *testing.T) {
	t.Parallel()
	teal := jpegOf(t, plainColor(color.RGBA{0, 128, 128, 255}, 16, 16)) // Y 90, Cb 150, Cr 64
	grayImg := image.NewGray(image.Rect(0, 0, 16, 16))
	for i := range grayImg.Pix {
		grayImg.Pix[i] = 90
	}
	gray := jpegOf(t, grayImg)
	rgb := name("DeviceRGB")
	raw := pdf.NewDict(name("ColorTransform"), pdf.Integer(0))
	for title, test := range map[string]struct {
		image *pdf.Stream
		want  color.NRGBA
	}{
		"colours":                              {dctImage(teal, rgb), color.NRGBA{0, 128, 128, 255}},
		"planes that are colours, by the dict": {dctImage(teal, rgb, name("DecodeParms"), raw), color.NRGBA{90, 150, 64, 255}},
		"planes that are colours, by a marker": {dctImage(withSegment(teal, 0xee, adobeRGB), rgb), color.NRGBA{90, 150, 64, 255}},
		"gray":                                 {dctImage(gray, name("DeviceGray")), color.NRGBA{90, 90, 90, 255}},
		"gray where colours are announced":     {dctImage(gray, rgb), color.NRGBA{90, 90, 90, 255}},
		"a spot colour":                        {dctImage(gray, pdf.Array{name("Separation"), name("Spot"), name("DeviceCMYK"), magenta}), color.NRGBA{248, 165, 214, 255}},
		"bytes before the file":                {dctImage("\r\n"+teal, rgb), color.NRGBA{0, 128, 128, 255}},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			img, err := imaging.Source{Doc: &pdf.Document{}, Stream: test.image}.Pixels(t.Context())
			require.NoError(t, err)
			got := color.NRGBAModel.Convert(img.At(8, 8)).(color.NRGBA)
			require.InDeltaSlice(t, []byte{test.want.R, test.want.G, test.want.B, 255}, []byte{got.R, got.G, got.B, got.A}, 3)
		})
	}
}

func TestEncodeKeepsJPEG(t *testing.T) {
	t.Parallel()
	teal := jpegOf(t, plainColor(color.RGBA{0, 128, 128, 255}, 16, 16))
	rgb := name("DeviceRGB")
	profile := "ICC_PROFILE\x00\x01\x01 not sRGB"
	turned := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	upright := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x01\x00\x00\x00\x00\x00\x00"
	srgbSpace := iccSpace(rgbProfile(srgbCurve, srgbPrimaries[0], srgbPrimaries[1], srgbPrimaries[2]), 3)
	adobeSpace := iccSpace(rgbProfile(gammaTag(2.2), adobePrimaries[0], adobePrimaries[1], adobePrimaries[2]), 3)
	mask := func(v string) *pdf.Stream { return picOf(name("DeviceGray"), 8, v, 1, 1) }
	for title, test := range map[string]struct {
		image *pdf.Stream
		want  string // "" means that it becomes a PNG
	}{
		"as it is":                     {dctImage(teal, rgb), teal},
		"behind another filter":        {picOf(rgb, 8, hexOf(teal), 16, 16, name("Filter"), pdf.Array{name("ASCIIHexDecode"), name("DCTDecode")}), teal},
		"in sRGB by its profile":       {dctImage(teal, srgbSpace), teal},
		"in another RGB":               {dctImage(teal, adobeSpace), ""},
		"a mask that hides nothing":    {dctImage(teal, rgb, name("SMask"), mask("\xff")), teal},
		"a mask":                       {dctImage(teal, rgb, name("SMask"), mask("\x7f")), ""},
		"turned values":                {dctImage(teal, rgb, name("Decode"), reals(1, 0, 1, 0, 1, 0)), ""},
		"a profile of its own":         {dctImage(withSegment(teal, 0xe2, profile), rgb), teal},
		"a request to turn it":         {dctImage(withSegment(teal, 0xe1, turned), rgb), teal},
		"no request to turn it":        {dctImage(withSegment(teal, 0xe1, upright), rgb), withSegment(teal, 0xe1, upright)},
		"a planes entry browsers lack": {dctImage(teal, rgb, name("DecodeParms"), pdf.NewDict(name("ColorTransform"), pdf.Integer(0))), ""},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			f, err := imaging.Source{Doc: &pdf.Document{}, Stream: test.image}.Encode(t.Context())
			require.NoError(t, err)
			if test.want == "" {
				require.Equal(t, "image/png", f.MediaType)
				return
			}
			require.Equal(t, "image/jpeg", f.MediaType)
			require.Equal(t, test.want, string(f.Data))
		})
	}
}

// TestPixelsOfJPEGCutShort has a file that ends early. The part that is there is decoded, the rest is white.
func TestPixelsOfJPEGCutShort(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 64, 64))
	for i := range img.Pix {
		img.Pix[i] = byte(40 + i%64 + i/64)
	}
	whole := jpegOf(t, img)
	s := dctImage(whole[:len(whole)-len(whole)/5], name("DeviceGray"))
	got, err := imaging.Source{Doc: &pdf.Document{}, Stream: s}.Pixels(t.Context())
	require.ErrorIs(t, err, imaging.ErrDamaged)
	require.InDelta(t, 40, got.At(0, 0).(color.Gray).Y, 6)
	require.Equal(t, color.Gray{255}, got.At(63, 63))

	s = dctImage(whole[:100], name("DeviceGray"))
	got, err = imaging.Source{Doc: &pdf.Document{}, Stream: s}.Pixels(t.Context())
	require.ErrorIs(t, err, imaging.ErrDamaged)
	require.Nil(t, got)
}

// restartingJPEG returns a gray JPEG file of one block in 8 rows of blocks, each behind a
// restart marker; row n is of the gray 100+n.
func restartingJPEG() string {
	const rows = 8
	segment := func(marker byte, body string) string {
		return "\xff" + string([]byte{marker}) + be16(len(body)+2) + body
	}
	counts := func(length, n int) string { return strings.Repeat("\x00", length-1) + string([]byte{byte(n)}) }
	quantization := "\x00" + strings.Repeat("\x08", 64)
	frame := "\x08" + be16(8*rows) + be16(8) + "\x01\x01\x11\x00"
	// The DC code of a category is its number in 4 bits; "0" is the end of a block.
	dc := "\x00" + counts(4, 12) + counts(12, 0) + "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b"
	ac := "\x10\x01\x01" + counts(14, 0) + "\x00\x01"
	var scan strings.Builder
	for n := range rows {
		if n > 0 {
			scan.WriteString("\xff" + string([]byte{byte(0xd0 + (n-1)%8)}))
		}
		v := 128 - (100 + n)             // down from 128, in 5 bits
		bits := 5<<8 | (31-v)<<3 | 0b011 // category, value, end of the block, ones to the end of the byte
		scan.WriteString(be16(bits<<4 | 0b1111))
	}
	return "\xff\xd8" + segment(0xdb, quantization) + segment(0xc0, frame) + segment(0xc4, dc) + segment(0xc4, ac) +
		segment(0xdd, be16(1)) + segment(0xda, "\x01\x01\x00\x00\x3f\x00") + scan.String() + "\xff\xd9"
}

// TestPixelsOfJPEGCutShortBetweenRestarts has a file that ends early, with restart markers between its
// rows of blocks. The rows that are there are decoded.
func TestPixelsOfJPEGCutShortBetweenRestarts(t *testing.T) {
	t.Parallel()
	whole := restartingJPEG()
	for title, test := range map[string]struct {
		data string
		rows int
	}{
		"whole":                     {whole, 8},
		"cut in a block":            {whole[:len(whole)-2-4*3-1], 4},
		"cut in a marker":           {whole[:len(whole)-2-4*3-3], 4},
		"cut, and an end put there": {whole[:len(whole)-2-4*4] + "\xff\xd9", 4},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			s := picOf(name("DeviceGray"), 8, test.data, 8, 64, name("Filter"), name("DCTDecode"))
			img, err := imaging.Source{Doc: &pdf.Document{}, Stream: s}.Pixels(t.Context())
			if test.rows == 8 {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, imaging.ErrDamaged)
			}
			require.NotNil(t, img)
			for n := range 8 {
				want := color.Gray{byte(100 + n)}
				if n >= test.rows {
					want = color.Gray{255}
				}
				require.Equal(t, want, img.At(3, 8*n+3), "row %d of blocks", n)
			}
		})
	}
}
