package convert

import (
	"context"
	"io"
	"io/fs"
	"time"

	"github.com/pagelift/pagelift/layout"
)

// Result is a converted document.
type Result struct {
	// HTML is the document. It refers to style.css and assets/... by relative path.
	HTML string
	// CSS is the content of style.css.
	CSS string
	// Assets are the files below assets/, in order of use.
	Assets   []Asset
	Metadata Metadata
	Warnings []Warning
}

// Asset is a file that the HTML refers to.
type Asset struct {
	Name      string // path relative to the HTML: assets/...
	MediaType string
	Data      []byte
}

// Warning is damage or a loss that was survived: a stable code, a page (0: the
// whole document) and what happened.
type Warning = layout.Warning

// Metadata is what is known of the document; the JSON form is that of the
// service's metadata object.
type Metadata struct {
	Pages    int       `json:"pages"`
	Title    string    `json:"title"`
	Author   string    `json:"author"`
	Subject  string    `json:"subject"`
	Keywords []string  `json:"keywords"` // never null in JSON
	Created  time.Time `json:"created_at,omitzero"`
	Modified time.Time `json:"modified_at,omitzero"`
	Producer string    `json:"producer"`
	Language string    `json:"language"` // BCP 47; "" when neither document nor caller names one

	// AccessibilityScore is nil: this version does not check yet.
	AccessibilityScore *int `json:"accessibility_score"`
	// WordCount counts the words of the converted pages (UAX #29).
	WordCount int `json:"word_count"`
	// ImageCount counts the images that the converted pages show.
	ImageCount int `json:"image_count"`
}

// Convert reads a PDF document from r and converts it.
func Convert(ctx context.Context, r io.Reader, opts Options) (*Result, error) {
	panic("convert: Convert")
}

// WriteSelfContained writes the HTML with stylesheet and assets inside it.
func (r *Result) WriteSelfContained(w io.Writer) error { panic("convert: WriteSelfContained") }

// WriteZip writes index.html, style.css, assets/ and metadata.json as a zip archive.
func (r *Result) WriteZip(w io.Writer) error { panic("convert: WriteZip") }

// FS is the same files as a file system.
func (r *Result) FS() fs.FS { panic("convert: FS") }
