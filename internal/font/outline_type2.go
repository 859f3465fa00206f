package font

import "slices"

// More operators of Type 2 (Adobe Technical Note 5177).
const (
	t2RLineTo    = 5
	t2HLineTo    = 6
	t2VLineTo    = 7
	t2RRCurveTo  = 8
	t2Escape     = 12
	t2RCurveLine = 24
	t2RLineCurve = 25
	t2VVCurveTo  = 26
	t2HHCurveTo  = 27
	t2VHCurveTo  = 30
	t2HVCurveTo  = 31
	t2Escaped    = 0x100 // added to the byte behind t2Escape
	t2HFlex      = t2Escaped + 34
	t2Flex       = t2Escaped + 35
	t2HFlex1     = t2Escaped + 36
	t2Flex1      = t2Escaped + 37
)

func (f *cff) outline(gid int, o *outliner) bool {
	return o.inside(f.private(gid).space, maxComponents, func() bool { return f.charString(gid, o) })
}

// charString draws glyph gid at the pen.
func (f *cff) charString(gid int, o *outliner) bool {
	code := f.charStrings.at(gid)
	if code == nil {
		return false
	}
	r := type2Reader{font: f, o: o, local: &f.private(gid).subrs}
	return r.run(code, 0) != t2Failed // some charstrings have no end
}

// type2Reader draws a Type 2 charstring.
type type2Reader struct {
	font  *cff
	o     *outliner
	local *cffIndex
	stack [type2Stack]float64
	n     int
	stems int
	sized bool // the width, which may precede the operands of the first operator, was taken off
}

// t2Failed is the result of run for a damaged charstring.
const t2Failed = -1

// run reads code up to the operator that it returns: t2EndChar, or t2Return, also at the end of
// code.
func (r *type2Reader) run(code bin, depth int) int {
	for i := 0; i < len(code); {
		c := int(code[i])
		if c >= 32 || c == t2ShortInt {
			v, n := type2Number(code[i:])
			i += n
			if r.n == len(r.stack) {
				return t2Failed
			}
			r.stack[r.n] = v
			r.n++
			continue
		}
		i++
		if !r.o.costs() {
			return t2Failed
		}
		switch c {
		case t2Escape:
			c = t2Escaped + code.u8(i)
			i++
		case t2Return:
			return c
		case t2EndChar:
			return r.end()
		case t2CallSubr, t2CallGSubr:
			if end := r.call(c, depth); end != t2Return {
				return end
			}
			continue
		case t2HintMask, t2CntrMask:
			r.hints()
			i += (r.stems + 7) / 8
			continue
		}
		if !r.draw(c) {
			return t2Failed
		}
		r.n = 0
	}
	return t2Return
}

// call runs a subroutine. The number on the stack is its number less a bias.
func (r *type2Reader) call(op, depth int) int {
	subrs := r.local
	if op == t2CallGSubr {
		subrs = &r.font.globalSubrs
	}
	if r.n == 0 || depth >= maxSubrDepth {
		return t2Failed
	}
	r.n--
	code := subrs.at(int(r.stack[r.n]) + subrBias(subrs.count))
	if code == nil {
		return t2Failed
	}
	return r.run(code, depth+1)
}

// hints counts stems. Hint masks have a bit for each stem.
func (r *type2Reader) hints() {
	r.stems += r.n / 2
	r.n, r.sized = 0, true
}

// operands returns the last count operands, those of an operator that moves the pen.
func (r *type2Reader) operands(count int) []float64 {
	r.sized = true
	if r.n < count {
		return nil
	}
	return r.stack[r.n-count : r.n]
}

// end ends the glyph. If there are four operands, the glyph is a letter with an accent.
func (r *type2Reader) end() int {
	a := r.operands(4)
	if a == nil {
		return t2EndChar
	}
	for i, part := range [2][2]float64{{0, 0}, {a[0], a[1]}} {
		gid, ok := r.font.standardGlyph(a[2+i])
		m := affine{1, 0, 0, 1, part[0], part[1]}
		if !ok || !r.o.inside(m, maxComponents, func() bool { return r.font.charString(gid, r.o) }) {
			return t2Failed
		}
	}
	return t2EndChar
}

// standardGlyph returns the glyph of a code of StandardEncoding.
func (f *cff) standardGlyph(code float64) (gid int, ok bool) {
	if !(code >= 0 && code < 256) || f.cids != nil || standardEncoding[int(code)] == "" {
		return 0, false
	}
	gid = slices.IndexFunc(f.sids, func(sid uint16) bool { return f.string(int(sid)) == standardEncoding[int(code)] })
	return gid, gid >= 0
}

// draw runs one operator with the operands on the stack.
func (r *type2Reader) draw(op int) bool {
	o, s := r.o, r.stack[:r.n]
	switch op {
	case t2HStem, t2VStem, t2HStemHM, t2VStemHM:
		r.hints()
	case t2RMoveTo:
		if a := r.operands(2); a != nil {
			o.move(a[0], a[1])
		}
	case t2HMoveTo:
		if a := r.operands(1); a != nil {
			o.move(a[0], 0)
		}
	case t2VMoveTo:
		if a := r.operands(1); a != nil {
			o.move(0, a[0])
		}
	case t2RLineTo:
		lines(o, s)
	case t2HLineTo, t2VLineTo:
		for i, d := range s {
			if (op == t2HLineTo) == (i%2 == 0) {
				o.line(d, 0)
			} else {
				o.line(0, d)
			}
		}
	case t2RRCurveTo:
		curves(o, s)
	case t2RCurveLine:
		lines(o, curves(o, s))
	case t2RLineCurve:
		if k := len(s) - 6; k >= 0 {
			lines(o, s[:k])
			curves(o, s[k:])
		}
	case t2HHCurveTo, t2VVCurveTo:
		flatCurves(o, s, op == t2HHCurveTo)
	case t2HVCurveTo, t2VHCurveTo:
		turningCurves(o, s, op == t2HVCurveTo)
	case t2HFlex, t2Flex, t2HFlex1, t2Flex1:
		return flex(o, op, s)
	default:
		return false // it is arithmetic, which the fonts of PDF files do not use
	}
	return !o.failed
}

// lines draws a line for every two operands.
func lines(o *outliner, s []float64) {
	for ; len(s) >= 2; s = s[2:] {
		o.line(s[0], s[1])
	}
}

// curves draws a curve for every six operands, and returns the operands that are left.
func curves(o *outliner, s []float64) []float64 {
	for ; len(s) >= 6; s = s[6:] {
		o.curve(s[0], s[1], s[2], s[3], s[4], s[5])
	}
	return s
}

// flatCurves draws curves that begin and end level, or begin and end upright. The first may begin
// otherwise.
func flatCurves(o *outliner, s []float64, level bool) {
	first := 0.0
	if len(s)%4 == 1 {
		first, s = s[0], s[1:]
	}
	for ; len(s) >= 4; s = s[4:] {
		if level {
			o.curve(s[0], first, s[1], s[2], s[3], 0)
		} else {
			o.curve(first, s[0], s[1], s[2], 0, s[3])
		}
		first = 0
	}
}

// turningCurves draws curves that alternately begin level and end upright, and begin upright and
// end level. The last may end otherwise.
func turningCurves(o *outliner, s []float64, level bool) {
	for ; len(s) >= 4; s, level = s[4:], !level {
		last := 0.0
		if len(s) == 5 {
			last = s[4]
		}
		if level {
			o.curve(s[0], 0, s[1], s[2], last, s[3])
		} else {
			o.curve(0, s[0], s[1], s[2], s[3], last)
		}
	}
}

// flexOperands is the number of operands of each kind of flex.
var flexOperands = map[int]int{t2HFlex: 7, t2Flex: 12, t2HFlex1: 9, t2Flex1: 11}

// flex draws two curves that are nearly a line.
func flex(o *outliner, op int, s []float64) bool {
	if len(s) < flexOperands[op] {
		return false
	}
	switch op {
	case t2Flex:
		curves(o, s[:12])
	case t2HFlex:
		o.curve(s[0], 0, s[1], s[2], s[3], 0)
		o.curve(s[4], 0, s[5], -s[2], s[6], 0)
	case t2HFlex1:
		o.curve(s[0], s[1], s[2], s[3], s[4], 0)
		o.curve(s[5], 0, s[6], s[7], s[8], -(s[1] + s[3] + s[7]))
	case t2Flex1:
		dx, dy := s[0]+s[2]+s[4]+s[6]+s[8], s[1]+s[3]+s[5]+s[7]+s[9]
		o.curve(s[0], s[1], s[2], s[3], s[4], s[5])
		if dx*dx > dy*dy {
			o.curve(s[6], s[7], s[8], s[9], s[10], -dy)
		} else {
			o.curve(s[6], s[7], s[8], s[9], -dx, s[10])
		}
	}
	return !o.failed
}
