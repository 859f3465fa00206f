package analyze

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// writer builds the text of a page and the words, spans and lines in it.
type writer struct {
	text   []byte
	styles []layout.Style
	spans  []layout.Span
	words  []layout.Word
	lines  []layout.Line
	counts []int32 // by style, for the line at hand

	placing bool // Options.KeepPlaces
	places  []layout.Place

	frame    *frame
	line     *line
	open     bool // a span is open
	inWord   bool
	space    bool // a space comes before the next glyph
	u0, u1   float32
	top, low float32 // extent of the open word across the baseline
	run      int32   // run of the last glyph
	v        float32 // baseline of the last glyph
	flags    glyphFlags
}

func (w *writer) reset() {
	w.text, w.styles, w.spans = w.text[:0], w.styles[:0], w.spans[:0]
	w.words, w.lines, w.places = w.words[:0], w.lines[:0], w.places[:0]
}

// writeLine adds line l.
func (s *writeStage) writeLine(l *line) {
	w := &s.out
	w.frame, w.line = &s.frames[l.frame], l
	w.open, w.inWord, w.space, w.run = false, false, false, -1
	s.findLinked(l)
	s.findUnderlines(l)
	s.markFractions(s.glyphsOf(l))
	var at *layout.Line
	w.lines, at = added(w.lines)
	at.Start, at.FirstSpan, at.FirstWord = int32(len(w.text)), int32(len(w.spans)), int32(len(w.words))
	at.FirstPlace = int32(len(w.places))
	at.Bullet = l.sign
	at.Baseline, at.Gap, at.Rotation, at.Artifact = l.v, l.gap, w.frame.turn, true
	if w.frame.vertical {
		at.Rotation, at.Direction = (w.frame.turn+turns-90)%turns, layout.TopToBottom
	}
	if l.rtl && !w.frame.vertical {
		items, rightToLeft := s.logical(l)
		if rightToLeft {
			at.Direction = layout.RightToLeft
		}
		s.writeItems(items, at)
	} else {
		s.writePlain(s.glyphsOf(l), at)
	}
	w.endWord()
	s.finish(at)
}

// fractionSlash is the solidus of fractions, U+2044. It keeps them fractions wherever the text goes.
const fractionSlash = '\u2044'

// markFractions gives fractions with raised and lowered digits the solidus of fractions:
//
//	³⁄₈    3 raised, /, 8 lowered
func (s *writeStage) markFractions(glyphs []glyph) {
	v := s.out.line.v
	for n := 1; n+1 < len(glyphs); n++ {
		over, under := &glyphs[n-1], &glyphs[n+1]
		if glyphs[n].char == '/' && chars.IsDigit(over.char) && chars.IsDigit(under.char) &&
			s.looksOf(over, v-over.v)&looksRaised != 0 && s.looksOf(under, v-under.v)&looksLowered != 0 {
			glyphs[n].char = fractionSlash
		}
	}
}

func (s *writeStage) writeItems(items []item, at *layout.Line) {
	w := &s.out
	for _, it := range items {
		if it.glyph < 0 {
			w.space = true
			continue
		}
		g := &s.glyphs[w.line.first+it.glyph]
		char := g.char
		if it.mirror && char >= 0 {
			char = mirrored(char)
		}
		s.writeGlyph(g, char, at)
		w.space = false
	}
}

// finish closes the current line.
func (s *writeStage) finish(at *layout.Line) {
	w := &s.out
	if w.line.fancy && !norm.NFC.IsNormal(w.text[at.Start:]) {
		w.normalise(at)
	}
	at.End = int32(len(w.text))
	at.SpanCount = int32(len(w.spans)) - at.FirstSpan
	at.WordCount = int32(len(w.words)) - at.FirstWord
	s.joinPlaces(at)
	at.PlaceCount = int32(len(w.places)) - at.FirstPlace
	if at.SpanCount > 0 {
		w.spans[len(w.spans)-1].End = at.End
	}
	w.measureWords(at)
	at.Style = w.usualStyle(w.spans[at.FirstSpan:])
	if w.line.smallCaps {
		at.Style = w.largestStyle(w.spans[at.FirstSpan:])
	}
	at.Size = w.styles[at.Style].Size
}

// measureWords sets the fields of a line that depend on its words.
func (w *writer) measureWords(at *layout.Line) {
	words := w.words[at.FirstWord:]
	for i := range words {
		box := &words[i].Box
		switch i {
		case 0:
			at.SecondWord = box.X0
		case 1:
			at.SecondWord, at.FirstGap = box.X0, box.X0-words[0].Box.X1
		default:
			if gap := box.X0 - words[i-1].Box.X1; gap > at.WideGap {
				at.WideGap = gap
			}
		}
		at.Box = at.Box.Union(*box)
	}
}

// writeGlyph adds glyph g, shown as char.
func (s *writeStage) writeGlyph(g *glyph, char rune, at *layout.Line) {
	w := &s.out
	info := &s.runs[g.run]
	if w.space {
		w.endWord()
	}
	s.look(g, at)
	if !w.inWord {
		w.beginWord(g.u0)
	}
	w.u0, w.u1 = min(w.u0, g.u0), max(w.u1, g.u1)
	w.top, w.low = min(w.top, g.v-info.ascent), max(w.low, g.v+info.descent)
	start := len(w.text)
	switch {
	case char >= 0 && char < utf8.RuneSelf:
		w.text = append(w.text, byte(char))
	case char >= 0:
		switch char {
		case layout.FieldSign:
			s.noteField(g)
		case layout.PictureSign:
			s.noteInset(g)
		case layout.FormulaSign:
			s.noteFormula(g)
		}
		w.writeRune(char, s.isLast(g))
	default:
		w.writeText(s.text(char), g)
	}
	if w.placing {
		s.place(g, start)
	}
}

// isLast reports whether g ends the current line.
func (s *writeStage) isLast(g *glyph) bool {
	l := s.out.line
	return g == &s.glyphs[l.first+l.count-1]
}

// The presentation forms of Arabic and of vertical lines, and what lies between.
const (
	presentationForms    = 0xFB50
	lastPresentationForm = 0xFEFE
)

// writeRune adds a character that is not ASCII.
func (w *writer) writeRune(r rune, last bool) {
	switch {
	case r == chars.SoftHyphen && !last:
		// Fonts often show their hyphen under this code; only at the end of a line
		// does it mean what it says.
		w.text = append(w.text, '-')
	case r >= presentationForms && r < 0xFDF0, r >= 0xFE70 && r <= lastPresentationForm, isVerticalForm(r):
		w.writeBase(r)
	default:
		w.text = utf8.AppendRune(w.text, r)
	}
}

// isVerticalForm reports whether r is punctuation shaped for vertical lines.
func isVerticalForm(r rune) bool { return r >= 0xFE10 && r <= 0xFE19 || r >= 0xFE30 && r <= 0xFE44 }

// writeBase adds the characters that a presentation form stands for. Forms
// of marks alone decompose to a space and the mark; the space is left out.
func (w *writer) writeBase(r rune) {
	var in, out [32]byte
	for _, c := range norm.NFKC.Append(out[:0], utf8.AppendRune(in[:0], r)...) {
		if c != ' ' {
			w.text = append(w.text, c)
		}
	}
}

// writeText adds the text of a glyph that stands for several characters, which
// may be several words when it is an ActualText.
func (w *writer) writeText(t string, g *glyph) {
	left, width := g.u0, g.u1-g.u0
	started, space := false, false
	for i, r := range t {
		switch {
		case chars.IsSpace(r):
			space = started
			continue
		case chars.IsNothing(r), isSign(r):
			continue
		}
		if space {
			// The box of each word is its share of the glyph.
			cut := left + width*float32(i)/float32(len(t))
			w.u1 = max(w.u0, cut)
			top, low := w.top, w.low
			w.endWord()
			w.text = append(w.text, ' ')
			w.beginWord(cut)
			w.u1, w.top, w.low = g.u1, top, low
			space = false
		}
		started = true
		w.writeRune(r, r == chars.SoftHyphen && i+2 == len(t))
	}
}

// beginWord opens a word. The space before it is in the text already.
func (w *writer) beginWord(u float32) {
	w.inWord = true
	var word *layout.Word
	w.words, word = added(w.words)
	word.Start = int32(len(w.text))
	w.u0, w.u1, w.top, w.low = u, u, farAway, -farAway
}

// endWord closes the open word, if there is one.
func (w *writer) endWord() {
	if !w.inWord {
		return
	}
	word := &w.words[len(w.words)-1]
	word.End = int32(len(w.text))
	word.Box = w.frame.toPage(w.u0, w.top, w.u1, w.low)
	w.inWord = false
}
