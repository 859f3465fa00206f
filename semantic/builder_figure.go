package semantic

// figure adds a picture with its caption and the text inside it. One that has
// none of them is an image that nobody can see yet.
func (b *builder) figure(p *part) {
	alt, caption, labels := b.d.alt(p), b.caption(p), b.d.labels[keyOf(p)]
	if alt == "" && caption == nil && len(labels) == 0 {
		return
	}
	n := b.node(Figure, p)
	s := b.d.of(p)
	n.Attr = &Attr{Alt: alt, Box: p.box, Figure: &s.Figures[s.Blocks[p.block].Figure]}
	kids := make([]*Node, 0, 1+len(labels))
	for _, q := range labels {
		label := b.node(P, q)
		label.Children = b.children(b.chain(q, 0))
		kids = append(kids, label)
	}
	if caption != nil {
		kids = append(kids, caption)
	}
	n.Children = b.children(kids)
	b.block(n)
}

// caption makes the node of the caption of p, a table or figure; nil: it has none.
func (b *builder) caption(p *part) *Node {
	c := b.d.captions[keyOf(p)]
	if c == nil {
		return nil
	}
	n := b.node(Caption, c)
	sign := bullet(b.d.of(c).text(c.first))
	n.Children = b.children(b.chain(c, int32(sign)))
	return n
}
