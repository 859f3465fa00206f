package imaging_test

import (
	"context"
	"image"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
)

// TestDamage has damaged images. The part that is there is returned with an error. Of images that would fill
// the memory nothing is returned.
func TestDamage(t *testing.T) {
	t.Parallel()
	gray, rgb := name("DeviceGray"), name("DeviceRGB")
	tiny := jpegOf(t, image.NewGray(image.Rect(0, 0, 16, 16)))
	filter := func(f string) []any { return []any{name("Filter"), name(f)} }
	tests := map[string]struct {
		image *pdf.Stream
		want  string
		err   error
	}{
		"rows missing":                {picOf(gray, 8, "\x11\x22", 2, 3), "11 22 / ff ff / ff ff", imaging.ErrDamaged},
		"half a row":                  {picOf(gray, 8, "\x11\x22\x33", 2, 2), "11 22 / 33 00", imaging.ErrDamaged},
		"colours missing":             {picOf(rgb, 8, "abc", 1, 2), "616263 / ff", imaging.ErrDamaged},
		"no data":                     {picOf(gray, 8, "", 2, 2), "nothing", imaging.ErrDamaged},
		"no width":                    {picOf(gray, 8, "abc", 0, 2), "nothing", imaging.ErrDamaged},
		"a negative height":           {picOf(gray, 8, "abc", 2, -2), "nothing", imaging.ErrDamaged},
		"no size at all":              {stream("abc"), "nothing", imaging.ErrDamaged},
		"a bomb":                      {picOf(gray, 1, "abc", 1<<20, 1<<20), "nothing", imaging.ErrTooLarge},
		"sizes whose product is none": {picOf(gray, 1, "abc", 1<<40, 1<<40), "nothing", imaging.ErrTooLarge},
		"few bytes for many pixels":   {picOf(gray, 8, strings.Repeat("a", 5000), 4000, 4000), "nothing", imaging.ErrDamaged},
		"a stencil without data":      {picture("", 9, 9, name("ImageMask"), pdf.Boolean(true)), "nothing", imaging.ErrDamaged},
		"a mask that cannot be read":  {picOf(gray, 8, "\x11", 1, 1, name("SMask"), picOf(gray, 8, "", 1, 1)), "11", imaging.ErrDamaged},
		"no JPEG":                     {picOf(gray, 8, "abc", 1, 1, filter("DCTDecode")...), "nothing", imaging.ErrDamaged},
		"a JPEG of large sizes":       {dctImage(strings.Replace(tiny, "\x00\x10\x00\x10", "\x70\x10\x70\x10", 1), gray), "nothing", imaging.ErrDamaged},
		"a JPEG of too little":        {dctImage(strings.Replace(tiny, "\x00\x10\x00\x10", "\x30\x10\x30\x10", 1), gray), "nothing", imaging.ErrDamaged},
		"a JPEG of 12 bits":           {dctImage(strings.Replace(tiny, "\xff\xc0\x00\x0b\x08", "\xff\xc1\x00\x0b\x0c", 1), gray), "nothing", imaging.ErrUnsupported},
		"a JPEG in arithmetic code":   {dctImage(strings.Replace(tiny, "\xff\xc0", "\xff\xc9", 1), gray), "nothing", imaging.ErrUnsupported},
		"no fax":                      {picOf(gray, 1, "", 1, 1, filter("CCITTFaxDecode")...), "nothing", imaging.ErrDamaged},
		"no JBIG2":                    {picOf(gray, 1, "abc", 1<<20, 1<<20, filter("JBIG2Decode")...), "nothing", imaging.ErrTooLarge},
	}
	for title, test := range tests {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			source := imaging.Source{Doc: &pdf.Document{}, Stream: test.image}
			img, err := source.Pixels(t.Context())
			require.ErrorIs(t, err, test.err)
			require.Equal(t, test.want, show(img))
			f, err := source.Encode(t.Context())
			require.ErrorIs(t, err, test.err)
			require.Equal(t, img == nil, f == nil)
		})
	}
}

func TestPixelsStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := imaging.Source{Doc: &pdf.Document{}, Stream: picOf(name("DeviceGray"), 8, "abcd", 2, 2)}.Pixels(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

func TestKey(t *testing.T) {
	t.Parallel()
	key := func(s *pdf.Stream, fill byte) string {
		return imaging.Source{Doc: &pdf.Document{}, Stream: s, Fill: [3]uint8{fill, 0, 0}}.Key()
	}
	gray := picOf(name("DeviceGray"), 8, "a", 1, 1)
	object := picOf(name("DeviceGray"), 8, "a", 1, 1)
	object.Ref = pdf.Ref{Num: 7}
	stencil := picture("a", 1, 1, name("ImageMask"), pdf.Boolean(true))
	require.Equal(t, key(gray, 0), key(picOf(name("DeviceGray"), 8, "a", 1, 1), 1))
	require.NotEqual(t, key(gray, 0), key(picOf(name("DeviceGray"), 8, "b", 1, 1), 0))
	require.NotEqual(t, key(gray, 0), key(picOf(name("DeviceGray"), 4, "a", 1, 1), 0))
	require.NotEqual(t, key(gray, 0), key(object, 0))
	require.NotEqual(t, key(stencil, 0), key(stencil, 1))
	require.Empty(t, imaging.Source{}.Key())
}

// FuzzPixels decodes images with any dictionary and data. They have not more pixels than they may have, the
// same pixels each time, and an image that has pixels has a file.
func FuzzPixels(f *testing.F) {
	f.Add("abcdef", 2, 1, 8, "DeviceRGB", "", 0.0, 1)
	f.Add("\x40", 3, 1, 1, "", "", 1.0, 0)
	f.Add("\x26\xa0", 8, 2, 1, "DeviceGray", "CCITTFaxDecode", 0.0, -1)
	f.Add(jpegOf(f, image.NewGray(image.Rect(0, 0, 8, 8))), 8, 8, 8, "DeviceGray", "DCTDecode", 0.0, 0)
	f.Add("\xff\x00\x00\x00", 1, 1, 8, "DeviceCMYK", "", 1.0, 128)
	f.Add(jpxFile(f, "shallow-4.j2k"), 30, 20, 8, "DeviceRGB", "JPXDecode", 0.0, 1)
	f.Fuzz(func(t *testing.T, data string, width, height, bits int, space, filter string, decode float64, key int) {
		entries := []any{name("Decode"), reals(decode, 1-decode)}
		if filter != "" {
			entries = append(entries, name("Filter"), name(filter), name("DecodeParms"), pdf.NewDict(name("K"), pdf.Integer(key)))
		}
		if space == "" {
			entries = append(entries, name("ImageMask"), pdf.Boolean(true))
		} else {
			entries = append(entries, name("Mask"), pdf.Array{pdf.Integer(key), pdf.Integer(key + 9)})
		}
		s := picOf(name(space), bits, data, width, height, entries...)
		source := imaging.Source{Doc: &pdf.Document{}, Stream: s}
		first, err := source.Pixels(t.Context())
		if err == nil {
			require.NotNil(t, first)
		}
		if first == nil {
			return
		}
		size := first.Bounds().Size()
		if size.X*size.Y > 1<<20 {
			return
		}
		second, _ := source.Pixels(t.Context())
		require.Equal(t, first, second)
		file, _ := source.Encode(t.Context())
		require.NotNil(t, file)
	})
}

// BenchmarkPixels decodes a megapixel of each kind.
func BenchmarkPixels(b *testing.B) {
	const side = 1024
	noise := make([]byte, 4*side*side)
	for i := range noise {
		noise[i] = byte(i*7 + i*i>>9)
	}
	gray, rgb, cmyk := name("DeviceGray"), name("DeviceRGB"), name("DeviceCMYK")
	photo := image.NewRGBA(image.Rect(0, 0, side, side))
	for i := range photo.Pix {
		photo.Pix[i] = byte(i>>5 + i>>14)
	}
	data := string(noise)
	images := map[string]*pdf.Stream{
		"1 bit":       picOf(gray, 1, data, side, side),
		"gray":        picOf(gray, 8, data, side, side),
		"RGB":         picOf(rgb, 8, data, side, side),
		"RGB 16 bits": picOf(rgb, 16, data+data, side, side),
		"CMYK":        picOf(cmyk, 8, data, side, side),
		"camera":      picOf(iccSpace(rgbProfile(gammaTag(2.2), adobePrimaries[0], adobePrimaries[1], adobePrimaries[2]), 3), 8, data, side, side),
		"press":       picOf(iccSpace(inkProfile(20), 4), 8, data, side, side),
		"Lab":         picOf(lab(whiteD50), 8, data, side, side),
		"soft mask":   picOf(rgb, 8, data, side, side, name("SMask"), picOf(gray, 8, data, side, side)),
		"JPEG":        picOf(rgb, 8, jpegOf(b, photo), side, side, name("Filter"), name("DCTDecode")),
	}
	for title, s := range images {
		b.Run(title, func(b *testing.B) {
			b.SetBytes(side * side) // MB/s are megapixels a second
			b.ReportAllocs()
			for b.Loop() {
				_, err := imaging.Source{Doc: &pdf.Document{}, Stream: s}.Pixels(b.Context())
				require.NoError(b, err)
			}
		})
	}
}
