package content

// The classes of bytes that next distinguishes (ISO 32000-2 clause 7.2.3).
// Operators are made of letters, ' and " and *; a digit belongs to d0 and d1 only.
const (
	clOther uint8 = iota // delimiters, and bytes that begin nothing
	clWhite
	clDigit // begins a number: digits, signs, the point
	clAlpha // begins an operator
	clComment
)

// class is a literal, so that the compiler builds it and the start of the program needs no work.
var class = [256]uint8{
	0: clWhite, '\t': clWhite, '\n': clWhite, '\f': clWhite, '\r': clWhite, ' ': clWhite,
	'0': clDigit, '1': clDigit, '2': clDigit, '3': clDigit, '4': clDigit,
	'5': clDigit, '6': clDigit, '7': clDigit, '8': clDigit, '9': clDigit,
	'+': clDigit, '-': clDigit, '.': clDigit,
	'a': clAlpha, 'b': clAlpha, 'c': clAlpha, 'd': clAlpha, 'e': clAlpha, 'f': clAlpha, 'g': clAlpha,
	'h': clAlpha, 'i': clAlpha, 'j': clAlpha, 'k': clAlpha, 'l': clAlpha, 'm': clAlpha, 'n': clAlpha,
	'o': clAlpha, 'p': clAlpha, 'q': clAlpha, 'r': clAlpha, 's': clAlpha, 't': clAlpha, 'u': clAlpha,
	'v': clAlpha, 'w': clAlpha, 'x': clAlpha, 'y': clAlpha, 'z': clAlpha,
	'A': clAlpha, 'B': clAlpha, 'C': clAlpha, 'D': clAlpha, 'E': clAlpha, 'F': clAlpha, 'G': clAlpha,
	'H': clAlpha, 'I': clAlpha, 'J': clAlpha, 'K': clAlpha, 'L': clAlpha, 'M': clAlpha, 'N': clAlpha,
	'O': clAlpha, 'P': clAlpha, 'Q': clAlpha, 'R': clAlpha, 'S': clAlpha, 'T': clAlpha, 'U': clAlpha,
	'V': clAlpha, 'W': clAlpha, 'X': clAlpha, 'Y': clAlpha, 'Z': clAlpha,
	'\'': clAlpha, '"': clAlpha, '*': clAlpha,
	'%': clComment,
}

// regular reports whether c may stand in a name: neither white space nor a delimiter.
func regular(c byte) bool {
	switch c {
	case '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
		return false
	}
	return class[c] != clWhite
}

func skipWhite(src []byte, pos int) int {
	for pos < len(src) && class[src[pos]] == clWhite {
		pos++
	}
	return pos
}

func skipComment(src []byte, pos int) int {
	for pos < len(src) && src[pos] != '\n' && src[pos] != '\r' {
		pos++
	}
	return pos
}

// keyword reads the word of letters at pos and packs it, with its first byte lowest. Words of more than four bytes
// are no operators; they become opUnknown. true, false and null become opLiteral.
func keyword(src []byte, pos int) (uint32, int) {
	start := pos
	op, shift := uint32(0), 0
	for pos < len(src) && class[src[pos]] == clAlpha {
		op |= uint32(src[pos]) << shift // a shift of 32 and more adds nothing
		shift += 8
		pos++
	}
	if pos-start < 3 {
		if op == 'd' && isGlyphWidth(src, pos) {
			return op | uint32(src[pos])<<8, pos + 1
		}
		return op, pos
	}
	switch string(src[start:pos]) {
	case "true", "false", "null":
		return opLiteral, pos
	}
	if pos-start > 3 {
		return opUnknown, pos
	}
	return op, pos
}

// isGlyphWidth reports whether the digit at pos belongs to the word d before it, as the operator d0 or d1.
func isGlyphWidth(src []byte, pos int) bool {
	if pos >= len(src) || src[pos] != '0' && src[pos] != '1' {
		return false
	}
	return pos+1 == len(src) || class[src[pos+1]] != clDigit
}
