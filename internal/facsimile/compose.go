package facsimile

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
)

// atom is a glyph and the text that it shows.
type atom struct {
	start, end int32 // text of its line
	glyph      int32 // Page.glyphs
	count      int32 // above 1: so many glyphs, whose own texts are not this one
}

// piece is a stretch of a line that one span of HTML shows.
type piece struct {
	start, end   int32 // text of its line
	first, count int32 // sheet.atoms
	look         look
	leftwards    bool  // each glyph stands to the left of the one before
	eye          bool  // for the eye only: the text is said by another piece, or by nobody
	owner        int32 // line.cover; -1: none
	own          bool  // the tree has its text, and not only text beside it
}

// line is a line of text in pieces, in the order of the text.
type line struct {
	text   string
	start  int32 // of its text in that of the page
	last   int32 // where the text of the last line begins that was joined with it; its own, else
	cover  []stretch
	pieces []piece
	echo   bool // what it says is said by another line

	furniture bool // running heads, page numbers

	formula int // the formula of the page that it is of, from 1; 0: none
}

// sheet is a page with its text in pieces.
type sheet struct {
	Page
	room  *room  // nil when all spans are made
	lines []line // those of layout, and behind them what layout left out
	extra int    // where these begin
	atoms []atom

	drawing     drawing // of the glyphs that no font shows, and no layer yet
	outlined    []outlined
	substituted bool // text is in a font of the reader though the document has its own

	resolved, isSet bool // what was done with it

	spans []span
	own   []span // of the text that the tree has, by place
	rest  []restLine

	formulas []placedFormula // in the order of layout.Page
	ofGlyph  map[int32]int   // the formula of a glyph, from 1
}

// placedFormula is a formula with the glyphs that show it.
type placedFormula struct {
	box   layout.Rect
	spans []span
	apart bool // white space stands behind it
}

// restLine is a line that no node has.
type restLine struct {
	spans     []span
	furniture bool
}

// compose makes the pieces of a page. own is the page as the tree has it, cover the text
// that the tree has of it, and furniture that which is the page's own. All of it is made in room.
func compose(p *Page, room *room, own *layout.Page, cover, furniture []stretch) *sheet {
	s := &sheet{Page: *p, room: room, lines: make([]line, len(own.Lines)), extra: len(own.Lines)}
	s.runs, s.glyphs = p.kept.unpack(room.runs, room.glyphs)
	s.measure()
	s.addFormulas(own)
	s.atoms = slices.Grow(room.atoms[:0], len(s.glyphs))
	room.shown = slices.Grow(room.shown[:0], len(s.glyphs))[:len(s.glyphs)]
	shown := room.shown
	clear(shown)
	row := -1 // the line before, or what it was joined with
	for i := range own.Lines {
		l := &own.Lines[i]
		s.lines[i] = line{text: own.LineText(i), start: l.Start, last: l.Start, cover: lineCover(cover, l)}
		s.lines[i].furniture = len(lineCover(furniture, l)) > 0 || isDisplay(&s.lines[i])
		first := len(s.atoms)
		for _, place := range own.LinePlaces(i) {
			if place.Glyph < 0 || int(place.Glyph+place.Count) > len(s.glyphs) {
				continue
			}
			s.addAtoms(&s.lines[i], place.Start-l.Start, place.End-l.Start, place.Glyph, place.Count)
			for k := range place.Count {
				shown[place.Glyph+k] = true
			}
		}
		s.cut(&s.lines[i], first)
		if row >= 0 && s.joins(&s.lines[row], &s.lines[i]) {
			s.join(&s.lines[row], &s.lines[i])
		} else {
			row = i
		}
	}
	s.addLeft(shown)
	return s
}

// addFormulas notes the formulas of the page, and which glyphs they have.
func (s *sheet) addFormulas(own *layout.Page) {
	list := own.Formulas
	if len(list) == 0 {
		return
	}
	s.ofGlyph = map[int32]int{}
	for i := range list {
		behind := int(list[i].At) + utf8.RuneLen(layout.FormulaSign)
		apart := list[i].At < 0 || behind >= len(own.Text) || strings.ContainsRune(" \n", rune(own.Text[behind])) ||
			slices.ContainsFunc(own.Lines, func(l layout.Line) bool { return int(l.End) == behind })
		s.formulas = append(s.formulas, placedFormula{box: list[i].Box, apart: apart})
		for k := range list[i].Glyphs {
			s.ofGlyph[list[i].Glyphs[k].Glyph] = i + 1
		}
	}
}

// isDisplay reports whether a line is a formula with its number: the node of the formula has
// both, and no text of the page.
func isDisplay(l *line) bool {
	return len(l.cover) == 0 && strings.ContainsRune(l.text, layout.FormulaSign)
}

// joins reports whether the next line goes on where l ends: in one row, one look and one
// node of the tree. Signs that fill an area of a map are lines of one sign each.
func (s *sheet) joins(l, next *line) bool {
	if len(l.pieces) != 1 || len(next.pieces) != 1 || len(l.cover) != 1 || len(next.cover) != 1 ||
		l.cover[0].node != next.cover[0].node || l.furniture != next.furniture || next.start < l.last {
		return false
	}
	p, q := &l.pieces[0], &next.pieces[0]
	if p.leftwards || q.leftwards || !p.own || !q.own || p.first+p.count != q.first || !p.look.like(&q.look) {
		return false
	}
	a, b := s.atoms[q.first-1], s.atoms[q.first]
	r := s.runOf(a.glyph)
	if r == nil || a.count > 1 || b.count > 1 {
		return false
	}
	along, off := s.step(r, a.glyph, b.glyph)
	return abs(off) <= offLine && along > s.ems(r, abs(s.glyphs[a.glyph].advance))
}

// join adds the next line to l.
func (s *sheet) join(l, next *line) {
	p, q := &l.pieces[0], &next.pieces[0]
	if !strings.HasSuffix(l.text, " ") {
		l.text += " "
	}
	behind := int32(len(l.text))
	for i := q.first; i < q.first+q.count; i++ {
		s.atoms[i].start += behind
		s.atoms[i].end += behind
	}
	l.text += next.text
	p.count, p.end = p.count+q.count, q.end+behind
	l.cover[0].end, l.cover[0].glued, l.cover[0].ends = next.cover[0].end+behind, next.cover[0].glued, next.cover[0].ends
	l.last = next.start
	*next = line{}
}

// addAtoms adds the text [start, end) of a line, which count glyphs show. Where the texts
// of the glyphs are that text, each shows its own.
func (s *sheet) addAtoms(l *line, start, end, glyph, count int32) {
	if count == 1 {
		s.atoms = append(s.atoms, atom{start: start, end: end, glyph: glyph, count: 1})
		return
	}
	first, at := len(s.atoms), start
	for k := range count {
		size, ok := s.begins(l.text[at:end], &s.glyphs[glyph+k])
		if !ok {
			s.atoms = append(s.atoms[:first], atom{start: start, end: end, glyph: glyph, count: count})
			return
		}
		if size > 0 {
			s.atoms = append(s.atoms, atom{start: at, end: at + int32(size), glyph: glyph + k, count: 1})
			at += int32(size)
		}
	}
	if at < end {
		s.atoms = append(s.atoms[:first], atom{start: start, end: end, glyph: glyph, count: count})
	}
}

// How far the next glyph of a piece may be from where it is expected, in ems: across the
// line, and behind the one before. Wider gaps are between columns, or the parts of a
// formula; most spaces of justified lines are below .8, and kerning never moves a glyph
// back by half an em.
const (
	offLine = 0.02
	farGap  = 6
	backGap = 0.5
	offLook = 0.002

	// How much the space between characters may change in one piece, which is solved for
	// (see tracking): programs that justify lines change it from word to word by less.
	sameSpacing = 0.02
)

// cut makes the atoms from first on the pieces of a line.
func (s *sheet) cut(l *line, first int) {
	begin := first
	for i := first; i < len(s.atoms); i++ {
		if i+1 < len(s.atoms) && s.goesOn(&s.atoms[begin], &s.atoms[i], &s.atoms[i+1], i == begin) && l.sameOwner(s.atoms[i].start, s.atoms[i+1].start) {
			continue
		}
		end := int32(len(l.text))
		if i+1 < len(s.atoms) {
			end = s.atoms[i+1].start
		}
		s.addPiece(l, begin, i+1, end)
		begin = i + 1
	}
}

// addPiece adds the atoms [begin, end) as a piece that ends before byte to.
func (s *sheet) addPiece(l *line, begin, end int, to int32) {
	a := &s.atoms[begin]
	r := s.runOf(a.glyph)
	if r == nil {
		return
	}
	p := piece{start: a.start, end: to, first: int32(begin), count: int32(end - begin), look: r.look, owner: -1, eye: l.echo}
	if len(l.cover) > 0 {
		i, own := owner(l.cover, a.start)
		p.owner, p.own = int32(i), own
	}
	if end-begin > 1 {
		along, _ := s.step(r, a.glyph, s.atoms[begin+1].glyph)
		p.leftwards = along < 0
	} else {
		p.leftwards = isRightToLeft(l.text[a.start:a.end])
	}
	l.pieces = append(l.pieces, p)
}

// sameOwner reports whether two bytes of the line belong to the same stretch.
func (l *line) sameOwner(a, b int32) bool {
	if len(l.cover) == 0 {
		return true
	}
	i, own := owner(l.cover, a)
	k, also := owner(l.cover, b)
	return i == k && own == also
}

// goesOn reports whether atom b goes on with the piece that begins with first and of which
// a is the last.
func (s *sheet) goesOn(first, a, b *atom, second bool) bool {
	ra, rb := s.runOf(a.glyph), s.runOf(b.glyph)
	if ra == nil || rb == nil || ra != rb && (!ra.look.like(&rb.look) || abs(ra.charSpace-rb.charSpace) > sameSpacing) || a.count > 1 || b.count > 1 {
		return false
	}
	along, off := s.step(ra, a.glyph, b.glyph)
	if abs(off) > offLine {
		return false
	}
	wide := s.ems(ra, abs(s.glyphs[a.glyph].advance))
	if along >= 0 {
		gap := along - wide
		return gap < farGap && gap > -backGap && (second || !s.turned(ra, first.glyph, a.glyph))
	}
	gap := -along - s.ems(ra, abs(s.glyphs[b.glyph].advance))
	return !ra.look.down && gap < farGap && gap > -backGap && (second || s.turned(ra, first.glyph, a.glyph))
}

// like reports whether two looks are one for the eye: sizes that were computed, such as
// those of labels along a street, differ by less than can be seen.
func (l *look) like(other *look) bool {
	same := *other
	same.em = l.em
	if *l != same {
		return false
	}
	most := offLook * max(length(l.em[0], l.em[1]), length(l.em[2], l.em[3]))
	for i, v := range l.em {
		if abs(v-other.em[i]) > most {
			return false
		}
	}
	return true
}

// turned reports whether glyph b stands to the left of a.
func (s *sheet) turned(r *run, a, b int32) bool {
	along, _ := s.step(r, a, b)
	return along < 0
}

// step is how far glyph b is from glyph a along the line and across it, in ems.
func (p *Page) step(r *run, a, b int32) (along, off float32) {
	ga, gb := &p.glyphs[a], &p.glyphs[b]
	dx, dy := gb.x-ga.x, gb.y-ga.y
	e := &r.look.em
	if r.look.down {
		// Down the page is against the second axis of the em.
		high := e[2]*e[2] + e[3]*e[3]
		wide := e[0]*e[0] + e[1]*e[1]
		return -(dx*e[2] + dy*e[3]) / high, (dx*e[0] + dy*e[1]) / wide
	}
	det := e[0]*e[3] - e[1]*e[2]
	if abs(det) < leastType*leastType {
		return 0, farGap // text squeezed to a line
	}
	return (dx*e[3] - dy*e[2]) / det, (dy*e[0] - dx*e[1]) / det
}

// ems is a length along the line of a run in ems.
func (p *Page) ems(r *run, points float32) float32 { return points / r.wide }

// addLeft makes lines of the glyphs that are seen but stand in no line of layout: labels in
// drawings, accents that were joined with their letters, repetitions that make a text bold.
func (s *sheet) addLeft(shown []bool) {
	left := leftovers{sheet: s, shown: shown}
	var ofFormulas [][]int32 // by formula, in the order in which they are painted
	if len(s.formulas) > 0 {
		ofFormulas = make([][]int32, len(s.formulas))
	}
	for i := range s.runs {
		r := &s.runs[i]
		if r.look.shown != asText && r.look.shown != drawn {
			continue
		}
		for g := r.first; g < r.first+r.count; g++ {
			if shown[g] {
				continue
			}
			echo := left.isEcho(g)
			mute := s.text(&s.glyphs[g]) == "" // nobody knows what it says, but all see it
			of := s.ofGlyph[g]
			switch {
			case of > 0 && !echo && !mute:
				ofFormulas[of-1] = append(ofFormulas[of-1], g)
			case !(echo || mute) || !isProgram(r.look.font):
				s.addLoose(r, g, echo)
			case r.look.shown == asText: // else it is in a layer
				s.drawing.add(s, []atom{{glyph: g, count: 1}})
			}
		}
	}
	for _, glyphs := range ofFormulas {
		for _, g := range s.alongRows(glyphs) {
			s.addLoose(s.runOf(g), g, false)
		}
	}
	s.cutLoose()
}

// alongRows orders the glyphs of a formula for who copies it: as they are painted, but from left to right on one
// baseline. Office programs paint letters first and signs later:
//
//	page      + OC = u
//	painted   O C u + =
//
// A glyph goes before the first one that stands to the right of it on its baseline. The first glyph of a baseline
// goes behind the one that was painted before it if that stands to its left: it is a script. All others go to the end.
func (s *sheet) alongRows(glyphs []int32) []int32 {
	if len(glyphs) > rowedGlyphs {
		return glyphs
	}
	ordered, behind := make([]int32, 0, len(glyphs)), 0
	for i, g := range glyphs {
		r, place, first := s.runOf(g), len(ordered), true
		for k, o := range ordered {
			along, off := s.step(r, g, o)
			if abs(off) > offLine {
				continue
			}
			first = false
			if along > 0 {
				place = k
				break
			}
		}
		if first && i > 0 {
			if along, _ := s.step(r, glyphs[i-1], g); along > 0 {
				place = behind
			}
		}
		ordered, behind = slices.Insert(ordered, place, g), place+1
	}
	return ordered
}

// rowedGlyphs is the longest formula whose glyphs are ordered: the longest of 2,052 has 250.
const rowedGlyphs = 256

// leftovers tells which of the glyphs that stand in no line are text that nobody has.
type leftovers struct {
	*sheet
	shown []bool
	near  map[spot]bool // where glyphs of lines stand
}

// spot is a place on the page, in a grid of a point, and what stands there.
type spot struct {
	x, y int32
	char rune
}

// isEcho reports that what a glyph says is said already: it is an accent, which was joined
// with its letter, or repeats a glyph that stands where it does.
func (l *leftovers) isEcho(g int32) bool {
	at := &l.glyphs[g]
	text := l.text(at)
	if r, size := utf8.DecodeRuneInString(text); size == len(text) && unicode.In(r, unicode.Mn, unicode.Sk) {
		return true
	}
	if l.near == nil {
		l.near = map[spot]bool{}
		for i, shown := range l.shown {
			if shown {
				l.near[spotOf(&l.glyphs[i], 0, 0)] = true
			}
		}
	}
	for dx := int32(-1); dx <= 1; dx++ {
		for dy := int32(-1); dy <= 1; dy++ {
			if l.near[spotOf(at, dx, dy)] {
				return true
			}
		}
	}
	return false
}

func spotOf(g *glyph, dx, dy int32) spot {
	return spot{int32(math.Floor(float64(g.x))) + dx, int32(math.Floor(float64(g.y))) + dy, g.char}
}

// addLoose adds a glyph to the line at the end, or begins another.
func (s *sheet) addLoose(r *run, g int32, echo bool) {
	text := s.text(&s.glyphs[g])
	if strings.TrimSpace(text) == "" {
		return
	}
	gap := float32(farGap)
	of := s.ofGlyph[g]
	if n := len(s.atoms); len(s.lines) > s.extra && s.lines[len(s.lines)-1].formula == of && (of > 0 || s.atoms[n-1].glyph < g) {
		last := &s.atoms[n-1]
		if before := s.runOf(last.glyph); before != nil {
			along, off := s.step(before, last.glyph, g)
			if abs(off) < offLine && along > 0 {
				gap = along - s.ems(before, abs(s.glyphs[last.glyph].advance))
			}
		}
	}
	switch {
	case gap >= farGap || gap < -backGap || echo != s.lines[len(s.lines)-1].echo || len(s.lines[len(s.lines)-1].text) > looseBytes:
		s.cutLoose()
		s.lines = append(s.lines, line{echo: echo, formula: of})
		s.lines[len(s.lines)-1].pieces = []piece{{first: int32(len(s.atoms))}}
	case gap > wordGap, of > 0 && gap > signGap:
		s.lines[len(s.lines)-1].text += " "
	}
	l := &s.lines[len(s.lines)-1]
	start := int32(len(l.text))
	l.text += text
	s.atoms = append(s.atoms, atom{start: start, end: int32(len(l.text)), glyph: g, count: 1})
}

// looseBytes is about the most text of such a line. Labels are shorter.
const looseBytes = 4096

// wordGap is the white space in ems that parts two words, signGap that between the sides and signs of a formula:
// office programs set .175, TeX .167 and more. A slant pushes letters less than .1 apart.
const (
	wordGap = 0.18
	signGap = 0.15
)

// cutLoose cuts the line at the end, of which the first atom is known.
func (s *sheet) cutLoose() {
	if len(s.lines) == s.extra {
		return
	}
	l := &s.lines[len(s.lines)-1]
	if len(l.pieces) != 1 || l.pieces[0].count != 0 {
		return // it is cut
	}
	first := int(l.pieces[0].first)
	l.pieces = l.pieces[:0]
	s.cut(l, first)
}

// isRightToLeft reports whether text begins in a script that is written from the right.
func isRightToLeft(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return r >= 0x590 && r <= 0x8FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFE || r >= 0x10800 && r <= 0x10FFF || r >= 0x1E800 && r <= 0x1EFFF
}
