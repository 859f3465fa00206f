package htmlout

import (
	"strconv"

	"github.com/pagelift/pagelift/semantic"
)

// styleTags are the elements of text styles, outermost first.
var styleTags = [...]struct {
	style semantic.TextStyle
	tag   string
	start string
}{
	{semantic.Bold, "strong", "<strong>"},
	{semantic.Italic, "em", "<em>"},
	{semantic.Underline, "u", "<u>"},
	{semantic.Strike, "s", "<s>"},
	{semantic.SmallCaps, "span", `<span class="small-caps">`},
	{semantic.Monospace, "code", "<code>"},
	{semantic.Superscript, "sup", "<sup>"},
	{semantic.Subscript, "sub", "<sub>"},
}

// inlines writes the text of n and its children inside a line. An abbreviation gets its expansion.
func (w *writer) inlines(n *semantic.Node) {
	abbreviation := n.Attr != nil && readable(n.Attr.Expansion)
	if abbreviation {
		w.str("<abbr")
		w.attr("title", n.Attr.Expansion)
		w.str(">")
	}
	w.nodeText(n)
	w.run(n.Children)
	if abbreviation {
		w.str("</abbr>")
	}
}

// run writes neighbours inside a line. If neighbouring spans have elements in common, these are opened once.
func (w *writer) run(nodes []*semantic.Node) {
	var open semantic.TextStyle
	for _, n := range nodes {
		if n == nil {
			continue
		}
		if n.Role == semantic.Span && n.Attr == nil && len(n.Children) == 0 {
			if n.Text != "" {
				open = w.restyle(open, n.Style)
				w.nodeText(n)
			}
			continue
		}
		open = w.restyle(open, 0)
		w.inline(n)
	}
	w.restyle(open, 0)
}

// restyle closes and opens elements to change from one style to another.
func (w *writer) restyle(from, to semantic.TextStyle) semantic.TextStyle {
	if from == to {
		return to
	}
	keep := 0
	for keep < len(styleTags) && from&styleTags[keep].style == to&styleTags[keep].style {
		keep++
	}
	for i := len(styleTags) - 1; i >= keep; i-- {
		if from&styleTags[i].style != 0 {
			w.close(styleTags[i].tag)
		}
	}
	for i := keep; i < len(styleTags); i++ {
		if to&styleTags[i].style != 0 {
			w.str(styleTags[i].start)
		}
	}
	return to
}

// inline writes n inside a line. It writes only the text of a block.
func (w *writer) inline(n *semantic.Node) {
	if n == nil {
		return
	}
	if w.depth++; w.depth > maxDepth {
		w.tooDeep(n)
		w.depth--
		return
	}
	switch n.Role {
	case semantic.Artifact:
	case semantic.PageBreak:
		w.pageBreak(n)
	case semantic.LineBreak:
		w.str("<br>")
	case semantic.Link, semantic.Reference:
		w.link(n)
	case semantic.Span:
		w.span(n)
	case semantic.Form:
		w.control(n)
	case semantic.Label:
		w.fieldLabel(n)
	case semantic.Figure:
		w.inlineFigure(n)
	case semantic.Formula:
		w.formula("span", n)
	case semantic.Ruby:
		w.ruby(n)
	default:
		if tag := w.inlineTag(n); tag != "" {
			w.element(tag, n)
		} else {
			w.inlines(n)
		}
	}
	w.depth--
}

// element writes n as an element that holds text.
func (w *writer) element(tag string, n *semantic.Node) {
	w.open(tag, n)
	w.inlines(n)
	w.close(tag)
}

// inlineTag returns the element of n inside a line, or "" for none.
func (w *writer) inlineTag(n *semantic.Node) string {
	switch n.Role {
	case semantic.Em:
		return "em"
	case semantic.Strong:
		return "strong"
	case semantic.Quote:
		return "q"
	case semantic.Code:
		return "code"
	}
	if w.hasCommon(n) {
		return "span"
	}
	return ""
}

// span writes a span with attributes or children.
func (w *writer) span(n *semantic.Node) {
	open := w.restyle(0, n.Style)
	if w.hasCommon(n) {
		w.element("span", n)
	} else {
		w.inlines(n)
	}
	w.restyle(open, 0)
}

// referenceRoles are the roles of references by their subtype.
var referenceRoles = map[string]string{"Note": "doc-noteref", "Back": "doc-backlink", "Source": "doc-biblioref"}

// link writes a link. Links cannot be nested. It writes only the text of a link without target, or inside of
// another link.
func (w *writer) link(n *semantic.Node) {
	href := ""
	if n.Attr != nil {
		if href = n.Attr.Href; href == "" && n.Attr.Target != nil && n.Attr.Target.Page > 0 {
			href = "#page-" + strconv.Itoa(n.Attr.Target.Page)
		}
	}
	switch {
	case href != "" && !w.inLink:
	case w.hasCommon(n): // other links may lead to it
		w.element("span", n)
		return
	default:
		w.inlines(n)
		return
	}
	role := ""
	if w.semantic && n.Role == semantic.Reference {
		role = referenceRoles[n.Attr.Subtype]
	}
	if childOf(n, semantic.Figure) != nil {
		w.pictureLeads(href)
	}
	w.inLink = true
	w.str("<a")
	w.common(n)
	w.writeTarget(href, role, n.Attr.Title, "")
	w.str(">")
	w.inlines(n)
	w.str("</a>")
	w.inLink = false
}
