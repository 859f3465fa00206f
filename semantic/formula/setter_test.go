package formula_test

import (
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// set is a piece of mathematics as TeX sets it: glyphs and bars around an origin at
// the left end of its baseline, y down.
type set struct {
	glyphs []layout.FormulaGlyph
	bars   []layout.Rect
	width  float32
	top    float32 // over the baseline, positive
	bottom float32 // under it, positive
}

// em is the size of the letters of a test.
const em = 10

// sign sets one character at a size. Signs that grow hang below their origin, as in the
// fonts of TeX.
func sign(c rune, size float32) set {
	g := layout.FormulaGlyph{Size: size, Advance: .5 * size, MathChar: layout.MathChar{Char: c}}
	top, bottom := float32(.43), float32(0)
	switch {
	case c >= '0' && c <= '9', c >= 'A' && c <= 'Z', strings.ContainsRune("bdfhklt", c):
		top = .68
	case strings.ContainsRune("gpqyj", c):
		bottom = .2
	case strings.ContainsRune("()[]{}|", c):
		top, bottom = .75, .25
		g.Advance = .39 * size
	case strings.ContainsRune("=+<∈", c):
		top, bottom = .55, .05
		g.Advance = .78 * size
	case c == '−' || c == '→':
		top, bottom = .28, -.22
		g.Advance = .78 * size
	case c == ',':
		top, bottom = .1, .2
		g.Advance = .28 * size
	case c == '.' || c == '⋅':
		top = .1
		g.Advance = .28 * size
	case c == '^' || c == '¯':
		top, bottom = .7, -.55
	case c == '′':
		top, bottom = .56, -.05
		g.Advance = .28 * size
	}
	if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
		g.Alphabet = layout.MathItalic
	}
	g.Ink = layout.Rect{X0: .03 * size, X1: g.Advance - .03*size, Y0: -top * size, Y1: bottom * size}
	return set{glyphs: []layout.FormulaGlyph{g}, width: g.Advance, top: top * size, bottom: bottom * size}
}

// large sets a sign from the font of large operators, with its middle on the axis.
func large(c rune, height, size float32) set {
	g := layout.FormulaGlyph{Size: em, Advance: .9 * em, MathChar: layout.MathChar{Char: c}}
	if strings.ContainsRune("()[]{}|", c) {
		g.Advance = .6 * em
	}
	top, bottom := height/2+.25*size, height/2-.25*size
	g.Y = -top
	g.Ink = layout.Rect{X0: .05 * em, X1: g.Advance - .05*em, Y0: -top, Y1: bottom}
	return set{glyphs: []layout.FormulaGlyph{g}, width: g.Advance, top: top, bottom: bottom}
}

// pieces sets a bracket of an upper end, two extenders and a lower end.
func pieces(c rune, height float32) set {
	var s set
	parts := []layout.Piece{layout.Top, layout.Extender, layout.Extender, layout.Bottom}
	step := height / float32(len(parts))
	for i, p := range parts {
		g := large(c, step, em).moved(0, (float32(i)-1.5)*step)
		g.glyphs[0].Piece = p
		s.add(g, 0, 0)
	}
	s.width = .6 * em
	return s
}

func (s set) moved(dx, dy float32) set {
	out := set{width: s.width + dx, top: s.top - dy, bottom: s.bottom + dy}
	for _, g := range s.glyphs {
		g.X, g.Y = g.X+dx, g.Y+dy
		g.Ink = moved(g.Ink, dx, dy)
		out.glyphs = append(out.glyphs, g)
	}
	for _, b := range s.bars {
		out.bars = append(out.bars, moved(b, dx, dy))
	}
	return out
}

func moved(r layout.Rect, dx, dy float32) layout.Rect {
	return layout.Rect{X0: r.X0 + dx, X1: r.X1 + dx, Y0: r.Y0 + dy, Y1: r.Y1 + dy}
}

func (s *set) add(o set, dx, dy float32) {
	o = o.moved(dx, dy)
	s.glyphs = append(s.glyphs, o.glyphs...)
	s.bars = append(s.bars, o.bars...)
	s.width, s.top, s.bottom = max(s.width, o.width), max(s.top, o.top), max(s.bottom, o.bottom)
}

// at sets characters from left to right. Relations and operators have space around them in
// full size, commas have space behind them, an underscore is a comma without space. Text in ' is upright.
func at(text string, size float32) set {
	var s set
	upright := false
	for _, c := range text {
		switch c {
		case '\'':
			upright = !upright
			continue
		case ' ':
			s.width += .33 * size
			continue
		}
		if c == '_' {
			o := sign(',', size)
			s.add(o, s.width, 0)
			continue
		}
		o := sign(c, size)
		if upright {
			o.glyphs[0].Alphabet = layout.Upright
		}
		space := float32(0)
		if strings.ContainsRune("=+−<→∈", c) && size > .9*em {
			space = .25 * size
		}
		s.add(o, s.width+space, 0)
		s.width += space
		if c == ',' {
			s.width += size / 6
		}
	}
	return s
}

func row(parts ...set) set {
	var s set
	for _, p := range parts {
		s.add(p, s.width, 0)
	}
	return s
}

// scripts hangs sub and sup behind a base.
func scripts(base set, sub, sup *set) set {
	s := base
	x := base.width
	if sup != nil {
		s.add(*sup, x, -max(.41*em, base.top-.38*em))
	}
	if sub != nil {
		s.add(*sub, x, max(.2*em, base.bottom+.05*em))
	}
	return s
}

func sup(base, s set) set { return scripts(base, nil, &s) }
func sub(base, s set) set { return scripts(base, &s, nil) }

// frac sets a fraction with a bar of .04 em.
func frac(num, den set, size float32) set {
	var s set
	w := max(num.width, den.width)
	const space = .12 * em // beside the bar
	axis := -.25 * size
	s.add(num, space+(w-num.width)/2, axis-.15*size-num.bottom)
	s.add(den, space+(w-den.width)/2, axis+.15*size+den.top)
	s.bars = append(s.bars, layout.Rect{X0: space, X1: space + w, Y0: axis - .02*size, Y1: axis + .02*size})
	s.width = w + 2*space
	return s
}

// root sets a root with its bar.
func root(s set) set {
	var o set
	height := s.top + s.bottom + .2*em
	r := sign('√', em)
	r.glyphs[0].Ink = layout.Rect{X0: .05 * em, X1: .8 * em, Y0: -s.top - .14*em, Y1: -s.top - .14*em + height}
	r.glyphs[0].Y = -s.top - .14*em
	r.glyphs[0].Advance = .8 * em
	r.width, r.top, r.bottom = .8*em, s.top+.2*em, s.bottom+.1*em
	o.add(r, 0, 0)
	o.add(s, .8*em, 0)
	o.bars = append(o.bars, layout.Rect{X0: .8 * em, X1: .8*em + s.width, Y0: -s.top - .14*em, Y1: -s.top - .1*em})
	return o
}

// limit sets under and over in the middle of a sign.
func limit(base, under, over set) set {
	var s set
	w := max(base.width, under.width, over.width)
	s.add(over, (w-over.width)/2, -base.top-.15*em-over.bottom)
	s.add(base, (w-base.width)/2, 0)
	s.add(under, (w-under.width)/2, base.bottom+.15*em+under.top)
	return s
}

// table sets rows with columns one em apart, their middle on the axis.
func table(rows [][]set) set {
	var s set
	widths := make([]float32, len(rows[0]))
	for _, r := range rows {
		for i, c := range r {
			widths[i] = max(widths[i], c.width)
		}
	}
	for k, r := range rows {
		y := (float32(k)-float32(len(rows)-1)/2)*1.2*em + .1*em
		var x float32
		for i, c := range r {
			s.add(c, x+(widths[i]-c.width)/2, y)
			x += widths[i] + em
		}
	}
	return s
}

// formula returns the set as input for Read.
func (s set) formula() *layout.Formula {
	f := &layout.Formula{Glyphs: s.glyphs, Bars: s.bars, Display: true, Size: em}
	for _, g := range s.glyphs {
		f.Box = f.Box.Union(g.Ink)
	}
	return f
}
