// Package formula reads mathematics: from the glyphs and bars of a formula, where they stand
// on the page, to a tree of what they mean.
//
//	tree := formula.Read(&page.Formulas[i])
//	tree.TeX()  // \frac{a}{b}
//	tree.Text() // a/b
//
// The tree has the elements of MathML Core by the names that mathematics gives them. It knows
// neither PDF nor HTML.
package formula

import "github.com/pagelift/pagelift/layout"

// Tree is a formula as it was read.
type Tree struct {
	Root       *Node   // a Row, or the one thing that the formula is; never nil
	Display    bool    // it has its lines to itself
	Confidence float32 // 0 to 1: how far glyphs and grammar agree; see Trusted
	Why        string  // what spoke against it; "" when nothing did

	// Lines is where it stands, of a formula that goes on over lines of the text: the Box of
	// each layout.Formula, see Append.
	Lines []layout.Rect

	glyphs, bars int // that it was read from
}

var _ layout.FormulaReading = (*Tree)(nil)

// Kind is what a Node is.
type Kind uint8

const (
	Row        Kind = iota // Children, one behind the other
	Identifier             // Text: a variable, or the name of a function such as "sin" or "lim sup" (mi)
	Number                 // Text: digits with their point and commas (mn)
	Operator               // Text: an operator, relation, bracket or separator (mo)
	Text                   // Text: words, with their spaces (mtext)
	Space                  // Width of white space that means something (mspace)
	Fraction               // Children: numerator, denominator; NoBar where it has no line, as in binomials
	Root                   // Children: radicand, and the index where it has one
	Scripts                // five Children: base, subscript, superscript, and before the base subscript, superscript; nil where there is none
	Limits                 // three Children: base, what stands under, what stands over; nil where there is none (munderover)
	Fence                  // Text, Close: the brackets, "" for none; Children: what they hold
	Table                  // Children: TableRows, all with as many cells
	TableRow               // Children: the cells, Rows each; nil for an empty one
)

// Node is one part of a formula. Its children are never nil but where Kind says so.
type Node struct {
	Kind     Kind
	Text     string // see Kind; plain characters: their style is Alphabet
	Close    string // of a Fence
	Alphabet layout.Alphabet
	Children []*Node

	NoBar  bool    // of a Fraction: it has no line
	Accent bool    // of Limits: what stands over or under is an accent, a bar or a level brace: an Operator
	Large  bool    // of an Operator: larger than its line, as sums and integrals of displays are; of a Fence: its brackets are
	Width  float32 // of a Space, ems
	Align  []Align // of a Table, by column

	Box layout.Rect // what its glyphs and bars paint, page space
	Why string      // the evidence for its place: "raised .36 em, size .70"
}

// Align is how the cells of a column stand. A Table of equations has its columns in pairs:
// Right before the relation, Left from it on.
type Align uint8

const (
	Center Align = iota
	Left
	Right
)
