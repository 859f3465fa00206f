package semantic

// Tagging says how far infer.Build used the document's own structure tree, and why. Build
// judges each tree by the pages and uses only what it finds sound.
type Tagging struct {
	Use    TagUse
	Reason string // in words, for a report
	// Coverage is the share of the visible text, without page furniture, that the tree
	// reaches, 0 to 1; 0 without a tree.
	Coverage float32
	// Disorder is the share of steps from one marked sequence of the tree to the next that
	// lead backwards in the reading order that layout found, 0 to 1.
	Disorder float32
}

// TagUse says how much of a Document comes from its structure tree.
type TagUse uint8

const (
	Inferred TagUse = iota // nothing: there is no tree, or it is not trusted
	Mixed                  // the tree, and what was inferred where the tree says nothing
	Tagged                 // the tree alone
)

var tagUseNames = [...]string{"inferred", "mixed", "tagged"}

// String returns "inferred", "mixed" or "tagged".
func (u TagUse) String() string { return tagUseNames[u] }

// MarshalText writes the name, for reports.
func (u TagUse) MarshalText() ([]byte, error) { return []byte(u.String()), nil }
