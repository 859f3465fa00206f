package font

import "math"

// advance returns the width of a glyph. The charstring gives it as an extra operand of its first operator
// (Adobe Technical Note 5177, clause 3.1).
func (f *cff) advance(gid int) (float32, bool) {
	code := f.charStrings.at(gid)
	if code == nil {
		return 0, false
	}
	p := f.private(gid)
	w := widthReader{global: &f.globalSubrs, local: &p.subrs, left: maxWidthBytes}
	w.run(code, 0)
	width := p.defaultWidth
	if w.found {
		width = p.nominalWidth + w.width
	}
	width /= p.em
	if math.IsNaN(width) || math.IsInf(width, 0) {
		return 0, false
	}
	return float32(width), true
}

const (
	// maxWidthBytes is how many bytes of a glyph are read to find its width. Stem hints before the first move
	// take up to a few hundred bytes.
	maxWidthBytes = 2048
	// maxSubrDepth is how deep Type 2 allows subroutines to be nested.
	maxSubrDepth = 10
	// type2Stack is twice the operand stack of Type 2, since some writers exceed it.
	type2Stack = 96
)

// widthReader reads a Type 2 charstring up to the first operator that clears
// the stack.
type widthReader struct {
	global, local *cffIndex
	stack         [type2Stack]float64
	n             int
	left          int // bytes that may still be read
	width         float64
	found         bool
}

// Type 2 operators that matter before the first move.
const (
	t2HStem     = 1
	t2VStem     = 3
	t2VMoveTo   = 4
	t2CallSubr  = 10
	t2Return    = 11
	t2EndChar   = 14
	t2HStemHM   = 18
	t2HintMask  = 19
	t2CntrMask  = 20
	t2RMoveTo   = 21
	t2HMoveTo   = 22
	t2VStemHM   = 23
	t2ShortInt  = 28
	t2CallGSubr = 29
	t2Fixed     = 255
)

// run reads code and reports whether the search is over.
func (w *widthReader) run(code bin, depth int) (done bool) {
	for i := 0; i < len(code); {
		if w.left--; w.left < 0 {
			return true
		}
		c := int(code[i])
		if c >= 32 || c == t2ShortInt {
			v, n := type2Number(code[i:])
			i += n
			if w.n < len(w.stack) {
				w.stack[w.n] = v
				w.n++
			}
			continue
		}
		i++
		switch c {
		case t2Return:
			return false
		case t2CallSubr, t2CallGSubr:
			if w.call(c, depth) {
				return true
			}
		default:
			w.decide(c)
			return true
		}
	}
	return depth == 0
}

// call runs a subroutine. The number on the stack is its number less a bias.
func (w *widthReader) call(op, depth int) (done bool) {
	subrs := w.local
	if op == t2CallGSubr {
		subrs = w.global
	}
	if w.n == 0 || depth >= maxSubrDepth {
		return true
	}
	w.n--
	return w.run(subrs.at(int(w.stack[w.n])+subrBias(subrs.count)), depth+1)
}

// decide finds out whether one of the operands of op is the width.
func (w *widthReader) decide(op int) {
	switch op {
	case t2HStem, t2VStem, t2HStemHM, t2VStemHM, t2HintMask, t2CntrMask:
		w.found = w.n%2 == 1
	case t2HMoveTo, t2VMoveTo:
		w.found = w.n > 1
	case t2RMoveTo:
		w.found = w.n > 2
	case t2EndChar: // four operands are an accented character (seac)
		w.found = w.n == 1 || w.n > 4
	}
	if w.found {
		w.width = w.stack[0]
	}
}

// subrBias returns what Technical Note 5177 adds to the numbers of subroutines.
func subrBias(count int) int {
	switch {
	case count < 1240:
		return 107
	case count < 33900:
		return 1131
	}
	return 32768
}

// type2Number reads an operand. It returns the number and its length.
func type2Number(b bin) (v float64, n int) {
	switch c := int(b[0]); {
	case c == t2ShortInt:
		return float64(b.i16(1)), 3
	case c <= 246:
		return float64(c - 139), 1
	case c <= 250:
		return float64((c-247)*256 + b.u8(1) + 108), 2
	case c < t2Fixed:
		return float64(-(c-251)*256 - b.u8(1) - 108), 2
	}
	return float64(int32(b.u32(1))) / 65536, 5
}
