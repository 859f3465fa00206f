package font

import (
	"strings"
	"unicode"
)

// Programs that repair documents write ToUnicode maps from what they think a code means. Some of
// their mistakes are told by the names in the encoding, which the program of the font follows.

// lastDocCode is the last one that has a meaning of its own in PDFDocEncoding: the euro sign.
const lastDocCode = 0xA0

// overruled reports whether the name of code c stands against m, which ToUnicode gives it, and
// is to be believed.
func (s *simpleFont) overruled(c byte, m text) bool {
	if s.lowered && c >= 'A' && c <= 'Z' && m.r == unicode.ToLower(rune(c)) {
		return s.name(c) == string(rune(c))
	}
	if m.r == '◮' { // lists of the names of TeX call ▶ so, the bullet of its slides
		return s.stated(c, s.name(c)).r == '▶'
	}
	for k := len(s.diffs) - 1; k >= 0; k-- { // the last one counts
		if s.diffs[k].code == c {
			named := nameText(s.diffs[k].name)
			return named.known() && !named.private() && named != m && (isDocCode(c, m) || endsLigature(named, m))
		}
	}
	return false
}

// isDocCode reports whether m is what c means in PDFDocEncoding (annex D.3), but in no encoding
// of fonts: one that names another glyph there, such as /nine.tf for ˘, does not mean that.
func isDocCode(c byte, m text) bool {
	if c >= ' ' && c <= '~' || c > lastDocCode {
		return false
	}
	said := nameText(pdfDocEncoding[c])
	return m == said || m.r == '°' && said.r == '˚'
}

// endsLigature reports whether m is no more than the last letter of a ligature: specific became
// speciic by a map that gives /f_i an i.
func endsLigature(named, m text) bool {
	return len(named.s) > 1 && unicode.IsLetter(m.r) && strings.HasSuffix(named.s, string(m.r))
}

// lowersSome reports whether ToUnicode gives some capitals of the encoding their small letters,
// although these have codes of their own, and leaves other capitals as they are: a font of small
// capitals has small letters for all. What is painted as RESEARCH is REsEARCH then.
func (s *simpleFont) lowersSome() bool {
	if s.unicode == nil || s.base == nil {
		return false
	}
	lowered, twice, kept := 0, 0, 0
	for c := byte('A'); c <= 'Z'; c++ {
		m, said := s.unicode.text(uint32(c))
		if !said || s.name(c) != string(rune(c)) {
			continue
		}
		small := unicode.ToLower(rune(c))
		switch m.r {
		case rune(c):
			kept++
		case small:
			lowered++
			if own, _ := s.unicode.text(uint32(small)); own.r == small {
				twice++
			}
		}
	}
	return lowered > 0 && kept > 0 && twice > 0
}
