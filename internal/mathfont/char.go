package mathfont

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// char returns what code is by name, by encoding and by text, and at last by its shape.
func (s *shapes) char(code uint32) (layout.MathChar, bool) {
	if s.kind.measured {
		return s.kind.encoding.at(code)
	}
	text := s.font.Meaning(code)
	byText, textOK := ofText(text)
	if s.kind.encoding == mtExtra {
		if c, ok := mtExtra.at(s.symbolCode(code, text)); ok {
			return c, true
		}
	}
	if c, ok := s.systemSymbol(code); ok {
		return c, true
	}
	name := s.font.ProgramName(code)
	slot, slotOK := s.slot(code)
	if c, ok := s.kind.encoding.at(numberIn(name)); ok {
		return c, true
	}
	if e := s.kind.encoding; e == amsA || e == amsB {
		if r := amsSign(name); r != 0 {
			return layout.MathChar{Char: r}, true
		}
	}
	if textOK && s.font.Misnames(code, name) {
		return byText, true
	}
	if c, ok := s.lentByCode(byText); ok && !isSignName(name) {
		return c, true
	}
	if c, _, ok := ofName(name); ok && (!s.font.IsSymbolic() || s.font.Embedded && !isASCII(c.Char)) {
		switch {
		case slotOK && sameLetter(c.Char, slot.Char):
			c.Char = slot.Char
		case textOK && c.Alphabet == layout.Upright && c.Char == byText.Char:
			c.Alphabet = byText.Alphabet
		}
		return c, true
	}
	switch {
	case slotOK && s.codesAre(s.kind.encoding):
		return slot, true
	case textOK:
		return byText, true
	case slotOK:
		return slot, true
	}
	if s.kind.use == layout.MathAlphabets && !s.font.IsComposite() && isLetter(rune(code)) {
		return layout.MathChar{Char: rune(code)}, true // of a letter in private use
	}
	if s.kind.use == layout.MathAll || s.kind.use == layout.MathLarge {
		return ofShape(s.font.Outline(code))
	}
	return layout.MathChar{}, false
}

// Sign returns what a text of one character is in mathematics; zero for others.
func Sign(text string) layout.MathChar {
	if utf8.RuneCountInString(text) != 1 {
		return layout.MathChar{}
	}
	c, ok := ofText(text)
	if !ok {
		return layout.MathChar{}
	}
	return c
}

// ofText returns what a text is that stands for one character; a negation may be two.
func ofText(text string) (layout.MathChar, bool) {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return layout.MathChar{}, false
	}
	if n < len(text) {
		if r >= firstStyled && strings.Repeat(text[:n], len(text)/n) == text {
			return ofRune(r), true // some writers say it twice or four times
		}
		text = norm.NFC.String(strings.Trim(text, "\uFE00\uFE0E\uFE0F"))
		if r, n = utf8.DecodeRuneInString(text); n < len(text) {
			return layout.MathChar{}, false
		}
	}
	return ofRune(r), !isPrivate(r)
}

// lentByCode returns what a code of cmex is whose text is the letter that shares the code: P for a
// sum, X for a large one. Nothing in that encoding is a letter.
func (s *shapes) lentByCode(text layout.MathChar) (layout.MathChar, bool) {
	if s.kind.encoding != mathExtension || text.Alphabet != layout.Upright || !isASCII(text.Char) || !isLetterOrDigit(text.Char) {
		return layout.MathChar{}, false
	}
	return mathExtension.at(uint32(text.Char))
}

// isSignName reports whether a name is that of a sign, and not a letter itself.
func isSignName(name string) bool {
	c, _, ok := ofName(name)
	return ok && !isLetterOrDigit(c.Char)
}

// numberIn returns the code in the encoding of TeX that a name is, where a program gave glyphs such
// names: a letter and the number. It is beyond all codes where the name is none.
func numberIn(name string) uint32 {
	const none = 256
	if len(name) < 2 || !isLetter(rune(name[0])) || name[1] < '0' || name[1] > '9' {
		return none
	}
	n, err := strconv.ParseUint(name[1:], 10, 8)
	if err != nil {
		return none
	}
	return uint32(n)
}

func isASCII(r rune) bool { return r < utf8.RuneSelf }

// slot returns what code is by the encoding that the font has by its kind.
func (s *shapes) slot(code uint32) (layout.MathChar, bool) {
	if s.font.IsComposite() {
		return layout.MathChar{}, false
	}
	return s.kind.encoding.at(code)
}

// symbolBase is where Windows puts the codes of symbol fonts in the private use area.
const symbolBase = 0xF000

// symbolCode returns the code of a glyph in the encoding of its font of symbols, or 0 where it is not
// known: that of a simple font, or the one in the text of the number of a glyph.
func (s *shapes) symbolCode(code uint32, text string) uint32 {
	if private := s.font.PrivateText(code); private != "" {
		text = private
	}
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case n == 0 || n < len(text):
	case r >= symbolBase && r <= symbolBase+0xFF:
		return uint32(r - symbolBase)
	case r < utf8.RuneSelf:
		return uint32(r)
	}
	if s.font.IsComposite() {
		return 0
	}
	return code
}

// systemSymbol returns what a glyph is by its number in the Symbol of Windows, whose glyphs stand
// in the order of its codes: writers leave pieces of brackets out of ToUnicode, which Unicode
// did not have. It is believed where most numbers of glyphs that have a text agree.
func (s *shapes) systemSymbol(gid uint32) (layout.MathChar, bool) {
	if !s.font.IsSymbolic() || !s.font.IsComposite() || s.kind.use != layout.MathSymbols {
		return layout.MathChar{}, false
	}
	s.layoutOnce.Do(func() {
		agree := 0
		s.font.EachSaid(askedCodes, func(code uint32, _, text string) {
			said, ok := ofText(text)
			if !ok {
				return
			}
			if c, ok := ofSymbolGlyph(code); ok && c.Char == said.Char {
				agree++
			} else {
				agree--
			}
		})
		s.ordered = agree > 0
	})
	if !s.ordered {
		return layout.MathChar{}, false
	}
	return ofSymbolGlyph(gid)
}

// ofSymbolGlyph returns what the glyph gid of the Symbol of Windows is: three glyphs stand before
// the space, and the codes from 0x7F to 0xA0 have none.
func ofSymbolGlyph(gid uint32) (layout.MathChar, bool) {
	const first, upper = 3, 98
	code := gid - first + ' '
	if gid >= upper {
		code = gid - upper + 0xA1
	}
	if gid < first || code > 0xFF {
		return layout.MathChar{}, false
	}
	c, _, ok := ofName(font.SymbolName(byte(code)))
	return c, ok
}

// askedCodes is how many codes of a font are asked for its encoding: all of one byte.
const askedCodes = 256

// codesAre reports whether the texts of the font's codes are more often those of e than not.
// Fonts that a program numbered anew have the name of an encoding, but not its codes.
func (s *shapes) codesAre(e encoding) bool {
	s.layoutOnce.Do(func() {
		agree := 0
		s.font.EachSaid(askedCodes, func(code uint32, _, text string) {
			c, ok := ofText(text)
			slot, slotOK := e.at(code)
			switch {
			case !ok || !slotOK:
			case c.Char == slot.Char || sameLetter(c.Char, slot.Char):
				agree++
			default:
				agree--
			}
		})
		if agree >= 0 {
			s.layout = e
		}
	})
	return s.layout == e
}

// sameLetters are letters that fonts call the same: what one calls phi is the other's phi1.
var sameLetters = [...]string{"φϕ", "εϵ", "κϰ", "θϑ", "πϖ", "ρϱ", "σς"}

func sameLetter(a, b rune) bool {
	for _, pair := range sameLetters {
		if strings.ContainsRune(pair, a) {
			return strings.ContainsRune(pair, b)
		}
	}
	return false
}

const (
	// straightPhi is how high the ink of a straight phi reaches, in ems: as high as a
	// letter with an ascender (.62 to .73 in ten families), while a curly one is as
	// high as an x (.43 to .48). Which of them fonts call phi differs.
	straightPhi = 0.55

	// arrowEnd is how wide the bar or hook is, at most, from which TeX puts an arrow
	// together: .11 to .28 ems; whole arrows are .8 and wider.
	arrowEnd = 0.5

	// strokeHeight is how high the bar of an h with stroke is, at most, where it is a
	// glyph of its own: .06 ems; the whole letter is .7.
	strokeHeight = 0.15
)

// seen is c as its ink shows it, where fonts have one name for two things.
func (s *shapes) seen(c layout.MathChar, code uint32) layout.MathChar {
	switch c.Char {
	default:
		return c
	case 'φ', 'ϕ', '↦', '↪', '↩', 'ℏ', 'ħ':
	}
	ink, ok := s.Ink(code)
	if !ok || c.Piece != layout.Whole {
		return c
	}
	switch c.Char {
	case 'φ', 'ϕ':
		c.Char = 'φ'
		if ink.Y1 > straightPhi {
			c.Char = 'ϕ'
		}
	case '↦', '↪':
		if ink.X1-ink.X0 < arrowEnd {
			c.Piece = layout.LeftEnd
		}
	case '↩':
		if ink.X1-ink.X0 < arrowEnd {
			c.Piece = layout.RightEnd
		}
	case 'ℏ', 'ħ':
		c.Char = 'ℏ'
		if ink.Y1-ink.Y0 < strokeHeight {
			c.Char = strokeOverlay
		}
	}
	return c
}

// strokeOverlay is the bar that makes an h of Planck's constant.
const strokeOverlay = '\u0335'

// styled gives c the alphabet that its font stands for, where it does not have one.
func (s *shapes) styled(c layout.MathChar) layout.MathChar {
	if c.Alphabet != layout.Upright || !isLetterOrDigit(c.Char) {
		return c
	}
	k, f := &s.kind, s.font
	letter := isLetter(c.Char)
	bold := k.bold || f.Bold
	capital := c.Char >= 'A' && c.Char <= 'Z'
	switch {
	case k.alphabet == layout.DoubleStruck && c.Char < 0x80, capital && k.alphabet != layout.Upright:
		c.Alphabet = k.alphabet
	case k.alphabet != layout.Upright && !k.capitals && letter && c.Char < 0x80:
		c.Alphabet = k.alphabet
	case k.alphabet != layout.Upright:
	case letter && (k.use == layout.MathLetters || f.Italic):
		c.Alphabet = layout.MathItalic
	case f.Mono && k.use == layout.NoMath:
		c.Alphabet = layout.Monospace
	case letter && k.sans:
		c.Alphabet = layout.SansSerif
	}
	if bold {
		c.Alphabet = boldOf(c.Alphabet)
	}
	return c
}

// boldOf returns the bold alphabet beside a.
func boldOf(a layout.Alphabet) layout.Alphabet {
	switch a {
	case layout.Upright:
		return layout.MathBold
	case layout.MathItalic:
		return layout.MathBoldItalic
	case layout.Script:
		return layout.BoldScript
	case layout.Fraktur:
		return layout.BoldFraktur
	case layout.SansSerif:
		return layout.SansSerifBold
	case layout.SansSerifItalic:
		return layout.SansSerifBoldItalic
	}
	return a
}
