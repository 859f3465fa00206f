package imaging

import (
	"context"
	"errors"
	"fmt"

	"github.com/pagelift/pagelift/internal/imaging/ccitt"
	"github.com/pagelift/pagelift/internal/imaging/jbig2"
	"github.com/pagelift/pagelift/internal/pdf"
)

// fax decodes Group 3 and Group 4 data (clause 7.4.6). The height of the image overrides the
// parameter Rows. A missing Columns means the width of the image and not 1728, since that is what
// writers who omit it mean.
func (h *header) fax(ctx context.Context, data []byte, parms pdf.Dict) (*samples, error) {
	doc := h.Doc
	p := ccitt.Params{
		K:                      doc.Int(parms.Raw("K"), 0),
		Columns:                doc.Int(parms.Raw("Columns"), h.width),
		Rows:                   h.height,
		EndOfLine:              doc.Bool(parms.Raw("EndOfLine"), false),
		EncodedByteAlign:       doc.Bool(parms.Raw("EncodedByteAlign"), false),
		EndOfBlock:             doc.Bool(parms.Raw("EndOfBlock"), true),
		BlackIs1:               doc.Bool(parms.Raw("BlackIs1"), false),
		DamagedRowsBeforeError: doc.Int(parms.Raw("DamagedRowsBeforeError"), 0),
	}
	if err := fits(p.Columns, p.Rows, 1); err != nil {
		return nil, err
	}
	rows, err := ccitt.Decode(ctx, data, p)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return h.bilevel(p.Columns, rows, err)
}

// bilevel returns samples of one bit and one component. err is the error of the decoder.
func (h *header) bilevel(columns int, rows []byte, err error) (*samples, error) {
	if rows == nil && (errors.Is(err, ccitt.ErrTooLarge) || errors.Is(err, jbig2.ErrTooLarge)) {
		return nil, fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	s := &samples{width: columns, height: h.height, components: 1, bits: 1, step: 1, data: rows}
	s.stride = rowBytes(columns, 1, 1)
	if short := s.complete(); err == nil {
		err = short
	}
	return s, err
}

// jbig2 decodes JBIG2 data (clause 7.4.7). Black is 1 in JBIG2 and 0 in PDF.
func (h *header) jbig2(ctx context.Context, data []byte, parms pdf.Dict) (*samples, error) {
	if err := fits(h.width, h.height, 1); err != nil {
		return nil, err
	}
	rows, err := jbig2.Decode(ctx, data, h.jbig2Globals(ctx, parms), h.width, h.height)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for i := range rows {
		rows[i] = ^rows[i]
	}
	return h.bilevel(h.width, rows, err)
}

// jbig2Globals returns the segments that images share, or nil when there are none. It decodes them
// once for a document.
func (h *header) jbig2Globals(ctx context.Context, parms pdf.Dict) *jbig2.Globals {
	s := h.Doc.Stream(parms.Raw("JBIG2Globals"))
	if s == nil {
		return nil
	}
	read := func() *jbig2.Globals {
		data, _ := h.Doc.Decode(ctx, s) // segments that need the missing part will fail
		return jbig2.ReadGlobals(ctx, data)
	}
	kept, _ := h.Doc.Memo(s, func() (any, int) {
		g := read()
		if ctx.Err() != nil {
			return nil, 0 // the next image may have more time
		}
		return g, g.Size()
	}).(*jbig2.Globals)
	if kept == nil {
		return read()
	}
	return kept
}
