package pipeline

import (
	"github.com/pagelift/pagelift/describe"
	"github.com/pagelift/pagelift/internal/corrections"
	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
	"github.com/pagelift/pagelift/semantic"
)

// Config is a checked set of options with all defaults filled in.
type Config struct {
	Semantic      bool // HTML5 vocabulary
	Facsimile     bool // pages keep their looks
	Minify        bool
	KeepUnseen    bool
	KeepFurniture bool
	ExtractImages bool
	Accessibility bool
	Math          htmlout.Math
	Theme         htmlout.Theme
	Stylesheet    string // added to the style sheet of the theme
	// StructureTypes makes each element of HTML say from which type of a tagged document it comes: see
	// docs/derivation.md, D-11.
	StructureTypes bool

	KeepTree  bool // fills Output.Tree, for other forms than HTML
	Boxes     bool // finds out where the nodes of the tree stand
	HTMLBoxes bool // the HTML says where its elements stand

	Engine       ocr.Engine // recognises pages without usable text; nil: they stay pictures
	OCRLanguages []string   // BCP 47; none: those of the document, or what is detected
	OCRImages    bool       // recognises the images of pages with text, too
	CacheDir     string     // holds what later runs can use; "": none

	Describer describe.Engine // describes pictures; nil: no pictures are described

	Corrections *corrections.File // corrections of a person; nil: none

	Password string
	Language string // BCP 47, for documents that name none
	Name     string // for documents without a title

	Pages    []PageRange // empty: all
	MaxPages int
	MaxBytes int64
	Workers  int // at least 1

	Progress func(done, total int) // may be nil
	Trace    Trace

	bounds bounds // of a facsimile; zero: documentBounds
}

// PageRange is a range of pages, 1-based, both ends included. Last 0 means the
// last page of the document.
type PageRange struct {
	First, Last int
}

// Trace is a set of hooks, called as each stage completes. Any hook may be nil.
// Content and Layout are called from several goroutines at once.
type Trace struct {
	Content  func(*layout.Content)
	Layout   func(*layout.Page)
	Semantic func(*semantic.Document)
	HTML     func([]byte)
}
