package jbig2

// bitmap is a bi-level image in rows of whole bytes, 1 for black. Bits beyond the width are 0, so
// that neighbours outside of the image read as white.
type bitmap struct {
	w, h, stride int
	data         []byte
}

func newBitmap(w, h int) *bitmap {
	stride := (w + 7) / 8
	return &bitmap{w: w, h: h, stride: stride, data: make([]byte, stride*h)}
}

// row returns row y, or nil outside of the image.
func (b *bitmap) row(y int) []byte {
	if y < 0 || y >= b.h {
		return nil
	}
	return b.data[y*b.stride : (y+1)*b.stride]
}

// at returns the pixel at x, y, or 0 outside of the image.
func (b *bitmap) at(x, y int) int {
	if uint(x) >= uint(b.w) || uint(y) >= uint(b.h) {
		return 0
	}
	return int(b.data[y*b.stride+x>>3]>>(7-x&7)) & 1
}

// set makes the pixel at x, y black. The pixel is inside of the image.
func (b *bitmap) set(x, y int) { b.data[y*b.stride+x>>3] |= 0x80 >> (x & 7) }

// byteAt returns byte i of a row, or 0 outside of the row.
func byteAt(row []byte, i int) byte {
	if uint(i) < uint(len(row)) {
		return row[i]
	}
	return 0
}

// fill makes all pixels black.
func (b *bitmap) fill() {
	for i := range b.data {
		b.data[i] = 0xFF
	}
	if rest := b.w & 7; rest != 0 {
		for i := b.stride - 1; i < len(b.data); i += b.stride {
			b.data[i] = 0xFF << (8 - rest)
		}
	}
}

// part returns the part of b of width w from column x on, in full height.
func (b *bitmap) part(x, w int) *bitmap {
	p := newBitmap(w, b.h)
	p.combine(b, -x, 0, opReplace)
	return p
}

// operator says how a bitmap is painted onto another (7.4.1.5).
type operator int

const (
	opOr operator = iota
	opAnd
	opXor
	opXnor
	opReplace
)

// combine paints src with its top left corner at x, y.
func (b *bitmap) combine(src *bitmap, x, y int, op operator) {
	x0, x1 := max(x, 0), min(x+src.w, b.w)
	if x0 >= x1 {
		return
	}
	for dy := max(y, 0); dy < min(y+src.h, b.h); dy++ {
		combineRow(b.row(dy), src.row(dy-y), x, x0, x1, op)
	}
}

// combineRow paints src into the columns of dst from x0 to before x1. The first pixel of src is
// column x of dst.
func combineRow(dst, src []byte, x, x0, x1 int, op operator) {
	first, last := x0>>3, (x1-1)>>3
	at := first<<3 - x // pixel of src at the beginning of the first byte
	i, shift := at>>3, uint(at&7)
	for k := first; k <= last; k++ {
		mask := byte(0xFF)
		if k == first {
			mask >>= x0 & 7
		}
		if k == last {
			mask &= 0xFF << (7 - (x1-1)&7)
		}
		v := byteAt(src, i)<<shift | byteAt(src, i+1)>>(8-shift)
		dst[k] = dst[k]&^mask | op.apply(dst[k], v)&mask
		i++
	}
}

// apply combines eight pixels.
func (op operator) apply(dst, src byte) byte {
	switch op {
	case opOr:
		return dst | src
	case opAnd:
		return dst & src
	case opXor:
		return dst ^ src
	case opXnor:
		return ^(dst ^ src)
	}
	return src
}
