package jpx_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging/jpx"
)

// The files in testdata are the pictures below, packed by opj_compress (OpenJPEG
// 2.5.0). With -update they are packed anew.
var update = flag.Bool("update", false, "pack the files in testdata with opj_compress")

// picture is what the files show: waves, a chequered ground, steps and noise.
type picture struct {
	width, height, components, depth int

	signed bool
	coarse int // components from the second on have every coarse-th sample; 0: all
}

// sample returns the sample of component c at x, y; half of the range is added to signed ones.
func (p picture) sample(c, x, y int) int {
	top := 1<<p.depth - 1
	noise := int(uint32(x*7919+y*104729+c*31) * 2654435761 >> 7 & 15)
	var v int
	switch c % 3 {
	case 0:
		v = (x*x/9 + y*3) % 256
	case 1:
		v = 60 + 120*((x/8+y/8)&1)
		if x > p.width/2 {
			v += noise
		}
	case 2:
		v = 255 * (y / 11 % 2)
		if x < p.width/3 {
			v = 20
		}
	}
	fine := max(p.depth-8, 0) // bits that bytes do not have
	return min(v*top/255+(x*5+y*3)&(1<<fine-1), top)
}

// size returns the size of component c.
func (p picture) size(c int) (width, height int) {
	if c == 0 || p.coarse == 0 {
		return p.width, p.height
	}
	return (p.width + p.coarse - 1) / p.coarse, (p.height + p.coarse - 1) / p.coarse
}

// raw returns the planes one after another, as opj_compress reads them.
func (p picture) raw() []byte {
	var b []byte
	for c := range p.components {
		w, h := p.size(c)
		for y := range h {
			for x := range w {
				v := p.sample(c, x, y)
				if p.signed {
					v -= 1 << (p.depth - 1)
				}
				if p.depth > 8 {
					b = append(b, byte(v>>8))
				}
				b = append(b, byte(v))
			}
		}
	}
	return b
}

// pack packs the picture into a file.
func (p picture) pack(t *testing.T, path string, args []string) {
	t.Helper()
	raw := filepath.Join(t.TempDir(), "picture.raw")
	require.NoError(t, os.WriteFile(raw, p.raw(), 0o600))
	sign := "u"
	if p.signed {
		sign = "s"
	}
	format := fmt.Sprintf("%d,%d,%d,%d,%s", p.width, p.height, p.components, p.depth, sign)
	if p.coarse > 0 {
		format += "@1x1" + strings.Repeat(fmt.Sprintf(":%dx%d", p.coarse, p.coarse), p.components-1)
	}
	out, err := exec.Command("opj_compress", append([]string{"-i", raw, "-o", path, "-F", format}, args...)...).CombinedOutput()
	require.NoError(t, err, string(out))
}

// file is a packed picture.
type file struct {
	picture
	args  string
	worst int     // difference of a sample
	mean  float64 // of all
}

var (
	gray   = picture{width: 61, height: 43, components: 1, depth: 8}
	colors = picture{width: 61, height: 43, components: 3, depth: 8}
	inks   = picture{width: 40, height: 30, components: 4, depth: 8}
)

var files = map[string]file{
	"gray.j2k":           {gray, "", 0, 0},
	"colors.jp2":         {colors, "", 0, 0},
	"colors-97.j2k":      {colors, "-I -r 3", 40, 5},
	"inks.j2k":           {inks, "-n 5 -mct 0", 0, 0},
	"deep-12.j2k":        {picture{width: 30, height: 20, components: 1, depth: 12}, "-n 4", 0, 0},
	"deep-16.j2k":        {picture{width: 30, height: 20, components: 3, depth: 16}, "-n 4", 0, 0},
	"deep-16-97.j2k":     {picture{width: 30, height: 20, components: 3, depth: 16}, "-n 4 -I -r 1.5", 2500, 500},
	"shallow-1.j2k":      {picture{width: 30, height: 20, components: 1, depth: 1}, "-n 4", 0, 0},
	"shallow-4.j2k":      {picture{width: 30, height: 20, components: 1, depth: 4}, "-n 4", 0, 0},
	"signed.j2k":         {picture{width: 30, height: 20, components: 1, depth: 8, signed: true}, "-n 4", 0, 0},
	"coarse.jp2":         {picture{width: 32, height: 22, components: 3, depth: 8, coarse: 2}, "-n 3 -mct 0", 0, 0},
	"lrcp.j2k":           {colors, "-p LRCP -r 8,3,1 -c [16,16],[32,32] -b 8,8", 0, 0},
	"rlcp.j2k":           {colors, "-p RLCP -r 8,3,1 -c [16,16],[32,32] -b 8,8", 0, 0},
	"rpcl.j2k":           {colors, "-p RPCL -r 8,3,1 -c [16,16],[32,32] -b 8,8", 0, 0},
	"pcrl.j2k":           {colors, "-p PCRL -r 8,3,1 -c [16,16],[32,32] -b 8,8", 0, 0},
	"cprl.j2k":           {colors, "-p CPRL -r 8,3,1 -c [16,16],[32,32] -b 8,8", 0, 0},
	"coarse-pcrl.j2k":    {picture{width: 60, height: 44, components: 3, depth: 8, coarse: 2}, "-n 4 -mct 0 -p PCRL -c [16,16],[32,32] -b 8,8", 0, 0},
	"changes.j2k":        {colors, "-n 4 -r 8,3,1 -POC T1=0,0,3,2,3,RLCP/T1=2,0,3,4,3,PCRL", 0, 0},
	"tiles.j2k":          {colors, "-t 24,17 -n 3", 0, 0},
	"tiles-97.j2k":       {colors, "-t 24,17 -n 3 -I", 3, 0.5},
	"tiles-offset.j2k":   {colors, "-t 24,17 -n 3 -d 13,9 -T 5,3", 0, 0},
	"tile-parts.j2k":     {colors, "-t 32,32 -n 3 -TP R -p RLCP -r 4,1 -TLM -PLT", 0, 0},
	"offset.j2k":         {colors, "-d 7,3", 0, 0},
	"bypass.j2k":         {colors, "-M 1", 0, 0},
	"reset.j2k":          {gray, "-M 2", 0, 0},
	"terminate.j2k":      {gray, "-M 4 -r 4,2,1", 0, 0},
	"bypass-end.j2k":     {colors, "-M 5 -r 4,2,1", 0, 0},
	"causal.j2k":         {gray, "-M 8", 0, 0},
	"predictable.j2k":    {gray, "-M 20", 0, 0},
	"symbols.j2k":        {gray, "-M 32", 0, 0},
	"all-styles.j2k":     {colors, "-M 63 -r 4,1", 0, 0},
	"interest.j2k":       {gray, "-ROI c=0,U=9", 0, 0},
	"markers.j2k":        {colors, "-SOP -EPH -n 3 -r 4,1", 0, 0},
	"one-size.j2k":       {gray, "-n 1", 0, 0},
	"eleven-sizes.j2k":   {colors, "-n 6 -b 64,4", 0, 0},
	"narrow.j2k":         {picture{width: 17, height: 33, components: 3, depth: 8}, "-t 16,32 -n 3", 0, 0},
	"narrow-97.j2k":      {picture{width: 17, height: 33, components: 3, depth: 8}, "-t 16,32 -n 3 -I", 3, 0.5},
	"narrow-odd.j2k":     {picture{width: 18, height: 18, components: 1, depth: 8}, "-t 16,16 -n 2 -d 15,0", 0, 0},
	"precincts.j2k":      {gray, "-c [32,16],[16,32] -b 4,16 -p RPCL", 0, 0},
	"many-guards.j2k":    {gray, "-GuardBits 5", 0, 0},
	"irreversible-1.j2k": {gray, "-I -n 1 -r 2", 40, 5},
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return data
}

func decode(t testing.TB, data []byte, o jpx.Options) (*jpx.Image, error) {
	t.Helper()
	f, err := jpx.Parse(data)
	if err != nil {
		return nil, err
	}
	return f.Decode(t.Context(), o)
}

// at is sample c of the pixel at x, y.
func at(img *jpx.Image, c, x, y int) int {
	i := (y*img.Width+x)*len(img.Channels) + c
	if img.Wide {
		return int(binary.BigEndian.Uint16(img.Pix[2*i:]))
	}
	return int(img.Pix[i])
}

// differences returns the worst and the mean difference between a picture and what was decoded.
func (p picture) differences(img *jpx.Image) (worst int, mean float64) {
	sum := 0
	for c := range p.components {
		scale := 1
		if c > 0 && p.coarse > 0 {
			scale = p.coarse
		}
		for y := range p.height {
			for x := range p.width {
				d := at(img, c, x, y) - p.sample(c, x/scale, y/scale)
				d = max(d, -d)
				worst, sum = max(worst, d), sum+d
			}
		}
	}
	return worst, float64(sum) / float64(p.width*p.height*p.components)
}

func TestFiles(t *testing.T) {
	t.Parallel()
	for name, file := range files {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if *update {
				file.pack(t, filepath.Join("testdata", name), strings.Fields(file.args))
			}
			img, err := decode(t, read(t, name), jpx.Options{})
			require.NoError(t, err)
			require.Equal(t, []int{file.width, file.height, file.components}, []int{img.Width, img.Height, len(img.Channels)})
			require.Equal(t, jpx.Channel{Depth: file.depth}, img.Channels[0])
			worst, mean := file.differences(img)
			require.LessOrEqual(t, worst, file.worst)
			require.LessOrEqual(t, mean, file.mean)
		})
	}
}

func TestNoFileIsLeftOver(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir("testdata")
	require.NoError(t, err)
	for _, e := range entries {
		if !e.IsDir() {
			require.Contains(t, files, e.Name())
		}
	}
}

// TestSmallerSizes decodes pictures at half their size. They look like the picture drawn at that size.
func TestSmallerSizes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"colors.jp2", "colors-97.j2k", "tiles-offset.j2k", "coarse.jp2", "lrcp.j2k"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole, err := decode(t, read(t, name), jpx.Options{})
			require.NoError(t, err)
			half, err := decode(t, read(t, name), jpx.Options{Pixels: whole.Width * whole.Height / 5})
			require.NoError(t, err)
			require.InDelta(t, whole.Width/2, half.Width, 1)
			require.InDelta(t, whole.Height/2, half.Height, 1)
			require.InDelta(t, average(whole), average(half), 6)
		})
	}
}

// average returns the mean of all samples.
func average(img *jpx.Image) float64 {
	sum := 0
	for _, v := range img.Pix {
		sum += int(v)
	}
	return float64(sum) / float64(len(img.Pix))
}

// TestNoSizeWithoutPixels has a row of pixels that no smaller size has. It is decoded at its full size, or
// refused if it is too long.
func TestNoSizeWithoutPixels(t *testing.T) {
	t.Parallel()
	row := func(width string) []byte {
		data := bytes.Clone(read(t, "gray.j2k"))
		copy(data[8:], width+"\x00\x00\x00\x02"+"\x00\x00\x00\x00"+"\x00\x00\x00\x01") // from 0, 1
		copy(data[24:], width)
		return data
	}
	img, _ := decode(t, row("\x00\x00\x01\x00"), jpx.Options{Pixels: 1})
	require.NotNil(t, img)
	require.Equal(t, []int{256, 1}, []int{img.Width, img.Height})
	_, err := decode(t, row("\x01\x00\x00\x00"), jpx.Options{})
	require.ErrorIs(t, err, jpx.ErrTooLarge)
}

func TestDecodeStopsWithItsContext(t *testing.T) {
	t.Parallel()
	f, err := jpx.Parse(read(t, "colors.jp2"))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	img, err := f.Decode(ctx, jpx.Options{})
	require.ErrorIs(t, err, context.Canceled)
	require.Nil(t, img)
}

// TestCutShort has files that end early. The part that is there is decoded. The more there is, the nearer it
// comes to the picture.
func TestCutShort(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"lrcp.j2k", "tiles.j2k", "pcrl.j2k", "bypass-end.j2k"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := read(t, name)
			previous := 256.0
			for part := 2; part <= 4; part++ {
				img, err := decode(t, data[:len(data)*part/4], jpx.Options{Missing: 128})
				if part == 4 {
					require.NoError(t, err)
				} else {
					require.ErrorIs(t, err, jpx.ErrDamaged)
				}
				require.NotNil(t, img)
				_, mean := files[name].differences(img)
				require.Less(t, mean, previous)
				previous = mean
			}
			require.Zero(t, previous)
		})
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	whole := string(read(t, "gray.j2k"))
	siz := func(at int, value string) string { return whole[:4+at] + value + whole[4+at+len(value):] }
	cod := strings.Index(whole, "\xff\x52")
	codAt := func(at int, value byte) string {
		return whole[:cod+2+at] + string([]byte{value}) + whole[cod+3+at:]
	}
	for title, test := range map[string]struct {
		data string
		err  error
	}{
		"nothing":                    {"", jpx.ErrDamaged},
		"something else":             {"something else altogether, and long enough to be read", jpx.ErrDamaged},
		"a header cut short":         {whole[:40], jpx.ErrDamaged},
		"no tile":                    {whole[:strings.Index(whole, "\xff\x90")], jpx.ErrDamaged},
		"no width":                   {siz(4, "\x00\x00\x00\x00"), jpx.ErrDamaged},
		"no tiles":                   {siz(20, "\x00\x00\x00\x00"), jpx.ErrDamaged},
		"too many tiles":             {siz(20, "\x00\x00\x00\x01\x00\x00\x00\x01")[:8] + "\x00\x01\x00\x00\x00\x01\x00\x00" + siz(20, "\x00\x00\x00\x01\x00\x00\x00\x01")[16:], jpx.ErrDamaged},
		"no components":              {siz(36, "\x00\x00"), jpx.ErrDamaged},
		"more components than bytes": {siz(36, "\x00\x02"), jpx.ErrDamaged},
		"samples of 20 bits":         {siz(38, "\x13"), jpx.ErrUnsupported},
		"a point without samples":    {siz(4, "\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x01")[:43] + "\x02\x02" + whole[45:], jpx.ErrDamaged},
		"no step between samples":    {siz(39, "\x00"), jpx.ErrDamaged},
		"an order that is none":      {codAt(3, 5), jpx.ErrDamaged},
		"no layers":                  {codAt(4, 0)[:cod+7] + "\x00" + codAt(4, 0)[cod+8:], jpx.ErrDamaged},
		"33 decompositions":          {codAt(7, 33), jpx.ErrDamaged},
		"large code-blocks":          {codAt(8, 9), jpx.ErrDamaged},
		"blocks of part 15":          {codAt(10, 0x40), jpx.ErrUnsupported},
		"a wavelet of part 2":        {codAt(11, 2), jpx.ErrUnsupported},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			f, err := jpx.Parse([]byte(test.data))
			require.ErrorIs(t, err, test.err)
			require.NotZero(t, f == nil)
		})
	}
}

// TestLargeOfLittle has a few bytes that ask for a large image. It is decoded at a size that fits the bytes,
// or not at all.
func TestLargeOfLittle(t *testing.T) {
	t.Parallel()
	resized := func(name, side string) []byte {
		data := bytes.Clone(read(t, name))
		copy(data[8:], side+side)
		copy(data[24:], side+side)
		return data
	}
	img, err := decode(t, resized("gray.j2k", "\x00\x00\x40\x00"), jpx.Options{}) // 16,384: 256 megapixels
	require.ErrorIs(t, err, jpx.ErrDamaged)
	require.Nil(t, img)
	img, _ = decode(t, resized("gray.j2k", "\x00\x00\x10\x00"), jpx.Options{}) // 16 megapixels
	if img != nil {
		require.LessOrEqual(t, img.Width*img.Height, 4<<20)
	}
	_, err = decode(t, resized("one-size.j2k", "\x00\x00\x40\x00"), jpx.Options{})
	require.ErrorIs(t, err, jpx.ErrTooLarge)
	_, err = decode(t, resized("lrcp.j2k", "\x00\x00\x20\x00"), jpx.Options{}) // a million precincts
	require.ErrorIs(t, err, jpx.ErrTooLarge)
	_, err = decode(t, resized("gray.j2k", "\x01\x00\x00\x00"), jpx.Options{})
	require.ErrorIs(t, err, jpx.ErrTooLarge)
}

// FuzzDecode decodes any data. The image has the announced size or a part of it, and is the same each time.
func FuzzDecode(f *testing.F) {
	for name := range files {
		f.Add(read(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := jpx.Parse(data)
		if err != nil {
			return
		}
		img, err := file.Decode(t.Context(), jpx.Options{Pixels: 1 << 14})
		if img == nil {
			require.Error(t, err)
			return
		}
		require.LessOrEqual(t, img.Width, file.Width)
		require.LessOrEqual(t, img.Height, file.Height)
		bytes := len(img.Channels)
		if img.Wide {
			bytes *= 2
		}
		require.Len(t, img.Pix, img.Width*img.Height*bytes)
		for c, channel := range img.Channels {
			for x := range img.Width {
				if v := at(img, c, x, 0); v != 0 { // Missing is 0
					require.Less(t, v, 1<<channel.Depth)
				}
			}
		}
		again, _ := file.Decode(t.Context(), jpx.Options{Pixels: 1 << 14})
		require.Equal(t, img, again)
	})
}

func BenchmarkDecode(b *testing.B) {
	for _, name := range []string{"gray.j2k", "colors.jp2", "colors-97.j2k", "bypass.j2k"} {
		b.Run(name, func(b *testing.B) {
			data, p := read(b, name), files[name]
			b.SetBytes(int64(p.width * p.height)) // MB/s are megapixels a second
			b.ReportAllocs()
			for b.Loop() {
				_, err := decode(b, data, jpx.Options{})
				require.NoError(b, err)
			}
		})
	}
}
