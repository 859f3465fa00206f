package semantic

// contents makes a list of contents, or one of an entry that stands outside of any.
func (w *deriver) contents(i int32) *Node {
	if w.isGone(i) {
		return nil
	}
	n := w.tagNode(TOC, i)
	if w.t.tags[i].kind == entryTag {
		n.Children = w.children([]*Node{w.entry(i)})
		return n
	}
	var entries []*Node
	for _, e := range w.gatherItems(i, nil) {
		switch w.t.tags[e].kind {
		case entryTag:
			entries = append(entries, w.entry(e))
		case contentsTag:
			inner := w.contents(e)
			switch {
			case inner == nil:
			case len(entries) > 0:
				last := entries[len(entries)-1]
				last.Children = append(last.Children[:len(last.Children):len(last.Children)], inner)
			default:
				entries = append(entries, inner.Children...)
			}
		default:
			entry := w.node(TOCI, nil)
			entry.Children = w.hold(func() { w.element(e) })
			entries = append(entries, entry)
		}
	}
	if len(entries) == 0 {
		return nil
	}
	n.Children = w.children(entries)
	return n
}

// entry makes an entry of a list of contents.
func (w *deriver) entry(i int32) *Node {
	n := w.tagNode(TOCI, i)
	n.Children = w.bare(w.holdKids(i), n)
	return n
}

// note makes a footnote or endnote.
func (w *deriver) note(i int32) *Node {
	if w.isGone(i) {
		return nil
	}
	n := w.tagNode(FENote, i)
	w.inNote = true
	n.Children = w.holdKids(i)
	w.inNote = false
	if len(n.Children) == 0 {
		return nil
	}
	return n
}

// figure makes a picture, a drawing or a formula.
func (w *deriver) figure(i int32) *Node {
	if w.isGone(i) {
		return nil
	}
	g, e := &w.t.tags[i], &w.t.Elements[i]
	n := w.tagNode(g.role, i)
	for c := g.first; c < g.end; c++ {
		chunk := &w.t.chunks[c]
		for _, p := range w.d.tagged[chunk.first:chunk.loose] {
			s := w.d.of(p)
			if f := s.Blocks[p.block].Figure; p.count == 0 && f >= 0 && n.attr().Figure == nil {
				n.Attr.Figure, n.Attr.Box = &s.Figures[f], p.box
			}
		}
	}
	if e.Properties != nil {
		n.attr().Alt = e.Alt
		if e.HasActualText {
			n.Attr.Alt = e.ActualText
		}
	}
	n.Children = w.holdKids(i)
	return n
}
