package semantic

import (
	"iter"

	"github.com/pagelift/pagelift/layout"
)

// Node is one part of a document. Leaves of text have role Span and Text;
// other nodes have Children. Fields that few nodes need are in Attr.
type Node struct {
	Role     Role
	Level    uint8     // H: 1 to 6; of a tagged document also what lies below
	Style    TextStyle // Span
	Page     int32     // 1-based page on which it begins; 0 unknown
	Block    int32     // index of the layout block it came from on Page; -1: none
	Text     string    // Span, and the lines of Code
	Children []*Node
	Attr     *Attr // nil when there is nothing in it
	Evidence []Evidence
}

// TextStyle is what a Span's looks mean.
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

// Attr is what only some nodes have.
type Attr struct {
	ID         string // anchor, unique in the document
	Lang       string // BCP 47, where it differs from the parent's; "und" when nobody knows it
	Dir        string // "rtl" or "ltr", where it differs from the parent's
	Alt        string // Figure, Formula, Link; Form: its name, where no Label gives it
	Expansion  string // of an abbreviation
	Title      string
	Href       string         // Link, and Figure that is one: where it leads, a URI or "#" and the ID of a node; Label: "#" and the ID of its Form
	Target     *layout.Target // Link: an internal target
	Label      string         // PageBreak: the document's own label; LI: the label as printed
	RowSpan    int            // TH, TD: 0 means 1
	ColSpan    int            // TH, TD: 0 means 1
	Scope      string         // TH: "row", "col", "rowgroup", "colgroup"
	Short      string         // TH: its short form
	Headers    []string       // TH, TD: the IDs of the TH of its table that head it, where Scope does not tell
	Ordered    bool           // L
	Start      int            // L: first number, 0 means 1
	Numbering  string         // L: "1", "a", "A", "i", "I", with brackets where it has: "1)", "(a)", "[1]"; "description" for terms (Lbl) and what they mean (LBody)
	Subtype    string         // Artifact: "Header", "Footer", "" for neither, as in ISO 32000-2 clause 14.8.2.2.2; Reference: "Note", "Back", "Source"; Figure: Unnamed, Decorative; P: Pictured; L: "Endnotes", "Bibliography", "" for any other
	Confidence float32        // of a doubtful table, heading, name of a Form, or Span of recognised words, 0 to 1; 0: not doubtful
	Box        layout.Rect    // where it stands on Page
	Figure     *layout.Figure
	Field      *layout.Field // Form: the control
	MathML     string        // Formula: its source as the document has it, which nobody has looked at
	Tag        *Tag          // what a tagged document says of it that no other field has; nil: nothing
}

// Unnamed is the Subtype of a Figure whose document has no alternative for it: Alt is
// the beginning of its caption, the few words that were recognised in it, or says where
// it stands.
const Unnamed = "Unnamed"

// Decorative is the Subtype of a Figure that its document calls an artifact, and that readers
// see all the same. It has no alternative.
const Decorative = "Decorative"

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
