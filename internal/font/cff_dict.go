package font

import "strconv"

// cffDict is a DICT: operators and their operands (Technical Note 5176, clause
// 4), in file order.
type cffDict []cffEntry

type cffEntry struct {
	op   int // 0 to 21; two-byte operators are cffEscape plus the second byte
	args []float64
}

const cffEscape = 0x100

// Operators of Top, Font and Private DICTs.
const (
	opFamilyName  = 3
	opWeight      = 4
	opFontBBox    = 5
	opCharset     = 15
	opEncoding    = 16
	opCharStrings = 17
	opPrivate     = 18
	opSubrs       = 19
	opDefaultW    = 20
	opNominalW    = 21
	opFixedPitch  = cffEscape + 1
	opItalicAngle = cffEscape + 2
	opFontMatrix  = cffEscape + 7
	opROS         = cffEscape + 30
	opFDArray     = cffEscape + 36
	opFDSelect    = cffEscape + 37
)

const (
	// maxDictArgs is the size of the operand stack of a DICT.
	maxDictArgs = 48
	// maxDictOps is the most operators of a DICT: the note defines 60.
	maxDictOps = 256
)

// readDict reads as much of a DICT as can be read.
func readDict(b bin) cffDict {
	var d cffDict
	var args []float64
	for i := 0; i < len(b) && len(d) < maxDictOps; {
		c := int(b[i])
		if c <= 21 {
			i++
			if c == 12 {
				c = cffEscape + b.u8(i)
				i++
			}
			d = append(d, cffEntry{c, args})
			args = nil
			continue
		}
		v, n := dictNumber(b[i:])
		i += n
		if len(args) < maxDictArgs {
			args = append(args, v)
		}
	}
	return d
}

// dictNumber reads an operand. It returns the number and its length, at least 1. Reserved bytes are 0.
func dictNumber(b bin) (v float64, n int) {
	switch c := int(b[0]); {
	case c == 28:
		return float64(b.i16(1)), 3
	case c == 29:
		return float64(int32(b.u32(1))), 5
	case c == 30:
		return dictReal(b)
	case c >= 32 && c <= 246:
		return float64(c - 139), 1
	case c >= 247 && c <= 250:
		return float64((c-247)*256 + b.u8(1) + 108), 2
	case c >= 251 && c <= 254:
		return float64(-(c-251)*256 - b.u8(1) - 108), 2
	}
	return 0, 1
}

// dictReal reads a real number. Its digits are nibbles behind the first byte.
func dictReal(b bin) (v float64, n int) {
	const maxDigits = 64 // writers use about ten
	text := make([]byte, 0, maxDigits)
	for n = 1; n < len(b); n++ {
		for _, nib := range [2]byte{b[n] >> 4, b[n] & 15} {
			switch {
			case nib == 15 || len(text) >= maxDigits-2:
				v, _ = strconv.ParseFloat(string(text), 64)
				return v, n + 1
			case nib <= 9:
				text = append(text, '0'+nib)
			case nib == 10:
				text = append(text, '.')
			case nib == 11:
				text = append(text, 'E')
			case nib == 12:
				text = append(text, 'E', '-')
			case nib == 14:
				text = append(text, '-')
			}
		}
	}
	v, _ = strconv.ParseFloat(string(text), 64)
	return v, n
}

// args returns the operands of op, or nil when it does not occur.
func (d cffDict) args(op int) []float64 {
	for _, e := range d {
		if e.op == op {
			return e.args
		}
	}
	return nil
}

// number returns operand i of op, or def.
func (d cffDict) number(op, i int, def float64) float64 {
	if a := d.args(op); i < len(a) {
		return a[i]
	}
	return def
}

// matrix returns the FontMatrix without its translation, or zeros when there is none.
func (d cffDict) matrix() (m affine) {
	if a := d.args(opFontMatrix); len(a) >= 4 && a[0] != 0 {
		copy(m[:4], a)
	}
	return m
}

// int returns operand i of op as a whole number, or def when there is none. It returns -1 for a number
// that cannot be an offset.
func (d cffDict) int(op, i, def int) int {
	v := d.number(op, i, float64(def))
	if !(v >= 0 && v <= 1<<31) {
		return -1
	}
	return int(v)
}
