package htmlout

import (
	"context"

	"github.com/pagelift/pagelift/semantic"
)

// furnitureClasses are the classes of the edges of a page. DPUB-ARIA has roles for them, doc-pageheader and
// doc-pagefooter, but checkers do not know these roles.
var furnitureClasses = map[string]string{"Header": "page-header", "Footer": "page-footer"}

// pageFurniture writes running heads, feet and page numbers in one hidden section behind the document. Programs
// can find them there; people do not see them.
func (w *writer) pageFurniture(ctx context.Context, root *semantic.Node) error {
	open := false
	for _, n := range root.Children {
		if n == nil || n.Role != semantic.Artifact {
			continue
		}
		if !open {
			w.strLine(`<div class="page-furniture" hidden>`)
			open = true
		}
		w.pageEdge(n)
		for i, c := range n.Children {
			if i%blocksPerCheck == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if c != nil && c.Role == semantic.Artifact {
				w.pageEdge(c)
			}
		}
	}
	if open {
		w.strLine("</div>")
	}
	return nil
}

// pageEdge writes the text of one edge of a page.
func (w *writer) pageEdge(n *semantic.Node) {
	if n.Text == "" && !hasInline(n) {
		return
	}
	w.str("<p")
	if n.Attr != nil {
		w.attr("class", furnitureClasses[n.Attr.Subtype])
	}
	w.count("data-page", int(n.Page), 0)
	w.str(">")
	w.inlines(n)
	w.strLine("</p>")
}

// hasInline reports whether n holds text, and not only other artifacts.
func hasInline(n *semantic.Node) bool {
	for _, c := range n.Children {
		if c != nil && c.Role != semantic.Artifact {
			return true
		}
	}
	return false
}
