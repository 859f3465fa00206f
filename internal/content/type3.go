package content

import (
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// glyphProc is a Type 3 glyph without Unicode. All that is known of it is what its procedure paints, so that is
// recorded beside the glyph.
type glyphProc struct {
	code uint32
	x, y float32
}

// paintProcs paints the procedures in.procs (ISO 32000-2 clause 9.6.4), in the current font. m maps from the text
// matrix to page space.
func (in *interp) paintProcs(m *matrix) {
	procs := in.procs
	in.procs = nil // a procedure may show text of Type 3 fonts itself
	flags := in.markFlags
	in.markFlags |= layout.PaintedGlyph
	t := in.gs.text
	type3 := t.font.font.Type3
	outer := in.frame.scope
	sc := outer
	if type3.HasRes {
		sc = in.scopeOf(type3.Resources)
	}
	fm := type3.Matrix
	for _, p := range procs {
		if in.b.stopped || t.mode == 3 || in.hidden > 0 {
			break
		}
		if in.b.procs++; in.b.procs > limits.GlyphProcs {
			in.b.warn(warnTruncated, "too many Type 3 glyphs without Unicode")
			break
		}
		stream := type3.Procs[p.code&0xFF]
		if stream == nil || !in.enter(stream.Ref) {
			continue
		}
		outside, text := in.gs, in.text
		place := matrix{m.a * t.scale * t.size, m.b * t.scale * t.size, m.c * t.size, m.d * t.size, float64(p.x), float64(p.y)}
		in.gs.ctm = matrix{fm[0], fm[1], fm[2], fm[3], fm[4], fm[5]}.mul(place)
		in.gs.restyle()
		colorless := in.colorless
		in.stream(in.decode(stream), sc)
		in.colorless, in.gs, in.text = colorless, outside, text
		in.leave()
	}
	in.procs, in.markFlags = procs[:0], flags
}

const (
	// plainEm is how far from 1 an em may be, as a factor, before it counts as measured in other units. Honest
	// fonts are between a half and twice.
	plainEm = 2.5
	// outlineUnit is the largest unit of outlines in ems: a thousandth, as writers round it. Browsers make
	// described Type 3 fonts from parts of OpenType fonts. A part with nothing but high brackets has a box of
	// three honest ems.
	outlineUnit = 0.00101
	// widestMean is the largest mean advance of the glyphs of a font, in heights of its box. If the glyphs are
	// wider, the box is wrong. Some writers give all fonts the box 0 0 1 -1.
	widestMean = 2
	// meanWidth is the mean advance of the glyphs of a text font in ems.
	meanWidth = 0.5
)

// type3Em returns how many units of text space make an em of a Type 3 font. Other fonts have 1 by definition. In a
// Type 3 font the FontMatrix can be anything: bitmap fonts made from TeX have one unit a dot. Then the size of the
// glyphs is estimated by the height of the font's box; top and bottom are its edges in text space. If there is no
// box, or it is too small for the glyphs, their mean width is used.
func type3Em(f *font.Font, top, bottom float64) float64 {
	em := top - bottom
	mean := meanAdvance(f)
	if !(em > 0 && em < maxCoord) || mean > widestMean*em {
		em = mean / meanWidth
	}
	if !(em > 0 && em < maxCoord) || em > 1/plainEm && em < plainEm {
		return 1
	}
	return em
}

// fitType3 changes e, a Type 3 font, so that its em is a true em.
func (e *fontEntry) fitType3(box []float64) {
	f := e.font
	var top, bottom float64
	if b, ok := numbersBox(box); ok {
		unit := f.Type3.Matrix[3]
		if unit < -2*outlineUnit && meanAdvance(f) > widestMean*(b.Y1-b.Y0)*-unit { // the box is wrong
			f.Type3.Over = true
		}
		if f.Type3.Over {
			unit = -unit
		}
		y0, y1 := b.Y0*unit, b.Y1*unit
		top, bottom = max(y0, y1), min(y0, y1)
	}
	e.em = type3Em(f, top, bottom)
	if e.em == 1 {
		return
	}
	e.face.Space /= float32(e.em)
	e.face.XHeight /= float32(e.em)
	if top > bottom {
		e.face.Ascent, e.face.Descent = float32(top/e.em), float32(bottom/e.em)
	}
}

// meanAdvance returns the mean width of the glyphs that have a procedure.
func meanAdvance(f *font.Font) float64 {
	sum, n := 0.0, 0
	for code := range f.Type3.Procs {
		if f.Type3.Procs[code] == nil {
			continue
		}
		if ch, _ := f.Next([]byte{byte(code)}); ch.Width > 0 {
			sum += float64(ch.Width)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
