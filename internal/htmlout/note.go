package htmlout

import "github.com/pagelift/pagelift/semantic"

// note writes a footnote or endnote. The role says what the mark in the text leads
// to, and keeps it out of the landmarks that an aside is among.
func (w *writer) note(n *semantic.Node) {
	tag := "div"
	if w.semantic {
		tag = "aside"
	}
	w.str("<")
	w.str(tag)
	w.common(n)
	if w.semantic {
		w.str(` role="doc-footnote"`)
	}
	w.strLine(">")
	w.mixed(n)
	w.close(tag)
	w.line()
}
