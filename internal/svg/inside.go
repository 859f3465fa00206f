package svg

import "github.com/pagelift/pagelift/layout"

// clipShape is the outline of a clip. It serves to find out whether things lie within the clip.
type clipShape struct {
	lines [][2]layout.Point // its edges; for a curve the lines between its points
	whole bool              // false: it has too many edges
}

// clipLines is the most edges of a clip that is examined in this way.
const clipLines = 256

// inside reports whether all of box is visible through the clip.
func (p *planner) inside(clip int32, box layout.Rect) bool {
	for range clipDepth {
		k := p.v.clip(clip)
		switch {
		case k == nil:
			return true
		case !holds(k.Box, box, edge):
			return false
		case k.Rectangle:
			return true
		case k.Text || !p.shape(clip, k).holds(box):
			return false
		}
		clip = k.Parent
	}
	return false
}

// shape returns the outline of clip i.
func (p *planner) shape(i int32, k *layout.Clip) *clipShape {
	if s := p.holds[i]; s != nil {
		return s
	}
	s := &clipShape{whole: k.Count <= clipLines}
	if s.whole {
		s.read(p.v.segments(k.First, k.Count))
	}
	if p.holds == nil {
		p.holds = map[int32]*clipShape{}
	}
	p.holds[i] = s
	return s
}

func (s *clipShape) read(segments []layout.Segment) {
	var at, start layout.Point
	to := func(p layout.Point) {
		s.lines = append(s.lines, [2]layout.Point{at, p})
		at = p
	}
	for i := range segments {
		switch g := &segments[i]; g.Verb {
		case layout.MoveTo:
			to(start)
			at, start = g.P[0], g.P[0]
		case layout.LineTo:
			to(g.P[0])
		case layout.CurveTo:
			to(g.P[0])
			to(g.P[1])
			to(g.P[2])
		case layout.Close:
			to(start)
		}
	}
	to(start)
}

// holds reports whether box is within the outline: its middle is, and no edge crosses the box.
func (s *clipShape) holds(box layout.Rect) bool {
	if !s.whole {
		return false
	}
	inner := grow(box, -edge)
	middle := box.Center()
	in := false
	for _, l := range s.lines {
		a, b := l[0], l[1]
		if crosses(a, b, inner) {
			return false
		}
		if (a.Y > middle.Y) != (b.Y > middle.Y) && middle.X < a.X+(middle.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
			in = !in
		}
	}
	return in
}

// crosses reports whether the line from a to b may cross r.
func crosses(a, b layout.Point, r layout.Rect) bool {
	if max(a.X, b.X) <= r.X0 || min(a.X, b.X) >= r.X1 || max(a.Y, b.Y) <= r.Y0 || min(a.Y, b.Y) >= r.Y1 {
		return false
	}
	left, right := false, false
	for _, c := range [4]layout.Point{{X: r.X0, Y: r.Y0}, {X: r.X1, Y: r.Y0}, {X: r.X0, Y: r.Y1}, {X: r.X1, Y: r.Y1}} {
		side := (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X)
		left, right = left || side < 0, right || side > 0
	}
	return left && right
}
