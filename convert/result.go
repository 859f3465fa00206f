package convert

import "github.com/pagelift/pagelift/a11y"

// Result is a converted document.
type Result struct {
	// HTML is the document. It refers to style.css and assets/... by relative path.
	HTML string
	// CSS is the content of style.css.
	CSS string
	// PagesCSS is the content of pages.css, the second stylesheet: it places everything
	// where the pages have it. Without it the document flows. "" unless
	// Options.PreserveFormatting.
	PagesCSS string
	// Assets are the files below assets/, in order of use.
	Assets   []Asset
	Metadata Metadata
	// Accessibility says what of the HTML and of the document it was made from stands
	// in the way of people, and what only a person can judge. Nil without
	// Options.AccessibilityCheck, and when the check failed, which a warning tells.
	Accessibility *a11y.Report
	// Warnings say what was lost: first the document, then page by page. At most
	// 1000, and then one with the code more_warnings.
	Warnings []Warning

	forms *forms // nil: HTML alone
}

// Asset is a file that the HTML refers to.
type Asset struct {
	Name      string // path relative to the HTML: assets/...
	MediaType string
	Data      []byte
}
