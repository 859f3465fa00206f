package semantic

import (
	"iter"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic/formula"
)

// Node is one part of a document. Leaves are Spans and have Text; all others have
// Children. What only some nodes have is in Attr.
type Node struct {
	Role     Role
	Level    uint8     // of an H: 1 to 6; tagged documents may have lower ones
	Style    TextStyle // of a Span
	Page     int32     // the page on which it begins, from 1; 0: unknown
	Block    int32     // the block of layout that it came from: an index on Page; -1: none
	Text     string    // of a Span, and the lines of Code
	Children []*Node
	Attr     *Attr      // nil: the node has nothing of it
	Evidence []Evidence // what rules said of its role, in their order
}

// TextStyle is what the looks of a Span say, a set of the bits below.
type TextStyle uint16

const (
	Bold TextStyle = 1 << iota
	Italic
	Underline
	Strike
	Superscript
	Subscript
	SmallCaps
	Monospace
)

// Attr is what only some nodes have. The zero value of a field says nothing.
type Attr struct {
	ID        string // anchor, unique in the document
	Lang      string // BCP 47, where it differs from the parent's; "und": nobody knows it
	Dir       string // "rtl" or "ltr", where it differs from the parent's
	Alt       string // of a Figure, Formula or Link: what stands for it; of a Form: its name, if no Label gives it
	AltSource string // who wrote Alt where the document did not: FromModel or FromPerson
	Long      string // of a Figure: what is to be said beyond Alt, a paragraph a line
	Expansion string // of an abbreviation
	Title     string

	// Href is where a Link leads, or a Figure that is one: a URI, or "#" and the ID of a
	// node. Of a Label it is "#" and the ID of its Form.
	Href   string
	Target *layout.Target // of a Link to a place of the document

	// Label is what is printed: of a PageBreak the document's own name of the page, of an
	// LI its number or bullet.
	Label string

	RowSpan int      // of a TH or TD; 0 means 1
	ColSpan int      // the same
	Scope   string   // of a TH: "row", "col", "rowgroup", "colgroup"
	Short   string   // of a TH: its short form
	Headers []string // of a TH or TD: the IDs of the TH that head it, where Scope does not tell

	Ordered bool // of an L: its items are numbered
	Start   int  // of an L: the first number; 0 means 1
	// Numbering is how an L is numbered: "1", "a", "A", "i" or "I", with the brackets around
	// it ("1)", "(a)", "[1]"). "description" is for terms (Lbl) and what they mean (LBody).
	Numbering string

	// Subtype tells nodes of one role apart.
	//
	//	Artifact    "Header", "Footer" (ISO 32000-2 clause 14.8.2.2.2)
	//	Reference   "Note", "Back", "Source"
	//	Figure      Unnamed, Decorative
	//	P           Pictured
	//	L           "Endnotes", "Bibliography"
	Subtype string

	// Confidence is 0 to 1 for what is in doubt: a table, a heading, the name of a Form, a
	// Span of recognised words. 0: it is not in doubt.
	Confidence float32

	Box    layout.Rect // where it stands on Page, in points
	Figure *layout.Figure
	Field  *layout.Field // of a Form: the control
	MathML string        // of a Formula: the source that the document has; nobody has checked it
	Math   *formula.Tree // of a Formula: what was read from its glyphs
	Tag    *Tag          // what a tagged document says that no other field has
}

// Unnamed is the Subtype of a Figure whose document has no alternative for it: Alt is
// the beginning of its caption, the few words that were recognised in it, or says where
// it stands.
const Unnamed = "Unnamed"

// Decorative is the Subtype of a Figure that its document calls an artifact, and that readers
// see all the same. It has no alternative.
const Decorative = "Decorative"

// The values of Attr.AltSource.
const (
	FromModel  = "model"
	FromPerson = "person"
)

// Pictured is the Subtype of a P with text that was recognised in the picture of its
// Figure: who sees that has it already.
const Pictured = "Pictured"

// Markup is an attribute of HTML or ARIA: "title", "translate", "cite", "role" or
// "aria-label".
type Markup struct{ Name, Value string }

// Tag is what only a structure element says of a node.
type Tag struct {
	// Type is the standard type, Original that as written if it is another: with
	// infer.Options.StructureTypes.
	Type, Original string
	// Markup is in the words of HTML and ARIA; nobody has looked at the values.
	Markup []Markup
}

// Evidence is what one rule said of the role of a node. The evidence of a node stands in
// the order in which it was given: of two that gave it a role the later one counts.
type Evidence struct {
	Rule    string // the name of the rule's file without "rule_" and ".go"
	Reason  string
	Weight  float32 // 0 to 1; a lighter claim never overrules a heavier one; Short: the sum that was too little
	Role    Role    // what the rule says the node is, or is not
	Verdict Verdict // whether it counted
}

// Verdict is what became of a rule's claim.
type Verdict uint8

const (
	Given      Verdict = iota // the node got the role, or the rule says more of the role that it had
	Outweighed                // a claim at least as heavy stood
	Barred                    // such a node has not this role, whatever speaks for it
	Short                     // what speaks for the role is less than its threshold; with infer.Options.Explain
)

var verdictNames = [...]string{"given", "outweighed", "barred", "short"}

// String is "given", "outweighed", "barred" or "short".
func (v Verdict) String() string { return verdictNames[v] }

// MarshalText writes the name, for dumps.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// All yields n and all nodes below it, parents first.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) { n.walk(yield) }
}

func (n *Node) walk(yield func(*Node) bool) bool {
	if !yield(n) {
		return false
	}
	for _, c := range n.Children {
		if !c.walk(yield) {
			return false
		}
	}
	return true
}
