package jbig2

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/pagelift/pagelift/internal/imaging/mq"
	"github.com/pagelift/pagelift/internal/imaging/mq/mqtest"
)

// What follows writes JBIG2 as plainly as the standard describes it, to have data
// for every feature. Contexts are strings of pixels, so that nothing of the
// decoder's arrangement of them is repeated here; only table E.1 and the lines of
// the Huffman tables are shared, which tests of their own look after.

// picture has rows of '.' and '#'.
type picture []string

func (p picture) at(x, y int) byte {
	if y < 0 || y >= len(p) || x < 0 || x >= len(p[y]) {
		return '.'
	}
	return p[y][x]
}

func (p picture) bitmap() *bitmap {
	b := newBitmap(len(p[0]), len(p))
	for y := range p {
		for x := range p[y] {
			if p[y][x] == '#' {
				b.set(x, y)
			}
		}
	}
	return b
}

func pictureOf(b *bitmap) (p picture) {
	for y := range b.h {
		var row strings.Builder
		for x := range b.w {
			row.WriteByte(".#"[b.at(x, y)])
		}
		p = append(p, row.String())
	}
	return p
}

// stats has the contexts, by the pixels that they look like.
type stats map[string]*mq.State

// encoder writes what arith reads.
type encoder struct{ *mqtest.Encoder }

func newEncoder() *encoder { return &encoder{mqtest.NewEncoder()} }

// bit writes a bit in the context of a key.
func (e *encoder) bit(s stats, key string, bit int) {
	cx := s[key]
	if cx == nil {
		cx = new(mq.State)
		s[key] = cx
	}
	e.Bit(cx, bit)
}

// integer writes an integer (Annex A.2). oob stands for the value that means none.
func (e *encoder) integer(s stats, v int, oob bool) {
	prev := 1
	bit := func(b int) {
		e.bit(s, fmt.Sprint(prev), b)
		if prev < 256 {
			prev = prev<<1 | b
		} else {
			prev = (prev<<1|b)&511 | 256
		}
	}
	if oob {
		for _, b := range []int{1, 0, 0, 0} {
			bit(b)
		}
		return
	}
	sign, size := 0, v
	if v < 0 {
		sign, size = 1, -v
	}
	bit(sign)
	ranges := []struct{ prefix, bits, low int }{{0, 2, 0}, {1, 4, 4}, {2, 6, 20}, {3, 8, 84}, {4, 12, 340}, {5, 32, 4436}}
	k := len(ranges) - 1
	for ranges[k].low > size {
		k--
	}
	for range ranges[k].prefix {
		bit(1)
	}
	if k < len(ranges)-1 {
		bit(0)
	}
	for i := ranges[k].bits - 1; i >= 0; i-- {
		bit((size - ranges[k].low) >> i & 1)
	}
}

func (e *encoder) symbolID(s stats, id, length int) {
	prev := 1
	for i := length - 1; i >= 0; i-- {
		b := id >> i & 1
		e.bit(s, fmt.Sprint(prev), b)
		prev = prev<<1 | b
	}
}

// neighbour is a pixel of a template: fixed, or an adaptive one by number.
type neighbour struct {
	x, y     int
	adaptive bool
}

func fixed(x, y int) neighbour { return neighbour{x: x, y: y} }
func adaptive(n int) neighbour { return neighbour{x: n, adaptive: true} }
func row(y, from, to int) (ns []neighbour) {
	for x := from; x <= to; x++ {
		ns = append(ns, fixed(x, y))
	}
	return ns
}

func shape(parts ...any) (all []neighbour) {
	for _, p := range parts {
		switch p := p.(type) {
		case neighbour:
			all = append(all, p)
		case []neighbour:
			all = append(all, p...)
		}
	}
	return all
}

// shapes are figures 3 to 6 of 6.2.5.3, in reading order; the last is figure 3(b).
var shapes = [][]neighbour{
	shape(adaptive(3), row(-2, -1, 1), adaptive(2), adaptive(1), row(-1, -2, 2), adaptive(0), row(0, -4, -1)),
	shape(row(-2, -1, 2), row(-1, -2, 2), adaptive(0), row(0, -3, -1)),
	shape(row(-2, -1, 1), row(-1, -2, 1), adaptive(0), row(0, -2, -1)),
	shape(row(-1, -3, 1), adaptive(0), row(0, -4, -1)),
	shape(adaptive(10), adaptive(3), adaptive(1), adaptive(4), adaptive(8), adaptive(11), adaptive(2), row(-1, -1, 1),
		adaptive(5), adaptive(9), adaptive(7), adaptive(6), adaptive(0), fixed(-1, 0)),
}

// typicalRows are figures 8 to 11: the contexts of the bit that says a row is
// typical, in the order of the shapes.
var typicalRows = []string{"1001101100100101", "0011110010101", "0011100101", "0110010101", "1001101100100101"}

func pixels(p picture, x, y int, ns []neighbour, at []offset) string {
	var b strings.Builder
	for _, n := range ns {
		if n.adaptive {
			n.x, n.y = at[n.x].x, at[n.x].y
		}
		b.WriteByte("01"[bitOf(p.at(x+n.x, y+n.y))])
	}
	return b.String()
}

func bitOf(pixel byte) int {
	if pixel == '#' {
		return 1
	}
	return 0
}

// generic writes a bitmap (6.2.5). A template names only pixels that were coded before.
func (e *encoder) generic(s stats, p picture, shape int, at []offset, typical bool, skip picture) {
	same := 0
	for y := range p {
		if typical {
			like := 0
			if y > 0 && p[y] == p[y-1] || y == 0 && !strings.Contains(p[0], "#") {
				like = 1
			}
			e.bit(s, typicalRows[shape], like^same)
			if same = like; like == 1 {
				continue
			}
		}
		for x := range p[y] {
			if skip.at(x, y) == '.' {
				e.bit(s, pixels(p, x, y, shapes[shape], at), bitOf(p.at(x, y)))
			}
		}
	}
}

// Refinement templates (figures 12 and 13): what was decoded before, and the
// reference.
var (
	refinedShapes = [][]neighbour{
		shape(adaptive(0), row(-1, 0, 1), fixed(-1, 0)),
		shape(row(-1, -1, 1), fixed(-1, 0)),
	}
	referenceShapes = [][]neighbour{
		shape(adaptive(1), row(-1, 0, 1), row(0, -1, 1), row(1, -1, 1)),
		shape(fixed(0, -1), row(0, -1, 1), row(1, 0, 1)),
	}
	typicalRefined = []string{"0000" + "000010000", "0000" + "001000"}
)

// refinement writes p as differences from ref, which stands at dx, dy (6.3.5).
func (e *encoder) refinement(s stats, p, ref picture, dx, dy, template int, at []offset, typical bool) {
	around := shape(row(-1, -1, 1), row(0, -1, 1), row(1, -1, 1))
	was := 0
	for y := range p {
		predicted := func(x int) bool {
			all := pixels(ref, x-dx, y-dy, around, nil)
			return all == strings.Repeat(all[:1], 9)
		}
		is := 1
		for x := range p[y] {
			if predicted(x) && p.at(x, y) != ref.at(x-dx, y-dy) {
				is = 0
			}
		}
		if typical {
			e.bit(s, typicalRefined[template], is^was)
			was = is
		}
		for x := range p[y] {
			if typical && is == 1 && predicted(x) {
				continue
			}
			key := pixels(p, x, y, refinedShapes[template], at) + pixels(ref, x-dx, y-dy, referenceShapes[template], at)
			e.bit(s, key, bitOf(p.at(x, y)))
		}
	}
}

// bitWriter writes Huffman code.
type bitWriter struct{ bits strings.Builder }

func (w *bitWriter) write(v, n int) {
	for i := n - 1; i >= 0; i-- {
		w.bits.WriteByte("01"[v>>i&1])
	}
}

func (w *bitWriter) align() {
	for w.bits.Len()%8 != 0 {
		w.bits.WriteByte('0')
	}
}

func (w *bitWriter) append(data []byte) {
	w.align()
	for _, b := range data {
		w.write(int(b), 8)
	}
}

func (w *bitWriter) bytes() []byte {
	w.align()
	s := w.bits.String()
	out := make([]byte, len(s)/8)
	for i := range s {
		out[i/8] = out[i/8]<<1 | (s[i] - '0')
	}
	return out
}

// code writes a value, or the code for none, by the lines of a table (B.3, B.4).
func (w *bitWriter) code(lines []huffmanLine, v int, oob bool) {
	next := 0
	for length := 1; length <= 16; length++ {
		for _, l := range lines {
			if l.prefix != length {
				continue
			}
			code := next
			next++
			switch {
			case l.kind == outOfBand && oob:
				w.write(code, length)
				return
			case oob || l.kind == outOfBand:
			case l.kind == downward && v <= l.low:
				w.write(code, length)
				w.write(l.low-v, l.extra)
				return
			case l.kind == upward && v >= l.low && v < l.low+1<<l.extra:
				w.write(code, length)
				w.write(v-l.low, l.extra)
				return
			}
		}
		next <<= 1
	}
	panic(fmt.Sprintf("no code for %d", v))
}

// The codes of runs up to 16 (T.4, table 2).
var (
	whiteRuns = strings.Fields(`00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010`)
	blackRuns = strings.Fields(`0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 0000010111`)
)

// mmrOf writes a bitmap at most 16 wide in the horizontal mode of T.6.
func mmrOf(p picture) []byte {
	var w bitWriter
	for _, r := range p {
		for x := 0; x < len(r); {
			w.bits.WriteString("001")
			for i, runs := range [][]string{whiteRuns, blackRuns} {
				n := 0
				for x < len(r) && r[x] == ".#"[i] {
					n++
					x++
				}
				w.bits.WriteString(runs[n])
			}
		}
	}
	w.write(0x001001, 24)
	return w.bytes()
}

// stream is a sequence of segments.
type stream struct{ data []byte }

func (s *stream) add(number uint32, kind int, refers []uint32, data []byte) {
	s.header(number, kind, refers, uint32(len(data)))
	s.data = append(s.data, data...)
}

func (s *stream) header(number uint32, kind int, refers []uint32, length uint32) {
	s.data = binary.BigEndian.AppendUint32(s.data, number)
	s.data = append(s.data, byte(kind))
	if len(refers) <= 4 {
		s.data = append(s.data, byte(len(refers)<<5))
	} else {
		s.data = binary.BigEndian.AppendUint32(s.data, 7<<29|uint32(len(refers)))
		s.data = append(s.data, make([]byte, (len(refers)+8)/8)...)
	}
	for _, r := range refers {
		switch {
		case number <= 256:
			s.data = append(s.data, byte(r))
		case number <= 65536:
			s.data = binary.BigEndian.AppendUint16(s.data, uint16(r))
		default:
			s.data = binary.BigEndian.AppendUint32(s.data, r)
		}
	}
	page := byte(1)
	if kind == kindSymbols || kind == kindTable { // in the tests these are of all pages
		page = 0
	}
	s.data = append(s.data, page)
	s.data = binary.BigEndian.AppendUint32(s.data, length)
}

// page writes the page information.
func (s *stream) page(w, h int, black bool) {
	data := fields(u32(w), u32(h), u32(0), u32(0), 0, u16(0))
	if black {
		data[16] = 4
	}
	s.add(0, kindPage, nil, data)
}

type (
	u16 uint16
	u32 uint32
)

// fields joins numbers: those of type u32 have four bytes, those of u16 two, plain ones one. Bytes stay as
// they are.
func fields(all ...any) (out []byte) {
	for _, f := range all {
		switch f := f.(type) {
		case u32:
			out = binary.BigEndian.AppendUint32(out, uint32(f))
		case u16:
			out = binary.BigEndian.AppendUint16(out, uint16(f))
		case int:
			out = append(out, byte(f))
		case []byte:
			out = append(out, f...)
		case []offset:
			for _, o := range f {
				out = append(out, byte(o.x), byte(o.y))
			}
		}
	}
	return out
}

// place returns the region information.
func place(w, h, x, y int, op operator) []byte {
	return fields(u32(w), u32(h), u32(x), u32(y), int(op))
}
