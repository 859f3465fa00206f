package ccitt

import "fmt"

var (
	errCode     = fmt.Errorf("code that does not exist: %w", ErrDamaged)
	errOverlong = fmt.Errorf("runs exceed the row: %w", ErrDamaged)
	errBackward = fmt.Errorf("run of negative length: %w", ErrDamaged)
)

// row is the row being decoded, and the row above it. Each is a list of changing elements: the columns at which
// the colour changes, in rising order, the first one from white to black. The row above ends in sentinels.
type row struct {
	*tables
	columns  int32
	cur, ref []int32
	refLen   int // length of ref without the sentinels
}

// sentinels is the number of elements behind those of the row above: b1 may be the second sentinel,
// b2 the third.
const sentinels = 3

func newRow(columns int) row {
	r := row{tables: codes(), columns: int32(columns)}
	r.advance()
	return r
}

// advance makes the current row the row above, and begins an empty row.
func (r *row) advance() {
	r.refLen = len(r.cur)
	for range sentinels {
		r.cur = append(r.cur, r.columns)
	}
	r.cur, r.ref = r.ref[:0], r.cur
}

// oneDimensional reads a row of runs (T.4, 4.1).
func (r *row) oneDimensional(b *bitReader) error {
	for a0, black := int32(0), false; a0 < r.columns; black = !black {
		n, err := r.readRun(b, black, r.columns-a0)
		if err != nil {
			return err
		}
		if a0, err = r.change(a0, a0+n); err != nil {
			return err
		}
	}
	return nil
}

// twoDimensional reads a row by its differences from the row above (T.4, 4.2 and T.6). Names are
// those of the standards. a0 is the column up to which the row is known. b1 is the next change
// above to the opposite colour, b2 the change behind that.
func (r *row) twoDimensional(b *bitReader) error {
	ref, above := r.ref, 0 // index of b1
	a0, black := int32(0), false
	for a0 < r.columns {
		m := r.modes[b.peek(modeBits)]
		b.skip(int(m.bits))
		var err error
		switch m.kind {
		case vertical:
			if a0, err = r.change(a0, ref[above]+int32(m.shift)); err != nil {
				return err
			}
			black = !black
			if above++; m.shift < 0 && above > 1 {
				above -= 2 // a shift to the left may need passed elements again
			}
		case pass:
			a0 = ref[above+1]
		case horizontal:
			if a0, err = r.horizontal(b, a0, black); err != nil {
				return err
			}
		default:
			return r.noMode(b, m)
		}
		for ref[above] <= a0 && ref[above] < r.columns {
			above += 2
		}
	}
	return nil
}

// horizontal reads two runs: one of the current colour, and one of the other.
func (r *row) horizontal(b *bitReader, a0 int32, black bool) (int32, error) {
	for range 2 {
		n, err := r.readRun(b, black, r.columns-a0)
		if err != nil {
			return a0, err
		}
		if a0, err = r.change(a0, a0+n); err != nil {
			return a0, err
		}
		black = !black
	}
	return a0, nil
}

func (r *row) noMode(b *bitReader, m mode) error {
	const uncompressed = 0b111
	if m.kind == extension && b.peek(3) == uncompressed {
		return ErrUnsupported
	}
	return errCode
}

// change records a change of colour at column a1, and returns a1.
func (r *row) change(a0, a1 int32) (int32, error) {
	switch {
	case a1 < a0:
		return a0, errBackward
	case a1 > r.columns:
		r.cur = append(r.cur, r.columns)
		return r.columns, errOverlong
	case len(r.cur) > int(r.columns)+2:
		return a0, errCode // the data has empty runs without end
	}
	r.cur = append(r.cur, a1)
	return a1, nil
}

// paint sets the black pixels of the row in dst, which is clear.
func (r *row) paint(dst []byte) {
	for i := 0; i < len(r.cur); i += 2 {
		to := r.columns
		if i+1 < len(r.cur) {
			to = r.cur[i+1]
		}
		setBits(dst, int(r.cur[i]), int(to))
	}
}

// setBits sets the bits from, up to before to.
func setBits(dst []byte, from, to int) {
	if from >= to {
		return
	}
	first, last := from>>3, (to-1)>>3
	head, tail := byte(0xFF)>>(from&7), byte(0xFF)<<(7-(to-1)&7)
	if first == last {
		dst[first] |= head & tail
		return
	}
	dst[first] |= head
	for i := first + 1; i < last; i++ {
		dst[i] = 0xFF
	}
	dst[last] |= tail
}

// readRun reads a run: any number of codes for multiples of 64, and one code for the rest. A run
// longer than room is returned as room plus one.
func (r *row) readRun(b *bitReader, black bool, room int32) (int32, error) {
	table, width := r.white[:], whiteBits
	if black {
		table, width = r.black[:], blackBits
	}
	for n := int32(0); ; {
		c := table[b.peek(width)]
		if c.bits() == 0 {
			return 0, errCode
		}
		b.skip(c.bits())
		n = min(n+c.run(), room+1)
		if c.run() < 64 {
			return n, nil
		}
	}
}
