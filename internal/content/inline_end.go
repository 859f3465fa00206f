package content

import (
	"bytes"

	"github.com/pagelift/pagelift/internal/pdf"
)

// imageSearch remembers which marks a search for the end of an inline image has not found up to the end of the
// stream. No later search looks for these again. So the ends of all images of a stream are found in linear time.
type imageSearch struct {
	noSure  bool // no EI that is certain
	noTilde bool // no end of ASCII85 data
	noAngle bool // no end of hexadecimal data
}

// imageData returns the data of an inline image after its ID operator, and skips EI. length is what the dictionary
// says, or -1.
func (lx *lexer) imageData(length int, filter pdf.Name) []byte {
	src, pos := lx.src, lx.pos
	if pos < len(src) && class[src[pos]] == clWhite {
		if src[pos] == '\r' && pos+1 < len(src) && src[pos+1] == '\n' {
			pos++
		}
		pos++
	}
	start := pos
	if length >= 0 && length <= len(src)-start {
		if at := skipWhite(src, start+length); lx.isEnd(at) {
			lx.pos = at + 2
			return src[start : start+length]
		}
	}
	switch filter {
	case "ASCII85Decode":
		pos = find(src, pos, []byte("~>"), &lx.search.noTilde)
	case "ASCIIHexDecode":
		pos = find(src, pos, []byte(">"), &lx.search.noAngle)
	}
	end := lx.findEnd(pos)
	lx.pos = min(end+2, len(src))
	if end > start && class[src[end-1]] == clWhite && end-1 >= pos {
		return src[start : end-1]
	}
	return src[start:end]
}

// find returns the position behind the next mark from pos on, or pos if there is none.
func find(src []byte, pos int, mark []byte, none *bool) int {
	if *none {
		return pos
	}
	i := bytes.Index(src[pos:], mark)
	if i < 0 {
		*none = true
		return pos
	}
	return pos + i + len(mark)
}

// findEnd returns the position of the EI that ends data of unknown length from pos on. That is the first EI with
// text like operators behind it. If the stream has none, it is the first EI that stands alone. Without any, it is
// the end of the stream.
func (lx *lexer) findEnd(pos int) int {
	src := lx.src
	alone := -1
	for at := pos; ; at++ {
		i := bytes.Index(src[at:], []byte("EI"))
		if i < 0 {
			break
		}
		at += i
		if at > pos && class[src[at-1]] != clWhite && src[at-1] != '>' || !lx.isEnd(at) {
			continue
		}
		if lx.search.noSure || operators(src[at+2:]) {
			return at
		}
		if alone < 0 {
			alone = at
		}
	}
	lx.search.noSure = true
	lx.damage++
	if alone >= 0 {
		return alone
	}
	return len(src)
}

// isEnd reports whether the word EI stands at pos.
func (lx *lexer) isEnd(pos int) bool {
	src := lx.src
	return pos+2 <= len(src) && src[pos] == 'E' && src[pos+1] == 'I' &&
		(pos+2 == len(src) || class[src[pos+2]] == clWhite || src[pos+2] == 'Q')
}

// lookAhead is how many bytes behind EI must look like content. Binary data has 14 bytes of text in a row once in
// a billion times.
const lookAhead = 14

// operators reports whether src begins like a content stream, with nothing but text.
func operators(src []byte) bool {
	for _, c := range src[:min(len(src), lookAhead)] {
		if c > '~' || c < ' ' && class[c] != clWhite || c == 0 {
			return false
		}
	}
	return true
}
