package htmlout

import (
	"slices"

	"github.com/pagelift/pagelift/semantic"
)

// paginator cuts the tree of a document into one tree for each page. What continues on the next page is in both
// trees: a paragraph as two, a list that continues its numbers, a table with the rest of its rows. Within a page
// the order is that of the document.
type paginator struct {
	origins map[*semantic.Node][]semantic.Origin
	page    int32 // of the last node that was met
}

// onPage is the part of a node that is on one page.
type onPage struct {
	page int32
	node *semantic.Node
}

// pages returns the children of root by page.
func (p *paginator) pages(root *semantic.Node) map[int32][]*semantic.Node {
	pages := map[int32][]*semantic.Node{}
	for _, c := range root.Children {
		for _, part := range p.cut(c) {
			pages[part.page] = append(pages[part.page], part.node)
		}
	}
	return pages
}

// cut returns the parts of n by page, in the order of the pages.
func (p *paginator) cut(n *semantic.Node) []onPage {
	switch {
	case n == nil || n.Role == semantic.Artifact:
		return nil // Pages.Rest shows it
	case n.Role == semantic.PageBreak:
		p.page = n.Page
		return nil
	case len(n.Children) == 0:
		return p.cutText(n)
	}
	own := p.cutText(n) // no node seen has both text and children
	parts := make([]onPage, 0, 1)
	at := map[int32]int{}
	kids := map[int32][]*semantic.Node{}
	add := func(k onPage) {
		if _, ok := at[k.page]; !ok {
			at[k.page] = len(parts)
			parts = append(parts, onPage{page: k.page})
		}
		if k.node != nil {
			kids[k.page] = append(kids[k.page], k.node)
		}
	}
	if n.Text != "" {
		for _, k := range own {
			add(k)
		}
	}
	for _, c := range n.Children {
		for _, k := range p.cut(c) {
			add(k)
		}
	}
	items := 0
	for i := range parts {
		part := &parts[i]
		if len(parts) == 1 && len(kids[part.page]) == len(n.Children) && n.Text == "" {
			if slices.Equal(kids[part.page], n.Children) {
				part.node = n
				break
			}
			copied := *n
			copied.Children = kids[part.page]
			part.node = &copied
			break
		}
		copied := *n
		copied.Text, copied.Children = "", kids[part.page]
		if i > 0 {
			copied.Attr = goesOn(n, items)
		}
		items += len(copied.Children)
		part.node = &copied
	}
	return parts
}

// goesOn returns the attributes of the rest of n, after the given number of items.
func goesOn(n *semantic.Node, items int) *semantic.Attr {
	if n.Attr == nil {
		if n.Role != semantic.L {
			return nil
		}
		return &semantic.Attr{}
	}
	a := *n.Attr
	a.ID = ""
	if n.Role == semantic.L && a.Ordered {
		a.Start = max(a.Start, 1) + items
	}
	return &a
}

// cutText cuts a node with text, or an empty one.
func (p *paginator) cutText(n *semantic.Node) []onPage {
	origins := p.origins[n]
	if len(origins) == 0 {
		if n.Text == "" && n.Page > 0 {
			p.page = n.Page
		}
		return []onPage{{p.page, n}}
	}
	var parts []onPage
	for from := 0; from < len(origins); {
		to := from + 1
		for to < len(origins) && origins[to].Page == origins[from].Page {
			to++
		}
		p.page = origins[from].Page
		if from == 0 && to == len(origins) {
			return []onPage{{p.page, n}}
		}
		copied := *n
		p.origins[&copied] = origins[from:to]
		parts = append(parts, onPage{p.page, &copied})
		from = to
	}
	return parts
}
