package infer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// figure makes the node of a picture or a drawing. It makes one even if nothing of it can be
// shown: an image that the document calls content is not left out.
func (w *deriver) figure(i int32) *semantic.Node {
	if w.isGone(i) {
		return nil
	}
	n := w.tagNode(semantic.Figure, i)
	picture := w.picture(n, i)
	a := attrOf(n)
	a.Alt = w.t.alternative(i)
	n.Children = w.liftPictures(n, w.captionFirst(w.collectKids(i)))
	if picture != nil && w.ownsCaption(n) {
		if caption := w.caption(picture); caption != nil {
			w.giveCaption(n, caption, false)
		}
	}
	w.useFiles(n, i)
	g := &w.t.tags[i]
	if a.Alt == "" && len(n.Children) == 0 && g.from == g.to && a.Figure == nil {
		return nil // it shows nothing and says nothing
	}
	if n.Page == 0 && g.from < g.to {
		n.Page = w.t.content[g.from].page
	}
	if a.Alt == "" {
		w.nameFigure(n)
		if n.Attr.Subtype == semantic.Unnamed {
			n.Children = w.children(append(picturedText(n), n.Children...))
		}
	}
	return w.linked(i, n)
}

// picture finds the graphics of element i and gives them to n, those of one page joined. It
// returns the first one, or nil.
func (w *deriver) picture(n *semantic.Node, i int32) *part {
	if p := w.strays[i]; p != nil {
		attrOf(n).Figure, n.Attr.Box = &w.d.sheetOf(p).Figures[w.d.sheetOf(p).Blocks[p.block].Figure], p.box
		n.Page = int32(w.d.sheetOf(p).Number)
		return p
	}
	found := w.painted(i)
	if len(found) == 0 {
		return nil
	}
	var pages []*layout.Figure // one for each page
	for at := 0; at < len(found); {
		var pieces []*layout.Figure
		for from := at; at < len(found) && found[at].sheet == found[from].sheet; at++ {
			pieces = append(pieces, w.figureOf(found[at]))
		}
		pages = append(pages, together(pieces))
	}
	if attrOf(n).Figure = pages[0]; len(pages) > 1 {
		first := *pages[0] // the page keeps its own
		first.Beside = append(first.Beside[:len(first.Beside):len(first.Beside)], pages[1:]...)
		n.Attr.Figure = &first
	}
	n.Attr.Box = pages[0].Box
	return found[0]
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// figureParts is the most pictures of one element of the structure tree.
	figureParts = limits.FigureParts
)

// painted returns the graphics of element i.
func (w *deriver) painted(i int32) []*part {
	var found []*part
	g := &w.t.tags[i]
	for c := g.first; c < g.end; c++ {
		chunk := &w.t.chunks[c]
		if chunk.leaf != i && w.t.tags[chunk.leaf].kind == figureTag {
			continue // it belongs to a figure inside of this one
		}
		for _, p := range w.d.tagged[chunk.first:chunk.loose] {
			if p.count == 0 && w.figureOf(p) != nil && len(found) < figureParts {
				found = append(found, p)
			}
		}
	}
	return found
}

// figureOf returns the figure that p is, or nil.
func (w *deriver) figureOf(p *part) *layout.Figure {
	s := w.d.sheetOf(p)
	if f := s.Blocks[p.block].Figure; f >= 0 {
		return &s.Figures[f]
	}
	return nil
}

// together joins the figures of one element on one page: images become one image, drawings become
// pieces that keep their places. A drawing shows all that is painted in its box, so images in it
// are left out. Other images lie below the drawings.
func together(list []*layout.Figure) *layout.Figure {
	drawings := slices.DeleteFunc(slices.Clone(list), func(f *layout.Figure) bool { return !f.Vector })
	images := slices.DeleteFunc(slices.Clone(list), func(f *layout.Figure) bool {
		return f.Vector || slices.ContainsFunc(drawings, func(d *layout.Figure) bool { return f.Box.Intersect(d.Box) == f.Box })
	})
	pieces := append(images, drawings...)
	if len(pieces) == 1 {
		return pieces[0]
	}
	all := &layout.Figure{Mark: pieces[0].Mark}
	for _, f := range pieces {
		all.Box, all.Alt, all.Text = all.Box.Union(f.Box), cmp.Or(all.Alt, f.Alt), cmp.Or(all.Text, f.Text)
		all.Images, all.Parts = append(all.Images, f.Images...), append(all.Parts, f.Parts...)
	}
	if len(drawings) > 0 {
		all.Parts, all.Pieces = nil, pieces
	}
	return all
}

// liftPictures gives n the pictures of Figures in it, and removes those Figures: pictures that
// layout found, and a Figure that is alone in n but for a caption. Their alternative text goes to
// n, too.
func (w *deriver) liftPictures(n *semantic.Node, kids []*semantic.Node) []*semantic.Node {
	if !slices.ContainsFunc(kids, func(k *semantic.Node) bool { return k.Role == semantic.Figure }) {
		return kids
	}
	var out []*semantic.Node
	for _, k := range kids {
		if isInferredFigure(k) || n.Attr.Figure == nil && isSoleFigure(k, kids) {
			n.Attr.Figure, n.Attr.Box = cmp.Or(n.Attr.Figure, k.Attr.Figure), n.Attr.Box.Union(k.Attr.Box)
			w.pictures-- // it is no picture besides n
			if k.Attr.Subtype != semantic.Unnamed {
				n.Attr.Alt = cmp.Or(n.Attr.Alt, k.Attr.Alt)
			}
			out = append(out, k.Children...)
		} else {
			out = append(out, k)
		}
	}
	return w.children(out)
}

func isInferredFigure(n *semantic.Node) bool {
	return n.Role == semantic.Figure && n.Attr != nil && !slices.ContainsFunc(n.Evidence, func(e semantic.Evidence) bool { return e.Rule == "tagged" })
}

// isSoleFigure reports whether k is a figure, and kids have nothing else but a
// caption.
func isSoleFigure(k *semantic.Node, kids []*semantic.Node) bool {
	return k.Role == semantic.Figure && k.Attr != nil && !slices.ContainsFunc(kids, func(o *semantic.Node) bool { return o != k && o.Role != semantic.Caption })
}

// nameFigure gives a figure without alternative text a name, unless it consists of
// text.
func (w *deriver) nameFigure(n *semantic.Node) {
	var caption *semantic.Node
	for _, k := range n.Children {
		if k.Role == semantic.Caption {
			caption = k
		} else if textBytes(k, 0) > 0 && n.Attr.Figure == nil {
			return
		}
	}
	nameFigure(n, caption, w.nth(n.Page))
}

// plainText returns the text under n in one line.
func plainText(n *semantic.Node) string {
	var b strings.Builder
	for c := range n.All() {
		if b.Len() > 0 && !c.Role.Inline() {
			b.WriteByte(' ')
		}
		b.WriteString(c.Text)
	}
	return inOneLine(b.String())
}
