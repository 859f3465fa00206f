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
// words. A formula without anything is none.
func (w *writer) formula(tag string, n *semantic.Node) {
	alt := altOf(n)
	if math := childOf(n, semantic.Math); math != nil {
		w.str("<" + tag + ` class="formula"`)
		w.common(n)
		w.str(">")
		w.mathRoot(n, tag == "div", alt)
		w.close(tag)
		return
	}
	if !readable(alt) && len(n.Children) == 0 && n.Text == "" {
		return
	}
	w.str("<" + tag + ` class="formula"`)
	w.common(n)
	if readable(alt) {
		w.attr("role", "math")
		w.attr("aria-label", alt)
	}
	w.str(">")
	if tag == "div" {
		w.content(n)
	} else {
		w.inlines(n)
	}
	w.close(tag)
}
