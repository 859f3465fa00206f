// Package htmlout writes a semantic.Document as HTML.
//
// The output is valid HTML5 that parses back to the tree from which it was written, whatever the tree. If a role
// cannot stand where it is, its content is written without its element. The output has no script, and all text of
// the document is escaped.
package htmlout

import (
	"context"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Options are the settings of Write.
type Options struct {
	Semantic  bool // the HTML5 vocabulary: landmarks, sections, figures
	Minify    bool // without the bytes that change nothing; tags and quotes stay
	Furniture bool // also page furniture, in a hidden section behind the document

	// Math says how formulas are written for which the document has no MathML. If the reading of a formula is in
	// doubt and Picture has an image of it, it is an image in any case.
	Math Math

	// Theme is the look of the document.
	Theme Theme

	// Stylesheet is added to that of the theme. CheckStylesheet must accept it.
	Stylesheet string

	// Name is the title of a document that has neither title nor heading.
	Name string

	// Picture returns the file that shows a figure. ok is false if there is none: then the text that the document
	// gives for the figure is written instead. nil: no figure has a file.
	Picture func(*layout.Figure) (p Picture, ok bool)

	// Places returns where a block, cell or figure stands, and an id for it if the document gives none. nil: no
	// places are written.
	Places func(*semantic.Node) (id string, places []Place)

	// Pages shows the pages with their original looks. nil: the document flows.
	Pages Pages

	// Judged says who has reviewed nodes of the tree. nil: nobody has.
	Judged *Judged
}

// Judged names who has reviewed a document, and when.
type Judged struct{ By, At string }

// Picture is the file that shows a figure.
type Picture struct {
	Name          string // below AssetFolder
	Width, Height int    // the size at which it is shown, in CSS pixels
	NeedsPaper    bool   // it has transparent parts, and what it paints there is too dark for a dark background
}

// Place is a part of a page.
type Place struct {
	Page int
	Box  layout.Rect
}

// Output is a written document. HTML refers to its style sheet as StylesheetName, and to assets below AssetFolder.
// Both are relative.
type Output struct {
	HTML string
	CSS  string

	PagesCSS string // of a facsimile: PagesStylesheetName
}

// Names inside an output folder or archive.
const (
	StylesheetName = "style.css"
	AssetFolder    = "assets"
)

// Write writes doc. The same document gives the same bytes. Its only error is that of ctx, when ctx ends first.
func Write(ctx context.Context, doc *semantic.Document, opts Options) (Output, error) {
	w := newWriter(doc, opts)
	w.head(doc)
	if err := w.body(ctx, doc, opts.Furniture); err != nil {
		return Output{}, err
	}
	out := Output{HTML: w.withoutDeadLinks(), CSS: opts.styles()}
	if opts.Pages != nil {
		out.PagesCSS = pagesCSS(&opts)
	}
	return out, nil
}
