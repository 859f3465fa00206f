package layout

// Formula is mathematics on a page: glyphs and bars that stand to each other by the rules of formulas, not
// of text. One character, FormulaSign, stands for it in the text of its page, as wide as the formula.
// Package semantic/formula finds what it means.
type Formula struct {
	Box     Rect
	Display bool // it has its lines to itself; otherwise it stands in a line of text
	Glyphs  []FormulaGlyph
	Bars    []Rect // level strokes: the bars of fractions and roots, and those over and under what they mark

	// Size (points) and Baseline (y) are those of the text beside the formula; a Display formula has those
	// of its own largest row.
	Size     float32
	Baseline float32

	At   int32  // place of its FormulaSign in Page.Text
	Text string // what the glyphs say from left to right, for readers of plain text
	Why  string // the evidence that it is one

	// Reading is what package semantic/formula made of the formula; nil before.
	Reading FormulaReading `json:"-"`

	// Picture shows the formula as it looks, for output that does not write its Reading; nil: none was
	// made. The picture has an Inset.
	Picture *Figure
}

// FormulaReading is what the glyphs and bars of a Formula mean, for callers that do not need the nouns of
// mathematics. Those nouns are in the Tree of package semantic/formula.
type FormulaReading interface {
	Trusted() bool // it is likely right; a picture of the formula is better otherwise
	TeX() string   // LaTeX, without the dollars around it
	Text() string  // plain text: a/b
}

// FormulaSign is the character that stands for a formula in Page.Text. It is a noncharacter,
// so that no text has it; no HTML can.
const FormulaSign = '\uFDD0'

// FormulaGlyph is one glyph of a Formula, in page space.
type FormulaGlyph struct {
	MathChar
	X, Y    float32 // origin on the baseline
	Advance float32 // points
	Size    float32 // size of its font, points
	Ink     Rect    // what it paints; an estimate from font and size where the font does not tell
	Font    *Font
	Glyph   int32 // Content.Glyphs
}

// MathChar is what a glyph is in mathematics.
type MathChar struct {
	// Char is the character. Letters and digits are the plain ones: 'x' where Alphabet is MathItalic,
	// never U+1D465. The Char of a Piece is the whole sign: '(' for its top.
	Char     rune
	Alphabet Alphabet
	Piece    Piece
}

// Alphabet is the style of a letter or digit that tells variables apart (Unicode,
// Mathematical Alphanumeric Symbols).
type Alphabet uint8

const (
	Upright Alphabet = iota
	MathItalic
	MathBold
	MathBoldItalic
	DoubleStruck
	Script
	BoldScript
	Fraktur
	BoldFraktur
	SansSerif
	SansSerifBold
	SansSerifItalic
	SansSerifBoldItalic
	Monospace
)

// Piece is the part of a large sign that a glyph is. Fonts put large brackets, roots and
// arrows together from pieces.
type Piece uint8

const (
	Whole         Piece = iota
	Top                 // the upper end
	Middle              // the middle of a brace
	Bottom              // the lower end
	Extender            // repeated between the others
	LeftEnd             // left end of a level brace or arrow
	RightEnd            // right end of one
	Centre              // middle of a level brace
	LevelExtender       // repeated between the parts of a level brace or arrow
)

// MathUse is what a font is made for in mathematics.
type MathUse uint8

const (
	NoMath        MathUse = iota // a font of text, or an unknown one
	MathLetters                  // variables: italic letters and Greek, as cmmi has them
	MathSymbols                  // relations, operators, arrows: cmsy, msam, Symbol
	MathLarge                    // large operators, growing brackets and their pieces: cmex, MT Extra
	MathAlphabets                // letters of one Alphabet: msbm, eufm, rsfs
	MathAll                      // a font with all of mathematics, as those with an OpenType MATH table
)

// Shapes is what only the program of a font knows about its glyphs. It is safe for concurrent use.
type Shapes interface {
	// Ink returns the box that a glyph paints, in ems from its origin, y up: Y0 is the lower edge, Y1 the
	// upper one. It reports false where the outline is not known.
	Ink(code uint32) (Rect, bool)
	// Math returns what a glyph is in mathematics. It reports false where that is not known.
	Math(code uint32) (MathChar, bool)
}
