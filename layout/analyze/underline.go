package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// underline is what marks a part of the current line: a level rule, or several that continue each other.
type underline struct {
	u0, u1  float32
	y       float32 // its middle
	thick   float32
	path    int32 // Content.Paths
	strike  bool
	trusted bool // drawn by an annotation that strikes text out
}

// sortHorizontal lists the level rulings by their height on the page.
func (s *shapeStage) sortHorizontal() {
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

// findUnderlines collects the rules just under or through level line l. A rule that runs on past the text
// belongs to a table or separates parts of the page.
func (s *writeStage) findUnderlines(l *line) {
	s.rulesNear(l)
	kept := s.under[:0]
	for i := range s.under {
		m := s.under[i]
		grade := s.strikeGrade(l, &m)
		m.strike = grade == struckSurely || grade == struckLikely && s.strikes.repeats(&m)
		if m.strike || s.isUnderline(l, &m) {
			kept = append(kept, m)
		}
	}
	s.under = kept
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// The glyphs over an underline stand within underlineOff of their size of the line's baseline. At
	// least underlineMost of them do; the rest are raised or lowered.
	underlineOff  = 0.1
	underlineMost = 0.5
	// Rules are one if their heights and thicknesses differ by at most ruleLevel points and they are at
	// most ruleJoin ems apart: rules under words, without the spaces between. Each is compared with the
	// last rulesJoined.
	ruleLevel   = 0.3
	ruleJoin    = 0.4
	rulesJoined = limits.JoinedRules
	// A bar of a fraction is at most fractionWide ems long. The baseline of what is under it is
	// fractionFrom to fractionDeep of its size lower. It stands under the middle within fractionSlack ems,
	// with nothing within fractionApart ems beside it. TeX sets denominators 0.85 to 0.95 lower, lines of
	// text with underlines at least 1.05.
	fractionWide  = 12
	fractionFrom  = 0.45
	fractionDeep  = 1.3
	fractionSlack = 0.2
	fractionApart = 0.6
)

// rulesNear collects the level rules that may underline line l or strike it out. It joins those that
// touch: programs draw a rule for each word, and one for the space behind it.
func (s *writeStage) rulesNear(l *line) {
	s.under = s.under[:0]
	if f := &s.frames[l.frame]; len(s.horizon) == 0 || f.turn != 0 || f.vertical {
		return
	}
	top, bottom := l.v-strikeHigh*l.size, l.v+underlineTo*l.size
	at, _ := slices.BinarySearchFunc(s.horizon, top, func(i int32, y float32) int {
		return compare(s.rulings[i].Box.Y0, y)
	})
	for n := at; n < min(len(s.horizon), at+lineMarks); n++ {
		r := &s.rulings[s.horizon[n]]
		if r.Box.Y0 > bottom {
			break
		}
		if s.isSideOfBox(r, l) {
			continue
		}
		if slack := underlineEnd * l.em; r.Box.X0 >= l.u0-slack && r.Box.X1 <= l.u1+slack {
			s.under = append(s.under, underline{
				u0: r.Box.X0, u1: r.Box.X1, y: (r.Box.Y0 + r.Box.Y1) / 2, thick: r.Box.Height(),
				path: r.path, trusted: r.path >= 0 && s.c.Paths[r.path].Flags&layout.StrikesOut != 0,
			})
		}
	}
	s.joinRules(ruleJoin * l.em)
}

// isSideOfBox reports whether r is a side of a rectangle that could hold text of line l:
//
//	+---+---+---+
//	| A | X | 4 |   a box for each letter underlines none
//	+---+---+---+
func (s *writeStage) isSideOfBox(r *paintedRuling, l *line) bool {
	if r.path < 0 {
		return false
	}
	p := &s.c.Paths[r.path]
	return p.Rectangle && p.Box.Height() > underlineBox*l.size
}

// joinRules joins rules of s.under at one height that are at most gap points apart.
func (s *writeStage) joinRules(gap float32) {
	slices.SortStableFunc(s.under, func(a, b underline) int { return compare(a.u0, b.u0) })
	kept := s.under[:0]
next:
	for _, m := range s.under {
		for i := len(kept) - 1; i >= max(0, len(kept)-rulesJoined); i-- {
			k := &kept[i]
			if abs(k.y-m.y) <= ruleLevel && abs(k.thick-m.thick) <= ruleLevel && m.u0-k.u1 <= gap && k.trusted == m.trusted {
				k.u1 = max(k.u1, m.u1)
				continue next
			}
		}
		kept = append(kept, m)
	}
	s.under = kept
}

// isUnderline reports whether m underlines text of line l, which stands on it:
//
//	dog and cat        1
//	    ‾‾‾           ‾‾‾  is the bar of a fraction
//	                   n
func (s *writeStage) isUnderline(l *line, m *underline) bool {
	if !s.marksText(l, m.u0, m.u1) {
		return false
	}
	on, all := 0, 0
	glyphs := s.glyphsOf(l)
	first, last := -1, -1
	for i := range glyphs {
		g := &glyphs[i]
		if middle := (g.u0 + g.u1) / 2; middle < m.u0 || middle > m.u1 {
			continue
		}
		if first < 0 {
			first = i
		}
		all, last = all+1, i
		drop := (m.y - g.v) / s.runs[g.run].height
		if drop >= underlineFrom && drop <= underlineTo && abs(g.v-l.v) <= underlineOff*l.size {
			on++
		}
	}
	if on == 0 || float32(on) < underlineMost*float32(all) {
		return false
	}
	if all == 1 && !(s.beginsWord(glyphs, first) && s.endsWord(glyphs, last)) {
		return false // the foot of a letter that is drawn as a path
	}
	return !s.isFractionBar(l, m)
}

// isFractionBar reports whether something stands right under the middle of m, within its ends.
func (s *writeStage) isFractionBar(l *line, m *underline) bool {
	if m.u1-m.u0 > fractionWide*l.em || !s.strikes.spend(len(s.lines)) {
		return false
	}
	for i := range s.lines {
		if o := &s.lines[i]; o.v > m.y && o.v-o.size < m.y+fractionDeep*l.size && o.u0 < m.u1 && o.u1 > m.u0 && o.frame == l.frame && s.isUnderBar(o, m) {
			return true
		}
	}
	return false
}

// isUnderBar reports whether the glyphs of line o that are below m stand under its
// middle, apart from others.
func (s *glyphStage) isUnderBar(o *line, m *underline) bool {
	u0, u1, slack := float32(farAway), float32(-farAway), fractionSlack*o.em
	glyphs := s.glyphsOf(o)
	for i := range glyphs {
		g := &glyphs[i]
		drop := (g.v - m.y) / s.runs[g.run].height
		if drop < fractionFrom || drop > fractionDeep || g.u1 < m.u0-fractionApart*o.em || g.u0 > m.u1+fractionApart*o.em {
			continue
		}
		if g.u0 < m.u0-slack || g.u1 > m.u1+slack {
			return false
		}
		u0, u1 = min(u0, g.u0), max(u1, g.u1)
	}
	return u1 > u0 && abs((u0+u1)-(m.u0+m.u1)) <= 2*slack
}

// marksText reports whether both ends of a rule are near ends of words of l.
func (s *glyphStage) marksText(l *line, u0, u1 float32) bool {
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

// marked returns whether a rule of the current line underlines glyph g, and whether one strikes it out.
func (s *writeStage) marked(g *glyph) (under, strike bool) {
	middle := (g.u0 + g.u1) / 2
	for _, m := range s.under {
		if middle >= m.u0 && middle <= m.u1 {
			under, strike = under || !m.strike, strike || m.strike && s.isThrough(&m, g)
		}
	}
	return under, strike
}
