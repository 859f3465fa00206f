// Package formula reads mathematics. From the glyphs and bars of a formula, and their places on the
// page, it makes a tree of what the formula means.
//
//	tree := formula.Read(&page.Formulas[i])
//	tree.TeX()  // \frac{a}{b}
//	tree.Text() // a/b
//
// The tree has the elements of MathML Core under their mathematical names. The package knows neither PDF
// nor HTML.
package formula

import "github.com/pagelift/pagelift/layout"

// Tree is a formula that was read.
type Tree struct {
	Root       *Node   // a Row, or the only node of the formula; never nil
	Display    bool    // the formula stands on lines of its own
	Confidence float32 // 0 to 1: how well the tree explains the glyphs; see Trusted
	Why        string  // what speaks against the reading; "" if nothing does

	// Lines has the box of each line of a formula that Append joined from several lines of the text. For
	// other formulas it is nil.
	Lines []layout.Rect

	glyphs, bars int // number of glyphs and bars of the formula
}

var _ layout.FormulaReading = (*Tree)(nil)

// Kind is what a Node is.
type Kind uint8

const (
	Row        Kind = iota // Children, from left to right
	Identifier             // Text: a variable, or the name of a function such as "sin" or "lim sup" (mi)
	Number                 // Text: digits with their point and commas (mn)
	Operator               // Text: an operator, relation, bracket or separator (mo)
	Text                   // Text: words, with their spaces (mtext)
	Space                  // Width of white space that means something (mspace)
	Fraction               // Children: numerator, denominator; NoBar: without line, as in binomials
	Root                   // Children: radicand, and the index if there is one
	Scripts                // five Children: base, subscript, superscript, and before the base subscript, superscript; nil where there is none
	Limits                 // three Children: base, under it, over it; nil where there is none (munderover)
	Fence                  // Text, Close: the brackets, "" for none; Children: the node between them
	Table                  // Children: TableRows, all with the same number of cells
	TableRow               // Children: the cells, a Row each; nil for an empty cell
)

// Node is one part of a formula. Its children are never nil, except where Kind says so.
type Node struct {
	Kind     Kind
	Text     string // see Kind; characters without style, which Alphabet gives
	Close    string // of a Fence: its closing bracket
	Alphabet layout.Alphabet
	Children []*Node

	NoBar  bool    // of a Fraction: it has no bar
	Accent bool    // of Limits: an accent, a bar or a level brace stands over or under the base, as an Operator
	Large  bool    // of an Operator: larger than its line, as sums in displays are; of a Fence: its brackets are
	Width  float32 // of a Space, in ems
	Align  []Align // of a Table: one for each column

	Box layout.Rect // the box of its glyphs and bars, in page space
	Why string      // the evidence for its place: "raised .36 em, size .70"
}

// Align is how the cells of a column are aligned. In a Table of equations the columns come in pairs:
// Right for what stands before the relation, Left for the relation and what follows.
type Align uint8

const (
	Center Align = iota
	Left
	Right
)
