package pdfua

import (
	"context"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// contentState is what is known from the pages so far.
type contentState struct {
	marks []markState // of the page at hand, beside layout.Content.Marks
	// painted is how often the form XObjects with tagged content were painted, by
	// their object number.
	painted map[int32]int
	fonts   map[*font.Font]bool // checked; true: also as one that is seen

	formsOf int  // the page that forms is about
	forms   bool // it has a form XObject that is tagged as a whole
}

// itemsPerCheck is how many things painted are checked between two looks at the context.
const itemsPerCheck = 1 << 16

// Page checks the content of a page: what content.Reader made of it without its
// annotations, which are checked by their dictionaries. Pages come one by one, each once.
func (c *Checker) Page(ctx context.Context, page *pdf.Page, content *layout.Content) error {
	c.readMarks(page, content)
	at := place{page.Number, page.Ref.Num}
	for i, item := range content.Items {
		if i%itemsPerCheck == 0 && ctx.Err() != nil {
			break
		}
		if mark, ok := markOf(content, item); ok {
			m := c.markState(mark)
			ok := m.owner != nil || m.artifact || c.taggedWhole(page, content, item)
			c.test("7.1-t03", ok, at, "%s is neither tagged nor an artifact", kinds[item.Kind])
		}
	}
	c.texts(content, at)
	return ctx.Err()
}

// taggedWhole reports whether an item is in the structure without marked content: an
// image by its object, or as part of a form XObject that is there as a whole (ISO
// 32000-1 clause 14.7.4.3). Which form an item comes from is not known; when the page
// has one that is tagged so, it has the benefit of the doubt.
func (c *Checker) taggedWhole(page *pdf.Page, content *layout.Content, item layout.Item) bool {
	if c.tree == nil {
		return false
	}
	if item.Kind == layout.KindImage {
		if n := content.Images[item.Index].Object; n != 0 && c.inTree(pdf.Ref{Num: n}) {
			return true
		}
	}
	if c.content.formsOf != page.Number {
		c.content.formsOf, c.content.forms = page.Number, c.hasTaggedForm(page)
	}
	return c.content.forms
}

func (c *Checker) hasTaggedForm(page *pdf.Page) bool {
	left := maxXObjects
	for _, o := range c.doc.Dict(page.Resources.Raw("XObject")).All() {
		if left--; left < 0 {
			return false
		}
		if c.doc.Name(c.doc.Dict(o).Raw("Subtype")) == "Form" && c.inTree(o) {
			return true
		}
	}
	return false
}

// inTree reports whether an XObject as a whole belongs to a structure element.
func (c *Checker) inTree(xobject pdf.Object) bool {
	key, ok := c.doc.Number(c.doc.Dict(xobject).Raw("StructParent"))
	return ok && c.tree.Object(int(key)) != nil
}

// kinds are the things painted, for people.
var kinds = map[layout.Kind]string{
	layout.KindRun: "text", layout.KindPath: "line art", layout.KindImage: "an image", layout.KindShading: "a gradient",
}

// markOf is the innermost marked-content sequence around item; not ok when item
// paints nothing itself.
func markOf(content *layout.Content, item layout.Item) (mark int32, ok bool) {
	switch item.Kind {
	case layout.KindRun:
		return content.Runs[item.Index].Mark, true
	case layout.KindPath:
		return content.Paths[item.Index].Mark, true
	case layout.KindImage:
		return content.Images[item.Index].Mark, true
	case layout.KindShading:
		return content.Shadings[item.Index].Mark, true
	}
	return 0, false
}
