package jbig2

import (
	"errors"
	"fmt"

	"github.com/pagelift/pagelift/internal/imaging/ccitt"
	"github.com/pagelift/pagelift/internal/imaging/mq"
)

// genericParams are the parameters of the generic region decoding procedure
// (table 2).
type genericParams struct {
	w, h     int
	mmr      bool
	template int
	typical  bool // TPGDON
	at       []offset
	skip     *bitmap // pixels that are not coded; nil: none
}

// genericFlags reads the flags of a generic region (7.4.6.2) and its adaptive pixels.
func (r *reader) genericFlags() (p genericParams) {
	const mmr, typical, extended = 1, 8, 16
	flags := r.u8()
	p.mmr = flags&mmr != 0
	p.template = flags >> 1 & 3
	p.typical = flags&typical != 0
	switch {
	case p.mmr:
	case p.template == 0 && flags&extended != 0:
		p.at = r.offsets(12)
	default:
		p.at = r.offsets(len(templates[p.template].nominal))
	}
	return p
}

// generic decodes the data of a generic region segment (7.4.6).
func (d *decoder) generic(_ segment, g region, r *reader) (*bitmap, error) {
	p := r.genericFlags()
	if r.err != nil {
		return nil, r.err
	}
	p.w, p.h = g.w, g.h
	if p.mmr {
		b, _, err := d.mmr(r.data, g.w, g.h)
		return b, err
	}
	return d.genericBitmap(newArith(r.data), p.newContexts(), p)
}

func (p *genericParams) newContexts() []mq.State {
	return make([]mq.State, 1<<templates[p.template].bits)
}

// mmr decodes a bitmap in T.6 code (6.2.6). It also returns the length of the code.
func (d *decoder) mmr(data []byte, w, h int) (*bitmap, int, error) {
	b, err := d.work.bitmap(w, h)
	if err != nil {
		return nil, 0, err
	}
	if err := d.work.spend(w * h / pixelsAtOnce); err != nil {
		return nil, 0, err
	}
	rows, used, err := ccitt.DecodeMMR(d.work.ctx, data, w, h)
	copy(b.data, rows)
	switch {
	case errors.Is(err, ccitt.ErrDamaged), errors.Is(err, ccitt.ErrUnsupported):
		err = fmt.Errorf("%w: %w", err, ErrDamaged)
	case errors.Is(err, ccitt.ErrTooLarge):
		err = fmt.Errorf("%w: %w", err, ErrTooLarge)
	}
	return b, used, err
}

// genericBitmap implements the generic region decoding procedure in arithmetic code (6.2.5).
func (d *decoder) genericBitmap(a *arith, cx []mq.State, p genericParams) (*bitmap, error) {
	b, err := d.work.bitmap(p.w, p.h)
	if err != nil {
		return nil, err
	}
	t := &templates[p.template]
	moved := t.movedPixels(p.at)
	like := 0 // LTP: the row is like the one above
	for y := range p.h {
		if err := d.work.spend(p.w + rowWork); err != nil {
			return b, err
		}
		if p.typical {
			if like ^= a.bit(&cx[t.typical]); like == 1 {
				copy(b.row(y), b.row(y-1))
				continue
			}
		}
		if len(moved) == 0 && p.skip == nil {
			a.genericRow(cx, t, b, y)
		} else {
			a.adaptiveRow(cx, t, b, y, moved, p.skip)
		}
	}
	return b, nil
}

// genericRow decodes a row whose adaptive pixels are all in their nominal places. For speed it
// keeps the decoder's room in a variable, and repeats the common case here: the more probable
// symbol without renormalisation.
func (d *arith) genericRow(cx []mq.State, t *template, b *bitmap, y int) {
	row, above, above2 := b.row(y), b.row(y-1), b.row(y-2)
	if !t.rowAbove2 {
		above2 = nil
	}
	enter1, enter2, keep := 1<<t.low1, 1<<t.low2, t.keptBits()
	ctx := t.first(above, above2)
	room := d.Room
	for i := range row {
		next1 := pixelsAhead(above, i, t.reach1) << t.low1
		next2 := pixelsAhead(above2, i, t.reach2) << t.low2
		n := min(8, b.w-8*i)
		if ctx|next1|next2 == 0 && n == 8 && cx[0]&1 == 0 {
			if cost := 8 * cx[0].Cost(); room >= cost { // eight times the common case
				room -= cost
				continue
			}
		}
		out := 0
		for range n {
			ctx |= next1>>7&enter1 | next2>>7&enter2
			next1 <<= 1
			next2 <<= 1
			p := &cx[ctx]
			bit := int(*p & 1)
			if room -= p.Cost(); room < 0 {
				d.Room = room
				bit = int(d.Exchange(p))
				room = d.Room
			}
			out = out<<1 | bit
			ctx = (ctx<<1 | bit) & keep
		}
		row[i] = byte(out << (8 - n))
	}
	d.Room = room
}

// first returns the context before the first pixel of a row. The columns that enter with that pixel
// are still missing.
func (t *template) first(above, above2 []byte) int {
	ctx := int(byteAt(above, 0)) >> (8 - t.reach1) << (t.low1 + 1)
	return ctx | int(byteAt(above2, 0))>>(8-t.reach2)<<(t.low2+1)
}

// pixelsAhead returns eight pixels of a row. They begin reach columns behind byte i.
func pixelsAhead(row []byte, i, reach int) int {
	return (int(byteAt(row, i))<<8 | int(byteAt(row, i+1))) >> (8 - reach) & 0xFF
}

// adaptiveRow decodes a row that has adaptive pixels in other places, or pixels that are not coded.
func (d *arith) adaptiveRow(cx []mq.State, t *template, b *bitmap, y int, moved []moved, skip *bitmap) {
	above, above2 := b.row(y-1), b.row(y-2)
	if !t.rowAbove2 {
		above2 = nil
	}
	nominal := 1<<t.bits - 1
	for _, m := range moved {
		nominal &^= 1 << m.bit
	}
	ctx, keep := t.first(above, above2), t.keptBits()
	for x := range b.w {
		i, k := x>>3, 7-x&7
		ctx |= (pixelsAhead(above, i, t.reach1) >> k & 1) << t.low1
		ctx |= (pixelsAhead(above2, i, t.reach2) >> k & 1) << t.low2
		bit := 0
		if skip == nil || skip.at(x, y) == 0 {
			full := ctx & nominal
			for _, m := range moved {
				full |= b.at(x+m.x, y+m.y) << m.bit
			}
			if bit = d.bit(&cx[full]); bit == 1 {
				b.set(x, y)
			}
		}
		ctx = (ctx<<1 | bit) & keep
	}
}
