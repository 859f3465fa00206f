package convert

// Result is a converted document.
type Result struct {
	// HTML is the document. It refers to style.css and assets/... by relative path.
	HTML string
	// CSS is the content of style.css.
	CSS string
	// Assets are the files below assets/, in order of use.
	Assets   []Asset
	Metadata Metadata
	// Warnings say what was lost: first the document, then page by page. At most
	// 1000, and then one with the code more_warnings.
	Warnings []Warning
}

// Asset is a file that the HTML refers to.
type Asset struct {
	Name      string // path relative to the HTML: assets/...
	MediaType string
	Data      []byte
}
