package semantic

// quote adds a paragraph of a quote to the one it follows, or to a new one.
func (b *builder) quote(p *part) {
	paragraph := b.paragraph(p, 0)
	paragraph.Role = P
	if n := len(b.flow); n > 0 && len(b.lists) == 0 && b.flow[n-1].Role == BlockQuote {
		last := b.flow[n-1]
		last.Children = append(last.Children, paragraph)
		return
	}
	n := b.node(BlockQuote, p)
	n.Children = b.children([]*Node{paragraph})
	b.block(n)
}
