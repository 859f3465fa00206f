package svg

import (
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
)

// pendingText is a line of text that the next run may continue.
type pendingText struct {
	key    styleKey
	em     [4]float32 // Em of the run divided by its size
	size   float32
	start  layout.Point // of the baseline
	end    float32      // the end of the last glyph, along the baseline
	spaced bool         // the letters have extra space between them
	text   []byte
	chars  int
	active bool
}

const (
	// spaceGap is the least gap between two glyphs that is a space without a character, in ems.
	spaceGap = 0.18
	// apartGap is the least gap from which text becomes an element of its own, in ems: such texts
	// are labels of neighbouring columns and not words of a line.
	apartGap = 1.2
	// exactGap is the least gap from which each glyph gets its exact place, in ems.
	exactGap = 0.02
	// backGap is how far a glyph may begin before the end of the one before it, in ems. Kerning
	// moves glyphs by less.
	backGap = 0.25
	// baselineOff is the greatest distance between the baselines of one line, in ems.
	baselineOff = 0.02
	// letterSpace is the least character spacing that is visible on purpose, in ems.
	letterSpace = 0.05
)

// addRun writes the visible part of r if the middle of r lies in the picture.
func (v *canvas) addRun(r *layout.Run) {
	const gone = layout.Unseen &^ layout.Tiny
	first, end := max(r.First, 0), int64(max(r.First, 0))+int64(max(r.Count, 0))
	if r.Flags&gone != 0 || end > int64(len(v.c.Glyphs)) || r.Count <= 0 {
		return
	}
	glyphs := v.c.Glyphs[first:end]
	op := runOp(r.RenderMode, v.paint(r.Paint))
	if op == 0 || !(r.Size >= smallestType && r.Size <= farAway) || !v.middleIn(r, glyphs) {
		return
	}
	v.flushPath()
	box := v.textBox(r, glyphs)
	v.enterFor(v.effectOf(v.paint(r.Paint), r.Clip, box))
	v.strikes(op, v.paint(r.Paint), v.inView(box))
	font := int32(len(v.c.Fonts)) // no font
	if r.Font >= 0 && int(r.Font) < len(v.c.Fonts) && v.c.Fonts[r.Font] != nil {
		font = r.Font
	}
	key := styleKey{paint: r.Paint, op: op, font: font, size: units(r.Size)}
	for i := range glyphs {
		v.addGlyph(r, key, &glyphs[i])
	}
}

// smallestType is the size of the smallest text that is written, in points.
const smallestType = 0.5

// runOp returns how text is painted in a render mode (ISO 32000-2 clause 9.3.6). Text that only
// clips is painted, too, since the purpose of the clip is to show it.
func runOp(mode uint8, p *layout.Paint) (op layout.PaintOp) {
	switch mode {
	case 0, 4, 7:
		op = layout.Fill
	case 1, 5:
		op = layout.Stroke
	case 2, 6:
		op = layout.Fill | layout.Stroke
	}
	if !(p.FillAlpha > 0) {
		op &^= layout.Fill
	}
	if !(p.StrokeAlpha > 0) {
		op &^= layout.Stroke
	}
	return op
}

// middleIn reports whether the middle of the run lies in the picture.
func (v *canvas) middleIn(r *layout.Run, glyphs []layout.Glyph) bool {
	box := v.textBox(r, glyphs)
	x, y := (box.X0+box.X1)/2, (box.Y0+box.Y1)/2
	return x >= v.view.X0 && x <= v.view.X1 && y >= v.view.Y0 && y <= v.view.Y1
}

// textBox returns the approximate box of the run. Its height is that of letters without ascenders.
func (v *canvas) textBox(r *layout.Run, glyphs []layout.Glyph) layout.Rect {
	const middle = 0.5
	a, b := &glyphs[0], &glyphs[len(glyphs)-1]
	x, y := b.X, b.Y
	if wide := length(r.Em[0], r.Em[1]); wide > 0 && r.Flags&layout.VerticalMode == 0 {
		x, y = x+b.Advance*r.Em[0]/wide, y+b.Advance*r.Em[1]/wide
	}
	upX, upY := r.Em[2]*middle, r.Em[3]*middle
	return layout.Rect{
		X0: min(a.X, x, a.X+upX, x+upX), Y0: min(a.Y, y, a.Y+upY, y+upY),
		X1: max(a.X, x, a.X+upX, x+upX), Y1: max(a.Y, y, a.Y+upY, y+upY),
	}
}

// addGlyph adds a glyph to the current line, or begins a line with it.
func (v *canvas) addGlyph(r *layout.Run, key styleKey, g *layout.Glyph) {
	text, ok := v.glyphText(g)
	if !ok {
		v.addShape(r, key, g)
		return
	}
	t := &v.text
	em := [4]float32{r.Em[0] / r.Size, r.Em[1] / r.Size, r.Em[2] / r.Size, r.Em[3] / r.Size}
	along := float32(0)
	if t.active {
		var off float32
		along, off = t.place(g)
		gap := (along - t.end) / t.size
		switch {
		case key != t.key || em != t.em || r.Flags&layout.VerticalMode != 0 || !(abs(off) <= baselineOff*t.size):
			v.flushText()
		case v.exact && !(abs(gap) <= exactGap), !(gap <= apartGap && gap >= -backGap):
			v.flushText()
		case gap > spaceGap && text != " " && t.text[len(t.text)-1] != ' ':
			t.text = append(t.text, ' ')
			t.chars++
		}
	}
	if !t.active {
		if text == " " {
			return
		}
		v.flushPath() // outlines of glyphs
		*t = pendingText{key: key, em: em, size: r.Size, start: layout.Point{X: g.X, Y: g.Y}, text: t.text[:0], active: true}
		t.spaced = r.CharSpace > letterSpace*r.Size
		along = 0
	}
	if text == " " && t.text[len(t.text)-1] == ' ' {
		return
	}
	t.text = append(t.text, text...)
	t.chars += utf8.RuneCountInString(text)
	t.end = along + g.Advance
}

// place returns the distance of a glyph along the baseline, and its distance from the baseline.
func (t *pendingText) place(g *layout.Glyph) (along, off float32) {
	dx, dy := g.X-t.start.X, g.Y-t.start.Y
	if wide := length(t.em[0], t.em[1]); wide > 0 {
		x, y := t.em[0]/wide, t.em[1]/wide
		return dx*x + dy*y, dy*x - dx*y
	}
	return dx, dy
}

// glyphText returns the text of a glyph. ok is false if the text is unknown, and for characters
// that no font of a reader has.
func (v *canvas) glyphText(g *layout.Glyph) (text string, ok bool) {
	if g.Char >= 0 {
		return string(g.Char), g.Char >= ' ' && !unicode.Is(unicode.Co, g.Char)
	}
	if i := int(^g.Char); i < len(v.c.Strings) && v.c.Strings[i] != "" {
		return v.c.Strings[i], true
	}
	return "", false
}

// flushText writes the line of text.
func (v *canvas) flushText() {
	t := &v.text
	if !t.active {
		return
	}
	t.active = false
	for len(t.text) > 0 && t.text[len(t.text)-1] == ' ' {
		t.text = t.text[:len(t.text)-1]
	}
	if len(t.text) == 0 {
		return
	}
	if v.exact {
		v.hold(v.held.effect, v.view, func() { v.writeText(t) })
		return
	}
	v.writeText(t)
}

func (v *canvas) writeText(t *pendingText) {
	v.element("<text", v.styleOf(t.key))
	v.placeText(t)
	v.out = append(v.out, '>')
	v.out = escape(v.out, logical(string(t.text)))
	v.out = append(v.out, "</text>"...)
	v.node(len(v.out))
}

// placeText appends the place and the width of the line. A line that is turned or slanted has a
// transformation of its own.
func (v *canvas) placeText(t *pendingText) {
	x, y := t.start.X-v.at.X, t.start.Y-v.at.Y
	wide := length(t.em[0], t.em[1])
	if upright(t.em) {
		v.out = attribute(v.out, "x", x)
		v.out = attribute(v.out, "y", y)
		wide = 1
	} else {
		v.out = append(v.out, ` transform="matrix(`...)
		for _, f := range [4]float32{t.em[0], t.em[1], -t.em[2], -t.em[3]} {
			v.out = append(fine(v.out, f), ' ')
		}
		v.out = append(number(v.out, x), ' ')
		v.out = append(number(v.out, y), `)"`...)
	}
	if t.chars < 2 || !(wide > 0) || !(t.end > 0) {
		return
	}
	v.out = attribute(v.out, "textLength", t.end/wide)
	if !t.spaced {
		v.out = append(v.out, ` lengthAdjust="spacingAndGlyphs"`...)
	}
}

// upright reports whether em, divided by its size, is that of upright text. The text may be wider
// or narrower than its font, which its length gives.
func upright(em [4]float32) bool {
	const lean = 1e-3
	return em[0] > 0 && abs(em[1]) < lean && abs(em[2]) < lean && em[3] < 0
}

func length(x, y float32) float32 { return float32(math.Hypot(float64(x), float64(y))) }

func abs(v float32) float32 { return max(v, -v) }

// fontStyle appends the generic family, the size and the style of a font.
func (v *canvas) fontStyle(out []byte, key styleKey) []byte {
	family, bold, italic := "sans-serif", false, false
	if int(key.font) < len(v.c.Fonts) {
		f := v.c.Fonts[key.font]
		switch bold, italic = f.Bold, f.Italic; {
		case f.Mono:
			family = "monospace"
		case f.Serif:
			family = "serif"
		}
	}
	out = append(out, ` font-family="`+family+`" font-size="`...)
	out = append(hundredths(out, key.size), '"')
	if bold {
		out = append(out, ` font-weight="bold"`...)
	}
	if italic {
		out = append(out, ` font-style="italic"`...)
	}
	return out
}
