// Package ccitt decodes facsimile data: ITU-T T.4 (Group 3, one- and
// two-dimensional) and ITU-T T.6 (Group 4), with the parameters that PDF gives
// them (ISO 32000-2, 7.4.6), and the form of T.6 that stands in JBIG2 (MMR).
//
// A row is kept as its changing elements, the columns where the colour changes,
// which is what both codes speak of; pixels are painted by whole runs at the end
// of the row. Nothing is allocated for a row that does not arrive.
package ccitt

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

var (
	// ErrDamaged: the data does not decode as the parameters say. The rows that
	// come with it are good, or repaired from the row above.
	ErrDamaged = errors.New("damaged fax data")

	// ErrUnsupported: the data changes to the uncompressed mode of T.4 and T.6,
	// which nobody is known to write.
	ErrUnsupported = errors.New("uncompressed mode of fax data")

	// ErrTooLarge: the image exceeds limits.Pixels.
	ErrTooLarge = errors.New("fax image too large")
)

// Params are the parameters of the filter (ISO 32000-2, table 11). The zero value
// of a field is the default of the standard, except for EndOfBlock.
type Params struct {
	// K is the code: negative for T.6, 0 for one dimension, positive for rows of
	// one and two dimensions mixed.
	K int

	// Columns is the width in pixels; 0 stands for 1728.
	Columns int

	// Rows is how many rows are wanted; decoding ends with them. 0 asks for all.
	// Who decodes an image gives its height, whatever the parameter in the file is:
	// an end of the block comes earlier, and rows behind the height are not shown.
	Rows int

	// EndOfLine says that each row begins with an end-of-line pattern. They are
	// accepted without it, too.
	EndOfLine bool

	// EncodedByteAlign says that rows begin on byte boundaries.
	EncodedByteAlign bool

	// EndOfBlock lets end-of-line patterns without a row between them end the data.
	// The default of the standard is true.
	EndOfBlock bool

	// BlackIs1 makes black pixels 1 in the result instead of 0.
	BlackIs1 bool

	// DamagedRowsBeforeError is how many damaged rows are passed over without an
	// error. With an error, too, they are replaced and the rows behind them read.
	DamagedRowsBeforeError int
}

// Decode returns the rows of data, one bit a pixel, most significant bit first,
// each row in whole bytes; there may be fewer than were asked for. With
// ErrDamaged, ErrUnsupported and ErrTooLarge comes what could be read; any other
// error is that of ctx.
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

// decoder reads rows between the patterns that may stand between them.
type decoder struct {
	Params
	row
	bits bitReader
	out  []byte

	rows      int
	eols      bool // an end-of-line pattern was seen
	noMoreEOL bool // one was looked for and not found
	damaged   int  // rows
	previous  bool // the row above was damaged
}

// rowsBetweenChecks is how many rows are decoded before ctx is looked at again: at
// most 1 ms of them in an image of usual width.
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

// expectedBytes is how much room the result gets at first: what was asked for, but
// not more than usual data of that size decodes to.
func (d *decoder) expectedBytes() int {
	const usualRatio = 32 // text in T.6: 10 to 40
	return min(d.Rows*stride(d.Columns), len(d.bits.data)*usualRatio)
}

// one decodes a row, or puts another in its place.
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

// mend goes on after a damaged row, as the standard says: the row above takes its
// place, or a white one if that was damaged too, and the next end of a line begins
// the next row. Where there are no such patterns, the good part of the row stays.
// What is left behind a code that does not exist cannot be read then; behind a row
// that only became too long it can.
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

// emit paints the current row, which becomes the one above.
func (d *decoder) emit() {
	n := len(d.out)
	d.out = slices.Grow(d.out, stride(d.Columns))[:n+stride(d.Columns)]
	clear(d.out[n:])
	d.paint(d.out[n:])
	d.advance()
	d.rows++
}

// stride is the length of a row in bytes.
func stride(columns int) int { return (columns + 7) / 8 }
