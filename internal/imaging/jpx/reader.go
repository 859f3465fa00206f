package jpx

import "encoding/binary"

// reader reads the fields of a box or a marker segment. It returns zeros behind the end and sets short.
type reader struct {
	data  []byte
	short bool
}

func (r *reader) take(n int) []byte {
	if n > len(r.data) {
		r.data, r.short = nil, true
		return make([]byte, n) // n is the size of a field
	}
	field := r.data[:n]
	r.data = r.data[n:]
	return field
}

func (r *reader) u8() int  { return int(r.take(1)[0]) }
func (r *reader) u16() int { return int(binary.BigEndian.Uint16(r.take(2))) }
func (r *reader) u32() int { return int(min(binary.BigEndian.Uint32(r.take(4)), maxField)) }

// maxField is more than any useful size or length, and small enough that the sum of two fits in 32 bits.
const maxField = 1<<30 - 1
