package infer

import (
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// mendLinks changes the links to elements of the structure tree that got no node, since they hold
// nothing or are not grouped as a node. Such a link leads to the page of its
// element, or nowhere. The outline is changed likewise.
func (d *draft) mendLinks(root *semantic.Node, outline []semantic.OutlineItem) {
	there := map[string]bool{}
	for n := range root.All() {
		if n.Attr != nil && n.Attr.ID != "" {
			there["#"+n.Attr.ID] = true
		}
	}
	elements := make(map[string]int32, len(d.tree.ids))
	for i, id := range d.tree.ids {
		if first, taken := elements["#"+id]; !taken || i < first {
			elements["#"+id] = i
		}
	}
	mended := func(href string) string {
		if !strings.HasPrefix(href, "#") || there[href] || strings.HasPrefix(href, "#page-") {
			return href
		}
		if i, known := elements[href]; known {
			return d.elementPage(i)
		}
		return ""
	}
	for n := range root.All() {
		if n.Attr == nil || n.Attr.Href == "" {
			continue
		}
		if href := mended(n.Attr.Href); href != n.Attr.Href {
			a := *n.Attr // pieces of one link share their attributes
			a.Href = href
			n.Attr = &a
		}
	}
	mendOutline(outline, mended)
}

func mendOutline(items []semantic.OutlineItem, mended func(string) string) {
	for i := range items {
		items[i].Href = mended(items[i].Href)
		mendOutline(items[i].Children, mended)
	}
}

// elementPage returns the anchor of the page on which element i begins, or "" when it is on
// none.
func (d *draft) elementPage(i int32) string {
	if p := d.firstPart(i); p != nil {
		return pageAnchor(d.pages[p.sheet].Number)
	}
	return ""
}
