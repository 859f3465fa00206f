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

// tickBoxes are the small hollow squares of the page that stand beside text as the
// boxes of a form do, as controls without a name. Those under controls are not among
// them. Circles are, if one of the page has a dot in it: others are bullets.
func (s *shapeStage) tickBoxes() []tickBox {
	var boxes []tickBox
	s.compared = 0
	dotted := false
	for i := range s.dots {
		d := &s.dots[i]
		p := &s.c.Paths[d.path]
		if d.box.Width() < tickLeast || d.box.Width() > tickRatio*d.box.Height() || d.box.Height() > tickRatio*d.box.Width() ||
			p.Op&layout.Stroke == 0 || p.Op&layout.Fill != 0 && hex(s.paint(p.Paint).Fill) != panelWhite {
			continue
		}
		round := s.isCircle(p)
		if len(boxes) == tickBoxesMost || !round && !s.isBox(p) {
			continue
		}
		if sign := s.tickSign(d, round); sign != 0 {
			boxes = append(boxes, tickBox{layout.Field{Kind: layout.CheckBox, Box: d.box}, sign})
			dotted = dotted || sign == dottedSign
		}
	}
	if !dotted {
		boxes = slices.DeleteFunc(boxes, func(b tickBox) bool { return b.sign == circleSign })
	}
	if len(boxes) == 0 {
		return nil
	}
	are := form.AreTicks(s.c, withTicks(s.c.Fields, boxes), len(s.c.Fields))
	kept := boxes[:0]
	for i := range boxes {
		if are[i] {
			kept = append(kept, boxes[i])
		}
	}
	return kept
}

// withTicks are fields and behind them boxes, in storage of their own.
func withTicks(fields []layout.Field, boxes []tickBox) []layout.Field {
	fields = slices.Clip(fields)
	for i := range boxes {
		fields = append(fields, boxes[i].Field)
	}
	return fields
}

// tickSign is the sign that looks like d with what is drawn in it; 0: other shapes touch
// it, as they do in drawings.
//
//	+---+  +---+  +---+  +---+    .-.    .-.
//	|   |  |\ /|  |  /|  |###|   (   )  ( o )
//	|   |  |/ \|  |\/ |  |###|    '-'    '-'
//	+---+  +---+  +---+  +---+
//	  ☐      ☒      ☑      ☑       ○      ◉
func (s *contentStage) tickSign(d *dot, round bool) rune {
	if s.compared += len(s.c.Paths); s.compared > dotsWork {
		return 0
	}
	over := tickOver * d.box.Width()
	outer := layout.Rect{X0: d.box.X0 - over, Y0: d.box.Y0 - over, X1: d.box.X1 + over, Y1: d.box.Y1 + over}
	var mark tickMark
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		b := &p.Box
		apart := b.X0 > d.box.X1+dotApart || b.X1 < d.box.X0-dotApart || b.Y0 > d.box.Y1+dotApart || b.Y1 < d.box.Y0-dotApart
		around := b.X0 <= d.box.X0 && b.X1 >= d.box.X1 && b.Y0 <= d.box.Y0 && b.Y1 >= d.box.Y1
		switch {
		case apart || p.Flags&layout.Unseen != 0 || int32(i) == d.path || around && (*b != d.box || s.isBox(p) || s.isCircle(p)):
		case p.Op&layout.Stroke == 0 && hex(s.paint(p.Paint).Fill) == panelWhite:
		case b.X0 < outer.X0 || b.X1 > outer.X1 || b.Y0 < outer.Y0 || b.Y1 > outer.Y1:
			return 0
		default:
			mark.add(s, p)
		}
	}
	return mark.sign(&d.box, round)
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
