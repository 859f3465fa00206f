package analyze

import (
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
)

// place records that glyph g shows the text written from start on.
func (s *writeStage) place(g *glyph, start int) {
	w := &s.out
	p := layout.Place{Start: int32(start), End: int32(len(w.text)), Glyph: g.from, Count: 1}
	if isSign(g.char) {
		p.Glyph, p.Count = -1, 0
	} else if at := s.runs[g.run].actual; at >= 0 && !s.actual[at].keep {
		p.Count = s.actual[at].count
	}
	if p.Start < p.End {
		w.places = append(w.places, p)
	}
}

// joinPlaces joins neighbouring places, such as those of a word, whose glyphs follow one another and show
// their own text. No place reaches over the end of a span.
func (s *writeStage) joinPlaces(at *layout.Line) {
	w := &s.out
	places, spans := w.places[at.FirstPlace:], w.spans[at.FirstSpan:]
	if len(places) < 2 {
		return
	}
	joined := places[:1]
	own := s.showsOwn(&places[0])
	for i := 1; i < len(places); i++ {
		p, last := places[i], &joined[len(joined)-1]
		for len(spans) > 0 && spans[0].Start < p.Start {
			spans = spans[1:]
		}
		before, begins := own, len(spans) > 0 && spans[0].Start == p.Start
		own = s.showsOwn(&p)
		if own && before && !begins && last.End == p.Start && last.Glyph+last.Count == p.Glyph {
			last.End, last.Count = p.End, last.Count+1
			continue
		}
		joined = append(joined, p)
	}
	w.places = w.places[:int(at.FirstPlace)+len(joined)]
}

// showsOwn reports whether a place is one glyph that shows its own text, and no space.
func (s *writeStage) showsOwn(p *layout.Place) bool {
	if p.Glyph < 0 || p.Count != 1 || int(p.Glyph) >= len(s.c.Glyphs) {
		return false
	}
	text, char := s.out.text[p.Start:p.End], s.c.Glyphs[p.Glyph].Char
	if char < 0 {
		i := int(^char)
		return i < len(s.c.Strings) && string(text) == s.c.Strings[i] && !strings.Contains(s.c.Strings[i], " ")
	}
	r, size := utf8.DecodeRune(text)
	return r == char && size == len(text) && r != ' '
}
