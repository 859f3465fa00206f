package font

import "bytes"

// privateReader finds the charstrings and subroutines of the private portion. Each is written as a number
// of bytes, a word that reads them, a space, and the bytes: `/A 120 RD ...` and `dup 5 9 RD ...`.
type privateReader struct {
	font    *type1
	s       psScanner
	reader  bin    // the font's own word for RD
	name    span   // the last name
	nums    [2]int // the last two numbers, the newest last
	section privateSection
}

type privateSection uint8

const (
	inPrivate privateSection = iota
	inSubrs
	inCharStrings
	privateDone
)

func (f *type1) readPrivate() {
	r := privateReader{font: f, s: psScanner{src: f.private}}
	for r.section != privateDone {
		switch tok := r.s.next(); tok.kind {
		case psEnd:
			return
		case psName:
			r.key(tok.at)
		case psProc:
			if bytes.Contains(f.bytes(tok.at), []byte("readstring")) {
				r.reader = f.bytes(r.name)
			}
		case psWord:
			r.word(f.bytes(tok.at))
		}
	}
}

// key records a name. It is a key of the Private dictionary or the name of a glyph.
func (r *privateReader) key(at span) {
	r.name = at
	switch string(r.font.bytes(at)) {
	case "CharStrings":
		r.section = inCharStrings
	case "Subrs":
		r.section = inSubrs
	case "lenIV":
		if n := r.s.int(type1LenIV); n <= maxLenIV {
			r.font.lenIV = n
		}
	}
}

// word handles numbers, and the bytes behind the words that read them. The search ends with the
// first set of charstrings, since synthetic faces repeat them.
func (r *privateReader) word(word bin) {
	if n, ok := psInt(word); ok {
		r.nums = [2]int{r.nums[1], n}
		return
	}
	switch {
	case string(word) == "RD", string(word) == "-|", bytes.Equal(word, r.reader):
		if body, ok := r.s.binary(r.nums[1]); ok {
			r.store(body)
		}
	case string(word) == "end" && r.section == inCharStrings && len(r.font.glyphs) > 0:
		r.section = privateDone
	}
}

// maxSubrs is the largest subroutine number that is accepted.
const maxSubrs = 1 << 16

// store stores a charstring under the last name, or a subroutine under the number before its length.
func (r *privateReader) store(body span) {
	f := r.font
	switch n := r.nums[0]; {
	case r.section == inCharStrings:
		f.glyphs = append(f.glyphs, type1Glyph{r.name, body})
	case r.section == inSubrs && n >= 0 && n < maxSubrs:
		if f.subrs == nil {
			f.subrs = make(map[int]span)
		}
		f.subrs[n] = body
	}
}
