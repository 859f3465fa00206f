package analyze

import (
	"unicode"

	"github.com/pagelift/pagelift/internal/script"
	"github.com/pagelift/pagelift/layout"
)

// strikeGrade says how sure it is that a rule strikes text out.
type strikeGrade uint8

const (
	notStruck    strikeGrade = iota
	struckLikely             // only if the same look strikes out other text of the page
	struckSurely
)

// strikeLooks are the looks of the rules that strike text out on the page: their thickness in points.
type strikeLooks struct {
	thick []float32
	work  int // comparisons on the page so far, see markWork
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A rule that strikes text out ends within strikeEnd ems of the ends of its text. It is at most
	// strikeThick ems thick and stays strikeApart points away from upright rules. It runs through
	// strikeSigns letters and digits, or repeats its look: strikesAlike rules of that look are on the
	// page, among strikesKept looked at. A rule painted under its text runs through strikeUnder of them;
	// one through recognised text, where boxes are rough and noise makes rules, through strikeRead. Both
	// must repeat their look.
	strikeEnd    = 0.25
	strikeThick  = 0.16
	strikeApart  = 1
	strikeSigns  = 2
	strikeUnder  = 3
	strikeRead   = 4
	strikesAlike = 2
	strikesKept  = 1 << 12
	// markWork bounds the comparisons with the rules under and through text. A page of a thousand
	// underlined lines and strikes takes some two million.
	markWork = 1 << 23
)

// spend counts n comparisons and reports whether the page may make them.
func (k *strikeLooks) spend(n int) bool {
	k.work += n
	return k.work <= markWork
}

// findStrikes records the looks of the rules that strike text out, for findUnderlines.
func (s *writeStage) findStrikes() {
	s.strikes.thick, s.strikes.work = s.strikes.thick[:0], 0
	if len(s.horizon) == 0 {
		return
	}
	for i := range s.lines {
		l := &s.lines[i]
		s.rulesNear(l)
		for n := range s.under {
			if m := &s.under[n]; s.strikeGrade(l, m) != notStruck && len(s.strikes.thick) < strikesKept {
				s.strikes.thick = append(s.strikes.thick, m.thick)
			}
		}
	}
}

// repeats reports whether text is struck out in the look of m more than once.
func (k *strikeLooks) repeats(m *underline) bool {
	if !k.spend(len(k.thick)) {
		return false
	}
	n := 0
	for _, thick := range k.thick {
		if abs(thick-m.thick) <= ruleLevel {
			n++
		}
	}
	return n >= strikesAlike
}

// strikeGrade returns how sure it is that m strikes out text of line l. Such a rule runs through the
// middle of the small letters of whole words, from edge to edge:
//
//	the ----old--- new        1          RESEARCH
//	    price list         x ---          a bar of an H that is drawn as a path
//	                          2y
//
// Each glyph is compared with its own baseline and size: the bar of a fraction is below one glyph and
// above the other. A single rule counts if it is painted over several letters.
func (s *writeStage) strikeGrade(l *line, m *underline) strikeGrade {
	glyphs := s.glyphsOf(l)
	first, last, signs, through, recognised := -1, -1, 0, 0, false
	for i := range glyphs {
		g := &glyphs[i]
		if middle := (g.u0 + g.u1) / 2; middle < m.u0 || middle > m.u1 || isSign(g.char) {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
		recognised = recognised || s.runs[g.run].recognised
		if !s.isThrough(m, g) {
			return notStruck
		}
		through++
		if r := s.firstRune(g.char); unicode.IsLetter(r) || unicode.IsNumber(r) {
			signs++
		}
	}
	switch {
	case m.trusted && through > 0:
		return struckSurely
	case signs == 0 || m.thick > strikeThick*l.size || !s.fitsWords(glyphs, first, last, m) || s.isJoined(m) || s.isArrow(m, l.size):
		return notStruck
	case recognised && signs < strikeRead:
		return notStruck
	case s.isOver(m, glyphs[first].run):
		if recognised || signs < strikeSigns {
			return struckLikely
		}
		return struckSurely
	case signs < strikeUnder:
		return notStruck // the label of a line in a drawing
	}
	return struckLikely
}

// isThrough reports whether m crosses glyph g at the height of small letters.
func (s *runStage) isThrough(m *underline, g *glyph) bool {
	rise := (g.v - m.y) / s.runs[g.run].height
	if m.trusted {
		return rise > 0 && rise < strikeHigh
	}
	return rise >= strikeFrom && rise <= strikeTo
}

// fitsWords reports whether m reaches from the edge of a word to the edge of a word, and
// from the first glyph to the last. A space at its end may be struck out too.
func (s *contentStage) fitsWords(glyphs []glyph, first, last int, m *underline) bool {
	from, to := &glyphs[first], &glyphs[last]
	before, behind := strikeEnd*from.size, strikeEnd*to.size
	if first > 0 {
		before = max(before, from.u0-glyphs[first-1].u1)
	}
	if last+1 < len(glyphs) {
		behind = max(behind, glyphs[last+1].u0-to.u1)
	}
	inside := strikeEnd * from.size
	return from.u0-m.u0 <= before && m.u0-from.u0 <= inside && m.u1-to.u1 <= behind && to.u1-m.u1 <= inside &&
		s.beginsWord(glyphs, first) && s.endsWord(glyphs, last)
}

// beginsWord reports whether a word begins with glyph i. Each ideograph is a word, and a word begins
// behind a sign.
func (s *contentStage) beginsWord(glyphs []glyph, i int) bool {
	return i == 0 || glyphs[i].flags&wordStart != 0 || s.isEdge(glyphs[i-1].char, glyphs[i].char)
}

func (s *contentStage) endsWord(glyphs []glyph, i int) bool {
	return i+1 == len(glyphs) || s.beginsWord(glyphs, i+1)
}

func (s *contentStage) isEdge(a, b rune) bool {
	p, q := s.lastRune(a), s.firstRune(b)
	return !isWordRune(p) || !isWordRune(q) || script.IsIdeographic(p) || script.IsIdeographic(q)
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

// isJoined reports whether an upright rule meets m: m is then part of a table or drawing.
func (s *writeStage) isJoined(m *underline) bool {
	if !s.strikes.spend(len(s.rulings)) {
		return true
	}
	for i := range s.rulings {
		r := &s.rulings[i]
		if r.Vertical && r.Box.Y0 <= m.y && r.Box.Y1 >= m.y && r.Box.X0 <= m.u1+strikeApart && r.Box.X1 >= m.u0-strikeApart {
			return true
		}
	}
	return false
}

// isArrow reports whether m is the shaft of an arrow that a label stands on. Something small that is no
// level rule then lies over an end of m:
//
//	a --label--> b
func (s *writeStage) isArrow(m *underline, size float32) bool {
	if !s.strikes.spend(len(s.c.Paths)) {
		return true
	}
	for i := range s.c.Paths {
		b := &s.c.Paths[i].Box
		if int32(i) == m.path || b.Height() <= 2*m.thick || max(b.Width(), b.Height()) > size || b.Y0 >= m.y || b.Y1 <= m.y {
			continue
		}
		if b.X0 <= m.u1+strikeApart && b.X1 >= m.u1-strikeApart || b.X0 <= m.u0+strikeApart && b.X1 >= m.u0-strikeApart {
			return true
		}
	}
	return false
}

// isOver reports whether m is painted after run r.
func (s *writeStage) isOver(m *underline, r int32) bool {
	if m.path < 0 || !s.strikes.spend(len(s.c.Items)) {
		return false
	}
	for _, item := range s.c.Items {
		switch {
		case item.Kind == layout.KindPath && item.Index == m.path:
			return false
		case item.Kind == layout.KindRun && item.Index == r:
			return true
		}
	}
	return true
}
