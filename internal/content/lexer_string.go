package content

// literal reads the string whose first byte is at pos, up to its closing parenthesis. A string without escapes is
// not copied.
func (lx *lexer) literal(pos int) (operand, int) {
	src, start, depth := lx.src, pos, 0
	for {
		for pos < len(src) && !special[src[pos]] {
			pos++
		}
		if pos >= len(src) {
			break
		}
		switch src[pos] {
		case ')':
			if depth == 0 {
				return operand{kind: kindString, start: int32(start), end: int32(pos)}, pos + 1
			}
			depth--
		case '(':
			depth++
		case '\\', '\r':
			return lx.escaped(start, pos, depth)
		}
		pos++
	}
	lx.damage++
	return operand{kind: kindString, start: int32(start), end: int32(pos)}, pos
}

// special are the bytes with a special meaning in a string.
var special = [256]bool{'(': true, ')': true, '\\': true, '\r': true}

// escaped reads on in a string that began at start, from its first escape or carriage return at pos (clause
// 7.3.4.2).
func (lx *lexer) escaped(start, pos, depth int) (operand, int) {
	src := lx.src
	from := len(lx.scratch)
	out := append(lx.scratch, src[start:pos]...)
	for closed := false; !closed; pos++ {
		if pos >= len(src) {
			lx.damage++
			break
		}
		c := src[pos]
		switch c {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				closed = true
				continue
			}
			depth--
		case '\r':
			if pos+1 < len(src) && src[pos+1] == '\n' {
				pos++
			}
			c = '\n'
		case '\\':
			out, pos = escape(out, src, pos+1)
			continue
		}
		out = append(out, c)
	}
	lx.scratch = out
	return operand{kind: kindEscaped, start: int32(from), end: int32(len(out))}, min(pos, len(src))
}

// escape appends the meaning of an escape sequence to out. pos is the first byte after the backslash. It returns
// the position of the last byte.
func escape(out, src []byte, pos int) ([]byte, int) {
	if pos >= len(src) {
		return out, pos
	}
	c := src[pos]
	switch c {
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case '\n':
		return out, pos
	case '\r':
		if pos+1 < len(src) && src[pos+1] == '\n' {
			pos++
		}
		return out, pos
	case '0', '1', '2', '3', '4', '5', '6', '7':
		c -= '0'
		for range 2 {
			if pos+1 >= len(src) || src[pos+1]-'0' > 7 {
				break
			}
			pos++
			c = c<<3 | (src[pos] - '0')
		}
	}
	return append(out, c), pos
}

// hex reads the hexadecimal string whose first digit is at pos (clause 7.3.4.3). It skips what is not a digit.
func (lx *lexer) hex(pos int) (operand, int) {
	src := lx.src
	from := len(lx.scratch)
	out := lx.scratch
	high, odd := byte(0), false
	for ; pos < len(src) && src[pos] != '>'; pos++ {
		v := hexDigits[src[pos]]
		if v == 0 {
			continue
		}
		if v--; odd {
			out = append(out, high|v)
		} else {
			high = v << 4
		}
		odd = !odd
	}
	if odd {
		out = append(out, high)
	}
	if pos >= len(src) {
		lx.damage++
	}
	lx.scratch = out
	return operand{kind: kindEscaped, start: int32(from), end: int32(len(out))}, min(pos+1, len(src))
}

// hexDigits are the values of hexadecimal digits, plus one. It is a literal for the same reason as class.
var hexDigits = [256]uint8{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'a': 11, 'b': 12, 'c': 13, 'd': 14, 'e': 15, 'f': 16,
	'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16,
}

func hexDigit(c byte) (byte, bool) { return hexDigits[c] - 1, hexDigits[c] > 0 }

// name reads the name whose first byte after the solidus is at pos.
func (lx *lexer) name(pos int) (operand, int) {
	src, start := lx.src, pos
	for pos < len(src) && regular(src[pos]) {
		if src[pos] == '#' {
			return lx.escapedName(start)
		}
		pos++
	}
	return operand{kind: kindName, start: int32(start), end: int32(pos)}, pos
}

// escapedName reads a name with #xx in it (clause 7.3.5).
func (lx *lexer) escapedName(pos int) (operand, int) {
	src := lx.src
	from := len(lx.scratch)
	out := lx.scratch
	for ; pos < len(src) && regular(src[pos]); pos++ {
		c := src[pos]
		if c == '#' && pos+2 < len(src) {
			high, ok1 := hexDigit(src[pos+1])
			low, ok2 := hexDigit(src[pos+2])
			if ok1 && ok2 {
				c = high<<4 | low
				pos += 2
			}
		}
		out = append(out, c)
	}
	lx.scratch = out
	return operand{kind: kindEscName, start: int32(from), end: int32(len(out))}, pos
}
