package jbig2

import (
	"fmt"
	"math/bits"

	"github.com/pagelift/pagelift/internal/limits"
)

// symbolDict is what a symbol dictionary leaves: the symbols it exports, and if it
// says so, what its coder had learnt.
type symbolDict struct {
	symbols    []*bitmap
	generic    []probability // nil: not kept
	refinement []probability
}

// symbolParams are the parameters of the symbol dictionary decoding procedure
// (table 13), from the flags of the segment (7.4.2.1).
type symbolParams struct {
	huffman   bool // SDHUFF
	aggregate bool // SDREFAGG
	useStats  bool // of the dictionary before
	keepStats bool
	template  int
	rtemplate int
	at, rat   []offset

	exported, fresh int // SDNUMEXSYMS, SDNUMNEWSYMS
	in              []*bitmap

	heights, widths, sizes, instances *huffman
}

// symbolSegment decodes a symbol dictionary segment (7.4.2).
func (d *decoder) symbolSegment(s segment) error {
	r := &reader{data: s.data}
	p, err := d.symbolParams(s, r)
	if err != nil {
		return err
	}
	if err := d.work.spend(listWork * (len(p.in) + p.exported)); err != nil {
		return err
	}
	if d.symbols += p.fresh; d.symbols > limits.JBIG2Symbols {
		return fmt.Errorf("%d symbols: %w", d.symbols, ErrTooLarge)
	}
	sd := d.newSymbolDecoder(p, r.data)
	if p.useStats {
		if err := sd.learn(d.lastDict(s), p); err != nil {
			return err
		}
	}
	if err = sd.decode(); err == nil {
		err = sd.export()
	}
	out := symbolDict{symbols: sd.out}
	if p.keepStats {
		if err := d.work.spend(keptWork * (len(sd.cx) + len(sd.rcx))); err != nil {
			return err
		}
		out.generic, out.refinement = sd.cx, sd.rcx
	}
	d.results[s.number] = result{symbols: &out}
	return err
}

func (d *decoder) symbolParams(s segment, r *reader) (p symbolParams, err error) {
	flags := r.u16()
	p.huffman = flags&1 != 0
	p.aggregate = flags&2 != 0
	p.useStats, p.keepStats = flags&0x100 != 0, flags&0x200 != 0
	p.template, p.rtemplate = flags>>10&3, flags>>12&1
	if p.huffman {
		c := d.tables(s)
		p.heights = c.pick(flags>>2&3, 4, 5, noTable, custom)
		p.widths = c.pick(flags>>4&3, 2, 3, noTable, custom)
		p.sizes = c.pick(flags>>6&1, 1, custom)
		p.instances = c.pick(flags>>7&1, 1, custom)
		if c.err != nil {
			return p, c.err
		}
	} else {
		p.at = r.offsets(len(templates[p.template].nominal))
	}
	if p.aggregate {
		p.rat = r.refinementOffsets(p.rtemplate)
	}
	p.exported, p.fresh = r.count(), r.count()
	p.in = d.symbolsFor(s)
	if p.exported > len(p.in)+p.fresh {
		return p, fmt.Errorf("%d of %d symbols exported: %w", p.exported, len(p.in)+p.fresh, ErrDamaged)
	}
	return p, r.err
}

// symbolsFor lists the symbols of the dictionaries that s refers to.
func (d *decoder) symbolsFor(s segment) (all []*bitmap) {
	for _, n := range s.refers {
		if dict := d.results[n].symbols; dict != nil && len(all)+len(dict.symbols) <= limits.JBIG2Symbols {
			all = append(all, dict.symbols...)
		}
	}
	return all
}

// lastDict is the last dictionary that s refers to; nil if there is none.
func (d *decoder) lastDict(s segment) (last *symbolDict) {
	for _, n := range s.refers {
		if dict := d.results[n].symbols; dict != nil {
			last = dict
		}
	}
	return last
}

// codeLength is SBSYMCODELEN: how many bits number n symbols.
func codeLength(n int, huffman bool) int {
	length := bits.Len(uint(max(n-1, 0)))
	if huffman {
		return max(length, 1)
	}
	return length
}

// symbolDecoder decodes the symbols of one dictionary (6.5.5).
type symbolDecoder struct {
	*decoder
	symbolParams
	all []*bitmap // those of other dictionaries, and the new ones so far
	out []*bitmap

	// In arithmetic code.
	arith                         *arith
	height, width, count, exports *intContexts
	cx                            []probability

	// In Huffman code.
	bits *bitReader

	// Of refinements and aggregations.
	text textParams
	rcx  []probability
}

func (d *decoder) newSymbolDecoder(p symbolParams, data []byte) *symbolDecoder {
	sd := &symbolDecoder{decoder: d, symbolParams: p}
	sd.all = append(sd.all, p.in...)
	if p.huffman {
		sd.bits = &bitReader{data: data}
	} else {
		sd.arith = newArith(data)
		sd.height, sd.width, sd.count, sd.exports = new(intContexts), new(intContexts), new(intContexts), new(intContexts)
		sd.cx = make([]probability, 1<<templates[p.template].bits)
	}
	if p.aggregate {
		sd.rcx = refinementContexts(p.rtemplate)
		sd.text = sd.aggregation()
	}
	return sd
}

// learn takes over what the coder of another dictionary had learnt (7.4.2.2).
func (sd *symbolDecoder) learn(from *symbolDict, p symbolParams) error {
	if from == nil || len(from.generic) != len(sd.cx) || p.aggregate && len(from.refinement) != len(sd.rcx) {
		return fmt.Errorf("coder of no such dictionary: %w", ErrDamaged)
	}
	copy(sd.cx, from.generic)
	copy(sd.rcx, from.refinement)
	return nil
}

// decode reads the symbols in classes of one height.
func (sd *symbolDecoder) decode() error {
	height := 0
	for left := sd.fresh; left > 0; {
		delta, _, err := sd.integer(sd.height, sd.heights)
		if err != nil {
			return err
		}
		if height += delta; height < 0 {
			return fmt.Errorf("symbol of height %d: %w", height, ErrDamaged)
		}
		n, err := sd.class(height, left)
		if err != nil {
			return err
		}
		left -= n
	}
	return nil
}

// class reads the symbols of one height, and tells how many they are. In Huffman
// code without refinements they stand in one bitmap behind their widths.
func (sd *symbolDecoder) class(height, left int) (n int, err error) {
	together := sd.huffman && !sd.aggregate
	width, total := 0, 0
	var widths []int
	for {
		if err := sd.work.spend(symbolWork); err != nil {
			return n, err
		}
		delta, last, err := sd.integer(sd.width, sd.widths)
		if err != nil {
			return n, err
		}
		if last {
			break
		}
		if n == left {
			return n, fmt.Errorf("more than %d new symbols: %w", sd.fresh, ErrDamaged)
		}
		width += delta
		total += width
		if width < 0 || total > limits.Pixels {
			return n, fmt.Errorf("symbol of width %d: %w", width, ErrDamaged)
		}
		if n++; together {
			widths = append(widths, width)
			continue
		}
		b, err := sd.symbol(width, height)
		if err != nil {
			return n, err
		}
		sd.all = append(sd.all, b)
	}
	if together && n > 0 {
		return n, sd.collective(widths, total, height)
	}
	return n, nil
}

// integer reads an integer in the code of the dictionary.
func (sd *symbolDecoder) integer(cx *intContexts, table *huffman) (v int, oob bool, err error) {
	if sd.huffman {
		return table.decode(sd.bits)
	}
	v, oob = sd.arith.integer(cx)
	return v, oob, nil
}

// symbol reads a bitmap of its own (6.5.8).
func (sd *symbolDecoder) symbol(w, h int) (*bitmap, error) {
	if !sd.aggregate {
		return sd.genericBitmap(sd.arith, sd.cx, genericParams{w: w, h: h, template: sd.template, at: sd.at})
	}
	n, _, err := sd.integer(sd.count, sd.instances)
	if err != nil {
		return nil, err
	}
	p := sd.text
	p.symbols = sd.all
	if n == 1 {
		return sd.refined(&p, w, h)
	}
	p.w, p.h, p.instances = w, h, n
	return sd.textBitmap(&p)
}

// collective reads the bitmap of all symbols of a class (6.5.9).
func (sd *symbolDecoder) collective(widths []int, total, height int) error {
	size, _, err := sd.sizes.decode(sd.bits)
	if err != nil {
		return err
	}
	var b *bitmap
	if size == 0 {
		b, err = sd.uncompressed(total, height)
	} else {
		var data []byte
		if data, err = sd.bits.take(size); err != nil {
			return err
		}
		b, _, err = sd.mmr(data, total, height)
	}
	if b == nil {
		return err
	}
	x := 0
	for _, w := range widths {
		if err := sd.work.spend(w*height/pixelsAtOnce + symbolWork); err != nil {
			return err
		}
		sd.all = append(sd.all, b.part(x, w))
		x += w
	}
	return err
}

func (sd *symbolDecoder) uncompressed(w, h int) (*bitmap, error) {
	b, err := sd.work.bitmap(w, h)
	if err != nil {
		return nil, err
	}
	data, err := sd.bits.take(len(b.data))
	if err != nil {
		return nil, err
	}
	copy(b.data, data)
	return b.part(0, w), nil // without what the padding may hold
}

// export chooses the symbols that other segments see (6.5.10): runs of those left
// out and of those let through by turns.
func (sd *symbolDecoder) export() error {
	for at, through := 0, false; at < len(sd.all); through = !through {
		if err := sd.work.spend(symbolWork); err != nil {
			return err
		}
		n, _, err := sd.integer(sd.exports, standardTables()[1])
		if err != nil {
			return err
		}
		if n < 0 || n > len(sd.all)-at {
			return fmt.Errorf("run of %d exported symbols: %w", n, ErrDamaged)
		}
		if through {
			sd.out = append(sd.out, sd.all[at:at+n]...)
		}
		at += n
	}
	if len(sd.out) != sd.exported {
		return fmt.Errorf("%d symbols exported instead of %d: %w", len(sd.out), sd.exported, ErrDamaged)
	}
	return nil
}
