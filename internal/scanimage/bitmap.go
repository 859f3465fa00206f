package scanimage

import (
	"image"
	"math/bits"
)

// bitmap has a bit for each pixel, 1 for ink. Each row begins with a new word. The leftmost pixel of a
// word is its lowest bit.
type bitmap struct {
	width, height int
	stride        int // words in a row
	words         []uint64
}

func newBitmap(width, height int) *bitmap {
	stride := (width + 63) / 64
	return &bitmap{width, height, stride, make([]uint64, stride*height)}
}

// darker returns the pixels of img that are darker than shade.
func darker(img *image.Gray, shade uint8) *bitmap {
	b := newBitmap(img.Rect.Dx(), img.Rect.Dy())
	for y := range b.height {
		row := img.Pix[y*img.Stride:][:b.width]
		words := b.words[y*b.stride:][:b.stride]
		for i := range words {
			var word uint64
			for x, v := range row[i*64 : min(i*64+64, b.width)] {
				// The sign of the difference is the bit. A branch would be predicted wrongly too often.
				word |= uint64((int32(v)-int32(shade))>>31&1) << x
			}
			words[i] = word
		}
	}
	return b
}

// transposed returns b with rows and columns exchanged.
func (b *bitmap) transposed() *bitmap {
	t := newBitmap(b.height, b.width)
	var block [64]uint64
	for top := 0; top < b.height; top += 64 {
		for i := range b.stride {
			ink := uint64(0)
			for y := range block {
				block[y] = 0
				if top+y < b.height {
					block[y] = b.words[(top+y)*b.stride+i]
				}
				ink |= block[y]
			}
			if ink == 0 {
				continue
			}
			transpose(&block)
			for x := range min(64, t.height-i*64) {
				t.words[(i*64+x)*t.stride+top/64] = block[x]
			}
		}
	}
	return t
}

// transpose transposes a 64 by 64 matrix. It swaps the off-diagonal quarters of smaller and smaller
// squares.
func transpose(m *[64]uint64) {
	mask := uint64(1)<<32 - 1
	for side := 32; side > 0; side >>= 1 {
		for k := 0; k < 64; k = (k + side + 1) &^ side {
			t := (m[k]>>side ^ m[k+side]) & mask
			m[k] ^= t << side
			m[k+side] ^= t
		}
		mask ^= mask << (side >> 1)
	}
}

// runs calls f for each run of ink in row y that has at least least pixels.
func (b *bitmap) runs(y, least int, f func(from, to int)) {
	row := b.words[y*b.stride:][:b.stride]
	for x := 0; x < b.width; {
		from := next(row, x, 0)
		if from >= b.width {
			return
		}
		x = min(next(row, from, ^uint64(0)), b.width)
		if x-from >= least {
			f(from, x)
		}
	}
}

// next returns the first pixel at or behind x whose bit differs from those of flip. If there is none, it
// returns the width in whole words.
func next(row []uint64, x int, flip uint64) int {
	i := x / 64
	if i >= len(row) {
		return len(row) * 64
	}
	word := (row[i] ^ flip) >> (x % 64) << (x % 64)
	for word == 0 {
		if i++; i == len(row) {
			return i * 64
		}
		word = row[i] ^ flip
	}
	return i*64 + bits.TrailingZeros64(word)
}

// count returns the number of ink pixels in row y, from column from to before column to.
func (b *bitmap) count(y, from, to int) int {
	row := b.words[y*b.stride:][:b.stride]
	n := 0
	for i := from / 64; i <= (to-1)/64; i++ {
		word := row[i]
		if i == from/64 {
			word = word >> (from % 64) << (from % 64)
		}
		if left := to - i*64; left < 64 {
			word = word << (64 - left)
		}
		n += bits.OnesCount64(word)
	}
	return n
}

// grown returns b with the pixels above, below and beside its ink added.
func (b *bitmap) grown() *bitmap {
	out := newBitmap(b.width, b.height)
	for y := range b.height {
		row, to := b.words[y*b.stride:][:b.stride], out.words[y*b.stride:][:b.stride]
		for i, word := range row {
			wide := word | word<<1 | word>>1
			if i > 0 {
				wide |= row[i-1] >> 63
			}
			if i+1 < len(row) {
				wide |= row[i+1] << 63
			}
			to[i] |= wide
			if y > 0 {
				out.words[(y-1)*b.stride+i] |= word
			}
			if y+1 < b.height {
				out.words[(y+1)*b.stride+i] |= word
			}
		}
		if over := b.width % 64; over > 0 {
			to[b.stride-1] &= 1<<over - 1
		}
	}
	return out
}

// ones returns the number of set bits of a word.
func ones(word uint64) int { return bits.OnesCount64(word) }
