// Package mathfont identifies the glyphs of a font in mathematics: which character, in which
// alphabet, which piece of a large sign, and what the glyph paints.
//
// The name of a glyph in the embedded program says most: TeX's fonts and OpenType fonts of
// mathematics have names for things that have no Unicode characters. For fonts whose glyphs lost
// their names the encodings of TeX's fonts come next, and the text of the code is last. The ink of
// a glyph decides between signs that have the same name in different fonts.
package mathfont

import (
	"sync"
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// Of returns the purpose of a font in mathematics, and what is known of its glyphs. The latter is
// found out on demand.
func Of(f *font.Font) (layout.MathUse, layout.Shapes) {
	k := kindOf(f)
	return k.use, &shapes{font: f, kind: k}
}

// shapes is the layout.Shapes of a font.
type shapes struct {
	font *font.Font
	kind kind

	first atomic.Pointer[page] // for codes of one byte
	more  atomic.Pointer[[pageCodes]atomic.Pointer[page]]

	layoutOnce sync.Once
	layout     encoding // the encoding of its codes
	ordered    bool     // its glyphs have the numbers of the Symbol font of Windows
}

// page remembers the codes with one high byte.
type page [pageCodes]glyph

const pageCodes = 256

// glyph is what is remembered of a code. Several goroutines may find it out at once, and find the same.
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

// glyphOf returns what is remembered of code. It remembers nothing of codes beyond two bytes.
func (s *shapes) glyphOf(code uint32) *glyph {
	switch {
	case code < pageCodes:
		return &made(&s.first)[code]
	case code < pageCodes*pageCodes:
		return &made(&made(&s.more)[code/pageCodes])[code%pageCodes]
	}
	return new(glyph)
}

// made returns the value to which p points. It makes the value on first use.
func made[T any](p *atomic.Pointer[T]) *T {
	if v := p.Load(); v != nil {
		return v
	}
	p.CompareAndSwap(nil, new(T))
	return p.Load()
}

// Ink implements layout.Shapes. The box is that of the curves themselves. For a Type 3 glyph it is
// the box that its procedure promises. Fonts that are not embedded have no boxes.
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
			m.char = s.styled(s.correctByInk(m.char, code))
		}
		g.math.Store(m)
	}
	return m.char, m.known
}
