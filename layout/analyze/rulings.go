package analyze

import (
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// paintedRuling is a ruling and the path that paints it.
type paintedRuling struct {
	layout.Ruling
	path int32 // Content.Paths; -1: an image paints it
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// Rules are at most rulingThick points thick, at least rulingLong long and rulingRatio times as long
	// as thick; they lean by at most rulingLean points. shortBar is the least length of a bar of a
	// formula: one over a digit of five points, the smallest that TeX sets, has 2.5.
	rulingThick = 3
	rulingLong  = 4
	shortBar    = 2
	rulingRatio = 4
	rulingLean  = 0.4
	// rulingImage is the thickest image that is a rule, in points: thicker ones are bars of charts and
	// borders with a pattern. rulingsKept is how many rules of a page are kept.
	rulingImage = 1.5
	rulingsKept = limits.PageRulings
)

// findRulings collects the thin straight strokes, fills and images of the page. It also collects the
// shapes that may be bullets.
func (s *shapeStage) findRulings() []layout.Ruling {
	rulings := s.rulings[:0]
	s.dots, s.areas, s.shortBars = s.dots[:0], s.areas[:0], s.shortBars[:0]
	mathematics := s.hasMathematics()
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if p.Flags&layout.Unseen != 0 {
			continue
		}
		s.noteDot(i, p)
		if len(rulings) >= rulingsKept {
			continue
		}
		known := len(rulings)
		if p.Op&layout.Fill != 0 {
			rulings = s.filledRulings(rulings, p)
		}
		if p.Op&layout.Stroke != 0 {
			rulings = s.strokedRulings(rulings, p)
		}
		for n := known; n < len(rulings); n++ {
			rulings[n].path = int32(i)
		}
		if mathematics && known == len(rulings) {
			s.noteShortBar(int32(i), p)
		}
	}
	s.dropKeys()
	rulings = s.imagedRulings(rulings)
	s.rulings = rulings
	s.sortHorizontal()
	if len(rulings) == 0 {
		return nil
	}
	plain := make([]layout.Ruling, len(rulings))
	for i := range rulings {
		plain[i] = rulings[i].Ruling
	}
	return plain
}

// filledRulings adds thin filled rectangles to the rules: many programs draw lines so. It keeps large ones
// as areas.
func (s *shapeStage) filledRulings(rulings []paintedRuling, p *layout.Path) []paintedRuling {
	color := hex(s.paint(p.Paint).Fill)
	add := func(box layout.Rect) {
		w, h := box.Width(), box.Height()
		switch {
		case !near(w) || !near(h):
		case min(w, h) > rulingThick:
			s.noteArea(box, color)
		case max(w, h) < rulingLong || max(w, h) < rulingRatio*min(w, h) || len(rulings) >= rulingsKept:
		default:
			rulings = append(rulings, paintedRuling{Ruling: layout.Ruling{Box: box, Vertical: h > w, Color: color}})
		}
	}
	if w, h := p.Box.Width(), p.Box.Height(); min(w, h) <= rulingLean {
		add(p.Box)
		return rulings
	}
	s.eachRectangle(p, add)
	return rulings
}

// strokedRulings adds the upright and level parts of a stroked path to the rules.
func (s *shapeStage) strokedRulings(rulings []paintedRuling, p *layout.Path) []paintedRuling {
	paint := s.paint(p.Paint)
	if paint.LineWidth > borderThick {
		return rulings
	}
	if paint.LineWidth > rulingThick {
		s.noteBorder(p, &paint)
		return rulings
	}
	first, end := clampRange(p.First, p.Count, len(s.c.Segments))
	var start, at layout.Point
	for _, g := range s.c.Segments[first:end] {
		if len(rulings) >= rulingsKept {
			break
		}
		switch g.Verb {
		case layout.MoveTo:
			start, at = g.P[0], g.P[0]
		case layout.LineTo:
			rulings = appendStroke(rulings, at, g.P[0], &paint)
			at = g.P[0]
		case layout.CurveTo:
			at = g.P[2]
		case layout.Close:
			rulings = appendStroke(rulings, at, start, &paint)
			at = start
		}
	}
	return rulings
}

// imagedRulings adds thin images to the rules. Programs that make PDF of pages prepared for a printer
// stretch one sample to a line. The strips that a picture is cut into touch each other, and are no rules:
//
//	 d   ←                  ▀▀▀▀▀▀▀▀▀▀
//	───  ← an image,        ▀▀▀▀▀▀▀▀▀▀   strips of a picture, an
//	dt   ← 9.7 x 0.5 pt     ▀▀▀▀▀▀▀▀▀▀   image each
func (s *shapeStage) imagedRulings(rulings []paintedRuling) []paintedRuling {
	images := s.c.Images
	for i := range images {
		m := &images[i]
		w, h := m.Box.Width(), m.Box.Height()
		switch {
		case m.Flags&layout.Unseen != 0 || !near(w) || !near(h) || min(w, h) > rulingImage:
		case max(w, h) < rulingLong || max(w, h) < rulingRatio*min(w, h):
		case i > 0 && touches(&images[i-1].Box, &m.Box) || i+1 < len(images) && touches(&m.Box, &images[i+1].Box):
		case len(rulings) >= rulingsKept:
			return rulings
		default:
			rulings = append(rulings, paintedRuling{Ruling: layout.Ruling{Box: m.Box, Vertical: h > w}, path: -1})
		}
	}
	return rulings
}

// touches reports whether two boxes are strips of one picture: they share a long side.
func touches(a, b *layout.Rect) bool {
	wide := a.Width() > a.Height() && abs(a.X0-b.X0) <= rulingLean && abs(a.X1-b.X1) <= rulingLean
	high := a.Height() > a.Width() && abs(a.Y0-b.Y0) <= rulingLean && abs(a.Y1-b.Y1) <= rulingLean
	return wide && max(a.Y0, b.Y0)-min(a.Y1, b.Y1) <= rulingLean || high && max(a.X0, b.X0)-min(a.X1, b.X1) <= rulingLean
}

// noteShortBar keeps a level stroke that is shorter than the rules of texts and tables, as the bar of a
// fraction with one small digit is.
func (s *shapeStage) noteShortBar(i int32, p *layout.Path) {
	box, paint := p.Box, s.paint(p.Paint)
	if p.Op&layout.Fill == 0 {
		half := paint.LineWidth / 2
		if p.Count != 2 || box.Height() > rulingLean {
			return
		}
		box.Y0, box.Y1 = box.Y0-half, box.Y1+half
	}
	w, h := box.Width(), box.Height()
	if !near(w) || !near(h) || w < shortBar || w >= max(rulingLong, rulingRatio*h) || h > rulingThick || w < braceRatio*h || len(s.shortBars) >= rulingsKept {
		return
	}
	s.shortBars = append(s.shortBars, paintedRuling{Ruling: layout.Ruling{Box: box}, path: i})
}

// noteBorder keeps a stroke that is too thick for a rule as areas. It may still be the border of a table.
func (s *shapeStage) noteBorder(p *layout.Path, paint *layout.Paint) {
	half := paint.LineWidth / 2
	s.eachRectangle(p, func(b layout.Rect) {
		for _, side := range [...]layout.Rect{
			{X0: b.X0, Y0: b.Y0, X1: b.X1, Y1: b.Y0},
			{X0: b.X0, Y0: b.Y1, X1: b.X1, Y1: b.Y1},
			{X0: b.X0, Y0: b.Y0, X1: b.X0, Y1: b.Y1},
			{X0: b.X1, Y0: b.Y0, X1: b.X1, Y1: b.Y1},
		} {
			s.noteArea(layout.Rect{X0: side.X0 - half, Y0: side.Y0 - half, X1: side.X1 + half, Y1: side.Y1 + half}, hex(paint.Stroke))
		}
	})
	if p.Count == 2 {
		s.noteArea(layout.Rect{X0: p.Box.X0 - half, Y0: p.Box.Y0 - half, X1: p.Box.X1 + half, Y1: p.Box.Y1 + half}, hex(paint.Stroke))
	}
}

func appendStroke(rulings []paintedRuling, a, b layout.Point, paint *layout.Paint) []paintedRuling {
	w, h := abs(a.X-b.X), abs(a.Y-b.Y)
	if min(w, h) > rulingLean || !(max(w, h) >= rulingLong) || !near(w) || !near(h) {
		return rulings
	}
	half := paint.LineWidth / 2
	box := layout.Rect{X0: min(a.X, b.X), Y0: min(a.Y, b.Y), X1: max(a.X, b.X), Y1: max(a.Y, b.Y)}
	if h > w {
		box.X0, box.X1 = box.X0-half, box.X1+half
	} else {
		box.Y0, box.Y1 = box.Y0-half, box.Y1+half
	}
	return append(rulings, paintedRuling{Ruling: layout.Ruling{Box: box, Vertical: h > w, Color: hex(paint.Stroke)}})
}

func (s *contentStage) paint(i int32) layout.Paint {
	if i < 0 || int(i) >= len(s.c.Paints) {
		return layout.Paint{}
	}
	return s.c.Paints[i]
}

// hex returns the colour as 0xRRGGBB; patterns count as black.
func hex(c layout.Color) uint32 {
	if c.Pattern != 0 {
		return 0
	}
	return uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B)
}
