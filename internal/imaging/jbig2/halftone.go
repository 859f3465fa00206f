package jbig2

import (
	"fmt"
	"math/bits"

	"github.com/pagelift/pagelift/internal/limits"
)

// patternSegment decodes a pattern dictionary (7.4.4, 6.7.5). All patterns are side by side in one bitmap.
func (d *decoder) patternSegment(s segment) error {
	r := &reader{data: s.data}
	flags := r.u8()
	w, h := r.u8(), r.u8()
	count := r.count() + 1 // GRAYMAX
	switch {
	case r.err != nil:
		return r.err
	case w == 0 || h == 0:
		return fmt.Errorf("patterns of %d by %d: %w", w, h, ErrDamaged)
	case count < 1 || count > limits.JBIG2Symbols:
		return fmt.Errorf("%d patterns: %w", count, ErrTooLarge)
	}
	if err := d.work.spend(count * (symbolWork + h)); err != nil {
		return err
	}
	p := genericParams{w: count * w, h: h, mmr: flags&1 != 0, template: flags >> 1 & 3}
	p.at = p.halftoneOffsets(offset{-w, 0})
	var b *bitmap
	var err error
	if p.mmr {
		b, _, err = d.mmr(r.data, p.w, p.h)
	} else {
		b, err = d.genericBitmap(newArith(r.data), p.newContexts(), p)
	}
	if b == nil {
		return err
	}
	patterns := make([]*bitmap, count)
	for i := range patterns {
		patterns[i] = b.part(i*w, w)
	}
	d.results[s.number] = result{patterns: patterns}
	return err
}

// halftoneOffsets returns the adaptive pixels of patterns and of grey values. The first one is
// given, the others are in their nominal places (tables 27 and C.4).
func (p *genericParams) halftoneOffsets(first offset) []offset {
	at := append([]offset(nil), templates[p.template].nominal...)
	at[0] = first
	return at
}

// grid is the grid of a halftone region (table 22). Each grey value on it is painted as a pattern.
type grid struct {
	w, h     int // HGW, HGH
	x, y     int // HGX, HGY: its origin, in 1/256 pixel
	dx, dy   int // HRX, HRY: the distance from one value to the next
	patterns []*bitmap
}

// at returns where the pattern in column n of row m is painted.
func (g *grid) at(m, n int) (x, y int) {
	return (g.x + m*g.dy + n*g.dx) >> 8, (g.y + m*g.dx - n*g.dy) >> 8
}

// halftone decodes the data of a halftone region segment (7.4.5, 6.6.5).
func (d *decoder) halftone(s segment, g region, r *reader) (*bitmap, error) {
	flags := r.u8()
	p := genericParams{mmr: flags&1 != 0, template: flags >> 1 & 3}
	skip, op, black := flags&8 != 0, operator(flags>>4&7), flags&0x80 != 0
	grid := grid{w: r.count(), h: r.count(), x: r.i32(), y: r.i32(), dx: r.u16(), dy: r.u16()}
	for _, n := range s.refers {
		if patterns := d.results[n].patterns; patterns != nil {
			grid.patterns = patterns
		}
	}
	switch {
	case r.err != nil:
		return nil, r.err
	case grid.patterns == nil:
		return nil, fmt.Errorf("no patterns: %w", ErrDamaged)
	case op > opReplace:
		return nil, fmt.Errorf("operator %d: %w", op, ErrDamaged)
	}
	b, err := d.work.bitmap(g.w, g.h)
	if err != nil {
		return nil, err
	}
	if black {
		b.fill()
	}
	p.w, p.h = grid.w, grid.h
	if skip {
		if p.skip, err = d.skipped(&grid, b); err != nil {
			return b, err
		}
	}
	planes, err := d.planes(r.data, p, bits.Len(uint(len(grid.patterns)-1)))
	if planes != nil {
		if err := d.paint(b, &grid, planes, op); err != nil {
			return b, err
		}
	}
	return b, err
}

// skipped marks the grey values that are not coded because their patterns are not visible (6.6.5.1).
func (d *decoder) skipped(g *grid, b *bitmap) (*bitmap, error) {
	skip, err := d.work.bitmap(g.w, g.h)
	if err != nil {
		return nil, err
	}
	w, h := g.patterns[0].w, g.patterns[0].h
	for m := range g.h {
		if err := d.work.spend(g.w + 1); err != nil {
			return nil, err
		}
		for n := range g.w {
			if x, y := g.at(m, n); x+w <= 0 || x >= b.w || y+h <= 0 || y >= b.h {
				skip.set(n, m)
			}
		}
	}
	return skip, nil
}

// planes reads the grey values as bit planes in Gray code, the highest first (Annex C.5). It
// returns the lowest plane first.
func (d *decoder) planes(data []byte, p genericParams, count int) ([]*bitmap, error) {
	reach := 3
	if p.template > 1 {
		reach = 2
	}
	p.at = p.halftoneOffsets(offset{reach, -1})
	cx := p.newContexts()
	var a *arith
	if !p.mmr {
		a = newArith(data)
	}
	planes := make([]*bitmap, count)
	for j := count - 1; j >= 0; j-- {
		var err error
		if p.mmr {
			var used int
			planes[j], used, err = d.mmr(data, p.w, p.h)
			data = data[used:]
		} else {
			planes[j], err = d.genericBitmap(a, cx, p)
		}
		if err != nil {
			return nil, err
		}
		if j+1 < count {
			planes[j].combine(planes[j+1], 0, 0, opXor)
		}
	}
	return planes, nil
}

// paint paints the patterns (6.6.5.2).
func (d *decoder) paint(b *bitmap, g *grid, planes []*bitmap, op operator) error {
	for m := range g.h {
		if err := d.work.spend(1 + g.w*(paintWork(g.patterns[0])+len(planes))); err != nil {
			return err
		}
		for n := range g.w {
			grey := 0
			for j, p := range planes {
				grey |= p.at(n, m) << j
			}
			x, y := g.at(m, n)
			b.combine(g.patterns[min(grey, len(g.patterns)-1)], x, y, op)
		}
	}
	return nil
}
