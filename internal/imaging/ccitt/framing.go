package ccitt

// The end-of-line pattern of T.4 is eleven zeros and a one. Further zeros before it are fill.
const (
	eolZeros = 11
	eolBits  = eolZeros + 1
)

// next moves to the code of the next row, and reports whether that is two-dimensional. more is
// false at the end of the block and of the data.
func (d *decoder) next() (twoDim, more bool) {
	if d.EncodedByteAlign && !d.EndOfLine && !d.eols {
		// Padding together with a long first run can look like the pattern. So the first pattern
		// counts only from the byte boundary on.
		d.bits.align()
	}
	patterns := 0
	for d.skipEOL() {
		patterns++
		if patterns == 2 && d.EndOfBlock {
			return false, false
		}
		if d.K > 0 {
			twoDim = d.tag()
		}
	}
	if patterns == 0 && d.EncodedByteAlign {
		d.bits.align()
	}
	if d.onlyZerosLeft() {
		return false, false
	}
	switch {
	case d.K < 0:
		twoDim = true
	case d.K > 0 && patterns == 0:
		twoDim = d.tag()
	}
	return twoDim, true
}

// tag reads the bit behind the pattern, and reports whether the row is two-dimensional.
func (d *decoder) tag() (twoDim bool) {
	twoDim = d.bits.peek(1) == 0
	d.bits.skip(1)
	return twoDim
}

// skipEOL skips an end-of-line pattern, if one is next.
func (d *decoder) skipEOL() bool {
	if d.bits.peek(eolZeros) != 0 {
		return false
	}
	from := d.bits
	d.bits.skipZeros()
	if d.bits.ended() {
		d.bits = from
		return false
	}
	d.bits.skip(1)
	d.eols = true
	return true
}

// onlyZerosLeft reports whether only padding or nothing is left. No row begins with so many zeros,
// and no pattern was found.
func (d *decoder) onlyZerosLeft() bool {
	if d.bits.ended() {
		return true
	}
	if left := 8*len(d.bits.data) - d.bits.at; left < eolZeros {
		return d.bits.peek(left) == 0
	}
	return d.bits.peek(eolZeros) == 0
}

// seekEOL moves to the next end-of-line pattern. If there is none, it does not move.
func (d *decoder) seekEOL() bool {
	if !d.EndOfLine && !d.eols || d.noMoreEOL {
		return false
	}
	from := d.bits
	for !d.bits.ended() {
		if d.bits.peek(eolZeros) == 0 {
			at := d.bits
			if d.skipEOL() {
				d.bits = at
				return true
			}
			break
		}
		d.bits.skip(1)
	}
	d.bits, d.noMoreEOL = from, true
	return false
}
