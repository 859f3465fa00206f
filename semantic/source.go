package semantic

import "github.com/pagelift/pagelift/layout"

// Source is all that infer.Build reads of a file: its pages and what the file says about itself.
type Source struct {
	Pages   []*layout.Page
	Outline []OutlineItem
	Title   string // from the document's metadata
	Lang    string // from the document's catalog
	// LangHint is the language to assume where Lang is empty. Build then does not guess it from the text.
	LangHint string
	// Structure is the structure tree of a tagged document; nil: the document is not tagged.
	Structure *Structure
}
