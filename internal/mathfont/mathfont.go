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
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// Of is what a font is made for in mathematics, and what is known of its glyphs, which is
// found out when it is first asked for.
func Of(f *font.Font) (layout.MathUse, layout.Shapes) {
	k := kindOf(f)
	return k.use, &shapes{font: f, kind: k}
}

// shapes is the layout.Shapes of a font.
type shapes struct {
	font  *font.Font
	kind  kind
	glyph sync.Map // code to *glyph
	count atomic.Int32

	layoutOnce sync.Once
	layout     encoding // that the codes have
	ordered    bool     // the numbers of the glyphs are those of the Symbol of Windows
}

// glyph is what is remembered of a code.
type glyph struct {
	inkOnce  sync.Once
	ink      layout.Rect
	inked    bool
	mathOnce sync.Once
	math     layout.MathChar
	known    bool
}

// of is what is remembered of code. What is beyond the codes that a font may have
// remembered is found out anew each time.
func (s *shapes) of(code uint32) *glyph {
	if g, ok := s.glyph.Load(code); ok {
		return g.(*glyph)
	}
	if s.count.Add(1) > limits.FontUses {
		return new(glyph)
	}
	g, _ := s.glyph.LoadOrStore(code, new(glyph))
	return g.(*glyph)
}

// Ink implements layout.Shapes. The box is that of the curves themselves; of a Type 3
// glyph it is what its procedure promises. Fonts that are not embedded have none.
func (s *shapes) Ink(code uint32) (layout.Rect, bool) {
	g := s.of(code)
	g.inkOnce.Do(func() {
		low, high, ok := s.font.ProcBox(code)
		if s.font.Type3 == nil {
			low, high, ok = s.font.Outline(code).Box()
		}
		g.ink, g.inked = layout.Rect{X0: low.X, Y0: low.Y, X1: high.X, Y1: high.Y}, ok
	})
	return g.ink, g.inked
}

// Math implements layout.Shapes.
func (s *shapes) Math(code uint32) (layout.MathChar, bool) {
	g := s.of(code)
	g.mathOnce.Do(func() {
		c, ok := s.char(code)
		if ok {
			c = s.styled(s.seen(c, code))
		}
		g.math, g.known = c, ok
	})
	return g.math, g.known
}
