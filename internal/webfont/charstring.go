package webfont

import (
	"math"

	"github.com/pagelift/pagelift/internal/font"
)

// cubic is a glyph of the table CFF.
type cubic struct {
	code string // Type 2 charstring, without the width in front and the endchar behind
	box  box    // of all points, including control points
}

// Operators of Type 2 charstrings (Adobe Technical Note 5177).
const (
	opVMoveTo   = 4
	opRLineTo   = 5
	opHLineTo   = 6
	opVLineTo   = 7
	opRRCurveTo = 8
	opEndChar   = 14
	opRMoveTo   = 21
	opHMoveTo   = 22
	opVVCurveTo = 26
	opHHCurveTo = 27
	opVHCurveTo = 30
	opHVCurveTo = 31

	maxOperands = 47 // of one operator: 48, less one for the width
)

// stroke is a line or a curve, as steps from point to point. A line has only the last step.
type stroke struct {
	curve bool
	d     [3]struct{ x, y int }
}

// charstring writes an outline on a grid of em units. It returns false when a step is too large.
func charstring(o font.Outline, em float64) (cubic, bool) {
	w := charWriter{em: em}
	w.box = box{math.MaxInt, math.MaxInt, math.MinInt, math.MinInt}
	for len(o) > 0 {
		n := 1
		for n < len(o) && o[n].Verb != font.MoveTo {
			n++
		}
		w.contour(o[:n])
		o = o[n:]
	}
	return cubic{string(w.code), w.box}, !w.failed
}

// charWriter writes a charstring.
type charWriter struct {
	em      float64
	code    []byte
	x, y    int // position of the pen
	box     box
	strokes []stroke
	failed  bool
}

// movePen moves the pen to a point, and returns how far it moved.
func (w *charWriter) movePen(p font.Point) (d struct{ x, y int }) {
	const far = math.MaxInt16 / 2 // steps between points must have 16 bits
	fx, fy := math.Round(float64(p.X)*w.em), math.Round(float64(p.Y)*w.em)
	if !(math.Abs(fx) <= far && math.Abs(fy) <= far) {
		w.failed = true
		return d
	}
	x, y := int(fx), int(fy)
	d.x, d.y = x-w.x, y-w.y
	w.x, w.y = x, y
	w.box = box{min(w.box.x0, x), min(w.box.y0, y), max(w.box.x1, x), max(w.box.y1, y)}
	return d
}

// contour writes a contour, which needs no closing line. It leaves out a contour without area.
func (w *charWriter) contour(o font.Outline) {
	was := *w
	move := w.movePen(o[0].P[0])
	startX, startY := w.x, w.y
	w.strokes = w.strokes[:0]
	for _, s := range o[1:] {
		k := stroke{curve: s.Verb == font.CurveTo}
		if k.curve {
			k.d[0], k.d[1], k.d[2] = w.movePen(s.P[0]), w.movePen(s.P[1]), w.movePen(s.P[2])
		} else {
			k.d[2] = w.movePen(s.P[0])
		}
		if k != (stroke{curve: k.curve}) {
			w.strokes = append(w.strokes, k)
		}
	}
	if n := len(w.strokes); n > 0 && !w.strokes[n-1].curve && w.x == startX && w.y == startY {
		last := w.strokes[n-1].d[2]
		w.x, w.y = w.x-last.x, w.y-last.y
		w.strokes = w.strokes[:n-1]
	}
	if len(w.strokes) == 0 {
		w.x, w.y, w.box = was.x, was.y, was.box
		return
	}
	switch {
	case move.y == 0:
		w.op(opHMoveTo, move.x)
	case move.x == 0:
		w.op(opVMoveTo, move.y)
	default:
		w.op(opRMoveTo, move.x, move.y)
	}
	for rest := w.strokes; len(rest) > 0; {
		rest = rest[w.writeSome(rest):]
	}
}

// writeSome writes as many of the strokes as one operator can take, and returns their number.
func (w *charWriter) writeSome(s []stroke) int {
	switch first := s[0]; {
	case !first.curve && first.straight() && (len(s) == 1 || s[1].curve || s[1].straight()):
		return w.straightLines(s)
	case !first.curve:
		return w.lines(s)
	case first.begins(true) && first.ends(false), first.begins(false) && first.ends(true):
		return w.turningCurves(s)
	case first.ends(true):
		return w.flatCurves(s, true)
	case first.ends(false):
		return w.flatCurves(s, false)
	default:
		return w.curves(s)
	}
}

// straight reports whether a line is level or upright.
func (s *stroke) straight() bool { return s.d[2].x == 0 || s.d[2].y == 0 }

// begins reports whether a curve begins level or, if level is false, upright.
func (s *stroke) begins(level bool) bool {
	return level && s.d[0].y == 0 || !level && s.d[0].x == 0
}

// ends reports whether a curve ends level or, if level is false, upright.
func (s *stroke) ends(level bool) bool {
	return level && s.d[2].y == 0 || !level && s.d[2].x == 0
}

// straightLines writes lines that are alternately level and upright.
func (w *charWriter) straightLines(s []stroke) int {
	level := s[0].d[2].y == 0
	op := opVLineTo
	if level {
		op = opHLineTo
	}
	var args []int
	for i := range s {
		d := s[i].d[2]
		if s[i].curve || len(args) == maxOperands || level && d.y != 0 || !level && d.x != 0 {
			break
		}
		args = append(args, d.x+d.y) // one of them is 0
		level = !level
	}
	w.op(op, args...)
	return len(args)
}

// lines writes lines, up to two straight ones that follow each other.
func (w *charWriter) lines(s []stroke) int {
	var args []int
	for i := range s {
		if s[i].curve || len(args)+2 > maxOperands ||
			i > 0 && s[i].straight() && i+1 < len(s) && !s[i+1].curve && s[i+1].straight() {
			break
		}
		args = append(args, s[i].d[2].x, s[i].d[2].y)
	}
	w.op(opRLineTo, args...)
	return len(args) / 2
}

// turningCurves writes curves that alternately begin level and end upright, and begin upright and
// end level. The last may end otherwise.
func (w *charWriter) turningCurves(s []stroke) int {
	level := s[0].begins(true) && s[0].ends(false)
	op := opVHCurveTo
	if level {
		op = opHVCurveTo
	}
	var args []int
	n := 0
	for n < len(s) && s[n].curve && s[n].begins(level) && len(args)+5 <= maxOperands {
		d := s[n].d
		n++
		args = append(args, d[0].x+d[0].y, d[1].x, d[1].y) // one of the first two is 0
		last, odd := d[2].y, d[2].x
		if !level {
			last, odd = odd, last
		}
		args = append(args, last)
		if odd != 0 {
			args = append(args, odd)
			break
		}
		level = !level
	}
	w.op(op, args...)
	return n
}

// flatCurves writes curves that begin and end level, or begin and end upright. The first may begin otherwise.
func (w *charWriter) flatCurves(s []stroke, level bool) int {
	op := opVVCurveTo
	if level {
		op = opHHCurveTo
	}
	var args []int
	if d := s[0].d[0]; level && d.y != 0 {
		args = append(args, d.y)
	} else if !level && d.x != 0 {
		args = append(args, d.x)
	}
	n := 0
	for n < len(s) && s[n].curve && s[n].ends(level) && (n == 0 || s[n].begins(level)) && len(args)+4 <= maxOperands {
		d := s[n].d
		if n++; level {
			args = append(args, d[0].x, d[1].x, d[1].y, d[2].x)
		} else {
			args = append(args, d[0].y, d[1].x, d[1].y, d[2].y)
		}
	}
	w.op(op, args...)
	return n
}

// curves writes curves of any form.
func (w *charWriter) curves(s []stroke) int {
	var args []int
	n := 0
	for n < len(s) && s[n].curve && !s[n].ends(true) && !s[n].ends(false) && len(args)+6 <= maxOperands {
		for _, d := range s[n].d {
			args = append(args, d.x, d.y)
		}
		n++
	}
	w.op(opRRCurveTo, args...)
	return n
}

func (w *charWriter) op(op int, args ...int) {
	for _, v := range args {
		w.code = appendNumber(w.code, v)
	}
	w.code = append(w.code, byte(op))
}

// appendNumber writes an operand of a charstring. It has at most 16 bits.
func appendNumber(to []byte, v int) []byte {
	switch {
	case v >= -107 && v <= 107:
		return append(to, byte(v+139))
	case v >= 108 && v <= 1131:
		v -= 108
		return append(to, byte(247+v>>8), byte(v))
	case v >= -1131 && v <= -108:
		v = -v - 108
		return append(to, byte(251+v>>8), byte(v))
	}
	return append(to, 28, byte(v>>8), byte(v))
}
