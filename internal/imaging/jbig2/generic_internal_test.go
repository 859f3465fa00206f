package jbig2

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// blobs returns a picture with some structure: noise that was smoothed, and equal rows.
func blobs(w, h int) (p picture) {
	r := rand.New(rand.NewPCG(uint64(w), uint64(h)))
	for y := range h {
		if y%5 == 4 {
			p = append(p, p[y-1])
			continue
		}
		row := bytes.Repeat([]byte("."), w)
		for x := range row {
			if x > 0 && r.IntN(3) > 0 {
				row[x] = row[x-1]
			} else if r.IntN(2) == 0 {
				row[x] = '#'
			}
		}
		p = append(p, string(row))
	}
	return p
}

// letterhead returns a page of letters, some broken, with much white and much black.
func letterhead(w, h int) picture {
	p := combined(blank(w, h, false), blank(w/2, 6, true), 5, h-9, opOr)
	for y := 3; y < h-14; y += 40 {
		for x := 4; x < w-20; x += 26 {
			p = combined(p, blobs(18+x%3, 12+y%9), x, y, opOr)
		}
	}
	return p
}

// touched returns p with some pixels changed.
func touched(p picture) (out picture) {
	r := rand.New(rand.NewPCG(88, 88))
	for y := range p {
		row := []byte(p[y])
		for x := range row {
			if r.IntN(12) == 0 {
				row[x] = '.' + '#' - row[x]
			}
		}
		out = append(out, string(row))
	}
	return out
}

func decodePicture(t *testing.T, data, globals []byte, w, h int) picture {
	t.Helper()
	got, err := Decode(t.Context(), data, ReadGlobals(t.Context(), globals), w, h)
	require.NoError(t, err)
	return pictureOf(&bitmap{w: w, h: h, stride: (w + 7) / 8, data: got})
}

var elsewhere = []offset{{-6, -1}, {4, -2}, {-5, 0}, {7, -9}, {-3, -1}, {2, -1}, {-3, 0}, {-4, 0}, {2, -2}, {3, -1}, {-2, -2}, {-8, -1}}

func TestGenericRegions(t *testing.T) {
	t.Parallel()
	want := letterhead(61, 40)
	for n, shape := range shapes {
		template, extended := n, 0
		nominal := templates[min(n, 3)].nominal
		if n == 4 {
			template, extended, nominal = 0, 16, templates[0].extended
		}
		for name, at := range map[string][]offset{"nominal": nominal, "elsewhere": elsewhere[:len(nominal)]} {
			for _, typical := range []bool{false, true} {
				t.Run(fmt.Sprintf("shape %d of %d, %s, typical %v", n, len(shape), name, typical), func(t *testing.T) {
					t.Parallel()
					e := newEncoder()
					e.generic(stats{}, want, n, at, typical, nil)
					flags := template<<1 | extended
					if typical {
						flags |= 8
					}
					var s stream
					s.page(61, 40, false)
					s.add(1, kindGeneric+immediate, nil, fields(place(61, 40, 0, 0, opOr), flags, at, e.Flush()))
					require.Equal(t, want, decodePicture(t, s.data, nil, 61, 40))
				})
			}
		}
	}
}

// genericData returns the data of a generic region in template 3.
func genericData(p picture, x, y int, op operator) []byte {
	e := newEncoder()
	e.generic(stats{}, p, 3, templates[3].nominal, false, nil)
	return fields(place(len(p[0]), len(p), x, y, op), 3<<1, templates[3].nominal, e.Flush())
}

func TestGenericRegionOfUnknownLength(t *testing.T) {
	t.Parallel()
	want := blobs(16, 9)
	for name, data := range map[string][]byte{
		"arithmetic": fields(genericData(want, 0, 0, opOr), u32(9)),
		"MMR":        fields(place(16, 200, 0, 0, opOr), 1, mmrOf(want), 0, 0, u32(9)),
	} {
		var s stream
		s.page(16, 12, false)
		s.header(1, kindGeneric+immediate, nil, unknownLength)
		s.data = append(s.data, data...)
		s.add(2, kindGeneric+immediate, nil, genericData(want[:3], 0, 9, opOr))
		got := decodePicture(t, s.data, nil, 16, 12)
		require.Equal(t, append(want[:9:9], want[:3]...), got, name)
	}
}

func TestOperatorsAndPlaces(t *testing.T) {
	t.Parallel()
	below, above := blobs(45, 30), blobs(23, 50)
	for op := opOr; op <= opReplace; op++ {
		for _, at := range []offset{{0, 0}, {5, 3}, {-7, -11}, {40, 20}, {44, 0}, {45, 30}, {-23, 0}, {11, -20}} {
			for _, black := range []bool{false, true} {
				var s stream
				s.page(45, 30, black)
				s.add(1, kindGeneric+immediate, nil, genericData(below, 0, 0, opXor))
				s.add(2, kindGeneric+lossless, nil, genericData(above, at.x, at.y, op))
				want := combined(combined(blank(45, 30, black), below, 0, 0, opXor), above, at.x, at.y, op)
				require.Equal(t, want, decodePicture(t, s.data, nil, 45, 30), "operator %d at %v", op, at)
			}
		}
	}
}

func blank(w, h int, black bool) (p picture) {
	for range h {
		p = append(p, string(bytes.Repeat([]byte{".#"[map[bool]int{true: 1}[black]]}, w)))
	}
	return p
}

// combined is dst with src painted on it, pixel by pixel.
func combined(dst, src picture, x, y int, op operator) (out picture) {
	for dy := range dst {
		row := []byte(dst[dy])
		for dx := range row {
			if sx, sy := dx-x, dy-y; sx >= 0 && sy >= 0 && sy < len(src) && sx < len(src[0]) {
				a, b := bitOf(row[dx]), bitOf(src.at(sx, sy))
				row[dx] = ".#"[[]int{a | b, a & b, a ^ b, 1 ^ a ^ b, b}[op]]
			}
		}
		out = append(out, string(row))
	}
	return out
}

func TestRefinementRegions(t *testing.T) {
	t.Parallel()
	from := blobs(37, 25)
	want := touched(from)
	at := map[string][]offset{"nominal": {{-1, -1}, {-1, -1}}, "elsewhere": {{-4, -2}, {6, 3}}}
	for template := range 2 {
		for name, at := range at {
			for _, typical := range []bool{false, true} {
				for _, ofPage := range []bool{false, true} {
					t.Run(fmt.Sprintf("template %d, %s, typical %v, of the page %v", template, name, typical, ofPage), func(t *testing.T) {
						t.Parallel()
						e := newEncoder()
						e.refinement(stats{}, want, from, 0, 0, template, at, typical)
						flags := template
						if typical {
							flags |= 2
						}
						offsets := at
						if template == 1 {
							offsets = nil
						}
						data := fields(place(37, 25, 3, 2, opReplace), flags, offsets, e.Flush())
						var s stream
						s.page(40, 27, false)
						if ofPage {
							s.add(1, kindGeneric+immediate, nil, genericData(from, 3, 2, opReplace))
							s.add(2, kindRefinement+immediate, nil, data)
						} else {
							s.add(1, kindGeneric, nil, genericData(from, 0, 0, opOr))
							s.add(2, kindRefinement+immediate, []uint32{1}, data)
						}
						require.Equal(t, combined(blank(40, 27, false), want, 3, 2, opReplace), decodePicture(t, s.data, nil, 40, 27))
					})
				}
			}
		}
	}
}

func TestFilesAreReadToo(t *testing.T) {
	t.Parallel()
	want := blobs(30, 20)
	var s, second stream
	s.page(30, 20, false)
	s.add(1, kindGeneric+immediate, nil, genericData(want, 0, 0, opOr))
	s.add(2, 49, nil, nil)             // end of page
	s.add(3, 50, nil, fields(u32(19))) // end of stripe
	s.add(4, 62, nil, []byte("made by hand"))
	second.page(30, 20, true)
	require.Equal(t, want, decodePicture(t, append(bytes.Clone(s.data), second.data...), nil, 30, 20), "first page of two")
	require.Equal(t, want, decodePicture(t, fields([]byte(magic), 1, u32(1), s.data), nil, 30, 20), "with a header")
	require.Equal(t, want, decodePicture(t, fields([]byte(magic), 3, s.data), nil, 30, 20), "number of pages unknown")

	var headers, bodies stream
	data := genericData(want, 0, 0, opOr)
	headers.header(0, kindPage, nil, 19)
	headers.header(1, kindGeneric+immediate, nil, uint32(len(data)))
	headers.header(2, kindEndOfFile, nil, 0)
	bodies.page(30, 20, false)
	bodies.data = append(bodies.data[11:], data...)
	require.Equal(t, want, decodePicture(t, fields([]byte(magic), 0, u32(1), headers.data, bodies.data), nil, 30, 20), "random access")
}
