package recognise

import (
	"image"
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/scanimage"
	"github.com/pagelift/pagelift/internal/script"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

// The measures of the font in which recognised words are set, in ems. Its letters have the heights of
// most book faces.
const (
	ascent  = 0.75
	descent = 0.25
	xHeight = 0.48
	// emHeight is the distance from the foot of p to the top of l.
	emHeight = 0.93
)

// writer puts words into the content of a page.
type writer struct {
	c          *layout.Content
	toPage     layout.Matrix
	font       int32
	paint      int32
	cos, sin   float64 // turn a picture that was scanned askew about its middle
	midX, midY float64
}

func newWriter(c *layout.Content, p *picture, w *words) *writer {
	size := p.prepared.Image.Rect.Size()
	sin, cos := math.Sincos(-math.Atan(w.skew))
	return &writer{
		c: c, toPage: p.straight(), cos: cos, sin: sin,
		midX: float64(size.X) / 2, midY: float64(size.Y) / 2,
		font: int32(len(c.Fonts)), paint: int32(len(c.Paints)),
	}
}

// write puts the words into c, together with rules and pictures.
func (w *words) write(c *layout.Content, p *picture, k *ink, rules []scanimage.Ruling, pictures []image.Rectangle) {
	out := newWriter(c, p, w)
	c.Fonts = append(c.Fonts, plainFont, boldFont, fixedFont, boldFixedFont)
	c.Paints = append(c.Paints, layout.Paint{FillAlpha: 1, StrokeAlpha: 1})
	sizes := w.sizes()
	if w.layer {
		rules = w.copy().dropRules(k, rules, sizes)
	} else {
		rules = w.dropRules(k, rules, sizes)
	}
	w.findBullets(k, sizes)
	w.findBold(k, sizes)
	w.findFixed(k)
	if !w.layer {
		w.splitMerged(k)
	}
	out.rules(w.withoutUnderlines(rules, sizes))
	for i := range w.lines {
		if len(w.lines[i].words) == 0 {
			continue // all its words were rules
		}
		w.lines[i].widen(sizes[i])
		w.lines[i].part(sizes[i])
		out.line(&w.lines[i], sizes[i])
	}
	out.showPictures(p, pictures)
}

// The fonts of recognised words. Their IDs are negative; those of the document count up from 0.
var (
	plainFont = &layout.Font{ID: -1, Ascent: ascent, Descent: -descent, XHeight: xHeight}
	boldFont  = &layout.Font{ID: -2, Ascent: ascent, Descent: -descent, XHeight: xHeight, Bold: true}

	fixedFont     = &layout.Font{ID: -3, Ascent: ascent, Descent: -descent, XHeight: xHeight, Mono: true}
	boldFixedFont = &layout.Font{ID: -4, Ascent: ascent, Descent: -descent, XHeight: xHeight, Mono: true, Bold: true}
)

// fixedFonts is the distance from a font to that of fixed width in the list of fonts.
const fixedFonts = 2

// at maps a place of the picture to the straightened page.
func (o *writer) at(x, y float64) layout.Point {
	dx, dy := x-o.midX, y-o.midY
	return o.toPage.Apply(layout.Point{
		X: float32(o.midX + dx*o.cos - dy*o.sin),
		Y: float32(o.midY + dx*o.sin + dy*o.cos),
	})
}

// line writes one line. Its em is em pixels high.
func (o *writer) line(l *line, em float64) {
	size := float32(em) * o.toPage.D
	down, right := l.baselines(em)
	for i := range l.words {
		word := &l.words[i]
		run := layout.Run{
			First: int32(len(o.c.Glyphs)), Font: o.font, Paint: o.paint, Clip: -1, Mark: -1,
			Size: size, Origin: layout.FromOCR, Confidence: word.confidence,
		}
		if word.bold {
			run.Font++
		}
		width := breadth
		if l.pitch > 0 {
			run.Font += fixedFonts
			width = oneBreadth
		}
		box := word.box
		midX, midY := float64(box.Min.X+box.Max.X)/2, float64(box.Min.Y+box.Max.Y)/2
		switch {
		case l.direction == ocr.TopToBottom:
			run.Flags, run.Em = layout.VerticalMode, [4]float32{size, 0, 0, -size}
			o.glyphs(word, width, o.at(midX, float64(box.Min.Y)), layout.Point{Y: o.toPage.D * float32(box.Dy())})
		case l.turn == 90:
			run.Em = [4]float32{0, size, size, 0}
			o.glyphs(word, width, o.at(down, float64(box.Min.Y)), layout.Point{Y: o.toPage.D * float32(box.Dy())})
		case l.turn == 180:
			run.Em = [4]float32{-size, 0, 0, size}
			o.glyphs(word, width, o.at(float64(box.Max.X), down), layout.Point{X: -o.toPage.A * float32(box.Dx())})
		case l.turn == 270:
			run.Em = [4]float32{0, -size, -size, 0}
			o.glyphs(word, width, o.at(down, float64(box.Max.Y)), layout.Point{Y: -o.toPage.D * float32(box.Dy())})
		default:
			run.Em = [4]float32{size, 0, 0, -size}
			// Every line is level on the straightened page. The slope that remains is the bend of a book.
			at := o.at(float64(box.Min.X), midY)
			at.Y = o.at(float64(l.box.Min.X+l.box.Max.X)/2, down+right*float64(l.box.Dx())/2).Y
			o.glyphs(word, width, at, layout.Point{X: o.toPage.A * float32(box.Dx())})
		}
		if i+1 < len(l.words) {
			o.space(word, &l.words[i+1], l, em)
		}
		run.Count = int32(len(o.c.Glyphs)) - run.First
		o.c.Items = append(o.c.Items, layout.Item{Kind: layout.KindRun, Index: int32(len(o.c.Runs))})
		o.c.Runs = append(o.c.Runs, run)
	}
}

// space writes the space between two words of a level line. It writes none in scripts without spaces,
// where engines separate words all the same.
func (o *writer) space(a, b *word, l *line, em float64) {
	gap := b.box.Min.X - a.box.Max.X
	if l.turn != 0 || l.direction == ocr.TopToBottom || len(o.c.Glyphs) == 0 {
		return
	}
	width := o.toPage.A * float32(max(gap, 0))
	last := &o.c.Glyphs[len(o.c.Glyphs)-1]
	if float64(gap) < unspacedGap*em && isUnspaced(a.text, b.text) {
		last.Advance += width
		return
	}
	o.c.Glyphs = append(o.c.Glyphs, layout.Glyph{
		X: last.X + last.Advance, Y: last.Y, Advance: width, Char: ' ', Code: ' ',
	})
}

// unspacedGap is the greatest gap between two words of Chinese or Japanese that is no space, in ems. The
// gaps of justified lines are below, those of columns and tabs are not.
const unspacedGap = 0.6

// isUnspaced reports whether no space belongs between a and b: an ideograph or kana meets another one,
// a digit or a mark.
func isUnspaced(a, b string) bool {
	end, _ := utf8.DecodeLastRuneInString(a)
	start, _ := utf8.DecodeRuneInString(b)
	switch {
	case script.IsIdeographic(end):
		return script.IsIdeographic(start) || !unicode.IsLetter(start)
	case script.IsIdeographic(start):
		return !unicode.IsLetter(end)
	}
	return false
}

// glyphs writes the letters of a word. The first begins at at; along is the vector from the beginning of
// the word to its end. The letters have the widths that the layer gives, otherwise those of breadth.
func (o *writer) glyphs(w *word, breadth func(rune) float32, at, along layout.Point) {
	broad := func(_ int, r rune) float32 { return breadth(r) }
	if len(w.breadths) == w.chars {
		broad = func(i int, _ rune) float32 { return w.breadths[i] }
	}
	total, n := float32(0), 0
	backward := false
	for _, r := range w.text {
		total += broad(n, r)
		n++
		backward = backward || rightToLeft(r)
	}
	length := abs(along.X) + abs(along.Y)
	step := layout.Point{X: along.X / total, Y: along.Y / total}
	if backward { // the first letter stands at the end
		at = layout.Point{X: at.X + along.X, Y: at.Y + along.Y}
	}
	n = 0
	for _, r := range w.text {
		b := broad(n, r)
		n++
		if backward {
			at = layout.Point{X: at.X - b*step.X, Y: at.Y - b*step.Y}
		}
		o.c.Glyphs = append(o.c.Glyphs, layout.Glyph{X: at.X, Y: at.Y, Advance: b * length / total, Char: r, Code: uint32(r)})
		if !backward {
			at = layout.Point{X: at.X + b*step.X, Y: at.Y + b*step.Y}
		}
	}
}

// oneBreadth returns 1, the width of every character in type of fixed width.
func oneBreadth(rune) float32 { return 1 }

// breadth returns the width of a character relative to the others of its word.
func breadth(r rune) float32 {
	switch {
	case unicode.Is(unicode.Mn, r):
		return 0.01 // a combining mark stands over another character but needs a place in the order
	case r > unicode.MaxASCII:
		return 1
	case r == 'm' || r == 'w' || r == 'M' || r == 'W' || r == '@':
		return 1.5
	case r == 'i' || r == 'j' || r == 'l' || r == 't' || r == 'f' || r == 'I' || r < '0' && r > ' ' || r == ':' || r == ';' || r == '|':
		return 0.6
	case r >= 'A' && r <= 'Z':
		return 1.2
	}
	return 1
}

// rightToLeft reports whether r belongs to Hebrew, Arabic or another script from right to left.
func rightToLeft(r rune) bool {
	return r >= 0x590 && r <= 0x8FF && !unicode.IsDigit(r) || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFC
}
