package content

import (
	"math"
	"slices"
	"unicode"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// pen is the position on the baseline while a run is shown.
type pen struct {
	x, y         float64 // page space, where the run begins
	stepX, stepY float64 // page space per unit of text space along the baseline
	at           float64 // units of text space moved since
	low, high    float64 // where the first and the last glyph stand, in the same units
	advance      float64 // points along the baseline per em of glyph width
}

// show paints the strings of elems and makes their moves, as one run (ISO 32000-2 clause 9.4.3). elems are
// operands of the current operator.
func (in *interp) show(elems []operand) {
	t := &in.gs.text
	if t.font == nil {
		in.b.warn(warnMissing, "text without a font")
		t.font = in.useFont(nil)
	}
	m := in.text.tm.mul(in.gs.ctm)
	p := pen{x: m.c*t.rise + m.e, y: m.d*t.rise + m.f, low: math.Inf(1), high: math.Inf(-1)}
	if t.font.font.Vertical {
		p.stepX, p.stepY = m.c, m.d
		p.advance = -math.Abs(t.size) * length(m.c, m.d)
	} else {
		p.stepX, p.stepY = m.a*t.scale, m.b*t.scale
		p.advance = math.Abs(t.size) * length(p.stepX, p.stepY)
	}
	first := len(in.c.Glyphs)
	unmapped := in.unmapped
	lx := in.frame.lex
	thousandth := t.size / 1000
	for i := range elems {
		o := &elems[i]
		switch {
		case o.kind == kindNumber:
			p.at -= o.num * thousandth
		case o.isString():
			in.glyphs(lx.bytes(*o), &p)
		}
	}
	in.advanceText(p.at)
	if len(in.c.Glyphs) > first {
		in.endRun(&m, &p, first, in.unmapped > unmapped)
	}
}

// glyphs appends the glyphs of s and moves the pen.
func (in *interp) glyphs(s []byte, p *pen) {
	if left := limits.Glyphs - in.b.glyphs; len(s) > left {
		s = s[:max(left, 0)]
		in.b.stop("glyphs")
	}
	before := len(in.c.Glyphs)
	in.c.Glyphs = slices.Grow(in.c.Glyphs, len(s))
	if codes := in.gs.text.font.font.Codes(); codes.Bytes > 0 {
		s = in.evenGlyphs(codes, s, p)
	}
	in.unevenGlyphs(s, p)
	in.b.glyphs += len(in.c.Glyphs) - before
}

// evenGlyphs is glyphs for codes that all have the same length. It returns the rest that is too short for a code.
// Nearly all text goes through here, so this loop decides how long a book takes.
func (in *interp) evenGlyphs(codes font.Codes, s []byte, p *pen) []byte {
	t := &in.gs.text
	use := t.font
	size, charSpace, wordSpace := t.size, t.charSpace, t.wordSpace
	at, low, high := p.at, p.low, p.high
	before := len(in.c.Glyphs)
	out := in.c.Glyphs[before : before+len(s)/codes.Bytes]
	for i := range out {
		code := uint32(s[0])
		rest := s[1:]
		if codes.Bytes == 2 {
			code = code<<8 | uint32(rest[0])
			rest = rest[1:]
		}
		width, char, ok := codes.At(code)
		if !ok {
			ch, _ := use.font.Next(s)
			width, char = ch.Width, ch.Rune
		}
		if at < low {
			low = at
		}
		if at > high {
			high = at
		}
		g := &out[i]
		g.X, g.Y = coord(p.x+at*p.stepX), coord(p.y+at*p.stepY)
		g.Advance = coord(float64(width) * p.advance)
		g.Char, g.Code = char, code
		if char < 0 {
			g.Char = in.textOf(use, char, g)
		}
		at += float64(width)*size + charSpace
		if code == ' ' && codes.Bytes == 1 {
			at += wordSpace
		}
		s = rest
	}
	p.at, p.low, p.high = at, low, high
	in.c.Glyphs = in.c.Glyphs[:before+len(out)]
	return s
}

// unevenGlyphs is glyphs for codes of any length.
func (in *interp) unevenGlyphs(s []byte, p *pen) {
	if len(s) == 0 {
		return
	}
	t := &in.gs.text
	use := t.font
	f := use.font
	size, charSpace, wordSpace := t.size, t.charSpace, t.wordSpace
	at, low, high := p.at, p.low, p.high
	out := in.c.Glyphs
	for len(s) > 0 {
		ch, n := f.Next(s)
		s = s[n:]
		if at < low {
			low = at
		}
		if at > high {
			high = at
		}
		out = append(out, layout.Glyph{
			X: coord(p.x + at*p.stepX), Y: coord(p.y + at*p.stepY),
			Advance: coord(float64(ch.Width) * p.advance), Char: ch.Rune, Code: ch.Code,
		})
		if ch.Rune < 0 {
			out[len(out)-1].Char = in.textOf(use, ch.Rune, &out[len(out)-1])
		}
		at += float64(ch.Width)*size + charSpace
		if ch.Space {
			at += wordSpace
		}
	}
	p.at, p.low, p.high = at, low, high
	in.c.Glyphs = out
}

// textKey identifies a text that stands for a glyph.
type textKey struct {
	font int32 // Content.Fonts
	char rune  // of font.Char
}

// textOf converts a negative Char.Rune of the font to one of the page. A glyph whose text is not known is counted.
// It is painted if its font is Type 3.
func (in *interp) textOf(use *fontUse, char rune, g *layout.Glyph) rune {
	if sign := use.signOf(char, g); sign != 0 {
		return sign
	}
	key := textKey{use.index, char}
	i, ok := in.texts[key]
	if !ok {
		text, known := use.font.String(char)
		i = int32(len(in.c.Strings)) << 1
		if !known {
			i |= 1
		}
		in.c.Strings = append(in.c.Strings, text)
		in.texts[key] = i
	}
	if i&1 != 0 {
		in.unmapped++
		if use.font.Type3 != nil {
			in.procs = append(in.procs, glyphProc{g.Code, g.X, g.Y})
		}
	}
	return ^(i >> 1)
}

// signOf returns the sign of mathematics that a glyph shows whose text is not known: parenleftbig1 and C0 are
// names without a meaning for readers of text. It returns 0 for other glyphs and for pieces of a large sign. It
// also returns 0 for marks that are set over another sign: they have no advance, or combine.
func (u *fontUse) signOf(char rune, g *layout.Glyph) rune {
	if _, known := u.font.String(char); known || g.Advance == 0 {
		return 0
	}
	sign, ok := u.face.Shapes.Math(g.Code)
	if !ok || sign.Piece != layout.Whole || unicode.Is(unicode.Mn, sign.Char) {
		return 0
	}
	return sign.Char
}

// advanceText moves the text matrix by at units along the baseline.
func (in *interp) advanceText(at float64) {
	t, m := &in.gs.text, &in.text.tm
	e, f := m.e, m.f
	if t.font.font.Vertical {
		e += at * m.c
		f += at * m.d
	} else {
		e += at * t.scale * m.a
		f += at * t.scale * m.b
	}
	if usable(e, f) {
		m.e, m.f = e, f
	} else {
		in.damage++
	}
}

// endRun adds a run of the glyphs from first on. m maps to page space from the text matrix at the beginning of the
// run.
func (in *interp) endRun(m *matrix, p *pen, first int, unmapped bool) {
	c, t := in.c, &in.gs.text
	if !in.b.item() {
		c.Glyphs = c.Glyphs[:first]
		return
	}
	t.font.raiseDigits(c.Glyphs[first:])
	em, up := t.size*t.font.em, 1.0
	if t3 := t.font.font.Type3; t3 != nil && t3.Over {
		up = -1
	}
	run := layout.Run{
		First: int32(first), Count: int32(len(c.Glyphs) - first), Font: t.font.index,
		Paint: in.paint(strokes(t.mode)), Clip: in.gs.clip, Mark: in.mark,
		Em:         [4]float32{coord(m.a * t.scale * em), coord(m.b * t.scale * em), coord(m.c * em * up), coord(m.d * em * up)},
		Size:       coord(math.Abs(em) * length(m.c, m.d)),
		RenderMode: t.mode, Origin: in.origin, Flags: in.markFlags,
	}
	spacing := math.Copysign(length(p.stepX, p.stepY), t.size)
	if t.font.font.Vertical {
		run.Flags |= layout.VerticalMode
		spacing = -spacing
	}
	run.CharSpace, run.WordSpace = coord(t.charSpace*spacing), coord(t.wordSpace*spacing)
	if unmapped {
		run.Flags |= layout.Unmapped
	}
	box := p.core(&run)
	run.Flags |= in.visibility(&run, box)
	c.Items = append(c.Items, layout.Item{Kind: layout.KindRun, Index: int32(len(c.Runs))})
	c.Runs = append(c.Runs, run)
	in.boxes = append(in.boxes, box)
	if t.mode >= 4 {
		in.clipLater(&run, box)
	}
	if len(in.procs) > 0 {
		in.paintProcs(m)
	}
}
