package main

import (
	"context"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"

	dom "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// office writes a flat OpenDocument text and has LibreOffice make the PDF. The style
// is a fragment with the document's styles.
func (r recipe) office(ctx context.Context, doc *dom.Node, sources, dir string) error {
	styles, err := os.ReadFile(filepath.Join(sources, "style", r.style+".xml"))
	if err != nil {
		return err
	}
	o := odt{recipe: r, notes: notesOf(doc)}
	o.children(find(doc, atom.Body), "Text_20_body")
	o.close()
	lang := get(find(doc, atom.Html), "lang")
	src := `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:meta><dc:title>` + html.EscapeString(text(find(doc, atom.Title))) + `</dc:title></office:meta>
` + strings.NewReplacer("@LANG@", lang, "@FURNITURE@", r.pageStyle()).Replace(string(styles)) + `
<office:body><office:text>` + o.String() + `</office:text></office:body></office:document>`
	if err := os.WriteFile(filepath.Join(dir, "out.fodt"), []byte(src), 0o644); err != nil {
		return err
	}
	filter := `pdf:writer_pdf_Export`
	if _, tagged := r.options["tagged"]; tagged {
		filter += `:{"UseTaggedPDF":{"type":"boolean","value":"true"}}`
	} else {
		filter += `:{"UseTaggedPDF":{"type":"boolean","value":"false"}}`
	}
	return command(ctx, dir, "soffice", "--headless", "--norestore", "-env:UserInstallation=file:///tmp/corpus-office", "--convert-to", filter, "out.fodt")
}

// pageStyle returns the running head and foot, with tab stops in the middle and at the right.
func (r recipe) pageStyle() string {
	at := r.furniture()
	line := func(row, style string) string {
		l, c, t := at[row+"l"], at[row+"c"], at[row+"r"]
		if l+c+t == "" {
			return ""
		}
		number := func(s string) string {
			s = strings.ReplaceAll(html.EscapeString(s), "##", "<text:page-count>9</text:page-count>")
			return strings.ReplaceAll(s, "#", `<text:page-number text:select-page="current">1</text:page-number>`)
		}
		out := number(l)
		if c+t != "" {
			out += "<text:tab/>" + number(c)
		}
		if t != "" {
			out += "<text:tab/>" + number(t)
		}
		return "<style:" + style + `><text:p text:style-name="Furniture">` + out + "</text:p></style:" + style + ">"
	}
	return line("t", "header") + line("b", "footer")
}

// odt writes OpenDocument.
type odt struct {
	strings.Builder
	recipe recipe
	notes  map[string]*dom.Node
	open   bool // a paragraph is
	tables int
}

func (o *odt) children(n *dom.Node, style string) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		o.node(c, style)
	}
}

// close ends the open paragraph.
func (o *odt) close() {
	if o.open {
		o.WriteString("</text:p>\n")
		o.open = false
	}
}

// paragraph writes one paragraph or heading.
func (o *odt) paragraph(n *dom.Node, tag, attrs string) {
	o.close()
	fmt.Fprintf(o, "<text:%s %s>", tag, attrs)
	if id := get(n, "id"); id != "" {
		fmt.Fprintf(o, `<text:bookmark text:name=%q/>`, id)
	}
	o.open = true
	in := odt{recipe: o.recipe, notes: o.notes, open: true}
	in.children(n, "")
	o.WriteString(strings.TrimSpace(in.String()))
	fmt.Fprintf(o, "</text:%s>\n", tag)
	o.open = false
}

var odtSpans = map[atom.Atom]string{atom.B: "Strong", atom.Strong: "Strong", atom.I: "Emphasis", atom.Em: "Emphasis", atom.Cite: "Emphasis",
	atom.Code: "Code", atom.Sup: "Raised", atom.Sub: "Lowered"}

func (o *odt) node(n *dom.Node, style string) {
	switch n.Type {
	case dom.TextNode:
		if !o.open {
			if strings.TrimSpace(n.Data) == "" {
				return
			}
			fmt.Fprintf(o, `<text:p text:style-name=%q>`, style)
			o.open = true
		}
		o.WriteString(html.EscapeString(strings.Join(strings.FieldsFunc(n.Data, func(r rune) bool { return r == '\n' }), " ")))
		return
	case dom.CommentNode:
		return
	}
	if span := odtSpans[n.DataAtom]; span != "" {
		o.node(&dom.Node{Type: dom.TextNode}, style)
		if !o.open {
			fmt.Fprintf(o, `<text:p text:style-name=%q>`, style)
			o.open = true
		}
		fmt.Fprintf(o, `<text:span text:style-name=%q>`, span)
		o.children(n, style)
		o.WriteString("</text:span>")
		return
	}
	switch n.DataAtom {
	case atom.Style, atom.Figure:
	case atom.H1:
		o.paragraph(n, "h", `text:style-name="Heading_20_1" text:outline-level="1"`)
	case atom.H2:
		o.paragraph(n, "h", `text:style-name="Heading_20_2" text:outline-level="2"`)
	case atom.H3:
		o.paragraph(n, "h", `text:style-name="Heading_20_3" text:outline-level="3"`)
	case atom.P:
		name := style
		if class := get(n, "class"); strings.Contains("author abstract lead center right small newpage", class) && class != "" {
			name = class
		}
		o.paragraph(n, "p", fmt.Sprintf("text:style-name=%q", name))
	case atom.Blockquote:
		o.children(n, "Quote")
		o.close()
	case atom.Ul, atom.Ol:
		o.list(n)
	case atom.Dt:
		o.paragraph(n, "p", `text:style-name="Term"`)
	case atom.Dd:
		o.paragraph(n, "p", `text:style-name="Definition"`)
	case atom.Pre:
		for line := range strings.Lines(strings.Trim(raw(n), "\n")) {
			s := html.EscapeString(strings.TrimRight(line, "\n"))
			o.WriteString(`<text:p text:style-name="Program">` + strings.ReplaceAll(s, "  ", `<text:s text:c="2"/>`) + "</text:p>\n")
		}
	case atom.Table:
		o.table(n)
	case atom.Br:
		o.WriteString("<text:line-break/>")
	case atom.A:
		o.link(n, style)
	case atom.Aside:
		if get(n, "role") != "doc-footnote" {
			o.children(n, "Box")
			o.close()
		}
	case atom.Section, atom.Div, atom.Header, atom.Dl:
		if hasClass(n, "columns") {
			o.close()
			o.tables++
			fmt.Fprintf(o, `<text:section text:style-name="Columns" text:name="Section%d">`, o.tables)
			o.children(n, style)
			o.close()
			o.WriteString("</text:section>")
			return
		}
		o.children(n, style)
		o.close()
	default:
		o.children(n, style)
	}
}

func (o *odt) link(n *dom.Node, style string) {
	target := get(n, "href")
	if get(n, "role") == "doc-noteref" {
		note := o.notes[strings.TrimPrefix(target, "#")]
		in := odt{recipe: o.recipe, open: true}
		in.children(note, "")
		body := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(in.String()), html.EscapeString(text(n))))
		fmt.Fprintf(o, `<text:note text:note-class="footnote"><text:note-citation>%s</text:note-citation><text:note-body><text:p text:style-name="Footnote">%s</text:p></text:note-body></text:note>`, text(n), body)
		return
	}
	fmt.Fprintf(o, `<text:a xlink:type="simple" xlink:href=%q>`, target)
	o.children(n, style)
	o.WriteString("</text:a>")
}

func (o *odt) list(n *dom.Node) {
	o.close()
	kind := map[string]string{"a": "Letters", "i": "Romans", "": "Numbers"}[get(n, "type")]
	if n.DataAtom == atom.Ul {
		kind = "Bullets"
	}
	fmt.Fprintf(o, `<text:list text:style-name=%q>`, kind)
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Li {
			o.WriteString("<text:list-item>")
			o.children(c, "Item")
			o.close()
			o.WriteString("</text:list-item>\n")
		}
	}
	o.WriteString("</text:list>\n")
}

// table writes a table; the rows of its head are repeated on each page.
func (o *odt) table(n *dom.Node) {
	o.close()
	rows, cols := cells(n)
	o.tables++
	if caption := first(n, atom.Caption); caption != nil {
		o.paragraph(caption, "p", `text:style-name="Caption"`)
	}
	fmt.Fprintf(o, `<table:table table:name="Table%d" table:style-name="Table">`, o.tables)
	for range cols {
		o.WriteString(`<table:table-column/>`)
	}
	below := map[int]int{}
	heads := 0
	for heads < len(rows)-1 && len(rows[heads]) > 0 && rows[heads][len(rows[heads])-1].DataAtom == atom.Th {
		heads++
	}
	for i, row := range rows {
		if i == 0 && heads > 0 {
			o.WriteString("<table:table-header-rows>")
		}
		o.row(row, cols, below)
		if i == heads-1 {
			o.WriteString("</table:table-header-rows>")
		}
	}
	o.WriteString("</table:table>\n")
	fmt.Fprintf(o, `<text:p text:style-name="After"/>`)
}

func (o *odt) row(row []*dom.Node, cols int, below map[int]int) {
	o.WriteString("<table:table-row>")
	for at, k := 0, 0; at < cols; at++ {
		if below[at] > 0 {
			below[at]--
			o.WriteString("<table:covered-table-cell/>")
			continue
		}
		if k >= len(row) {
			break
		}
		c := row[k]
		k++
		style, cell := "Cell", "Cell"
		if c.DataAtom == atom.Th {
			style, cell = "Cell_20_head", "HeadCell"
		} else if at > 0 && strings.Trim(text(c), "0123456789.,%+−- ") == "" {
			style = "Cell_20_figure"
		}
		cs, rs := spanned(c, "colspan"), spanned(c, "rowspan")
		if rs > 1 {
			for x := range cs {
				below[at+x] = rs - 1
			}
		}
		fmt.Fprintf(o, `<table:table-cell table:style-name=%q table:number-columns-spanned="%d" table:number-rows-spanned="%d">`, cell, cs, rs)
		o.children(c, style)
		o.close()
		o.WriteString("</table:table-cell>")
		for range cs - 1 {
			o.WriteString("<table:covered-table-cell/>")
			at++
		}
	}
	o.WriteString("</table:table-row>\n")
}
