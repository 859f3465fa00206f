package jbig2

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// screen is a halftone region that a test writes.
type screen struct {
	patterns []picture
	w, h     int // of the grid
	x, y     int // of its origin
	dx, dy   int
	template int
	mmr      bool
	skip     bool
	op       operator
	black    bool
}

func (s *screen) grey(m, n int) int { return (m*7 + n*3) % len(s.patterns) }

func (s *screen) at(m, n int) (x, y int) {
	return (s.x + m*s.dy + n*s.dx) >> 8, (s.y + m*s.dx - n*s.dy) >> 8
}

// dictionary returns the pattern dictionary segment.
func (s *screen) dictionary() []byte {
	w, h := len(s.patterns[0][0]), len(s.patterns[0])
	all := make(picture, h)
	for _, p := range s.patterns {
		for y := range all {
			all[y] += p[y]
		}
	}
	head := fields(s.template<<1, w, h, u32(len(s.patterns)-1))
	if s.mmr {
		head[0] |= 1
		return append(head, mmrOf(all)...)
	}
	e := newEncoder()
	at := append([]offset{{-w, 0}}, templates[s.template].nominal[1:]...)
	e.generic(stats{}, all, s.template, at, false, nil)
	return append(head, e.Flush()...)
}

// hidden marks the values whose patterns the region does not show.
func (s *screen) hidden(w, h int) (p picture) {
	for m := range s.h {
		var row strings.Builder
		for n := range s.w {
			x, y := s.at(m, n)
			out := x+len(s.patterns[0][0]) <= 0 || x >= w || y+len(s.patterns[0]) <= 0 || y >= h
			row.WriteByte(".#"[map[bool]int{true: 1}[out]])
		}
		p = append(p, row.String())
	}
	return p
}

// values returns the coded part of the region: planes in Gray code, the highest first.
func (s *screen) values(w, h int) (data []byte) {
	var skip picture
	if s.skip {
		skip = s.hidden(w, h)
	}
	at := append([]offset(nil), templates[s.template].nominal...)
	at[0] = offset{3, -1}
	if s.template > 1 {
		at[0].x = 2
	}
	e, cx := newEncoder(), stats{}
	for j := bits.Len(uint(len(s.patterns)-1)) - 1; j >= 0; j-- {
		plane := make(picture, s.h)
		for m := range plane {
			for n := range s.w {
				gray := s.grey(m, n) ^ s.grey(m, n)>>1
				if skip.at(n, m) == '#' {
					gray = 0
				}
				plane[m] += string(".#"[gray>>j&1])
			}
		}
		if s.mmr {
			data = append(data, mmrOf(plane)...)
		} else {
			e.generic(cx, plane, s.template, at, false, skip)
		}
	}
	if s.mmr {
		return data
	}
	return e.Flush()
}

func TestHalftoneRegions(t *testing.T) {
	t.Parallel()
	var five, two []picture
	for i := range 5 {
		five = append(five, blobs(3, 4+i)[i:])
	}
	two = five[:2]
	square := screen{patterns: five, w: 14, h: 11, dx: 3 << 8}
	slanted := screen{patterns: five, w: 16, h: 16, x: -900, y: 3000, dx: 700, dy: 411}
	specs := map[string]screen{"square": square, "slanted": slanted}
	for template := range 4 {
		s := slanted
		s.template = template
		specs[fmt.Sprintf("template %d", template)] = s
		s.skip = true
		specs[fmt.Sprintf("template %d with values left out", template)] = s
	}
	for op := opOr; op <= opReplace; op++ {
		s := slanted
		s.op, s.black = op, op%2 == 0
		specs[fmt.Sprintf("operator %d", op)] = s
	}
	s := square
	s.mmr = true
	specs["MMR"] = s
	s.patterns = two
	specs["two patterns"] = s
	s.patterns = five[:1]
	specs["one pattern"] = s
	for name, s := range specs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			flags := s.template<<1 | int(s.op)<<4
			for bit, set := range map[int]bool{1: s.mmr, 8: s.skip, 0x80: s.black} {
				if set {
					flags |= bit
				}
			}
			dictionary := s
			dictionary.mmr = s.mmr && len(s.patterns) < 5
			want := blank(43, 40, s.black)
			for m := range s.h {
				for n := range s.w {
					x, y := s.at(m, n)
					want = combined(want, s.patterns[s.grey(m, n)], x, y, s.op)
				}
			}
			var page stream
			page.page(43, 40, false)
			page.add(1, kindPatterns, nil, dictionary.dictionary())
			page.add(2, kindHalftone+immediate, []uint32{1}, fields(place(43, 40, 0, 0, opOr), flags,
				u32(s.w), u32(s.h), u32(s.x), u32(s.y), u16(s.dx), u16(s.dy), s.values(43, 40)))
			require.Equal(t, want, decodePicture(t, page.data, nil, 43, 40))
		})
	}
}
