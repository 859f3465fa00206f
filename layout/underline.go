package layout

import "slices"

// underline is a rule that marks part of the line at hand.
type underline struct {
	u0, u1 float32
	strike bool
}

// sortHorizontal lists the level rulings by their height on the page.
func (s *scratch) sortHorizontal() {
	s.horizon = s.horizon[:0]
	for i := range s.rulings {
		if !s.rulings[i].Vertical {
			s.horizon = append(s.horizon, int32(i))
		}
	}
	slices.SortStableFunc(s.horizon, func(a, b int32) int {
		return compare(s.rulings[a].Box.Y0, s.rulings[b].Box.Y0)
	})
}

// findUnderlines collects the rules just under or through level line l. A rule
// that runs on past the text belongs to a table or separates parts of the page.
func (s *scratch) findUnderlines(l *line) {
	s.under = s.under[:0]
	if f := &s.frames[l.frame]; len(s.horizon) == 0 || f.turn != 0 || f.vertical {
		return
	}
	top, bottom := l.v-strikeTo*l.size, l.v+underlineTo*l.size
	at, _ := slices.BinarySearchFunc(s.horizon, top, func(i int32, y float32) int {
		return compare(s.rulings[i].Box.Y0, y)
	})
	for n := at; n < min(len(s.horizon), at+lineMarks); n++ {
		r := &s.rulings[s.horizon[n]]
		if r.Box.Y0 > bottom {
			return
		}
		drop := ((r.Box.Y0+r.Box.Y1)/2 - l.v) / l.size
		strike := -drop >= strikeFrom && -drop <= strikeTo
		if !strike && (drop < underlineFrom || drop > underlineTo) {
			continue
		}
		if s.marksText(l, r.Box.X0, r.Box.X1) {
			s.under = append(s.under, underline{r.Box.X0, r.Box.X1, strike})
		}
	}
}

// marksText reports that both ends of a rule are near ends of words of l.
func (s *scratch) marksText(l *line, u0, u1 float32) bool {
	slack := underlineEnd * l.em
	if u0 < l.u0-slack || u1 > l.u1+slack {
		return false
	}
	begins, ends := false, false
	glyphs := s.glyphsOf(l)
	for i := range glyphs {
		g := &glyphs[i]
		begins = begins || abs(g.u0-u0) <= slack
		ends = ends || abs(g.u1-u1) <= slack
		if begins && ends {
			return true
		}
	}
	return false
}

// marked is what the rules of the line say of glyph g.
func (s *scratch) marked(g *glyph) (under, strike bool) {
	middle := (g.u0 + g.u1) / 2
	for _, m := range s.under {
		if middle >= m.u0 && middle <= m.u1 {
			under, strike = under || !m.strike, strike || m.strike
		}
	}
	return under, strike
}
