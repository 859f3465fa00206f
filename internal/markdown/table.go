package markdown

import (
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/semantic"
)

// fits reports whether a table can be a pipe table: one row of heads, no cell that spans, and
// nothing but text in cells.
func fits(g *tree.Grid) bool {
	if g.Heads != 1 || g.Spans || g.Cols == 0 || g.Cols*len(g.Rows) > limits.TablePlaces { // short rows are filled up
		return false
	}
	for _, c := range g.Cells {
		if !tree.HoldsText(c.Node) {
			return false
		}
	}
	for _, row := range g.Rows {
		if len(row) == 0 {
			return false
		}
	}
	return true
}

// table writes a table, its caption before it.
func (w *writer) table(n *semantic.Node) {
	w.anchor(n)
	caption := tree.Child(n, semantic.Caption)
	if caption != nil {
		w.content(caption)
	}
	g := tree.GridOf(n)
	switch {
	case len(g.Rows) == 0:
	case fits(g):
		w.pipes(g)
	default:
		w.begin()
		w.htmlTable(g)
		w.due = true
	}
	for _, c := range n.Children { // what a table cannot hold
		switch {
		case c == nil || c == caption:
		case c.Role == semantic.TR || c.Role == semantic.THead || c.Role == semantic.TBody || c.Role == semantic.TFoot || c.Role == semantic.Artifact:
		default:
			w.blocks([]*semantic.Node{c})
		}
	}
}

// pipes writes a pipe table.
func (w *writer) pipes(g *tree.Grid) {
	w.begin()
	for i, row := range g.Rows {
		var b strings.Builder
		for col := range g.Cols {
			b.WriteString("| ")
			if col < len(row) && row[col] != nil {
				b.WriteString(w.render(w.inline(row[col].Node), inCell))
				b.WriteByte(' ')
			}
		}
		w.line(b.String() + "|")
		if i == 0 {
			w.line("|" + strings.Repeat(" --- |", g.Cols))
		}
	}
	w.due = true
}

// htmlTable writes a table of HTML, a row on a line. An empty line would end it.
func (w *writer) htmlTable(g *tree.Grid) {
	w.line("<table>")
	cells := g.Cells
	for row := range g.Rows {
		var b strings.Builder
		b.WriteString("<tr>")
		for ; len(cells) > 0 && cells[0].Row == row; cells = cells[1:] {
			c := cells[0]
			tag := "td"
			if c.IsHead() {
				tag = "th"
			}
			b.WriteString("<" + tag)
			for _, span := range [...]struct {
				name string
				n    int
			}{{"colspan", c.ColSpan}, {"rowspan", c.RowSpan}} {
				if span.n > 1 {
					b.WriteString(" " + span.name + `="` + strconv.Itoa(span.n) + `"`)
				}
			}
			b.WriteString(">")
			h := htmlWriter{writer: w}
			h.content(c.Node)
			b.WriteString(strings.TrimSpace(h.b.String()) + "</" + tag + ">")
		}
		w.line(b.String() + "</tr>")
	}
	w.line("</table>")
}

// htmlWriter writes what a cell of HTML holds, in one line.
type htmlWriter struct {
	*writer
	b      strings.Builder
	depth  int
	inLink bool
}

// content writes blocks with line breaks between them, lists as such.
func (h *htmlWriter) content(n *semantic.Node) {
	if h.depth++; h.depth > tree.MaxDepth {
		h.text(tree.OneLine(n))
		h.depth--
		return
	}
	h.text(n.Text)
	for _, c := range n.Children {
		switch {
		case c == nil || c.Role == semantic.Artifact || c.Role == semantic.PageBreak:
		case tree.IsInline(c):
			h.inline(c)
		case c.Role == semantic.L:
			h.list(c)
		case c.Role == semantic.Table:
			h.table(c)
		case c.Role == semantic.LBody:
			h.content(c)
		case c.Role == semantic.Lbl:
			h.content(c)
			h.b.WriteByte(' ')
		default:
			h.newLine()
			h.block(c)
		}
	}
	h.depth--
}

func (h *htmlWriter) block(n *semantic.Node) {
	switch n.Role {
	case semantic.Figure, semantic.Formula:
		h.inline(n)
		if n.Role == semantic.Formula && tree.IsRead(n) {
			return
		}
	case semantic.Code:
		for i, line := range strings.Split(tree.Clean(tree.Verbatim(n)), "\n") {
			if i > 0 {
				h.b.WriteString("<br>")
			}
			h.b.WriteString("<code>" + textEscaper.Replace(line) + "</code>")
		}
		return
	}
	h.content(n)
}

// newLine begins a line, unless nothing stands before.
func (h *htmlWriter) newLine() {
	if s := h.b.String(); s != "" && !strings.HasSuffix(s, ">") {
		h.b.WriteString("<br>")
	}
}

func (h *htmlWriter) list(n *semantic.Node) {
	tag := "ul"
	if n.Attr != nil && n.Attr.Ordered {
		tag = "ol"
	}
	h.b.WriteString("<" + tag + ">")
	for _, item := range itemsOf(n) {
		h.b.WriteString("<li>")
		h.content(item)
		h.b.WriteString("</li>")
	}
	h.b.WriteString("</" + tag + ">")
}

// table writes a table inside a cell.
func (h *htmlWriter) table(n *semantic.Node) {
	h.b.WriteString("<table>")
	row := -1
	for _, c := range tree.GridOf(n).Cells {
		if c.Row != row {
			if row >= 0 {
				h.b.WriteString("</tr>")
			}
			h.b.WriteString("<tr>")
			row = c.Row
		}
		h.b.WriteString("<td>")
		h.content(c.Node)
		h.b.WriteString("</td>")
	}
	if row >= 0 {
		h.b.WriteString("</tr>")
	}
	h.b.WriteString("</table>")
}

func (h *htmlWriter) text(s string) {
	h.b.WriteString(textEscaper.Replace(tree.Clean(s)))
}

func (h *htmlWriter) inline(n *semantic.Node) {
	if n == nil {
		return
	}
	if h.depth++; h.depth > tree.MaxDepth {
		h.depth--
		return
	}
	defer func() { h.depth-- }()
	switch n.Role {
	case semantic.Artifact, semantic.PageBreak, semantic.RP:
	case semantic.LineBreak:
		h.b.WriteString("<br>")
	case semantic.Link, semantic.Reference:
		h.link(n)
	case semantic.Figure:
		h.image(n)
		h.kids(n)
	case semantic.Formula:
		h.text(tree.FormulaText(n))
		if !tree.IsRead(n) {
			h.kids(n)
		}
	case semantic.Form:
		h.text(tree.FieldText(n))
		h.kids(n)
	case semantic.RT:
		h.b.WriteString(" (")
		h.kids(n)
		h.b.WriteByte(')')
	default:
		style := n.Style
		switch n.Role {
		case semantic.Strong:
			style |= semantic.Bold
		case semantic.Em:
			style |= semantic.Italic
		}
		var ends []string
		for _, m := range marks {
			if style&m.style != 0 && !h.Plain && strings.TrimSpace(tree.OneLine(n)) != "" {
				h.b.WriteString("<" + m.element + ">")
				ends = append(ends, "</"+m.element+">")
			}
		}
		h.kids(n)
		for i := len(ends) - 1; i >= 0; i-- {
			h.b.WriteString(ends[i])
		}
	}
}

func (h *htmlWriter) kids(n *semantic.Node) {
	h.text(n.Text)
	for _, c := range n.Children {
		h.inline(c)
	}
}

func (h *htmlWriter) image(n *semantic.Node) {
	p, ok := h.PictureOf(n)
	alt := ""
	if n.Attr != nil && n.Attr.Subtype == "" {
		alt = tree.Clean(n.Attr.Alt)
	}
	if !ok {
		h.text(alt)
		return
	}
	image := `<img src="` + htmlEscape(p.Name) + `" alt="` + htmlEscape(strings.Join(strings.Fields(alt), " ")) + `">`
	if href := h.address(hrefOf(n)); href != "" && !h.inLink {
		image = `<a href="` + htmlEscape(tree.Clean(href)) + `">` + image + "</a>"
	}
	h.b.WriteString(image)
}

func (h *htmlWriter) link(n *semantic.Node) {
	href := h.address(hrefOf(n))
	if href == "" || h.inLink {
		h.kids(n)
		return
	}
	h.inLink = true
	h.b.WriteString(`<a href="` + htmlEscape(tree.Clean(href)) + `">`)
	h.kids(n)
	h.b.WriteString("</a>")
	h.inLink = false
}

// escaper makes text of what would be markup in an element or a quoted attribute of HTML, and
// keeps it in one line.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", " ", "\t", " ")

// textEscaper is escaper for elements, in which quotes are text.
var textEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", " ", "\t", " ")

func htmlEscape(s string) string { return escaper.Replace(s) }
