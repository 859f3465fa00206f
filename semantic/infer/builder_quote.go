package infer

import "github.com/pagelift/pagelift/semantic"

// quote adds a paragraph of a quote to the quote before it, or to a new one.
func (b *builder) quote(p *part) {
	paragraph := b.paragraph(p, 0)
	paragraph.Role = semantic.P
	if n := len(b.flow); n > 0 && len(b.lists) == 0 && b.flow[n-1].Role == semantic.BlockQuote {
		last := b.flow[n-1]
		last.Children = append(last.Children, paragraph)
		return
	}
	n := b.node(semantic.BlockQuote, p)
	n.Children = b.children([]*semantic.Node{paragraph})
	b.block(n)
}
