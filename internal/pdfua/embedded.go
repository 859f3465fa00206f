package pdfua

import (
	"context"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// embedded checks the names of embedded files.
func (c *Checker) embedded(context.Context) {
	d := c.doc
	for _, file := range d.Attachments() {
		f, uf := c.says(file.Specification.Raw("F")), c.says(file.Specification.Raw("UF"))
		c.test("7.11-t01", f && uf, place{page: file.Page}, "the file %.60q is not named by both F and UF", file.Name)
	}
	c.references()
}

// maxXObjects is the most form XObjects that are looked at. A book of 10,000 pages may have a dozen
// drawings on each page.
const maxXObjects = 1 << 17

// references looks for reference XObjects among the resources of pages and of the forms on them (clause 7.20).
func (c *Checker) references() {
	d := c.doc
	seen := make(map[pdf.Ref]bool)
	left := limits.TreeNodes // entries of resource dictionaries, which pages may share
	for n := 1; n <= d.PageCount() && left > 0 && d.Context().Err() == nil; n++ {
		queue := []pdf.Dict{d.Page(n).Resources}
		for len(queue) > 0 && left > 0 {
			resources := queue[0]
			queue = queue[1:]
			for _, o := range d.Dict(resources.Raw("XObject")).All() {
				left--
				r, ok := o.(pdf.Ref)
				if !ok || seen[r] || len(seen) == maxXObjects {
					continue
				}
				seen[r] = true
				if form := d.Dict(r); d.Name(form.Raw("Subtype")) == "Form" {
					c.test("7.20-t01", !form.Has("Ref"), place{n, r.Num}, "the XObject refers to another file")
					queue = append(queue, d.Dict(form.Raw("Resources")))
				}
			}
		}
	}
}
