package jbig2

import (
	"fmt"
	"math/bits"

	"github.com/pagelift/pagelift/internal/imaging/mq"
	"github.com/pagelift/pagelift/internal/limits"
)

// symbolDict is the result of a symbol dictionary: the symbols that it exports and, if its flags
// ask for it, the contexts that its coder had learnt.
type symbolDict struct {
	symbols    []*bitmap
	generic    []mq.State // nil: not kept
	refinement []mq.State
}

// symbolParams are the parameters of the symbol dictionary decoding procedure
// (table 13), from the flags of the segment (7.4.2.1).
type symbolParams struct {
	huffman   bool // SDHUFF
	aggregate bool // SDREFAGG
	useStats  bool // uses the contexts of the dictionary before
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
	} else {
		sd.out = sd.all[len(p.in):] // the list of exported symbols is at the end
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

// symbolsFor returns the symbols of the dictionaries that s refers to.
func (d *decoder) symbolsFor(s segment) (all []*bitmap) {
	for _, n := range s.refers {
		if dict := d.results[n].symbols; dict != nil && len(all)+len(dict.symbols) <= limits.JBIG2Symbols {
			all = append(all, dict.symbols...)
		}
	}
	return all
}

// lastDict returns the last dictionary that s refers to, or nil if there is none.
func (d *decoder) lastDict(s segment) (last *symbolDict) {
	for _, n := range s.refers {
		if dict := d.results[n].symbols; dict != nil {
			last = dict
		}
	}
	return last
}

// codeLength returns SBSYMCODELEN: the number of bits for the numbers of n symbols.
func codeLength(n int, huffman bool) int {
	length := bits.Len(uint(max(n-1, 0)))
	if huffman {
		return max(length, 1)
	}
	return length
}
