package imaging

import (
	"context"
	"image"
)

// convert converts samples to colours. Of the masks it applies the colour key only. Missing rows
// become white like paper.
func (h *header) convert(ctx context.Context, s *samples) (image.Image, error) {
	cs := h.spaceOf(s)
	if s.components == 1 {
		return h.convertOne(ctx, s, cs)
	}
	return h.convertColors(ctx, s, cs)
}

// spaceOf returns the colour space of the samples. It is that of the dictionary if that has as many
// components, otherwise that of the data or a device space.
func (h *header) spaceOf(s *samples) *ColorSpace {
	switch {
	case h.space != nil && h.space.Components == s.components:
		return h.space
	case s.space != nil && s.space.Components == s.components:
		return s.space
	}
	return device(s.components)
}

// levels returns the number of values of a sample. Samples of 16 bits are reduced to their upper
// halves, since browsers show no more.
func levels(bits int) int { return 1 << min(bits, 8) }

// decodeOf returns the interval of colour values to which the samples of component i are mapped
// (clause 8.9.5.2).
func (h *header) decodeOf(cs *ColorSpace, i, bits int) (lo, hi float64) {
	switch {
	case 2*i+1 < len(h.decode) && len(h.decode) >= 2*cs.Components:
		return h.decode[2*i], h.decode[2*i+1]
	case cs.Family == "Indexed":
		return 0, float64(levels(bits) - 1)
	}
	return cs.rangeOf(i)
}

// decodeTable returns the colour values of component i, by sample.
func (h *header) decodeTable(cs *ColorSpace, i, bits int) []float64 {
	lo, hi := h.decodeOf(cs, i, bits)
	table := make([]float64, levels(bits))
	for v := range table {
		table[v] = lo + float64(v)*(hi-lo)/float64(len(table)-1)
	}
	return table
}

// contextRows is the number of rows between two checks of the context.
const contextRows = 64

// eachRow calls do with each row that exists, as bytes: one for each component, step apart. It
// returns the number of rows.
func (s *samples) eachRow(ctx context.Context, do func(y int, row []byte)) (rows int, err error) {
	var tail, unpacked []byte
	if s.bits != 8 {
		unpacked = make([]byte, s.width*s.components+unpackSlack)
	}
	rows = s.rows()
	for y := range rows {
		if y%contextRows == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		row := s.row(y, &tail)
		if s.bits != 8 {
			unpack(unpacked, row, s.bits, s.width*s.components)
			row = unpacked
		}
		do(y, row)
	}
	return rows, nil
}

// unpackSlack is how many samples unpack may write behind the last one.
const unpackSlack = 8

// unpack spreads n packed samples to bytes. It keeps the upper half of 16 bits.
func unpack(dst, src []byte, bits, n int) {
	switch bits {
	case 16:
		for i := range n {
			dst[i] = src[2*i]
		}
	case 1:
		for i, b := range src[:(n+7)/8] {
			d := dst[8*i : 8*i+8 : 8*i+8]
			d[0], d[1], d[2], d[3] = b>>7, b>>6&1, b>>5&1, b>>4&1
			d[4], d[5], d[6], d[7] = b>>3&1, b>>2&1, b>>1&1, b&1
		}
	case 2:
		for i, b := range src[:(n+3)/4] {
			d := dst[4*i : 4*i+4 : 4*i+4]
			d[0], d[1], d[2], d[3] = b>>6, b>>4&3, b>>2&3, b&3
		}
	case 4:
		for i, b := range src[:(n+1)/2] {
			dst[2*i], dst[2*i+1] = b>>4, b&15
		}
	}
}
