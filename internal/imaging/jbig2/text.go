package jbig2

import "fmt"

// corner is the corner of a symbol to which its coordinates refer (REFCORNER).
type corner int

const (
	bottomLeft corner = iota
	topLeft
	bottomRight
	topRight
)

func (c corner) right() bool  { return c == bottomRight || c == topRight }
func (c corner) bottom() bool { return c == bottomLeft || c == bottomRight }

// textParams are the parameters of the text region decoding procedure (table 9).
type textParams struct {
	w, h       int
	instances  int // SBNUMINSTANCES
	logStrips  int // log2 of SBSTRIPS
	symbols    []*bitmap
	black      bool // SBDEFPIXEL
	op         operator
	transposed bool
	corner     corner
	offset     int  // SBDSOFFSET
	refine     bool // SBREFINE
	rtemplate  int
	rat        []offset
	codes      textCodes
}

// textValue is a kind of integer in a text region. Its name in the standard has IA in front.
type textValue int

const (
	valueDT textValue = iota
	valueFS
	valueDS
	valueIT
	valueRI
	valueRDW
	valueRDH
	valueRDX
	valueRDY
	textValues
)

// textCodes reads the parts of a text region.
type textCodes interface {
	// integer reads an integer. oob reports that there is none.
	integer(kind textValue) (v int, oob bool, err error)
	// symbolID reads the number of a symbol.
	symbolID() (int, error)
	// refinement reads a bitmap as the difference from another one.
	refinement(d *decoder, p refinementParams) (*bitmap, error)
}

// text decodes the data of a text region segment (7.4.3).
func (d *decoder) text(s segment, g region, r *reader) (*bitmap, error) {
	flags := r.u16()
	huffman := flags&1 != 0
	p := textFlags(flags)
	p.w, p.h = g.w, g.h
	var h *huffmanText
	if huffman {
		var err error
		if h, err = d.textTables(s, r.u16()); err != nil {
			return nil, err
		}
	}
	if p.refine {
		p.rat = r.refinementOffsets(p.rtemplate)
	}
	p.instances = r.count()
	if r.err != nil {
		return nil, r.err
	}
	p.symbols = d.symbolsFor(s)
	if err := d.work.spend(listWork * len(p.symbols)); err != nil {
		return nil, err
	}
	rcx := refinementContexts(p.rtemplate)
	if !huffman {
		p.codes = newArithText(newArith(r.data), codeLength(len(p.symbols), false), rcx)
		return d.textBitmap(&p)
	}
	h.bits, h.logStrips, h.rcx = &bitReader{data: r.data}, p.logStrips, rcx
	var err error
	if h.ids, err = readSymbolCodes(h.bits, len(p.symbols)); err != nil {
		return nil, err
	}
	p.codes = h
	return d.textBitmap(&p)
}

// textFlags reads the flags of a text region (7.4.3.1.1).
func textFlags(flags int) textParams {
	return textParams{
		refine:     flags&2 != 0,
		logStrips:  flags >> 2 & 3,
		corner:     corner(flags >> 4 & 3),
		transposed: flags&0x40 != 0,
		op:         operator(flags >> 7 & 3),
		black:      flags&0x200 != 0,
		offset:     int(int8(flags>>10<<3)) >> 3, // five bits with sign
		rtemplate:  flags >> 15 & 1,
	}
}

// textBitmap implements the text region decoding procedure (6.4.5). On damage it returns what was
// painted before.
func (d *decoder) textBitmap(p *textParams) (*bitmap, error) {
	b, err := d.work.bitmap(p.w, p.h)
	if err != nil {
		return nil, err
	}
	if err := d.work.spend(p.w * p.h / pixelsAtOnce); err != nil {
		return nil, err
	}
	if p.black {
		b.fill()
	}
	return b, d.strips(b, p)
}

// strips reads strips until all announced symbols were read. Coordinate t goes across the strips, s along them.
func (d *decoder) strips(b *bitmap, p *textParams) error {
	strip, err := p.deltaT()
	if err != nil {
		return err
	}
	strip = -strip
	first := 0
	for n := 0; n < p.instances; {
		delta, err := p.deltaT()
		if err != nil {
			return err
		}
		strip += delta
		dfs, _, err := p.codes.integer(valueFS)
		if err != nil {
			return err
		}
		first += dfs
		count, err := d.strip(b, p, first, strip, p.instances-n)
		if err != nil {
			return err
		}
		n += count
	}
	return nil
}

// deltaT reads the distance of a strip from the one before (6.4.6).
func (p *textParams) deltaT() (int, error) {
	v, _, err := p.codes.integer(valueDT)
	return v << p.logStrips, err
}

// strip reads the symbols of a strip, and returns their number.
func (d *decoder) strip(b *bitmap, p *textParams, s, strip, left int) (n int, err error) {
	for ; ; n++ {
		if n > 0 {
			ds, last, err := p.codes.integer(valueDS)
			if last || n == left { // the last strip may lack its end
				return n, nil
			}
			if err != nil {
				return n, err
			}
			s += ds + p.offset
		}
		t := strip
		if p.logStrips > 0 {
			dt, _, err := p.codes.integer(valueIT)
			if err != nil {
				return n, err
			}
			t += dt
		}
		symbol, err := d.instance(p)
		if err != nil {
			return n, err
		}
		if err := d.work.spend(symbolWork + paintWork(symbol)); err != nil {
			return n, err
		}
		s = p.place(b, symbol, s, t)
	}
}

// place paints a symbol at s, t. It returns the position from which the next one is measured.
func (p *textParams) place(b, symbol *bitmap, s, t int) int {
	length, before := symbol.w-1, p.corner.right()
	if p.transposed {
		length, before = symbol.h-1, p.corner.bottom()
	}
	if before {
		s += length
	}
	x, y := s, t
	if p.transposed {
		x, y = t, s
	}
	if p.corner.right() {
		x -= symbol.w - 1
	}
	if p.corner.bottom() {
		y -= symbol.h - 1
	}
	b.combine(symbol, x, y, p.op)
	if !before {
		s += length
	}
	return s
}

// instance reads the bitmap of one symbol (6.4.11).
func (d *decoder) instance(p *textParams) (*bitmap, error) {
	id, err := p.codes.symbolID()
	if err != nil {
		return nil, err
	}
	if id >= len(p.symbols) {
		return nil, fmt.Errorf("symbol %d of %d: %w", id, len(p.symbols), ErrDamaged)
	}
	symbol := p.symbols[id]
	if !p.refine {
		return symbol, nil
	}
	refined, _, err := p.codes.integer(valueRI)
	if err != nil || refined == 0 {
		return symbol, err
	}
	var v [textValues]int
	for kind := valueRDW; kind <= valueRDY; kind++ {
		if v[kind], _, err = p.codes.integer(kind); err != nil {
			return nil, err
		}
	}
	return p.codes.refinement(d, refinementParams{
		w: symbol.w + v[valueRDW], h: symbol.h + v[valueRDH],
		ref: symbol, dx: v[valueRDW]>>1 + v[valueRDX], dy: v[valueRDH]>>1 + v[valueRDY],
		template: p.rtemplate, at: p.rat,
	})
}
