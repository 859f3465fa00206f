package jbig2

import (
	"fmt"

	"github.com/pagelift/pagelift/internal/imaging/mq"
)

// refinementParams are the parameters of the generic refinement region decoding
// procedure (table 6).
type refinementParams struct {
	w, h     int
	template int
	ref      *bitmap
	dx, dy   int // place of ref
	typical  bool
	at       []offset // two for template 0
}

// Contexts of refinement: nine pixels around the same place in the reference, and the four pixels
// decoded before (figures 12 and 13). The order of the bits is our own.
const (
	refinementBits0 = 13
	refinementBits1 = 10
	adaptiveBit0    = 3  // RA1, nominally up left
	adaptiveBit1    = 12 // RA2, nominally up left in the reference
)

// typicalRefinement are the contexts of the bit that says whether a row is typical. In them only
// the pixel itself is black in the reference (figures 14 and 15).
var typicalRefinement = [2]int{1 << 8, 1 << 7}

func refinementContexts(template int) []mq.State {
	if template == 0 {
		return make([]mq.State, 1<<refinementBits0)
	}
	return make([]mq.State, 1<<refinementBits1)
}

// refinementOffsets reads the adaptive pixels of a refinement template.
func (r *reader) refinementOffsets(template int) []offset {
	if template == 0 {
		return r.offsets(2)
	}
	return nil
}

// refinement decodes the data of a refinement region segment (7.4.7). It refines the region of an
// earlier segment, or the place of the page where it is painted.
func (d *decoder) refinement(s segment, g region, r *reader) (*bitmap, error) {
	flags := r.u8()
	p := refinementParams{w: g.w, h: g.h, template: flags & 1, typical: flags&2 != 0}
	p.at = r.refinementOffsets(p.template)
	if r.err != nil {
		return nil, r.err
	}
	for _, n := range s.refers {
		if b := d.results[n].region; b != nil {
			p.ref = b
		}
	}
	if p.ref == nil && len(s.refers) > 0 {
		return nil, fmt.Errorf("refines a region that is not there: %w", ErrDamaged)
	}
	if p.ref == nil {
		var err error
		if p.ref, err = d.work.bitmap(g.w, g.h); err != nil {
			return nil, err
		}
		p.ref.combine(d.page, -g.x, -g.y, opReplace)
	}
	return d.refinementBitmap(newArith(r.data), refinementContexts(p.template), p)
}

// refinementBitmap implements the generic refinement region decoding procedure (6.3.5).
func (d *decoder) refinementBitmap(a *arith, cx []mq.State, p refinementParams) (*bitmap, error) {
	b, err := d.work.bitmap(p.w, p.h)
	if err != nil {
		return nil, err
	}
	if p.template == 0 && p.at[0] == (offset{-1, -1}) && p.at[1] == (offset{-1, -1}) {
		p.at = nil
	}
	typical := 0 // LTP
	for y := range p.h {
		if err := d.work.spend(p.w + rowWork); err != nil {
			return b, err
		}
		if p.typical {
			typical ^= a.bit(&cx[typicalRefinement[p.template]])
		}
		a.refineRow(cx, &p, b, y, typical == 1)
	}
	return b, nil
}

// window is three adjacent pixels of a row, which move along the row.
type window struct {
	row  []byte
	next int // the column that enters next
	bits int
}

// newWindow returns a window with the pixels left of column x. The pixel at x enters next.
func newWindow(b *bitmap, x, y int) window {
	w := window{row: b.row(y), next: x - 1}
	w.shift()
	w.shift()
	return w
}

func (w *window) shift() {
	bit := 0
	if i := w.next >> 3; uint(i) < uint(len(w.row)) {
		bit = int(w.row[i]>>(7-w.next&7)) & 1
	}
	w.bits = (w.bits<<1 | bit) & 7
	w.next++
}

// refineRow decodes a row. In a typical row a pixel is coded only if the pixels around it in the
// reference differ.
func (d *arith) refineRow(cx []mq.State, p *refinementParams, b *bitmap, y int, typical bool) {
	up := newWindow(b, 0, y-1)
	r0, r1, r2 := newWindow(p.ref, -p.dx, y-p.dy-1), newWindow(p.ref, -p.dx, y-p.dy), newWindow(p.ref, -p.dx, y-p.dy+1)
	last := 0
	for x := range p.w {
		up.shift()
		r0.shift()
		r1.shift()
		r2.shift()
		if all := r0.bits<<6 | r1.bits<<3 | r2.bits; typical && (all == 0 || all == 0x1FF) {
			last = all & 1
		} else {
			last = d.bit(&cx[p.context(b, x, y, last, up.bits, r0.bits, r1.bits, r2.bits)])
		}
		if last == 1 {
			b.set(x, y)
		}
	}
}

func (p *refinementParams) context(b *bitmap, x, y, last, up, r0, r1, r2 int) int {
	if p.template == 1 {
		return last | up<<1 | (r2&3)<<4 | r1<<6 | (r0>>1&1)<<9
	}
	ctx := last | up<<1 | r2<<4 | r1<<7 | r0<<10
	if p.at != nil {
		ctx &^= 1<<adaptiveBit0 | 1<<adaptiveBit1
		ctx |= b.at(x+p.at[0].x, y+p.at[0].y) << adaptiveBit0
		ctx |= p.ref.at(x-p.dx+p.at[1].x, y-p.dy+p.at[1].y) << adaptiveBit1
	}
	return ctx
}
