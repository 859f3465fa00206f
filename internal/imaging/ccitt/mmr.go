package ccitt

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
)

// endOfBlock is the pattern behind the last row of T.6: two ends of lines.
const endOfBlock = 0x001001

// DecodeMMR decodes T.6 in the form of JBIG2 (ITU-T T.88, 6.2.6): width by height pixels, 1 for
// black, with or without an end of the block. It returns all rows, with white ones for those that
// could not be read, and the length of their code in bytes. Errors are those of Decode.
func DecodeMMR(ctx context.Context, data []byte, width, height int) (rows []byte, used int, err error) {
	if width < 0 || height < 0 {
		return nil, 0, fmt.Errorf("%d by %d pixels: %w", width, height, ErrDamaged)
	}
	if width > 0 && height > limits.Pixels/width {
		return nil, 0, fmt.Errorf("%d by %d pixels: %w", width, height, ErrTooLarge)
	}
	d := &decoder{bits: bitReader{data: data}, Params: Params{K: -1, Columns: width, Rows: height, EndOfBlock: true}, row: newRow(width)}
	if width > 0 {
		err = d.run(ctx)
	}
	if d.rows == height && d.bits.peek(2*eolBits) == endOfBlock {
		d.bits.skip(2 * eolBits)
	}
	d.bits.align()
	rows = make([]byte, stride(width)*height)
	copy(rows, d.out)
	return rows, min(d.bits.at/8, len(data)), err
}
