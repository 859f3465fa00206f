package font

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// A silent font is one of which neither the document nor the font's program says what
// most of its codes mean. Its meaning may still be found: by whoever sees all the text
// that is shown in it. A Reading is what was found.

// Reading is what the codes of a silent font mean, as the text in it shows.
type Reading struct {
	// Text is the text of a code, "" for one whose meaning was not found. It is called
	// by several goroutines.
	Text func(code uint32) string
	// From says in a few words what the reading rests on.
	From string
	// Confidence is how sure it is, 0 to 1.
	Confidence float64
}

// reader finds the Reading of a font when it is first needed.
type reader struct {
	find  func() *Reading // nil: nobody looks
	once  sync.Once
	found atomic.Pointer[Reading]
}

// Reading is the reading that the text of f rests on so far, nil for none.
func (f *Font) Reading() *Reading { return f.reader.found.Load() }

// read is what the reading of f says of code. Only silent fonts have one, and only
// they pay for it.
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
	// silentShare is how much of the codes of a silent font nothing is said of. Fonts
	// of formulas have a few odd glyphs among letters with names, .3 at most.
	silentShare = 0.5
	// silentCodes is how many codes are looked at to find out.
	silentCodes = 256
	// fewMapped is how many codes a ToUnicode CMap has at least that is meant for all of
	// the font: some writers map the space and nothing else.
	fewMapped = 8
)

// Silent reports whether nothing says what most of the codes of f mean.
func (f *Font) Silent() bool {
	if f.simple != nil && f.simple.table != noSymbols || f.composite != nil && f.composite.table != noSymbols {
		return false // a font of pictures has no text
	}
	said, all := 0, 0
	f.eachCode(silentCodes, func(code uint32) {
		all++
		if f.says(code) {
			said++
		}
	})
	return all > 0 && float64(all-said) > silentShare*float64(all)
}

// says reports whether the document or the program says what code means.
func (f *Font) says(code uint32) bool {
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

// eachCode calls do for up to most codes that f can show, in rising order.
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

// mayShow reports whether the document gives code c a glyph, or only a width where
// nothing names glyphs.
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

// someCodes are codes that a composite font has glyphs for: those of its ToUnicode CMap,
// else those of the glyphs in its program, else those it gives a width.
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

// EachMeaning calls do for up to most codes of f and what they mean, in rising order;
// codes without a meaning are left out.
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

// GlyphName is the name of the glyph that code shows, "" for none: as the encoding has
// it, else as the program does.
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

// Meaning is the text of code, "" where it is not known.
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

// Advance is the advance of code in ems.
func (f *Font) Advance(code uint32) float32 {
	if f.simple != nil {
		return f.simple.width(byte(code))
	}
	c := f.composite
	width, _, _ := c.metrics.metricsOf(c.encoding.cid(code, c.lengthOf(code)), false)
	return width
}

// MacintoshOrder are the characters of the standard Macintosh order of glyphs from the
// space on, as most fonts of system makers begin; "" for those without one.
var MacintoshOrder = sync.OnceValue(func() []string {
	const first = 3 // the glyphs before are no characters
	names := macGlyphs()[first:]
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = nameText(name).string()
	}
	return list
})

// TeXEncodings are the characters of the two text encodings of TeX, OT1 and T1, by code.
var TeXEncodings = sync.OnceValue(func() (tables [2][]string) {
	for c := range 256 {
		tables[0] = append(tables[0], texText(byte(c)).string())
		tables[1] = append(tables[1], corkText(byte(c)).string())
	}
	return tables
})

// StandardAdvance is the advance of a character in Helvetica, or in Times, in ems; 0
// when the face has none.
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

// EachSaid calls do for up to most codes of which the document itself says what they are,
// in rising order: the name that the encoding of the font alone gives the glyph, and its text
// by ToUnicode or by that name. The embedded program is not read for it, but the encoding that stands before
// a Type 1 program is.
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
	case s.base != nil: // one of text: widths are given for codes that it shows no glyph of
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

// ProgramName is the name of the glyph that code shows as the embedded program has it, or
// where there is none that can be read, as the encoding does. Names that the encoding only
// lends to the codes of a TrueType program are none.
func (f *Font) ProgramName(code uint32) string {
	if p, gid := f.glyph(code); p != nil {
		return p.glyphName(gid)
	}
	if s := f.simple; s != nil && code <= 0xFF && (s.subtype != "TrueType" || len(s.diffs) > 0) {
		return s.name(byte(code))
	}
	return ""
}

// IsSymbolic reports whether f is one of the fonts of symbols that every system has, whose
// codes and names may say letters: Symbol, Wingdings and their kin.
func (f *Font) IsSymbolic() bool {
	return f.simple != nil && f.simple.table != noSymbols || f.composite != nil && f.composite.table != noSymbols
}

// IsComposite reports whether the codes of f are those of a Type 0 font: numbers of glyphs
// in most, that say nothing.
func (f *Font) IsComposite() bool { return f.composite != nil }

// PrivateText is the text of code by ToUnicode where that is of the private use area, as
// systems put the codes of fonts of symbols there; "" for all else.
func (f *Font) PrivateText(code uint32) string {
	if m, _ := f.toUnicode().text(code); m.known() && m.private() {
		return m.string()
	}
	return ""
}
