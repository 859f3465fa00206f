package analyze

import (
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// writePlain writes the glyphs of a line from left to right.
func (s *writeStage) writePlain(glyphs []glyph, at *layout.Line) {
	w := &s.out
	for n := 0; n < len(glyphs); n++ {
		g := &glyphs[n]
		w.space = n > 0 && g.flags&wordStart != 0
		if w.space {
			w.endWord()
			w.pad(g.u0 - w.u1)
		}
		s.writeGlyph(g, g.char, at)
		n += s.writeAlike(glyphs[n+1:])
	}
}

// writeAlike writes as many of the next glyphs as look like the one before them and stand for one
// character each. Most glyphs and words are such. It returns how many it wrote.
func (s *writeStage) writeAlike(glyphs []glyph) int {
	w := &s.out
	run, v, flags, link := w.run, w.v, w.flags, w.spans[len(w.spans)-1].Link
	linked := len(s.links.near) > 0
	if w.placing || len(s.under) > 0 || linked && (w.frame.cos != 1 || w.frame.sin != 0) {
		return 0
	}
	linked = linked && len(s.links.level) > 0
	text, u0, u1 := w.text, w.u0, w.u1
	n := 0
	for ; n < len(glyphs); n++ {
		g := &glyphs[n]
		if g.run != run || g.v != v || g.flags&repeated != flags {
			break
		}
		if uint32(g.char) >= utf8.RuneSelf && !isOrdinary(g.char) || linked && s.links.at((g.u0+g.u1)/2) != link {
			break
		}
		if g.flags&wordStart != 0 {
			w.text, w.u0, w.u1 = text, u0, u1
			w.nextWord(&s.runs[run], v, g.u0-u1)
			text, u0, u1 = w.text, g.u0, g.u1
		}
		if g.u0 < u0 {
			u0 = g.u0
		}
		if g.u1 > u1 {
			u1 = g.u1
		}
		if g.char < utf8.RuneSelf {
			text = append(text, byte(g.char))
		} else {
			text = utf8.AppendRune(text, g.char)
		}
	}
	w.text, w.u0, w.u1 = text, u0, u1
	return n
}

// isOrdinary reports whether a character is written as it is.
func isOrdinary(r rune) bool {
	return r >= 0 && r != chars.SoftHyphen && (r < presentationForms || r > lastPresentationForm)
}

// nextWord closes the open word and opens another in the same span, in the same run and on baseline v, gap
// behind it.
func (w *writer) nextWord(info *runInfo, v, gap float32) {
	w.endWord()
	w.pad(gap)
	w.text = append(w.text, ' ')
	w.beginWord(0)
	w.top, w.low = v-info.ascent, v+info.descent
}
