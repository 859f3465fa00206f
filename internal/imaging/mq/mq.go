// Package mq is the MQ decoder, the adaptive binary arithmetic decoder that JBIG2 (T.88,
// Annex E) and JPEG 2000 (T.800, Annex C) share.
//
// Each decision is decoded in a context. The context holds the more probable symbol and
// an estimate of how improbable the other one is (State); it learns from each decision
// that changes the estimate. The decoder keeps an interval of length A and the place C of
// the code in it. The upper part belongs to the more probable symbol, the lower part of
// length Qe to the other one:
//
//	0          Qe                          A
//	|<- other ->|<------ more probable ---->|
//	                      ^ C
//
// When A falls below 0x8000 both registers are doubled and a bit of the code is taken in.
// Behind the code the decoder reads ones, as if a marker stood there.
package mq

// State is the state of a context: its row of the table of estimates (T.88 table E.1, T.800
// table C.2), and in the lowest bit the more probable symbol. The zero value is the state
// that T.88 begins with.
type State uint8

// NewState is a state in a row of the table, with 0 as the more probable symbol.
func NewState(row uint8) State { return State(row << 1) }

// Likely is the more probable symbol.
func (s State) Likely() uint64 { return uint64(s & 1) }

// Cost is the estimate Qe, in the unit of Decoder.Room: what the more probable symbol takes
// from the room.
func (s State) Cost() int64 { return transitions[s].qe }

// Next is the state after a decision that changes the estimate.
func (s State) Next(likely bool) State {
	if likely {
		return transitions[s].mps
	}
	return transitions[s].lps
}

// Decoder decodes one code after another. Contexts belong to the caller.
//
// A likely symbol takes its cost from both registers, A and C. Room is what both can lose
// before something else happens; it is kept apart from them, so that a likely symbol is one
// subtraction and one comparison. Callers may keep Room in a variable of their own:
//
//	if room -= cx.Cost(); room < 0 {
//		d.Room = room
//		bit = d.Exchange(cx)
//		room = d.Room
//	}
type Decoder struct {
	// Room is what the registers can lose: the least of C and A - 0x8000, in units of
	// 1/65536.
	Room int64

	a, c int64 // the registers less Room
	left int   // bits left in c before another byte is needed
	data []byte
	at   int
}

// half is what A does not fall below: 0x8000, in the unit of Room.
const half = 0x8000 << 16

// Begin starts a code (INITDEC). The contexts stay as they are.
func (d *Decoder) Begin(data []byte) {
	d.data, d.at = data, 0
	d.c = int64(d.byte(0)) << 16
	d.byteIn()
	d.c <<= 7
	d.left -= 7
	d.a = half
	d.split()
}

// Bit decodes a decision in a context (DECODE).
func (d *Decoder) Bit(cx *State) uint64 {
	if d.Room -= transitions[*cx].qe; d.Room < 0 {
		return d.Exchange(cx)
	}
	return uint64(*cx & 1)
}

// Exchange is the rest of DECODE, for a decision whose cost made Room negative: the symbol
// is the less probable one, or the interval has become so small that it is scaled up.
func (d *Decoder) Exchange(cx *State) uint64 {
	t := &transitions[*cx]
	d.a += d.Room
	d.c += d.Room
	mps := uint64(*cx & 1)
	likely := d.a >= t.qe // the symbol with the larger part of the interval has the upper one
	if d.c < 0 {
		d.c += t.qe
		d.a = t.qe
		likely = !likely
	}
	bit := mps
	if likely {
		*cx = t.mps
	} else {
		*cx = t.lps
		bit = 1 - mps
	}
	for d.a < half { // RENORMD
		if d.left == 0 {
			d.byteIn()
		}
		d.a <<= 1
		d.c <<= 1
		d.left--
	}
	d.split()
	return bit
}

// split sets Room: what A can lose before it is too small, and C before it is negative.
func (d *Decoder) split() {
	d.c = int64(uint32(d.c)) // of 32 bits; only a damaged code overflows them
	d.Room = min(d.c, d.a-half)
	d.a -= d.Room
	d.c -= d.Room
}

// byteIn takes a byte into C (BYTEIN). Behind 0xFF only seven bits are new.
func (d *Decoder) byteIn() {
	next := int64(d.byte(d.at + 1))
	switch {
	case d.byte(d.at) != 0xFF:
		d.at++
		d.c += next << 8
		d.left = 8
	case next > 0x8F: // a marker: the code is over
		d.c += 0xFF00
		d.left = 8
	default:
		d.at++
		d.c += next << 9
		d.left = 7
	}
}

// byte is byte i of the code.
func (d *Decoder) byte(i int) byte {
	if i < len(d.data) {
		return d.data[i]
	}
	return 0xFF
}
