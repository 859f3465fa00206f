package convert

import "github.com/pagelift/pagelift/a11y"

// Result is a converted document.
type Result struct {
	// HTML is the document. It refers to style.css and assets/... by relative paths.
	HTML string
	// CSS is the content of style.css.
	CSS string
	// PagesCSS is the content of pages.css, the second style sheet. It puts everything where it stands on the
	// pages; without it the document flows. It is "" without Options.PreserveFormatting.
	PagesCSS string
	// Assets are the files below assets/, in the order of their use.
	Assets   []Asset
	Metadata Metadata
	// Accessibility reports the barriers for people in the HTML and in its source document, and what only a person
	// can judge. It is nil without Options.AccessibilityCheck, and if the check failed, which a warning says.
	Accessibility *a11y.Report
	// Warnings say what was lost: first in the document as a whole, then page by page. There are at most 1000, and
	// then one with the code more_warnings.
	Warnings []Warning

	forms *forms // nil: only HTML
}

// Asset is a file that the HTML refers to.
type Asset struct {
	Name      string // path relative to the HTML: assets/...
	MediaType string
	Data      []byte
}
