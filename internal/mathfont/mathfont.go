// Package mathfont says what the glyphs of a font are in mathematics: which character, in
// which alphabet, which piece of a large sign, and what they paint.
//
// The name of a glyph in the embedded program says most: TeX's fonts and OpenType fonts of
// mathematics name what Unicode has no characters for. Then come the encodings of TeX's
// fonts, for fonts whose glyphs lost their names, and at last the text of the code. What a
// glyph paints decides between signs that fonts call the same.
package mathfont

import (
	"sync"
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// Of returns what a font is made for in mathematics, and what is known of its glyphs, which is
// found out when it is first asked for.
func Of(f *font.Font) (layout.MathUse, layout.Shapes) {
	k := kindOf(f)
	return k.use, &shapes{font: f, kind: k}
}

// shapes is the layout.Shapes of a font.
type shapes struct {
	font *font.Font
	kind kind

	first atomic.Pointer[page] // codes of one byte
	more  atomic.Pointer[[pageCodes]atomic.Pointer[page]]

	layoutOnce sync.Once
	layout     encoding // that the codes have
	ordered    bool     // the numbers of the glyphs are those of the Symbol of Windows
}

// page is what is remembered of codes with one high byte.
type page [pageCodes]glyph

const pageCodes = 256

// glyph is what is remembered of a code. Several goroutines may find it out at once, and find
// the same.
type glyph struct {
	ink  atomic.Pointer[ink]
	math atomic.Pointer[meaning]
}

type ink struct {
	box   layout.Rect
	known bool
}

type meaning struct {
	char  layout.MathChar
	known bool
}

// glyphOf returns what is remembered of code. What is beyond codes of two bytes is found out anew each
// time.
func (s *shapes) glyphOf(code uint32) *glyph {
	switch {
	case code < pageCodes:
		return &made(&s.first)[code]
	case code < pageCodes*pageCodes:
		return &made(&made(&s.more)[code/pageCodes])[code%pageCodes]
	}
	return new(glyph)
}

// made returns what p points to. It is made when it is first asked for.
func made[T any](p *atomic.Pointer[T]) *T {
	if v := p.Load(); v != nil {
		return v
	}
	p.CompareAndSwap(nil, new(T))
	return p.Load()
}

// Ink implements layout.Shapes. The box is that of the curves themselves; of a Type 3
// glyph it is what its procedure promises. Fonts that are not embedded have none.
func (s *shapes) Ink(code uint32) (layout.Rect, bool) {
	g := s.glyphOf(code)
	i := g.ink.Load()
	if i == nil {
		low, high, ok := s.font.Box(code)
		i = &ink{layout.Rect{X0: low.X, Y0: low.Y, X1: high.X, Y1: high.Y}, ok}
		g.ink.Store(i)
	}
	return i.box, i.known
}

// Math implements layout.Shapes.
func (s *shapes) Math(code uint32) (layout.MathChar, bool) {
	g := s.glyphOf(code)
	m := g.math.Load()
	if m == nil {
		m = new(meaning)
		if m.char, m.known = s.char(code); m.known {
			m.char = s.styled(s.seen(m.char, code))
		}
		g.math.Store(m)
	}
	return m.char, m.known
}
