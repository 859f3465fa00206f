package htmlout

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
)

// headingTags are the heading elements by level.
var headingTags = [...]string{"", "h1", "h2", "h3", "h4", "h5", "h6"}

// block writes n in a place where blocks may stand.
func (w *writer) block(n *semantic.Node) {
	if n == nil {
		return
	}
	if w.depth++; w.depth > maxDepth {
		w.tooDeep(n)
		w.depth--
		return
	}
	switch {
	case n.Role == semantic.Artifact:
	case n.Role == semantic.PageBreak:
		w.pageBreak(n)
		w.line()
	case n.Role == semantic.L && isDefinitions(n):
		w.definitions(n)
	case n.Role == semantic.L:
		w.list(n)
	case n.Role == semantic.Table && w.inCaption:
		w.str("<p>")
		w.tooDeep(n)
		w.strLine("</p>")
	case n.Role == semantic.Table:
		w.table(n)
	case n.Role == semantic.Code:
		w.pre(n)
	case n.Role == semantic.TOC:
		w.contents(n)
	case n.Role == semantic.FENote:
		w.note(n)
	case n.Role == semantic.FormGroup:
		w.fieldset(n)
	case n.Role == semantic.Figure:
		w.figure(n)
	case n.Role == semantic.Formula && !isInline(n):
		w.blockFormula(n)
	case isLeaf(n.Role) || isInline(n):
		w.leaf(n)
	default:
		w.container(n)
	}
	w.depth--
}

// blocks writes the first of nodes, together with the figures that stand beside it on its page. It returns how
// many nodes it has written.
func (w *writer) blocks(nodes []*semantic.Node) int {
	n := w.countBeside(nodes)
	if n < 2 {
		w.block(nodes[0])
		return 1
	}
	w.strLine(`<div class="beside">`)
	for _, f := range nodes[:n] {
		w.block(f)
	}
	w.strLine("</div>")
	return n
}

// isLeaf reports whether a block of this role holds only text.
func isLeaf(r semantic.Role) bool {
	return r == semantic.P || r == semantic.H || r == semantic.Title || r.Inline()
}

// leaf writes a heading, a paragraph, or text that stands alone among blocks.
func (w *writer) leaf(n *semantic.Node) {
	tag := "p"
	switch {
	case n.Role == semantic.H && int(n.Level) >= len(headingTags):
		w.lowHeading(n)
		return
	case n.Role == semantic.H:
		tag = headingTags[headingLevel(n)]
	case n.Role == semantic.Title:
		tag = "h1"
	case isInline(n):
		w.str("<p>")
		w.inline(n)
		w.strLine("</p>")
		return
	}
	if class := w.fieldClass(n); class != "" {
		w.openClass(tag, class, n)
		w.inlines(n)
		w.close(tag)
	} else {
		w.element(tag, n)
	}
	w.line()
}

// lowHeading writes a heading of a level for which HTML has no element.
func (w *writer) lowHeading(n *semantic.Node) {
	w.str(`<div class="heading" role="heading"`)
	w.count("aria-level", int(n.Level), 0)
	w.common(n)
	w.str(">")
	w.inlines(n)
	w.strLine("</div>")
}

// container writes a block that holds blocks, or text if it has nothing else.
func (w *writer) container(n *semantic.Node) {
	tag := w.containerTag(n)
	if allInline(n) {
		if tag == "" {
			tag = "p"
		}
		w.openGroup(tag, n)
		w.inlines(n)
		w.close(tag)
		w.line()
		return
	}
	if tag != "" {
		w.openGroup(tag, n)
		w.line()
	}
	w.mixed(n)
	if tag != "" {
		w.close(tag)
		w.line()
	}
}

// containerTag returns the element for a node that holds blocks, or "" for none. A section without a heading does
// not help readers, so it gets none.
func (w *writer) containerTag(n *semantic.Node) string {
	if role, _ := w.roleOf(n); role != "" {
		return "div" // a div may have any role
	}
	switch n.Role {
	case semantic.BlockQuote:
		return "blockquote"
	case semantic.Aside, semantic.Art, semantic.Sect:
		switch {
		case !w.semantic || n.Role == semantic.Sect && childOf(n, semantic.H) == nil:
			return "div"
		case n.Role == semantic.Sect:
			return "section"
		case n.Role == semantic.Art:
			return "article"
		}
		return "aside"
	case semantic.Part, semantic.Div, semantic.TOCI, semantic.Caption:
		return "div"
	}
	return "" // rows, cells and items outside of a table or list
}

// allInline reports whether n holds text and no blocks.
func allInline(n *semantic.Node) bool {
	for _, c := range n.Children {
		if c != nil && !isInline(c) && c.Role != semantic.PageBreak {
			return false
		}
	}
	return true
}

// mixed writes children that may be blocks and text. Neighbouring text goes into one paragraph.
func (w *writer) mixed(n *semantic.Node) {
	inParagraph := false
	if n.Text != "" {
		w.str("<p>")
		w.nodeText(n)
		inParagraph = true
	}
	for i := 0; i < len(n.Children); i++ {
		c := n.Children[i]
		inline := c != nil && isInline(c)
		if inline != inParagraph && (inline || c != nil && c.Role != semantic.Artifact) {
			if inParagraph = inline; inline {
				w.str("<p>")
			} else {
				w.strLine("</p>")
			}
		}
		if inline {
			w.inline(c)
		} else {
			i += w.blocks(n.Children[i:]) - 1
		}
	}
	if inParagraph {
		w.strLine("</p>")
	}
}

// wideCode is how many characters of a line of code fit on a screen in any font. The column of text is 70
// characters wide, and the characters of code are wider.
const wideCode = 50

// isWide reports whether the text has a line that may not fit.
func isWide(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if columnsOf(line) > wideCode {
			return true
		}
	}
	return false
}

// pre writes code with its line ends and indents. Wide code scrolls, and what scrolls must be reachable by
// keyboard (WCAG 2.1.1).
func (w *writer) pre(n *semantic.Node) {
	w.str("<pre")
	w.common(n)
	if w.pages == nil && isWide(plainText(n)) {
		w.attr("tabindex", "0")
	}
	w.str(">")
	if w.semantic {
		w.str("<code>")
	} else if text := plainText(n); text != "" && text[0] == '\n' {
		w.str("\n") // parsers drop the first line end
	}
	w.inlines(n)
	if w.semantic {
		w.str("</code>")
	}
	w.close("pre")
	w.line()
}

// list writes a list. A child that is not an item becomes one.
func (w *writer) list(n *semantic.Node) {
	tag := "ul"
	if n.Attr != nil && n.Attr.Ordered {
		tag = "ol"
	}
	if len(n.Children) == 0 && n.Text == "" {
		return
	}
	landmark := w.openNotes(n)
	w.str("<")
	w.str(tag)
	w.common(n)
	switch {
	case hasLabels(n):
		w.attr("class", "labelled")
	case isOfSigns(n):
		w.attr("class", "signs")
	case tag != "ol":
	case n.Attr.Subtype != "" && n.Attr.Numbering == "":
		w.attr("class", "notes")
	default:
		w.count("start", n.Attr.Start, 1)
		w.numbering(n.Attr.Numbering)
	}
	w.strLine(">")
	if n.Text != "" {
		w.str("<li>")
		w.nodeText(n)
		w.strLine("</li>")
	}
	for _, c := range n.Children {
		if c != nil && c.Role != semantic.Artifact {
			w.item(c)
		}
	}
	w.close(tag)
	w.line()
	if landmark {
		w.strLine("</div>")
	}
}

// numbering writes how the items of an ordered list are numbered. The style sheet adds brackets by a class.
func (w *writer) numbering(n string) {
	kind := strings.Trim(n, "()[]")
	if len(kind) != 1 || !strings.Contains("1aAiI", kind) {
		return
	}
	if kind != "1" {
		w.attr("type", kind)
	}
	switch {
	case n == kind:
	case n == "("+kind+")":
		w.attr("class", "round-"+kind)
	case n == "[1]":
		w.attr("class", "square-1")
	default:
		w.attr("class", "half-"+kind)
	}
}

// item writes a list item.
func (w *writer) item(n *semantic.Node) {
	if n.Role != semantic.LI {
		w.str("<li>")
		if isInline(n) || n.Role == semantic.PageBreak {
			w.inline(n)
		} else {
			w.block(n)
		}
		w.strLine("</li>")
		return
	}
	w.open("li", n)
	w.content(n)
	w.strLine("</li>")
}

// content writes what an item or cell holds: text directly, blocks as blocks.
func (w *writer) content(n *semantic.Node) {
	if w.depth++; w.depth > maxDepth {
		w.tooDeep(n)
		w.depth--
		return
	}
	w.nodeText(n)
	text := true // the last thing written was text
	for _, c := range n.Children {
		switch {
		case c == nil || c.Role == semantic.Artifact:
		case c.Role == semantic.Lbl:
			w.label(c)
			text = true
		case c.Role == semantic.LBody:
			w.content(c)
		case isInline(c) || c.Role == semantic.PageBreak:
			w.inline(c)
			text = true
		default:
			if text {
				w.line()
				text = false
			}
			w.block(c)
		}
	}
	w.depth--
}

// label writes the label of an item, if its list has no marker for that label.
func (w *writer) label(n *semantic.Node) {
	w.str(`<span class="label"`)
	w.common(n)
	w.str(">")
	w.inlines(n)
	w.str("</span> ")
}

// hasLabels reports whether items of n have labels of their own.
func hasLabels(n *semantic.Node) bool {
	for _, c := range n.Children {
		if c != nil && c.Role == semantic.LI && childOf(c, semantic.Lbl) != nil {
			return true
		}
	}
	return false
}

// itemSigns are signs that an item keeps before its text because they mean something: to be ticked, ticked or
// chosen, true or false.
const itemSigns = "☐☑☒◉○✓✔✗✘✕✖□◻❏❐❑❒"

// isOfSigns reports whether each item of a list begins with one of itemSigns. Then the list has no bullets
// besides.
func isOfSigns(n *semantic.Node) bool {
	for _, c := range n.Children {
		if c == nil || c.Role == semantic.Artifact {
			continue
		}
		if sign, size := utf8.DecodeRuneInString(strings.TrimLeft(beginning(c), " ")); c.Role != semantic.LI || size == 0 || !strings.ContainsRune(itemSigns, sign) {
			return false
		}
	}
	return n.Text == "" && len(n.Children) > 0
}

// beginning returns the first text in n.
func beginning(n *semantic.Node) string {
	for c := range n.All() {
		if c.Role == semantic.Form || c.Role == semantic.Figure { // these stand before any text
			return ""
		}
		if c.Text != "" {
			return c.Text
		}
	}
	return ""
}

// pageBreak writes the anchor of a page. Its name is a title attribute, because checkers that do not know the role
// report aria-label on a span as an error.
func (w *writer) pageBreak(n *semantic.Node) {
	w.pagesBegun++
	label := ""
	if n.Attr != nil {
		label = n.Attr.Label
	}
	w.str("<span")
	if n.Attr != nil {
		w.id(n.Attr.ID)
	}
	w.str(` role="doc-pagebreak" title="Page `)
	if readable(label) {
		w.value(label)
	} else {
		w.str(strconv.Itoa(int(n.Page)))
	}
	w.str(`"></span>`)
}

// isSilent reports whether n has no text of the document.
func isSilent(n *semantic.Node) bool {
	return n == nil || n.Role == semantic.Artifact || n.Role == semantic.PageBreak || n.Role == semantic.LineBreak
}

// tooDeep writes the text under n without elements, because n is nested too deeply for them.
func (w *writer) tooDeep(n *semantic.Node) {
	if isSilent(n) {
		return
	}
	if n.Role == semantic.Figure {
		w.alternative("span", n)
	}
	if isRead(n) {
		w.text(formulaText(n))
		return
	}
	w.nodeText(n)
	for _, c := range n.Children {
		w.tooDeep(c)
	}
}
