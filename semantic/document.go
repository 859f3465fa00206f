package semantic

import "github.com/pagelift/pagelift/layout"

// Document is the structure of a whole document. Page furniture is not part of its flow:
// where there is any, the last child of Root is an Artifact that holds one
// Artifact for each page and edge.
type Document struct {
	Root  *Node // role Document
	Title string
	Lang  string // BCP 47, "" when unknown
	Pages []PageInfo

	// Origins say where the text of each node stands on its page. They are there only with
	// infer.Options.KeepOrigins or KeepBoxes.
	Origins map[*Node][]Origin `json:"-"`

	// Outline holds the upper levels of the document's own outline (bookmarks), without
	// entries that lead nowhere.
	Outline []OutlineItem

	// ImageCount is how many figures with raster images the pages show.
	ImageCount int

	// Tagging says how much of the structure is the document's own.
	Tagging Tagging

	Warnings []layout.Warning
}

// PageInfo is what the output needs of a page.
type PageInfo struct {
	Number        int
	Label         string
	Width, Height float32

	// Layout is the page whose text Origin counts: as layout analysed it or, where the
	// structure tree cuts its lines, as they were cut. It is there only with
	// infer.Options.KeepOrigins. With Release it keeps only its text, lines, places and formulas.
	Layout *layout.Page `json:"-"`

	// Lines are the lines of the page whose text Origin counts, in the order of that text.
	// They are there only with infer.Options.KeepBoxes.
	Lines []LineBox `json:"-"`

	// Links are the links on pictures and on empty areas, where no text can carry them. They
	// are there only with infer.Options.KeepOrigins.
	Links []PageLink `json:",omitempty"`
}

// LineBox is where a line stands on its page: the part of a layout.Line that callers need
// who ask only for places.
type LineBox struct {
	Start, End int32 // its bytes in the text of the page, as Origin counts them
	Box        layout.Rect
	Direction  layout.Direction
	Rotation   int16 // degrees, clockwise
}

// PageLink is an active area of a page.
type PageLink struct {
	Href  string
	Title string
	Areas []layout.Rect
}

// Origin says where a stretch of the text of a node stands on its page: the text from byte
// At of Node.Text on is the bytes [Start, End) of the text of the page. Stretches of one node
// do not overlap. Spaces between words may have no origin.
type Origin struct {
	At         int32 // Node.Text
	Page       int32 // 1-based
	Start, End int32 // layout.Page.Text
}

// OutlineItem is an entry of the document's outline.
type OutlineItem struct {
	Title    string
	Target   layout.Target
	URI      string
	Children []OutlineItem

	// Href is where the entry leads: "#" and the ID of a node, or a URI; "": nowhere.
	// infer.Build fills it.
	Href string
}
