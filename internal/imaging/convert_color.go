package imaging

import (
	"context"
	"image"
)

// convertColors converts images of several components.
func (h *header) convertColors(ctx context.Context, s *samples, cs *ColorSpace) (image.Image, error) {
	if err := fits(s.width, s.height, bytesNRGBA); err != nil {
		return nil, err
	}
	paint := h.painter(s, cs)
	img := image.NewNRGBA(image.Rect(0, 0, s.width, s.height))
	rows, err := s.eachRow(ctx, func(y int, row []byte) {
		dst := img.Pix[y*img.Stride:][:bytesNRGBA*s.width]
		paint.row(dst, row)
		if len(h.key) >= 2*s.components {
			h.keyOut(dst, row, s)
		}
	})
	fill(img.Pix[rows*img.Stride:], 255)
	return img, err
}

// bytesNRGBA is the size of a pixel of an image.NRGBA.
const bytesNRGBA = 4

// keyOut makes pixels transparent if all their components are within the colour key (clause 8.9.6.4).
func (h *header) keyOut(dst, row []byte, s *samples) {
	shift := max(s.bits-8, 0)
	for x := range s.width {
		masked := true
		for i := range s.components {
			v := int(row[x*s.step+i])
			if v < h.key[2*i]>>shift || v > h.key[2*i+1]>>shift {
				masked = false
				break
			}
		}
		if masked {
			clear(dst[bytesNRGBA*x : bytesNRGBA*x+bytesNRGBA])
		}
	}
}

// painter converts rows of components to rows of NRGBA.
type painter interface {
	row(dst, src []byte)
}

func (h *header) painter(s *samples, cs *ColorSpace) painter {
	tables := make([][]float64, s.components)
	for i := range tables {
		tables[i] = h.decodeTable(cs, i, s.bits)
	}
	switch cs.model.(type) {
	case rgbModel:
		return newRGBPainter(tables, s.step)
	case cmykModel:
		return newCMYKPainter(tables, s.step)
	}
	if p := newMatrixPainter(cs, tables, s.step); p != nil {
		return p
	}
	if p := newGridPainter(cs, tables, s.step, s.width*s.height); p != nil {
		return p
	}
	return newModelPainter(cs, tables, s.step)
}

// rgbPainter is for DeviceRGB and spaces that look the same.
type rgbPainter struct {
	table [3][256]byte
	same  bool // the tables change nothing
	step  int
}

func newRGBPainter(tables [][]float64, step int) *rgbPainter {
	p := &rgbPainter{same: true, step: step}
	for i, t := range tables {
		for v := range t {
			p.table[i][v] = byteOf(t[v])
			p.same = p.same && len(t) == 256 && int(p.table[i][v]) == v
		}
	}
	return p
}

func (p *rgbPainter) row(dst, src []byte) {
	if p.same && p.step == 3 {
		for x, at := 0, 0; x+bytesNRGBA <= len(dst); x, at = x+bytesNRGBA, at+3 {
			d, s := dst[x:x+4:x+4], src[at:at+3:at+3]
			d[0], d[1], d[2], d[3] = s[0], s[1], s[2], opaque
		}
		return
	}
	for x, at := 0, 0; x+bytesNRGBA <= len(dst); x, at = x+bytesNRGBA, at+p.step {
		d, s := dst[x:x+4:x+4], src[at:at+3:at+3]
		d[0], d[1], d[2], d[3] = p.table[0][s[0]], p.table[1][s[1]], p.table[2][s[2]], opaque
	}
}

// modelPainter is for all other spaces. It remembers results: pictures repeat their colours, and a
// model can take a microsecond.
type modelPainter struct {
	cs     *ColorSpace
	tables [][]float64
	step   int
	seen   []seenColor // results by hash of the components; nil when the components do not fit into a key
	values []float64
}

type seenColor struct {
	key  uint64
	rgb  [3]uint8
	used bool
}

const (
	seenColors     = 1 << 14 // a power of two; 256 KB, which stay in the cache of a core
	seenComponents = 8       // the most components that fit into a key
)

func newModelPainter(cs *ColorSpace, tables [][]float64, step int) *modelPainter {
	p := &modelPainter{cs: cs, tables: tables, step: step, values: make([]float64, len(tables))}
	if len(tables) <= seenComponents {
		p.seen = make([]seenColor, seenColors)
	}
	return p
}

func (p *modelPainter) row(dst, src []byte) {
	n := len(p.tables)
	for x, at := 0, 0; x+bytesNRGBA <= len(dst); x, at = x+bytesNRGBA, at+p.step {
		c := p.color(src[at : at+n])
		d := dst[x : x+4 : x+4]
		d[0], d[1], d[2], d[3] = c[0], c[1], c[2], opaque
	}
}

func (p *modelPainter) color(c []byte) [3]uint8 {
	if p.seen == nil {
		return p.reckon(c)
	}
	var key uint64
	for _, v := range c {
		key = key<<8 | uint64(v)
	}
	const golden = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio: it spreads keys that differ in few bits
	e := &p.seen[key*golden>>40%seenColors]
	if !e.used || e.key != key {
		*e = seenColor{key, p.reckon(c), true}
	}
	return e.rgb
}

func (p *modelPainter) reckon(c []byte) (rgb [3]uint8) {
	for i, v := range c {
		p.values[i] = p.tables[i][v]
	}
	rgb[0], rgb[1], rgb[2] = p.cs.RGB(p.values)
	return rgb
}
