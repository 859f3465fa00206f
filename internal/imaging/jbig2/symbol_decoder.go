package jbig2

import (
	"fmt"

	"github.com/pagelift/pagelift/internal/imaging/mq"
	"github.com/pagelift/pagelift/internal/limits"
)

// symbolDecoder decodes the symbols of one dictionary (6.5.5).
type symbolDecoder struct {
	*decoder
	symbolParams
	all []*bitmap // the symbols of other dictionaries, followed by the new ones so far
	out []*bitmap

	// These are used for arithmetic code.
	arith                         *arith
	height, width, count, exports *intContexts
	cx                            []mq.State

	// These are used for Huffman code.
	bits *bitReader

	// These are used for refinements and aggregations.
	text textParams
	rcx  []mq.State
}

func (d *decoder) newSymbolDecoder(p symbolParams, data []byte) *symbolDecoder {
	sd := &symbolDecoder{decoder: d, symbolParams: p}
	sd.all = append(sd.all, p.in...)
	if p.huffman {
		sd.bits = &bitReader{data: data}
	} else {
		sd.arith = newArith(data)
		sd.height, sd.width, sd.count, sd.exports = new(intContexts), new(intContexts), new(intContexts), new(intContexts)
		sd.cx = make([]mq.State, 1<<templates[p.template].bits)
	}
	if p.aggregate {
		sd.rcx = refinementContexts(p.rtemplate)
		sd.text = sd.aggregation()
	}
	return sd
}

// learn takes the contexts that the coder of another dictionary had learnt (7.4.2.2).
func (sd *symbolDecoder) learn(from *symbolDict, p symbolParams) error {
	if from == nil || len(from.generic) != len(sd.cx) || p.aggregate && len(from.refinement) != len(sd.rcx) {
		return fmt.Errorf("coder of no such dictionary: %w", ErrDamaged)
	}
	copy(sd.cx, from.generic)
	copy(sd.rcx, from.refinement)
	return nil
}

// decode reads the symbols. They come in classes of one height.
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

// class reads the symbols of one height, and returns their number. In Huffman code without
// refinements they are in one bitmap behind their widths.
func (sd *symbolDecoder) class(height, left int) (n int, err error) {
	together := sd.huffman && !sd.aggregate
	width, total := 0, 0
	var widths []int
	for {
		if err := sd.work.spend(symbolWork); err != nil {
			return n, err
		}
		delta, last, err := sd.integer(sd.width, sd.widths)
		switch {
		case err != nil:
			return n, err
		case last && together && n > 0:
			return n, sd.collective(widths, total, height)
		case last:
			return n, nil
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
}

// integer reads an integer in the code of the dictionary.
func (sd *symbolDecoder) integer(cx *intContexts, table *huffman) (v int, oob bool, err error) {
	if sd.huffman {
		return table.decode(sd.bits)
	}
	v, oob = sd.arith.integer(cx)
	return v, oob, nil
}

// symbol reads the bitmap of one symbol (6.5.8).
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
	return b.part(0, w), nil // without the padding, which may hold anything
}

// export selects the symbols that other segments may use (6.5.10). It reads runs of symbols that
// are left out and of symbols that are exported, alternately.
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
