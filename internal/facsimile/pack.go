package facsimile

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// packed are the runs and glyphs of a page in few bytes: those of all pages are kept until the fonts of the
// document are made. Most glyphs stand where the one before ends, so they take a byte or two, where a glyph
// has twenty.
type packed struct {
	data         []byte
	looks        []look
	runs, glyphs int
}

// shape is all of a glyph but where it stands. A page has few of them.
type shape struct {
	code, advance uint32 // the bits of the advance
	char          rune
}

// What of a glyph is not where it was to be expected: in the lowest bits of its number.
const (
	asExpected = iota // it stands where the one before ends
	movedX
	movedBoth

	movedBits = 2
)

func pack(runs []run, glyphs []glyph) packed {
	p := packed{runs: len(runs), glyphs: len(glyphs)}
	w := packWriter{}
	numbers := map[look]int{}
	behind, space := int32(0), uint32(0)
	for i := range runs {
		r := &runs[i]
		n, known := numbers[r.look]
		if !known {
			n = len(p.looks)
			numbers[r.look] = n
			p.looks = append(p.looks, r.look)
		}
		bits := math.Float32bits(r.charSpace)
		w.signed(int64(r.first) - int64(behind))
		w.unsigned(uint64(r.count))
		w.unsigned(uint64(n))
		w.unsigned(uint64(bits ^ space))
		behind, space = r.first+r.count, bits
	}
	shapes := map[shape]int{}
	var before glyph
	for i := range glyphs {
		g := &glyphs[i]
		form := shape{g.code, math.Float32bits(g.advance), g.char}
		n, known := shapes[form]
		if !known {
			n = len(shapes)
			shapes[form] = n
		}
		x, y := difference(g.x, before.x+before.advance), difference(g.y, before.y)
		moved := asExpected
		switch {
		case y != 0:
			moved = movedBoth
		case x != 0:
			moved = movedX
		}
		w.unsigned(uint64(n)<<movedBits | uint64(moved))
		if !known {
			w.unsigned(uint64(form.code))
			w.unsigned(uint64(form.advance))
			w.signed(int64(form.char))
		}
		if moved != asExpected {
			w.signed(x)
		}
		if moved == movedBoth {
			w.signed(y)
		}
		before = *g
	}
	p.data = w.fitting()
	return p
}

// difference is how many numbers lie between two, in the order of their bits: it is small where sums differ by
// how they were rounded.
func difference(v, expected float32) int64 {
	return int64(math.Float32bits(v)) - int64(math.Float32bits(expected))
}

// addDifference returns the number that lies difference numbers behind expected.
func addDifference(expected float32, difference int64) float32 {
	return math.Float32frombits(uint32(int64(math.Float32bits(expected)) + difference))
}

// unpack gives back what was packed, to the bit, in the room of runs and glyphs.
func (p *packed) unpack(runs []run, glyphs []glyph) ([]run, []glyph) {
	r := packReader{p.data}
	runs = slices.Grow(runs[:0], p.runs)[:p.runs]
	end, space := int32(0), uint32(0)
	for i := range runs {
		first := int32(int64(end) + r.signed())
		count := int32(r.unsigned())
		look := p.looks[r.unsigned()]
		space ^= uint32(r.unsigned())
		runs[i] = run{first: first, count: count, look: look, charSpace: math.Float32frombits(space)}
		end = first + count
	}
	glyphs = slices.Grow(glyphs[:0], p.glyphs)[:p.glyphs]
	var shapes []shape
	var before glyph
	for i := range glyphs {
		head := r.unsigned()
		n, moved := int(head>>movedBits), head&(1<<movedBits-1)
		if n == len(shapes) {
			shapes = append(shapes, shape{uint32(r.unsigned()), uint32(r.unsigned()), rune(r.signed())})
		}
		form := shapes[n]
		g := glyph{x: before.x + before.advance, y: before.y, advance: math.Float32frombits(form.advance), code: form.code, char: form.char}
		if moved != asExpected {
			g.x = addDifference(g.x, r.signed())
		}
		if moved == movedBoth {
			g.y = addDifference(g.y, r.signed())
		}
		glyphs[i], before = g, g
	}
	return runs, glyphs
}

// packedText is what a facsimile reads of a page of the layout: its text, and which glyphs show it.
type packedText struct {
	text          string
	data          []byte
	lines, places int
	formulas      []layout.Formula
}

func packText(p *layout.Page) *packedText {
	var w packWriter
	end := int32(0)
	behind := layout.Place{}
	for i := range p.Lines {
		l := &p.Lines[i]
		w.signed(int64(l.Start) - int64(end))
		w.signed(int64(l.End) - int64(l.Start))
		w.unsigned(uint64(l.PlaceCount))
		end = l.End
		for _, place := range p.LinePlaces(i) {
			w.signed(int64(place.Start) - int64(behind.End))
			w.signed(int64(place.End) - int64(place.Start))
			w.signed(int64(place.Glyph) - int64(behind.Glyph) - int64(behind.Count))
			w.signed(int64(place.Count))
			behind = place
		}
	}
	return &packedText{text: p.Text, data: w.fitting(), lines: len(p.Lines), places: len(p.Places), formulas: p.Formulas}
}

// unpack fills a page with what was packed, and nothing else, in the room that it has.
func (t *packedText) unpack(p *layout.Page) {
	r := packReader{t.data}
	p.Text, p.Formulas = t.text, t.formulas
	p.Lines, p.Places = slices.Grow(p.Lines[:0], t.lines)[:t.lines], slices.Grow(p.Places[:0], t.places)
	end := int32(0)
	behind := layout.Place{}
	for i := range p.Lines {
		l := &p.Lines[i]
		*l = layout.Line{}
		l.Start = int32(int64(end) + r.signed())
		l.End = int32(int64(l.Start) + r.signed())
		l.FirstPlace, l.PlaceCount = int32(len(p.Places)), int32(r.unsigned())
		end = l.End
		for range l.PlaceCount {
			place := layout.Place{Start: int32(int64(behind.End) + r.signed())}
			place.End = int32(int64(place.Start) + r.signed())
			place.Glyph = int32(int64(behind.Glyph) + int64(behind.Count) + r.signed())
			place.Count = int32(r.signed())
			p.Places = append(p.Places, place)
			behind = place
		}
	}
}

// packWriter writes numbers, small ones in few bytes.
type packWriter struct{ data []byte }

func (w *packWriter) signed(v int64)    { w.data = binary.AppendVarint(w.data, v) }
func (w *packWriter) unsigned(v uint64) { w.data = binary.AppendUvarint(w.data, v) }

// fitting is what was written, in no more room than it takes.
func (w *packWriter) fitting() []byte { return append(make([]byte, 0, len(w.data)), w.data...) }

// packReader reads what a packWriter wrote. It is whole: it never left the memory of the program.
type packReader struct{ data []byte }

func (r *packReader) signed() int64 {
	v, n := binary.Varint(r.data)
	r.data = r.data[n:]
	return v
}

func (r *packReader) unsigned() uint64 {
	v, n := binary.Uvarint(r.data)
	r.data = r.data[n:]
	return v
}
