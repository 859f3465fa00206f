package htmlout

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/formula"
)

// Math says how formulas are written that were read from their glyphs.
type Math uint8

const (
	MathML    Math = iota // MathML Core, with its TeX
	MathTeX               // text between \( and \), or \[ and \]
	MathImage             // as pictures of the page, with their text
)

// isInline reports whether n stands inside a line of text, where lines and blocks may stand. A formula may be
// either.
func isInline(n *semantic.Node) bool {
	return n.Role.Inline() || isRead(n) && !n.Attr.Math.Display
}

// isRead reports whether n is a formula that was read from its glyphs.
func isRead(n *semantic.Node) bool {
	return n.Role == semantic.Formula && n.Attr != nil && n.Attr.Math != nil && n.Attr.Math.Root != nil
}

// blockFormula writes a formula that stands alone. With a caption, it becomes a figure.
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

// shownFormula is what is written of a formula.
type shownFormula struct {
	source  *mathElement  // the MathML of the document
	tree    *formula.Tree // what was read from the glyphs
	tex     string
	picture Picture
	isImage bool
	alt     string // the formula in words
}

// show chooses what is written of a formula: MathML or TeX if it is known, else its picture, else its text.
func (w *writer) show(n *semantic.Node) shownFormula {
	s := shownFormula{alt: formulaText(n)}
	a := n.Attr
	if a == nil {
		return s
	}
	if a.MathML != "" && w.pages == nil {
		if s.source = parseMath(a.MathML); s.source != nil {
			return s
		}
	}
	known := isTree(a.Math) && a.Math.Trusted() && w.math != MathImage
	if s.picture, s.isImage = w.pictureOf(n); s.isImage && !known && (a.Math != nil || len(n.Children) == 0 && n.Text == "") {
		return s
	}
	s.isImage = false
	switch {
	case !isTree(a.Math) || !a.Math.Trusted():
	case w.math == MathTeX:
		s.tex = a.Math.TeX()
	default:
		s.tree = a.Math
	}
	return s
}

// formula writes a formula in the element tag: its MathML or TeX, else its picture, else its text with the formula
// in words. It writes nothing for an empty formula.
func (w *writer) formula(tag string, n *semantic.Node) {
	s := w.show(n)
	bare := s.source == nil && s.tree == nil && s.tex == "" && !s.isImage
	if bare && len(n.Children) == 0 && n.Text == "" && !readable(s.alt) {
		return
	}
	number := ""
	if n.Attr != nil && readable(n.Attr.Label) {
		number = n.Attr.Label
	}
	class := "formula"
	wide := s.tree != nil && w.pages == nil && isWideFormula(s.tree)
	switch {
	case number != "":
		class += " numbered"
	case wide && tag == "span":
		class += " wide"
	}
	w.str("<" + tag)
	w.attr("class", class)
	w.common(n)
	if number == "" {
		w.scrolls(wide)
	}
	if bare && readable(s.alt) && !isRead(n) {
		w.attr("role", "math")
		w.attr("aria-label", s.alt)
	}
	w.str(">")
	if w.pages != nil && isRead(n) {
		w.formulaOnPage(n, &s, number)
		w.close(tag)
		return
	}
	if number != "" {
		w.str("<" + tag + ` class="scroll"`)
		w.scrolls(wide)
		w.str(">")
	}
	w.formulaItself(tag, n, &s)
	if number != "" {
		w.close(tag)
		w.str(` <span class="number">`)
		w.text(number)
		w.str("</span>")
	}
	w.close(tag)
}

// formulaOnPage writes a formula of a facsimile: its glyphs at their positions, to be seen and copied, and its
// meaning for screen readers.
func (w *writer) formulaOnPage(n *semantic.Node, s *shownFormula, number string) {
	w.str(`<span class="m" aria-hidden="true">`)
	var glyphs []Placed
	if lines := n.Attr.Math.Lines; lines == nil {
		glyphs = w.pages.Formula(int(n.Page), n.Attr.Box)
	} else {
		for _, box := range lines {
			glyphs = append(glyphs, w.pages.Formula(int(n.Page), box)...)
		}
	}
	w.placed(glyphs)
	w.str(`</span><span class="u">`)
	if s.isImage {
		w.str("<img")
		w.attr("src", AssetFolder+"/"+s.picture.Name)
		w.attr("alt", s.alt)
		w.count("width", s.picture.Width, 0)
		w.count("height", s.picture.Height, 0)
		w.str(` loading="lazy" decoding="async">`)
	} else {
		w.formulaItself("span", n, s)
	}
	if number != "" {
		w.str(` <span class="number">`)
		w.text(number)
		w.str("</span>")
	}
	if last := len(glyphs) - 1; last >= 0 && strings.HasSuffix(glyphs[last].Text, " ") {
		w.str(" ")
	}
	w.str("</span>")
}

// scrolls makes a formula that scrolls reachable by keyboard (WCAG 2.1.1).
func (w *writer) scrolls(wide bool) {
	if wide {
		w.str(` role="group" tabindex="0" aria-label="Formula"`)
	}
}

// formulaItself writes what s has.
func (w *writer) formulaItself(tag string, n *semantic.Node, s *shownFormula) {
	display := tag == "div" || n.Attr != nil && n.Attr.Math != nil && n.Attr.Math.Display
	switch {
	case s.isImage:
		style := styleInLine(n.Attr.Figure)
		if f := n.Attr.Figure; display && f.Inset != nil && f.Inset.Size > 0 {
			style = fmt.Sprintf("width:%gem", round(f.Box.Width()/f.Inset.Size))
		}
		s.picture.NeedsPaper = false // the style sheet gives all pictures of formulas paper
		w.img("", style, s.alt, "", n.Attr.Figure, s.picture)
	case s.source != nil:
		w.mathSource(s.source, display, s.alt)
	case s.tree != nil:
		w.tree(s.tree, s.alt)
	case s.tex != "" && display:
		w.text(`\[` + s.tex + `\]`)
	case s.tex != "":
		w.text(`\(` + s.tex + `\)`)
	case isRead(n):
		w.text(s.alt)
	case tag == "div":
		w.content(n)
	default:
		w.inlines(n)
	}
}

// formulaText returns a formula in words: what was read of it or, if the reading is in doubt, what its glyphs say
// from left to right.
func formulaText(n *semantic.Node) string {
	if !isRead(n) {
		return altOf(n)
	}
	if n.Attr.Alt != "" && !n.Attr.Math.Trusted() {
		return n.Attr.Alt
	}
	return cmp.Or(n.Attr.Math.Text(), n.Attr.Alt)
}

// isFormulasOnly reports whether n holds only formulas that were read, and no other text.
func isFormulasOnly(n *semantic.Node) bool {
	found := false
	for c := range n.All() {
		switch {
		case isRead(c):
			found = true
		case readable(c.Text):
			return false
		}
	}
	return found
}
