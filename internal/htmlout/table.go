package htmlout

import "github.com/pagelift/pagelift/semantic"

// rowGroups are the elements that hold rows.
var rowGroups = map[semantic.Role]string{semantic.THead: "thead", semantic.TBody: "tbody", semantic.TFoot: "tfoot"}

// table writes a table. What a table cannot hold is written behind it; a parser
// would move it before.
func (w *writer) table(n *semantic.Node) {
	t := tableWriter{writer: w}
	caption := childOf(n, semantic.Caption)
	if w.semantic {
		w.str(`<div class="table" role="region" tabindex="0"`)
		w.attr("aria-label", tableName(caption))
		w.strLine(">")
	}
	w.open("table", n)
	w.line()
	if caption != nil {
		w.open("caption", caption)
		w.inlines(caption)
		w.strLine("</caption>")
	}
	for _, c := range n.Children {
		if c != caption {
			t.part(c)
		}
	}
	t.group("")
	w.strLine("</table>")
	if w.semantic {
		w.strLine("</div>")
	}
	t.loose(n)
	for _, c := range t.outside {
		w.block(c)
	}
}

// tableName is the caption, as the name of the region that scrolls.
func tableName(caption *semantic.Node) string {
	if caption != nil {
		if text := plainText(caption); readable(text) {
			return text
		}
	}
	return "Table"
}

// childOf is the first child of the role, nil when there is none.
func childOf(n *semantic.Node, role semantic.Role) *semantic.Node {
	for _, c := range n.Children {
		if c != nil && c.Role == role {
			return c
		}
	}
	return nil
}

// tableWriter keeps what a table needs while its rows are written.
type tableWriter struct {
	*writer
	open    string // the open row group
	outside []*semantic.Node
}

// loose puts the text of a node that holds only nodes behind the table.
func (t *tableWriter) loose(n *semantic.Node) {
	if n.Text != "" {
		t.outside = append(t.outside, &semantic.Node{Role: semantic.Span, Text: n.Text})
	}
}

// group makes tag the open row group, "" for none.
func (t *tableWriter) group(tag string) {
	if t.open == tag {
		return
	}
	if t.open != "" {
		t.close(t.open)
		t.line()
	}
	if t.open = tag; tag != "" {
		t.str("<")
		t.str(tag)
		t.strLine(">")
	}
}

// part writes a child of the table.
func (t *tableWriter) part(n *semantic.Node) {
	switch tag := ""; {
	case n == nil || n.Role == semantic.Artifact:
	case n.Role == semantic.TR:
		t.group("tbody")
		t.row(n)
	case rowGroups[n.Role] != "":
		tag = rowGroups[n.Role]
		t.group("")
		t.group(tag)
		t.loose(n)
		for _, c := range n.Children {
			if c != nil && c.Role == semantic.TR {
				t.row(c)
			} else if c != nil {
				t.outside = append(t.outside, c)
			}
		}
		t.group("")
	default:
		t.outside = append(t.outside, n)
	}
}

// row writes one row.
func (t *tableWriter) row(n *semantic.Node) {
	t.writer.open("tr", n)
	t.loose(n)
	for _, c := range n.Children {
		switch {
		case c == nil || c.Role == semantic.Artifact:
		case c.Role == semantic.TH || c.Role == semantic.TD:
			t.cell(c)
		default:
			t.outside = append(t.outside, c)
		}
	}
	t.strLine("</tr>")
}

// maxSpan is the largest span of HTML's columns; rows may span more, but no
// document does.
const maxSpan = 1000

// cell writes one cell.
func (t *tableWriter) cell(n *semantic.Node) {
	tag := "td"
	if n.Role == semantic.TH {
		tag = "th"
	}
	t.str("<")
	t.str(tag)
	t.common(n)
	if a := n.Attr; a != nil {
		t.count("colspan", min(max(a.ColSpan, 0), maxSpan), 1)
		t.count("rowspan", min(max(a.RowSpan, 0), maxSpan), 1)
		switch a.Scope {
		case "row", "col", "rowgroup", "colgroup":
			if tag == "th" {
				t.attr("scope", a.Scope)
			}
		}
	}
	t.str(">")
	t.content(n)
	t.close(tag)
}
