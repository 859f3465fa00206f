package semantic

import (
	"iter"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic/formula"
)

// Node is one part of a document. Leaves are Spans and have Text; all others have
// Children. Attr holds what only some nodes have.
type Node struct {
	Role     Role
	Level    uint8     // of an H: 1 to 6; tagged documents may have lower ones
	Style    TextStyle // of a Span
	Page     int32     // the page on which it begins, from 1; 0: unknown
	Block    int32     // the layout block that it came from: an index into the blocks of Page; -1: none
	Text     string    // of a Span, and the lines of Code
	Children []*Node
	Attr     *Attr      // nil: the node has none of its fields
	Evidence []Evidence // what rules said about its role, in the order of the rules
}

// TextStyle is how a Span looks: a set of the bits below.
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

// Attr holds what only some nodes have. The zero value of a field says nothing.
type Attr struct {
	ID        string // anchor, unique in the document
	Lang      string // BCP 47, where it differs from the parent's; "und": unknown
	Dir       string // "rtl" or "ltr", where it differs from the parent's
	Alt       string // of a Figure, Formula or Link: its alternative text; of a Form: its name, if no Label gives it
	AltSource string // who wrote Alt, if not the document: FromModel or FromPerson
	Long      string // of a Figure: its long description beside Alt, one paragraph a line
	Expansion string // of an abbreviation
	Title     string

	// Href is where a Link leads, or a Figure that is a link: a URI, or "#" and the ID of a
	// node. Of a Label it is "#" and the ID of its Form.
	Href   string
	Target *layout.Target // of a Link to a place of the document

	// Label is the printed label: of a PageBreak the document's own name of the page, of an
	// LI its number or bullet.
	Label string

	RowSpan int      // of a TH or TD; 0 means 1
	ColSpan int      // the same
	Scope   string   // of a TH: "row", "col", "rowgroup", "colgroup"
	Short   string   // of a TH: its short form
	Headers []string // of a TH or TD: the IDs of the TH that head it, where Scope is not enough

	Ordered bool // of an L: its items are numbered
	Start   int  // of an L: the first number; 0 means 1
	// Numbering is how the items of an L are numbered: "1", "a", "A", "i" or "I", with the
	// brackets around it ("1)", "(a)", "[1]"). "description" is a list of terms (Lbl) and
	// their descriptions (LBody).
	Numbering string

	// Subtype tells nodes of one role apart.
	//
	//	Artifact    "Header", "Footer" (ISO 32000-2 clause 14.8.2.2.2)
	//	Reference   "Note", "Back", "Source"
	//	Figure      Unnamed, Decorative
	//	P           Pictured
	//	L           "Endnotes", "Bibliography"
	Subtype string

	// Confidence is 0 to 1 for a node that is in doubt: a table, a heading, the name of a
	// Form, a Span of recognised words. 0: the node is not in doubt.
	Confidence float32

	Box    layout.Rect // where the node stands on Page, in points
	Figure *layout.Figure
	Field  *layout.Field // of a Form: the control
	MathML string        // of a Formula: the MathML of the document, unchecked
	Math   *formula.Tree // of a Formula: its structure as read from its glyphs
	Tag    *Tag          // what a tagged document says and no other field holds
}

// Unnamed is the Subtype of a Figure that has no alternative text in its document. Its Alt
// is the beginning of its caption, or the few words recognised in it, or says where it stands.
const Unnamed = "Unnamed"

// Decorative is the Subtype of a Figure that its document marks as an artifact although
// readers see it. It has no alternative text.
const Decorative = "Decorative"

// The values of Attr.AltSource.
const (
	FromModel  = "model"
	FromPerson = "person"
)

// Pictured is the Subtype of a P whose text was recognised in the picture of its Figure.
// Readers who see the picture have that text already.
const Pictured = "Pictured"

// Markup is an attribute of HTML or ARIA: "title", "translate", "cite", "role" or
// "aria-label".
type Markup struct{ Name, Value string }

// Tag holds what only a structure element says about a node.
type Tag struct {
	// Type is the standard type. Original is the type as written, if it is another one.
	// Both are set only with infer.Options.StructureTypes.
	Type, Original string
	// Markup holds attributes of HTML and ARIA. Their values are unchecked.
	Markup []Markup
}

// Evidence is what one rule said about the role of a node. Evidence stands in the order in
// which rules gave it: of two pieces that gave the node a role, the later one counts.
type Evidence struct {
	Rule    string // the name of the rule's file without "rule_" and ".go"
	Reason  string
	Weight  float32 // 0 to 1; a lighter claim never overrules a heavier one; with Short: the sum that did not reach the threshold
	Role    Role    // the role that the rule gives or denies
	Verdict Verdict // whether it counted
}

// Verdict says what became of a rule's claim.
type Verdict uint8

const (
	Given      Verdict = iota // the node got the role, or the rule supports the role that it had
	Outweighed                // a claim at least as heavy was there before
	Barred                    // such a node cannot have this role, whatever speaks for it
	Short                     // the signs for the role do not reach its threshold; recorded only with infer.Options.Explain
)

var verdictNames = [...]string{"given", "outweighed", "barred", "short"}

// String returns "given", "outweighed", "barred" or "short".
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
