package jbig2

import (
	"cmp"
	"fmt"
)

// regionInfoBytes is the length of the fields at the beginning of every region (7.4.1).
const regionInfoBytes = 17

// region is the place of a region on the page, and the operator that paints it.
type region struct {
	w, h, x, y int
	op         operator
}

func (r *reader) region() (g region, err error) {
	g.w, g.h = r.count(), r.count()
	g.x, g.y = r.i32(), r.i32()
	flags := r.u8()
	g.op = operator(flags & 7)
	switch {
	case r.err != nil:
		return g, r.err
	case g.op > opReplace:
		return g, fmt.Errorf("operator %d: %w", g.op, ErrDamaged)
	case flags&8 != 0:
		return g, fmt.Errorf("coloured text: %w", ErrUnsupported)
	}
	return g, nil
}

// regionDecoder decodes the data of a region behind its place. If the data is damaged, it returns
// what it decoded, if anything.
type regionDecoder func(s segment, g region, r *reader) (*bitmap, error)

// regionSegment decodes a region, and paints it or keeps it for later segments.
func (d *decoder) regionSegment(s segment, decode regionDecoder) error {
	r := &reader{data: s.data}
	g, err := r.region()
	if err != nil {
		return err
	}
	if rows, ok := s.rowsOf(); ok {
		g.h = min(g.h, rows)
	}
	b, err := decode(s, g, r)
	switch {
	case b == nil:
		return err
	case s.kind == kindText, s.kind == kindHalftone, s.kind == kindGeneric, s.kind == kindRefinement:
		d.results[s.number] = result{region: b}
		return cmp.Or(err, d.work.spend(g.w*g.h)) // it is kept
	}
	d.page.combine(b, g.x, g.y, g.op)
	return err
}

// pageSegment reads the page information (7.4.8). Only the default pixel is used: the size is that
// of the image in the PDF, and each region has an operator of its own.
func (d *decoder) pageSegment(s segment) error {
	const flagsAt, black = 16, 4
	if len(s.data) <= flagsAt {
		return errShort
	}
	if s.data[flagsAt]&black != 0 {
		d.page.fill()
	}
	return nil
}
