package font

// bin reads big-endian numbers from bytes that may be too few. Bytes outside of it read as 0. Offsets come
// from the file and may have any value.
type bin []byte

func (b bin) has(off, n int) bool { return off >= 0 && n >= 0 && off <= len(b)-n }

func (b bin) u8(off int) int {
	if !b.has(off, 1) {
		return 0
	}
	return int(b[off])
}

func (b bin) u16(off int) int {
	if !b.has(off, 2) {
		return 0
	}
	return int(b[off])<<8 | int(b[off+1])
}

func (b bin) i16(off int) int { return int(int16(b.u16(off))) }

func (b bin) u32(off int) uint32 {
	if !b.has(off, 4) {
		return 0
	}
	return uint32(b[off])<<24 | uint32(b[off+1])<<16 | uint32(b[off+2])<<8 | uint32(b[off+3])
}

// from returns the rest of b from off on. It is empty when off lies outside.
func (b bin) from(off int) bin {
	if off < 0 || off > len(b) {
		return nil
	}
	return b[off:]
}

// cut returns b[off:off+n], shortened where b ends.
func (b bin) cut(off, n int) bin {
	rest := b.from(off)
	if n < 0 {
		return nil
	}
	return rest[:min(n, len(rest))]
}
