package convert

import (
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Options selects what Convert does. The zero value is valid: all switches off,
// limits at their defaults. DefaultOptions has what most callers want.
type Options struct {
	// SemanticHTML writes the HTML5 vocabulary on top of the structure that is
	// always found: landmarks, sections, figures, notes. Off: a flat document of
	// headings, paragraphs, lists and tables.
	SemanticHTML bool

	// ExtractImages makes raster images and figures assets of the result. Off:
	// they keep their place as text alternatives.
	ExtractImages bool

	// AccessibilityCheck checks the HTML that is returned and fills
	// Metadata.AccessibilityScore.
	AccessibilityCheck bool

	// PreserveFormatting reproduces the look of the pages. It answers
	// UnsupportedFeature in this version.
	PreserveFormatting bool

	// OCREnabled recognises pages without usable text. It answers
	// UnsupportedFeature in this version.
	OCREnabled bool

	// Minify drops white space and other bytes that change nothing.
	Minify bool

	// KeepUnseen keeps text that a reader of the page does not see: hidden,
	// clipped, covered, off the page. Off: it is left out with a warning.
	KeepUnseen bool

	// Password opens an encrypted document, as user or as owner.
	Password string

	// Pages are the pages to convert, in ascending order without overlap after
	// merging. Empty: all. A range that begins behind the last page is InvalidOption.
	Pages []PageRange

	// MaxPages fails documents with more pages (PageLimitExceeded), before
	// Pages is applied. 0: 50,000.
	MaxPages int

	// MaxBytes fails larger inputs (FileTooLarge). 0: 1 GiB.
	MaxBytes int64

	// Language is a BCP 47 tag used where the document names no language.
	Language string

	// Workers is how many pages are read at the same time. 0: GOMAXPROCS.
	Workers int

	// Progress is called after each page with the number of pages done and in
	// all, from one goroutine at a time. nil: nobody listens.
	Progress func(done, total int)

	// Trace sees what each stage made. nil: nobody looks.
	Trace *Trace

	_ struct{} // callers must name the fields, so that fields can be added
}

// PageRange is a range of pages, 1-based, both ends included. Last 0 means the
// last page of the document.
type PageRange struct {
	First, Last int
}

// Trace is a set of hooks, called as each stage completes. Any hook may be nil.
// Content and Layout are called from several goroutines at once, in any order of
// pages; what they are given is valid during the call only.
type Trace struct {
	Content  func(*layout.Content)
	Layout   func(*layout.Page)
	Semantic func(*semantic.Document)
	HTML     func([]byte)
}

// DefaultOptions is what most callers want: SemanticHTML, ExtractImages,
// AccessibilityCheck and Minify on, everything else at its zero value.
func DefaultOptions() Options {
	return Options{SemanticHTML: true, ExtractImages: true, AccessibilityCheck: true, Minify: true}
}
