package semantic

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// unnamedSubtype is that of a Figure whose document has no alternative for it.
const unnamedSubtype = "Unnamed"

// figure makes a picture or a drawing. It is there even when nothing of it is to be
// seen yet: an image that the document says to be content is not left out.
func (w *deriver) figure(i int32) *Node {
	if w.isElsewhere(i) {
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
	if g := &w.t.tags[i]; a.Alt == "" && len(n.Children) == 0 && g.from == g.to {
		return nil // of nothing
	}
	if a.Alt == "" {
		w.nameFigure(n)
	}
	return w.linked(i, n)
}

// picture finds the graphics of element i on its page; nil: there is none.
func (w *deriver) picture(n *Node, i int32) *part {
	g := &w.t.tags[i]
	for c := g.first; c < g.end; c++ {
		chunk := &w.t.chunks[c]
		for _, p := range w.d.tagged[chunk.first:chunk.loose] {
			s := w.d.of(p)
			if f := s.Blocks[p.block].Figure; p.count == 0 && f >= 0 {
				n.attr().Figure, n.Attr.Box = &s.Figures[f], p.box
				return p
			}
		}
	}
	return nil
}

// liftPictures takes pictures that layout found out of the Figure that they are:
// one that is marked with an alternative lends it.
func (w *deriver) liftPictures(n *Node, kids []*Node) []*Node {
	if !slices.ContainsFunc(kids, isInferredFigure) {
		return kids
	}
	var out []*Node
	for _, k := range kids {
		if isInferredFigure(k) {
			n.Attr.Alt = cmp.Or(n.Attr.Alt, k.Attr.Alt)
			out = append(out, k.Children...)
		} else {
			out = append(out, k)
		}
	}
	return w.children(out)
}

func isInferredFigure(n *Node) bool {
	return n.Role == Figure && n.Attr != nil && n.Attr.Subtype != unnamedSubtype && !slices.ContainsFunc(n.Evidence, func(e Evidence) bool { return e.Rule == "tagged" })
}

// nameFigure gives a figure without an alternative the best name there is: its
// caption, else its number. With text of its own it needs none.
func (w *deriver) nameFigure(n *Node) {
	w.figures++
	caption := ""
	for _, k := range n.Children {
		if k.Role == Caption {
			caption = plainText(k)
		} else if textBytes(k, 0) > 0 {
			return
		}
	}
	n.Attr.Alt, n.Attr.Subtype = cmp.Or(caption, "Figure "+strconv.Itoa(w.figures)), unnamedSubtype
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
	return strings.Join(strings.Fields(b.String()), " ")
}

// isElsewhere reports whether the content of element i stands on pages that are not
// converted.
func (w *deriver) isElsewhere(i int32) bool {
	g := &w.t.tags[i]
	for _, c := range w.t.content[g.from:g.to] {
		_, here := slices.BinarySearchFunc(w.d.pages, int(c.page), func(p PageInfo, n int) int { return cmp.Compare(p.Number, n) })
		if here {
			return false
		}
	}
	return g.from < g.to
}
