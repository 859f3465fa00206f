// Package mqtest encodes what package mq decodes, for tests.
package mqtest

import "github.com/pagelift/pagelift/internal/imaging/mq"

// Encoder is the MQ encoder (T.88 Annex E.2, T.800 Annex C.2).
type Encoder struct {
	a, c uint32
	ct   int    // bits left in c before a byte is full
	out  []byte // begins with a byte that is not part of the code
}

// NewEncoder begins a code (INITENC).
func NewEncoder() *Encoder { return &Encoder{a: 0x8000, ct: 12, out: []byte{0}} }

// Bit writes a decision in a context (ENCODE).
func (e *Encoder) Bit(cx *mq.State, bit int) {
	qe := uint32(cx.Cost() >> 16)
	e.a -= qe
	if uint64(bit) == cx.Likely() {
		if e.a&0x8000 != 0 {
			e.c += qe
			return
		}
		*cx = cx.Next(true)
		e.narrow(e.a < qe, qe)
		return
	}
	*cx = cx.Next(false)
	e.narrow(e.a >= qe, qe)
}

// narrow selects the lower or the upper part of the interval, and scales it (RENORME).
func (e *Encoder) narrow(lower bool, qe uint32) {
	if lower {
		e.a = qe
	} else {
		e.c += qe
	}
	for first := true; first || e.a&0x8000 == 0; first = false {
		e.a <<= 1
		e.c <<= 1
		if e.ct--; e.ct == 0 {
			e.byteOut()
		}
	}
}

// byteOut writes a byte, and adds the carry to the byte before it (BYTEOUT).
func (e *Encoder) byteOut() {
	last := &e.out[len(e.out)-1]
	if *last != 0xFF && e.c >= 0x8000000 {
		*last++
		if e.c &= 0x7FFFFFF; *last != 0xFF {
			e.put(19)
			return
		}
	} else if *last != 0xFF {
		e.put(19)
		return
	}
	e.put(20)
}

// put appends the byte that begins at bit shift of c.
func (e *Encoder) put(shift int) {
	e.out = append(e.out, byte(e.c>>shift))
	e.c &= 1<<shift - 1
	e.ct = 27 - shift // eight bits, or seven behind 0xFF
}

// Flush ends the code with a marker (FLUSH) and returns it.
func (e *Encoder) Flush() []byte {
	limit := e.c + e.a
	if e.c |= 0xFFFF; e.c >= limit {
		e.c -= 0x8000
	}
	e.c <<= e.ct
	e.byteOut()
	e.c <<= e.ct
	e.byteOut()
	out := e.out[1:]
	if len(out) == 0 || out[len(out)-1] != 0xFF {
		out = append(out, 0xFF)
	}
	return append(out, 0xAC)
}
