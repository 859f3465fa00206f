package jbig2

import "github.com/pagelift/pagelift/internal/imaging/mq"

// arith decodes what JBIG2 has in arithmetic code: bits, integers, symbol IDs and rows of bitmaps.
type arith struct {
	mq.Decoder
}

// newArith starts a decoder of data.
func newArith(data []byte) *arith {
	a := new(arith)
	a.Begin(data)
	return a
}

// bit decodes a bit in a context.
func (d *arith) bit(cx *mq.State) int { return int(d.Bit(cx)) }
