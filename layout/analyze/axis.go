package analyze

import (
	"math"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// axis is the scale beside a chart: a column of numbers at equal distances that rise upwards by equal
// steps:
//
//	100 |  ■
//	 80 |  ■     ■
//	 60 |  ■  ■  ■
//	 40 |  ■  ■  ■
//
// The rows of a table are numbered downwards. Years that fall stand beside full cells.
type axis struct {
	u0, v0, u1, v1 float32
	first, pitch   float32 // the baseline of the topmost number, and the distance from one to the next
}

// axisFinder keeps the scales of one frame. Its slices are reused.
type axisFinder struct {
	ticks  []tick
	found  []axis
	looked int32 // the frame that they belong to, plus one
}

// tick is a number that may be one of a scale.
type tick struct {
	u0, u1, v, size float32
	value           float64
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A scale beside a chart has at least axisTicks numbers of at most axisDigits characters. Their edges
	// or middles lie within axisEdge ems; their distances differ by at most axisPitch of one, their steps
	// by axisSame of one. The scale stands within axisAway of its height from its bars. A page with more
	// than axisNumbers numbers is one of tables. At least axisBetween of the texts beside the scale, and
	// most of them, stand more than axisLevel ems off the baselines of its numbers: bars end anywhere,
	// cells of one row do not.
	axisTicks   = 4
	axisLevel   = 0.15
	axisBetween = 3
	axisDigits  = 8
	axisEdge    = 0.3
	axisPitch   = 0.1
	axisSame    = 0.01
	axisAway    = 0.5
	axisNumbers = limits.AxisNumbers
)

// isChart reports whether a grid in frame is the inside of a chart. filled of its cells have text. A scale
// stands beside the grid or in it, and most cells are empty, or most text beside the scale stands between
// its numbers, as values in bars do.
func (s *tableStage) isChart(frame int32, u0, v0, u1, v1 float32, filled, cells int) bool {
	for _, x := range s.axesOf(frame) {
		both := min(v1, x.v1) - max(v0, x.v0)
		reach := axisAway * (x.v1 - x.v0)
		if 2*both >= v1-v0 && x.u1 >= u0-reach && x.u0 <= u1+reach && (2*filled <= cells || s.standsBetween(frame, &x, u0, u1)) {
			return true
		}
	}
	return false
}

// standsBetween reports whether most text from u0 to u1 beside scale x stands on the baseline of none of
// its numbers. The cells of a row share one baseline.
func (s *segmentStage) standsBetween(frame int32, x *axis, u0, u1 float32) bool {
	segs := s.frames[frame].segments
	between, all := 0, 0
	for i := range segs.count {
		g := &s.segments[segs.first+i]
		if g.v < x.first || g.v > x.v1 || g.u1 < u0 || g.u0 > u1 || g.u1 > x.u0 && g.u0 < x.u1 {
			continue
		}
		all++
		steps := (g.v - x.first) / x.pitch
		if off := abs(steps-float32(math.Round(float64(steps)))) * x.pitch; off > axisLevel*g.size {
			between++
		}
	}
	return between >= axisBetween && 2*between > all
}

// axesOf lists the scales of a frame.
func (s *tableStage) axesOf(frame int32) []axis {
	if s.axes.looked == frame+1 {
		return s.axes.found
	}
	x := &s.axes
	x.looked, x.found, x.ticks = frame+1, x.found[:0], x.ticks[:0]
	segs := s.frames[frame].segments
	for i := range segs.count {
		g := &s.segments[segs.first+i]
		if value, ok := s.numberOf(g); ok {
			if x.ticks = append(x.ticks, tick{g.u0, g.u1, g.v, g.size, value}); len(x.ticks) > axisNumbers {
				x.ticks = x.ticks[:0]
				break // a page of tables
			}
		}
	}
	for i := range x.ticks {
		if a, ok := scaleFrom(x.ticks[i:]); ok {
			x.found = append(x.found, a)
		}
	}
	return x.found
}

// scaleFrom follows the scale that has the first of ticks as its topmost number. The ticks are sorted row
// by row.
func scaleFrom(ticks []tick) (axis, bool) {
	top := &ticks[0]
	a := axis{u0: top.u0, v0: top.v - top.size, u1: top.u1, v1: top.v, first: top.v}
	last, n := top, 1
	var pitch float32
	var step float64
	for i := 1; i < len(ticks); i++ {
		t := &ticks[i]
		if t.v-last.v < top.size || !t.isUnder(top) {
			continue
		}
		if n == 1 {
			pitch, step = t.v-top.v, top.value-t.value
		}
		if step <= 0 || abs(t.v-last.v-pitch) > axisPitch*pitch || !same(last.value-t.value, step) {
			break
		}
		a.u0, a.u1, a.v1 = min(a.u0, t.u0), max(a.u1, t.u1), t.v
		last = t
		n++
	}
	a.pitch = (a.v1 - a.first) / float32(max(1, n-1))
	return a, n >= axisTicks
}

// isUnder reports whether t and u line up at the right, at the left or in the middle.
func (t *tick) isUnder(u *tick) bool {
	slack := axisEdge * u.size
	return abs(t.u1-u.u1) <= slack || abs(t.u0-u.u0) <= slack || abs(t.u0+t.u1-u.u0-u.u1) <= 2*slack
}

// same reports whether two steps of a scale are equal, apart from lost decimals.
func same(a, b float64) bool { return a-b <= axisSame*b && b-a <= axisSame*b }

// numberOf returns the value of a segment that is a number, perhaps with the sign of a unit.
func (s *glyphStage) numberOf(g *segment) (value float64, ok bool) {
	if g.grid != 0 || g.count > axisDigits {
		return 0, false
	}
	scale, sign := 0.0, 1.0
	for i, c := range s.glyphs[g.first : g.first+g.count] {
		switch r := s.firstRune(c.char); {
		case r >= '0' && r <= '9':
			value, ok = 10*value+float64(r-'0'), true
			scale *= 10
		case r == '.' && scale == 0:
			scale = 1
		case chars.IsDash(r) && i == 0:
			sign = -1
		case r == ',', r == '%', r == '$', r == '€', r == '£':
		default:
			return 0, false
		}
	}
	return sign * value / max(scale, 1), ok
}
