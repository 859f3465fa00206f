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
	Root       *Node
	Display    bool    // it has its lines to itself
	Confidence float32 // 0 to 1: how far glyphs and grammar agree; see Trusted
	Why        string  // what spoke against it
}

// Kind is what a Node is.
type Kind uint8

const (
	Row        Kind = iota // Children, one behind the other
	Identifier             // Text: a variable, or the name of a function (mi)
	Number                 // Text (mn)
	Operator               // Text: an operator, relation, bracket or separator (mo)
	Text                   // Text: words (mtext)
	Space                  // Width of white space that means something (mspace)
	Fraction               // Children: numerator, denominator; NoBar for binomials
	Root                   // Children: radicand, and the index where it has one
	Scripts                // Children: base, subscript, superscript, and before the base subscript, superscript; nil where there is none
	Limits                 // Children: base, what stands under, what stands over; nil where there is none (munderover)
	Fence                  // Text, Close: the brackets, "" for none; Children: what they hold
	Table                  // Children: TableRows
	TableRow               // Children: the cells, Rows each; nil for an empty one
)

// Node is one part of a formula.
type Node struct {
	Kind     Kind
	Text     string // see Kind; plain characters: their style is Alphabet
	Close    string // of a Fence
	Alphabet layout.Alphabet
	Children []*Node

	NoBar  bool    // of a Fraction: it has no line
	Accent bool    // of Limits: what stands over or under is an accent
	Large  bool    // of an Operator: a large one, as sums and integrals of displays are
	Width  float32 // of a Space, ems
	Align  []Align // of a Table, by column

	Box layout.Rect // what its glyphs and bars paint, page space
	Why string      // the evidence for its place: "raised .36 em, size .70"
}

// Align is how the cells of a column stand.
type Align uint8

const (
	Center Align = iota
	Left
	Right
)
