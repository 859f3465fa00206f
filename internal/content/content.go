// Package content interprets the content streams of a PDF page into the painted
// things of layout.Content, in one page space.
package content

import (
	"context"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// Reader interprets the pages of one document. Fonts, colour spaces and what
// else pages share are read once. It is safe for concurrent use.
type Reader struct{}

// NewReader is a Reader of doc.
func NewReader(doc *pdf.Document) *Reader { panic("content: NewReader") }

// Page interprets p into c, whose storage it reuses. It returns the context's
// error when ctx ends first, and no other: damage is in c.Warnings.
func (r *Reader) Page(ctx context.Context, p *pdf.Page, c *layout.Content) error {
	panic("content: Page")
}

// Target is d in the page space of its page.
func (r *Reader) Target(d pdf.Destination) layout.Target { panic("content: Target") }
