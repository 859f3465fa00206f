package semantic

import "github.com/pagelift/pagelift/layout"

// Document is what a whole document is. Page furniture is no part of its flow:
// where there is any, the last child of Root is an Artifact that holds one
// Artifact for each page and edge.
type Document struct {
	Root  *Node // role Document
	Title string
	Lang  string // BCP 47, "" when unknown
	Pages []PageInfo

	// Origins say of the nodes with text where it stands: with infer.Options.KeepOrigins
	// or KeepBoxes.
	Origins map[*Node][]Origin `json:"-"`

	// Outline is what the document's own outline (bookmarks) offers for navigation: its
	// upper levels, without what leads nowhere.
	Outline []OutlineItem

	// ImageCount is how many figures with raster images the pages show.
	ImageCount int

	// Tagging says whether the structure is the document's own.
	Tagging Tagging

	Warnings []layout.Warning
}

// PageInfo is what the output needs of a page.
type PageInfo struct {
	Number        int
	Label         string
	Width, Height float32

	// Layout is the page that Origin leads to: as layout analysed it or, where the tree of
	// a tagged document cuts its lines, as they were cut. With infer.Options.KeepOrigins; with
	// Release, too, no more of it than its text, lines, places and formulas.
	Layout *layout.Page `json:"-"`

	// Lines are the lines of the page that Origin leads to, in the order of its text. With
	// infer.Options.KeepBoxes.
	Lines []LineBox `json:"-"`

	// Links are those that no text bears: on pictures, and on nothing. With
	// infer.Options.KeepOrigins.
	Links []PageLink `json:",omitempty"`
}

// LineBox is where a line stands on its page: what is left of a layout.Line for those who
// only ask that.
type LineBox struct {
	Start, End int32 // the bytes of it in the text of the page, as Origin counts them
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

// Origin says where a stretch of the text of a node stands on its page: from byte At of
// Node.Text on, the bytes [Start, End) of the text of layout. Stretches of a node do not
// overlap; spaces between words may be of none.
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

	// Href is where it leads: "#" and the ID of a node, or a URI. infer.Build fills it; ""
	// is nowhere.
	Href string
}
