package font

import "slices"

// More commands of Type 1 charstrings (Type 1 Font Format, chapter 6).
const (
	t1HStem      = 1
	t1VStem      = 3
	t1VMoveTo    = 4
	t1RLineTo    = 5
	t1HLineTo    = 6
	t1VLineTo    = 7
	t1RRCurveTo  = 8
	t1ClosePath  = 9
	t1EndChar    = 14
	t1RMoveTo    = 21
	t1HMoveTo    = 22
	t1VHCurveTo  = 30
	t1HVCurveTo  = 31
	t1DotSection = t1Escaped + 0
	t1VStem3     = t1Escaped + 1
	t1HStem3     = t1Escaped + 2
	t1Seac       = t1Escaped + 6
	t1CallOther  = t1Escaped + 16
	t1Pop        = t1Escaped + 17
	t1SetPoint   = t1Escaped + 33
	t1FlexEnd    = 0 // numbers of OtherSubrs (chapter 8)
	t1FlexBegin  = 1
	t1FlexPoint  = 2
	t1FlexPoints = 7 // the first is the reference point of the others
)

func (f *type1) outline(gid int, o *outliner) bool {
	return o.inside(f.space, maxComponents, func() bool { return f.charString(gid, o) })
}

func (f *type1) charString(gid int, o *outliner) bool {
	r := type1Reader{font: f, o: o}
	return r.run(f.glyphs[gid].code, 0) != t1Failed
}

// type1Reader draws a Type 1 charstring.
type type1Reader struct {
	font    *type1
	o       *outliner
	stack   [type1Stack]float64
	n       int
	given   []float64 // what OtherSubrs leaves for pop, the last first
	flexing bool
	flex    [][2]float64
	bearing float64
	plain   []byte // decrypted code: that of the glyph, followed by that of the subroutines being run
}

// t1Failed is the result of run for a damaged charstring.
const t1Failed = -1

// run reads the charstring at s up to the command that it returns: t1EndChar, or t1Return, also at
// the end of the charstring.
func (r *type1Reader) run(s span, depth int) int {
	kept := len(r.plain)
	r.plain = slices.Grow(r.plain, int(s.to-s.from))[:kept+int(s.to-s.from)]
	code := r.font.decryptPrefix(r.plain[kept:], s)
	defer func() { r.plain = r.plain[:kept] }()
	for i := 0; i < len(code); {
		if code[i] >= 32 {
			v, n := type1Number(code[i:])
			i += n
			if r.n == len(r.stack) {
				return t1Failed
			}
			r.stack[r.n] = v
			r.n++
			continue
		}
		op := int(code[i])
		i++
		if !r.o.costs() {
			return t1Failed
		}
		switch op {
		case t1Escape:
			op = t1Escaped + code.u8(i)
			i++
		case t1Return, t1EndChar:
			return op
		case t1CallSubr:
			if end := r.call(depth); end != t1Return {
				return end
			}
			continue
		}
		switch end := r.step(op); end {
		case t1Return:
		default:
			return end
		}
	}
	return t1Return
}

// call runs a subroutine. Its number is on the stack.
func (r *type1Reader) call(depth int) int {
	if r.n == 0 || depth >= maxSubrDepth {
		return t1Failed
	}
	r.n--
	sub, ok := r.font.subrs[int(r.stack[r.n])]
	if !ok {
		return t1Failed
	}
	return r.run(sub, depth+1)
}

// step runs one command. It returns t1Return if the glyph goes on. Commands that leave something on
// the stack, or take from it, come first.
func (r *type1Reader) step(op int) int {
	switch op {
	case t1Div:
		if r.n < 2 || r.stack[r.n-1] == 0 {
			return t1Failed
		}
		r.n--
		r.stack[r.n-1] /= r.stack[r.n]
		return t1Return
	case t1CallOther:
		return r.callProcedure()
	case t1Pop:
		if len(r.given) == 0 || r.n == len(r.stack) {
			return t1Failed
		}
		r.stack[r.n] = r.given[len(r.given)-1]
		r.n++
		r.given = r.given[:len(r.given)-1]
		return t1Return
	case t1Seac:
		return r.accented()
	}
	if !r.draw(op, r.stack[:r.n]) || r.o.failed {
		return t1Failed
	}
	r.n = 0
	return t1Return
}

// t1Operands returns the number of operands of a command that draws.
func t1Operands(op int) (count int, known bool) {
	switch op {
	case t1RRCurveTo:
		return 6, true
	case t1SBW, t1VHCurveTo, t1HVCurveTo:
		return 4, true
	case t1HSBW, t1RMoveTo, t1RLineTo:
		return 2, true
	case t1HMoveTo, t1VMoveTo, t1HLineTo, t1VLineTo:
		return 1, true
	case t1ClosePath, t1HStem, t1VStem, t1HStem3, t1VStem3, t1DotSection, t1SetPoint:
		return 0, true
	}
	return 0, false
}

// draw runs a command that takes the whole stack.
func (r *type1Reader) draw(op int, s []float64) bool {
	o := r.o
	if count, known := t1Operands(op); !known || len(s) < count {
		return false
	}
	switch op {
	case t1HSBW:
		r.bearing = s[0]
		o.moveTo(s[0], 0)
	case t1SBW:
		r.bearing = s[0]
		o.moveTo(s[0], s[1])
	case t1RMoveTo:
		r.move(s[0], s[1])
	case t1HMoveTo:
		r.move(s[0], 0)
	case t1VMoveTo:
		r.move(0, s[0])
	case t1RLineTo:
		o.line(s[0], s[1])
	case t1HLineTo:
		o.line(s[0], 0)
	case t1VLineTo:
		o.line(0, s[0])
	case t1RRCurveTo:
		o.curve(s[0], s[1], s[2], s[3], s[4], s[5])
	case t1VHCurveTo:
		o.curve(0, s[0], s[1], s[2], s[3], 0)
	case t1HVCurveTo:
		o.curve(s[0], 0, s[1], s[2], 0, s[3])
	case t1ClosePath:
		o.open = false
	}
	return true
}

// move moves the pen. Within a flex it records the next point of the curves.
func (r *type1Reader) move(dx, dy float64) {
	if r.flexing {
		r.o.x, r.o.y = r.o.x+dx, r.o.y+dy
		return
	}
	r.o.move(dx, dy)
}

// callProcedure does what the PostScript procedures do that all fonts have: flex, which draws curves that
// are nearly a line, and hint replacement.
func (r *type1Reader) callProcedure() int {
	if r.n < 2 {
		return t1Failed
	}
	number, count := r.stack[r.n-1], int(r.stack[r.n-2])
	if r.n -= 2; count < 0 || count > r.n {
		return t1Failed
	}
	args := r.stack[r.n-count : r.n]
	r.n -= count
	r.given = r.given[:0]
	switch number {
	case t1FlexBegin:
		r.o.begin() // the curves begin here
		r.flexing, r.flex = true, r.flex[:0]
	case t1FlexPoint:
		if r.flexing && len(r.flex) < t1FlexPoints {
			r.flex = append(r.flex, [2]float64{r.o.x, r.o.y})
		}
	case t1FlexEnd:
		if !r.flexing || len(r.flex) < t1FlexPoints || count < 3 {
			return t1Failed
		}
		p := r.flex
		r.flexing = false
		r.o.curveTo(p[1][0], p[1][1], p[2][0], p[2][1], p[3][0], p[3][1])
		r.o.curveTo(p[4][0], p[4][1], p[5][0], p[5][1], p[6][0], p[6][1])
		r.given = append(r.given, args[2], args[1])
	default: // hint replacement leaves the number of the subroutine that has the hints
		for i := len(args) - 1; i >= 0; i-- {
			r.given = append(r.given, args[i])
		}
	}
	return t1Return
}

// accented draws a letter and its accent, and ends the glyph.
func (r *type1Reader) accented() int {
	if r.n < 5 {
		return t1Failed
	}
	a := r.stack[r.n-5 : r.n]
	for i, part := range [2][2]float64{{0, 0}, {r.bearing + a[1] - a[0], a[2]}} {
		gid, ok := r.font.standardGlyph(a[3+i])
		m := affine{1, 0, 0, 1, part[0], part[1]}
		if !ok || !r.o.inside(m, maxComponents, func() bool { return r.font.charString(gid, r.o) }) {
			return t1Failed
		}
	}
	return t1EndChar
}

// standardGlyph returns the glyph of a code of StandardEncoding.
func (f *type1) standardGlyph(code float64) (gid int, ok bool) {
	if !(code >= 0 && code < 256) || standardEncoding[int(code)] == "" {
		return 0, false
	}
	for gid := range f.glyphs {
		if f.name(gid) == standardEncoding[int(code)] {
			return gid, true
		}
	}
	return 0, false
}
