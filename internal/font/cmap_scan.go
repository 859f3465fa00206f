package font

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	endOfCMap  tokenKind = iota
	hexToken             // <...>: raw holds the digits
	nameToken            // /...: raw without the solidus
	intToken             // num
	openToken            // [
	closeToken           // ]
	wordToken            // any other word: raw
)

// cmapScanner splits a CMap into tokens. It knows as much PostScript as CMaps need, and skips strings,
// procedures and dictionaries.
type cmapScanner struct {
	src []byte
	pos int

	raw []byte // text of the last token, in src
	num int
}

// next moves to the next token.
func (s *cmapScanner) next() tokenKind {
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		switch c {
		case '%':
			s.skipTo('\n', '\r')
		case '(':
			s.skipTo(')', ')')
		case '[':
			s.pos++
			return openToken
		case ']':
			s.pos++
			return closeToken
		case '/':
			s.pos++
			s.raw = s.word()
			return nameToken
		case '<':
			if s.pos+1 < len(s.src) && s.src[s.pos+1] == '<' {
				s.pos += 2
				continue
			}
			s.hex()
			return hexToken
		default:
			if !regular(c) {
				s.pos++
				continue
			}
			s.raw = s.word()
			return s.wordOrInt()
		}
	}
	return endOfCMap
}

// skipTo moves past the next a or b.
func (s *cmapScanner) skipTo(a, b byte) {
	for s.pos++; s.pos < len(s.src); s.pos++ {
		if c := s.src[s.pos]; c == a || c == b {
			s.pos++
			return
		}
	}
}

// hex reads a hexadecimal string. If its '>' was lost, it ends at the next delimiter.
func (s *cmapScanner) hex() {
	s.pos++
	start := s.pos
	for ; s.pos < len(s.src); s.pos++ {
		switch s.src[s.pos] {
		case '>':
			s.raw = s.src[start:s.pos]
			s.pos++
			return
		case '<', '[', ']', '/':
			s.raw = s.src[start:s.pos]
			return
		}
	}
	s.raw = s.src[start:]
}

// word reads regular characters.
func (s *cmapScanner) word() []byte {
	start := s.pos
	for s.pos < len(s.src) && regular(s.src[s.pos]) {
		s.pos++
	}
	return s.src[start:s.pos]
}

// wordOrInt decides whether the word that was read is a number.
func (s *cmapScanner) wordOrInt() tokenKind {
	n := 0
	for _, c := range s.raw {
		if c < '0' || c > '9' {
			return wordToken
		}
		if digit := int(c - '0'); n > (maxInteger-digit)/10 {
			n = maxInteger
		} else {
			n = 10*n + digit
		}
	}
	s.num = n
	return intToken
}

const maxInteger = 1<<31 - 1 // clause 7.3.3: integers have 32 bits

// regular reports whether c may stand in a word (clause 7.2.3).
func regular(c byte) bool {
	switch c {
	case 0, '\t', '\n', '\f', '\r', ' ', '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
		return false
	}
	return true
}

// hexCode returns the number that hexadecimal digits spell, and how many bytes they fill. n is 0 for more
// than four bytes, which no code has.
func hexCode(raw []byte) (code uint32, n int) {
	digits := 0
	for _, c := range raw {
		if v := hexValue[c]; v < 16 {
			code = code<<4 | uint32(v)
			digits++
		}
	}
	if digits > 2*maxCodeBytes {
		return 0, 0
	}
	if digits%2 == 1 { // the missing digit is 0 (clause 7.3.4.3)
		code <<= 4
	}
	return code, (digits + 1) / 2
}

// appendHex appends the bytes that hexadecimal digits spell.
func appendHex(dst, raw []byte) []byte {
	high, half := byte(0), false
	for _, c := range raw {
		v := hexValue[c]
		if v >= 16 {
			continue
		}
		if half {
			dst = append(dst, high|v)
		} else {
			high = v << 4
		}
		half = !half
	}
	if half {
		dst = append(dst, high)
	}
	return dst
}

// hexValue is the value of a hexadecimal digit, 16 for other bytes.
var hexValue = [256]byte{
	16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
	16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 16, 16, 16, 16, 16,
	16, 10, 11, 12, 13, 14, 15, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
	16, 10, 11, 12, 13, 14, 15, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
	16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
	16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
	16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
	16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
}
