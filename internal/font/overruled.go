package font

import (
	"strings"
	"unicode"
)

// Programs that repair documents write ToUnicode maps by guessing what codes mean. Some of their
// mistakes contradict the names in the encoding, which the font program follows.

// lastDocCode is the last code with a meaning of its own in PDFDocEncoding: the euro sign.
const lastDocCode = 0xA0

// overruled reports whether the name of code c contradicts m, which ToUnicode gives the code, and
// is right.
func (s *simpleFont) overruled(c byte, m text) bool {
	if s.lowered && c >= 'A' && c <= 'Z' && m.r == unicode.ToLower(rune(c)) {
		return s.name(c) == string(rune(c))
	}
	if m.r == '◮' { // lists of TeX's names call ▶, the bullet of its slides, ◮
		return s.stated(c, s.name(c)).r == '▶'
	}
	for k := len(s.diffs) - 1; k >= 0; k-- { // the last entry counts
		if s.diffs[k].code == c {
			named := nameText(s.diffs[k].name)
			return named.known() && !named.private() && named != m && (isDocCode(c, m) || endsLigature(named, m))
		}
	}
	return false
}

// isDocCode reports whether m is the meaning of c in PDFDocEncoding (annex D.3) but in no encoding
// of fonts. If a font names another glyph for c, such as /nine.tf for ˘, then m is wrong.
func isDocCode(c byte, m text) bool {
	if c >= ' ' && c <= '~' || c > lastDocCode {
		return false
	}
	said := nameText(pdfDocEncoding[c])
	return m == said || m.r == '°' && said.r == '˚'
}

// endsLigature reports whether m is only the last letter of a ligature. A map that gives /f_i an i
// turned specific into speciic.
func endsLigature(named, m text) bool {
	return len(named.s) > 1 && unicode.IsLetter(m.r) && strings.HasSuffix(named.s, string(m.r))
}

// lowersSome reports whether ToUnicode maps some capitals of the encoding to their small letters,
// although these have codes of their own, and leaves other capitals as they are. Such a map is
// wrong: RESEARCH would become REsEARCH. A font of small capitals maps all capitals.
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
