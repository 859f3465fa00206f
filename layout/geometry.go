package layout

// Point is a place in page space, in points.
type Point struct {
	X, Y float32
}

// Rect is an upright rectangle in page space, in points: X0 <= X1, Y0 <= Y1,
// Y0 the upper edge. The zero Rect is empty and is the identity of Union.
type Rect struct {
	X0, Y0, X1, Y1 float32
}

// Width returns the horizontal extent in points.
func (r Rect) Width() float32 { return r.X1 - r.X0 }

// Height returns the vertical extent in points.
func (r Rect) Height() float32 { return r.Y1 - r.Y0 }

// Empty reports whether r covers no area.
func (r Rect) Empty() bool { return r.X1 <= r.X0 || r.Y1 <= r.Y0 }

// Union returns the smallest rectangle that holds both. The zero Rect adds nothing; a rectangle without
// area (a hairline) does.
func (r Rect) Union(o Rect) Rect {
	if r == (Rect{}) {
		return o
	}
	if o == (Rect{}) {
		return r
	}
	return Rect{min(r.X0, o.X0), min(r.Y0, o.Y0), max(r.X1, o.X1), max(r.Y1, o.Y1)}
}

// Intersect returns the part that both cover, or the zero Rect.
func (r Rect) Intersect(o Rect) Rect {
	x := Rect{max(r.X0, o.X0), max(r.Y0, o.Y0), min(r.X1, o.X1), min(r.Y1, o.Y1)}
	if x.X1 < x.X0 || x.Y1 < x.Y0 {
		return Rect{}
	}
	return x
}

// Contains reports whether p lies in r, edges included.
func (r Rect) Contains(p Point) bool {
	return p.X >= r.X0 && p.X <= r.X1 && p.Y >= r.Y0 && p.Y <= r.Y1
}

// Center returns the middle of r.
func (r Rect) Center() Point { return Point{(r.X0 + r.X1) / 2, (r.Y0 + r.Y1) / 2} }

// Matrix maps (x, y) to (A*x + C*y + E, B*x + D*y + F), the form of
// ISO 32000-2 clause 8.3.3.
type Matrix struct {
	A, B, C, D, E, F float32
}

// Apply maps p to m's image of it.
func (m Matrix) Apply(p Point) Point {
	return Point{m.A*p.X + m.C*p.Y + m.E, m.B*p.X + m.D*p.Y + m.F}
}

// Bounds returns the upright rectangle around the image of r.
func (m Matrix) Bounds(r Rect) Rect {
	a, b := m.Apply(Point{r.X0, r.Y0}), m.Apply(Point{r.X1, r.Y1})
	c, d := m.Apply(Point{r.X0, r.Y1}), m.Apply(Point{r.X1, r.Y0})
	return Rect{
		min(a.X, b.X, c.X, d.X), min(a.Y, b.Y, c.Y, d.Y),
		max(a.X, b.X, c.X, d.X), max(a.Y, b.Y, c.Y, d.Y),
	}
}
