package font

import (
	"bytes"
	"math"
	"strconv"
)

// psScanner splits the PostScript text of a Type 1 font into tokens. It executes nothing.
type psScanner struct {
	src  bin
	pos  int
	lost int // bytes read in search of closing delimiters that are missing
}

type psKind uint8

const (
	psEnd    psKind = iota
	psName          // /name, without the solidus
	psWord          // numbers and executable names
	psString        // (string), without the parentheses, escapes untouched
	psProc          // { procedure }, without the braces
	psMark          // [ ] < > and what else stands alone
)

type psToken struct {
	kind psKind
	at   span // of src
}

// next returns the next token.
func (s *psScanner) next() psToken {
	s.skipSpace()
	if s.pos >= len(s.src) {
		return psToken{at: s.span(len(s.src))}
	}
	start := s.pos
	s.pos++
	switch c := s.src[start]; {
	case c == '/':
		s.skipRegular()
		return psToken{psName, s.span(start + 1)}
	case c == '(':
		return s.nested(psString, '(', ')')
	case c == '{':
		return s.nested(psProc, '{', '}')
	case isPSDelimiter(c):
		return psToken{psMark, s.span(start)}
	}
	s.skipRegular()
	return psToken{psWord, s.span(start)}
}

func (s *psScanner) span(from int) span { return span{uint32(from), uint32(s.pos)} }

const (
	// maxNested is the longest string or procedure. One that is not closed within it has lost its
	// end, and its opening delimiter becomes a token of its own. Honest ones, including hinting
	// procedures, stay below a kilobyte or two.
	maxNested = 1 << 14
	// maxLost is how many bytes may be read in vain, so that a file full of opening delimiters
	// costs no more than its size. Beyond it every opening delimiter becomes a token of its own.
	maxLost = 1 << 20
	// maxNumbers is the most elements of an array of numbers, such as a matrix or a box.
	maxNumbers = 256
)

// nested reads to the matching closing delimiter. The opening one is before pos.
func (s *psScanner) nested(kind psKind, open, closing byte) psToken {
	start, depth := s.pos, 1
	end := start
	if s.lost < maxLost {
		end = min(len(s.src), start+maxNested)
	}
	for i := start; i < end; i++ {
		switch s.src[i] {
		case '\\':
			if kind == psString {
				i++
			}
		case open:
			depth++
		case closing:
			if depth--; depth == 0 {
				s.pos = i + 1
				return psToken{kind, span{uint32(start), uint32(i)}}
			}
		}
	}
	s.lost += end - start
	return psToken{psMark, s.span(start - 1)}
}

// skipSpace skips white space and comments.
func (s *psScanner) skipSpace() {
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		switch {
		case c == '%':
			end := bytes.IndexAny(s.src[s.pos:], "\r\n")
			if end < 0 {
				end = len(s.src) - s.pos
			}
			s.pos += end
		case isPSSpace(c):
			s.pos++
		default:
			return
		}
	}
}

func (s *psScanner) skipRegular() {
	for s.pos < len(s.src) && !endsPSWord[s.src[s.pos]] {
		s.pos++
	}
}

// endsPSWord are the characters that end a word: white space and delimiters.
var endsPSWord = [256]bool{
	' ': true, '\n': true, '\r': true, '\t': true, '\f': true, 0: true,
	'(': true, ')': true, '<': true, '>': true, '[': true, ']': true, '{': true, '}': true, '/': true, '%': true,
}

func isPSSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func isPSDelimiter(c byte) bool {
	switch c {
	case '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
		return true
	}
	return false
}

// value returns the text of the next token.
func (s *psScanner) value() bin {
	at := s.next().at
	return s.src[at.from:at.to]
}

// int returns the next token as a whole number. If it is none, int returns def and does not consume the token.
func (s *psScanner) int(def int) int {
	before := s.pos
	n, ok := psInt(s.value())
	if !ok {
		s.pos = before
		return def
	}
	return n
}

// numbers returns up to four numbers of the array or procedure that follows.
func (s *psScanner) numbers() (out [4]float64) {
	tok := s.next()
	body := s.src[tok.at.from:tok.at.to]
	if tok.kind == psMark {
		body = s.src.cut(s.pos, maxNumbers)
		end := bytes.IndexByte(body, ']')
		if end < 0 {
			return out
		}
		body = body[:end]
	}
	i := 0
	for f := range bytes.FieldsSeq(body) {
		if i == len(out) {
			break
		}
		out[i], _ = strconv.ParseFloat(string(f), 64)
		i++
	}
	return out
}

// binary returns the n bytes behind one space. ok is false when the data is too short.
func (s *psScanner) binary(n int) (at span, ok bool) {
	if !s.src.has(s.pos+1, n) {
		return span{}, false
	}
	start := s.pos + 1
	s.pos = start + n
	return s.span(start), true
}

// psInt returns a whole number, which may have a radix (8#101). It is written by hand because most
// words are no numbers and must not cost an error: they begin with a letter.
func psInt(word bin) (n int, ok bool) {
	if len(word) == 0 || word[0] > '9' {
		return 0, false
	}
	if radix, digits, found := bytes.Cut(word, []byte("#")); found {
		base, ok := psInt(radix)
		if !ok || base < 2 || base > 16 {
			return 0, false
		}
		return psDigits(digits, base)
	}
	sign := 1
	if len(word) > 0 && (word[0] == '-' || word[0] == '+') {
		if word[0] == '-' {
			sign = -1
		}
		word = word[1:]
	}
	n, ok = psDigits(word, 10)
	return sign * n, ok
}

func psDigits(word bin, base int) (n int, ok bool) {
	for _, c := range word {
		d := hexDigit(c)
		if d < 0 || d >= base || n > math.MaxInt32 {
			return 0, false
		}
		n = n*base + d
	}
	return n, len(word) > 0
}
