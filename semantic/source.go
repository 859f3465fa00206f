package semantic

import "github.com/pagelift/pagelift/layout"

// Source is what a document is built from: all that infer.Build asks of a file.
type Source struct {
	Pages   []*layout.Page
	Outline []OutlineItem
	Title   string // from the document's metadata
	Lang    string // from the document's catalog
	// LangHint is used where Lang is empty, in place of what the text tells.
	LangHint string
	// Structure is that of a tagged document; nil: it is not tagged.
	Structure *Structure
}
