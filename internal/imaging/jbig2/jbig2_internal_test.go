package jbig2

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
)

func TestSizesAreChecked(t *testing.T) {
	t.Parallel()
	_, err := Decode(t.Context(), nil, nil, 0, 5)
	require.ErrorIs(t, err, ErrDamaged)
	_, err = Decode(t.Context(), nil, nil, limits.Pixels, 2)
	require.ErrorIs(t, err, ErrTooLarge)
	got, err := Decode(t.Context(), nil, nil, 9, 2)
	require.NoError(t, err)
	require.Equal(t, make([]byte, 4), got, "nothing on the page")
}

func TestImageTakesItsSizeFromTheDictionary(t *testing.T) {
	t.Parallel()
	all := blobs(30, 20)
	var s stream
	s.page(30, 20, true)
	s.add(1, kindGeneric+immediate, nil, genericData(all, 0, 0, opReplace))
	require.Equal(t, combined(blank(13, 7, false), all, 0, 0, opReplace), decodePicture(t, s.data, nil, 13, 7), "smaller")
	require.Equal(t, combined(blank(40, 25, true), all, 0, 0, opReplace), decodePicture(t, s.data, nil, 40, 25), "larger")
}

func TestDamageKeepsTheRest(t *testing.T) {
	t.Parallel()
	first, second := blobs(20, 10), blobs(20, 9)
	want := combined(combined(blank(20, 20, false), first, 0, 0, opOr), second, 0, 11, opOr)
	cases := map[string]func(s *stream){
		"text without symbols": func(s *stream) {
			s.add(2, kindText+immediate, nil, fields(place(20, 20, 0, 0, opOr), u16(0), u32(3), []byte("ABCDEFGH")))
		},
		"segment without its data":     func(s *stream) { s.add(2, kindHalftone+immediate, nil, []byte{1, 2, 3}) },
		"operator that does not exist": func(s *stream) { s.add(2, kindGeneric+immediate, nil, place(20, 20, 0, 0, 7)) },
		"refinement of nothing": func(s *stream) {
			s.add(2, kindRefinement+immediate, []uint32{1}, fields(place(20, 20, 0, 0, opOr), 1, u32(0)))
		},
		"more symbols exported than there are": func(s *stream) {
			s.add(2, kindSymbols, nil, fields(u16(0), make([]byte, 8), u32(9), u32(1), u32(0)))
		},
		"table that is not there": func(s *stream) {
			s.add(2, kindSymbols, nil, fields(u16(1|3<<2), u32(1), u32(1), u32(0)))
		},
		"pattern of no size": func(s *stream) { s.add(2, kindPatterns, nil, fields(0, 0, 4, u32(1), u32(0))) },
		"codes longer than any": func(s *stream) {
			s.add(2, kindTable, nil, fields(7<<1|7<<4, u32(0), u32(9), bytes.Repeat([]byte{0xFF}, 20)))
		},
	}
	for name, damage := range cases {
		var s stream
		s.page(20, 20, false)
		s.add(1, kindGeneric+immediate, nil, genericData(first, 0, 0, opOr))
		damage(&s)
		s.add(3, kindGeneric+immediate, nil, genericData(second, 0, 11, opOr))
		got, err := Decode(t.Context(), s.data, nil, 20, 20)
		require.ErrorIs(t, err, ErrDamaged, name)
		require.Equal(t, want, pictureOf(&bitmap{w: 20, h: 20, stride: 3, data: got}), name)
	}
}

func TestWhatComesBehindTooMuchIsDecoded(t *testing.T) {
	t.Parallel()
	want := blobs(20, 10)
	var s stream
	s.page(20, 10, false)
	s.add(1, kindGeneric+immediate, nil, fields(place(1<<30, 1<<30, 0, 0, opOr), 0, templates[0].nominal))
	s.add(2, kindGeneric+immediate, nil, genericData(want, 0, 0, opOr))
	got, err := Decode(t.Context(), s.data, nil, 20, 10)
	require.ErrorIs(t, err, ErrTooLarge)
	require.Equal(t, want, pictureOf(&bitmap{w: 20, h: 10, stride: 3, data: got}))
}

func TestLastStripNeedNotBeClosed(t *testing.T) {
	t.Parallel()
	symbols := byHeight(letters())
	s := textSpec{textParams: textParams{w: 75, h: 60, corner: topLeft}, symbols: symbols, glyphs: spread(symbols, 12)}
	e := newEncoder()
	s.write(newArithWriter(e, len(symbols), 0, nil))
	s.glyphs = s.glyphs[:len(s.glyphs)-1] // one more is coded than announced
	var page stream
	page.page(75, 60, false)
	page.add(1, kindSymbols, nil, arithDict(symbols, 2, exportAll(0, len(symbols))))
	page.add(2, kindText+immediate, []uint32{1}, fields(place(75, 60, 0, 0, opOr), u16(s.flags(false)), u32(len(s.glyphs)), e.Flush()))
	_, err := Decode(t.Context(), page.data, nil, 75, 60)
	require.NoError(t, err)
}

func TestCutDataIsReported(t *testing.T) {
	t.Parallel()
	all := blobs(40, 30)
	var s stream
	s.page(40, 30, false)
	s.add(1, kindGeneric+immediate, nil, genericData(all, 0, 0, opOr))
	got, err := Decode(t.Context(), s.data[:len(s.data)-40], nil, 40, 30)
	require.ErrorIs(t, err, ErrDamaged)
	require.Equal(t, all[:5], pictureOf(&bitmap{w: 40, h: 30, stride: 5, data: got})[:5], "what stands before is decoded")
}

func TestColouredTextIsRefused(t *testing.T) {
	t.Parallel()
	var s stream
	s.page(20, 20, false)
	s.add(1, kindText+immediate, nil, fields(place(20, 20, 0, 0, 8), u16(0), u32(3)))
	_, err := Decode(t.Context(), s.data, nil, 20, 20)
	require.ErrorIs(t, err, ErrUnsupported)
}

// TestWorkIsBounded: a few bytes ask for as much as they can. Each case would take
// minutes or gigabytes if it were done.
func TestWorkIsBounded(t *testing.T) {
	t.Parallel()
	const many = 1 << 30
	black := genericData(picture{"#"}, 0, 0, opOr)[regionInfoBytes:]
	cases := map[string]func(s *stream){
		"large region": func(s *stream) {
			s.add(1, kindGeneric+immediate, nil, fields(place(many, many, 0, 0, opOr), black))
		},
		"many regions": func(s *stream) {
			for range 3000 {
				s.add(1, kindGeneric+immediate, nil, fields(place(1, 1<<20, 0, 0, opOr), black))
			}
		},
		"many wide regions without rows": func(s *stream) {
			for range 1 << 17 {
				s.add(1, kindText+immediate, nil, fields(place(0, 1<<25, 0, 0, opOr), u16(0x200), u32(0)))
			}
		},
		"many symbols": func(s *stream) {
			s.add(1, kindSymbols, nil, fields(u16(0), make([]byte, 8), u32(many), u32(many), u32(0)))
		},
		"empty classes": func(s *stream) {
			e := newEncoder()
			heights, widths := stats{}, stats{}
			for range 1000 { // until the probabilities say that all go on so
				e.integer(heights, 0, false)
				e.integer(widths, 0, true)
			}
			at := templates[0].nominal
			s.add(1, kindSymbols, nil, fields(u16(0), at, u32(1), u32(1), e.Flush(), make([]byte, 9)))
		},
		"grid without columns": func(s *stream) {
			s.add(1, kindPatterns, nil, fields(1, 8, 8, u32(0), mmrOf(blank(8, 8, true))))
			for range 1000 {
				s.add(2, kindHalftone+immediate, []uint32{1}, fields(place(8, 8, 0, 0, opOr), 0, u32(0), u32(many), u32(0), u32(0), u32(0), u32(0)))
			}
		},
		"large grid": func(s *stream) {
			s.add(1, kindPatterns, nil, fields(1, 8, 8, u32(0), mmrOf(blank(8, 8, true))))
			s.add(2, kindHalftone+immediate, []uint32{1}, fields(place(8, 8, 0, 0, opOr), 0, u32(1<<15), u32(1<<15), u32(0), u32(0), u32(0), u32(0)))
		},
		"intermediate regions": func(s *stream) {
			for i := range 1000 {
				s.add(uint32(i), kindText, nil, fields(place(1<<12, 1<<12, 0, 0, opOr), u16(0), u32(0)))
			}
		},
	}
	for name, fill := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s stream
			s.page(100, 100, false)
			fill(&s)
			_, err := Decode(t.Context(), s.data, nil, 100, 100)
			require.ErrorIs(t, err, ErrTooLarge)
		})
	}
}

func TestDecodingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	var s stream
	s.page(8000, 8000, false)
	s.add(1, kindGeneric+immediate, nil, fields(place(8000, 8000, 0, 0, opOr), 0, templates[0].nominal, 0))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := Decode(ctx, s.data, nil, 8000, 8000)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, make([]byte, len(got)), got, "nothing was done")
}

// TestGlobals: images that share segments come out as if each had them, whether these
// can be decoded once or not.
func TestGlobals(t *testing.T) {
	t.Parallel()
	symbols := byHeight(letters())
	var dictionary, drawn stream
	dictionary.add(1, kindSymbols, nil, arithDict(symbols, 2, exportAll(0, len(symbols))))
	drawn.add(1, kindSymbols, nil, arithDict(symbols, 2, exportAll(0, len(symbols))))
	drawn.page(75, 60, false)
	drawn.add(3, kindGeneric+immediate, nil, genericData(blobs(20, 20), 3, 3, opOr))
	for title, globals := range map[string][]byte{"a dictionary": dictionary.data, "a dictionary and a page": drawn.data} {
		shared := ReadGlobals(t.Context(), globals)
		require.Positive(t, shared.Size(), title)
		for n := range 3 {
			text := textSpec{textParams: textParams{w: 75, h: 60}, symbols: symbols, glyphs: spread(symbols, 10+n)}
			e := newEncoder()
			text.write(newArithWriter(e, len(symbols), 0, text.rat))
			var page stream
			page.add(7, kindText+immediate, []uint32{1}, fields(place(75, 60, 0, 0, opOr), u16(text.flags(false)), text.offsets(), u32(len(text.glyphs)), e.Flush()))
			got, err := Decode(t.Context(), page.data, shared, 75, 60)
			require.NoError(t, err, title)
			want, err := Decode(t.Context(), append(bytes.Clone(globals), page.data...), nil, 75, 60)
			require.NoError(t, err, title)
			require.Equal(t, want, got, title)
			require.Less(t, bytes.Count(got, []byte{0}), len(got), title)
		}
	}
}

// TestDamagedGlobals: what is wrong with shared segments is wrong with each image.
func TestDamagedGlobals(t *testing.T) {
	t.Parallel()
	symbols := byHeight(letters())
	var dictionary stream
	dictionary.add(1, kindSymbols, nil, arithDict(symbols, 2, exportAll(0, len(symbols))))
	shared := ReadGlobals(t.Context(), dictionary.data[:len(dictionary.data)-9])
	for range 2 {
		_, err := Decode(t.Context(), nil, shared, 9, 2)
		require.ErrorIs(t, err, ErrDamaged)
	}
}

// FuzzDecode decodes arbitrary bytes. There is always an image of the right size, and its
// padding stays clear.
func FuzzDecode(f *testing.F) {
	symbols := byHeight(letters())
	text := textSpec{textParams: textParams{w: 40, h: 30, refine: true, rat: []offset{{-1, -1}, {-1, -1}}}, symbols: symbols, glyphs: spread(symbols, 9)}
	e := newEncoder()
	text.write(newArithWriter(e, len(symbols), 0, text.rat))
	s := screen{patterns: []picture{blobs(4, 4), blobs(4, 4)}, w: 8, h: 8, dx: 900, dy: 200, skip: true}
	var page, globals stream
	page.page(40, 30, false)
	page.add(7, kindText+immediate, []uint32{1}, fields(place(40, 30, 0, 0, opOr), u16(text.flags(false)), text.offsets(), u32(9), e.Flush()))
	page.add(8, kindPatterns, nil, s.dictionary())
	page.add(9, kindHalftone+immediate, []uint32{8}, fields(place(43, 40, 0, 0, opXor), 8,
		u32(s.w), u32(s.h), u32(s.x), u32(s.y), u16(s.dx), u16(s.dy), s.values(43, 40)))
	page.add(10, kindGeneric, nil, genericData(blobs(20, 20), 3, 3, opOr))
	page.add(11, kindRefinement+immediate, []uint32{10}, fields(place(20, 20, 0, 0, opOr), 3, u32(77)))
	globals.add(1, kindSymbols, nil, arithDict(symbols, 2, exportAll(0, len(symbols))))
	f.Add(page.data, globals.data, 40, 30)
	var huffman stream
	huffman.add(1, kindSymbols, nil, collectiveDict(symbols[:2], 4, 2, 0, true))
	table, _ := tableData(-3, 4, true)
	huffman.add(2, kindTable, nil, table)
	huffman.add(3, kindText+immediate, []uint32{1, 2}, fields(place(9, 9, 0, 0, opOr), u16(1), u16(3), u32(4), []byte{0x12, 0x34, 0x56, 0x78, 0x9A}))
	f.Add(huffman.data, []byte(nil), 9, 9)
	f.Add([]byte(magic), []byte(nil), 1, 1)
	f.Fuzz(func(t *testing.T, data, globals []byte, w, h int) {
		w, h = 1+w&0x1FF, 1+h&0x1FF
		shared := ReadGlobals(t.Context(), globals)
		got, _ := Decode(t.Context(), data, shared, w, h)
		again, _ := Decode(t.Context(), data, shared, w, h)
		require.Equal(t, got, again)
		stride := (w + 7) / 8
		require.Len(t, got, stride*h)
		if spare := stride*8 - w; spare > 0 {
			for i := stride - 1; i < len(got); i += stride {
				require.Zero(t, got[i]<<(8-spare))
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	const w, h = 1240, 600
	p := letterhead(w, h)
	streams := map[string][]byte{}
	for n, name := range []string{"template0", "template1", "template2", "template3"} {
		e := newEncoder()
		e.generic(stats{}, p, n, templates[n].nominal, false, nil)
		streams[name] = fields(n<<1, templates[n].nominal, e.Flush())
	}
	at := []offset{{4, -1}, {-3, -1}, {2, -2}, {-2, -2}}
	e := newEncoder()
	e.generic(stats{}, p, 0, at, false, nil)
	streams["adaptive"] = fields(0, at, e.Flush())
	for name, data := range streams {
		b.Run(name, func(b *testing.B) {
			var s stream
			s.page(w, h, false)
			s.add(1, kindGeneric+immediate, nil, fields(place(w, h, 0, 0, opOr), data))
			b.ReportAllocs()
			for b.Loop() {
				_, err := Decode(b.Context(), s.data, nil, w, h)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.N)*w*h/1e6/b.Elapsed().Seconds(), "MP/s")
		})
	}
	b.Run("refinement", func(b *testing.B) {
		e := newEncoder()
		rat := []offset{{-1, -1}, {-1, -1}}
		e.refinement(stats{}, p, blank(w, h, false), 0, 0, 0, rat, false)
		var s stream
		s.page(w, h, false)
		s.add(1, kindRefinement+immediate, nil, fields(place(w, h, 0, 0, opOr), 0, rat, e.Flush()))
		for b.Loop() {
			_, err := Decode(b.Context(), s.data, nil, w, h)
			require.NoError(b, err)
		}
		b.ReportMetric(float64(b.N)*w*h/1e6/b.Elapsed().Seconds(), "MP/s")
	})
}
