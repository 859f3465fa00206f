// Package mq is the MQ decoder: the adaptive binary arithmetic decoder of JBIG2 (T.88, Annex E) and
// JPEG 2000 (T.800, Annex C).
//
// Each decision is decoded in a context. The context (State) holds the more probable symbol and an estimate
// of how improbable the other symbol is. It learns from each decision that changes the estimate. The
// decoder keeps an interval of length A and the place C of the code within it. The upper part of the
// interval belongs to the more probable symbol, the lower part of length Qe to the other one:
//
//	0          Qe                          A
//	|<- other ->|<------ more probable ---->|
//	                      ^ C
//
// When A falls below 0x8000, both registers are doubled and a bit of the code is read. Behind the
// code the decoder reads ones, as if there were a marker.
package mq

// State is the state of a context: its row in the table of estimates (T.88 table E.1, T.800 table C.2)
// and, in the lowest bit, the more probable symbol. The zero value is the initial state in T.88.
type State uint8

// NewState returns the state for a row of the table, with 0 as the more probable symbol.
func NewState(row uint8) State { return State(row << 1) }

// Likely returns the more probable symbol.
func (s State) Likely() uint64 { return uint64(s & 1) }

// Cost returns the estimate Qe in the unit of Decoder.Room. The more probable symbol takes so much
// from the room.
func (s State) Cost() int64 { return transitions[s].qe }

// Next returns the state after a decision that changes the estimate.
func (s State) Next(likely bool) State {
	if likely {
		return transitions[s].mps
	}
	return transitions[s].lps
}

// Decoder decodes one code after another. The contexts belong to the caller.
//
// A likely symbol takes its cost from both registers, A and C. Room is what both can lose before
// something else must happen. It is kept apart from them, so that a likely symbol takes one
// subtraction and one comparison. Callers may keep Room in a variable of their own:
//
//	if room -= cx.Cost(); room < 0 {
//		d.Room = room
//		bit = d.Exchange(cx)
//		room = d.Room
//	}
type Decoder struct {
	// Room is what the registers can lose: the lesser of C and A - 0x8000, in units of 1/65536.
	Room int64

	a, c int64 // the registers without Room
	left int   // bits left in c before another byte is needed
	data []byte
	at   int
}

// half is the least value of A: 0x8000, in the unit of Room.
const half = 0x8000 << 16

// Begin starts a code (INITDEC). It does not change the contexts.
func (d *Decoder) Begin(data []byte) {
	d.data, d.at = data, 0
	c, left := d.byteIn(int64(d.byte(0)) << 16)
	d.left = left - 7
	d.split(half, c<<7)
}

// Bit decodes a decision in a context (DECODE).
func (d *Decoder) Bit(cx *State) uint64 {
	if d.Room -= transitions[*cx].qe; d.Room < 0 {
		return d.Exchange(cx)
	}
	return uint64(*cx & 1)
}

// Exchange does the rest of DECODE, for a decision whose cost made Room negative. Either the symbol
// is the less probable one, or the interval has become so small that it is scaled up.
func (d *Decoder) Exchange(cx *State) uint64 {
	t := &transitions[*cx]
	a, c := d.a+d.Room, d.c+d.Room
	mps := uint64(*cx & 1)
	likely := a >= t.qe // the symbol with the larger part of the interval has the upper part
	if c < 0 {
		c += t.qe
		a = t.qe
		likely = !likely
	}
	bit := mps
	if likely {
		*cx = t.mps
	} else {
		*cx = t.lps
		bit = 1 - mps
	}
	left := d.left
	for a < half { // RENORMD
		if left == 0 {
			c, left = d.byteIn(c)
		}
		a <<= 1
		c <<= 1
		left--
	}
	d.left = left
	d.split(a, c)
	return bit
}

// split sets Room to what A can lose before it is too small, and C before it is negative. C has 32
// bits, which only a damaged code overflows.
func (d *Decoder) split(a, c int64) {
	c = int64(uint32(c))
	d.Room = min(c, a-half)
	d.a, d.c = a-d.Room, c-d.Room
}

// byteIn reads a byte into C (BYTEIN) and returns the number of new bits: seven behind 0xFF, otherwise eight.
func (d *Decoder) byteIn(c int64) (int64, int) {
	next := int64(d.byte(d.at + 1))
	switch {
	case d.byte(d.at) != 0xFF:
		d.at++
		return c + next<<8, 8
	case next > 0x8F: // a marker: the code has ended
		return c + 0xFF00, 8
	}
	d.at++
	return c + next<<9, 7
}

// byte returns byte i of the code.
func (d *Decoder) byte(i int) byte {
	if i < len(d.data) {
		return d.data[i]
	}
	return 0xFF
}
