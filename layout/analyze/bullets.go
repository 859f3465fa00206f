package analyze

import (
	"cmp"
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// dot is a small shape that may be the bullet of a line.
type dot struct {
	box    layout.Rect
	path   int32 // Content.Paths; -1: it is a picture
	raster int32 // shapeStage.rasters, if it is a picture
	thick  bool  // it is a thick stroke
	sign   bool  // it is the bullet of a line
}

// findBullets finds the lines with a painted bullet before them: browsers draw the signs of lists instead
// of showing them as text.
//
//	●  first item        a filled circle, right before the text, at the height of small letters
//	○  second item       the outline of one
func (s *lineStage) findBullets() {
	if len(s.dots) == 0 {
		return
	}
	slices.SortStableFunc(s.dots, func(a, b dot) int { return cmp.Compare(a.box.Center().Y, b.box.Center().Y) })
	s.compared = 0
	for i := range s.lines {
		l := &s.lines[i]
		if f := &s.frames[l.frame]; f.cos != 1 || f.sin != 0 || f.vertical {
			continue
		}
		edge := l.u0 - farAway // where the text before l on its row ends
		if i > 0 && s.lines[i-1].row == l.row && s.lines[i-1].leaf == l.leaf {
			edge = s.lines[i-1].u1
		}
		if l.sign = s.dotBefore(l, edge); l.sign != 0 {
			l.label, l.rest = true, l.u0
		}
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A painted bullet has sides of dotLeast to dotMost points that differ at most by the factor dotRatio.
	// In ems of the text, it is at most dotTall high; its middle is dotLow to dotHigh above the baseline;
	// it stands dotNear to dotFar before the text. Chromium draws discs of 0.34 with the middle 0.3 up and
	// 0.75 before the text.
	dotLeast = 1
	dotMost  = 16
	dotRatio = 1.3
	dotTall  = 0.6
	dotLow   = 0.12
	dotHigh  = 0.5
	dotNear  = 0.15
	dotFar   = 1.6
)

// noteDot lists path p when it is small and compact.
func (s *shapeStage) noteDot(i int, p *layout.Path) {
	box, thick := s.thickStroke(p)
	w, h := box.Width(), box.Height()
	if w >= dotLeast && w <= dotMost && h >= dotLeast && h <= dotMost &&
		w <= dotRatio*h && h <= dotRatio*w && p.Op&(layout.Fill|layout.Stroke) != 0 {
		s.dots = append(s.dots, dot{box: box, path: int32(i), thick: thick})
	}
}

// thickStroke returns the box of a path. The box of a single level or upright stroke includes the width of
// its line: some programs draw filled boxes as such strokes.
func (s *shapeStage) thickStroke(p *layout.Path) (box layout.Rect, thick bool) {
	if p.Op != layout.Stroke || p.Count != 2 {
		return p.Box, false
	}
	box, half := p.Box, s.paint(p.Paint).LineWidth/2
	switch {
	case box.Width() <= rulingLean:
		box.X0, box.X1 = box.X0-half, box.X1+half
	case box.Height() <= rulingLean:
		box.Y0, box.Y1 = box.Y0-half, box.Y1+half
	default:
		return p.Box, false
	}
	return box, true
}

// isDrawn reports whether other paths touch a shape, as lines touch the nodes of a drawing and the marks
// of a plot. A path all around the shape is a background.
func (s *contentStage) isDrawn(d *dot) bool {
	if s.compared += len(s.c.Paths); s.compared > dotsWork {
		return true
	}
	near := layout.Rect{X0: d.box.X0 - dotApart, Y0: d.box.Y0 - dotApart, X1: d.box.X1 + dotApart, Y1: d.box.Y1 + dotApart}
	for i := range s.c.Paths {
		b := &s.c.Paths[i].Box
		if b.X0 > near.X1 || b.X1 < near.X0 || b.Y0 > near.Y1 || b.Y1 < near.Y0 || *b == d.box || int32(i) == d.path {
			continue
		}
		if around := b.X0 <= near.X0 && b.X1 >= near.X1 && b.Y0 <= near.Y0 && b.Y1 >= near.Y1; !around {
			return true
		}
	}
	return false
}

// signOf returns the character that looks like d before line l; 0: d is no bullet.
func (s *shapeStage) signOf(d *dot, l *line) rune {
	if d.path < 0 {
		s.insets.gone[d.raster] = true
		return '•'
	}
	p := &s.c.Paths[d.path]
	switch {
	case d.box.Height() > dotTall*l.size || s.isDrawn(d):
		return 0
	case d.thick:
		return '▪'
	case p.Op&layout.Fill == 0:
		return '◦'
	case p.Rectangle:
		return '▪'
	}
	return '•'
}

// dotBefore returns the sign of the shape or picture that stands before line l at the height of its small
// letters, with nothing between and not before edge; 0: there is none.
func (s *shapeStage) dotBefore(l *line, edge float32) rune {
	top := l.v - dotHigh*l.size
	at, _ := slices.BinarySearchFunc(s.dots, top, func(d dot, y float32) int { return compare(d.box.Center().Y, y) })
	for n := at; n < min(len(s.dots), at+lineMarks); n++ {
		d := &s.dots[n]
		if d.box.Center().Y > l.v-dotLow*l.size {
			break
		}
		gap := l.u0 - d.box.X1
		if l.rtl {
			gap = d.box.X0 - l.u1
		}
		if gap >= dotNear*l.em && gap <= dotFar*l.em && (l.rtl || d.box.X0 >= edge) {
			if sign := s.signOf(d, l); sign != 0 {
				d.sign = true
				return sign
			}
		}
	}
	return 0
}
