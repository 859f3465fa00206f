package analyze

import "github.com/pagelift/pagelift/layout"

// eachRectangle calls f for each upright rectangle in path p. It skips subpaths of other shapes. Programs
// put all lines of a table, or all cells of one colour, into a single path:
//
//	+--+ +--+ +--+   /\
//	|  | |  | |  |  /  \      three rectangles
//	+--+ +--+ +--+ /____\
func (s *contentStage) eachRectangle(p *layout.Path, f func(layout.Rect)) {
	if p.Rectangle {
		f(p.Box)
		return
	}
	first, end := clampRange(p.First, p.Count, len(s.c.Segments))
	var r rectangleReader
	for _, g := range s.c.Segments[first:end] {
		switch g.Verb {
		case layout.MoveTo:
			r.finish(f)
			r.begin(g.P[0])
		case layout.LineTo:
			r.add(g.P[0])
		case layout.CurveTo:
			r.other = true
		}
	}
	r.finish(f)
}

// rectangleReader follows one subpath.
type rectangleReader struct {
	box    layout.Rect
	last   layout.Point
	turns  int  // lines drawn
	other  bool // it is no upright rectangle
	inside bool
}

func (r *rectangleReader) begin(p layout.Point) {
	*r = rectangleReader{box: layout.Rect{X0: p.X, Y0: p.Y, X1: p.X, Y1: p.Y}, last: p, inside: true}
}

// add handles the next corner. Each line must be level or upright; it widens the box or stays on its edge.
func (r *rectangleReader) add(p layout.Point) {
	dx, dy := abs(p.X-r.last.X), abs(p.Y-r.last.Y)
	r.other = r.other || !(min(dx, dy) <= rulingLean)
	r.box.X0, r.box.Y0 = min(r.box.X0, p.X), min(r.box.Y0, p.Y)
	r.box.X1, r.box.Y1 = max(r.box.X1, p.X), max(r.box.Y1, p.Y)
	r.last = p
	r.turns++
}

// finish calls f if the subpath is a rectangle. Three level and upright lines, or four that come back, run
// along the edge of their box.
func (r *rectangleReader) finish(f func(layout.Rect)) {
	if r.inside && !r.other && (r.turns == 3 || r.turns == 4) {
		f(r.box)
	}
	r.inside = false
}
