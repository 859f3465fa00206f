package a11y

import "github.com/pagelift/pagelift/internal/limits"

// Source is what a converter knows of the document from which it made HTML: what the document had, what the
// converter found instead, and what was lost. Assess reads it. The HTML alone does not show what it lacks: if
// tables were lost, no rule about tables fails.
type Source struct {
	// Format is the version of the document's format, "PDF 1.7".
	Format string `json:"format"`
	// Pages is how many pages were converted. Whole says whether these are all.
	Pages int  `json:"pages"`
	Whole bool `json:"whole"`

	// Tagged says that the document has a structure tree. Marked and Suspects are what the document says of the
	// tree (ISO 32000-2 clause 14.7.1). PDFUA is the part of PDF/UA that it claims, 0 for none.
	Tagged   bool `json:"tagged"`
	Marked   bool `json:"marked"`
	Suspects bool `json:"suspects"`
	PDFUA    int  `json:"pdf_ua"`
	// Structure says where the structure of the HTML comes from, StructureReason why.
	Structure       Structure `json:"structure"`
	StructureReason string    `json:"structure_reason,omitempty"`
	// Disorder is the share of a structure tree that contradicts the order on the pages, from 0 to 1.
	Disorder float64 `json:"disorder,omitempty"`

	// Title and Language say where title and language of the HTML come from.
	Title    Origin `json:"title"`
	Language Origin `json:"language"`

	// Glyphs counts the characters painted. Unreadable counts those that could not be mapped to Unicode, or only
	// to a private character.
	Glyphs     int `json:"glyphs"`
	Unreadable int `json:"unreadable"`

	// WithoutText are pages that show something, but no text.
	WithoutText Occurrences `json:"pages_without_text"`
	// Recognised are pages whose text was recognised in a picture of the page. Doubtful: recognised with little
	// confidence.
	Recognised Inventory `json:"recognised_pages"`
	// Columns are pages on which text stands side by side.
	Columns Occurrences `json:"pages_with_columns"`

	Figures  Inventory `json:"figures"`  // Missing: an alternative. Doubtful: perhaps decoration, or described by a model
	Tables   Inventory `json:"tables"`   // Missing: header cells
	Links    Inventory `json:"links"`    // Missing: in the HTML
	Controls Inventory `json:"controls"` // Missing: a name. Doubtful: one that was guessed

	// Kinds compares a structure tree with the HTML.
	Kinds []KindCount `json:"kinds,omitempty"`
}

// Structure says where structure comes from.
type Structure string

// The sources of structure.
const (
	FromTags   Structure = "tagged"   // from the document's tags
	FromLayout Structure = "inferred" // from the look of its pages
	FromBoth   Structure = "mixed"
)

// Origin says where a fact comes from.
type Origin string

// The origins.
const (
	FromDocument Origin = "document" // the document states it
	FromCaller   Origin = "option"   // whoever converted it states it
	FromText     Origin = "text"     // its text shows it
	Nowhere      Origin = "none"
)

// Inventory counts the things of one kind in a document.
type Inventory struct {
	Total int `json:"total"`
	// Missing are those that lack what things of this kind need. Doubtful are those that may have it, or may not
	// need it.
	Missing  Occurrences `json:"missing"`
	Doubtful Occurrences `json:"doubtful"`
}

// Occurrences counts how often something was found, and lists on which pages.
type Occurrences struct {
	Count int `json:"count"`
	// Pages are the pages of the first 50 occurrences, from 1, in the order in which they were added.
	Pages []int `json:"pages,omitempty"`
}

// Add counts an occurrence on a page, from 1.
func (o *Occurrences) Add(page int) {
	if o.Count++; len(o.Pages) < limits.FindingPlaces {
		o.Pages = append(o.Pages, page)
	}
}

// KindCount is how many elements of one kind a structure tree has and how many the HTML.
type KindCount struct {
	Name   string `json:"name"` // "heading", "list", "table"
	Source int    `json:"source"`
	HTML   int    `json:"html"`
}
