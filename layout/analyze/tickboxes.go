package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/form"
)

// These signs stand in Page.Text for boxes and circles to tick that are drawn on the
// page and are no controls of a form, as they look.
const (
	emptySign   = '☐'
	crossedSign = '☒'
	tickedSign  = '☑'
	circleSign  = '○'
	dottedSign  = '◉'
)

// isTickSign reports whether r stands for a box to tick.
func isTickSign(r rune) bool {
	return r == emptySign || r == crossedSign || r == tickedSign || r == circleSign || r == dottedSign
}

// tickBox is a box to tick that is drawn, and the sign that looks like it.
type tickBox struct {
	layout.Field
	sign rune
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Boxes to tick are squares of at least tickLeast points, whose sides differ by no
	// more than tickRatio. There are tickBoxesMost on a page at most.
	tickLeast     = 4
	tickRatio     = 1.15
	tickBoxesMost = 1000
	// What is in a ticked box reaches at most tickOver sides beyond it and is larger than
	// tickFull of a side. It is a cross if it has points within tickCorner of its size
	// from its four corners. It is made of tickParts paths at most, and tickPoints
	// points of it are looked at. A circle has circleArcs arcs, or twice as many.
	tickOver   = 0.5
	tickFull   = 0.25
	tickCorner = 0.3
	tickParts  = 4
	tickPoints = 64
	// tickComb is the room between two boxes of a comb at most, of the width of one: forms have
	// 0 to .5 of it. Between two boxes to tick without a word between them they leave more.
	tickComb = 0.75
	// tickFrame is how wide the dark edge around the white inside of a box is at most, of
	// its side: programs paint edges of a tenth.
	tickFrame = 0.25
	// capitalHalf is where the middle of a capital is over its baseline, in ems: it has .66
	// to .73 of an em.
	capitalHalf = 0.35
	circleArcs  = 4
)

// tickBoxes are the small hollow squares of the page that stand beside text as the
// boxes of a form do, as controls without a name. Those under controls are not among
// them. Circles are, if one of the page has a dot in it: others are bullets.
func (s *shapeStage) tickBoxes() []tickBox {
	var boxes []tickBox
	s.compared = 0
	dotted := false
	add := func(box layout.Rect, first, end int32, round bool) {
		if len(boxes) == tickBoxesMost || box.Width() < tickLeast || box.Width() > tickRatio*box.Height() || box.Height() > tickRatio*box.Width() {
			return
		}
		if sign := s.tickSign(box, first, end, round); sign != 0 {
			boxes = append(boxes, tickBox{layout.Field{Kind: layout.CheckBox, Box: box}, sign})
			dotted = dotted || sign == dottedSign
		}
	}
	for i := range s.dots {
		d := &s.dots[i]
		if p := &s.c.Paths[d.path]; s.isHollow(p) || s.isFramed(d.path) {
			if round := s.isCircle(p); round || s.isBox(p) {
				add(d.box, d.path, d.path+1, round)
			}
		}
	}
	for i := 0; i+endBoxSides <= len(s.c.Paths); i++ {
		if box, ok := s.fourSides(i); ok {
			add(box, int32(i), int32(i+endBoxSides), false)
			i += endBoxSides - 1
		}
	}
	if !dotted {
		boxes = slices.DeleteFunc(boxes, func(b tickBox) bool { return b.sign == circleSign })
	}
	if len(boxes) == 0 {
		return nil
	}
	slices.SortStableFunc(boxes, func(a, b tickBox) int { return compare(a.Box.X0, b.Box.X0) })
	are := form.AreTicks(s.c, withTicks(s.c.Fields, boxes), len(s.c.Fields))
	dropCombs(boxes, are)
	kept := boxes[:0]
	for i := range boxes {
		if are[i] {
			kept = append(kept, boxes[i])
		}
	}
	return kept
}

// dropCombs takes back are of empty boxes, sorted by their left edges, that stand right beside
// one that is no box to tick: together they are a comb, with a box for each letter. What is
// ticked by a drawing is no part of a comb, whose letters are typed.
//
//	          +---++---++---++---+
//	Postcode  | X || A || X || 4 |     Yes [ ] [ ] No
//	          +---++---++---++---+
func dropCombs(boxes []tickBox, are []bool) {
	beside := func(i int, f func(k int)) {
		a := &boxes[i].Box
		for k := i + 1; k < len(boxes) && boxes[k].Box.X0 <= a.X1+tickComb*a.Width(); k++ {
			if boxes[i].sign != emptySign || boxes[k].sign != emptySign {
				continue
			}
			if b := &boxes[k].Box; b.X0 > a.Center().X && abs(a.Center().Y-b.Center().Y) < a.Height()/2 && b.Width() < tickRatio*a.Width() && a.Width() < tickRatio*b.Width() {
				f(k)
			}
		}
	}
	for i := range boxes {
		beside(i, func(k int) { are[k] = are[k] && are[i] })
	}
	for i := len(boxes) - 1; i >= 0; i-- {
		beside(i, func(k int) { are[i] = are[i] && are[k] })
	}
}

// isHollow reports a path of which the page shows the outline.
func (s *contentStage) isHollow(p *layout.Path) bool {
	return p.Op&layout.Stroke != 0 && (p.Op&layout.Fill == 0 || hex(s.paint(p.Paint).Fill) == panelWhite)
}

// isFramed reports that path i is the white inside of a box that has no outline but a
// dark square painted before it:
//
//	+---+      +---+
//	|###|  and | . |  white, on it
//	|###|      +---+
//	+---+
func (s *contentStage) isFramed(i int32) bool {
	p := &s.c.Paths[i]
	if i == 0 || p.Op&layout.Fill == 0 || p.Op&layout.Stroke != 0 || hex(s.paint(p.Paint).Fill) != panelWhite {
		return false
	}
	frame := &s.c.Paths[i-1]
	if frame.Op&layout.Fill == 0 || frame.Flags&layout.Unseen != 0 || !frame.Rectangle || hex(s.paint(frame.Paint).Fill) == panelWhite {
		return false
	}
	most := tickFrame * p.Box.Width()
	for _, edge := range [...]float32{p.Box.X0 - frame.Box.X0, frame.Box.X1 - p.Box.X1, p.Box.Y0 - frame.Box.Y0, frame.Box.Y1 - p.Box.Y1} {
		if !(edge > 0 && edge <= most) {
			return false
		}
	}
	return true
}

// withTicks are fields and behind them boxes, in storage of their own.
func withTicks(fields []layout.Field, boxes []tickBox) []layout.Field {
	fields = slices.Clip(fields)
	for i := range boxes {
		fields = append(fields, boxes[i].Field)
	}
	return fields
}

// tickSign is the sign that looks like box, which the paths from first to end draw, with
// what is drawn in it; 0: other shapes touch it, as they do in drawings.
//
//	+---+  +---+  +---+  +---+    .-.    .-.
//	|   |  |\ /|  |  /|  |###|   (   )  ( o )
//	|   |  |/ \|  |\/ |  |###|    '-'    '-'
//	+---+  +---+  +---+  +---+
//	  ☐      ☒      ☑      ☑       ○      ◉
func (s *contentStage) tickSign(box layout.Rect, first, end int32, round bool) rune {
	if s.compared += len(s.c.Paths); s.compared > dotsWork {
		return 0
	}
	over := tickOver * box.Width()
	outer := layout.Rect{X0: box.X0 - over, Y0: box.Y0 - over, X1: box.X1 + over, Y1: box.Y1 + over}
	var mark tickMark
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		b := &p.Box
		apart := b.X0 > box.X1+dotApart || b.X1 < box.X0-dotApart || b.Y0 > box.Y1+dotApart || b.Y1 < box.Y0-dotApart
		around := b.X0 <= box.X0 && b.X1 >= box.X1 && b.Y0 <= box.Y0 && b.Y1 >= box.Y1
		switch {
		case apart || p.Flags&layout.Unseen != 0 || int32(i) >= first && int32(i) < end || around && (*b != box || s.isBox(p) || s.isCircle(p)):
		case p.Op&layout.Stroke == 0 && hex(s.paint(p.Paint).Fill) == panelWhite:
		case b.X0 < outer.X0 || b.X1 > outer.X1 || b.Y0 < outer.Y0 || b.Y1 > outer.Y1:
			return 0
		default:
			mark.add(s, p)
		}
	}
	return mark.sign(&box, round)
}

// tickMark is what is drawn in a box to tick.
type tickMark struct {
	box    layout.Rect
	points []layout.Point
	paths  int
}

func (m *tickMark) add(s *contentStage, p *layout.Path) {
	m.paths++
	m.box = m.box.Union(p.Box)
	first, end := clampRange(p.First, p.Count, len(s.c.Segments))
	for _, g := range s.c.Segments[first:end] {
		if len(m.points) == tickPoints {
			return
		}
		switch g.Verb {
		case layout.MoveTo, layout.LineTo:
			m.points = append(m.points, g.P[0])
		case layout.CurveTo:
			m.points = append(m.points, g.P[2])
		}
	}
}

// sign is the box with the mark in it; 0: the mark is too small, or is none of those that
// boxes are ticked with.
func (m *tickMark) sign(box *layout.Rect, round bool) rune {
	side := box.Width()
	large := max(m.box.Width(), m.box.Height()) > tickFull*side
	switch {
	case m.paths == 0 && round:
		return circleSign
	case m.paths == 0:
		return emptySign
	case m.paths > tickParts || !large:
		return 0
	case round:
		return dottedSign
	case m.reachesCorners() && !m.isUpright():
		return crossedSign
	}
	return tickedSign
}

// reachesCorners reports whether the mark has points near all corners of its box.
func (m *tickMark) reachesCorners() bool {
	near := tickCorner * max(m.box.Width(), m.box.Height())
	for _, corner := range [...]layout.Point{{X: m.box.X0, Y: m.box.Y0}, {X: m.box.X1, Y: m.box.Y0}, {X: m.box.X0, Y: m.box.Y1}, {X: m.box.X1, Y: m.box.Y1}} {
		if !slices.ContainsFunc(m.points, func(p layout.Point) bool { return abs(p.X-corner.X) <= near && abs(p.Y-corner.Y) <= near }) {
			return false
		}
	}
	return true
}

// isUpright reports whether the sides of the mark are level and upright: it fills the box.
func (m *tickMark) isUpright() bool {
	for i := 1; i < len(m.points); i++ {
		if a, b := m.points[i-1], m.points[i]; min(abs(a.X-b.X), abs(a.Y-b.Y)) > rulingLean {
			return false
		}
	}
	return true
}

// isCircle reports whether p is one closed curve, of as many arcs as programs make a
// circle of.
func (s *contentStage) isCircle(p *layout.Path) bool {
	first, end := clampRange(p.First, p.Count, len(s.c.Segments))
	curves := 0
	for i, g := range s.c.Segments[first:end] {
		switch {
		case g.Verb == layout.CurveTo:
			curves++
		case g.Verb == layout.LineTo, g.Verb == layout.MoveTo && i > 0:
			return false
		}
	}
	return curves >= circleArcs && curves <= 2*circleArcs
}

// typedSigns are the signs of boxes with a character in them that somebody typed there.
var typedSigns = map[rune]rune{
	'X': crossedSign, 'x': crossedSign, '×': crossedSign, '✕': crossedSign, '✖': crossedSign, '✗': crossedSign, '✘': crossedSign,
	'✓': tickedSign, '✔': tickedSign, '√': tickedSign, '■': tickedSign, '●': tickedSign, '•': tickedSign,
}

// takeTyped gives empty boxes the sign of the one character that stands in them, which is
// no text then:
//
//	+---+
//	| X |  by mail    becomes  ☒ by mail
//	+---+
//
// The page has glyphs of its own by then.
func (s *contentStage) takeTyped(boxes []tickBox) {
	for work, i := 0, 0; i < len(boxes) && work < insetWork; i++ {
		b := &boxes[i]
		if b.sign != emptySign {
			continue
		}
		work += len(s.c.Glyphs)
		if at := s.glyphIn(&b.Box); at >= 0 {
			if sign := typedSigns[s.lastRune(s.c.Glyphs[at].Char)]; sign != 0 {
				b.sign, s.own.Glyphs[at].Char = sign, ' '
			}
		}
	}
}

// glyphIn is the only glyph in box that is seen; -1: there is none, or there are several.
func (s *contentStage) glyphIn(box *layout.Rect) int {
	at := -1
	for i := range s.c.Runs {
		r := &s.c.Runs[i]
		if r.Flags&layout.Unseen != 0 || !form.IsLevel(r) || r.Origin != layout.FromPDF {
			continue
		}
		first, end := clampRange(r.First, r.Count, len(s.c.Glyphs))
		for k := first; k < end; k++ {
			g := &s.c.Glyphs[k]
			middle := layout.Point{X: g.X + g.Advance/2, Y: g.Y - capitalHalf*abs(r.Em[3])}
			if s.isBlank(g.Char) || !box.Contains(middle) {
				continue
			}
			if at >= 0 {
				return -1
			}
			at = k
		}
	}
	return at
}
