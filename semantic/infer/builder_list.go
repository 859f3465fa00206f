package infer

import (
	"cmp"

	"github.com/pagelift/pagelift/semantic"
)

// listFrame is a list that is being built.
type listFrame struct {
	node  *semantic.Node
	items []*semantic.Node
	item  *semantic.Node   // the open item
	lead  *semantic.Node   // the first paragraph of item
	body  []*semantic.Node // the blocks behind lead
}

// item adds a list item, or a further block of the open one.
func (b *builder) item(p *part) {
	it := &b.d.items[p.item-1]
	depth := min(int(it.depth), len(b.lists))
	if it.more {
		b.more(p, depth)
		return
	}
	keep := depth + 1
	if it.opens {
		keep = depth
	}
	b.closeLists(keep)
	if len(b.lists) <= depth {
		b.open(p, it)
	}
	f := &b.lists[len(b.lists)-1]
	f.closeItem(b)
	f.item = b.node(semantic.LI, p)
	if p.note > 0 {
		attrOf(f.item).ID = noteID(p.note - 1)
	}
	var anchors []*semantic.Node
	for p.sheet >= b.begun {
		anchors = append(anchors, b.pageBreak())
	}
	f.lead = b.paragraph(p, b.d.sheetOf(p).markerLength(p.first, it.marker))
	f.lead.Role = semantic.P
	if len(anchors) > 0 {
		f.lead.Children = b.children(append(anchors, f.lead.Children...))
	}
}

// more adds a block to the open item of the list at depth.
func (b *builder) more(p *part, depth int) {
	if len(b.lists) > depth {
		b.closeLists(depth + 1)
		f := &b.lists[depth]
		for p.sheet >= b.begun {
			f.body = append(f.body, b.pageBreak())
		}
		b.inside = depth + 1
	}
	if p.role == semantic.LI {
		n := b.paragraph(p, 0)
		n.Role = semantic.P
		b.block(n)
	} else {
		b.unlisted(p)
	}
	b.inside = 0
}

// open opens a list, inside the open item if there is one.
func (b *builder) open(p *part, it *item) {
	n := b.node(semantic.L, p)
	if it.ordered {
		a := attrOf(n)
		a.Ordered, a.Numbering = true, it.label.Numbering()
		if it.label.Value != 1 {
			a.Start = it.label.Value
		}
	}
	if l, ok := b.d.noteLists[p]; ok {
		attrOf(n).Subtype, n.Attr.Title = l.kind, l.above
		if it.marker == 0 {
			n.Attr.Numbering = "" // its items begin with their labels
		}
	}
	b.lists = append(b.lists, listFrame{node: n})
}

// closeLists closes the open lists until keep are left.
func (b *builder) closeLists(keep int) {
	if keep == 0 {
		b.closeContents()
		b.closeDefinitions()
	}
	for len(b.lists) > keep {
		f := &b.lists[len(b.lists)-1]
		f.closeItem(b)
		f.node.Children = b.children(f.items)
		n := f.node
		b.lists = b.lists[:len(b.lists)-1]
		if len(b.lists) > 0 {
			outer := &b.lists[len(b.lists)-1]
			outer.body = append(outer.body, n)
		} else {
			b.flow = append(b.flow, n)
		}
	}
}

// closeItem closes the open item. An item of one paragraph needs no P.
func (f *listFrame) closeItem(b *builder) {
	if f.item == nil {
		return
	}
	paragraphs := false
	for _, n := range f.body {
		paragraphs = paragraphs || n.Role == semantic.P
	}
	content := b.content[:0]
	if paragraphs {
		content = append(content, f.lead)
	} else {
		content = append(content, f.lead.Children...)
		if a := f.lead.Attr; a != nil && (a.Lang != "" || a.Dir != "" || a.ID != "") {
			attrOf(f.item).Lang, f.item.Attr.Dir = a.Lang, a.Dir
			f.item.Attr.ID = cmp.Or(f.item.Attr.ID, a.ID)
		}
	}
	content = append(content, f.body...)
	body := b.node(semantic.LBody, nil)
	body.Children = b.children(content)
	f.item.Children = b.children([]*semantic.Node{body})
	f.items = append(f.items, f.item)
	f.item, f.lead, f.body, b.content = nil, nil, f.body[:0], content
}
