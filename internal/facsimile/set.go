package facsimile

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/script"
	"github.com/pagelift/pagelift/internal/webfont"
	"github.com/pagelift/pagelift/layout"
)

// span is a stretch of text that one element shows.
type span struct {
	at     int32 // byte of the text of the page that it goes with
	text   string
	look   look
	family int32 // Facsimile.families; -1: a font of the reader
	x, y   float32
	right  bool    // x is its right end
	letter float32 // ems between letters
	word   float32 // ems added to each space
	marker bool    // beside what the tree has
	eye    bool
	hyphen bool // a hyphen stands behind it that its text does not have

	owner       int32 // line.cover
	first, last int32 // sheet.atoms
}

// count tells what the pieces of a page show of their fonts: those with ink, or those that
// something else shows. others reports that there are pieces of the other kind, whose text fonts are asked to show.
func (s *sheet) count(u *usages, blank bool) (others bool) {
	for i := range s.lines {
		l := &s.lines[i]
		for k := range l.pieces {
			p := &l.pieces[k]
			if p.look.shown == hidden {
				continue
			}
			if (p.look.shown != asText) != blank {
				others = true
				continue
			}
			if !blank && !isProgram(p.look.font) {
				continue
			}
			s.countPiece(u.usageOf(faceKey{p.look.font, blank}), l, p)
		}
	}
	return others
}

func (s *sheet) countPiece(u *webfont.Usage, l *line, p *piece) {
	last := webfont.ID(-1)
	atoms := s.atoms[p.first : p.first+p.count]
	for i := range atoms {
		a := &atoms[i]
		use := s.useOf(l, a)
		id := u.Show(use)
		if i > 0 && !p.leftwards && !p.look.down && atoms[i-1].end == a.start {
			u.Follow(last, id, s.gap(&atoms[i-1], a))
		}
		last = id
	}
}

// gap is the white between two atoms in ems, without what the page puts between all
// characters.
func (s *sheet) gap(a, b *atom) float32 {
	r := s.runOf(a.glyph)
	along, _ := s.step(r, a.glyph, b.glyph)
	return along - s.advanceOf(a) - r.charSpace
}

// resolve cuts the pieces where their fonts change, and marks those that no font shows.
func (s *sheet) resolve(f *faces) {
	s.resolved = true
	s.room.places = slices.Grow(s.room.places[:0], len(s.atoms))[:len(s.atoms)]
	for i := range s.lines {
		l := &s.lines[i]
		for k := 0; k < len(l.pieces); k++ {
			p := &l.pieces[k]
			if p.look.shown != asText {
				continue
			}
			face := f.counted(p.look.font, false)
			if face == nil || face.set == nil {
				s.substituted = s.substituted || isEmbedded(p.look.font)
				continue
			}
			s.find(face, l, p)
			if parts := s.parts(p); len(parts) > 0 {
				l.pieces = slices.Replace(l.pieces, k, k+1, parts...)
				k += len(parts) - 1
			}
		}
	}
}

// find finds the places of the atoms of a piece in the fonts of a face; nil: none shows it.
func (s *sheet) find(face *face, l *line, p *piece) {
	for i := p.first; i < p.first+p.count; i++ {
		place, ok := face.set.Place(face.index, s.useOf(l, &s.atoms[i]))
		if !ok {
			place = nil
		}
		s.room.places[i] = place
	}
}

// counted returns the face of a font if it was counted, else nil.
func (f *faces) counted(l *layout.Font, blank bool) *face {
	pair := f.byFont[l]
	if pair == nil {
		return nil
	}
	if blank {
		return pair[1]
	}
	return pair[0]
}

// parts is p in as many pieces as it takes fonts; none: it stays as it is.
func (s *sheet) parts(p *piece) (out []piece) {
	family := func(i int32) int {
		if s.room.places[i] == nil {
			return -1
		}
		return s.room.places[i].Family
	}
	for from := p.first; from < p.first+p.count; {
		own := family(from)
		to := from + 1
		for to < p.first+p.count && family(to) == own {
			to++
		}
		if to-from == p.count && own >= 0 {
			return nil
		}
		part := *p
		part.first, part.count, part.start, part.end = from, to-from, s.atoms[from].start, p.end
		if to < p.first+p.count {
			part.end = s.atoms[to].start
		}
		if own < 0 {
			part.look.shown = drawn
			s.drawing.add(s, s.atoms[from:to])
		}
		out = append(out, part)
		from = to
	}
	return out
}

// Limits of what the eye does not see, .3 and .8 CSS pixels: how far a word may stand beside its
// place before it gets an element of its own, and how far letters of a word may.
const (
	wordOff   = 0.3 * enlarged
	letterOff = 0.8 * enlarged
)

// A page with so many spans is a map or a plan, whose signs are set one by one.
// Of 25 documents one has so many: 12,600; the next, a form, 600. What stands in a line of
// it in spans of so few characters is drawn, with one transparent span on it.
const (
	densePage  = 3000
	denseSpans = 4
	denseChars = 3
)

// condense makes one span of each group of short spans of a line that show the same part of
// the tree.
func (s *sheet) condense(spans []span) []span {
	var out []span
	for from := 0; from < len(spans); {
		to, chars := from, 0
		for to < len(spans) && spans[to].owner == spans[from].owner && spans[to].marker == spans[from].marker && spans[to].isInk() {
			chars += len(spans[to].text)
			to++
		}
		if n := to - from; n < denseSpans || chars > denseChars*n {
			to = max(to, from+1)
			out = append(out, spans[from:to]...)
		} else {
			out = append(out, s.draw(spans[from:to]))
		}
		from = to
	}
	return out
}

// isInk reports a span that can be drawn, or is.
func (sp *span) isInk() bool {
	return sp.look.shown == drawn || sp.look.shown == asText && isProgram(sp.look.font)
}

// draw has the glyphs of spans drawn, and gives a span with their text to lie on them.
func (s *sheet) draw(spans []span) span {
	one := spans[0]
	one.look.shown, one.family, one.word, one.letter = drawn, -1, 0, 0
	var text strings.Builder
	for i := range spans {
		text.WriteString(spans[i].text)
		if i+1 < len(spans) && !strings.HasSuffix(spans[i].text, " ") {
			text.WriteByte(' ') // signs that stand apart
		}
		if spans[i].look.shown == asText {
			s.drawing.add(s, s.atoms[spans[i].first:spans[i].last])
		}
	}
	one.text = text.String()
	return one
}

// set makes the spans of all lines.
func (s *sheet) set(f *faces) {
	s.isSet = true
	ends := make([]int, len(s.lines))
	s.spans = s.room.spans[:0]
	for i := range s.lines {
		l, first := &s.lines[i], len(s.spans)
		for k := range l.pieces {
			if p := &l.pieces[k]; p.look.shown != hidden && p.count > 0 {
				s.setPiece(f, l, p)
			}
		}
		s.finishLine(l, first)
		ends[i] = len(s.spans)
	}
	all, dense, first := s.spans, len(s.spans) >= densePage, 0
	s.spans, s.room.spans = nil, all[:0]
	s.own = slices.Grow(s.own, len(all)) // nearly all of them
	for i := range s.lines {
		spans := all[first:ends[i]:ends[i]]
		first = ends[i]
		if dense {
			spans = s.condense(spans)
		}
		switch {
		case len(spans) == 0:
		case s.lines[i].formula > 0:
			f := &s.formulas[s.lines[i].formula-1]
			f.spans = append(f.spans, spans...)
		case i >= s.extra || len(s.lines[i].cover) == 0:
			s.rest = append(s.rest, restLine{slices.Clone(spans), s.lines[i].furniture})
		default:
			s.own = append(s.own, spans...)
		}
	}
	for i := range s.formulas {
		if f := &s.formulas[i]; f.apart && len(f.spans) > 0 {
			f.spans[len(f.spans)-1].text += " "
		}
	}
	slices.SortStableFunc(s.own, func(a, b span) int { return int(a.at - b.at) })
	s.endRows()
}

// endRows lets what goes on in the same row go on in the same line of what is copied: the
// cells of a table, the labels of a form.
func (s *sheet) endRows() {
	before := -1 // the last span that the tree has
	for i := range s.own {
		if s.own[i].marker {
			continue
		}
		if before >= 0 && s.inRow(&s.own[before], &s.own[i]) {
			if text, ends := strings.CutSuffix(s.own[before].text, lineEnd); ends {
				s.own[before].text = text + " "
			}
		}
		before = i
	}
}

// inRow reports whether b begins behind a in the row of a.
func (s *sheet) inRow(a, b *span) bool {
	last, first := s.atoms[a.last-1].glyph, s.atoms[b.first].glyph
	r := s.runOf(last)
	if r == nil || a.look.down || b.look.down {
		return false
	}
	along, off := s.step(r, last, first)
	return along > 0 && abs(off) < sameRow
}

// sameRow is how far, in ems, the baselines of what stands in one row may be apart. Lines
// are at least .9 apart, superscripts .5.
const sameRow = 0.5

// setPiece makes the spans of a piece: one, unless words or letters stand apart.
func (s *sheet) setPiece(f *faces, l *line, p *piece) {
	face := f.counted(p.look.font, p.look.shown != asText)
	atoms := s.atoms[p.first : p.first+p.count]
	sp := span{look: p.look, family: -1, marker: p.owner >= 0 && !p.own, eye: p.eye, at: l.start, owner: p.owner}
	if p.owner >= 0 {
		c := l.cover[p.owner]
		switch {
		case p.own:
			sp.at = l.start + p.start
		case p.start < c.start:
			sp.at = l.start + c.start
		default:
			sp.at = l.start + c.end - 1
		}
	}
	places := s.room.places[p.first : p.first+p.count]
	if face != nil && face.set != nil {
		if p.look.shown != asText { // else they are found when the piece is resolved
			s.find(face, l, p)
			for i, place := range places {
				if place == nil {
					places[i] = nowhere
				}
			}
		}
		sp.family = int32(face.cast.first + places[0].Family)
	}
	set := setter{sheet: s, line: l, piece: p, face: face, atoms: atoms, places: places, span: sp}
	set.run()
}

// nowhere is where text stands that a font without ink has no room for.
var nowhere = new(webfont.Place)

// setter sets one piece.
type setter struct {
	*sheet
	line   *line
	piece  *piece
	face   *face
	atoms  []atom
	places []*webfont.Place
	span   span
}

// run makes spans from left to right, each as long as its words stand where they should.
func (t *setter) run() {
	for from := 0; from < len(t.atoms); {
		to := t.reachTracked(from)
		t.emit(from, to)
		from = to
	}
}

// reachTracked is reach with the space between letters with which it comes farthest: that of
// the page, or with a tracking beside it.
func (t *setter) reachTracked(from int) int {
	letter := t.runOf(t.atoms[from].glyph).charSpace
	t.span.letter = letter
	to := t.spanEnd(from)
	if to == len(t.atoms) {
		return to
	}
	best := t.span
	for _, tracking := range t.trackings(from, letter) {
		t.span.letter = letter + tracking
		if end := t.spanEnd(from); end > to {
			to, best = end, t.span
		}
	}
	t.span = best
	return to
}

// trackings are the space that most letters from there on have between them beside that of
// their font and of the page, and the mean of it, in ems: type set tighter or wider letter by
// letter, and fonts of the reader that are wider than those they stand for.
func (t *setter) trackings(from int, letter float32) []float32 {
	var gaps [trackedGaps]float32
	n, sum := 0, float32(0)
	t.span.letter = letter
	for i := from; i+1 < len(t.atoms) && n < len(gaps); i++ {
		if t.spaces(i) == 0 {
			gaps[n] = t.overshoot(i)
			sum += gaps[n]
			n++
		}
	}
	if n < leastTracked {
		return nil
	}
	slices.Sort(gaps[:n])
	return slices.DeleteFunc([]float32{inThousandths(gaps[n/2]), inThousandths(sum / float32(n))}, func(v float32) bool { return abs(v) > mostTracking })
}

// inThousandths is a length in ems as it is written.
func inThousandths(v float32) float32 { return float32(math.Round(float64(v)*1000) / 1000) }

// A tracking is seen in so many gaps at least, and looked for in so many at most; above .1 em
// they are the dots of a leader, or signs of a map.
const (
	leastTracked = 3
	trackedGaps  = 64
	mostTracking = 0.1
)

// spaces is how many spaces the text has between atoms i and i+1.
func (t *setter) spaces(i int) int {
	from, to := t.atoms[i].end, t.atoms[i+1].start
	if from == to {
		return 0
	}
	return strings.Count(t.line.text[from:to], " ")
}

// overshoot returns how far behind its place atom i+1 would stand, in ems, if atom i had no word
// spacing.
func (t *setter) overshoot(i int) float32 {
	a, b := &t.atoms[i], &t.atoms[i+1]
	r := t.runOf(a.glyph)
	along, _ := t.step(r, a.glyph, b.glyph)
	wide := t.advanceOf(a)
	if t.piece.leftwards {
		along, wide = -along, t.advanceOf(b)
	}
	set := wide + t.span.letter
	if n := t.spaces(i); n > 0 {
		set += float32(n) * (t.space() + t.span.letter)
	} else if t.face != nil && t.face.set != nil && !t.piece.leftwards && !t.piece.look.down {
		set += t.face.set.Kern(t.places[i], t.places[i+1])
	}
	return along - set
}

// space is the advance of a space in the font of the piece.
func (t *setter) space() float32 {
	if t.span.family >= 0 {
		return t.face.cast.set.Families[t.places[0].Family].Space
	}
	if w := t.piece.look.font.Space; w > 0 {
		return w
	}
	return usualSpace
}

// usualSpace is the advance of a space in ems of fonts that do not say it.
const usualSpace = 0.25

// spanEnd is the end of the atoms from there on that one span can show: there is a word
// spacing with which all of them stand where they should. It is the middle of all such.
func (t *setter) spanEnd(from int) int {
	word, letter := wordOff/t.size(), letterOff/t.size()
	least, most := float32(math.Inf(-1)), float32(math.Inf(1))
	to, off, spaces := from+1, float32(0), float32(0)
	for ; to < len(t.atoms); to++ {
		may, n := letter, t.spaces(to-1)
		if n > 0 {
			may = word
		}
		off, spaces = off+t.overshoot(to-1), spaces+float32(n)
		if spaces == 0 {
			if abs(off) > may {
				break
			}
			continue
		}
		low, high := max(least, (off-may)/spaces), min(most, (off+may)/spaces)
		if low > high {
			break
		}
		least, most = low, high
	}
	t.span.word = 0
	if least <= most && !math.IsInf(float64(most), 1) {
		t.span.word = (least + most) / 2
	}
	return to
}

// size is that of the type in units.
func (t *setter) size() float32 { return length(t.piece.look.em[2], t.piece.look.em[3]) * unit }

// A page is laid out ten times as large as it is shown: browsers round where the line of a
// font lies to whole pixels, which would be seen at the size of text.
const (
	enlarged  = 10
	cssPixels = 4.0 / 3              // of a point
	unit      = enlarged * cssPixels // in which elements of a page are placed
)

// emit makes a span of the atoms [from, to).
func (t *setter) emit(from, to int) {
	sp := t.span
	if from > 0 && t.piece.own {
		sp.at = t.line.start + t.atoms[from].start
		if t.line.last > t.line.start { // its lines have more spaces than the page
			sp.at = min(sp.at, t.line.last)
		}
	}
	end := t.piece.end
	if to < len(t.atoms) {
		end = t.atoms[to].start
	}
	g := &t.glyphs[t.atoms[from].glyph]
	sp.x, sp.y = g.x*unit, g.y*unit
	if t.piece.leftwards {
		sp.right = true
		a := &t.atoms[from]
		r := t.runOf(a.glyph)
		sp.x += t.advanceOf(a) * length(r.look.em[0], r.look.em[1]) * unit
	}
	sp.text = t.text(from, to, end)
	sp.first, sp.last = t.piece.first+int32(from), t.piece.first+int32(to)
	t.spans = append(t.spans, sp)
}

// text is what is written for the atoms [from, to), up to byte end of the line. It is the
// text of the line, but where a font has a glyph for the eye only under another character.
// The letters of a scan have more widths than fonts have room for: those beyond are written as they are.
func (t *setter) text(from, to int, end int32) string {
	plain := true
	for i := from; i < to && plain; i++ {
		plain = t.span.family < 0 || t.places[i].Text == "" || t.places[i].Text == t.line.text[t.atoms[i].start:t.atoms[i].end]
	}
	if plain {
		return t.line.text[t.atoms[from].start:end]
	}
	var b strings.Builder
	for i := from; i < to; i++ {
		if t.places[i].Text == "" {
			b.WriteString(t.line.text[t.atoms[i].start:t.atoms[i].end])
		}
		b.WriteString(t.places[i].Text)
		next := end
		if i+1 < to {
			next = t.atoms[i+1].start
		}
		b.WriteString(t.line.text[t.atoms[i].end:next])
	}
	return b.String()
}

// finishLine ends a line: its last word with white space, unless a word goes on in the next
// line, or a paragraph in a script without spaces. The hyphen that the tree has left out is shown, and not said.
func (s *sheet) finishLine(l *line, first int) {
	if len(s.spans) == first || len(l.cover) == 0 {
		return
	}
	last := &s.spans[len(s.spans)-1]
	end := l.cover[len(l.cover)-1]
	if last.marker && len(s.spans) > first+1 && isHyphen(strings.TrimRight(last.text, " ")) {
		before := &s.spans[len(s.spans)-2]
		if !before.marker && before.look == last.look {
			s.spans = s.spans[:len(s.spans)-1]
			before.hyphen = true
			return
		}
	}
	if !end.glued && (end.ends || !ideographic(last.text)) {
		last.text = strings.TrimSuffix(last.text, " ") + lineEnd
	}
}

// lineEnd is white space as any other where the document flows. What is copied from a page
// has its lines, as in other viewers of pages.
const lineEnd = "\n"

// isHyphen reports the signs that part a word.
func isHyphen(s string) bool { return s == "-" || s == "\u2010" || s == "\u00ad" }

// ideographic reports text that ends in a script without spaces.
func ideographic(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return script.IsIdeographic(r)
}
