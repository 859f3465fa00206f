package pdfua

import (
	"context"

	"github.com/pagelift/pagelift/internal/pdf"
)

// Checker checks one document. New makes a Checker, Page checks the content of a page, if that is
// wanted, and Report returns the result. A Checker is not safe for concurrent use.
type Checker struct {
	tally
	doc  *pdf.Document
	tree *pdf.StructTree // nil if the document is not tagged
	// lang is set if the catalog names a language, whatever it is.
	lang    bool
	roles   roleMap
	content contentState
}

// New checks all that the catalog of doc leads to. Its only error is that of the context, when ctx ends first.
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

// Report returns the findings so far.
func (c *Checker) Report() *Report { return c.report() }

// says reports whether o is a text string that is not empty.
func (c *Checker) says(o pdf.Object) bool {
	s, ok := c.doc.Bytes(o)
	return ok && s != "" && s != "\xfe\xff" // not only the byte order mark
}
