package htmlout

import "github.com/pagelift/pagelift/semantic"

// blockFormula writes a formula that stands by itself, as a figure when it has a
// caption.
func (w *writer) blockFormula(n *semantic.Node) {
	if childOf(n, semantic.Caption) != nil {
		w.captioned(n, w.displayed)
		return
	}
	w.displayed(n)
}

func (w *writer) displayed(n *semantic.Node) {
	w.formula("div", n)
	w.line()
}

// formula writes a formula as tag: its MathML, else its text with what it says in
// words, else its picture. A formula without anything is none.
func (w *writer) formula(tag string, n *semantic.Node) {
	alt := altOf(n)
	var math *mathElement
	if n.Attr != nil && n.Attr.MathML != "" && w.pages == nil {
		math = parseMath(n.Attr.MathML)
	}
	silent := math == nil && len(n.Children) == 0 && n.Text == ""
	picture, shown := Picture{}, false
	if silent {
		picture, shown = w.pictureOf(n)
	}
	if silent && !shown && !readable(alt) {
		return
	}
	w.str("<" + tag + ` class="formula"`)
	w.common(n)
	if math == nil && !shown && readable(alt) {
		w.attr("role", "math")
		w.attr("aria-label", alt)
	}
	w.str(">")
	switch {
	case shown:
		w.image(n, picture, "")
	case math != nil:
		w.math(math, tag == "div", alt)
	case tag == "div":
		w.content(n)
	default:
		w.inlines(n)
	}
	w.close(tag)
}
