package pdf

import "bytes"

// Character classes of clause 7.2.3.
const (
	regular = iota
	space
	delimiter
)

// classOf has the class of each byte.
var classOf = [256]uint8{
	0: space, '\t': space, '\n': space, '\f': space, '\r': space, ' ': space,
	'(': delimiter, ')': delimiter, '<': delimiter, '>': delimiter, '[': delimiter, ']': delimiter,
	'{': delimiter, '}': delimiter, '/': delimiter, '%': delimiter,
}

func isSpace(c byte) bool   { return classOf[c] == space }
func isRegular(c byte) bool { return classOf[c] == regular }
func isDigit(c byte) bool   { return c-'0' <= 9 }

// skipSpace returns the first position from pos on that is neither white space nor
// in a comment (clause 7.2.4).
func skipSpace(src []byte, pos int) int {
	for pos < len(src) {
		switch c := src[pos]; {
		case isSpace(c):
			pos++
		case c == '%':
			pos = lineEnd(src, pos)
		default:
			return pos
		}
	}
	return pos
}

func lineEnd(src []byte, pos int) int {
	if i := bytes.IndexAny(src[pos:], "\r\n"); i >= 0 {
		return pos + i
	}
	return len(src)
}

// skipRegular returns the end of the run of regular characters that begins at pos.
func skipRegular(src []byte, pos int) int {
	for pos < len(src) && isRegular(src[pos]) {
		pos++
	}
	return pos
}

// hasKeyword reports whether word is a token of its own at pos.
func hasKeyword(src []byte, pos int, word string) bool {
	end := pos + len(word)
	return pos >= 0 && end <= len(src) && string(src[pos:end]) == word && (end == len(src) || !isRegular(src[end]))
}

// hasPrefix reports whether word is at pos, whatever follows it. Some writers omit the line end
// after obj, stream and endobj.
func hasPrefix(src []byte, pos int, word string) bool {
	end := pos + len(word)
	return pos >= 0 && end <= len(src) && string(src[pos:end]) == word
}

// uintAt reads the digits at pos. ok is false for numbers near maxInt and above.
func uintAt(src []byte, pos int) (n, end int, ok bool) {
	for end = pos; end < len(src) && isDigit(src[end]); end++ {
		if n > (maxInt-9)/10 {
			return 0, end, false
		}
		n = n*10 + int(src[end]-'0')
	}
	return n, end, end > pos
}

// maxGap is the most white space and comments that are skipped between two tokens at positions that
// are read again and again: between the end of a dictionary and the keyword stream, and between the
// parts of a header. Without it a file full of gaps would take quadratic time.
const maxGap = 1024

// upToGap returns src up to maxGap bytes behind pos.
func upToGap(src []byte, pos int) []byte { return src[:min(len(src), max(0, pos)+maxGap)] }

// objectHeader reads "N G obj" at pos. body is the position behind it.
func objectHeader(src []byte, pos int) (ref Ref, body int, ok bool) {
	src = upToGap(src, pos)
	pos = skipSpace(src, pos)
	if ref.Num, pos, ok = uintAt(src, pos); !ok {
		return Ref{}, 0, false
	}
	if ref.Gen, pos, ok = uintAt(src, skipSpace(src, pos)); !ok {
		return Ref{}, 0, false
	}
	pos = skipSpace(src, pos)
	if !hasPrefix(src, pos, "obj") {
		return Ref{}, 0, false
	}
	return ref, pos + len("obj"), true
}

// hexValue returns the value of a hexadecimal digit, or -1.
func hexValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
