package jbig2

import (
	"encoding/binary"
	"fmt"
	"math"
)

var errShort = fmt.Errorf("data ends early: %w", ErrDamaged)

// reader reads the fields of a segment. It returns zeros behind the end and sets err.
type reader struct {
	data []byte
	err  error
}

func (r *reader) take(n int) []byte {
	if n > len(r.data) {
		r.data, r.err = nil, errShort
		return make([]byte, n) // n is the size of a field
	}
	field := r.data[:n]
	r.data = r.data[n:]
	return field
}

func (r *reader) u8() int     { return int(r.take(1)[0]) }
func (r *reader) u16() int    { return int(binary.BigEndian.Uint16(r.take(2))) }
func (r *reader) u32() uint32 { return binary.BigEndian.Uint32(r.take(4)) }
func (r *reader) i32() int    { return int(int32(r.u32())) }
func (r *reader) count() int  { return int(min(r.u32(), math.MaxInt32)) } // larger numbers are too many anyway

// offsets reads adaptive template pixels (7.4.6.3).
func (r *reader) offsets(n int) []offset {
	at := make([]offset, n)
	for i := range at {
		at[i] = offset{int(int8(r.u8())), int(int8(r.u8()))}
	}
	return at
}
