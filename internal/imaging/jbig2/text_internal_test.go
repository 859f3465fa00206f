package jbig2

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// glyph is an instance of a symbol. It has its top left corner, and its own look if that differs from the
// symbol.
type glyph struct {
	id, x, y int
	refined  picture
}

// symbolWriter writes the values of a text region in one of the two codes.
type symbolWriter interface {
	integer(kind textValue, v int, oob bool)
	id(n int)
	refinement(p, ref picture, dx, dy int)
}

// textSpec is a text region to be written, in the terms of textParams.
type textSpec struct {
	textParams
	symbols []picture
	glyphs  []glyph
}

// write writes the glyphs strip by strip (6.4.5).
func (s *textSpec) write(w symbolWriter) {
	height := 1 << s.logStrips
	strips := map[int][]glyph{}
	for _, g := range s.glyphs {
		_, t := s.coordinates(g)
		strips[floor(t, height)] = append(strips[floor(t, height)], g)
	}
	var tops []int
	for t := range strips {
		tops = append(tops, t)
	}
	slices.Sort(tops)
	at, first := -3*height, 0 // the first value moves the origin
	w.integer(valueDT, 3, false)
	for _, top := range tops {
		w.integer(valueDT, (top-at)/height, false)
		at = top
		s.strip(w, strips[top], top, &first)
	}
}

func floor(v, step int) int { return v &^ (step - 1) }

func (s *textSpec) strip(w symbolWriter, glyphs []glyph, top int, first *int) {
	for i, cur := 0, 0; i < len(glyphs); i++ {
		g := glyphs[i]
		size := s.size(g)
		length, before := len(size[0])-1, s.corner == topRight || s.corner == bottomRight
		if s.transposed {
			length, before = len(size)-1, s.corner == bottomLeft || s.corner == bottomRight
		}
		sAt, t := s.coordinates(g)
		from, to := sAt, sAt+length
		if before {
			from, to = sAt-length, sAt
		}
		if i == 0 {
			w.integer(valueFS, from-*first, false)
			*first = from
		} else {
			w.integer(valueDS, from-cur-s.offset, false)
		}
		cur = to
		if s.logStrips > 0 {
			w.integer(valueIT, t-top, false)
		}
		w.id(g.id)
		s.refinement(w, g)
	}
	w.integer(valueDS, 0, true)
}

func (s *textSpec) refinement(w symbolWriter, g glyph) {
	if !s.refine {
		return
	}
	if g.refined == nil {
		w.integer(valueRI, 0, false)
		return
	}
	ref := s.symbols[g.id]
	dw, dh := len(g.refined[0])-len(ref[0]), len(g.refined)-len(ref)
	w.integer(valueRI, 1, false)
	w.integer(valueRDW, dw, false)
	w.integer(valueRDH, dh, false)
	w.integer(valueRDX, 1, false)
	w.integer(valueRDY, -1, false)
	w.refinement(g.refined, ref, dw>>1+1, dh>>1-1)
}

// size returns what the glyph looks like.
func (s *textSpec) size(g glyph) picture {
	if g.refined != nil {
		return g.refined
	}
	return s.symbols[g.id]
}

// coordinates returns the coordinates of the corner, along the strips and across.
func (s *textSpec) coordinates(g glyph) (along, across int) {
	p := s.size(g)
	x, y := g.x, g.y
	if s.corner == topRight || s.corner == bottomRight {
		x += len(p[0]) - 1
	}
	if s.corner == bottomLeft || s.corner == bottomRight {
		y += len(p) - 1
	}
	if s.transposed {
		return y, x
	}
	return x, y
}

// want returns the region as the decoder should show it.
func (s *textSpec) want() picture {
	p := blank(s.w, s.h, s.black)
	height := 1 << s.logStrips
	glyphs := slices.Clone(s.glyphs)
	slices.SortStableFunc(glyphs, func(a, b glyph) int {
		_, ta := s.coordinates(a)
		_, tb := s.coordinates(b)
		return floor(ta, height) - floor(tb, height)
	})
	for _, g := range glyphs {
		p = combined(p, s.size(g), g.x, g.y, s.op)
	}
	return p
}

func (s *textSpec) flags(huffman bool) int {
	flags := s.logStrips<<2 | int(s.corner)<<4 | int(s.op)<<7 | (s.offset&0x1F)<<10 | s.rtemplate<<15
	for bit, set := range map[int]bool{1: huffman, 2: s.refine, 0x40: s.transposed, 0x200: s.black} {
		if set {
			flags |= bit
		}
	}
	return flags
}

func (s *textSpec) offsets() []offset {
	if s.refine && s.rtemplate == 0 {
		return s.rat
	}
	return nil
}

// arithWriter writes a text region in arithmetic code.
type arithWriter struct {
	*encoder
	values    [textValues]stats
	ids       stats
	length    int
	refined   stats
	rtemplate int
	rat       []offset
}

func newArithWriter(e *encoder, symbols, rtemplate int, rat []offset) *arithWriter {
	w := &arithWriter{encoder: e, ids: stats{}, length: codeLength(symbols, false), refined: stats{}, rtemplate: rtemplate, rat: rat}
	for i := range w.values {
		w.values[i] = stats{}
	}
	return w
}

func (w *arithWriter) integer(kind textValue, v int, oob bool) {
	w.encoder.integer(w.values[kind], v, oob)
}
func (w *arithWriter) id(n int) { w.symbolID(w.ids, n, w.length) }
func (w *arithWriter) refinement(p, ref picture, dx, dy int) {
	w.encoder.refinement(w.refined, p, ref, dx, dy, w.rtemplate, w.rat, false)
}

// letters are symbols of several sizes.
func letters() []picture {
	return []picture{blobs(5, 7), blobs(9, 4), blobs(1, 1), blobs(8, 8), blobs(17, 12)}
}

// arithDict returns a symbol dictionary, each symbol coded by itself. The heights must
// rise.
func arithDict(all []picture, template int, exported func(e *encoder)) []byte {
	e := newEncoder()
	writeDict(e, all, stats{}, template)
	exported(e)
	at := templates[template].nominal
	return fields(u16(template<<10), at, u32(len(all)), u32(len(all)), e.Flush())
}

func writeDict(e *encoder, all []picture, cx stats, template int) {
	heights, widths := stats{}, stats{}
	height := 0
	for i := 0; i < len(all); {
		e.integer(heights, len(all[i])-height, false)
		height = len(all[i])
		width := 0
		for ; i < len(all) && len(all[i]) == height; i++ {
			e.integer(widths, len(all[i][0])-width, false)
			width = len(all[i][0])
			e.generic(cx, all[i], template, templates[template].nominal, false, nil)
		}
		e.integer(widths, 0, true)
	}
}

// exportAll writes that n old symbols are left out and the new ones let through.
func exportAll(old, fresh int) func(*encoder) {
	return func(e *encoder) {
		s := stats{}
		e.integer(s, old, false)
		e.integer(s, fresh, false)
	}
}

func byHeight(all []picture) []picture {
	slices.SortStableFunc(all, func(a, b picture) int { return len(a) - len(b) })
	return all
}

// spread places glyphs all over a region. Some are partly outside, some over each other.
func spread(symbols []picture, n int) (all []glyph) {
	for i := range n {
		all = append(all, glyph{id: i % len(symbols), x: i*13%70 - 4, y: i * 29 % 53})
	}
	return all
}

func TestTextRegions(t *testing.T) {
	t.Parallel()
	symbols := byHeight(letters())
	specs := map[string]textSpec{}
	for c := bottomLeft; c <= topRight; c++ {
		for _, transposed := range []bool{false, true} {
			for log := range 4 {
				name := fmt.Sprintf("corner %d, transposed %v, strips of %d", c, transposed, 1<<log)
				specs[name] = textSpec{textParams: textParams{corner: c, transposed: transposed, logStrips: log}}
			}
		}
	}
	for op := opOr; op < opReplace; op++ {
		for _, black := range []bool{false, true} {
			specs[fmt.Sprintf("operator %d on black %v", op, black)] = textSpec{textParams: textParams{op: op, black: black, corner: topLeft, offset: 5 - 7*int(op)}}
		}
	}
	for name, rat := range map[string][]offset{"nominal": {{-1, -1}, {-1, -1}}, "elsewhere": {{-3, -1}, {2, 2}}} {
		for rtemplate := range 2 {
			for c := bottomLeft; c <= topRight; c++ {
				specs[fmt.Sprintf("refined, %s, template %d, corner %d", name, rtemplate, c)] =
					textSpec{textParams: textParams{refine: true, rtemplate: rtemplate, rat: rat, corner: c, logStrips: 1}}
			}
		}
	}
	for name, s := range specs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.w, s.h, s.symbols, s.glyphs = 75, 60, symbols, spread(symbols, 40)
			if s.refine {
				for i := 0; i < len(s.glyphs); i += 3 {
					s.glyphs[i].refined = blobs(6+i%7, 3+i%5)
				}
			}
			e := newEncoder()
			s.write(newArithWriter(e, len(symbols), s.rtemplate, s.rat))
			var globals, page stream
			globals.add(1, kindSymbols, nil, arithDict(symbols, 2, exportAll(0, len(symbols))))
			page.page(75, 60, false)
			page.add(7, kindText+immediate, []uint32{1},
				fields(place(75, 60, 0, 0, opOr), u16(s.flags(false)), s.offsets(), u32(len(s.glyphs)), e.Flush()))
			require.Equal(t, s.want(), decodePicture(t, page.data, globals.data, 75, 60))
		})
	}
}

// shown returns a page with all symbols of a dictionary side by side, by way of a text
// region that refers to the segments.
func shown(page *stream, symbols []picture, refers ...uint32) (want picture) {
	s := textSpec{textParams: textParams{w: 90, h: 20, corner: topLeft}, symbols: symbols}
	x := 0
	for i, p := range symbols {
		s.glyphs = append(s.glyphs, glyph{id: i, x: x, y: i % 3})
		x += len(p[0]) + 1
	}
	e := newEncoder()
	s.write(newArithWriter(e, len(symbols), 0, nil))
	page.page(90, 20, false)
	page.add(100, kindText+immediate, refers, fields(place(90, 20, 0, 0, opOr), u16(s.flags(false)), u32(len(symbols)), e.Flush()))
	return s.want()
}

func TestDictionariesOfEveryTemplate(t *testing.T) {
	t.Parallel()
	symbols := byHeight(letters())
	for template := range 4 {
		var globals, page stream
		globals.add(1, kindSymbols, nil, arithDict(symbols, template, exportAll(0, len(symbols))))
		want := shown(&page, symbols, 1)
		require.Equal(t, want, decodePicture(t, page.data, globals.data, 90, 20), "template %d", template)
	}
}

func TestDictionariesBuildOnOthers(t *testing.T) {
	t.Parallel()
	first, second := byHeight(letters()), []picture{blobs(6, 6), blobs(7, 9)}
	at := templates[1].nominal
	cx := stats{}

	e := newEncoder()
	writeDict(e, first, cx, 1)
	exportAll(0, len(first))(e)
	const keep, use = 0x200, 0x100
	one := fields(u16(1<<10|keep), at, u32(len(first)), u32(len(first)), e.Flush())

	e = newEncoder()
	writeDict(e, second, cx, 1) // with what was learnt
	runs := stats{}
	for _, n := range []int{1, 2, 2, 2} { // not the first; two; not two; the new ones
		e.integer(runs, n, false)
	}
	two := fields(u16(1<<10|use), at, u32(4), u32(2), e.Flush())

	var globals, page stream
	globals.add(1, kindSymbols, nil, one)
	globals.add(2, kindSymbols, []uint32{1}, two)
	want := shown(&page, []picture{first[1], first[2], second[0], second[1]}, 2)
	require.Equal(t, want, decodePicture(t, page.data, globals.data, 90, 20))
}

func TestSymbolsMadeOfOthers(t *testing.T) {
	t.Parallel()
	old := byHeight(letters())
	one := touched(old[3])
	for rtemplate := range 2 {
		rat := []offset{{-1, -1}, {-1, -1}}
		several := textSpec{
			textParams: textParams{w: 20, h: len(one) + 2, corner: topLeft, refine: true},
			symbols:    append(slices.Clone(old), one),
			glyphs:     []glyph{{id: 0, x: 1, y: 1}, {id: 5, x: 4, y: 1}, {id: 2, x: 13, y: 2, refined: blobs(5, 6)}},
		}
		e := newEncoder()
		w := newArithWriter(e, len(old)+2, rtemplate, rat)
		heights, widths, counts := stats{}, stats{}, stats{}
		e.integer(heights, len(one), false)
		e.integer(widths, len(one[0]), false)
		e.integer(counts, 1, false)
		w.id(3)
		w.integer(valueRDX, 0, false)
		w.integer(valueRDY, 0, false)
		w.refinement(one, old[3], 0, 0)
		e.integer(widths, 0, true)
		e.integer(heights, 2, false)
		e.integer(widths, 20, false)
		e.integer(counts, len(several.glyphs), false)
		several.write(w)
		e.integer(widths, 0, true)
		exportAll(len(old), 2)(e)
		const aggregate = 2
		offsets := rat
		if rtemplate == 1 {
			offsets = nil
		}
		data := fields(u16(aggregate|2<<10|rtemplate<<12), templates[2].nominal, offsets, u32(2), u32(2), e.Flush())

		var globals, page stream
		globals.add(1, kindSymbols, nil, arithDict(old, 0, exportAll(0, len(old))))
		globals.add(2, kindSymbols, []uint32{1}, data)
		want := shown(&page, []picture{one, several.want()}, 2)
		require.Equal(t, want, decodePicture(t, page.data, globals.data, 90, 20), "template %d", rtemplate)
	}
}
