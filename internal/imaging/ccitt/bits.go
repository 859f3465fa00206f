package ccitt

import "encoding/binary"

// bitReader reads bits, the most significant first. It returns zeros behind the data.
type bitReader struct {
	data []byte
	at   int // in bits; may be behind the end
}

// peek returns the next n bits, at most 32.
func (b *bitReader) peek(n int) uint32 {
	i := b.at >> 3
	var v uint64
	if i+8 <= len(b.data) {
		v = binary.BigEndian.Uint64(b.data[i:])
	} else {
		v = b.tail(i)
	}
	return uint32(v << (b.at & 7) >> ((64 - n) & 63))
}

// tail returns the last bytes of the data, from byte i on, followed by zeros.
func (b *bitReader) tail(i int) uint64 {
	var v uint64
	for k := range 8 {
		v <<= 8
		if i+k < len(b.data) {
			v |= uint64(b.data[i+k])
		}
	}
	return v
}

func (b *bitReader) skip(n int) { b.at += n }

// align moves to the next byte boundary, unless it is at one.
func (b *bitReader) align() { b.at = (b.at + 7) &^ 7 }

func (b *bitReader) ended() bool { return b.at >= 8*len(b.data) }

// skipZeros moves to the next 1, or to the end.
func (b *bitReader) skipZeros() {
	for !b.ended() && b.peek(1) == 0 {
		if b.at&7 == 0 && b.data[b.at>>3] == 0 {
			b.at += 8
			continue
		}
		b.at++
	}
}
