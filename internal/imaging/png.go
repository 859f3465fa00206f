package imaging

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"io"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// PNG makes a file of the pixels of Source.Pixels, or of a part of them.
func PNG(img image.Image) (*File, error) { return pngOf(img).file(context.Background()) }

// pngImage is an image in the form of a PNG file (ISO/IEC 15948), before its rows are filtered and packed.
type pngImage struct {
	width, height int
	bits          int // of a sample
	kind          pngKind
	channels      int
	palette       color.Palette // if kind is indexed
	transparent   bool
	needsPaper    bool // see File
	// row returns row y, packed as in the file. It may write to buf, which has the length of a row.
	// The result is valid until the next call.
	row func(y int, buf []byte) []byte
}

// pngKind is a colour type (clause 11.2.1).
type pngKind byte

const (
	pngGray    pngKind = 0
	pngRGB     pngKind = 2
	pngIndexed pngKind = 3
	pngRGBA    pngKind = 6
)

// pngOf converts an image of Source.Pixels.
func pngOf(img image.Image) *pngImage {
	size := img.Bounds().Size()
	p := &pngImage{width: size.X, height: size.Y, bits: 8, channels: 1}
	switch img := img.(type) {
	case *image.Gray:
		p.kind = pngGray
		p.row = func(y int, _ []byte) []byte { return img.Pix[y*img.Stride:][:size.X] }
	case *image.Paletted:
		p.setPalette(img.Palette)
		p.bits = bitsFor(len(img.Palette))
		p.row = func(y int, buf []byte) []byte { return pack(buf, img.Pix[y*img.Stride:][:size.X], p.bits) }
	case *image.NRGBA:
		if img.Opaque() {
			p.kind, p.channels = pngRGB, 3
			p.row = func(y int, buf []byte) []byte { return dropAlpha(buf, img.Pix[y*img.Stride:][:4*size.X]) }
		} else {
			p.kind, p.channels, p.transparent = pngRGBA, 4, true
			p.needsPaper = edgesNeedPaper(img)
			p.row = func(y int, _ []byte) []byte { return img.Pix[y*img.Stride:][:4*size.X] }
		}
	}
	return p
}

func (p *pngImage) setPalette(colors color.Palette) {
	p.kind, p.palette = pngIndexed, colors
	for _, c := range colors {
		p.transparent = p.transparent || c.(color.NRGBA).A != opaque
	}
	p.needsPaper = p.transparent && paletteNeedsPaper(colors)
}

// bitsFor returns the least number of bits of a sample in an image of n colours.
func bitsFor(n int) int {
	switch {
	case n <= 2:
		return 1
	case n <= 4:
		return 2
	case n <= 16:
		return 4
	}
	return 8
}

// pack packs samples of a byte each. It is the inverse of unpack.
func pack(dst, src []byte, bits int) []byte {
	if bits == 8 {
		return src
	}
	each := 8 / bits
	for i := range dst {
		var b byte
		for k, v := range src[i*each : min((i+1)*each, len(src))] {
			b |= v << (8 - bits*(k+1))
		}
		dst[i] = b
	}
	return dst
}

func dropAlpha(dst, src []byte) []byte {
	for i, k := 0, 0; k+3 < len(src) && i+2 < len(dst); i, k = i+3, k+4 {
		dst[i], dst[i+1], dst[i+2] = src[k], src[k+1], src[k+2]
	}
	return dst
}

// packers are reusable compressors. Making the tables of one takes longer than a small image.
var packers, thoroughPackers = packersOf(zlib.BestSpeed), packersOf(thorough)

// thorough is the lowest level that finds all repetitions. A scan of 35 million samples, nearly all white, has
// 108 kB with it and 275 kB with all lower levels. Images with noise become 2 % smaller in five times the time.
const thorough = 7

func packersOf(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		w, _ := zlib.NewWriterLevel(io.Discard, level) // the level is valid, so there is no error
		return w
	}}
}

// file writes the image. Its only error is that of the context.
func (p *pngImage) file(ctx context.Context) (*File, error) {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	head := binary.BigEndian.AppendUint32(nil, uint32(p.width))
	head = binary.BigEndian.AppendUint32(head, uint32(p.height))
	writeChunk(&b, "IHDR", append(head, byte(p.bits), byte(p.kind), 0, 0, 0))
	if p.kind == pngIndexed {
		p.writePalette(&b)
	}
	start := openChunk(&b, "IDAT")
	blank, err := p.writeRows(ctx, &b)
	if err != nil {
		return nil, err
	}
	closeChunk(&b, start)
	writeChunk(&b, "IEND", nil)
	return &File{
		MediaType: "image/png", Data: b.Bytes(), Width: p.width, Height: p.height,
		Opaque: !p.transparent, Blank: blank, NeedsPaper: p.needsPaper || !p.transparent && p.isSheet(),
	}, nil
}

// writePalette writes the colours, and their alphas up to the last one that is not opaque.
func (p *pngImage) writePalette(b *bytes.Buffer) {
	var colors, alphas []byte
	seen := 0
	for i, c := range p.palette {
		c := c.(color.NRGBA)
		colors, alphas = append(colors, c.R, c.G, c.B), append(alphas, c.A)
		if c.A != opaque {
			seen = i + 1
		}
	}
	writeChunk(b, "PLTE", colors)
	if seen > 0 {
		writeChunk(b, "tRNS", alphas[:seen])
	}
}

// writeRows filters and packs the rows. blank reports whether they have only one value.
func (p *pngImage) writeRows(ctx context.Context, b *bytes.Buffer) (blank bool, err error) {
	f := newRowFilter(p)
	pool := packers
	if f.sparse {
		pool = thoroughPackers
	}
	z := pool.Get().(*zlib.Writer)
	defer pool.Put(z)
	z.Reset(b)
	blank = true
	for y := range p.height {
		if y%contextRows == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		row := f.next(y)
		blank = blank && isUniform(row, f.pixel) && (y == 0 || bytes.Equal(row, f.above))
		if _, err := z.Write(f.filtered(row)); err != nil {
			return false, err
		}
		f.keep(row)
	}
	return blank, z.Close()
}

// isUniform reports whether all pixels of a row are equal. A pixel has pixel bytes.
func isUniform(row []byte, pixel int) bool {
	return len(row) <= pixel || bytes.Equal(row[pixel:], row[:len(row)-pixel])
}

const chunkHead = 8 // length and name

func writeChunk(b *bytes.Buffer, name string, data []byte) {
	start := openChunk(b, name)
	b.Write(data)
	closeChunk(b, start)
}

// openChunk begins a chunk (clause 5.3), whose data follows. It returns the place of the chunk.
func openChunk(b *bytes.Buffer, name string) int {
	b.WriteString("\x00\x00\x00\x00")
	b.WriteString(name)
	return b.Len() - chunkHead
}

// closeChunk ends the chunk that begins at start.
func closeChunk(b *bytes.Buffer, start int) {
	chunk := b.Bytes()[start:]
	binary.BigEndian.PutUint32(chunk, uint32(len(chunk)-chunkHead))
	b.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(chunk[4:])))
}
