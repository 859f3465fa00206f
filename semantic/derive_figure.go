package semantic

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// figure makes a picture or a drawing. It is there even when nothing of it is to be
// seen yet: an image that the document says to be content is not left out.
func (w *deriver) figure(i int32) *Node {
	if w.isGone(i) {
		return nil
	}
	n := w.tagNode(Figure, i)
	picture := w.picture(n, i)
	a := n.attr()
	a.Alt = w.t.alternative(i)
	n.Children = w.liftPictures(n, w.captionFirst(w.holdKids(i)))
	if picture != nil && w.ownsCaption(n) {
		if caption := w.caption(picture); caption != nil {
			w.giveCaption(n, caption, false)
		}
	}
	w.useFiles(n, i)
	g := &w.t.tags[i]
	if a.Alt == "" && len(n.Children) == 0 && g.from == g.to && a.Figure == nil {
		return nil // of nothing
	}
	if n.Page == 0 && g.from < g.to {
		n.Page = w.t.content[g.from].page
	}
	if a.Alt == "" {
		w.nameFigure(n)
		if n.Attr.Subtype == Unnamed {
			n.Children = w.children(append(n.pictured(), n.Children...))
		}
	}
	return w.linked(i, n)
}

// picture finds the graphics of element i on its page, several as one, and gives the
// first; nil: there is none.
func (w *deriver) picture(n *Node, i int32) *part {
	if p := w.strays[i]; p != nil {
		n.attr().Figure, n.Attr.Box = &w.d.of(p).Figures[w.d.of(p).Blocks[p.block].Figure], p.box
		n.Page = int32(w.d.of(p).Number)
		return p
	}
	g := &w.t.tags[i]
	var first *part
	for c := g.first; c < g.end; c++ {
		chunk := &w.t.chunks[c]
		if chunk.leaf != i && w.t.tags[chunk.leaf].kind == figureTag {
			continue // it is that of a figure in this one
		}
		for _, p := range w.d.tagged[chunk.first:chunk.loose] {
			s := w.d.of(p)
			f := s.Blocks[p.block].Figure
			switch {
			case p.count > 0 || f < 0:
			case first == nil:
				first = p
				n.attr().Figure, n.Attr.Box = &s.Figures[f], p.box
			case first.sheet == p.sheet && len(n.Attr.Figure.Parts) < figureParts:
				n.Attr.Figure = joined(n.Attr.Figure, &s.Figures[f])
				n.Attr.Box = n.Attr.Figure.Box
			}
		}
	}
	return first
}

// joined is the figure that a and b are together.
func joined(a, b *layout.Figure) *layout.Figure {
	return &layout.Figure{
		Box: a.Box.Union(b.Box), Images: slices.Concat(a.Images, b.Images), Parts: slices.Concat(a.Parts, b.Parts),
		Vector: a.Vector && b.Vector, Bent: a.Bent + b.Bent, Alt: cmp.Or(a.Alt, b.Alt), Text: cmp.Or(a.Text, b.Text), Mark: a.Mark,
		Graphic: cmp.Or(a.Graphic, b.Graphic),
	}
}

// liftPictures takes pictures that layout found out of the Figure that they are, and
// the only Figure out of one that has nothing else but its caption: those lend their
// alternative.
func (w *deriver) liftPictures(n *Node, kids []*Node) []*Node {
	if !slices.ContainsFunc(kids, func(k *Node) bool { return k.Role == Figure }) {
		return kids
	}
	var out []*Node
	for _, k := range kids {
		if isInferredFigure(k) || n.Attr.Figure == nil && isSoleFigure(k, kids) {
			n.Attr.Figure, n.Attr.Box = cmp.Or(n.Attr.Figure, k.Attr.Figure), n.Attr.Box.Union(k.Attr.Box)
			w.pictures-- // it is not one beside n
			if k.Attr.Subtype != Unnamed {
				n.Attr.Alt = cmp.Or(n.Attr.Alt, k.Attr.Alt)
			}
			out = append(out, k.Children...)
		} else {
			out = append(out, k)
		}
	}
	return w.children(out)
}

func isInferredFigure(n *Node) bool {
	return n.Role == Figure && n.Attr != nil && !slices.ContainsFunc(n.Evidence, func(e Evidence) bool { return e.Rule == "tagged" })
}

// isSoleFigure reports whether k is a figure beside which kids have nothing but a
// caption.
func isSoleFigure(k *Node, kids []*Node) bool {
	return k.Role == Figure && k.Attr != nil && !slices.ContainsFunc(kids, func(o *Node) bool { return o != k && o.Role != Caption })
}

// nameFigure names a figure without an alternative. With text of its own it needs no
// name.
func (w *deriver) nameFigure(n *Node) {
	var caption *Node
	for _, k := range n.Children {
		if k.Role == Caption {
			caption = k
		} else if textBytes(k, 0) > 0 && n.Attr.Figure == nil {
			return
		}
	}
	n.nameFigure(caption, w.nth(n.Page))
}

// plainText is the text under n in one line.
func plainText(n *Node) string {
	var b strings.Builder
	for c := range n.All() {
		if b.Len() > 0 && !c.Role.Inline() {
			b.WriteByte(' ')
		}
		b.WriteString(c.Text)
	}
	return inOneLine(b.String())
}
