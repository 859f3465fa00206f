// Package htmlout writes a semantic.Document as HTML.
package htmlout

import (
	"context"

	"github.com/pagelift/pagelift/semantic"
)

// Options are the settings of Write.
type Options struct {
	Semantic bool // the HTML5 vocabulary: landmarks, sections, figures
	Minify   bool
}

// Output is a written document. HTML refers to its stylesheet as StylesheetName
// and to assets below AssetFolder, both relative.
type Output struct {
	HTML []byte
	CSS  []byte
}

// Names inside an output folder or archive.
const (
	StylesheetName = "style.css"
	AssetFolder    = "assets"
)

// Write writes doc. The same document gives the same bytes. It returns the
// context's error when ctx ends first.
func Write(ctx context.Context, doc *semantic.Document, opts Options) (Output, error) {
	panic("htmlout: Write")
}
