package font

import "unicode/utf8"

// cmap splits the bytes of a string into codes, and maps codes to CIDs (clause 9.7.5). It never changes
// after it was made.
type cmap struct {
	vertical   bool
	identity   bool // CIDs are codes
	form       codeForm
	collection collection // the collection of the CIDs; unknown for embedded CMaps
	spaces     []codespace
	cids       codeRanges
	notdef     codeRanges
	parent     *cmap // usecmap: asked for codes that this CMap does not map
}

// codespace is a range of codes of one length. Each byte has bounds of its own (clause 9.7.6.3).
type codespace struct {
	bytes  int
	lo, hi uint32
}

// codeForm is the form in which a CMap for Unicode has the scalars as codes. cmaps.bin holds these numbers.
type codeForm uint8

const (
	rawCodes codeForm = iota
	utf8Codes
	utf16Codes
	utf32Codes
)

// identityCMap returns Identity-H or Identity-V. Viewers also use it in place of an encoding that they
// cannot read.
func identityCMap(vertical bool) *cmap {
	return &cmap{vertical: vertical, identity: true, spaces: []codespace{{2, 0, 0xFFFF}}}
}

// next returns the first code of s, its length, and whether a codespace holds it. s must not be empty. A
// code outside of all codespaces has the length of the shortest codespace that agrees with most of its
// bytes (clause 9.7.6.3).
func (m *cmap) next(s []byte) (code uint32, n int, ok bool) {
	shortest := maxCodeBytes
	for _, sp := range m.spaces {
		shortest = min(shortest, sp.bytes)
		if sp.bytes <= len(s) && sp.agrees(s) == sp.bytes {
			return number32(s[:sp.bytes]), sp.bytes, true
		}
	}
	best, longest := shortest, 0
	for _, sp := range m.spaces {
		if a := sp.agrees(s); a > longest || a == longest && a > 0 && sp.bytes < best {
			best, longest = sp.bytes, a
		}
	}
	n = min(best, len(s))
	return number32(s[:n]), n, false
}

// maxCodeBytes is the longest code (clause 9.7.6.3).
const maxCodeBytes = 4

// agrees returns how many of the first bytes of s lie within sp.
func (sp codespace) agrees(s []byte) int {
	for i := range min(sp.bytes, len(s)) {
		shift := 8 * (sp.bytes - 1 - i)
		if b := s[i]; b < byte(sp.lo>>shift) || b > byte(sp.hi>>shift) {
			return i
		}
	}
	return min(sp.bytes, len(s))
}

// number32 returns the big-endian number of up to four bytes.
func number32(s []byte) (n uint32) {
	for _, b := range s {
		n = n<<8 | uint32(b)
	}
	return n
}

// cid returns the CID of code from the ranges, otherwise from the ranges for undefined characters, otherwise
// 0 (clause 9.7.6.3).
func (m *cmap) cid(code uint32, n int) uint32 {
	notdef := uint32(0)
	inScalars := false
	for p := m; p != nil; p = p.parent {
		if p.form != rawCodes && !inScalars { // the parent has codes that are scalars, too
			code, inScalars = uint32(p.scalar(code, n)), true
		}
		if r := p.cids.find(code); r != nil {
			return r.at(code) & maxCID
		}
		if p.identity {
			return code & maxCID
		}
		if r := p.notdef.find(code); r != nil && notdef == 0 {
			notdef = r.at(code)
		}
	}
	return notdef
}

const maxCID = 0xFFFF // clause 9.7.4.2

// scalar returns the Unicode character that code stands for. It returns 0 when the codes of m are not
// Unicode. Codes that m maps itself mean what they mean in its parent.
func (m *cmap) scalar(code uint32, n int) rune {
	for m.form == rawCodes && m.parent != nil {
		m = m.parent
	}
	r := rune(0)
	switch m.form {
	case utf8Codes:
		b := [maxCodeBytes]byte{byte(code >> 24), byte(code >> 16), byte(code >> 8), byte(code)}
		if d, size := utf8.DecodeRune(b[maxCodeBytes-n:]); size == n {
			r = d
		}
	case utf16Codes:
		r = rune(code)
		if n == maxCodeBytes {
			r = (rune(code>>16)-0xD800)<<10 + rune(code&0xFFFF) - 0xDC00 + 0x10000
		}
	case utf32Codes:
		r = rune(code)
	}
	if !utf8.ValidRune(r) {
		return 0
	}
	return r
}

// uniform returns the length of all codes if they have one length, as in most CMaps, or 0 otherwise.
func (m *cmap) uniform() int {
	if len(m.spaces) != 1 {
		return 0
	}
	sp := m.spaces[0]
	full := uint32(1)<<(8*sp.bytes) - 1
	if sp.lo != 0 || sp.hi != full {
		return 0
	}
	return sp.bytes
}
