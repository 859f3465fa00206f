package imaging

import (
	"context"
	"errors"
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
)

// samples are the components of an image as its filter returns them, row by row, before Decode and
// colours are applied. Their storage may be that of the file, so it is never written.
type samples struct {
	width, height int
	components    int
	bits          int // bits of a component: 1, 2, 4, 8 or 16
	step          int // bytes from one pixel to the next if a component has 8 bits; at least components
	stride        int // bytes from one row to the next
	data          []byte

	space   *ColorSpace // the colour space that the data gives; nil: none
	opacity *alpha      // the opacity in the data, if the dictionary wants it
}

// rows returns the number of rows in the data. The last one may be incomplete.
func (s *samples) rows() int {
	return min((len(s.data)+s.stride-1)/s.stride, s.height)
}

// row returns row y, or nil when it is missing. It copies an incomplete last row to tail and fills it up.
func (s *samples) row(y int, tail *[]byte) []byte {
	from := y * s.stride
	switch {
	case from >= len(s.data):
		return nil
	case from+s.stride <= len(s.data):
		return s.data[from : from+s.stride]
	}
	if *tail == nil {
		*tail = make([]byte, s.stride)
		copy(*tail, s.data[from:])
	}
	return *tail
}

// samples runs the filters. If the data is damaged, it returns what there is and an error, or nil
// and an error if there is too little to show.
func (h *header) samples(ctx context.Context) (*samples, error) {
	data, filter, parms, err := h.Doc.DecodeUntilImage(ctx, h.Stream)
	if ended := ctx.Err(); ended != nil {
		return nil, ended
	}
	var s *samples
	var codecErr error
	switch filter {
	case "":
		s, codecErr = h.plain(data)
	case "DCTDecode":
		s, codecErr = h.dct(data, parms)
	case "CCITTFaxDecode":
		s, codecErr = h.fax(ctx, data, parms)
	case "JPXDecode":
		s, codecErr = h.jpx(ctx, data)
	case "JBIG2Decode":
		s, codecErr = h.jbig2(ctx, data, parms)
	default:
		return nil, fmt.Errorf("%w: %s", ErrUnsupported, filter)
	}
	if err == nil || (s == nil && codecErr != nil) {
		err = codecErr
	}
	if err != nil && !errors.Is(err, ErrUnsupported) && !errors.Is(err, ErrTooLarge) && !errors.Is(err, ErrDamaged) {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return s, err
}

// plain returns samples that no image filter has packed (clause 8.9.5.2).
func (h *header) plain(data []byte) (*samples, error) {
	s := &samples{width: h.width, height: h.height, components: 1, bits: h.bits, data: data}
	if h.space != nil {
		s.components = h.space.Components
	}
	if err := fits(s.width, s.height, 1); err != nil {
		return nil, err
	}
	switch {
	case s.bits > 0:
	case rowBytes(s.width, s.components, 8) <= len(data)/s.height:
		s.bits = 8
	default:
		s.bits = 1 // the number of bits is not given, and there is not enough data for bytes
	}
	s.step = s.components
	s.stride = rowBytes(s.width, s.components, s.bits)
	return s, s.complete()
}

// rowBytes returns the length of a row of samples in whole bytes.
func rowBytes(width, components, bits int) int {
	return int(min((int64(width)*int64(components)*int64(bits)+7)/8, limits.StreamBytes))
}

// errShort means that the data ends before the image does.
var errShort = fmt.Errorf("%w: incomplete data", ErrDamaged)

// complete returns errShort when rows are missing. If the rows are too few to be worth the storage
// of the image, it drops them: a few bytes must not cause a large allocation.
func (s *samples) complete() error {
	rows := len(s.data) / s.stride
	if rows >= s.height {
		return nil
	}
	if s.width*s.height > limits.ImageWhole && rows < s.height/limits.ImageMissing {
		s.data = nil
	}
	return errShort
}
