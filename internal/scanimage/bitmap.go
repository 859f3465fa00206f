package scanimage

import (
	"image"
	"math/bits"
)

// bitmap has a bit for each pixel, 1 for ink: row after row, each in whole words, the
// leftmost pixel in the lowest bit.
type bitmap struct {
	width, height int
	stride        int // words in a row
	words         []uint64
}

func newBitmap(width, height int) *bitmap {
	stride := (width + 63) / 64
	return &bitmap{width, height, stride, make([]uint64, stride*height)}
}

// darker are the pixels of img below a shade.
func darker(img *image.Gray, shade uint8) *bitmap {
	b := newBitmap(img.Rect.Dx(), img.Rect.Dy())
	for y := range b.height {
		row := img.Pix[y*img.Stride:][:b.width]
		words := b.words[y*b.stride:][:b.stride]
		for i := range words {
			var word uint64
			for x, v := range row[i*64 : min(i*64+64, b.width)] {
				// The sign of the difference is the bit; a branch would be guessed wrong.
				word |= uint64((int32(v)-int32(shade))>>31&1) << x
			}
			words[i] = word
		}
	}
	return b
}

// transposed has the columns of b as rows.
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

// transpose swaps the halves of smaller and smaller squares of a 64 by 64 matrix.
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

// runs calls f for each run of ink in row y of at least least pixels.
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

// next is the first pixel at or behind x whose bit differs from those of flip; the
// width in whole words when there is none.
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

// count is how many pixels of row y are ink, from from up to to.
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

// grown is b with the pixels above, below and beside those of its ink.
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

// ones is how many bits of a word are set.
func ones(word uint64) int { return bits.OnesCount64(word) }
