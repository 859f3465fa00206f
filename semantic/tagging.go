package semantic

// Tagging says what infer.Build made of the document's own structure, and why. A tree is
// trusted as far as it is found good.
type Tagging struct {
	Use    TagUse
	Reason string // in words, for a report
	// Coverage is the share of the visible text, furniture left out, that the tree
	// reaches, 0 to 1; 0 without a tree.
	Coverage float32
	// Disorder is how many of the steps from one marked sequence to the next lead
	// back against the order that layout found, 0 to 1.
	Disorder float32
}

// TagUse is how much of a structure tree is in a Document.
type TagUse uint8

const (
	Inferred TagUse = iota // nothing: there is none, or it is not trusted
	Mixed                  // the tree, and what inference found where it says nothing
	Tagged                 // the tree
)

var tagUseNames = [...]string{"inferred", "mixed", "tagged"}

// String is "inferred", "mixed" or "tagged".
func (u TagUse) String() string { return tagUseNames[u] }

// MarshalText writes the name, for reports.
func (u TagUse) MarshalText() ([]byte, error) { return []byte(u.String()), nil }
