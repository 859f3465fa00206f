package font

// type1Width reads a Type 1 charstring up to the operator that sets side bearing and width. That is
// hsbw or sbw, and must come first (Type 1 Font Format, clause 6.4).
type type1Width struct {
	font  *type1
	stack [type1Stack]float64
	n     int
	left  int // operators that may still be read
	width float64
	found bool
}

const (
	// type1Stack is the operand stack of Type 1.
	type1Stack = 24
	// maxWidthPrefix is how many bytes of a charstring are decrypted to find its width. The
	// operator and its operands, including divisions, take at most 40 bytes.
	maxWidthPrefix = 64
	// maxWidthOps is the most operators of one glyph that are read, including subroutines.
	maxWidthOps = 256
)

// Type 1 charstring commands that may precede the width.
const (
	t1CallSubr = 10
	t1Return   = 11
	t1Escape   = 12
	t1HSBW     = 13
	t1Escaped  = 0x100 // added to the byte behind t1Escape
	t1SBW      = t1Escaped + 7
	t1Div      = t1Escaped + 12
)

// run reads the charstring at s and reports whether the search is over.
func (r *type1Width) run(s span, depth int) (done bool) {
	var buf [maxWidthPrefix]byte
	code := r.font.decryptPrefix(buf[:], s)
	for i := 0; i < len(code); {
		if code[i] >= 32 {
			v, n := type1Number(code[i:])
			i += n
			if r.n == len(r.stack) {
				return true
			}
			r.stack[r.n] = v
			r.n++
			continue
		}
		op := int(code[i])
		i++
		if op == t1Escape {
			op = t1Escaped + code.u8(i)
			i++
		}
		if op == t1Return {
			return false
		}
		if r.step(op, depth) {
			return true
		}
	}
	return depth == 0
}

// step runs one operator and reports whether the search is over.
func (r *type1Width) step(op, depth int) (done bool) {
	if r.left--; r.left < 0 {
		return true
	}
	switch op {
	case t1CallSubr:
		if r.n == 0 || depth >= maxSubrDepth {
			return true
		}
		r.n--
		sub, ok := r.font.subrs[int(r.stack[r.n])]
		return !ok || r.run(sub, depth+1)
	case t1Div:
		if r.n < 2 || r.stack[r.n-1] == 0 {
			return true
		}
		r.n--
		r.stack[r.n-1] /= r.stack[r.n]
		return false
	case t1HSBW:
		r.take(2)
	case t1SBW:
		r.take(4)
	}
	return true
}

// take takes the width from the operands of hsbw (sbx wx) or sbw (sbx sby wx wy). It is the first
// operand of their second half.
func (r *type1Width) take(operands int) {
	if r.n >= operands {
		r.width, r.found = r.stack[r.n-operands/2], true
	}
}

// decryptPrefix decrypts the beginning of a charstring into buf.
func (f *type1) decryptPrefix(buf []byte, s span) bin {
	src := f.bytes(s)
	if f.lenIV < 0 { // not encrypted
		return src[:min(len(src), len(buf))]
	}
	key := uint16(charKey)
	n := 0
	for i, c := range src[:min(len(src), f.lenIV+len(buf))] {
		plain := c ^ byte(key>>8)
		key = (uint16(c)+key)*cipherFactor + cipherTerm
		if i >= f.lenIV {
			buf[n] = plain
			n++
		}
	}
	return buf[:n]
}

// type1Number reads an operand. It returns the number and its length.
func type1Number(b bin) (v float64, n int) {
	if b[0] == 255 {
		return float64(int32(b.u32(1))), 5
	}
	return type2Number(b)
}
