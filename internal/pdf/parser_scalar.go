package pdf

import (
	"bytes"
	"math"
)

// numberOrRef parses a number that begins with a digit, or "N G R".
func (p *parser) numberOrRef() Object {
	if ref, end, ok := refAt(p.src, p.pos); ok {
		p.pos = end
		return ref
	}
	return p.number()
}

// refAt reads "N G R" at pos.
func refAt(src []byte, pos int) (ref Ref, end int, ok bool) {
	if ref.Num, end, ok = uintAt(src, pos); !ok {
		return Ref{}, 0, false
	}
	gen := skipSpace(src, end)
	if gen == end {
		return Ref{}, 0, false
	}
	if ref.Gen, end, ok = uintAt(src, gen); !ok {
		return Ref{}, 0, false
	}
	r := skipSpace(src, end)
	if r == end || !hasKeyword(src, r, "R") {
		return Ref{}, 0, false
	}
	return ref, r + 1, true
}

func skipBlanks(src []byte, pos int) int {
	for pos < len(src) && isSpace(src[pos]) {
		pos++
	}
	return pos
}

// maxDigits is the most digits of a number that are used: as many as a float64 can distinguish and
// an int64 can hold.
const maxDigits = 18

// number parses a number (clause 7.3.3). It accepts what some writers make of numbers: double
// signs, signs inside, several points, exponents.
func (p *parser) number() Object {
	n := numberReader{src: p.src, pos: p.pos}
	n.read()
	p.pos = n.pos
	return n.object()
}

type numberReader struct {
	src      []byte
	pos      int
	digits   uint64 // the first maxDigits digits, without leading zeros
	count    int
	exponent int // of ten
	negative bool
	real     bool
}

func (n *numberReader) read() {
	for ; n.pos < len(n.src) && (n.src[n.pos] == '-' || n.src[n.pos] == '+'); n.pos++ {
		n.negative = n.negative || n.src[n.pos] == '-'
	}
	for ; n.pos < len(n.src); n.pos++ {
		switch c := n.src[n.pos]; {
		case isDigit(c):
			n.digit(c - '0')
		case c == '.' && !n.real:
			n.real = true
		case c == '.' || c == '-' || c == '+':
			n.skipRest() // 1.2.3 and 12-34: the first part counts
			return
		case c|0x20 == 'e':
			n.readExponent()
			return
		default:
			return
		}
	}
}

func (n *numberReader) digit(v byte) {
	switch {
	case n.count < maxDigits:
		n.digits = n.digits*10 + uint64(v)
		if n.digits != 0 {
			n.count++
		}
		if n.real {
			n.exponent--
		}
	case !n.real:
		n.exponent++
	}
}

func (n *numberReader) skipRest() {
	for n.pos < len(n.src) && (isDigit(n.src[n.pos]) || bytes.IndexByte([]byte("+-."), n.src[n.pos]) >= 0) {
		n.pos++
	}
}

func (n *numberReader) readExponent() {
	at := n.pos + 1
	sign := 1
	if at < len(n.src) && (n.src[at] == '-' || n.src[at] == '+') {
		if n.src[at] == '-' {
			sign = -1
		}
		at++
	}
	if e, end, ok := uintAt(n.src, at); ok {
		n.exponent += sign * min(e, math.MaxInt16)
		n.real = true
		n.pos = end
	}
}

func (n *numberReader) object() Object {
	if !n.real && n.exponent == 0 {
		if n.negative {
			return Integer(-int64(n.digits))
		}
		return Integer(n.digits)
	}
	return Real(n.float())
}

func (n *numberReader) float() float64 {
	f := scale10(float64(n.digits), n.exponent)
	if math.IsInf(f, 0) {
		f = math.MaxFloat64
	}
	if n.negative {
		f = -f
	}
	return f
}

// powersOfTen are the powers that a float64 holds exactly and that numbers in files need.
var powersOfTen = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

func scale10(f float64, exponent int) float64 {
	switch {
	case exponent == 0 || f == 0:
		return f
	case exponent < 0 && -exponent < len(powersOfTen):
		return f / powersOfTen[-exponent]
	case exponent > 0 && exponent < len(powersOfTen):
		return f * powersOfTen[exponent]
	}
	return f * math.Pow10(exponent)
}

// name parses the name at pos (clause 7.3.5).
func (p *parser) name() *sharedName {
	start := p.pos + 1
	p.pos = skipRegular(p.src, start)
	raw := p.src[start:p.pos]
	if bytes.IndexByte(raw, '#') >= 0 {
		raw = unescapeName(p.scratch[:0], raw)
		p.scratch = raw
	}
	return p.names.share(raw)
}

func unescapeName(dst, raw []byte) []byte {
	for i := 0; i < len(raw); i++ {
		if raw[i] == '#' && i+2 < len(raw) && hexValue(raw[i+1]) >= 0 && hexValue(raw[i+2]) >= 0 {
			dst = append(dst, byte(hexValue(raw[i+1])<<4|hexValue(raw[i+2])))
			i += 2
			continue
		}
		dst = append(dst, raw[i])
	}
	return dst
}

// hex parses a hexadecimal string (clause 7.3.4.3).
func (p *parser) hex() String {
	p.pos++
	raw := p.src[p.pos:]
	if end := bytes.IndexByte(raw, '>'); end >= 0 {
		raw = raw[:end]
		p.pos++
	}
	p.pos += len(raw)
	p.scratch = appendHex(p.scratch[:0], raw)
	return p.string(p.scratch)
}

// appendHex decodes hexadecimal digits. It skips other characters. A missing last digit is 0.
func appendHex(dst, raw []byte) []byte {
	dst, high := appendDigits(dst, raw, -1)
	return appendLastDigit(dst, high)
}

// appendDigits appends the bytes that pairs of digits spell. high is a first digit that waits for
// the second of its pair, or -1 when there is none. It returns the waiting digit behind raw.
func appendDigits(dst, raw []byte, high int) ([]byte, int) {
	for _, c := range raw {
		v := hexValue(c)
		switch {
		case v < 0:
		case high < 0:
			high = v
		default:
			dst = append(dst, byte(high<<4|v))
			high = -1
		}
	}
	return dst, high
}

// appendLastDigit appends a first digit without a second, which counts as 0.
func appendLastDigit(dst []byte, high int) []byte {
	if high >= 0 {
		dst = append(dst, byte(high<<4))
	}
	return dst
}

// literal parses a literal string (clause 7.3.4.2).
func (p *parser) literal() String { return p.string(p.literalBytes()) }

// literalBytes returns the literal string before decryption, in storage that is reused.
func (p *parser) literalBytes() []byte {
	p.pos++
	out := p.scratch[:0]
	for depth := 1; p.pos < len(p.src); {
		c := p.src[p.pos]
		p.pos++
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				p.scratch = out
				return out
			}
		case '\\':
			out = p.escape(out)
			continue
		case '\r': // every line end becomes a line feed
			if p.pos < len(p.src) && p.src[p.pos] == '\n' {
				p.pos++
			}
			c = '\n'
		}
		out = append(out, c)
	}
	p.scratch = out
	return out
}

// escape appends the character of the escape sequence after a reverse solidus.
func (p *parser) escape(out []byte) []byte {
	if p.pos >= len(p.src) {
		return out
	}
	c := p.src[p.pos]
	p.pos++
	switch c {
	case 'n':
		return append(out, '\n')
	case 'r':
		return append(out, '\r')
	case 't':
		return append(out, '\t')
	case 'b':
		return append(out, '\b')
	case 'f':
		return append(out, '\f')
	case '\r':
		if p.pos < len(p.src) && p.src[p.pos] == '\n' {
			p.pos++
		}
		return out
	case '\n':
		return out
	case '0', '1', '2', '3', '4', '5', '6', '7':
		v := c - '0'
		for range 2 {
			if p.pos >= len(p.src) || p.src[p.pos] < '0' || p.src[p.pos] > '7' {
				break
			}
			v = v<<3 | (p.src[p.pos] - '0')
			p.pos++
		}
		return append(out, v)
	}
	return append(out, c)
}

// string returns raw, decrypted if the file is encrypted.
func (p *parser) string(raw []byte) String {
	if p.crypt != nil {
		return String(p.crypt.decryptString(raw))
	}
	return String(raw)
}
