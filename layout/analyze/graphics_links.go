package analyze

import "github.com/pagelift/pagelift/layout"

// hasLinks reports whether strokes of a drawing lead from one of its shapes to another that the first does
// not touch. It is then a diagram, however few of its strokes slant. The rules of tables and forms meet
// each other, and lead to no shape:
//
//	+-----+        +-----+
//	| DSP |--------| bus |      three shapes,
//	+-----+        +-----+      two links
//	                  |
//	               +-----+
//	               | ROM |
//	               +-----+
func (s *figureStage) hasLinks(f *graphic) bool {
	shapes := s.shapesIn(f)
	if len(shapes) <= leastLinks {
		return false
	}
	links := 0
	s.eachStroke(f, func(from, to layout.Point) bool {
		if s.graphics.work += len(shapes); s.graphics.work > graphicWork {
			return false
		}
		if a, b := shapeAt(shapes, from), shapeAt(shapes, to); a >= 0 && b >= 0 && a != b && apart(&shapes[a], &shapes[b], linkReach) {
			links++
		}
		return links < leastLinks
	})
	return links >= leastLinks
}

const (
	// leastLinks is how many links a diagram has at least: one stroke between two boxes may be a rule.
	leastLinks = 2
	// linkReach is how far, in points, the end of a link may be from the edge of its shape.
	linkReach = 2
	// linkedSide is the least side in points of a shape that links lead to: a name has room in it.
	linkedSide = 8
	// linkedShapes is how many shapes of a drawing are looked at.
	linkedShapes = 200
)

// shapesIn lists the shapes of a drawing that links may lead to, up to linkedShapes.
func (s *figureStage) shapesIn(f *graphic) (shapes []layout.Rect) {
	add := func(box layout.Rect) {
		if len(shapes) < linkedShapes && min(box.Width(), box.Height()) >= linkedSide && holdsBox(f.box, box, linkReach) {
			shapes = append(shapes, box)
		}
	}
	for i := range s.c.Paths {
		if s.graphics.work++; s.graphics.work > graphicWork {
			break
		}
		switch p := &s.c.Paths[i]; {
		case !s.graphics.kept[i] || !holdsBox(f.box, p.Box, linkReach):
		case p.Op&layout.Fill != 0 && s.bends(p) > 0:
			add(p.Box)
		default:
			s.eachRectangle(p, add)
		}
	}
	return shapes
}

// eachStroke calls do with both ends of each open stroke of a drawing, until do reports false.
func (s *figureStage) eachStroke(f *graphic, do func(from, to layout.Point) bool) {
	for i := range s.c.Paths {
		p := &s.c.Paths[i]
		if s.graphics.work++; s.graphics.work > graphicWork {
			return
		}
		if !s.graphics.kept[i] || p.Op&layout.Stroke == 0 || p.Rectangle || !holdsBox(f.box, p.Box, linkReach) {
			continue
		}
		first, end := clampRange(p.First, p.Count, len(s.c.Segments))
		var from, at layout.Point
		for k := first; k < end; k++ {
			switch g := &s.c.Segments[k]; g.Verb {
			case layout.MoveTo:
				if from != at && !do(from, at) {
					return
				}
				from, at = g.P[0], g.P[0]
			case layout.LineTo:
				at = g.P[0]
			case layout.CurveTo:
				at = g.P[2]
			default:
				at = from // it is closed
			}
		}
		if from != at && !do(from, at) {
			return
		}
	}
}

// shapeAt returns the index of the first shape that has p at its edge; -1: none.
func shapeAt(shapes []layout.Rect, p layout.Point) int {
	for i := range shapes {
		b := &shapes[i]
		out := p.X < b.X0-linkReach || p.X > b.X1+linkReach || p.Y < b.Y0-linkReach || p.Y > b.Y1+linkReach
		in := p.X > b.X0+linkReach && p.X < b.X1-linkReach && p.Y > b.Y0+linkReach && p.Y < b.Y1-linkReach
		if !out && !in {
			return i
		}
	}
	return -1
}
