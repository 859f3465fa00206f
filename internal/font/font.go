package font

import (
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/pdf"
)

// Font is a font of the document. Its fields do not change after Load. Several goroutines may use it.
type Font struct {
	Name     string // PostScript name without the subset prefix
	Family   string
	Ascent   float32 // ems
	Descent  float32 // ems, negative
	Space    float32 // advance of U+0020 in ems, 0 when it has no space
	XHeight  float32 // ems, 0 when unknown
	Bold     bool
	Italic   bool
	Mono     bool
	Serif    bool
	Symbolic bool
	Embedded bool
	Vertical bool // WMode 1

	// Dict is the font dictionary. A stand-in has one too.
	Dict pdf.Dict

	// Type3 is set for Type 3 fonts (clause 9.6.4).
	Type3 *Type3

	Damage []string // what was wrong with the font, for warnings; at most a few entries

	loader    *Loader
	simple    *simpleFont // one of these two is set
	composite *compositeFont
	texts     texts
	reader    reader
}

// Type3 holds what only Type 3 fonts have.
type Type3 struct {
	Matrix    [6]float64
	Resources pdf.Dict
	HasRes    bool
	Procs     [256]*pdf.Stream
	Over      bool    // the matrix turns upright glyphs over, and the text turns them back
	Em        float64 // units of text space in an em; 0: not measured
}

// Char is one character code of a string.
type Char struct {
	Code  uint32
	Width float32 // ems along the writing direction; negative downwards in vertical writing
	// Rune is the Unicode character. If the code means no character or several, Rune is negative and Font.String
	// returns the text: Rune is then the complement ^i of an index i.
	Rune rune
	// VX, VY is the position vector in ems (clause 9.7.4.3), vertical writing only.
	VX, VY float32
	// Space is set for a single-byte code 32, to which word spacing applies (clause 9.3.3).
	Space bool
}

// Next reads the first character code of s, which must not be empty. It returns the character and the length of
// the code in bytes, at least 1.
func (f *Font) Next(s []byte) (Char, int) {
	if f.simple != nil {
		return f.simple.char(f, s[0]), 1
	}
	return f.composite.next(f, s)
}

// VerticalOrigin returns the position vector of a code (clause 9.7.4.3): the place of its vertical origin relative
// to its horizontal one, in ems. It returns (0, 0) for horizontal text.
func (f *Font) VerticalOrigin(code uint32) (x, y float32) {
	if f.composite == nil || !f.Vertical {
		return 0, 0
	}
	c := f.composite
	_, x, y = c.metrics.metricsOf(c.encoding.cid(code, c.lengthOf(code)), true)
	return x, y
}

// Codes is what a font remembers of its codes, if all of them have the same length. Callers that show much text
// read it instead of calling Next for each character.
type Codes struct {
	Bytes int // length of each code, 1 or 2; 0: the font has no such memory
	pages []atomic.Pointer[page]
}

// Codes returns what f remembers of its codes.
func (f *Font) Codes() Codes {
	switch {
	case f.simple != nil:
		return Codes{1, f.simple.pages[:]}
	case f.composite.codeBytes == 2:
		return Codes{2, f.composite.pages[:]}
	}
	return Codes{}
}

// At returns Width and Rune of the Char with that code. ok is false when the code was never shown. Then Next finds
// its meaning and remembers it.
func (c *Codes) At(code uint32) (width float32, r rune, ok bool) {
	p := c.pages[code>>8].Load()
	if p == nil {
		return 0, 0, false
	}
	return p.cells[code&0xFF].load()
}

// String returns the text of a Char whose Rune is negative: several characters, or "". known tells a code that
// means nothing from one whose meaning was not found.
func (f *Font) String(r rune) (text string, known bool) {
	if r >= 0 {
		return string(r), true
	}
	return f.texts.get(r)
}

// maxDamage is the most faults of one font that are reported.
const maxDamage = 4

func (f *Font) damage(what string) {
	if len(f.Damage) < maxDamage {
		f.Damage = append(f.Damage, what)
	}
}
