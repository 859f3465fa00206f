package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/form"
)

// These signs stand in Page.Text for boxes and circles to tick that are drawn on the page and are no
// controls of a form. Each looks like what it stands for.
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
	// Boxes to tick are squares of at least tickLeast points, with sides that differ at most by the factor
	// tickRatio. A page has at most tickBoxesMost.
	tickLeast     = 4
	tickRatio     = 1.15
	tickBoxesMost = limits.TickBoxes
	// The mark in a ticked box is larger than tickFull of a side, and reaches at most tickOver sides
	// beyond the box. It is a cross if it has points within tickCorner of its size from its four corners.
	// It has at most tickParts paths; tickPoints of its points are looked at. A circle has circleArcs
	// arcs, or up to twice as many.
	tickOver   = 0.5
	tickFull   = 0.25
	tickCorner = 0.3
	tickParts  = 4
	tickPoints = limits.TickPoints
	// tickComb is the widest room between two boxes of a comb, in widths of a box: forms have 0 to .5.
	// Boxes to tick without a word between them stand further apart.
	tickComb = 0.75
	// tickFrame is the widest dark edge around the white inside of a box, as a share of its side: programs
	// paint edges of a tenth.
	tickFrame = 0.25
	// capitalHalf is how high above its baseline the middle of a capital is, in ems: capitals are .66 to
	// .73 em high.
	capitalHalf = 0.35
	circleArcs  = 4
)

// tickBoxes returns the small hollow squares of the page that stand beside text as the boxes of a form do,
// as controls without a name. Boxes under controls are left out. Circles are returned if one of the page
// has a dot in it; other circles are bullets.
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

// dropCombs drops empty boxes, sorted by their left edges, that stand right beside a box that is not one
// to tick. Together they are a comb, with a box for each letter. Boxes with a drawn mark are no part of a
// comb, whose letters are typed:
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

// isHollow reports whether the page shows the outline of a path.
func (s *contentStage) isHollow(p *layout.Path) bool {
	return p.Op&layout.Stroke != 0 && (p.Op&layout.Fill == 0 || hex(s.paint(p.Paint).Fill) == panelWhite)
}

// isFramed reports whether path i is the white inside of a box that is drawn without a line: a dark square
// was painted before it:
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

// withTicks returns fields followed by boxes, in storage of its own.
func withTicks(fields []layout.Field, boxes []tickBox) []layout.Field {
	fields = slices.Clip(fields)
	for i := range boxes {
		fields = append(fields, boxes[i].Field)
	}
	return fields
}

// tickSign returns the sign that looks like box with what is drawn in it. The paths from first to end draw
// the box. It returns 0 if other shapes touch the box, as in drawings:
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

// tickMark is what is drawn inside a box to tick.
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

// sign returns the sign for the box with the mark in it; 0: the mark is too small, or boxes are not ticked
// with such a mark.
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

// isUpright reports whether all sides of the mark are level or upright: it fills the box.
func (m *tickMark) isUpright() bool {
	for i := 1; i < len(m.points); i++ {
		if a, b := m.points[i-1], m.points[i]; min(abs(a.X-b.X), abs(a.Y-b.Y)) > rulingLean {
			return false
		}
	}
	return true
}

// isCircle reports whether p is one closed curve with as many arcs as programs make a circle of.
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

// typedSigns are the signs for boxes in which somebody typed a character.
var typedSigns = map[rune]rune{
	'X': crossedSign, 'x': crossedSign, '×': crossedSign, '✕': crossedSign, '✖': crossedSign, '✗': crossedSign, '✘': crossedSign,
	'✓': tickedSign, '✔': tickedSign, '√': tickedSign, '■': tickedSign, '●': tickedSign, '•': tickedSign,
}

// readTyped gives an empty box the sign for the one character that stands in it. The character is then no
// text:
//
//	+---+
//	| X |  by mail    becomes  ☒ by mail
//	+---+
//
// The page must have its own copy of the glyphs by then, see ownRuns.
func (s *contentStage) readTyped(boxes []tickBox) {
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

// glyphIn returns the index of the only visible glyph in box; -1: there is none, or there are several.
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
