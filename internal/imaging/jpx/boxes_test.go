package jpx_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging/jpx"
)

// box returns a box of a JP2 file.
func box(kind, body string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))) + kind + body
}

// wrapped returns a codestream of testdata in a JP2 file whose header has the boxes.
func wrapped(t testing.TB, name, boxes string) []byte {
	t.Helper()
	return []byte(box("jP  ", "\r\n\x87\n") + box("ftyp", "jp2 \x00\x00\x00\x00jp2 ") +
		box("jp2h", box("ihdr", "")+boxes) + box("jp2c", string(read(t, name))))
}

func pixel(img *jpx.Image, x, y int) []int {
	v := make([]int, len(img.Channels))
	for c := range v {
		v[c] = at(img, c, x, y)
	}
	return v
}

func TestPalette(t *testing.T) {
	t.Parallel()
	palette := box("pclr", "\x00\x03\x03\x07\x07\x0b"+"\x01\x02\x00\x03"+"\x11\x12\x0f\x13"+"\x21\x22\x00\x00")
	mapping := box("cmap", "\x00\x00\x01\x00"+"\x00\x00\x01\x01"+"\x00\x00\x01\x02")
	shallow := files["shallow-4.j2k"]
	at := func(x int) int { return shallow.sample(0, x, 0) }
	x0, x2 := 0, 29
	require.Equal(t, []int{0, 5}, []int{at(x0), at(x2)})
	for title, test := range map[string]struct {
		boxes string
		o     jpx.Options
		want  [2][]int
	}{
		"colours, the last for what has none": {palette + mapping, jpx.Options{}, [2][]int{{1, 2, 3}, {0x21, 0x22, 0}}},
		"without a mapping":                   {palette, jpx.Options{}, [2][]int{{1, 2, 3}, {0x21, 0x22, 0}}},
		"a mapping of another order":          {palette + box("cmap", "\x00\x00\x01\x02"+"\x00\x00\x00\x00"), jpx.Options{}, [2][]int{{3, 0}, {0, 5}}},
		"a mapping to what is not there":      {palette + box("cmap", "\x00\x01\x01\x02"+"\x00\x00\x01\x09"+"\x00\x00\x01\x01"), jpx.Options{}, [2][]int{{2}, {0x22}}},
		"indexes":                             {palette + mapping, jpx.Options{Indexes: true}, [2][]int{{0}, {5}}},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			img, err := decode(t, wrapped(t, "shallow-4.j2k", test.boxes), test.o)
			require.NoError(t, err)
			require.Equal(t, test.want, [2][]int{pixel(img, x0, 0), pixel(img, x2, 0)})
		})
	}
	_, err := jpx.Parse(wrapped(t, "gray.j2k", box("pclr", "\x01\x00\x03\x07\x07\x07")))
	require.ErrorIs(t, err, jpx.ErrDamaged)
	_, err = jpx.Parse(wrapped(t, "gray.j2k", box("pclr", "\x00\x01\x01\x1f\x00\x00\x00\x00")))
	require.ErrorIs(t, err, jpx.ErrUnsupported)
}

func TestChannels(t *testing.T) {
	t.Parallel()
	plain := colors
	want := func(order ...int) []int {
		v := make([]int, len(order))
		for i, c := range order {
			v[i] = plain.sample(c, 40, 7)
		}
		return v
	}
	for title, test := range map[string]struct {
		meanings string
		kinds    []jpx.ChannelKind
		want     []int
	}{
		"nothing said":            {"\x00\x00", []jpx.ChannelKind{jpx.Colour, jpx.Colour, jpx.Colour}, want(0, 1, 2)},
		"blue, green, red":        {"\x00\x03\x00\x00\x00\x00\x00\x03\x00\x01\x00\x00\x00\x02\x00\x02\x00\x00\x00\x01", []jpx.ChannelKind{jpx.Colour, jpx.Colour, jpx.Colour}, want(2, 1, 0)},
		"opacity comes last":      {"\x00\x01\x00\x00\x00\x01\x00\x00", []jpx.ChannelKind{jpx.Colour, jpx.Colour, jpx.Opacity}, want(1, 2, 0)},
		"premultiplied, unknown":  {"\x00\x02\x00\x00\x00\x02\x00\x00\x00\x01\xff\xff\xff\xff", []jpx.ChannelKind{jpx.Colour, jpx.Premultiplied, jpx.Unspecified}, want(2, 0, 1)},
		"channels there are none": {"\x00\x01\x00\x09\x00\x01\x00\x00", []jpx.ChannelKind{jpx.Colour, jpx.Colour, jpx.Colour}, want(0, 1, 2)},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			img, err := decode(t, wrapped(t, "cprl.j2k", box("cdef", test.meanings)), jpx.Options{})
			require.NoError(t, err)
			kinds := make([]jpx.ChannelKind, len(img.Channels))
			for i, c := range img.Channels {
				kinds[i] = c.Kind
			}
			require.Equal(t, test.kinds, kinds)
			require.Equal(t, test.want, pixel(img, 40, 7))
		})
	}
}

func TestColor(t *testing.T) {
	t.Parallel()
	enumerated := func(n byte) string { return box("colr", "\x01\x00\x00\x00\x00\x00"+string([]byte{n})) }
	for title, test := range map[string]struct {
		data []byte
		want jpx.Color
	}{
		"a codestream":            {read(t, "gray.j2k"), jpx.Color{Space: jpx.SpaceUnknown}},
		"a file of another tool":  {read(t, "colors.jp2"), jpx.Color{Space: jpx.SpaceRGB}},
		"luma and chroma":         {read(t, "coarse.jp2"), jpx.Color{Space: jpx.SpaceYCC}},
		"inks":                    {wrapped(t, "inks.j2k", enumerated(12)), jpx.Color{Space: jpx.SpaceCMYK}},
		"the first of two":        {wrapped(t, "gray.j2k", enumerated(17)+enumerated(16)), jpx.Color{Space: jpx.SpaceGray}},
		"a profile":               {wrapped(t, "gray.j2k", box("colr", "\x02\x00\x00profile")), jpx.Color{Space: jpx.SpaceUnknown, Profile: []byte("profile")}},
		"a method of another day": {wrapped(t, "gray.j2k", box("colr", "\x04\x00\x00????")+enumerated(17)), jpx.Color{Space: jpx.SpaceGray}},
		"boxes cut short":         {[]byte("\x00\x00\x00\x30jp2h\x00\x00\x00\x20colr" + string(read(t, "gray.j2k"))), jpx.Color{Space: jpx.SpaceUnknown}},
		"a length of eight bytes": {[]byte("\x00\x00\x00\x01free\x00\x00\x00\x00\x00\x00\x00\x11!" + string(wrapped(t, "gray.j2k", enumerated(17)))), jpx.Color{Space: jpx.SpaceGray}},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			f, err := jpx.Parse(test.data)
			require.NoError(t, err)
			require.Equal(t, test.want, f.Color)
		})
	}
}
