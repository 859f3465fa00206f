package content

import (
	"math"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// matrix maps (x, y) to (a*x + c*y + e, b*x + d*y + f), ISO 32000-2 clause 8.3.3.
// Positions are computed in float64 and stored as float32.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// mul returns m followed by n: the product m × n of clause 8.3.4.
func (m matrix) mul(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d,
		m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

func (m *matrix) point(x, y float64) layout.Point {
	return layout.Point{X: coord(m.a*x + m.c*y + m.e), Y: coord(m.b*x + m.d*y + m.f)}
}

// bounds returns the upright rectangle around the image of b.
func (m *matrix) bounds(b pdf.Box) layout.Rect {
	p, q := m.point(b.X0, b.Y0), m.point(b.X1, b.Y1)
	r, s := m.point(b.X0, b.Y1), m.point(b.X1, b.Y0)
	return layout.Rect{
		X0: min(p.X, q.X, r.X, s.X), Y0: min(p.Y, q.Y, r.Y, s.Y),
		X1: max(p.X, q.X, r.X, s.X), Y1: max(p.Y, q.Y, r.Y, s.Y),
	}
}

// scale returns the geometric mean of the scales along the axes. If one of them is zero, it returns the other.
func (m *matrix) scale() float64 {
	if det := math.Abs(m.a*m.d - m.b*m.c); det > 0 {
		return math.Sqrt(det)
	}
	return max(length(m.a, m.b), length(m.c, m.d))
}

// length returns the length of a vector. Matrices hold no numbers that are so large or small that they need
// math.Hypot.
func length(x, y float64) float64 { return math.Sqrt(x*x + y*y) }

func (m *matrix) layout() layout.Matrix {
	return layout.Matrix{A: coord(m.a), B: coord(m.b), C: coord(m.c), D: coord(m.d), E: coord(m.e), F: coord(m.f)}
}

// finite returns m, and false if an element of it is not a usable number. Such an element would spoil every later
// product.
func (m matrix) finite() (matrix, bool) {
	sum := math.Abs(m.a) + math.Abs(m.b) + math.Abs(m.c) + math.Abs(m.d) + math.Abs(m.e) + math.Abs(m.f)
	return m, sum < maxNumber
}

// usable reports whether a matrix may be moved to (e, f). It is like finite for a matrix that changes only there.
func usable(e, f float64) bool { return math.Abs(e)+math.Abs(f) < maxNumber }

// maxCoord is far outside of any page (the largest have 14,400 units), and leaves float32 room to add and
// multiply.
const maxCoord = 1e9

// coord converts v to a stored coordinate. It is finite, whatever the file says.
func coord(v float64) float32 {
	if v > -maxCoord && v < maxCoord {
		return float32(v)
	}
	switch {
	case v >= maxCoord:
		return maxCoord
	case v <= -maxCoord:
		return -maxCoord
	}
	return 0 // not a number
}

// numbersMatrix returns the matrix of six numbers, or the identity if there are fewer.
func numbersMatrix(v []float64) matrix {
	if len(v) < 6 {
		return identity
	}
	if m, ok := (matrix{v[0], v[1], v[2], v[3], v[4], v[5]}).finite(); ok {
		return m
	}
	return identity
}

// numbersBox returns the rectangle of four numbers. Its corners may be in any order.
func numbersBox(v []float64) (pdf.Box, bool) {
	if len(v) < 4 {
		return pdf.Box{}, false
	}
	return pdf.Box{X0: min(v[0], v[2]), Y0: min(v[1], v[3]), X1: max(v[0], v[2]), Y1: max(v[1], v[3])}, true
}

// PageSize returns the size of p in page space.
func PageSize(p *pdf.Page) (width, height float32) {
	_, width, height = baseMatrix(p)
	return width, height
}

// baseMatrix returns the matrix from default user space of p to page space, and the size of the page there. The
// matrix includes rotation, crop and user unit.
func baseMatrix(p *pdf.Page) (m matrix, width, height float32) {
	u := p.UserUnit
	if u <= 0 {
		u = 1
	}
	b := p.CropBox
	w, h := (b.X1-b.X0)*u, (b.Y1-b.Y0)*u
	switch p.Rotate {
	case 90:
		return matrix{0, u, u, 0, -b.Y0 * u, -b.X0 * u}, coord(h), coord(w)
	case 180:
		return matrix{-u, 0, 0, u, b.X1 * u, -b.Y0 * u}, coord(w), coord(h)
	case 270:
		return matrix{0, -u, -u, 0, b.Y1 * u, b.X1 * u}, coord(h), coord(w)
	}
	return matrix{u, 0, 0, -u, -b.X0 * u, b.Y1 * u}, coord(w), coord(h)
}
