package font

import "strings"

// Declares reports whether the document itself says what code means, in one of the ways of ISO 14289-1 clause
// 7.21.7: by ToUnicode, by the glyph name that an encoding gives, or by a character collection. The program of
// a TrueType font and the habits of writers do not declare anything.
func (f *Font) Declares(code uint32) bool {
	if t, said := f.toUnicode().text(code); said || t.known() {
		return true
	}
	switch {
	case f.simple != nil:
		name := f.simple.name(byte(code))
		return name != "" && nameText(name).known()
	case f.composite != nil:
		return f.composite.declares(code)
	}
	return true
}

// twoBytes is the assumed length of codes in a font whose codes differ in length.
const twoBytes = 2

func (c *compositeFont) declares(code uint32) bool {
	n := c.codeBytes
	if n == 0 {
		n = twoBytes
	}
	return c.encoding.scalar(code, n) != 0 || unicodeOf(c.collection).text(c.encoding.cid(code, n)).known()
}

// MapsToNoCharacter reports whether ToUnicode gives code one of the values that ISO
// 14289-1 clause 7.21.7 forbids: U+0000, U+FEFF and U+FFFE.
func (f *Font) MapsToNoCharacter(code uint32) bool {
	u := f.toUnicode()
	if u == nil {
		return false
	}
	r := u.ranges.find(code)
	if r == nil || r.text == constant {
		return false
	}
	prefix := ""
	if r.text > 0 {
		prefix = u.prefixes[r.text-1]
	}
	return isNoCharacter(rune(r.at(code))) || strings.ContainsFunc(prefix, isNoCharacter)
}

func isNoCharacter(r rune) bool { return r == 0 || r == 0xFEFF || r == 0xFFFE }

// toUnicode returns the ToUnicode CMap of f, or nil when there is none or it was dropped.
func (f *Font) toUnicode() *toUnicode {
	switch {
	case f.simple != nil:
		return f.simple.unicode
	case f.composite != nil:
		return f.composite.unicode
	}
	return nil
}

// IsStandardName reports whether the Adobe Glyph List, or one of its rules for names such as uni0041, gives
// the glyph name a meaning. It also reports true for .notdef.
func IsStandardName(name string) bool { return name == notdef || nameText(name).known() }
