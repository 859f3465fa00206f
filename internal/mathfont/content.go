package mathfont

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// signed is what the codes of a font say of its use.
type signed struct {
	codes   int // of which anything is said
	bullets int // pictures before items of lists, and plain arrows: fonts of symbols serve for them most
	signs   int // relations, operators, arrows, brackets of mathematics
	large   int // sizes and pieces of large signs
	letters int // plain ones of Latin, upright
	styled  int // those of an alphabet of mathematics
	words   int // what only text has: ligatures, accented letters, quotation marks
	slots   [mtExtra + 1]struct{ agree, all int }
}

// survey looks at what the document says of the codes of f.
func survey(f *font.Font) (s signed) {
	simple := !f.IsComposite()
	f.EachSaid(askedCodes, func(code uint32, name, text string) {
		c, sized, ok := ofName(name)
		if f.IsSymbolic() || !ok {
			if c, ok = ofText(text); !ok {
				if r, n := utf8.DecodeRuneInString(text); n > 0 {
					s.codes++
					if !isPrivate(r) {
						s.words++ // a ligature
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

// look compares what code is with the encodings of TeX's fonts. Codes of ASCII letters are
// the same in all, as are the Greek capitals in text and mathematics, and say nothing.
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

// isBullet reports whether r is a sign that stands in text for itself.
func isBullet(r rune) bool {
	return r >= 0x2500 && r <= 0x26FF && r != '△' && r != '▽' || strings.ContainsRune(" ·•∙⋅←↑→↓⇒✓©®™°…", r)
}

// isSign reports whether r is a sign of mathematics that text does not have: + and = are
// text too.
func isSign(r rune) bool {
	switch {
	case r < 0x80 || strings.ContainsRune("±×÷¬", r):
		return false
	case r >= 0x2190 && r <= 0x22FF, r >= 0x27C0 && r <= 0x27FF, r >= 0x2900 && r <= 0x2BFF, r >= 0x20D0 && r <= 0x20F0:
		return true
	}
	return unicode.Is(unicode.Sm, r) && r >= 0x2000 || strings.ContainsRune("ℓ℘ℵ′″‴‖⟨⟩⌊⌋⌈⌉∂", r)
}

// isText reports whether only text has r: letters of words from Latin-1 on, quotation marks.
func isText(r rune) bool {
	const signs = 0x2000 // where punctuation and symbols begin
	return r >= 0xC0 && (r < signs || r > 0x2BFF) && unicode.IsLetter(r) && !isLetter(r) && !unicode.Is(unicode.Greek, r) || strings.ContainsRune("“”‘’„‚«»¿¡?", r)
}

const (
	// slotShare is how many of the codes of a font must be those of an encoding, and
	// slotLeast how many there must be, codes of ASCII letters left out: punctuation of
	// ASCII agrees with none of them (measured: below .1 for text fonts, above .95 for
	// those of TeX, subsets of one or two glyphs left out).
	slotShare = 0.8
	slotLeast = 3

	// signShare is how many of the codes of a font of symbols are signs of mathematics.
	// Fonts of text have them too, a tenth of their codes.
	signShare = 0.5
	signLeast = 2

	// wordShare is the share of codes that only text has, from which on a font named as
	// one of letters of mathematics is one of text. Those of mathematics have none, but
	// for an eth or an exclamation mark.
	wordShare = 0.25
)

// kindOf returns what a font is made for, by its name and by its codes. The name alone makes no
// font of mathematics of one that has words, and a font without a known name is one by its
// codes.
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
		k.use = layout.NoMath // fonts of text have Math in their names too
	case (k.use == layout.MathLetters || k.use == layout.MathAlphabets) && float64(s.words) > wordShare*float64(s.codes):
		return kind{bold: k.bold}
	case k.use == layout.MathSymbols && k.encoding == noEncoding && s.bullets == s.codes:
		k.use = layout.NoMath
	}
	return k
}

// measured returns the kind of a bitmap font of TeX whose widths say its encoding.
func measured(e font.TeXEncoding, bold bool) (k kind) {
	for _, k = range kinds {
		if k.encoding.tex() == e {
			break
		}
	}
	k.bold, k.measured = bold, true
	return k
}

// asksForCodes reports whether codes may overrule the name of a font of kind k.
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

// isTeXSans reports whether a font is one of TeX's without serifs, which mean something
// among its others.
func isTeXSans(name string) bool {
	name = strings.ToLower(name)
	for _, prefix := range [...]string{"cmss", "lmsans", "sfss", "ecss"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
