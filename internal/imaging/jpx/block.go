package jpx

import "github.com/pagelift/pagelift/internal/imaging/mq"

// blockStyle is how the passes of code-blocks are coded (table A.19).
type blockStyle uint8

const (
	styleBypass      blockStyle = 1 << iota // most passes of the lower bit-planes are raw bits
	styleReset                              // contexts start anew with each pass
	styleTerminate                          // each pass is a codeword segment
	styleCausal                             // nothing depends on the stripe below
	stylePredictable                        // what stands behind a segment tells of damage; not looked at
	styleSymbols                            // each cleanup pass ends with four known bits
)

// stripe is how many rows are scanned together, column by column.
const stripe = 4

// A column of a stripe is one word: for its four coefficients and those around them,
// three wide and six high, which are significant, and which are negative; for the
// four alone whether they were refined, and visited in this bit-plane. Shifted by
// rowBits for each row down, all bits of the first row stand for that row.
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

// blockDecoder decodes the bit-planes of code-blocks (Annex D), one after another.
type blockDecoder struct {
	mq       mq.Decoder
	contexts [contextCount]mq.State
	raw      rawBits
	kind     bandKind
	zero     *[neighbourhood + 1]uint8

	width, height int
	pitch         int      // of columns: the block and one on each side
	columns       []column // stripes, with an empty one above and below
	magnitudes    []uint32 // row by row, with one bit behind the point

	causal bool
	one    uint32 // the bit-plane that is decoded
}

// maxPlanes is how many bit-planes a coefficient can have here: a sign and the bit
// behind the point take the others of 32.
const maxPlanes = 30

// begin prepares for a block in a sub-band of a kind.
func (b *blockDecoder) begin(kind bandKind, width, height int, style blockStyle) {
	b.kind, b.width, b.height = kind, width, height
	b.zero = &zeroContexts[kind]
	b.causal = style&styleCausal != 0
	b.pitch = width + 2
	b.columns = cleared(b.columns, b.pitch*((height+stripe-1)/stripe+2))
	b.magnitudes = cleared(b.magnitudes, width*height)
	b.contexts = initialStates
}

// cleared returns a slice of n zeros, in the storage of s if it suffices.
func cleared[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// passKind is one of the three passes over a bit-plane (D.3). The first plane has
// the last of them only.
type passKind int

const (
	passSignificance passKind = iota
	passRefinement
	passCleanup
)

// kindOf returns the kind of pass n, and how many bit-planes were begun before its own.
func kindOf(n int) (kind passKind, plane int) { return passKind((n + 2) % 3), (n + 2) / 3 }

// Bypass begins after the cleanup of the fourth bit-plane (table D.9).
const firstRaw = 10

func (s blockStyle) isRaw(pass int) bool {
	kind, _ := kindOf(pass)
	return s&styleBypass != 0 && pass >= firstRaw && kind != passCleanup
}

// segmentPasses returns how many passes the codeword segment has that begins with pass n
// (D.4.2).
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

// maxPasses is more passes than a packet header can announce for one block.
const maxPasses = 1 << 10

// segment decodes passes [first, last) from one codeword segment. top is the highest
// bit-plane of the block. It is false when the bits are found to be damaged.
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

// rows returns how many rows the stripe from row y on has.
func (b *blockDecoder) rows(y int) int { return min(b.height-y, stripe) }

// at returns where the first column of the stripe from row y on stands.
func (b *blockDecoder) at(y int) int { return (y/stripe+1)*b.pitch + 1 }

// significance is the pass over what is not significant and next to what is (D.3.1).
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

// found decodes the sign of coefficient i, which is in row k of a column, and makes it
// significant.
func (b *blockDecoder) found(column, k, i int) {
	g := b.columns[column] >> (rowBits * k)
	s := signContexts[(g&direct|g>>negativeShift&direct>>1)&255]
	negative := b.mq.Bit(&b.contexts[s.context&31]) ^ uint64(s.flip)
	b.set(column, k, i, negative)
}

// set makes a coefficient significant: halfway up the values that it can have.
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

// spread puts bits into a column, and into those on both sides: what is in the middle
// here is the east of what is west of it.
func (b *blockDecoder) spread(at int, bits column) {
	c := b.columns[at-1 : at+2 : at+2]
	c[0] |= bits << 1
	c[1] |= bits
	c[2] |= bits >> 1
}

// refinement is the pass over what was significant before this bit-plane (D.3.3).
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

// cleanup is the pass over what the others left (D.3.4).
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

// run returns how many coefficients of a column are not significant, from the top: that is
// coded at once where nothing around is.
func (b *blockDecoder) run() int {
	if b.mq.Bit(&b.contexts[contextRun]) == 0 {
		return stripe
	}
	upper := b.mq.Bit(&b.contexts[contextUniform])
	return int(upper<<1 | b.mq.Bit(&b.contexts[contextUniform]))
}

// marked reports that the segmentation symbol is there (D.5).
func (b *blockDecoder) marked() bool {
	const symbol = 0b1010
	n := uint64(0)
	for range 4 {
		n = n<<1 | b.mq.Bit(&b.contexts[contextUniform])
	}
	return n == symbol
}

// significanceRaw is significance in raw bits (D.6).
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

// refinementRaw is refinement in raw bits.
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

// isNegative reports the sign of the coefficient at x, y.
func (b *blockDecoder) isNegative(x, y int) bool {
	return b.columns[b.at(y)+x]>>(rowBits*(y%stripe))&(self<<negativeShift) != 0
}
