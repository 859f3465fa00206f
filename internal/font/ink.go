package font

import (
	"bytes"
	"math"
	"strconv"
)

// Box returns the box of the Outline, in ems: its lower left and upper right corners. ok is false for an empty
// outline. Curves count with their extremes, not with their control points.
func (o Outline) Box() (low, high Point, ok bool) {
	r := newReach()
	for i := range o {
		r.step(&o[i])
	}
	return r.box()
}

// Box returns the box of the glyph of a code, in ems. It is the Box of the Outline, but the outline is not made. For
// a Type 3 glyph it is the box that the procedure promises. For a Symbol font that is not embedded it is the box in the
// metrics of that font: growing brackets are built of its glyphs, which no box can be guessed for.
func (f *Font) Box(code uint32) (low, high Point, ok bool) {
	if f.Type3 != nil {
		return f.procBox(code)
	}
	if s := f.simple; s != nil && s.program == nil && s.face != nil && len(s.face.boxes) > 0 && code <= math.MaxUint8 {
		return s.face.box(s.name(byte(code)))
	}
	r := newReach()
	if !f.draw(code, &outliner{box: &r}) {
		return Point{}, Point{}, false
	}
	return r.box()
}

// reach is how far the steps of an outline have reached.
type reach struct {
	x, y extent
	at   Point // the end of the last step
}

func newReach() reach { return reach{x: newExtent(), y: newExtent()} }

func (r *reach) step(s *Step) {
	end := s.P[0]
	if s.Verb == CurveTo {
		end = s.P[2]
		r.x.curve(r.at.X, s.P[0].X, s.P[1].X, end.X)
		r.y.curve(r.at.Y, s.P[0].Y, s.P[1].Y, end.Y)
	}
	r.x.hold(end.X)
	r.y.hold(end.Y)
	r.at = end
}

// box returns the box of the steps. ok is false if there was no step.
func (r *reach) box() (low, high Point, ok bool) {
	if r.x.low > r.x.high {
		return Point{}, Point{}, false
	}
	return Point{r.x.low, r.y.low}, Point{r.x.high, r.y.high}, true
}

// extent is how far an outline reaches along one axis.
type extent struct{ low, high float32 }

func newExtent() extent { return extent{math.MaxFloat32, -math.MaxFloat32} }

func (e *extent) hold(v float32) { e.low, e.high = min(e.low, v), max(e.high, v) }

// curve extends e by the places where a cubic curve turns back between its ends: the zeros of its derivative, which is
// quadratic. Most curves of fonts turn at their ends only.
//
//	p1 .-'''-. p2       e takes in the top of the arc,
//	  /  ___  \         not p1 and p2, which pull at it
//	 |.-'   '-.|
//	p0         p3
func (e *extent) curve(p0, p1, p2, p3 float32) {
	low, high := min(p0, p3), max(p0, p3)
	if p1 >= low && p1 <= high && p2 >= low && p2 <= high {
		return
	}
	a := float64(p3) - 3*float64(p2) + 3*float64(p1) - float64(p0)
	b := 2 * (float64(p2) - 2*float64(p1) + float64(p0))
	c := float64(p1) - float64(p0)
	at := func(t float64) {
		if t > 0 && t < 1 {
			u := 1 - t
			e.hold(float32(u*u*u*float64(p0) + 3*u*u*t*float64(p1) + 3*u*t*t*float64(p2) + t*t*t*float64(p3)))
		}
	}
	if a == 0 {
		at(-c / b) // the curve does not turn if this is not from 0 to 1
		return
	}
	if d := b*b - 4*a*c; d >= 0 {
		at((-b + math.Sqrt(d)) / (2 * a))
		at((-b - math.Sqrt(d)) / (2 * a))
	}
}

// procHead is how many bytes of a glyph procedure are read to find its box. The first operator is d1 with six numbers.
const procHead = 256

// procBox returns the box in which the procedure of a Type 3 glyph promises to stay (operator d1, clause 9.6.4), in ems.
// ok is false for other fonts, for empty boxes, and for procedures with colours of their own, which promise nothing.
func (f *Font) procBox(code uint32) (low, high Point, ok bool) {
	t := f.Type3
	if t == nil || code >= uint32(len(t.Procs)) || t.Procs[code] == nil {
		return low, high, false
	}
	doc := f.loader.doc
	words := bytes.Fields(doc.DecodeHead(doc.Context(), t.Procs[code], procHead))
	const operands = 6 // of d1: wx wy llx lly urx ury
	if len(words) <= operands || string(words[operands]) != "d1" {
		return low, high, false
	}
	var n [operands]float64
	for i := range n {
		v, err := strconv.ParseFloat(string(words[i]), 64)
		if err != nil {
			return low, high, false
		}
		n[i] = v
	}
	em := t.Em
	if !(em > 0) {
		em = 1
	}
	up := 1.0
	if t.Over { // the text is upside down, too
		up = -1
	}
	x, y := newExtent(), newExtent()
	for _, c := range [4][2]float64{{n[2], n[3]}, {n[4], n[3]}, {n[2], n[5]}, {n[4], n[5]}} {
		x.hold(float32((t.Matrix[0]*c[0] + t.Matrix[2]*c[1] + t.Matrix[4]) / em))
		y.hold(float32((t.Matrix[1]*c[0] + t.Matrix[3]*c[1] + t.Matrix[5]) / em * up))
	}
	ok = x.high > x.low && y.high > y.low && x.low >= -maxEms && x.high <= maxEms && y.low >= -maxEms && y.high <= maxEms
	return Point{x.low, y.low}, Point{x.high, y.high}, ok
}
