package imaging

import (
	"context"
	"image"
	"image/color"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// alpha is the opacity of the samples of an image.
type alpha struct {
	width, height int
	pix           []byte // row by row; 255: opaque
	smooth        bool   // it has more than two levels

	matte *[3]uint8 // the colour with which the image was mixed where it is not opaque; nil: none
}

func (a *alpha) opaque() bool {
	for _, v := range a.pix {
		if v != opaque {
			return false
		}
	}
	return true
}

// paintStencil paints a stencil mask. It paints samples 0 and not 1, or the other way round if
// Decode begins with 1 (clause 8.9.6.2). It does not paint missing rows.
func (h *header) paintStencil(ctx context.Context, s *samples) (image.Image, error) {
	if err := fits(s.width, s.height, 1); err != nil {
		return nil, err
	}
	p := h.stencilPalette()
	empty := byte(1)
	if h.inverted() {
		empty = 0
	}
	img := image.NewPaletted(image.Rect(0, 0, s.width, s.height), p)
	rows, err := s.eachRow(ctx, func(y int, row []byte) {
		dst := img.Pix[y*img.Stride:][:s.width]
		s.first(dst, row)
		if s.bits > 1 { // DCT and JPX are not allowed for a stencil, but the meaning is clear
			for x, v := range dst {
				dst[x] = v >> 7
			}
		}
	})
	fill(img.Pix[rows*img.Stride:], empty)
	return img, err
}

// stencilPalette returns the colours of samples 0 and 1 of a stencil mask.
func (h *header) stencilPalette() color.Palette {
	painted, clear := color.NRGBA{h.Fill[0], h.Fill[1], h.Fill[2], opaque}, color.NRGBA{}
	if h.inverted() {
		return color.Palette{clear, painted}
	}
	return color.Palette{painted, clear}
}

func (h *header) inverted() bool { return len(h.decode) > 0 && h.decode[0] >= 0.5 }

// masked applies the masks to img. It ignores masks that cannot be read, since an image too many is
// better than a missing one. It returns err, or its own error.
func (h *header) masked(ctx context.Context, img image.Image, s *samples, err error) (image.Image, error) {
	a, maskErr := h.alphaOf(ctx)
	if a == nil {
		a = s.opacity
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil {
		err = maskErr
	}
	if a == nil || a.opaque() {
		return img, err
	}
	return compose(img, a), err
}

// alphaOf returns the soft mask, or else the explicit mask, or nil when there is none.
func (h *header) alphaOf(ctx context.Context) (*alpha, error) {
	switch {
	case h.soft != nil:
		return h.softMask(ctx)
	case h.mask != nil:
		return h.explicitMask(ctx)
	}
	return nil, nil
}

// softMask returns the alpha of SMask: its gray values as they are (clause 11.6.5.2).
func (h *header) softMask(ctx context.Context) (*alpha, error) {
	m, s, err := h.maskSamples(ctx, h.soft)
	if s == nil {
		return nil, err
	}
	a := &alpha{width: s.width, height: s.height, pix: make([]byte, s.width*s.height), smooth: s.bits > 1, matte: h.matteColor()}
	var table [256]byte
	for i, v := range m.decodeTable(deviceGray, 0, s.bits) {
		table[i] = byteOf(v)
	}
	return a, a.read(ctx, s, table, err)
}

// explicitMask returns the alpha of a stencil in Mask. Samples 1 are masked out, or samples 0 if
// Decode begins with 1 (clause 8.9.6.3).
func (h *header) explicitMask(ctx context.Context) (*alpha, error) {
	m, s, err := h.maskSamples(ctx, h.mask)
	if s == nil {
		return nil, err
	}
	a := &alpha{width: s.width, height: s.height, pix: make([]byte, s.width*s.height)}
	var table [256]byte
	half := levels(s.bits) / 2
	for i := range table {
		if (i < half) != m.inverted() {
			table[i] = opaque
		}
	}
	return a, a.read(ctx, s, table, err)
}

// maskSamples decodes the stream of a mask. A mask has one component, whatever its dictionary says,
// and no masks of its own.
func (h *header) maskSamples(ctx context.Context, stream *pdf.Stream) (*header, *samples, error) {
	m, err := Source{Doc: h.Doc, Stream: stream}.header()
	if err != nil {
		return nil, nil, err
	}
	m.space = deviceGray
	s, err := m.samples(ctx)
	if s == nil {
		return nil, nil, err
	}
	if len(s.data) == 0 {
		return nil, nil, errShort
	}
	if err := fits(s.width, s.height, 1); err != nil {
		return nil, nil, err
	}
	return m, s, err
}

// read fills a. Missing rows are opaque.
func (a *alpha) read(ctx context.Context, s *samples, table [256]byte, err error) error {
	rows, readErr := s.eachRow(ctx, func(y int, row []byte) {
		dst := a.pix[y*a.width:][:a.width]
		for x := range dst {
			dst[x] = table[row[x*s.step]]
		}
	})
	fill(a.pix[rows*a.width:], opaque)
	if readErr != nil {
		return readErr
	}
	return err
}

// compose gives img the alpha a. Both cover the same square and may differ in size. The result has
// the greater width and the greater height of the two, so that neither loses detail: scans are
// often a coarse image behind a fine mask. Image samples are repeated, and those of a smooth mask
// are interpolated. If the result would be too large, the mask is made smaller.
func compose(img image.Image, a *alpha) image.Image {
	size := img.Bounds().Size()
	if !composable(max(size.X, a.width), max(size.Y, a.height), limits.ImageBytes) {
		a = a.shrunk(size)
	}
	width, height := max(size.X, a.width), max(size.Y, a.height)
	if !composable(width, height, limits.ImageBytes) {
		width, height = size.X, size.Y
	}
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	columns := spread(size.X, width)
	line := make([]byte, width)
	at := a.sampler(width, height)
	matte := a.matte
	if size != image.Pt(a.width, a.height) {
		matte = nil // it needs image and mask of one size
	}
	for y := range height {
		dst := out.Pix[y*out.Stride:][:bytesNRGBA*width]
		colorsOfRow(dst, img, y*size.Y/height, columns)
		at.row(line, y)
		for x, v := range line {
			d := dst[4*x : 4*x+4 : 4*x+4]
			if matte != nil {
				unmatte(d, matte, v)
			}
			d[3] = byte(int(d[3]) * int(v) / opaque) // this is v if there was no colour key
		}
	}
	return out
}

// composable reports whether an image of that size takes at most most bytes.
func composable(width, height, most int) bool { return width <= most/bytesNRGBA/height }

// shrunkBytes is the most bytes of an image whose mask is made smaller: those of six megapixels,
// which is more than anybody sees of a mask.
const shrunkBytes = limits.ImageBytes / 16

// shrunk returns a with squares of samples combined, such that the image can be composed.
func (a *alpha) shrunk(size image.Point) *alpha {
	n := 2
	for ; n < max(a.width, a.height) && !composable(max(size.X, a.width/n), max(size.Y, a.height/n), shrunkBytes); n++ {
	}
	out := &alpha{width: max(a.width/n, 1), height: max(a.height/n, 1), smooth: true}
	out.pix = make([]byte, out.width*out.height)
	sums := make([]int, out.width)
	for y := range out.height {
		clear(sums)
		rows := min(n, a.height-y*n)
		for k := range rows {
			row := a.pix[(y*n+k)*a.width:][:a.width]
			for x := range sums {
				for _, v := range row[x*n : min(x*n+n, a.width)] {
					sums[x] += int(v)
				}
			}
		}
		for x, sum := range sums {
			out.pix[y*out.width+x] = byte(sum / (rows * min(n, a.width-x*n)))
		}
	}
	return out
}

// spread returns for each of n places one of m places.
func spread(m, n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i * m / n)
	}
	return out
}

// colorsOfRow writes the pixels of row y in the given columns.
func colorsOfRow(dst []byte, img image.Image, y int, columns []int32) {
	switch img := img.(type) {
	case *image.Gray:
		row := img.Pix[y*img.Stride:]
		for x, c := range columns {
			d := dst[4*x : 4*x+4 : 4*x+4]
			d[0], d[1], d[2], d[3] = row[c], row[c], row[c], opaque
		}
	case *image.Paletted:
		row := img.Pix[y*img.Stride:]
		for x, c := range columns {
			p := img.Palette[row[c]].(color.NRGBA)
			d := dst[4*x : 4*x+4 : 4*x+4]
			d[0], d[1], d[2], d[3] = p.R, p.G, p.B, p.A
		}
	case *image.NRGBA:
		row := img.Pix[y*img.Stride:]
		for x, c := range columns {
			copy(dst[4*x:4*x+4], row[4*c:4*c+4])
		}
	}
}
