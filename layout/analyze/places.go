package analyze

import "github.com/pagelift/pagelift/layout"

// place notes that glyph g shows what is written from start.
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
