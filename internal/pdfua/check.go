package pdfua

import (
	"context"

	"github.com/pagelift/pagelift/internal/pdf"
)

// Checker checks one document. Make it with New, hand it the content of the pages
// with Page if that is to be checked too, and end with Report. It is not safe for
// concurrent use.
type Checker struct {
	tally
	doc  *pdf.Document
	tree *pdf.StructTree // nil: the document is not tagged
	// lang: the catalog names a language, whatever it is.
	lang    bool
	roles   roleMap
	content contentState
}

// New checks what the catalog of doc leads to. It returns the context's error
// when ctx ends first, and no other.
func New(ctx context.Context, doc *pdf.Document) (*Checker, error) {
	c := &Checker{doc: doc, tree: doc.StructTree()}
	_, c.lang = doc.Bytes(doc.Catalog().Raw("Lang"))
	c.roles = newRoleMap(doc)
	steps := [...]func(context.Context){
		c.catalog, c.metadata, c.structure, c.annotations, c.embedded,
	}
	for _, step := range steps {
		step(ctx)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Report is what was found so far.
func (c *Checker) Report() *Report { return c.report() }

// says reports whether o is a text string that is not empty.
func (c *Checker) says(o pdf.Object) bool {
	s, ok := c.doc.Bytes(o)
	return ok && s != "" && s != "\xfe\xff" // nothing but the byte order mark
}
