package htmlout

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic/formula"
)

// treeDepth is how deep the nodes of a written formula may nest. Each node opens up to two elements; see maxDepth.
// The deepest of 2,052 formulas of encyclopaedias has 14 levels.
const treeDepth = 36

// treeWriter writes a formula that was read from its glyphs as MathML Core.
type treeWriter struct {
	*writer
	display bool // large operators are large, with their limits over and under them
	index   bool // inside of a subscript: neighbours are a list, not a product
}

// tree writes a formula that was read from its glyphs.
func (w *writer) tree(t *formula.Tree, alt string) {
	w.str("<math")
	if t.Display {
		w.attr("display", "block")
	}
	if readable(alt) {
		w.attr("alttext", alt)
	}
	m := treeWriter{writer: w, display: t.Display}
	if w.inTable {
		// Programs that extract tables from HTML read all text of a cell. They must not read the formula twice.
		w.str(">")
		m.element("mrow", rowOf(t.Root))
		w.str("</math>")
		return
	}
	w.str("><semantics>")
	m.element("mrow", rowOf(t.Root))
	w.str(`<annotation encoding="application/x-tex">`)
	w.text(t.TeX())
	w.str("</annotation></semantics></math>")
}

// isTree reports whether t can be written: it exists, and is within the bounds of formulas.
func isTree(t *formula.Tree) bool {
	if t == nil || t.Root == nil {
		return false
	}
	count := 0
	return fitsTree(t.Root, 1, &count)
}

func fitsTree(n *formula.Node, depth int, count *int) bool {
	if n == nil {
		return true
	}
	if *count++; *count > mathElements || depth > treeDepth {
		return false
	}
	for _, c := range n.Children {
		if !fitsTree(c, depth+1, count) {
			return false
		}
	}
	return true
}

// rowOf returns the nodes of the row n, or n itself if it is not a row.
func rowOf(n *formula.Node) []*formula.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == formula.Row:
		return n.Children
	}
	return []*formula.Node{n}
}

// element writes nodes in an element that takes any number of them.
func (m treeWriter) element(tag string, nodes []*formula.Node) {
	m.str("<" + tag + ">")
	m.row(nodes, false)
	m.close(tag)
}

// one writes n as exactly one element.
func (m treeWriter) one(n *formula.Node) {
	if n == nil || n.Kind == formula.Row {
		if nodes := rowOf(n); len(nodes) != 1 || nodes[0] == nil || nodes[0].Kind == formula.Row {
			m.element("mrow", nodes)
			return
		}
		n = n.Children[0]
	}
	m.node(n, "")
}

// row writes nodes one after the other. goesOn says that an operator at the beginning has its left operand
// elsewhere: in the previous column of an aligned equation.
func (m treeWriter) row(nodes []*formula.Node, goesOn bool) {
	first, last := ends(nodes)
	var before *formula.Node
	for i, n := range nodes {
		if n == nil {
			continue
		}
		if before != nil {
			m.invisibleOperator(before, n)
		}
		form := ""
		if core := coreOf(n); core != nil && core.Kind == formula.Operator && isSign(core.Text) {
			switch isPrefix := before == nil && !goesOn || before != nil && wantsMore(before); {
			case isPrefix && (i != first || first == last):
				form = "prefix"
			case !isPrefix && i == first && first != last:
				form = "infix"
			}
		}
		if isColon(n) && i+1 < len(nodes) && isEquals(nodes[i+1]) {
			continue // the next one has both
		}
		if i > 0 && isEquals(n) && isColon(nodes[i-1]) {
			m.token("mo", ":=")
		} else {
			m.node(n, form)
		}
		if n.Kind != formula.Space {
			before = n
		}
	}
}

// ends returns the first and the last node by which browsers find the form of an operator. White space and text do
// not count.
func ends(nodes []*formula.Node) (first, last int) {
	first, last = -1, -1
	for i, n := range nodes {
		if n != nil && n.Kind != formula.Space && n.Kind != formula.Text {
			if last = i; first < 0 {
				first = i
			}
		}
	}
	return first, last
}

// node writes a node as one element. form is that of its operator, or "" if the browser finds it itself.
func (m treeWriter) node(n *formula.Node, form string) {
	switch n.Kind {
	case formula.Identifier:
		m.identifier(n)
	case formula.Number:
		m.token("mn", inAlphabet(n.Text, n.Alphabet))
	case formula.Operator:
		m.operator(n, form)
	case formula.Text:
		m.words(n)
	case formula.Space:
		m.str(fmt.Sprintf(`<mspace width="%gem"></mspace>`, round(min(max(n.Width, -mostSpace), mostSpace))))
	case formula.Fraction:
		m.fraction(n)
	case formula.Root:
		m.root(n)
	case formula.Scripts:
		m.scripts(n, form)
	case formula.Limits:
		m.limits(n, form)
	case formula.Fence:
		m.fence(n)
	case formula.Table:
		m.table(n)
	default: // a row, or a row of a table without a table
		m.element("mrow", n.Children)
	}
}

// mostSpace is the widest white space in ems. A line of text has about forty.
const mostSpace = 40

func (m treeWriter) token(tag, text string) {
	m.str("<" + tag + ">")
	m.text(text)
	m.close(tag)
}

// identifier writes a variable. Browsers set a single letter in italics. If it is upright on the page, an
// attribute says so.
func (m treeWriter) identifier(n *formula.Node) {
	r, size := utf8.DecodeRuneInString(n.Text)
	switch alone := size == len(n.Text) && slants(r); {
	case alone && n.Alphabet == layout.Upright:
		m.str(`<mi mathvariant="normal">`)
		m.text(n.Text)
		m.str("</mi>")
	case alone && n.Alphabet == layout.MathItalic:
		m.token("mi", n.Text)
	default:
		m.token("mi", inAlphabet(n.Text, n.Alphabet))
	}
}

// words writes text. Words in italics stay plain words: for those who listen or search, letters of a mathematical
// alphabet are not words. White space at the ends becomes a no-break space, since browsers would drop it.
func (m treeWriter) words(n *formula.Node) {
	class, text := "", n.Text
	switch n.Alphabet {
	case layout.Upright:
	case layout.MathItalic:
		class = "italic"
	case layout.MathBold:
		class = "bold"
	default:
		text = inAlphabet(text, n.Alphabet)
	}
	inner := strings.TrimSpace(text)
	m.str("<mtext")
	m.attr("class", class)
	m.str(">")
	if text != strings.TrimLeft(text, " ") {
		m.str("\u00A0")
	}
	m.text(inner)
	if inner != "" && text != strings.TrimRight(text, " ") {
		m.str("\u00A0")
	}
	m.close("mtext")
}

// kid returns child i of n, or nil.
func kid(n *formula.Node, i int) *formula.Node {
	if i < len(n.Children) {
		return n.Children[i]
	}
	return nil
}

func (m treeWriter) fraction(n *formula.Node) {
	m.str("<mfrac")
	if n.NoBar {
		m.attr("linethickness", "0")
	}
	m.str(">")
	m.display = false
	m.one(kid(n, 0))
	m.one(kid(n, 1))
	m.close("mfrac")
}

func (m treeWriter) root(n *formula.Node) {
	if kid(n, 1) == nil {
		m.element("msqrt", rowOf(kid(n, 0)))
		return
	}
	m.str("<mroot>")
	m.one(kid(n, 0))
	m.display = false
	m.one(kid(n, 1))
	m.close("mroot")
}

// scripts writes a base with what stands beside it, raised or lowered.
func (m treeWriter) scripts(n *formula.Node, form string) {
	base, sub, sup := kid(n, 0), kid(n, 1), kid(n, 2)
	styled := m.styleOf(n)
	if styled {
		m.str(`<mstyle displaystyle="true">`)
		m.display = true
	}
	under := treeWriter{writer: m.writer, index: true}
	over := treeWriter{writer: m.writer, index: m.index}
	switch {
	case kid(n, 3) != nil || kid(n, 4) != nil:
		m.str("<mmultiscripts>")
		m.base(base, form)
		under.one(sub)
		over.one(sup)
		m.str("<mprescripts></mprescripts>")
		under.one(kid(n, 3))
		over.one(kid(n, 4))
		m.close("mmultiscripts")
	case sub != nil && sup != nil:
		m.str("<msubsup>")
		m.base(base, form)
		under.one(sub)
		over.one(sup)
		m.close("msubsup")
	case sub != nil:
		m.str("<msub>")
		m.base(base, form)
		under.one(sub)
		m.close("msub")
	case sup != nil:
		m.str("<msup>")
		m.base(base, form)
		over.one(sup)
		m.close("msup")
	default:
		m.base(base, form)
	}
	if styled {
		m.close("mstyle")
	}
}

// base writes the base of scripts or limits. A bar with scripts is a closing bar: it means the value at what
// stands below.
func (m treeWriter) base(n *formula.Node, form string) {
	if n != nil && n.Kind == formula.Operator {
		if form == "" && isBar(n.Text) {
			form = "postfix"
		}
		m.operator(n, form)
		return
	}
	m.one(n)
}

// styleOf reports whether n needs a style of its own, so that its operator is as large as on the page.
func (m treeWriter) styleOf(n *formula.Node) bool {
	core := coreOf(n)
	return core != nil && core.Kind == formula.Operator && core.Large && !m.display && isLargeOperator(core.Text)
}

// limits writes a base with what stands under and over it.
func (m treeWriter) limits(n *formula.Node, form string) {
	base, under, over := kid(n, 0), kid(n, 1), kid(n, 2)
	if under == nil && over == nil {
		m.base(base, form)
		return
	}
	styled := m.styleOf(n)
	if styled {
		m.str(`<mstyle displaystyle="true">`)
		m.display = true
	}
	tag := "munderover"
	if over == nil {
		tag = "munder"
	} else if under == nil {
		tag = "mover"
	}
	m.str("<" + tag)
	if n.Accent {
		if under != nil {
			m.attr("accentunder", "true")
		}
		if over != nil {
			m.attr("accent", "true")
		}
		m.attr("class", lineClass(n))
	}
	m.str(">")
	m.base(base, form)
	marks := treeWriter{writer: m.writer, index: true}
	for _, mark := range []*formula.Node{under, over} {
		switch {
		case mark == nil:
		case n.Accent && mark.Kind == formula.Operator:
			m.token("mo", accentOf(mark.Text))
		default:
			marks.one(mark)
		}
	}
	m.close(tag)
	if styled {
		m.close("mstyle")
	}
}

// fence writes brackets and their content. Brackets as high as text must not grow: browsers use wider ones even
// where they are not higher.
func (m treeWriter) fence(n *formula.Node) {
	m.str("<mrow>")
	m.bracket(n.Text, n.Large)
	if len(n.Children) == 1 {
		m.one(n.Children[0])
	} else {
		m.element("mrow", n.Children)
	}
	m.bracket(n.Close, n.Large)
	m.str("</mrow>")
}

func (m treeWriter) bracket(s string, grows bool) {
	if s == "" {
		return
	}
	if grows {
		m.str("<mo>")
	} else {
		m.str(`<mo stretchy="false">`)
	}
	m.text(s)
	m.str("</mo>")
}

// alignNames are the classes and attribute values of the alignments of cells.
var alignNames = [...]string{formula.Center: "center", formula.Left: "left", formula.Right: "right"}

// table writes rows and columns. MathML Core leaves the alignment of cells to style sheets; the attribute is for
// those who read the formula without one.
func (m treeWriter) table(n *formula.Node) {
	aligned := false
	var sides []string
	for i, a := range n.Align {
		side := alignNames[formula.Center]
		if int(a) < len(alignNames) {
			side = alignNames[a]
		}
		sides = append(sides, side)
		aligned = aligned || i > 0 && a == formula.Left && n.Align[i-1] == formula.Right
	}
	m.str("<mtable")
	if aligned {
		m.attr("class", "aligned")
	}
	m.display = m.display && aligned
	if m.display {
		m.attr("displaystyle", "true")
	}
	if isAligned(n.Align) {
		m.attr("columnalign", strings.Join(sides, " "))
	}
	m.str(">")
	for _, r := range n.Children {
		m.str("<mtr>")
		cells := []*formula.Node{r}
		if r != nil && r.Kind == formula.TableRow {
			cells = r.Children
		}
		for i, c := range cells {
			m.str("<mtd")
			if i < len(n.Align) && n.Align[i] != formula.Center {
				m.attr("class", sides[i])
			}
			m.str(">")
			m.row(rowOf(c), aligned && i > 0)
			m.close("mtd")
		}
		m.close("mtr")
	}
	m.close("mtable")
}

func isAligned(sides []formula.Align) bool {
	for _, s := range sides {
		if s != formula.Center {
			return true
		}
	}
	return false
}
