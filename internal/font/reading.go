package font

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// In a silent font most codes have no known meaning: neither the document nor the font program
// gives it. A caller who sees all the text in the font may still find out. A Reading is what it found.

// Reading gives the meaning of the codes of a silent font, as found from the text in it.
type Reading struct {
	// Text returns the text of a code, or "" if its meaning was not found. Several goroutines call
	// it.
	Text func(code uint32) string
	// From says in a few words on what the reading is based.
	From string
	// Confidence is how sure the reading is, from 0 to 1.
	Confidence float64
}

// reader finds the Reading of a font on first use.
type reader struct {
	find  func() *Reading // nil: nobody looks for a reading
	once  sync.Once
	found atomic.Pointer[Reading]
}

// Reading returns the reading that the text of f is based on so far, or nil when there is none.
func (f *Font) Reading() *Reading { return f.reader.found.Load() }

// read returns the text of code in the reading of f. It costs nothing for fonts that are not
// silent.
func (f *Font) read(code uint32) text {
	r := &f.reader
	if r.find == nil {
		return text{}
	}
	r.once.Do(func() {
		if f.Silent() {
			r.found.Store(r.find())
		}
	})
	found := r.found.Load()
	if found == nil {
		return text{}
	}
	s := found.Text(code)
	if s == "" {
		return text{}
	}
	return textOf([]byte(strings.ToValidUTF8(s, ""))).clean()
}

const (
	// silentShare is the least share of codes without a meaning in a silent font. Fonts of formulas
	// have a few unnamed glyphs among named letters, .3 at most.
	silentShare = 0.5
	// silentCodes is the number of codes that Silent looks at.
	silentCodes = 256
	// fewMapped is the least number of codes of a ToUnicode CMap that is meant for the whole font.
	// Some writers map nothing but the space.
	fewMapped = 8
)

// Silent reports whether nothing says what most of the codes of f mean.
func (f *Font) Silent() bool {
	if f.simple != nil && f.simple.table != noSymbols || f.composite != nil && f.composite.table != noSymbols {
		return false // it is a font of pictures and has no text
	}
	said, all := 0, 0
	f.eachCode(silentCodes, func(code uint32) {
		all++
		if f.givesMeaning(code) {
			said++
		}
	})
	return all > 0 && float64(all-said) > silentShare*float64(all)
}

// givesMeaning reports whether the document or the program gives the meaning of code.
func (f *Font) givesMeaning(code uint32) bool {
	if m, _ := f.toUnicode().text(code); m.known() && !m.private() {
		return true
	}
	if s := f.simple; s != nil {
		return s.stated(byte(code), s.name(byte(code))).known()
	}
	c := f.composite
	if m, _ := c.unicode.text(code); m.known() {
		if _, ok := c.table.symbolOf(m); ok {
			return true
		}
	}
	return c.stated(code, c.lengthOf(code), c.encoding.cid(code, c.lengthOf(code))).known()
}

// eachCode calls do for the first codes that f can show, at most most of them, in rising order.
func (f *Font) eachCode(most int, do func(code uint32)) {
	if s := f.simple; s != nil {
		for c := range 256 {
			if s.mayShow(f, byte(c)) && most > 0 {
				most--
				do(uint32(c))
			}
		}
		return
	}
	for _, code := range f.composite.someCodes(f, most) {
		do(code)
	}
}

// mayShow reports whether the document gives code c a glyph, or, if nothing names glyphs, a width.
func (s *simpleFont) mayShow(f *Font, c byte) bool {
	if f.Type3 != nil {
		return f.Type3.Procs[c] != nil
	}
	i := int(c) - s.firstChar
	if len(s.widths) > 0 {
		return i >= 0 && i < len(s.widths) && s.widths[i] != 0
	}
	return slices.ContainsFunc(s.diffs, func(d difference) bool { return d.code == c })
}

// someCodes returns codes for which a composite font has glyphs: those of its ToUnicode CMap,
// otherwise those of the glyphs in its program, otherwise those with a width.
func (c *compositeFont) someCodes(f *Font, most int) []uint32 {
	var codes []uint32
	if c.unicode != nil {
		for i := range c.unicode.ranges {
			r := &c.unicode.ranges[i]
			for code := r.lo; code <= r.hi && len(codes) < most; code++ {
				codes = append(codes, code)
			}
		}
	}
	if len(codes) >= fewMapped || !c.encoding.identity {
		return codes
	}
	codes = nil
	f.CIDs(func(cid int) bool {
		codes = append(codes, uint32(cid))
		return len(codes) < most
	})
	if len(codes) == 0 {
		codes = c.metrics.someCIDs(most)
	}
	return codes
}

// EachMeaning calls do with up to most codes of f that have a meaning, and their meanings, in
// rising order.
func (f *Font) EachMeaning(most int, do func(code uint32, text string)) {
	f.eachCode(most, func(code uint32) {
		var m text
		if s := f.simple; s != nil {
			if m, _ = s.unicode.text(code); !m.known() || m.private() {
				m = s.stated(byte(code), s.name(byte(code)))
			}
		} else {
			m, _ = f.composite.unicode.text(code)
		}
		if m.known() && !m.private() {
			do(code, m.string())
		}
	})
}

// GlyphName returns the name of the glyph that code shows, from the encoding or else from the
// program. It returns "" when there is none.
func (f *Font) GlyphName(code uint32) string {
	if f.simple != nil && code <= 0xFF {
		if name := f.simple.name(byte(code)); name != "" {
			return name
		}
	}
	if p, gid := f.glyph(code); p != nil {
		return p.glyphName(gid)
	}
	return ""
}

// Meaning returns the text of code, or "" where it is not known.
func (f *Font) Meaning(code uint32) string {
	var r rune
	if f.simple != nil {
		r = f.simple.char(f, byte(code)).Rune
	} else if c := f.composite; c.codeBytes == twoBytes && code <= 0xFFFF {
		r = c.char(f, &c.pages[code>>8], code, twoBytes).Rune
	} else {
		r = c.resolve(f, code, c.lengthOf(code)).Rune
	}
	s, _ := f.String(r)
	return s
}

// Advance returns the advance of code in ems.
func (f *Font) Advance(code uint32) float32 {
	if f.simple != nil {
		return f.simple.width(byte(code))
	}
	c := f.composite
	width, _, _ := c.metrics.metricsOf(c.encoding.cid(code, c.lengthOf(code)), false)
	return width
}

// MacintoshOrder has the characters of the standard Macintosh glyphs in order, from the space on.
// Most fonts of system makers begin with these glyphs. A glyph without a character has "".
var MacintoshOrder = sync.OnceValue(func() []string {
	const first = 3 // the glyphs before are no characters
	names := macGlyphs()[first:]
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = nameText(name).string()
	}
	return list
})

// TeXEncodings has the characters of TeX's two text encodings, OT1 and T1, by code.
var TeXEncodings = sync.OnceValue(func() (tables [2][]string) {
	for c := range 256 {
		tables[0] = append(tables[0], texText(byte(c)).string())
		tables[1] = append(tables[1], corkText(byte(c)).string())
	}
	return tables
})

// StandardAdvance returns the advance of a character in Helvetica, or in Times if serif is set, in
// ems. It returns 0 when the face has no such character.
func StandardAdvance(serif bool, r rune) float32 {
	face := &stdFaces[faceHelvetica]
	if serif {
		face = &stdFaces[faceTimesRoman]
	}
	if i, ok := slices.BinarySearch(face.runes, uint16(r)); ok && r <= 0xFFFF {
		return float32(face.widths[i]) / unitsPerEm
	}
	return 0
}

// EachSaid calls do with up to most codes that the document itself explains, in rising order. name
// is the name that the encoding gives the glyph, text is the meaning by ToUnicode or by that name.
// EachSaid does not read the embedded program, except for the encoding at the start of a Type 1
// program.
func (f *Font) EachSaid(most int, do func(code uint32, name, text string)) {
	if c := f.composite; c != nil {
		if c.unicode == nil {
			return
		}
		for i := range c.unicode.ranges {
			r := &c.unicode.ranges[i]
			for code := r.lo; code <= r.hi && most > 0; code++ {
				most--
				m, _ := c.unicode.text(code)
				do(code, "", m.string())
			}
		}
		return
	}
	s := f.simple
	var names [256]string
	switch {
	case s.base == &symbolEncoding:
		names = *s.base
	case s.base != nil: // it is a text encoding: the document also gives widths for codes whose glyphs it does not show
	case s.program != nil && s.program.hint == "FontFile":
		if e := s.program.encoding(); e != nil {
			names = *e
		}
	}
	for _, d := range s.diffs {
		names[d.code] = d.name
	}
	for code := range uint32(len(names)) {
		if most == 0 || !s.mayShow(f, byte(code)) {
			continue
		}
		m, _ := s.unicode.text(code)
		if !m.known() {
			m = s.table.text(byte(code), names[code])
		}
		if m.known() || names[code] != "" {
			most--
			do(code, names[code], m.string())
		}
	}
}

// ProgramName returns the name that the embedded program has for the glyph of code. Without a
// program that can be read it returns the name in the encoding. The names that an encoding assigns
// to the codes of a TrueType program do not count.
func (f *Font) ProgramName(code uint32) string {
	if p, gid := f.glyph(code); p != nil {
		return p.glyphName(gid)
	}
	if s := f.simple; s != nil && code <= 0xFF && (s.subtype != "TrueType" || len(s.diffs) > 0) {
		return s.name(byte(code))
	}
	return ""
}

// IsSymbolic reports whether f is a symbol font that every system has, such as Symbol or Wingdings.
// The codes and names of such fonts may be those of letters.
func (f *Font) IsSymbolic() bool {
	return f.simple != nil && f.simple.table != noSymbols || f.composite != nil && f.composite.table != noSymbols
}

// IsComposite reports whether f is a Type 0 font. The codes of most such fonts are glyph numbers,
// which say nothing.
func (f *Font) IsComposite() bool { return f.composite != nil }

// PrivateText returns the text that ToUnicode gives code if it lies in the private use area, where
// systems put the codes of symbol fonts. Otherwise it returns "".
func (f *Font) PrivateText(code uint32) string {
	if m, _ := f.toUnicode().text(code); m.known() && m.private() {
		return m.string()
	}
	return ""
}
