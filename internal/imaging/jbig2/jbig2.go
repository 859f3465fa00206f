// Package jbig2 decodes bi-level images by ITU-T T.88 | ISO/IEC 14492 in the form in which PDF
// embeds them (ISO 32000-2, 7.4.7): a sequence of segments without the header of a file, with
// shared segments in a stream of their own. It reads all kinds of segments, codings and operators.
// It refuses the coloured text of the 2018 edition, which a bi-level image cannot show.
//
// Names in capitals in the comments (GBTEMPLATE, SBREFINE) and all clause numbers are those of the standard.
package jbig2

import (
	"context"
	"errors"
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
)

var (
	// ErrDamaged means that the data breaks the standard. The image that comes with it has what
	// could be decoded.
	ErrDamaged = errors.New("damaged JBIG2 data")

	// ErrUnsupported means that the data asks for something that a bi-level image cannot hold. The
	// image that comes with it lacks that part.
	ErrUnsupported = errors.New("unsupported JBIG2 data")

	// ErrTooLarge means that the image exceeds limits.Pixels, and then no image comes with it, or
	// that it takes more work than its size justifies.
	ErrTooLarge = errors.New("JBIG2 image too large")
)

// Decode returns the page in data as rows of whole bytes, one bit a pixel, the most significant
// first, 1 for black. That is the inverse of the samples of JBIG2Decode in PDF. globals has the
// segments of the stream JBIG2Globals, or is nil.
//
// The image has width by height pixels, as in the image dictionary, whatever the page information
// in data says. What lies outside is lost, and missing pixels have the default colour of the page.
// With ErrDamaged and ErrUnsupported Decode returns what it could read. Any error other than the
// three of this package is that of ctx.
func Decode(ctx context.Context, data []byte, globals *Globals, width, height int) ([]byte, error) {
	if width <= 0 || height <= 0 {
		return nil, fmt.Errorf("%d by %d pixels: %w", width, height, ErrDamaged)
	}
	if width > limits.Pixels/height {
		return nil, fmt.Errorf("%d by %d pixels: %w", width, height, ErrTooLarge)
	}
	if globals == nil {
		globals = &Globals{}
	}
	d := newDecoder(ctx, globals, width, height, len(data)+globals.bytes)
	err := errors.Join(globals.err, d.run(globals.data))
	if !d.work.exhausted() {
		err = errors.Join(err, d.run(data))
	}
	if ended := ctx.Err(); ended != nil {
		err = ended
	}
	return d.page.data, err
}

// decoder holds the results of segments that later segments use.
type decoder struct {
	work    budget
	page    *bitmap
	results map[uint32]result // by segment number
	symbols int               // in all dictionaries
}

// result is what a segment leaves for later ones. Each kind of segment sets one field.
type result struct {
	symbols  *symbolDict
	patterns []*bitmap
	table    *huffman
	region   *bitmap
}

func newDecoder(ctx context.Context, globals *Globals, width, height, bytes int) *decoder {
	d := &decoder{work: newBudget(ctx, width*height, bytes), page: newBitmap(width, height)}
	d.results, d.symbols = globals.begin()
	return d
}

// run decodes the segments of one stream. Damage in one segment does not prevent the decoding of
// others. run returns the first error.
func (d *decoder) run(data []byte) error {
	segments, first := split(data)
	for _, s := range segments {
		err := d.segment(s)
		if err == nil {
			continue
		}
		err = fmt.Errorf("segment %d: %w", s.number, err)
		if first == nil || d.work.exhausted() {
			first = err
		}
		if d.work.exhausted() {
			break
		}
	}
	return first
}

// segment decodes one segment. It skips unknown segments and those that only describe the stream (7.3.1).
func (d *decoder) segment(s segment) error {
	if err := d.work.spend(segmentWork); err != nil {
		return err
	}
	switch s.kind {
	case kindSymbols:
		return d.symbolSegment(s)
	case kindText, kindText + immediate, kindText + lossless:
		return d.regionSegment(s, d.text)
	case kindPatterns:
		return d.patternSegment(s)
	case kindHalftone, kindHalftone + immediate, kindHalftone + lossless:
		return d.regionSegment(s, d.halftone)
	case kindGeneric, kindGeneric + immediate, kindGeneric + lossless:
		return d.regionSegment(s, d.generic)
	case kindRefinement, kindRefinement + immediate, kindRefinement + lossless:
		return d.regionSegment(s, d.refinement)
	case kindPage:
		return d.pageSegment(s)
	case kindTable:
		return d.tableSegment(s)
	}
	return nil
}
