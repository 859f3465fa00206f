package pdf

// Page is a page of the document with its inheritable attributes (clause 7.7.3.4)
// filled in.
type Page struct {
	Number    int // 1-based
	Ref       Ref
	Dict      Dict
	Resources Dict
	MediaBox  Box
	CropBox   Box // within MediaBox, never empty
	Rotate    int // 0, 90, 180 or 270
	UserUnit  float64
}

// Box is a rectangle in default user space, X0 < X1, Y0 < Y1.
type Box struct{ X0, Y0, X1, Y1 float64 }

// PageCount is the number of pages found by walking the tree.
func (d *Document) PageCount() int { panic("pdf: PageCount") }

// Page is page n, 1-based; nil when there is none.
func (d *Document) Page(n int) *Page { panic("pdf: Page") }

// Content is the page's content streams, decoded and joined with a line end
// (clause 7.8.2), appended to dst. Damage is reported to Options.Warn.
func (d *Document) Content(dst []byte, p *Page) []byte { panic("pdf: Content") }
