package imaging_test

import (
	"encoding/binary"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
)

func be16(v ...int) string {
	b := make([]byte, 0, 2*len(v))
	for _, v := range v {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return string(b)
}

func be32(v ...int) string {
	b := make([]byte, 0, 4*len(v))
	for _, v := range v {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	return string(b)
}

// s15 returns numbers as s15Fixed16Number.
func s15(v ...float64) string {
	var b strings.Builder
	for _, v := range v {
		b.WriteString(be32(int(int32(math.Round(v * 65536)))))
	}
	return b.String()
}

// profileOf returns an ICC profile of tags: name, data, name, data.
func profileOf(space, pcs string, tags ...string) string {
	head := make([]byte, 128)
	copy(head[16:], space)
	copy(head[20:], pcs)
	table, body := be32(len(tags)/2), ""
	at := 128 + 4 + 12*len(tags)/2
	for i := 0; i < len(tags); i += 2 {
		table += tags[i] + be32(at+len(body), len(tags[i+1]))
		body += tags[i+1]
	}
	return string(head) + table + body
}

const reserved = "\x00\x00\x00\x00"

func xyzTag(x, y, z float64) string { return "XYZ " + reserved + s15(x, y, z) }
func gammaTag(g float64) string     { return "curv" + reserved + be32(1) + be16(int(g*256)) }

// srgbCurve is the transfer function of sRGB as parameters.
var srgbCurve = "para" + reserved + be16(3, 0) + s15(2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045)

func rgbProfile(curve string, red, green, blue string) string {
	return profileOf("RGB ", "XYZ ", "rXYZ", red, "gXYZ", green, "bXYZ", blue, "rTRC", curve, "gTRC", curve, "bTRC", curve)
}

// The primaries of sRGB and of Adobe RGB (1998), adapted to D50.
var (
	srgbPrimaries  = [3]string{xyzTag(.43607, .22249, .01392), xyzTag(.38515, .71687, .09708), xyzTag(.14307, .06061, .7141)}
	adobePrimaries = [3]string{xyzTag(.60974, .31111, .01947), xyzTag(.20528, .62567, .06087), xyzTag(.14919, .06322, .74457)}
)

// inkProfile returns a profile of tables with two points in each dimension. No ink is white. Any full
// ink has the lightness darkest, of 255.
func inkProfile(darkest byte) string {
	ramp := make([]byte, 256)
	for i := range ramp {
		ramp[i] = byte(i)
	}
	nodes := "\xff\x80\x80" + strings.Repeat(string([]byte{darkest, 0x80, 0x80}), 15)
	lut := "mft1" + reserved + "\x04\x03\x02\x00" + strings.Repeat(reserved, 9) +
		strings.Repeat(string(ramp), 4) + nodes + strings.Repeat(string(ramp), 3)
	return profileOf("CMYK", "Lab ", "A2B0", lut)
}

func iccSpace(profile string, n int) pdf.Array {
	return pdf.Array{name("ICCBased"), stream(profile, name("N"), pdf.Integer(n))}
}

func TestProfiles(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		profile string
		samples string
		n       int
		want    string
	}{
		"sRGB":                           {rgbProfile(srgbCurve, srgbPrimaries[0], srgbPrimaries[1], srgbPrimaries[2]), "abc", 3, "616263"},
		"a wider red":                    {rgbProfile(gammaTag(2.2), adobePrimaries[0], adobePrimaries[1], adobePrimaries[2]), "\xc0\x80\x80", 3, "d48181"},
		"gray of gamma 1":                {profileOf("GRAY", "XYZ ", "kTRC", gammaTag(1)), "\x80", 1, "bc"},
		"gray of the curve of sRGB":      {profileOf("GRAY", "XYZ ", "kTRC", srgbCurve), "\x7b", 1, "7b"},
		"gray of a sampled curve":        {profileOf("GRAY", "XYZ ", "kTRC", "curv"+reserved+be32(3)+be16(0, 0, 65535)), "\x80", 1, "0d"},
		"gray of lightness":              {profileOf("GRAY", "Lab ", "kTRC", gammaTag(1)), "\x80", 1, "77"},
		"no ink is white":                {inkProfile(0), "\x00\x00\x00\x00", 4, "ff"},
		"ink is black":                   {inkProfile(0), "\x00\x00\x00\xff", 4, "00"},
		"the darkest ink is made black":  {inkProfile(30), "\xff\xff\xff\xff", 4, "00"},
		"half an ink":                    {inkProfile(0), "\x00\x00\x00\x80", 4, "76"},
		"a profile of other components":  {profileOf("GRAY", "XYZ ", "kTRC", gammaTag(1)), "abc", 3, "616263"},
		"a profile without its curve":    {profileOf("GRAY", "XYZ "), "\x80", 1, "80"},
		"a profile that is none":         {"not a profile", "\x80", 1, "80"},
		"a profile whose table is short": {inkProfile(0)[:1400], "\x00\x00\x00\xff", 4, "231f20"},
	}
	for title, test := range tests {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			s := picOf(iccSpace(test.profile, test.n), 8, test.samples, 1, 1)
			img, err := imaging.Source{Doc: &pdf.Document{}, Stream: s}.Pixels(t.Context())
			require.NoError(t, err)
			require.Equal(t, test.want, show(img))
		})
	}
}

// TestImagesAgreeWithTheirSpace compares images, which have faster ways to convert colours, with colours
// converted one by one. ColorSpace.RGB converts them. It does not use the profile of inks, so an image of
// one pixel converts those: it is too small to be worth a grid.
func TestImagesAgreeWithTheirSpace(t *testing.T) {
	t.Parallel()
	const width, height, tolerance = 400, 300, 1
	for title, test := range map[string]struct {
		space pdf.Object
		n     int
	}{
		"inks":     {iccSpace(inkProfile(30), 4), 4},
		"a camera": {iccSpace(rgbProfile(gammaTag(2.2), adobePrimaries[0], adobePrimaries[1], adobePrimaries[2]), 3), 3},
		"CalRGB":   {calRGB(1.8), 3},
		"Lab":      {lab(whiteD50), 3},
		"process":  {name("DeviceCMYK"), 4},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			data := make([]byte, test.n*width*height)
			for i := range data {
				data[i] = byte(i * i >> 7)
			}
			doc := &pdf.Document{}
			large := picOf(test.space, 8, string(data), width, height)
			img, err := imaging.Source{Doc: doc, Stream: large}.Pixels(t.Context())
			require.NoError(t, err)
			cs, err := imaging.ParseColorSpace(doc, test.space, pdf.Dict{})
			require.NoError(t, err)
			for i := 0; i < width*height; i += 997 {
				c := data[test.n*i : test.n*(i+1)]
				var want color.NRGBA
				if title == "inks" {
					one, err := imaging.Source{Doc: doc, Stream: picOf(test.space, 8, string(c), 1, 1)}.Pixels(t.Context())
					require.NoError(t, err)
					want = one.At(0, 0).(color.NRGBA)
				} else {
					want.R, want.G, want.B = cs.RGB(spread(cs, c))
				}
				got := img.At(i%width, i/width).(color.NRGBA)
				require.InDeltaSlice(t, []byte{want.R, want.G, want.B}, []byte{got.R, got.G, got.B}, tolerance)
			}
		})
	}
}

// spread returns samples of 8 bits as colour values.
func spread(cs *imaging.ColorSpace, c []byte) []float64 {
	v := make([]float64, len(c))
	for i, b := range c {
		v[i] = float64(b) / 255
		if cs.Family == "Lab" {
			v[i] = []float64{100 * v[i], 255*v[i] - 128, 255*v[i] - 128}[i]
		}
	}
	return v
}

// FuzzICC checks that profiles with any content give colours, and the same each time.
func FuzzICC(f *testing.F) {
	f.Add(inkProfile(20), uint8(4))
	f.Add(rgbProfile(srgbCurve, srgbPrimaries[0], srgbPrimaries[1], srgbPrimaries[2]), uint8(3))
	f.Add(profileOf("GRAY", "XYZ ", "kTRC", gammaTag(2)), uint8(1))
	f.Fuzz(func(t *testing.T, profile string, n uint8) {
		s := picOf(iccSpace(profile, int(n)), 8, strings.Repeat("\x00\x7f\xff\x10", 8), 2, 2)
		first, err := imaging.Source{Doc: &pdf.Document{}, Stream: s}.Pixels(t.Context())
		require.NoError(t, err)
		second, err := imaging.Source{Doc: &pdf.Document{}, Stream: s}.Pixels(t.Context())
		require.NoError(t, err)
		require.Equal(t, show(first), show(second))
	})
}
