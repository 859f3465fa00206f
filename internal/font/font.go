// Package font reads the fonts of a PDF document: what each character code
// means in Unicode, how wide it is, and how it is written.
package font

import "github.com/pagelift/pagelift/internal/pdf"

// Font is a font of the document. It is not changed after Load and may be used
// by several goroutines.
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

	// Type3 is set for Type 3 fonts (clause 9.6.4).
	Type3 *Type3

	Damage []string // what was wrong with it, for warnings; at most a few
}

// Type3 is what only Type 3 fonts have.
type Type3 struct {
	Matrix    [6]float64
	Resources pdf.Dict
	HasRes    bool
	Procs     [256]*pdf.Stream
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

// Load reads the font dictionary dict. It never fails: what cannot be read is
// replaced by what a viewer would use, and Damage says so.
func Load(doc *pdf.Document, dict pdf.Dict) *Font { panic("font: Load") }

// Next reads the first character code of s, which must not be empty, and its
// length in bytes, at least 1.
func (f *Font) Next(s []byte) (Char, int) { panic("font: Next") }

// String is the text of a Char whose Rune is negative: several characters, or
// "" when nothing is known of it. Known reports the difference between a code
// that means nothing and one whose meaning could not be found.
func (f *Font) String(r rune) (text string, known bool) { panic("font: String") }
