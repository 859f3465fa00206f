package jbig2

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// huffmanWriter writes a text region in Huffman code.
type huffmanWriter struct {
	*bitWriter
	tables    [textValues][]huffmanLine
	sizes     []huffmanLine
	ids       []huffmanLine
	logStrips int
	rtemplate int
	rat       []offset
	refined   stats
}

func (w *huffmanWriter) integer(kind textValue, v int, oob bool) {
	switch kind {
	case valueIT:
		w.write(v, w.logStrips)
	case valueRI:
		w.write(v, 1)
	default:
		w.code(w.tables[kind], v, oob)
	}
}

func (w *huffmanWriter) id(n int) { w.code(w.ids, n, false) }

func (w *huffmanWriter) refinement(p, ref picture, dx, dy int) {
	e := newEncoder()
	e.refinement(w.refined, p, ref, dx, dy, w.rtemplate, w.rat, false)
	data := e.Flush()
	w.code(w.sizes, len(data), false)
	w.append(data)
}

// idLines writes the lengths of the codes of symbols, with a run of each kind, and
// returns the code (7.4.3.1.7). Symbols that are not used have no code.
func (w *bitWriter) idLines(n int, used []int) (ids []huffmanLine) {
	length := codeLength(len(used), true)
	runs := make([]huffmanLine, 35)
	for i := range runs {
		runs[i].low = i
	}
	for _, v := range []int{0, length, 32, 33, 34} {
		runs[v].prefix = 3
	}
	for _, r := range runs {
		w.write(r.prefix, 4)
	}
	for i := 0; i < n; {
		run := 1
		for i+run < n && slices.Contains(used, i+run) == slices.Contains(used, i) {
			run++
		}
		switch {
		case slices.Contains(used, i) && i > 0 && slices.Contains(used, i-1) && run >= 3:
			run = min(run, 6)
			w.code(runs, 32, false)
			w.write(run-3, 2)
		case slices.Contains(used, i):
			run = 1
			w.code(runs, length, false)
		case run >= 11:
			run = min(run, 138)
			w.code(runs, 34, false)
			w.write(run-11, 7)
		case run >= 3:
			run = min(run, 10)
			w.code(runs, 33, false)
			w.write(run-3, 3)
		default:
			run = 1
			w.code(runs, 0, false)
		}
		for range run {
			l := huffmanLine{low: i}
			if slices.Contains(used, i) {
				l.prefix = length
			}
			ids = append(ids, l)
			i++
		}
	}
	w.align()
	return ids
}

// tableData returns a table segment for values from low up to before low+4*step.
func tableData(low, step int, oob bool) ([]byte, []huffmanLine) {
	lines := []huffmanLine{
		{3, step, low, upward}, {2, step, low + 1<<step, upward}, {2, step, low + 2<<step, upward}, {3, step, low + 3<<step, upward},
		{4, 32, low - 1, downward}, {4, 32, low + 4<<step, upward},
	}
	flags := (3-1)<<1 | (5-1)<<4 // lengths of the fields
	if oob {
		lines = append(lines, huffmanLine{3, 0, 0, outOfBand})
		flags |= 1
	}
	var w bitWriter
	for i, l := range lines {
		w.write(l.prefix, 3)
		if i < 4 {
			w.write(l.extra, 5)
		}
	}
	return fields(flags, u32(low), u32(low+4<<step), w.bytes()), lines
}

// collectiveDict returns a symbol dictionary in Huffman code: classes of one height each
// with a bitmap of its own, in T.6 code or as it is.
func collectiveDict(all []picture, heights, widths int, flags int, compressed bool) []byte {
	var w bitWriter
	height := 0
	for i := 0; i < len(all); {
		w.code(standardLines[heights], len(all[i])-height, false)
		height = len(all[i])
		together := make(picture, height)
		width := 0
		for ; i < len(all) && len(all[i]) == height; i++ {
			w.code(standardLines[widths], len(all[i][0])-width, false)
			width = len(all[i][0])
			for y := range together {
				together[y] += all[i][y]
			}
		}
		w.code(standardLines[widths], 0, true)
		data, size := together.bitmap().data, 0
		if compressed {
			data = mmrOf(together)
			size = len(data)
		}
		w.code(standardLines[1], size, false)
		w.append(data)
	}
	w.code(standardLines[1], 0, false)
	w.code(standardLines[1], len(all), false)
	return fields(u16(1|flags), u32(len(all)), u32(len(all)), w.bytes())
}

func TestHuffmanText(t *testing.T) {
	t.Parallel()
	symbols := []picture{blobs(5, 4), blobs(9, 4), blobs(1, 6), blobs(8, 8), blobs(7, 8)}
	for len(symbols) < 60 {
		symbols = append(symbols, blobs(3, 8))
	}
	used := []int{0, 1, 2, 3, 4, 9, 12, 13, 14, 15, 16, 17, 18, 19, 59}
	type choice struct{ fs, ds, dt, rest int } // values of the fields of the flags
	cases := map[string]struct {
		choice
		tables [textValues]int
	}{
		"first tables":  {choice{0, 0, 0, 0}, [textValues]int{valueFS: 6, valueDS: 8, valueDT: 11, valueRDW: 14}},
		"second tables": {choice{1, 1, 1, 1}, [textValues]int{valueFS: 7, valueDS: 9, valueDT: 12, valueRDW: 15}},
		"third tables":  {choice{0, 2, 2, 1}, [textValues]int{valueFS: 6, valueDS: 10, valueDT: 13, valueRDW: 15}},
		"own tables":    {choice{3, 3, 3, 3}, [textValues]int{}},
	}
	for name, c := range cases {
		for _, refine := range []bool{false, true} {
			s := textSpec{textParams: textParams{w: 75, h: 60, logStrips: 2, refine: refine, corner: bottomLeft, offset: -2}, symbols: symbols}
			s.rat = []offset{{-1, -1}, {-1, -1}}
			for i := range 40 {
				g := glyph{id: used[i%len(used)], x: i * 13 % 70, y: 8 + i*29%53}
				if p := symbols[g.id]; refine && i%3 == 0 {
					g.refined = touched(p)
				}
				s.glyphs = append(s.glyphs, g)
			}
			var globals, page stream
			globals.add(1, kindSymbols, nil, collectiveDict(symbols[:4], 4, 2, 0, false))
			globals.add(2, kindSymbols, nil, collectiveDict(symbols[4:5], 5, 3, 1<<2|1<<4, true))
			globals.add(3, kindSymbols, nil, collectiveDict(symbols[5:], 4, 2, 0, false))
			refers := []uint32{1, 2, 3}

			w := &huffmanWriter{bitWriter: &bitWriter{}, logStrips: 2, rat: s.rat, refined: stats{}, sizes: standardLines[1]}
			flags := c.fs | c.ds<<2 | c.dt<<4 | c.rest<<6 | c.rest<<8 | c.rest<<10 | c.rest<<12
			for kind := range textValues {
				n := c.tables[kind]
				if kind > valueRDW {
					n = c.tables[valueRDW]
				}
				w.tables[kind] = standardLines[n]
			}
			if name == "own tables" {
				flags |= 1 << 14
				for i, kind := range []textValue{valueFS, valueDS, valueDT, valueRDW, valueRDH, valueRDX, valueRDY, textValues} {
					data, lines := tableData(-30+5*i, 4, kind == valueDS)
					globals.add(uint32(10+i), kindTable, nil, data)
					refers = append(refers, uint32(10+i))
					if kind == textValues {
						w.sizes = lines
					} else {
						w.tables[kind] = lines
					}
				}
			}
			w.ids = w.idLines(len(symbols), used)
			s.write(w)
			page.page(75, 60, false)
			page.add(300, kindText+lossless, refers,
				fields(place(75, 60, 0, 0, opOr), u16(s.flags(true)), u16(flags), s.offsets(), u32(len(s.glyphs)), w.bytes()))
			require.Equal(t, s.want(), decodePicture(t, page.data, globals.data, 75, 60), "%s, refined %v", name, refine)
		}
	}
}

func TestHuffmanSymbolsMadeOfOthers(t *testing.T) {
	t.Parallel()
	old := []picture{blobs(5, 4), blobs(9, 4), blobs(8, 8)}
	one := touched(old[2])
	rat := []offset{{-1, -1}, {-1, -1}}
	several := textSpec{
		textParams: textParams{w: 20, h: 10, corner: topLeft, refine: true, rat: rat},
		symbols:    append(slices.Clone(old), one),
		glyphs:     []glyph{{id: 0, x: 1, y: 1}, {id: 3, x: 4, y: 1}, {id: 2, x: 13, y: 2, refined: blobs(5, 6)}},
	}
	fixedLength := make([]huffmanLine, 8)
	for i := range fixedLength {
		fixedLength[i] = huffmanLine{prefix: 3, low: i}
	}
	w := &huffmanWriter{bitWriter: &bitWriter{}, rat: rat, refined: stats{}, sizes: standardLines[1], ids: fixedLength}
	for kind, n := range map[textValue]int{valueFS: 6, valueDS: 8, valueDT: 11, valueRDW: 15, valueRDH: 15, valueRDX: 15, valueRDY: 15} {
		w.tables[kind] = standardLines[n]
	}
	heights, widths, counts := standardLines[4], standardLines[2], standardLines[1]
	w.code(heights, 8, false)
	w.code(widths, 8, false)
	w.code(counts, 1, false)
	w.id(2)
	w.integer(valueRDX, 0, false)
	w.integer(valueRDY, 0, false)
	w.refinement(one, old[2], 0, 0)
	w.code(widths, 0, true)
	w.code(heights, 2, false)
	w.code(widths, 20, false)
	w.code(counts, len(several.glyphs), false)
	several.write(w)
	w.code(widths, 0, true)
	w.code(standardLines[1], len(old), false)
	w.code(standardLines[1], 2, false)

	var globals, page stream
	globals.add(1, kindSymbols, nil, collectiveDict(old, 4, 2, 0, false))
	globals.add(2, kindSymbols, []uint32{1}, fields(u16(1|2), rat, u32(2), u32(2), w.bytes()))
	want := shown(&page, []picture{one, several.want()}, 2)
	require.Equal(t, want, decodePicture(t, page.data, globals.data, 90, 20))
}
