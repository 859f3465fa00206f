package mathfont

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

// char returns what code is in mathematics. It goes by name, then by encoding, then by text, and last by shape.
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
		return layout.MathChar{Char: rune(code)}, true // the text is a character of private use
	}
	if s.kind.use == layout.MathAll || s.kind.use == layout.MathLarge {
		return ofShape(s.font.Outline(code))
	}
	return layout.MathChar{}, false
}

// Sign returns what a text of one character is in mathematics. It returns zero for other texts.
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

// ofText returns what a text is that stands for one character. A negation may have two.
func ofText(text string) (layout.MathChar, bool) {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return layout.MathChar{}, false
	}
	if n < len(text) {
		if r >= firstStyled && strings.Repeat(text[:n], len(text)/n) == text {
			return ofRune(r), true // some writers repeat it twice or four times
		}
		text = norm.NFC.String(strings.Trim(text, "\uFE00\uFE0E\uFE0F"))
		if r, n = utf8.DecodeRuneInString(text); n < len(text) {
			return layout.MathChar{}, false
		}
	}
	return ofRune(r), !isPrivate(r)
}

// lentByCode returns what a code of cmex is if its text is the letter with that code: P for a sum,
// X for a large one. No character of that encoding is a letter.
func (s *shapes) lentByCode(text layout.MathChar) (layout.MathChar, bool) {
	if s.kind.encoding != mathExtension || text.Alphabet != layout.Upright || !isASCII(text.Char) || !isLetterOrDigit(text.Char) {
		return layout.MathChar{}, false
	}
	return mathExtension.at(uint32(text.Char))
}

// isSignName reports whether a name is that of a sign, and not itself a letter.
func isSignName(name string) bool {
	c, _, ok := ofName(name)
	return ok && !isLetterOrDigit(c.Char)
}

// numberIn returns the TeX code that is in a name. Some programs give glyphs names of a letter and
// a number. For other names the result is larger than any code.
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

// slot returns what code is in the encoding of the font's kind.
func (s *shapes) slot(code uint32) (layout.MathChar, bool) {
	if s.font.IsComposite() {
		return layout.MathChar{}, false
	}
	return s.kind.encoding.at(code)
}

// symbolBase is where Windows puts the codes of symbol fonts in the private use area of Unicode.
const symbolBase = 0xF000

// symbolCode returns the code of a glyph in the encoding of its symbol font, or 0 when it is
// unknown. In a simple font it is code itself, otherwise the code in the text of the glyph.
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

// systemSymbol returns what a glyph is by its number in the Symbol font of Windows, whose glyphs are in the
// order of its codes. Writers leave the pieces of brackets out of ToUnicode, because Unicode did not have
// them. systemSymbol is used if the numbers of most glyphs that have a text agree with this order.
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

// ofSymbolGlyph returns what glyph gid of the Symbol font of Windows is. Three glyphs precede the
// space, and the codes from 0x7F to 0xA0 have no glyphs.
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

// askedCodes is how many codes of a font are compared with an encoding: all of one byte.
const askedCodes = 256

// codesAre reports whether the texts of most codes of the font are those of e. A font that a
// program numbered anew has the name of an encoding, but not its codes.
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

// sameLetters are letters that have one name in different fonts: what one font calls phi is phi1 in another.
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
	// straightPhi is the least height of a straight phi in ems. It is as high as a letter with an
	// ascender (.62 to .73 in ten families). A curly phi is as high as an x (.43 to .48). Fonts
	// differ in which of them they call phi.
	straightPhi = 0.55

	// arrowEnd is the greatest width of the bar or hook with which TeX composes an arrow: .11 to
	// .28 ems. Whole arrows have .8 and more.
	arrowEnd = 0.5

	// strokeHeight is the greatest height of the bar of an h with stroke, if the bar is a glyph of
	// its own: .06 ems. The whole letter has .7.
	strokeHeight = 0.15
)

// correctByInk returns c corrected by its ink, if fonts have one name for two things. The names of a font that is not
// embedded are those of a standard font, and certain.
func (s *shapes) correctByInk(c layout.MathChar, code uint32) layout.MathChar {
	switch c.Char {
	default:
		return c
	case 'φ', 'ϕ', '↦', '↪', '↩', 'ℏ', 'ħ':
	}
	ink, ok := s.Ink(code)
	if !ok || c.Piece != layout.Whole || s.font.Type3 == nil && !s.font.Embedded {
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

// strokeOverlay is the bar that turns an h into Planck's constant.
const strokeOverlay = '\u0335'

// styled gives c the alphabet of its font, if it has none.
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

// boldOf returns the bold alphabet for a.
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
