package infer

import "github.com/pagelift/pagelift/semantic"

// descriptionNumbering is the Numbering of lists of terms and descriptions. The name is that
// of ListNumbering (ISO 32000-2 table 382).
const descriptionNumbering = "description"

// definitionList is the list of terms that is being built.
type definitionList struct {
	node  *semantic.Node
	items []*semantic.Node
	term  *semantic.Node
	body  []*semantic.Node // paragraphs of the open description
}

// define adds a term, a description, or both to the open list of terms.
func (b *builder) define(p *part) {
	l := &b.definitions
	if l.node == nil {
		if p.defines == description {
			b.block(b.plainParagraph(p))
			return
		}
		b.closeLists(0)
		l.node = b.node(semantic.L, p)
		l.node.Attr = &semantic.Attr{Numbering: descriptionNumbering}
	}
	switch p.defines {
	case definedTerm:
		l.closeItem(b)
		l.term = b.node(semantic.Lbl, p)
		l.term.Children = b.children(b.chain(p, 0))
	case runInTerm:
		l.closeItem(b)
		s := b.d.sheetOf(p)
		start := s.line(p.first).Start
		size := b.d.termBytes(s, p)
		l.term = b.node(semantic.Lbl, p)
		l.term.Children = b.children(b.lineStart(p, start+size))
		l.body = append(l.body, b.plainParagraphFrom(p, size))
	case description:
		l.body = append(l.body, b.plainParagraph(p))
	}
}

// lineStart returns the nodes of the first line of p up to end.
func (b *builder) lineStart(p *part, end int32) []*semantic.Node {
	in := &b.inline
	for p.sheet >= b.begun {
		in.pageBreak(b.pageBreak())
	}
	s := b.d.sheetOf(p)
	in.line(s, p.first, s.line(p.first).Start, end, b.d.baseStyle(p)|semantic.Bold)
	return in.finish()
}

func (b *builder) plainParagraph(p *part) *semantic.Node { return b.plainParagraphFrom(p, 0) }

// plainParagraphFrom returns the node of p as a paragraph, without its first skip bytes.
func (b *builder) plainParagraphFrom(p *part, skip int32) *semantic.Node {
	n := b.paragraph(p, skip)
	n.Role = semantic.P
	return n
}

// closeItem closes the open term. A description of one paragraph needs no P.
func (l *definitionList) closeItem(b *builder) {
	if l.term == nil {
		return
	}
	item := b.node(semantic.LI, nil)
	item.Page, item.Block, item.Evidence = l.term.Page, l.term.Block, l.term.Evidence
	body := b.node(semantic.LBody, nil)
	if len(l.body) == 1 {
		body.Children = l.body[0].Children
	} else {
		body.Children = b.children(l.body)
	}
	item.Children = b.children([]*semantic.Node{l.term, body})
	l.items = append(l.items, item)
	l.term, l.body = nil, l.body[:0]
}

// closeDefinitions closes the open list of terms.
func (b *builder) closeDefinitions() {
	l := &b.definitions
	if l.node == nil {
		return
	}
	l.closeItem(b)
	l.node.Children = b.children(l.items)
	b.flow = append(b.flow, l.node)
	l.node, l.items = nil, l.items[:0]
}
