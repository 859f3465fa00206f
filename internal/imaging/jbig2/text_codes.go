package jbig2

import (
	"fmt"

	"github.com/pagelift/pagelift/internal/imaging/mq"
)

// arithText reads a text region in arithmetic code.
type arithText struct {
	arith    *arith
	integers [textValues]intContexts
	ids      []mq.State
	idLength int
	rcx      []mq.State
}

func newArithText(a *arith, idLength int, rcx []mq.State) *arithText {
	return &arithText{arith: a, ids: make([]mq.State, 1<<idLength), idLength: idLength, rcx: rcx}
}

func (c *arithText) integer(kind textValue) (v int, oob bool, err error) {
	v, oob = c.arith.integer(&c.integers[kind])
	return v, oob, nil
}

func (c *arithText) symbolID() (int, error) { return c.arith.symbolID(c.ids, c.idLength), nil }

func (c *arithText) refinement(d *decoder, p refinementParams) (*bitmap, error) {
	return d.refinementBitmap(c.arith, c.rcx, p)
}

// huffmanText reads a text region in Huffman code.
type huffmanText struct {
	bits      *bitReader
	tables    [textValues]*huffman // nil for values of a fixed length
	sizes     *huffman             // sizes of refined bitmaps
	ids       *huffman             // nil: IDs are numbers of idLength bits
	idLength  int
	logStrips int
	rcx       []mq.State
}

// textTables selects the tables of a text region (7.4.3.1.2).
func (d *decoder) textTables(s segment, flags int) (*huffmanText, error) {
	h, c := new(huffmanText), d.tables(s)
	h.tables[valueFS] = c.pick(flags&3, 6, 7, noTable, custom)
	h.tables[valueDS] = c.pick(flags>>2&3, 8, 9, 10, custom)
	h.tables[valueDT] = c.pick(flags>>4&3, 11, 12, 13, custom)
	for i, kind := range []textValue{valueRDW, valueRDH, valueRDX, valueRDY} {
		h.tables[kind] = c.pick(flags>>(6+2*i)&3, 14, 15, noTable, custom)
	}
	h.sizes = c.pick(flags>>14&1, 1, custom)
	return h, c.err
}

func (h *huffmanText) integer(kind textValue) (v int, oob bool, err error) {
	switch kind {
	case valueIT:
		v = h.bits.read(h.logStrips)
	case valueRI:
		v = h.bits.read(1)
	default:
		return h.tables[kind].decode(h.bits)
	}
	if h.bits.ended() {
		return 0, false, errShort
	}
	return v, false, nil
}

func (h *huffmanText) symbolID() (int, error) {
	if h.ids == nil {
		return h.bits.read(h.idLength), nil
	}
	id, _, err := h.ids.decode(h.bits)
	return id, err
}

// refinement reads a bitmap. Its arithmetic code is among the Huffman codes.
func (h *huffmanText) refinement(d *decoder, p refinementParams) (*bitmap, error) {
	size, _, err := h.sizes.decode(h.bits)
	if err != nil {
		return nil, err
	}
	data, err := h.bits.take(size)
	if err != nil {
		return nil, err
	}
	return d.refinementBitmap(newArith(data), h.rcx, p)
}

// readSymbolCodes reads the code of symbol IDs, which is the lengths of the codes of n symbols.
// These lengths are in a code of 35 symbols (7.4.3.1.7).
func readSymbolCodes(b *bitReader, n int) (*huffman, error) {
	const runs = 35
	lines := make([]huffmanLine, runs)
	for i := range lines {
		lines[i] = huffmanLine{prefix: b.read(4), low: i}
	}
	lengths, err := newHuffman(lines)
	if err != nil {
		return nil, err
	}
	ids := make([]huffmanLine, 0, n)
	for len(ids) < n {
		v, _, err := lengths.decode(b)
		if err != nil {
			return nil, err
		}
		length, count := v, 1
		switch v {
		case 32:
			if len(ids) == 0 {
				return nil, fmt.Errorf("no length to repeat: %w", ErrDamaged)
			}
			length, count = ids[len(ids)-1].prefix, b.read(2)+3
		case 33:
			length, count = 0, b.read(3)+3
		case 34:
			length, count = 0, b.read(7)+11
		}
		for range min(count, n-len(ids)) {
			ids = append(ids, huffmanLine{prefix: length, low: len(ids)})
		}
	}
	b.align()
	if b.ended() {
		return nil, errShort
	}
	return newHuffman(ids)
}
