package pdf

import "time"

// Destination is a place in the document (clause 12.3.2), in default user space
// of its page.
type Destination struct {
	Page       int // 1-based; 0: nowhere
	X, Y       float64
	HasX, HasY bool
	Fit        Name   // XYZ, Fit, FitH, ...
	Name       string // of a named destination
	Element    Ref    // structure element of a structure destination
}

// OutlineItem is an entry of the outline (clause 12.3.3).
type OutlineItem struct {
	Title    string
	Dest     Destination
	URI      string
	Children []OutlineItem
}

// Info is what the document says of itself: XMP over the Info dictionary.
type Info struct {
	Title, Author, Subject string
	Keywords               []string
	Creator, Producer      string
	Created, Modified      time.Time // zero: not given or not a date
	Lang                   string    // of the catalog, then of XMP
}

// Annotation is an annotation of a page (clause 12.5).
type Annotation struct {
	Ref        Ref
	Subtype    Name
	Rect       Box
	Quads      [][8]float64 // QuadPoints, default user space
	Contents   string
	URI        string
	Dest       Destination
	Hidden     bool    // Hidden or NoView flag, or its optional content is off
	Appearance *Stream // normal appearance in its current state; nil: none
	Dict       Dict
}

// Info is what the document says of itself.
func (d *Document) Info() Info { panic("pdf: Info") }

// Outline is the document outline; nil when there is none.
func (d *Document) Outline() []OutlineItem { panic("pdf: Outline") }

// PageLabel is the label of page n (clause 12.4.2); "" when the document gives none.
func (d *Document) PageLabel(n int) string { panic("pdf: PageLabel") }

// Annotations are the annotations of p in file order.
func (d *Document) Annotations(p *Page) []Annotation { panic("pdf: Annotations") }

// Visible reports whether content under the optional content group or
// membership dictionary o (clause 8.11) is shown by default.
func (d *Document) Visible(o Object) bool { panic("pdf: Visible") }
