// Package htmlout writes a semantic.Document as HTML.
//
// The output is valid HTML5 that parses back to the tree it was written from,
// whatever tree that is: roles that cannot stand where they are give their
// content without their element. There is no script in it, and nothing of the
// document reaches the output unescaped.
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
	Furniture bool // page furniture too, in a hidden section behind the document

	// Math is how formulas are written that the document has no MathML of. Those whose
	// reading is in doubt are images in any case, where Picture has them.
	Math Math

	// Theme is what the document looks like.
	Theme Theme

	// Stylesheet is added to that of the theme; CheckStylesheet has nothing against it.
	Stylesheet string

	// Name is the title of a document that has neither title nor heading.
	Name string

	// Picture finds the file that shows a figure. ok is false when there is none: what
	// the document says of the figure stands in its place. nil: no figure has one.
	Picture func(*layout.Figure) (p Picture, ok bool)

	// Places says where a block, cell or figure stands, and what it is called where the
	// document gives it no anchor. nil: nobody asks.
	Places func(*semantic.Node) (id string, places []Place)

	// Pages shows the document as its pages are. nil: it flows.
	Pages Pages

	// Judged says who has judged nodes of the tree. nil: nobody has.
	Judged *Judged
}

// Judged is who has judged what of a document, and when.
type Judged struct{ By, At string }

// Picture is the file that shows a figure.
type Picture struct {
	Name          string // below AssetFolder
	Width, Height int    // at which it is shown, CSS pixels
	NeedsPaper    bool   // what it paints on nothing is too dark for a dark ground
}

// Place is a part of a page.
type Place struct {
	Page int
	Box  layout.Rect
}

// Output is a written document. HTML refers to its stylesheet as StylesheetName
// and to assets below AssetFolder, both relative.
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

// Write writes doc. The same document gives the same bytes. It returns the
// context's error when ctx ends first.
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
