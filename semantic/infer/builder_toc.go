package infer

import "github.com/pagelift/pagelift/semantic"

// contentsList is the list of contents that is being built.
type contentsList struct {
	list    int32 // which list it is, see tocEntry.list
	entries []contentsItem
	above   string // the heading above it
}

type contentsItem struct {
	depth int8
	node  *semantic.Node
}

// entry adds an entry to the open list of contents, or to a new one.
func (b *builder) entry(p *part) {
	e := &b.d.contents[p.entry-1]
	if len(b.contents.entries) > 0 && b.contents.list != e.list {
		b.closeLists(0)
	}
	if len(b.contents.entries) == 0 {
		b.closeLists(0)
		b.contents.list, b.contents.above = e.list, e.above
	}
	n := b.node(semantic.TOCI, p)
	var content []*semantic.Node
	for p.sheet >= b.begun {
		content = append(content, b.pageBreak())
	}
	link := b.node(semantic.Link, nil)
	link.Children = b.children(b.entryWords(p, e))
	if e.href != "" {
		link.Attr = b.linkTo(e.href)
		content = append(content, link)
	} else {
		content = append(content, link.Children...)
	}
	if number := b.d.pageText(e); number != "" {
		span := b.node(semantic.Span, nil)
		span.Text = b.keep([]byte(" " + number))
		content = append(content, span)
	}
	n.Children = content
	b.contents.entries = append(b.contents.entries, contentsItem{e.depth, n})
}

// entryWords returns the words of an entry without the leader and the page number.
func (b *builder) entryWords(p *part, e *tocEntry) []*semantic.Node {
	in := &b.inline
	in.plain = true
	defer func() { in.plain = false }()
	base := b.d.baseStyle(p)
	for ; p != nil; p = p.next {
		s := b.d.sheetOf(p)
		for i := p.first; i <= p.last(); i++ {
			l := s.line(i)
			if (tocPlace{s.index, i}) == e.wordsEnd {
				in.line(s, i, l.Start, min(max(e.words, l.Start), l.End), base)
				return in.finish()
			}
			next := ""
			if i < p.last() {
				next = s.text(i + 1)
			} else if p.next != nil {
				next = b.d.sheetOf(p.next).text(p.next.first)
			}
			drop, glue := b.words.lineEnd(s.text(i), next)
			in.line(s, i, l.Start, l.End-int32(drop), base)
			in.space = in.space || !glue && !ideographs(s.text(i), next)
		}
	}
	return in.finish()
}

// closeContents closes the open list of contents.
func (b *builder) closeContents() {
	c := &b.contents
	if len(c.entries) == 0 {
		return
	}
	n := b.nest(c.entries)
	first := c.entries[0].node
	n.Page, n.Block, n.Evidence = first.Page, first.Block, first.Evidence
	if c.above != "" {
		attrOf(n).Title = c.above
	}
	b.flow = append(b.flow, n)
	c.entries = c.entries[:0]
}

// nest makes a list of entries. Deeper entries go into lists of their own below the entry
// before them. Depths are bounded, so the recursion is, too.
func (b *builder) nest(entries []contentsItem) *semantic.Node {
	list := b.node(semantic.TOC, nil)
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && entries[n].depth > entries[0].depth {
			n++
		}
		item := entries[0].node
		if n > 1 {
			item.Children = append(item.Children, b.nest(entries[1:n]))
		}
		list.Children = append(list.Children, item)
		entries = entries[n:]
	}
	return list
}
