package imaging_test

import (
	"encoding/binary"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
)

// jpxFile returns a file of the tests of internal/imaging/jpx; the pictures are described there.
func jpxFile(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("jpx", "testdata", name))
	require.NoError(t, err)
	return string(data)
}

func jpxBox(kind, body string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))) + kind + body
}

// jp2 puts a codestream into a file with these boxes in its header.
func jp2(stream, boxes string) string {
	return jpxBox("jP  ", "\r\n\x87\n") + jpxBox("jp2h", boxes) + jpxBox("jp2c", stream)
}

func jpxPicture(data string, more ...any) *pdf.Stream {
	return picture(data, 61, 43, append([]any{name("Filter"), name("JPXDecode")}, more...)...)
}

// jpxColor and jpxProfile are boxes that name a colour space.
func jpxColor(n byte) string     { return jpxBox("colr", "\x01\x00\x00\x00\x00\x00"+string([]byte{n})) }
func jpxProfile(p string) string { return jpxBox("colr", "\x02\x00\x00"+p) }

func TestPixelsOfJPX(t *testing.T) {
	t.Parallel()
	gray, colors, inks := jpxFile(t, "gray.j2k"), jpxFile(t, "lrcp.j2k"), jpxFile(t, "inks.j2k")
	shallow, deep := jpxFile(t, "shallow-4.j2k"), jpxFile(t, "deep-12.j2k")
	space := func(o pdf.Object) []any { return []any{name("ColorSpace"), o} }
	indexed := pdf.Array{name("Indexed"), name("DeviceRGB"), pdf.Integer(5), pdf.String("\x00\x00\x00\xff\x00\x00......\x01\x02\x03\x07\x08\x09")}
	palette := jpxBox("pclr", "\x00\x02\x03\x07\x07\x07\xff\x00\x00\x00\xff\x00") +
		jpxBox("cmap", "\x00\x00\x01\x00"+"\x00\x00\x01\x01"+"\x00\x00\x01\x02")
	blueFirst := jpxBox("cdef", "\x00\x03\x00\x00\x00\x00\x00\x03\x00\x01\x00\x00\x00\x02\x00\x02\x00\x00\x00\x01")
	opacityLast := jpxBox("cdef", "\x00\x01\x00\x03\x00\x01\x00\x00")
	opacityFirst := jpxBox("cdef", "\x00\x04\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x02\x00\x00\x00\x02\x00\x03\x00\x00\x00\x03")
	inData := func(n int) []any { return []any{name("SMaskInData"), pdf.Integer(n)} }
	at, near := image.Pt(20, 10), func(r, g, b, a byte) color.NRGBA { return color.NRGBA{r, g, b, a} }
	// There, gray and the first component of all others are 74, or 4 of 15; the second is
	// 180, the third 0; inks have 74 again as the fourth.
	for title, test := range map[string]struct {
		image *pdf.Stream
		want  color.NRGBA
	}{
		"gray":                                        {jpxPicture(gray, space(name("DeviceGray"))...), near(74, 74, 74, 255)},
		"gray that does not say so":                   {jpxPicture(gray), near(74, 74, 74, 255)},
		"gray where colours are announced":            {jpxPicture(gray, space(name("DeviceRGB"))...), near(74, 74, 74, 255)},
		"gray of 4 bits":                              {jpxPicture(shallow, space(name("DeviceGray"))...), near(68, 68, 68, 255)},
		"gray of 12 bits":                             {jpxPicture(deep, space(name("DeviceGray"))...), near(74, 74, 74, 255)},
		"gray the other way round":                    {jpxPicture(gray, append(space(name("DeviceGray")), name("Decode"), reals(1, 0))...), near(181, 181, 181, 255)},
		"indexes":                                     {jpxPicture(shallow, space(indexed)...), near(1, 2, 3, 255)},
		"indexes besides a palette":                   {jpxPicture(jp2(shallow, palette+jpxColor(16)), space(indexed)...), near(1, 2, 3, 255)},
		"a palette":                                   {jpxPicture(jp2(shallow, palette+jpxColor(16))), near(0, 255, 0, 255)},
		"a palette in the space of a dict":            {jpxPicture(jp2(shallow, palette), space(name("DeviceRGB"))...), near(0, 255, 0, 255)},
		"colours":                                     {jpxPicture(colors, space(name("DeviceRGB"))...), near(74, 180, 0, 255)},
		"colours that do not say so":                  {jpxPicture(colors), near(74, 180, 0, 255)},
		"a profile of something else":                 {jpxPicture(jp2(gray, jpxProfile(rgbProfile(srgbCurve, srgbPrimaries[0], srgbPrimaries[1], srgbPrimaries[2])))), near(74, 74, 74, 255)},
		"blue first":                                  {jpxPicture(jp2(colors, blueFirst)), near(0, 180, 74, 255)},
		"opacity that is not asked for":               {jpxPicture(jp2(inks, jpxColor(16)+opacityLast)), near(74, 180, 0, 255)},
		"opacity":                                     {jpxPicture(jp2(inks, jpxColor(16)+opacityLast), inData(1)...), near(74, 180, 0, 74)},
		"opacity that only the number says":           {jpxPicture(inks, append(space(name("DeviceRGB")), inData(1)...)...), near(74, 180, 0, 74)},
		"opacity before the colours":                  {jpxPicture(jp2(inks, jpxColor(16)+opacityFirst), inData(1)...), near(180, 0, 74, 74)},
		"opacity the colours have been multiplied by": {jpxPicture(jp2(inks, jpxColor(16)+opacityLast), inData(2)...), near(255, 255, 0, 74)},
		"a soft mask goes before opacity":             {jpxPicture(jp2(inks, jpxColor(16)+opacityLast), append(inData(1), name("SMask"), picOf(name("DeviceGray"), 8, "\x80", 1, 1))...), near(74, 180, 0, 128)},
		"opacity of gray":                             {jpxPicture(jp2(colors, jpxColor(17)), inData(1)...), near(74, 74, 74, 180)},
		"an explicit mask":                            {jpxPicture(gray, name("Mask"), picture("\xff", 1, 1, name("ImageMask"), pdf.Boolean(true))), near(74, 74, 74, 0)},
		"a mask of its own kind":                      {picOf(name("DeviceRGB"), 8, "abc", 1, 1, name("SMask"), jpxPicture(gray, space(name("DeviceGray"))...)), near(97, 98, 99, 74)},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			img, err := imaging.Source{Doc: &pdf.Document{}, Stream: test.image}.Pixels(t.Context())
			require.NoError(t, err)
			got := color.NRGBAModel.Convert(img.At(at.X, at.Y)).(color.NRGBA)
			require.Equal(t, test.want, got)
		})
	}
}

// TestColorSpacesOfJPX: samples have the colours that they have without JPEG 2000.
func TestColorSpacesOfJPX(t *testing.T) {
	t.Parallel()
	gray, colors, inks := jpxFile(t, "gray.j2k"), jpxFile(t, "lrcp.j2k"), jpxFile(t, "inks.j2k")
	palette := jpxBox("pclr", "\x00\x01\x03\x07\x07\x07\xff\x00\x00")
	camera := rgbProfile(gammaTag(2.2), adobePrimaries[0], adobePrimaries[1], adobePrimaries[2])
	press := inkProfile(5)
	spot := pdf.Array{name("Separation"), name("Spot"), name("DeviceCMYK"), magenta}
	ranges := reals(-85.3333, 84.6667, -75.2941, 124.7059)
	labOfData := pdf.Array{name("Lab"), pdf.NewDict(name("WhitePoint"), whiteD50, name("Range"), ranges)}
	one, three, four := "\x4a", "\x4a\xb4\x00", "\x4a\xb4\x00\x4a"
	for title, test := range map[string]struct {
		data    string
		space   pdf.Object // in the dictionary; nil: none
		samples string
		like    pdf.Object
	}{
		"a spot colour besides a palette": {jp2(gray, palette), spot, one, spot},
		"a camera's, by the file":         {jp2(colors, jpxProfile(camera)), nil, three, iccSpace(camera, 3)},
		"a camera's, by the dictionary":   {jp2(colors, jpxColor(16)), iccSpace(camera, 3), three, iccSpace(camera, 3)},
		"the dictionary goes first":       {jp2(colors, jpxProfile(camera)), lab(whiteD50), three, lab(whiteD50)},
		"L*a*b* by the file":              {jp2(colors, jpxColor(14)), nil, three, labOfData},
		"a press, by the file":            {jp2(inks, jpxProfile(press)), nil, four, iccSpace(press, 4)},
		"inks":                            {inks, name("DeviceCMYK"), four, name("DeviceCMYK")},
		"inks by the file":                {jp2(inks, jpxColor(12)), nil, four, name("DeviceCMYK")},
		"four that nobody names":          {inks, nil, four, name("DeviceCMYK")},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			s := jpxPicture(test.data)
			if test.space != nil {
				s = jpxPicture(test.data, name("ColorSpace"), test.space)
			}
			img, err := imaging.Source{Doc: &pdf.Document{}, Stream: s}.Pixels(t.Context())
			require.NoError(t, err)
			like, err := imaging.Source{Doc: &pdf.Document{}, Stream: picOf(test.like, 8, test.samples, 1, 1)}.Pixels(t.Context())
			require.NoError(t, err)
			want := color.NRGBAModel.Convert(like.At(0, 0)).(color.NRGBA)
			got := color.NRGBAModel.Convert(img.At(20, 10)).(color.NRGBA)
			// Over many pixels, profiles are interpolated between points of a grid.
			require.InDeltaSlice(t, []byte{want.R, want.G, want.B, 255}, []byte{got.R, got.G, got.B, got.A}, 1)
		})
	}
}

// TestPixelsOfCoarseChroma: luma and chroma become colours, also where only the size of
// the planes says what they are.
func TestPixelsOfCoarseChroma(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"coarse.jp2", "coarse-pcrl.j2k"} {
		img, err := imaging.Source{Doc: &pdf.Document{}, Stream: jpxPicture(jpxFile(t, file), name("ColorSpace"), name("DeviceRGB"))}.Pixels(t.Context())
		require.NoError(t, err)
		r, g, b := color.YCbCrToRGB(1, 60, 20) // at 3, 0; chroma at 1, 0
		require.Equal(t, color.NRGBA{r, g, b, 255}, img.At(3, 0))
	}
}

func TestDamageOfJPX(t *testing.T) {
	t.Parallel()
	gray, inks := jpxFile(t, "gray.j2k"), jpxFile(t, "inks.j2k")
	tiles, large := jpxFile(t, "tiles.j2k"), "\x00\x40\x00\x00\x00\x40\x00\x00"
	for title, test := range map[string]struct {
		image *pdf.Stream
		err   error
		last  color.Color // of the pixel at the lower right; nil: no image
	}{
		"nothing":             {jpxPicture(""), imaging.ErrDamaged, nil},
		"not a bit":           {jpxPicture("something else altogether, and long enough to be read"), imaging.ErrDamaged, nil},
		"a header":            {jpxPicture(gray[:80]), imaging.ErrDamaged, nil},
		"20 bits a sample":    {jpxPicture(gray[:42] + "\x13" + gray[43:]), imaging.ErrUnsupported, nil},
		"a bomb":              {jpxPicture(gray[:8] + large + gray[16:24] + large + gray[32:]), imaging.ErrTooLarge, nil},
		"tiles are missing":   {jpxPicture(tiles[:len(tiles)/2]), imaging.ErrDamaged, color.NRGBA{255, 255, 255, 255}},
		"an ink is cut short": {jpxPicture(inks[:len(inks)-40], name("ColorSpace"), name("DeviceCMYK")), imaging.ErrDamaged, color.NRGBA{}},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			img, err := imaging.Source{Doc: &pdf.Document{}, Stream: test.image}.Pixels(t.Context())
			require.ErrorIs(t, err, test.err)
			if test.last == nil {
				require.Nil(t, img)
				return
			}
			require.NotNil(t, img)
			if test.last != (color.NRGBA{}) {
				require.Equal(t, test.last, img.At(img.Bounds().Dx()-1, img.Bounds().Dy()-1))
			}
		})
	}
}
