package jbig2

import "fmt"

// bitReader reads the bits of Huffman coded data. It returns zeros behind the end, which ended reports.
type bitReader struct {
	data []byte
	at   int // in bits
}

func (b *bitReader) bit() int {
	i := b.at >> 3
	if i >= len(b.data) {
		b.at++
		return 0
	}
	v := int(b.data[i]>>(7-b.at&7)) & 1
	b.at++
	return v
}

func (b *bitReader) read(n int) (v int) {
	for range n {
		v = v<<1 | b.bit()
	}
	return v
}

func (b *bitReader) align() { b.at = (b.at + 7) &^ 7 }

// ended reports whether more bits were read than there are.
func (b *bitReader) ended() bool { return b.at > 8*len(b.data) }

// rest returns the data from the next byte on. take removes n bytes of it.
func (b *bitReader) rest() []byte { return b.data[min((b.at+7)/8, len(b.data)):] }

func (b *bitReader) take(n int) ([]byte, error) {
	b.align()
	rest := b.rest()
	if n < 0 || n > len(rest) {
		return nil, errShort
	}
	b.at += 8 * n
	return rest[:n], nil
}

// huffmanLine is a line of a table: a code, and the extra bits that follow it.
type huffmanLine struct {
	prefix int // length of the code; 0: unused
	extra  int // number of extra bits
	low    int // the value if all extra bits are 0
	kind   lineKind
}

type lineKind uint8

const (
	upward    lineKind = iota // low, or more
	downward                  // low, or less
	outOfBand                 // no value
)

// huffman is a table of codes (Annex B): lines in the order of their codes, and the number of codes
// of each length.
type huffman struct {
	lines  []huffmanLine
	counts [maxPrefix + 1]int
}

// maxPrefix is the length of the longest code that is accepted. Those of the standard tables have nine bits.
const maxPrefix = 32

// newHuffman assigns the codes (B.3): shorter codes first, and codes of one length in the order of the lines.
func newHuffman(lines []huffmanLine) (*huffman, error) {
	h := &huffman{}
	for _, l := range lines {
		if l.prefix > maxPrefix || l.extra > 32 {
			return nil, fmt.Errorf("code of %d and %d bits: %w", l.prefix, l.extra, ErrDamaged)
		}
		if l.prefix > 0 {
			h.counts[l.prefix]++
		}
	}
	var next [maxPrefix + 1]int
	for n := 1; n < maxPrefix; n++ {
		next[n+1] = next[n] + h.counts[n]
	}
	h.lines = make([]huffmanLine, next[maxPrefix]+h.counts[maxPrefix])
	for _, l := range lines {
		if l.prefix > 0 {
			h.lines[next[l.prefix]] = l
			next[l.prefix]++
		}
	}
	return h, nil
}

// decode reads a value. oob reports that there is none.
func (h *huffman) decode(b *bitReader) (v int, oob bool, err error) {
	code, first, index := 0, 0, 0
	for n := 1; n <= maxPrefix; n++ {
		code |= b.bit()
		count := h.counts[n]
		if code-first < count {
			return h.lines[index+code-first].value(b)
		}
		index += count
		first = (first + count) << 1
		code <<= 1
	}
	return 0, false, fmt.Errorf("code that does not exist: %w", ErrDamaged)
}

func (l huffmanLine) value(b *bitReader) (v int, oob bool, err error) {
	switch l.kind {
	case outOfBand:
		return 0, true, nil
	case downward:
		v = l.low - b.read(l.extra)
	default:
		v = l.low + b.read(l.extra)
	}
	if b.ended() {
		return 0, false, errShort
	}
	return v, false, nil
}

// tableSegment reads a table of codes (B.2).
func (d *decoder) tableSegment(s segment) error {
	r := &reader{data: s.data}
	flags := r.u8()
	low, high := r.i32(), r.i32()
	if r.err != nil {
		return r.err
	}
	prefix, extra := flags>>1&7+1, flags>>4&7+1 // HTPS, HTRS
	b := &bitReader{data: r.data}
	var lines []huffmanLine
	at := low
	for at < high && !b.ended() {
		l := huffmanLine{prefix: b.read(prefix), extra: b.read(extra), low: at}
		lines = append(lines, l)
		at += 1 << min(l.extra, 32)
	}
	lines = append(lines, huffmanLine{b.read(prefix), 32, low - 1, downward})
	lines = append(lines, huffmanLine{b.read(prefix), 32, high, upward})
	if flags&1 != 0 {
		lines = append(lines, huffmanLine{prefix: b.read(prefix), kind: outOfBand})
	}
	if b.ended() {
		return errShort
	}
	if err := d.work.spend(len(lines) * symbolWork); err != nil {
		return err
	}
	h, err := newHuffman(lines)
	d.results[s.number] = result{table: h}
	return err
}
