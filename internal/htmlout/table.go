package htmlout

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
)

// table writes a table. What a table cannot hold is written behind it, because a parser would move it to before
// the table.
func (w *writer) table(n *semantic.Node) {
	t := tableWriter{writer: w}
	defer func(outer bool) { w.inTable = outer }(w.inTable)
	w.inTable = true
	caption := childOf(n, semantic.Caption)
	boxed := w.semantic && w.pages == nil
	if w.pages == nil {
		t.shape = shapeOf(n)
	}
	if boxed {
		w.tableBox(caption, t.shape.box())
	}
	w.str("<table")
	w.common(n)
	if t.shape != nil {
		w.attr("class", t.shape.classes())
	}
	w.strLine(">")
	if caption != nil {
		t.caption(caption)
	}
	t.columnGroups(n)
	for _, c := range n.Children {
		if c != caption {
			t.part(c)
		}
	}
	t.group("")
	t.foot()
	w.strLine("</table>")
	if boxed {
		w.strLine("</div>")
	}
	t.loose(n)
	for _, c := range t.outside {
		w.block(c)
	}
}

// longCaption is the most characters of a caption that is a title. Longer ones explain the table, in plain type.
const longCaption = 100

// caption writes the caption. HTML allows no table inside it; such a table is written behind.
func (t *tableWriter) caption(n *semantic.Node) {
	if utf8.RuneCountInString(captionName(n)) > longCaption {
		t.writer.openClass("caption", "long", n)
	} else {
		t.writer.open("caption", n)
	}
	t.text(n.Text)
	inner := semantic.Node{}
	for _, c := range n.Children {
		if c != nil && c.Role == semantic.Table {
			t.outside = append(t.outside, c)
		} else {
			inner.Children = append(inner.Children, c)
		}
	}
	if allInline(&inner) {
		t.run(inner.Children)
	} else {
		t.inCaption = true
		t.content(&inner)
		t.inCaption = false
	}
	t.strLine("</caption>")
}

// tableBox opens the box that scrolls when the table is wide. It must be reachable by keyboard (WCAG 2.1.1). Only
// a box with a name of its own is a region: many landmarks with the same name help nobody.
func (w *writer) tableBox(caption *semantic.Node, class string) {
	role, name := "group", "Table"
	if caption != nil {
		if text := captionName(caption); readable(text) {
			role, name = "region", text
		}
	}
	w.str("<div")
	w.attr("class", class)
	w.attr("role", role)
	w.str(` tabindex="0"`)
	w.attr("aria-label", name)
	w.strLine(">")
}

// captionName returns the text of a caption in one line, without tables in it.
func captionName(n *semantic.Node) string {
	var b strings.Builder
	b.WriteString(n.Text)
	for _, c := range n.Children {
		if c == nil || c.Role == semantic.Table {
			continue
		}
		if !isInline(c) {
			b.WriteByte(' ')
		}
		b.WriteString(plainText(c))
	}
	return strings.TrimSpace(b.String())
}

// childOf returns the first child with a role, or nil.
func childOf(n *semantic.Node, role semantic.Role) *semantic.Node {
	for _, c := range n.Children {
		if c != nil && c.Role == role {
			return c
		}
	}
	return nil
}

// tableWriter is the state of a table while its rows are written.
type tableWriter struct {
	*writer
	shape   *tableShape      // nil in a facsimile
	open    string           // the open row group
	begun   bool             // there is a row
	feet    []*semantic.Node // row groups at the end
	outside []*semantic.Node
}

// loose puts the text of a node that may hold only nodes behind the table.
func (t *tableWriter) loose(n *semantic.Node) {
	if n.Text != "" {
		t.outside = append(t.outside, &semantic.Node{Role: semantic.Span, Text: n.Text})
	}
}

// group makes tag the open row group, or closes it if tag is "".
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

// columnGroups writes the groups of columns that heads with the scope of a group need: one for each cell of the
// first row, if that has such heads.
func (t *tableWriter) columnGroups(n *semantic.Node) {
	row := firstRow(n)
	if row == nil || !slices.ContainsFunc(row.Children, headsGroup) {
		return
	}
	for _, c := range row.Children {
		if c != nil && (c.Role == semantic.TH || c.Role == semantic.TD) {
			t.str("<colgroup")
			if c.Attr != nil {
				t.count("span", min(max(c.Attr.ColSpan, 0), maxSpan), 1)
			}
			t.strLine("></colgroup>")
		}
	}
}

// firstRow returns the first row of the heads of a table, or nil.
func firstRow(n *semantic.Node) *semantic.Node {
	if n = childOf(n, semantic.THead); n != nil {
		return childOf(n, semantic.TR)
	}
	return nil
}

func headsGroup(n *semantic.Node) bool {
	return n != nil && n.Role == semantic.TH && n.Attr != nil && n.Attr.Scope == "colgroup"
}

// part writes a child of the table.
func (t *tableWriter) part(n *semantic.Node) {
	switch {
	case n == nil || n.Role == semantic.Artifact:
	case n.Role == semantic.TR:
		t.group("tbody")
		t.row(n)
	case n.Role == semantic.TFoot:
		t.feet = append(t.feet, n)
	case n.Role == semantic.THead && !t.begun:
		t.rows("thead", n)
	case n.Role == semantic.THead || n.Role == semantic.TBody:
		t.rows("tbody", n)
	default:
		t.outside = append(t.outside, n)
	}
}

// rows writes a group of rows.
func (t *tableWriter) rows(tag string, n *semantic.Node) {
	t.group("")
	t.str("<")
	t.str(tag)
	t.common(n)
	t.strLine(">")
	t.open = tag
	t.rowsOf(n)
	t.group("")
}

func (t *tableWriter) rowsOf(n *semantic.Node) {
	t.loose(n)
	for _, c := range n.Children {
		if c != nil && c.Role == semantic.TR {
			t.row(c)
		} else if c != nil {
			t.outside = append(t.outside, c)
		}
	}
}

// foot writes the rows at the end, behind all others. HTML allows one group of them.
func (t *tableWriter) foot() {
	for _, n := range t.feet {
		t.group("tfoot")
		t.rowsOf(n)
	}
	t.group("")
}

// row writes one row.
func (t *tableWriter) row(n *semantic.Node) {
	t.begun = true
	t.str("<tr")
	t.common(n)
	columns := t.shape.marked(n)
	if columns != nil {
		t.str(` class="c"`)
	}
	t.str(">")
	t.loose(n)
	cells := 0
	for _, c := range n.Children {
		switch {
		case c == nil || c.Role == semantic.Artifact:
		case c.Role == semantic.TH || c.Role == semantic.TD:
			t.cell(c, columns != nil && t.shape.isNumbers(columns[cells]))
			cells++
		default:
			t.outside = append(t.outside, c)
		}
	}
	t.strLine("</tr>")
}

// maxSpan is the largest span of columns in HTML. Rows may span more, but no document does.
const maxSpan = 1000

// cell writes one cell. If the style sheet cannot tell that it is a number, a class marks it.
func (t *tableWriter) cell(n *semantic.Node, number bool) {
	tag := "td"
	if n.Role == semantic.TH {
		tag = "th"
	}
	t.str("<")
	t.str(tag)
	t.common(n)
	switch {
	case number:
		t.str(` class="n"`)
	case t.shape != nil && t.shape.wordy[n]:
		t.str(` class="wordy"`)
	}
	if a := n.Attr; a != nil {
		t.headers(a.Headers)
		t.count("colspan", min(max(a.ColSpan, 0), maxSpan), 1)
		t.count("rowspan", min(max(a.RowSpan, 0), maxSpan), 1)
		switch a.Scope {
		case "row", "col", "rowgroup", "colgroup":
			if tag == "th" {
				t.attr("scope", a.Scope)
			}
		}
		if tag == "th" {
			t.attr("abbr", a.Short)
		}
	}
	if tag == "th" && isFormulasOnly(n) { // some checkers do not count formulas as text
		t.attr("aria-label", strings.TrimSpace(plainText(n)))
	}
	t.str(">")
	t.content(n)
	t.close(tag)
}

// headers writes the IDs of the cells that are headers of a cell.
func (t *tableWriter) headers(ids []string) {
	for i, id := range ids {
		if i == 0 {
			t.str(` headers="`)
		} else {
			t.str(" ")
		}
		t.value(cleanID(id))
	}
	if len(ids) > 0 {
		t.str(`"`)
	}
}
