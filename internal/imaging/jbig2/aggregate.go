package jbig2

import "fmt"

// aggregation prepares the text regions that new symbols consist of (table 17).
func (sd *symbolDecoder) aggregation() textParams {
	p := textParams{
		refine: true, rtemplate: sd.rtemplate, rat: sd.rat,
		corner: topLeft,
	}
	length := codeLength(len(sd.in)+sd.fresh, sd.huffman)
	if !sd.huffman {
		p.codes = newArithText(sd.arith, length, sd.rcx)
		return p
	}
	t := standardTables()
	h := &huffmanText{bits: sd.bits, sizes: t[1], rcx: sd.rcx, idLength: length}
	h.tables = [textValues]*huffman{
		valueFS: t[6], valueDS: t[8], valueDT: t[11],
		valueRDW: t[15], valueRDH: t[15], valueRDX: t[15], valueRDY: t[15],
	}
	p.codes = h
	return p
}

// refined reads a symbol that is one other symbol with changes (6.5.8.2.2).
func (sd *symbolDecoder) refined(p *textParams, w, h int) (*bitmap, error) {
	id, err := p.codes.symbolID()
	if err != nil {
		return nil, err
	}
	if id >= len(p.symbols) {
		return nil, fmt.Errorf("symbol %d of %d: %w", id, len(p.symbols), ErrDamaged)
	}
	dx, _, err := p.codes.integer(valueRDX)
	if err != nil {
		return nil, err
	}
	dy, _, err := p.codes.integer(valueRDY)
	if err != nil {
		return nil, err
	}
	return p.codes.refinement(sd.decoder, refinementParams{
		w: w, h: h, ref: p.symbols[id], dx: dx, dy: dy, template: p.rtemplate, at: p.rat,
	})
}
