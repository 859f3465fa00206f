package pdfua

import (
	"context"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// contentState is what the pages so far have shown.
type contentState struct {
	marks []markState // of the current page, parallel to layout.Content.Marks
	// painted counts how many times each form XObject with tagged content was painted, by object number.
	painted map[int32]int
	fonts   map[*font.Font]bool // fonts that were checked; true: also as a font whose text is visible

	formsOf int  // the page for which forms is valid
	forms   bool // that page has a form XObject that is tagged as a whole
}

// itemsPerCheck is the number of painted items between two checks of the context.
const itemsPerCheck = 1 << 16

// Page checks the content of a page. content is what content.Reader reads without annotations,
// which are checked by their dictionaries. Pages come one at a time, each once.
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

// taggedWhole reports whether an item is in the structure without marked content: an image by its
// object, or an item of a form XObject that is tagged as a whole (ISO 32000-1 clause 14.7.4.3). The
// form to which an item belongs is not known, so any such form on the page counts.
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

// inTree reports whether an XObject belongs to a structure element as a whole.
func (c *Checker) inTree(xobject pdf.Object) bool {
	key, ok := c.doc.Number(c.doc.Dict(xobject).Raw("StructParent"))
	return ok && c.tree.Object(int(key)) != nil
}

// kinds has the names of painted things for people.
var kinds = map[layout.Kind]string{
	layout.KindRun: "text", layout.KindPath: "line art", layout.KindImage: "an image", layout.KindShading: "a gradient",
}

// markOf returns the innermost marked-content sequence around item. ok is false when item itself
// paints nothing.
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
