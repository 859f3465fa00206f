package layout

// Formula is mathematics on a page: glyphs and bars that stand to each other by the rules of
// formulas, not of text. One character, FormulaSign, stands for it in the text of its page, as
// wide as it is. What it means is for package semantic/formula.
type Formula struct {
	Box     Rect
	Display bool // it has its lines to itself; otherwise it stands in a line of text
	Glyphs  []FormulaGlyph
	Bars    []Rect // level strokes: of fractions and roots, over and under what they mark

	// Size and Baseline are those of the text beside it, of a Display those of its largest
	// row: points, and y.
	Size     float32
	Baseline float32

	At   int32  // of its FormulaSign in Page.Text
	Text string // what the glyphs say, from left to right: what it is to readers of plain text
	Why  string // the evidence that it is one

	// Reading is what package semantic/formula read, once it did; nil: it did not yet.
	Reading FormulaReading `json:"-"`

	// Picture shows the formula as it looks, for where what was read of it is not written;
	// nil: none was made. It has an Inset.
	Picture *Figure
}

// FormulaReading is what the glyphs and bars of a Formula mean, as far as those ask who do not
// know the nouns of mathematics: package semantic/formula has these, in its Tree.
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
	Size    float32 // of its font, points
	Ink     Rect    // what it paints; where nobody knows, an estimate from font and size
	Font    *Font
	Glyph   int32 // Content.Glyphs
}

// MathChar is what a glyph is in mathematics.
type MathChar struct {
	// Char is the character, of letters and digits the plain one: 'x' where Alphabet is
	// MathItalic, never U+1D465. Of a Piece it is the whole sign: '(' for its top.
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
	Whole    Piece = iota
	Top            // the upper end
	Middle         // the middle of a brace
	Bottom         // the lower end
	Extender       // repeated between the others
	LeftEnd        // of a level brace or arrow
	RightEnd
	Centre        // the middle of a level brace
	LevelExtender // repeated between those
)

// MathUse is what a font is made for in mathematics.
type MathUse uint8

const (
	NoMath        MathUse = iota // a font of text, or nobody knows
	MathLetters                  // variables: italic letters and Greek, as cmmi has them
	MathSymbols                  // relations, operators, arrows: cmsy, msam, Symbol
	MathLarge                    // large operators, growing brackets and their pieces: cmex, MT Extra
	MathAlphabets                // letters of one Alphabet: msbm, eufm, rsfs
	MathAll                      // a font with all of mathematics, as those with an OpenType MATH table
)

// Shapes is what only the program of a font knows of its glyphs. It is safe for concurrent use.
type Shapes interface {
	// Ink is the box of what a glyph paints, in ems from its origin, y up: Y0 is the lower
	// edge, Y1 the upper one. It reports false where the outline is not known.
	Ink(code uint32) (Rect, bool)
	// Math is what a glyph is in mathematics. It reports false where it is not known.
	Math(code uint32) (MathChar, bool)
}
