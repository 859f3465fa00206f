package htmlout

import (
	"slices"

	"github.com/pagelift/pagelift/semantic"
)

// figure writes a picture by its alternative text, the text inside it and its
// caption; images are assets of a later stage.
func (w *writer) figure(n *semantic.Node) {
	if altOf(n) == "" && len(n.Children) == 0 && n.Text == "" {
		return
	}
	w.captioned(n, func(n *semantic.Node) {
		if alt := altOf(n); alt != "" {
			w.alternative("div", alt)
			w.line()
		}
		w.mixed(n)
	})
}

// captioned writes n as a figure: what inside writes of it, and its caption as the
// first or the last child, where figcaption can stand.
func (w *writer) captioned(n *semantic.Node, inside func(*semantic.Node)) {
	tag := "div"
	if w.semantic {
		tag = "figure"
	}
	w.open(tag, n)
	w.line()
	caption := childOf(n, semantic.Caption)
	first := caption != nil && n.Children[0] == caption && len(n.Children) > 1
	if first {
		w.figureCaption(caption)
	}
	if caption != nil {
		n = &semantic.Node{Role: n.Role, Text: n.Text, Attr: n.Attr, Children: slices.DeleteFunc(slices.Clone(n.Children), func(c *semantic.Node) bool { return c == caption })}
	}
	inside(n)
	if caption != nil && !first {
		w.figureCaption(caption)
	}
	w.close(tag)
	w.line()
}

// alternative writes what stands for a picture. The stylesheet shows it: as text
// of the document it would be read twice, and be taken for what the page says.
func (w *writer) alternative(tag, alt string) {
	if !readable(alt) {
		return
	}
	w.str("<")
	w.str(tag)
	w.str(` class="alt" role="img"`)
	w.attr("aria-label", alt)
	w.str(">")
	w.close(tag)
}

// figureCaption writes the caption of a figure.
func (w *writer) figureCaption(n *semantic.Node) {
	if w.semantic {
		w.open("figcaption", n)
	} else {
		w.str(`<div class="caption"`)
		w.common(n)
		w.str(">")
	}
	w.content(n)
	if w.semantic {
		w.strLine("</figcaption>")
	} else {
		w.strLine("</div>")
	}
}

// altOf is the alternative text of a picture or formula.
func altOf(n *semantic.Node) string {
	if n.Attr == nil {
		return ""
	}
	return n.Attr.Alt
}
