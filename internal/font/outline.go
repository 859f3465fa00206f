package font

import (
	"math"

	"github.com/pagelift/pagelift/internal/limits"
)

// Outline is the shape of a glyph: closed contours, filled by the nonzero rule. A contour goes from
// one MoveTo to the next. Lengths are ems. The origin is that of the glyph on its baseline, and y
// goes up.
type Outline []Step

// Step is a part of an Outline.
type Step struct {
	Verb Verb
	P    [3]Point
}

// Verb says what a Step does.
type Verb uint8

const (
	MoveTo  Verb = iota // P[0]
	LineTo              // P[0]
	CurveTo             // P[0] and P[1] control a cubic curve, P[2] is its end
)

// Point is a place in ems.
type Point struct{ X, Y float32 }

// Outline returns the shape that the embedded program has for a character code. It returns nil for
// a space, a font that is not embedded, Type 3, and a damaged glyph. It ignores hints. Each call
// makes a new Outline.
func (f *Font) Outline(code uint32) Outline {
	var o outliner
	if !f.draw(code, &o) {
		return nil
	}
	return o.steps
}

// draw draws the outline of a code. It returns false when the program has none.
func (f *Font) draw(code uint32, o *outliner) bool {
	p, gid := f.glyph(code)
	if p == nil || gid < 0 || gid >= p.glyphCount {
		return false
	}
	o.m = affine{1, 0, 0, 1, 0, 0}
	return p.glyphs.outline(gid, o) && !o.failed
}

// glyph returns the program of f and the glyph that a code shows, or nil when there is no program.
func (f *Font) glyph(code uint32) (*program, int) {
	switch {
	case f.Type3 != nil:
	case f.simple != nil:
		s := f.simple
		p := s.program.get()
		if p == nil || code > math.MaxUint8 {
			return nil, 0
		}
		if gid, ok := s.gid(p, byte(code), s.name(byte(code))); ok {
			return p, gid
		}
	case f.composite != nil:
		c := f.composite
		return c.program.get(), c.gid(c.encoding.cid(code, c.lengthOf(code)))
	}
	return nil, 0
}

// lengthOf returns the length of a code in bytes: the length of all codes if they have one length,
// otherwise as many bytes as the code needs.
func (c *compositeFont) lengthOf(code uint32) int {
	n := max(c.codeBytes, 1)
	for n < 4 && code>>(8*n) != 0 {
		n++
	}
	return n
}

// affine is a transformation: x' = ax + cy + e, y' = bx + dy + f.
type affine [6]float64

// after returns the transformation that does n first and then m.
func (m affine) after(n affine) affine {
	return affine{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1],
		m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

// outliner draws the outline of one glyph in the units of its program.
type outliner struct {
	steps  Outline
	box    *reach // if set, it takes the extent of the steps, and the steps are not kept
	count  int    // number of steps
	m      affine // from units to ems
	x, y   float64
	open   bool // a contour was begun
	work   int  // operators and components so far
	depth  int  // how many components, subroutines and accents are nested around what is read
	failed bool // the glyph has more than a glyph can have, or lies where no glyph can lie
}

// costs counts one operator or component and reports whether the glyph may go on.
func (o *outliner) costs() bool {
	if o.work++; o.work > limits.GlyphWork {
		o.failed = true
	}
	return !o.failed
}

// costsMore counts n operators or components.
func (o *outliner) costsMore(n int) bool {
	o.work += n
	return o.costs()
}

func (o *outliner) add(verb Verb, at ...[2]float64) {
	s := Step{Verb: verb}
	for i, p := range at {
		x, y := o.m[0]*p[0]+o.m[2]*p[1]+o.m[4], o.m[1]*p[0]+o.m[3]*p[1]+o.m[5]
		if !(math.Abs(x) <= maxEms && math.Abs(y) <= maxEms) {
			o.failed = true
			return
		}
		s.P[i] = Point{float32(x), float32(y)}
	}
	if o.count++; o.count > limits.GlyphSteps {
		o.failed = true
		return
	}
	if o.box != nil {
		o.box.step(&s)
		return
	}
	o.steps = append(o.steps, s)
}

// moveTo sets where the next contour begins if anything is drawn.
func (o *outliner) moveTo(x, y float64) { o.x, o.y, o.open = x, y, false }

// begin begins a contour at the pen, unless one was begun.
func (o *outliner) begin() {
	if !o.open {
		o.open = true
		o.add(MoveTo, [2]float64{o.x, o.y})
	}
}

func (o *outliner) lineTo(x, y float64) {
	o.begin()
	o.x, o.y = x, y
	o.add(LineTo, [2]float64{x, y})
}

func (o *outliner) curveTo(x1, y1, x2, y2, x, y float64) {
	o.begin()
	o.x, o.y = x, y
	o.add(CurveTo, [2]float64{x1, y1}, [2]float64{x2, y2}, [2]float64{x, y})
}

// quadTo draws a quadratic curve as the equal cubic curve.
func (o *outliner) quadTo(x1, y1, x, y float64) {
	const share = 2.0 / 3
	o.curveTo(o.x+share*(x1-o.x), o.y+share*(y1-o.y), x+share*(x1-x), y+share*(y1-y), x, y)
}

// These draw the relative steps of charstrings.

func (o *outliner) move(dx, dy float64) { o.moveTo(o.x+dx, o.y+dy) }

func (o *outliner) line(dx, dy float64) { o.lineTo(o.x+dx, o.y+dy) }

func (o *outliner) curve(dx1, dy1, dx2, dy2, dx3, dy3 float64) {
	x1, y1 := o.x+dx1, o.y+dy1
	x2, y2 := x1+dx2, y1+dy2
	o.curveTo(x1, y1, x2, y2, x2+dx3, y2+dy3)
}

// inside draws what f draws under a transformation, one level deeper.
func (o *outliner) inside(m affine, most int, f func() bool) bool {
	if o.depth >= most {
		return false
	}
	was := o.m
	o.depth++
	o.m = o.m.after(m)
	o.moveTo(0, 0)
	ok := f()
	o.m = was
	o.depth--
	o.open = false
	return ok
}
