package layout

// Place says which glyphs of the page show a stretch of its text.
type Place struct {
	Start, End int32 // Page.Text
	Glyph      int32 // Content.Glyphs: the first of them; -1: none, where a control of a form or a picture stands
	Count      int32 // how many, from there; above 1 where an ActualText stands for them
}

// LinePlaces are the places of line i in the order of its text.
func (p *Page) LinePlaces(i int) []Place {
	l := &p.Lines[i]
	return p.Places[l.FirstPlace : l.FirstPlace+l.PlaceCount]
}

// place notes that glyph g shows what is written from start.
func (s *scratch) place(g *glyph, start int) {
	w := &s.out
	p := Place{Start: int32(start), End: int32(len(w.text)), Glyph: g.from, Count: 1}
	if isSign(g.char) {
		p.Glyph, p.Count = -1, 0
	} else if at := s.runs[g.run].actual; at >= 0 && !s.actual[at].keep {
		p.Count = s.actual[at].count
	}
	if p.Start < p.End {
		w.places = append(w.places, p)
	}
}
