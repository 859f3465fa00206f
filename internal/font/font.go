package font

import (
	"sync/atomic"

	"github.com/pagelift/pagelift/internal/pdf"
)

// Font is a font of the document. Its fields are not changed after Load and it
// may be used by several goroutines.
type Font struct {
	Name     string // PostScript name without the subset prefix
	Family   string
	Ascent   float32 // ems
	Descent  float32 // ems, negative
	Space    float32 // advance of U+0020 in ems, 0 when it has none
	XHeight  float32 // ems, 0 when unknown
	Bold     bool
	Italic   bool
	Mono     bool
	Serif    bool
	Symbolic bool
	Embedded bool
	Vertical bool // WMode 1

	// Dict is the font dictionary, of a stand-in too.
	Dict pdf.Dict

	// Type3 is set for Type 3 fonts (clause 9.6.4).
	Type3 *Type3

	Damage []string // what was wrong with it, for warnings; at most a few

	loader    *Loader
	simple    *simpleFont // one of these two is set
	composite *compositeFont
	texts     texts
	reader    reader
}

// Type3 is what only Type 3 fonts have.
type Type3 struct {
	Matrix    [6]float64
	Resources pdf.Dict
	HasRes    bool
	Procs     [256]*pdf.Stream
	Over      bool    // the matrix turns glyphs over that stand upright, and the text turns them back
	Em        float64 // units of text space that make an em; 0: not measured
}

// Char is one character code of a string.
type Char struct {
	Code  uint32
	Width float32 // ems along the writing direction; negative downwards in vertical writing
	// Rune is the Unicode character, or the complement (^i) of an index for
	// Font.String when the code means none or several characters.
	Rune rune
	// VX, VY is the position vector in ems (clause 9.7.4.3), vertical writing only.
	VX, VY float32
	// Space says that word spacing applies: a single-byte code 32 (clause 9.3.3).
	Space bool
}

// Next reads the first character code of s, which must not be empty, and its
// length in bytes, at least 1.
func (f *Font) Next(s []byte) (Char, int) {
	if f.simple != nil {
		return f.simple.char(f, s[0]), 1
	}
	return f.composite.next(f, s)
}

// VerticalOrigin is where the vertical origin of a code lies from its horizontal one, in
// ems: its position vector (clause 9.7.4.3). It is (0, 0) where text goes across.
func (f *Font) VerticalOrigin(code uint32) (x, y float32) {
	if f.composite == nil || !f.Vertical {
		return 0, 0
	}
	c := f.composite
	_, x, y = c.metrics.metricsOf(c.encoding.cid(code, c.lengthOf(code)), true)
	return x, y
}

// Codes is what a font whose codes all have the same length remembers of them.
// Reading it spares those who show much text a call of Next for each character.
type Codes struct {
	Bytes int // of each code: 1 or 2; 0: there is no such memory
	pages []atomic.Pointer[page]
}

// Codes is the memory of f.
func (f *Font) Codes() Codes {
	switch {
	case f.simple != nil:
		return Codes{1, f.simple.pages[:]}
	case f.composite.codeBytes == 2:
		return Codes{2, f.composite.pages[:]}
	}
	return Codes{}
}

// At is Width and Rune of the Char with that code. It is not ok when the code
// was never shown: Next finds out, and remembers.
func (c *Codes) At(code uint32) (width float32, r rune, ok bool) {
	p := c.pages[code>>8].Load()
	if p == nil {
		return 0, 0, false
	}
	return p.cells[code&0xFF].load()
}

// String is the text of a Char whose Rune is negative: several characters, or
// "" when nothing is known of it. Known reports the difference between a code
// that means nothing and one whose meaning could not be found.
func (f *Font) String(r rune) (text string, known bool) {
	if r >= 0 {
		return string(r), true
	}
	return f.texts.get(r)
}

// maxDamage is how many faults of one font are worth telling.
const maxDamage = 4

func (f *Font) damage(what string) {
	if len(f.Damage) < maxDamage {
		f.Damage = append(f.Damage, what)
	}
}
