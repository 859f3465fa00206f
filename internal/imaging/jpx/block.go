package jpx

import "github.com/pagelift/pagelift/internal/imaging/mq"

// blockStyle is the coding style of the passes of code-blocks (table A.19).
type blockStyle uint8

const (
	styleBypass      blockStyle = 1 << iota // most passes of the lower bit-planes are raw bits
	styleReset                              // contexts are reset after each pass
	styleTerminate                          // each pass is a codeword segment of its own
	styleCausal                             // nothing depends on the stripe below
	stylePredictable                        // the end of a segment shows damage; it is not checked
	styleSymbols                            // each cleanup pass ends with four known bits
)

// stripe is the number of rows that are scanned together, column by column.
const stripe = 4

// A column of a stripe is one word. It says which of its four coefficients and of those around
// them, three wide and six high, are significant, and which are negative. For the four alone it
// says which were refined, and which were visited in this bit-plane. A shift by rowBits for each
// row brings the bits of a row to the place of those of the first row.
type column = uint64

const (
	rowBits       = 3
	negativeShift = 18
	refined       = 1 << 36
	visited       = 1 << 37

	everyRow         = 1 | 1<<rowBits | 1<<(2*rowBits) | 1<<(3*rowBits)
	everySignificant = 1<<negativeShift - 1
	everySelf        = self * everyRow
	everyVisited     = visited * everyRow
)

// blockDecoder decodes the bit-planes of code-blocks (Annex D), one block after another.
type blockDecoder struct {
	mq       mq.Decoder
	contexts [contextCount]mq.State
	raw      rawBits
	kind     bandKind
	zero     *[neighbourhood + 1]uint8

	width, height int
	pitch         int      // number of columns: the block and one on each side
	columns       []column // stripes, with an empty stripe above and below
	magnitudes    []uint32 // row by row, with one binary place

	causal bool
	one    uint32 // the bit-plane that is being decoded
}

// maxPlanes is the most bit-planes of a coefficient. The sign and the binary place take the other bits of 32.
const maxPlanes = 30

// begin prepares for a block in a sub-band of this kind.
func (b *blockDecoder) begin(kind bandKind, width, height int, style blockStyle) {
	b.kind, b.width, b.height = kind, width, height
	b.zero = &zeroContexts[kind]
	b.causal = style&styleCausal != 0
	b.pitch = width + 2
	b.columns = cleared(b.columns, b.pitch*((height+stripe-1)/stripe+2))
	b.magnitudes = cleared(b.magnitudes, width*height)
	b.contexts = initialStates
}

// cleared returns a slice of n zeros. It reuses the storage of s if that is large enough.
func cleared[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// passKind is one of the three passes over a bit-plane (D.3). The first plane has only the last pass.
type passKind int

const (
	passSignificance passKind = iota
	passRefinement
	passCleanup
)

// kindOf returns the kind of pass n, and how many bit-planes began before its own.
func kindOf(n int) (kind passKind, plane int) { return passKind((n + 2) % 3), (n + 2) / 3 }

// firstRaw is the first pass in raw bits with bypass: the one after the cleanup of the fourth
// bit-plane (table D.9).
const firstRaw = 10

func (s blockStyle) isRaw(pass int) bool {
	kind, _ := kindOf(pass)
	return s&styleBypass != 0 && pass >= firstRaw && kind != passCleanup
}

// segmentPasses returns the number of passes in the codeword segment that begins with pass n (D.4.2).
func (s blockStyle) segmentPasses(n int) int {
	switch {
	case s&styleTerminate != 0:
		return 1
	case s&styleBypass == 0:
		return maxPasses
	case n < firstRaw:
		return firstRaw - n
	case s.isRaw(n):
		return int(passCleanup) - (n+2)%3
	}
	return 1
}

// maxPasses is more passes than a packet header can announce for a block.
const maxPasses = 1 << 10

// segment decodes passes [first, last) from a codeword segment. top is the highest bit-plane of the
// block. It returns false when the bits are damaged.
func (b *blockDecoder) segment(data []byte, first, last, top int, style blockStyle) bool {
	raw := style.isRaw(first)
	if raw {
		b.raw.begin(data)
	} else {
		b.mq.Begin(data)
	}
	for n := first; n < last; n++ {
		kind, plane := kindOf(n)
		b.one = 2 << (top - plane)
		switch {
		case kind == passSignificance && raw:
			b.significanceRaw()
		case kind == passSignificance:
			b.significance()
		case kind == passRefinement && raw:
			b.refinementRaw()
		case kind == passRefinement:
			b.refinement()
		default:
			b.cleanup()
			if style&styleSymbols != 0 && !b.marked() {
				return false
			}
		}
		if style&styleReset != 0 {
			b.contexts = initialStates
		}
	}
	return true
}

// rows returns the number of rows of the stripe from row y on.
func (b *blockDecoder) rows(y int) int { return min(b.height-y, stripe) }

// at returns the index of the first column of the stripe from row y on.
func (b *blockDecoder) at(y int) int { return (y/stripe+1)*b.pitch + 1 }

// significance does the pass over coefficients that are not significant and have a significant
// neighbour (D.3.1).
func (b *blockDecoder) significance() {
	for y := 0; y < b.height; y += stripe {
		rows, at := b.rows(y), b.at(y)
		for x := range b.width {
			c := b.columns[at+x]
			if c&everySignificant == 0 {
				continue
			}
			for k := range rows {
				g := c >> (rowBits * k)
				if g&self != 0 || g&around == 0 {
					continue
				}
				if b.mq.Bit(&b.contexts[b.zero[g&neighbourhood]&31]) != 0 {
					b.found(at+x, k, (y+k)*b.width+x)
					c = b.columns[at+x] | c&everyVisited
				}
				c |= visited << (rowBits * k)
			}
			b.columns[at+x] = c
		}
	}
}

// found decodes the sign of coefficient i, which is in row k of a column, and makes the coefficient
// significant.
func (b *blockDecoder) found(column, k, i int) {
	g := b.columns[column] >> (rowBits * k)
	s := signContexts[(g&direct|g>>negativeShift&direct>>1)&255]
	negative := b.mq.Bit(&b.contexts[s.context&31]) ^ uint64(s.flip)
	b.set(column, k, i, negative)
}

// set makes a coefficient significant, with the value in the middle of those that it can have.
func (b *blockDecoder) set(column, k, i int, negative uint64) {
	b.magnitudes[i] = b.one | b.one>>1
	bit := 1 | negative<<negativeShift
	b.spread(column, bit*self<<(rowBits*k))
	switch {
	case k == 0 && !b.causal:
		b.spread(column-b.pitch, bit*self<<(rowBits*stripe))
	case k == stripe-1:
		b.spread(column+b.pitch, bit*north)
	}
}

// spread puts bits into a column and into the columns on both sides: a coefficient is the east
// neighbour of the one to its west.
func (b *blockDecoder) spread(at int, bits column) {
	c := b.columns[at-1 : at+2 : at+2]
	c[0] |= bits << 1
	c[1] |= bits
	c[2] |= bits >> 1
}

// refinement does the pass over coefficients that were significant before this bit-plane (D.3.3).
func (b *blockDecoder) refinement() {
	half := b.one >> 1
	for y := 0; y < b.height; y += stripe {
		rows, at := b.rows(y), b.at(y)
		for x := range b.width {
			c := b.columns[at+x]
			if c&everySelf == 0 {
				continue
			}
			for k := range rows {
				g := c >> (rowBits * k)
				if g&(self|visited) != self {
					continue
				}
				context := contextMagnitude
				switch {
				case g&refined != 0:
					context += 2
				case g&around != 0:
					context++
				}
				m := &b.magnitudes[(y+k)*b.width+x]
				if b.mq.Bit(&b.contexts[context]) != 0 {
					*m += half
				} else {
					*m -= half
				}
				c |= refined << (rowBits * k)
			}
			b.columns[at+x] = c
		}
	}
}

// cleanup does the pass over the remaining coefficients (D.3.4).
func (b *blockDecoder) cleanup() {
	for y := 0; y < b.height; y += stripe {
		rows, at := b.rows(y), b.at(y)
		for x := range b.width {
			c := b.columns[at+x]
			k := 0
			if rows == stripe && c&(everySignificant|everyVisited) == 0 {
				if k = b.run(); k == stripe {
					continue
				}
				b.found(at+x, k, (y+k)*b.width+x)
				c = b.columns[at+x]
				k++
			}
			for ; k < rows; k++ {
				g := c >> (rowBits * k)
				if g&(self|visited) != 0 {
					continue
				}
				if b.mq.Bit(&b.contexts[b.zero[g&neighbourhood]&31]) != 0 {
					b.found(at+x, k, (y+k)*b.width+x)
					c = b.columns[at+x]
				}
			}
			b.columns[at+x] = c &^ everyVisited
		}
	}
}

// run returns how many coefficients of a column, from the top, are not significant. They have one
// code together if nothing around them is significant.
func (b *blockDecoder) run() int {
	if b.mq.Bit(&b.contexts[contextRun]) == 0 {
		return stripe
	}
	upper := b.mq.Bit(&b.contexts[contextUniform])
	return int(upper<<1 | b.mq.Bit(&b.contexts[contextUniform]))
}

// marked reports whether the segmentation symbol follows (D.5).
func (b *blockDecoder) marked() bool {
	const symbol = 0b1010
	n := uint64(0)
	for range 4 {
		n = n<<1 | b.mq.Bit(&b.contexts[contextUniform])
	}
	return n == symbol
}

// significanceRaw does the significance pass in raw bits (D.6).
func (b *blockDecoder) significanceRaw() {
	for y := 0; y < b.height; y += stripe {
		rows, at := b.rows(y), b.at(y)
		for x := range b.width {
			c := b.columns[at+x]
			if c&everySignificant == 0 {
				continue
			}
			for k := range rows {
				g := c >> (rowBits * k)
				if g&self != 0 || g&around == 0 {
					continue
				}
				if b.raw.bit() != 0 {
					b.set(at+x, k, (y+k)*b.width+x, b.raw.bit())
					c = b.columns[at+x] | c&everyVisited
				}
				c |= visited << (rowBits * k)
			}
			b.columns[at+x] = c
		}
	}
}

// refinementRaw does the refinement pass in raw bits.
func (b *blockDecoder) refinementRaw() {
	half := b.one >> 1
	for y := 0; y < b.height; y += stripe {
		rows, at := b.rows(y), b.at(y)
		for x := range b.width {
			c := b.columns[at+x]
			for k := range rows {
				if c>>(rowBits*k)&(self|visited) != self {
					continue
				}
				m := &b.magnitudes[(y+k)*b.width+x]
				if b.raw.bit() != 0 {
					*m += half
				} else {
					*m -= half
				}
				c |= refined << (rowBits * k)
			}
			b.columns[at+x] = c
		}
	}
}

// isNegative reports whether the coefficient at x, y is negative.
func (b *blockDecoder) isNegative(x, y int) bool {
	return b.columns[b.at(y)+x]>>(rowBits*(y%stripe))&(self<<negativeShift) != 0
}
