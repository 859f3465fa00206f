package content

import (
	"math"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
)

// fewSegments is the room that a page begins with, 56 KB. Where that does not suffice the room doubles: append
// grows by a quarter, and then copying was a fifth of the time of pages with large drawings.
const fewSegments = 2000

// path is the current path (ISO 32000-2 clause 8.5.2). Its steps are written straight to Content.Segments, in page
// space. If the path is not kept, they are cut off again.
type path struct {
	first        int     // Content.Segments
	x, y         float64 // current point, user space
	startX       float64 // of the current subpath
	startY       float64
	open         bool // there is a current point
	clip, clipEO bool // W or W* was seen: the path clips when it ends
}

// step adds one step to the current path, and returns the segment for its points. Over the limit it returns nil.
func (in *interp) step(verb layout.Verb) *layout.Segment {
	c := in.c
	n := len(c.Segments)
	if n == cap(c.Segments) {
		left := limits.Segments - (in.b.segments + n - in.path.first)
		if left <= 0 {
			in.b.stop("path segments")
			return nil
		}
		c.Segments = slices.Grow(c.Segments, min(max(n, fewSegments), left))
	}
	c.Segments = c.Segments[:n+1]
	s := &c.Segments[n]
	*s = layout.Segment{Verb: verb}
	return s
}

// stepTo adds a step to (x, y) in user space.
func (in *interp) stepTo(verb layout.Verb, x, y float64) {
	if s := in.step(verb); s != nil {
		s.P[0] = in.gs.ctm.point(x, y)
	}
}

func (in *interp) moveTo(x, y float64) {
	p := &in.path
	p.x, p.y, p.startX, p.startY, p.open = x, y, x, y, true
	c := in.c
	if last := len(c.Segments) - 1; last >= p.first && c.Segments[last].Verb == layout.MoveTo {
		c.Segments[last].P[0] = in.gs.ctm.point(x, y)
		return
	}
	in.stepTo(layout.MoveTo, x, y)
}

func (in *interp) lineTo(x, y float64) {
	if !in.reopen(x, y) {
		return
	}
	in.path.x, in.path.y = x, y
	in.stepTo(layout.LineTo, x, y)
}

func (in *interp) curveTo(x1, y1, x2, y2, x3, y3 float64) {
	if !in.reopen(x1, y1) {
		return
	}
	in.path.x, in.path.y = x3, y3
	if s := in.step(layout.CurveTo); s != nil {
		m := &in.gs.ctm
		s.P[0], s.P[1], s.P[2] = m.point(x1, y1), m.point(x2, y2), m.point(x3, y3)
	}
}

// reopen makes sure that there is a current point. A path that begins with a line begins at the end of that line.
// After a close, the next step starts at the first point of the subpath. reopen reports whether the step must
// still be added.
func (in *interp) reopen(x, y float64) bool {
	if !in.path.open {
		in.damage++
		in.moveTo(x, y)
		return false
	}
	c := in.c
	if last := len(c.Segments) - 1; last >= in.path.first && c.Segments[last].Verb == layout.Close {
		in.stepTo(layout.MoveTo, in.path.startX, in.path.startY)
	}
	return true
}

func (in *interp) closePath() {
	p, c := &in.path, in.c
	last := len(c.Segments) - 1
	if !p.open || last < p.first || c.Segments[last].Verb == layout.Close {
		return
	}
	p.x, p.y = p.startX, p.startY
	in.step(layout.Close)
}

func (in *interp) rect(x, y, w, h float64) {
	in.moveTo(x, y)
	in.stepTo(layout.LineTo, x+w, y)
	in.stepTo(layout.LineTo, x+w, y+h)
	in.stepTo(layout.LineTo, x, y+h)
	in.step(layout.Close)
}

// paintPath ends the current path. It paints the path as op says, and clips to it if W was seen. op 0 is the
// operator n.
func (in *interp) paintPath(op layout.PaintOp) {
	c, p := in.c, &in.path
	segments := c.Segments[p.first:]
	if n := len(segments); n > 0 && segments[n-1].Verb == layout.MoveTo {
		segments = segments[:n-1] // a position without a step paints nothing
		c.Segments = c.Segments[:p.first+n-1]
	}
	kept := false
	if op != 0 && len(segments) > 0 && in.hidden == 0 && in.b.item() {
		in.addPath(op, segments)
		kept = true
	}
	if p.clip && len(segments) > 0 { // W without a path: readers ignore it
		kept = in.clipTo(segments, p.clipEO) || kept
	}
	if kept {
		in.b.segments += len(segments)
	} else {
		c.Segments = c.Segments[:p.first]
	}
	in.path = path{first: len(c.Segments)}
}

func (in *interp) addPath(op layout.PaintOp, segments []layout.Segment) {
	c, g := in.c, &in.gs
	box := bounds(segments)
	p := layout.Path{
		First: int32(in.path.first), Count: int32(len(segments)), Box: box, Op: op,
		Paint: in.paint(op&layout.Stroke != 0), Clip: g.clip, Mark: in.mark,
		Flags: in.itemFlags(box),
	}
	_, p.Rectangle = rectangle(segments)
	c.Items = append(c.Items, layout.Item{Kind: layout.KindPath, Index: int32(len(c.Paths))})
	c.Paths = append(c.Paths, p)
}

// itemFlags returns the flags of a path, image or shading with this box.
func (in *interp) itemFlags(box layout.Rect) layout.RunFlags {
	flags := in.markFlags
	if apart(box, in.pageBox) {
		flags |= layout.OffPage
	} else if apart(box, in.gs.clipBox) {
		flags |= layout.Clipped
	}
	return flags
}

// apart reports whether a and b have no point in common.
func apart(a, b layout.Rect) bool {
	return a.X0 > b.X1 || b.X0 > a.X1 || a.Y0 > b.Y1 || b.Y0 > a.Y1
}

// bounds returns the box of the points of a path, with control points. For a circle of four curves that is the box
// of the circle.
func bounds(segments []layout.Segment) layout.Rect {
	r := layout.Rect{X0: math.MaxFloat32, Y0: math.MaxFloat32, X1: -math.MaxFloat32, Y1: -math.MaxFloat32}
	for i := range segments {
		s := &segments[i]
		switch s.Verb {
		case layout.Close:
			continue
		case layout.CurveTo:
			r.X0, r.X1 = min(r.X0, s.P[1].X, s.P[2].X), max(r.X1, s.P[1].X, s.P[2].X)
			r.Y0, r.Y1 = min(r.Y0, s.P[1].Y, s.P[2].Y), max(r.Y1, s.P[1].Y, s.P[2].Y)
		}
		r.X0, r.X1 = min(r.X0, s.P[0].X), max(r.X1, s.P[0].X)
		r.Y0, r.Y1 = min(r.Y0, s.P[0].Y), max(r.Y1, s.P[0].Y)
	}
	if r.X0 > r.X1 {
		return layout.Rect{}
	}
	return r
}

// straight is how far the ends of a line may differ in one coordinate if the line counts as parallel to the other
// axis. Rotations by a right angle leave rounding errors, and no eye sees a fiftieth of a point.
const straight = 0.02

// rectangle returns the rectangle, if the path is exactly one upright rectangle.
func rectangle(segments []layout.Segment) (layout.Rect, bool) {
	n := len(segments)
	if n > 0 && segments[n-1].Verb == layout.Close {
		n--
	}
	if n < 4 || n > 5 || segments[0].Verb != layout.MoveTo {
		return layout.Rect{}, false
	}
	for i := 1; i < n; i++ {
		if segments[i].Verb != layout.LineTo {
			return layout.Rect{}, false
		}
	}
	a, b, c, d := segments[0].P[0], segments[1].P[0], segments[2].P[0], segments[3].P[0]
	if n == 5 && !(near(segments[4].P[0].X, a.X) && near(segments[4].P[0].Y, a.Y)) {
		return layout.Rect{}, false
	}
	across := near(a.Y, b.Y) && near(b.X, c.X) && near(c.Y, d.Y) && near(d.X, a.X)
	down := near(a.X, b.X) && near(b.Y, c.Y) && near(c.X, d.X) && near(d.Y, a.Y)
	if !across && !down {
		return layout.Rect{}, false
	}
	return layout.Rect{X0: min(a.X, c.X), Y0: min(a.Y, c.Y), X1: max(a.X, c.X), Y1: max(a.Y, c.Y)}, true
}

func near(a, b float32) bool { return a-b < straight && b-a < straight }
