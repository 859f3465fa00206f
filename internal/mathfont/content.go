package mathfont

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// signed counts what the codes of a font say about its use.
type signed struct {
	codes   int // codes with a known meaning
	bullets int // pictures before list items, and plain arrows: most symbol fonts serve for them
	signs   int // relations, operators, arrows, brackets of mathematics
	large   int // sizes and pieces of large signs
	letters int // plain upright Latin letters
	styled  int // letters of an alphabet of mathematics
	words   int // characters of text only: ligatures, accented letters, quotation marks
	slots   [mtExtra + 1]struct{ agree, all int }
}

// survey counts what the document says about the codes of f.
func survey(f *font.Font) (s signed) {
	simple := !f.IsComposite()
	f.EachSaid(askedCodes, func(code uint32, name, text string) {
		c, sized, ok := ofName(name)
		if f.IsSymbolic() || !ok {
			if c, ok = ofText(text); !ok {
				if r, n := utf8.DecodeRuneInString(text); n > 0 {
					s.codes++
					if !isPrivate(r) {
						s.words++ // it is a ligature
					}
				}
				return
			}
		}
		s.codes++
		switch {
		case sized || c.Piece != layout.Whole:
			s.large++
		case c.Alphabet != layout.Upright:
			s.styled++
		case isBullet(c.Char):
			s.bullets++
		case isSign(c.Char):
			s.signs++
		case c.Char >= 'a' && c.Char <= 'z' || c.Char >= 'A' && c.Char <= 'Z':
			s.letters++
		case isText(c.Char):
			s.words++
		}
		if simple && name != "" {
			s.look(code, c)
		}
	})
	return s
}

// look compares the meaning of code with the encodings of TeX's fonts. It ignores ASCII letters, which all of
// them have at the same codes, and the Greek capitals, which text and mathematics have at the same codes.
func (s *signed) look(code uint32, c layout.MathChar) {
	const lastCapital = 10 // Omega
	if isLetterOrDigit(rune(code)) || code <= lastCapital && isLetter(c.Char) {
		return
	}
	for e := mathLetters; e <= amsB; e++ {
		slot, ok := e.at(code)
		if slots := &s.slots[e]; ok {
			slots.all++
			if slot.Char == c.Char || sameLetter(slot.Char, c.Char) {
				slots.agree++
			}
		}
	}
}

// isBullet reports whether r is a sign that stands alone in text.
func isBullet(r rune) bool {
	return r >= 0x2500 && r <= 0x26FF && r != '△' && r != '▽' || strings.ContainsRune(" ·•∙⋅←↑→↓⇒✓©®™°…", r)
}

// isSign reports whether r is a sign of mathematics that does not occur in text. + and = do occur in text.
func isSign(r rune) bool {
	switch {
	case r < 0x80 || strings.ContainsRune("±×÷¬", r):
		return false
	case r >= 0x2190 && r <= 0x22FF, r >= 0x27C0 && r <= 0x27FF, r >= 0x2900 && r <= 0x2BFF, r >= 0x20D0 && r <= 0x20F0:
		return true
	}
	return unicode.Is(unicode.Sm, r) && r >= 0x2000 || strings.ContainsRune("ℓ℘ℵ′″‴‖⟨⟩⌊⌋⌈⌉∂", r)
}

// isText reports whether r occurs only in text: letters of words from Latin-1 on, and quotation marks.
func isText(r rune) bool {
	const signs = 0x2000 // where punctuation and symbols begin
	return r >= 0xC0 && (r < signs || r > 0x2BFF) && unicode.IsLetter(r) && !isLetter(r) && !unicode.Is(unicode.Greek, r) || strings.ContainsRune("“”‘’„‚«»¿¡?", r)
}

const (
	// slotShare is the least share of the codes of a font that agree with an encoding. slotLeast is
	// the least number of codes, without those of ASCII letters: the punctuation of ASCII agrees
	// with none of the encodings. Text fonts have below .1, TeX's fonts above .95, apart from
	// subsets of one or two glyphs.
	slotShare = 0.8
	slotLeast = 3

	// signShare is the least share of codes of a symbol font that are signs of mathematics. In text
	// fonts they are a tenth of the codes.
	signShare = 0.5
	signLeast = 2

	// wordShare is the share of codes that occur only in text above which a font is a text font,
	// although its name is that of a font of mathematical letters. Such fonts have no such codes,
	// apart from an eth or an exclamation mark.
	wordShare = 0.25
)

// kindOf returns the purpose of a font by its name and its codes. A font with words is not mathematical,
// whatever its name is. The codes of a font with an unknown name may show that it is mathematical.
func kindOf(f *font.Font) kind {
	k, named := byName(f.Name)
	k.sans = isTeXSans(f.Name)
	if e := f.TeXEncoding(); e != font.NoTeX && (!named || k.encoding.tex() == e) {
		return measured(e, k.bold)
	}
	if named && !k.asksForCodes() || !named && f.Type3 != nil {
		return k
	}
	s := survey(f)
	if s.codes == 0 {
		return k
	}
	if !named {
		return s.kind(k)
	}
	math := s.signs + s.large + s.styled
	switch {
	case k.use == layout.MathAll && k.known && s.words > math, k.use == layout.MathAll && !k.known && s.letters+s.words > math:
		k.use = layout.NoMath // some text fonts have Math in their names
	case (k.use == layout.MathLetters || k.use == layout.MathAlphabets) && float64(s.words) > wordShare*float64(s.codes):
		return kind{bold: k.bold}
	case k.use == layout.MathSymbols && k.encoding == noEncoding && s.bullets == s.codes:
		k.use = layout.NoMath
	}
	return k
}

// measured returns the kind of a bitmap font of TeX whose encoding its widths show.
func measured(e font.TeXEncoding, bold bool) (k kind) {
	for _, k = range kinds {
		if k.encoding.tex() == e {
			break
		}
	}
	k.bold, k.measured = bold, true
	return k
}

// asksForCodes reports whether the codes may overrule the name of a font of kind k.
func (k *kind) asksForCodes() bool {
	switch k.use {
	case layout.MathAll, layout.MathLetters, layout.MathAlphabets:
		return true
	case layout.MathSymbols:
		return k.encoding == noEncoding
	}
	return false
}

// kind returns the kind of a font whose name says nothing.
func (s *signed) kind(k kind) kind {
	best, share := noEncoding, 0.0
	for e := mathLetters; e <= amsB; e++ {
		if n := s.slots[e]; n.agree >= slotLeast && float64(n.agree) >= slotShare*float64(n.all) && float64(n.agree)/float64(n.all) > share {
			best, share = e, float64(n.agree)/float64(n.all)
		}
	}
	if best != noEncoding && s.words == 0 {
		for _, kind := range kinds {
			if kind.encoding == best {
				kind.bold = k.bold
				return kind
			}
		}
	}
	most := signShare * float64(s.codes)
	switch {
	case s.styled >= signLeast && float64(s.styled+s.signs+s.large) >= most:
		k.use = layout.MathAll
	case s.large >= signLeast && float64(s.large) >= most:
		k.use = layout.MathLarge
	case s.signs >= signLeast && float64(s.signs+s.large) >= most:
		k.use = layout.MathSymbols
	}
	return k
}

// isTeXSans reports whether a font is a sans serif font of TeX's, which has a meaning beside the others.
func isTeXSans(name string) bool {
	name = strings.ToLower(name)
	for _, prefix := range [...]string{"cmss", "lmsans", "sfss", "ecss"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
