// Package ccitt decodes facsimile data: ITU-T T.4 (Group 3, one- and two-dimensional) and ITU-T T.6 (Group
// 4), with the parameters that PDF gives them (ISO 32000-2, 7.4.6), and the form of T.6 in JBIG2 (MMR).
//
// A row is kept as its changing elements: the columns where the colour changes. Both codes are defined by them.
// At the end of a row whole runs of pixels are painted. A row allocates nothing before its data arrives.
package ccitt

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

var (
	// ErrDamaged means that the data is not a code with these parameters. The rows that come with
	// it are good, or repaired by the row above.
	ErrDamaged = errors.New("damaged fax data")

	// ErrUnsupported means that the data changes to the uncompressed mode of T.4 and T.6, which no
	// known program writes.
	ErrUnsupported = errors.New("uncompressed mode of fax data")

	// ErrTooLarge means that the image exceeds limits.Pixels.
	ErrTooLarge = errors.New("fax image too large")
)

// Params are the parameters of the filter (ISO 32000-2, table 11). The zero value
// of a field is the default of the standard, except for EndOfBlock.
type Params struct {
	// K selects the code: T.6 if negative, T.4 with one dimension if 0, T.4 with rows of one and
	// two dimensions if positive.
	K int

	// Columns is the width in pixels; 0 means 1728.
	Columns int

	// Rows is the number of rows to decode; 0 means all. A caller that decodes an image sets its
	// height, whatever the parameter in the file says: an end of the block comes earlier, and rows
	// beyond the height are not shown.
	Rows int

	// EndOfLine says that each row begins with an end-of-line pattern. Such patterns are accepted in any case.
	EndOfLine bool

	// EncodedByteAlign says that rows begin on byte boundaries.
	EncodedByteAlign bool

	// EndOfBlock says that end-of-line patterns without a row between them end the data. The
	// default of the standard is true.
	EndOfBlock bool

	// BlackIs1 makes black pixels 1 in the result instead of 0.
	BlackIs1 bool

	// DamagedRowsBeforeError is the number of damaged rows without an error. Further damaged rows
	// are replaced as well and decoding goes on, but there is an error.
	DamagedRowsBeforeError int
}

// Decode returns the rows of data, one bit a pixel, most significant bit first, each row in whole
// bytes. There may be fewer rows than were asked for. With ErrDamaged, ErrUnsupported and
// ErrTooLarge it returns the rows that it could read. Any other error is that of ctx.
func Decode(ctx context.Context, data []byte, p Params) ([]byte, error) {
	if p.Columns == 0 {
		p.Columns = 1728
	}
	if p.Columns < 0 || p.Rows < 0 {
		return nil, fmt.Errorf("%d columns, %d rows: %w", p.Columns, p.Rows, ErrDamaged)
	}
	if p.Columns > limits.Pixels || p.Rows > limits.Pixels/p.Columns {
		return nil, fmt.Errorf("%d columns, %d rows: %w", p.Columns, p.Rows, ErrTooLarge)
	}
	d := &decoder{bits: bitReader{data: data}, Params: p, row: newRow(p.Columns)}
	err := d.run(ctx)
	if !p.BlackIs1 {
		for i := range d.out {
			d.out[i] ^= 0xFF
		}
	}
	return d.out, err
}

// decoder reads rows, and the patterns between them.
type decoder struct {
	Params
	row
	bits bitReader
	out  []byte

	rows      int
	eols      bool // an end-of-line pattern was seen
	noMoreEOL bool // an end-of-line pattern was searched for and not found
	damaged   int  // number of damaged rows
	previous  bool // the row above was damaged
}

// rowsBetweenChecks is the number of rows between two checks of ctx. They take at most 1 ms in an
// image of usual width.
const rowsBetweenChecks = 64

func (d *decoder) run(ctx context.Context) error {
	d.out = make([]byte, 0, d.expectedBytes())
	for d.Rows == 0 || d.rows < d.Rows {
		if d.rows%rowsBetweenChecks == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if d.rows >= limits.Pixels/d.Columns {
			return fmt.Errorf("over %d rows: %w", d.rows, ErrTooLarge)
		}
		twoDim, more := d.next()
		if !more {
			break
		}
		if err := d.one(twoDim); err != nil {
			return fmt.Errorf("row %d: %w", d.rows, err)
		}
	}
	if d.damaged > d.DamagedRowsBeforeError {
		return fmt.Errorf("%d rows: %w", d.damaged, ErrDamaged)
	}
	return nil
}

// expectedBytes returns the initial capacity of the result: the size asked for, but no more than
// usual data of that length decodes to.
func (d *decoder) expectedBytes() int {
	const usualRatio = 32 // text in T.6: 10 to 40
	return min(d.Rows*stride(d.Columns), len(d.bits.data)*usualRatio)
}

// one decodes a row, or replaces a damaged one.
func (d *decoder) one(twoDim bool) error {
	var err error
	if twoDim {
		err = d.twoDimensional(&d.bits)
	} else {
		err = d.oneDimensional(&d.bits)
	}
	if errors.Is(err, ErrUnsupported) {
		d.emit()
		return err
	}
	if err != nil {
		return d.mend(err)
	}
	d.previous = false
	d.emit()
	return nil
}

// mend replaces a damaged row and finds the next row, as the standard says. The row above takes its
// place, or a white row if that was damaged too. The next row begins at the next end-of-line
// pattern. If the data has no such patterns, mend keeps the good part of the row. Behind an invalid
// code nothing more can be read then. Behind a row that is only too long the next row follows.
func (d *decoder) mend(err error) error {
	d.damaged++
	if d.K < 0 || !d.seekEOL() {
		d.emit()
		if errors.Is(err, errOverlong) {
			return nil
		}
		return err
	}
	d.cur = d.cur[:0]
	if !d.previous {
		d.cur = append(d.cur, d.ref[:d.refLen]...)
	}
	d.previous = true
	d.emit()
	return nil
}

// emit paints the current row. It becomes the row above.
func (d *decoder) emit() {
	n := len(d.out)
	d.out = slices.Grow(d.out, stride(d.Columns))[:n+stride(d.Columns)]
	clear(d.out[n:])
	d.paint(d.out[n:])
	d.advance()
	d.rows++
}

// stride returns the length of a row in bytes.
func stride(columns int) int { return (columns + 7) / 8 }
