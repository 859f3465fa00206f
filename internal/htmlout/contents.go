package htmlout

import "github.com/pagelift/pagelift/semantic"

// contents writes a list of contents, the outermost in a landmark of its own.
func (w *writer) contents(n *semantic.Node) {
	if len(n.Children) == 0 && n.Text == "" {
		return
	}
	landmark := w.semantic && !w.inContents
	if landmark {
		w.str(`<nav role="doc-toc"`)
		if n.Attr != nil {
			w.attr("aria-label", n.Attr.Title)
		}
		w.strLine(">")
		w.inContents = true
	}
	w.open("ul", n)
	w.line()
	if n.Text != "" {
		w.str("<li>")
		w.text(n.Text)
		w.strLine("</li>")
	}
	for _, c := range n.Children {
		if c != nil && c.Role != semantic.Artifact {
			w.contentsItem(c)
		}
	}
	w.close("ul")
	w.line()
	if landmark {
		w.strLine("</nav>")
		w.inContents = false
	}
}

// contentsItem writes an entry; what is none becomes one.
func (w *writer) contentsItem(n *semantic.Node) {
	if n.Role != semantic.TOCI {
		w.item(n)
		return
	}
	w.open("li", n)
	w.content(n)
	w.strLine("</li>")
}
