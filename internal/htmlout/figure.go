package htmlout

import (
	"slices"

	"github.com/pagelift/pagelift/semantic"
)

// figure writes a picture by its alternative text, the text inside it and its
// caption; images are assets of a later stage.
func (w *writer) figure(n *semantic.Node) {
	alt := altOf(n)
	if alt == "" && len(n.Children) == 0 && n.Text == "" {
		return
	}
	tag := "div"
	if w.semantic {
		tag = "figure"
	}
	w.open(tag, n)
	w.line()
	caption := childOf(n, semantic.Caption)
	first := caption != nil && n.Children[0] == caption // figcaption is the first or the last child
	if first {
		w.figureCaption(caption)
	}
	if alt != "" {
		w.str(`<p class="alt">`)
		w.text(alt)
		w.strLine("</p>")
	}
	if caption != nil {
		n = &semantic.Node{Text: n.Text, Children: slices.DeleteFunc(slices.Clone(n.Children), func(c *semantic.Node) bool { return c == caption })}
	}
	w.mixed(n)
	if caption != nil && !first {
		w.figureCaption(caption)
	}
	w.close(tag)
	w.line()
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

// altOf is the alternative text of a picture.
func altOf(n *semantic.Node) string {
	if n.Attr == nil {
		return ""
	}
	return n.Attr.Alt
}
