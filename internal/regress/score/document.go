package score

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A Document has what is compared of an HTML document.
type Document struct {
	Lang, Title string
	Furniture   []string // texts of running heads and feet: <meta name="furniture"> of the truth
	Pages       int      // <meta name="pages"> of the truth, otherwise 1
	Blocks      []Block  // in reading order; notes stand behind everything else

	headings []heading
	tables   []*table
	items    []item
	links    []link
	captions []string
	notes    []note
	formulas []formula
	marks    map[string][]string // texts of the marks that lead to a note, by the id of the note
	ids      map[string]bool
	figures  int
	words    []word
}

// Role is the kind of a block for the metric role.
type Role string

// The roles of blocks.
const (
	Text    Role = "text"
	Heading Role = "heading"
	Item    Role = "item"
	Cell    Role = "cell"
	Code    Role = "code"
)

// A Block is text that no other block interrupts: a paragraph, a cell, the text
// of a list item before the list in it.
type Block struct {
	Tag  string // of the element that the text stands in
	Role Role
	Text string // folded

	runs []run
}

type heading struct {
	level int
	text  string
	block int // its first
}

type item struct {
	text    string
	depth   int
	ordered bool
}

type link struct {
	target string // of an internal one "#" and the id
	text   string
}

type note struct{ text, id string }

// Parse reads an HTML document: the truth, or what a PDF was converted to.
func Parse(src []byte) (*Document, error) {
	root, err := html.Parse(bytes.NewReader(src))
	if err != nil {
		return nil, fmt.Errorf("parse HTML: %w", err)
	}
	r := reader{doc: &Document{Pages: 1, marks: map[string][]string{}, ids: map[string]bool{}}, open: -1}
	r.meta(root)
	r.walk(root, place{role: Text})
	for _, n := range r.later {
		r.open = -1
		r.walk(n, place{role: Text, note: true})
	}
	r.finish()
	return r.doc, nil
}

// reader walks the tree once.
type reader struct {
	doc   *Document
	later []*html.Node // notes: they come last, because documents place them differently
	open  int          // the block that text goes to, -1 for a new one
}

// place is the state of the walk.
type place struct {
	role         Role // none: the text does not count
	tag          string
	bold, italic bool
	depth        int
	ordered      bool
	note         bool
	inTable      bool
}

// meta reads the head of the document, and all ids.
func (r *reader) meta(root *html.Node) {
	for n := range root.Descendants() {
		if id := attr(n, "id"); id != "" {
			r.doc.ids[id] = true
		}
		switch n.DataAtom {
		case atom.Html:
			r.doc.Lang = attr(n, "lang")
		case atom.Title:
			if n.Parent.DataAtom == atom.Head {
				r.doc.Title = fold(plain(n))
			}
		case atom.Meta:
			switch content := attr(n, "content"); attr(n, "name") {
			case "furniture":
				r.doc.Furniture = append(r.doc.Furniture, content)
			case "pages":
				if pages, err := strconv.Atoi(content); err == nil {
					r.doc.Pages = pages
				}
			}
		}
	}
}

// hidden reports whether an element is not content: what nobody sees, navigation, running heads and feet, labels
// of list items.
func hidden(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Head, atom.Nav, atom.Script, atom.Style, atom.Template:
		return true
	case atom.Span:
		if attr(n, "class") == "label" {
			return true
		}
	}
	switch attr(n, "role") {
	case "doc-pageheader", "doc-pagefooter", "doc-pagebreak", "doc-toc", "navigation", "doc-backlink":
		return true
	}
	style := strings.ReplaceAll(attr(n, "style"), " ", "")
	return has(n, "hidden") || attr(n, "aria-hidden") == "true" || strings.Contains(style, "display:none")
}

// breaks lists the elements at which blocks end.
var breaks = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Li: true, atom.Ul: true, atom.Ol: true, atom.Dl: true, atom.Dt: true, atom.Dd: true,
	atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true,
	atom.Table: true, atom.Caption: true, atom.Tr: true, atom.Td: true, atom.Th: true,
	atom.Figure: true, atom.Figcaption: true, atom.Blockquote: true, atom.Pre: true, atom.Section: true, atom.Article: true,
	atom.Aside: true, atom.Header: true, atom.Footer: true, atom.Main: true, atom.Address: true, atom.Hr: true,
	atom.Form: true, atom.Fieldset: true, atom.Legend: true, atom.Details: true, atom.Summary: true, atom.Body: true,
}

func (r *reader) walk(n *html.Node, at place) {
	if n.Type == html.TextNode {
		r.text(n.Data, at)
		return
	}
	if hidden(n) {
		return
	}
	if isNotes(n) && !at.note {
		r.later = append(r.later, n)
		r.open = -1
		return
	}
	if breaks[n.DataAtom] {
		r.open = -1
	}
	r.count(n, at)
	inner := placeIn(n, at)
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.walk(c, inner)
	}
	switch {
	case breaks[n.DataAtom]:
		r.open = -1
	case n.DataAtom == atom.Br:
		r.text(" ", at)
	}
}

// isNotes reports whether an element is a note, or a list of them.
func isNotes(n *html.Node) bool {
	role := attr(n, "role")
	return role == "doc-footnote" || role == "doc-endnote" || role == "doc-endnotes"
}

// isNote reports whether an element inside of notes is one of them.
func isNote(n *html.Node) bool {
	if role := attr(n, "role"); role == "doc-footnote" || role == "doc-endnote" {
		return true
	}
	if n.DataAtom != atom.Li && (n.DataAtom != atom.P || n.Parent.DataAtom == atom.Li) {
		return false
	}
	for p := n.Parent; p != nil; p = p.Parent {
		if p.DataAtom == atom.Li {
			return false
		}
		if role := attr(p, "role"); role != "" {
			return role == "doc-endnotes"
		}
	}
	return false
}

// placeIn returns the place inside of an element.
func placeIn(n *html.Node, at place) place {
	if breaks[n.DataAtom] {
		at.tag = n.Data
	}
	switch n.DataAtom {
	case atom.Svg, atom.Math, atom.Select, atom.Textarea, atom.Button:
		at.role = ""
	case atom.Div:
		if attr(n, "class") == "labels" { // the words in a picture, for those who do not see it
			at.role = ""
		}
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		at = at.as(Heading)
	case atom.Ul, atom.Ol, atom.Dl:
		at.depth++
		at.ordered = n.DataAtom == atom.Ol
	case atom.Li, atom.Dt, atom.Dd:
		at = at.as(Item)
	case atom.Table:
		at.inTable = at.inTable || at.role != ""
	case atom.Caption, atom.Figcaption:
		at.inTable = false
		at = at.as(Text)
	case atom.Td, atom.Th:
		at = at.as(Cell)
	case atom.Pre:
		at = at.as(Code)
	case atom.B, atom.Strong:
		at.bold = true
	case atom.I, atom.Em, atom.Cite, atom.Dfn:
		at.italic = true
	}
	return at
}

// as returns the place with a role. Text in a table always has the role of a cell.
func (at place) as(role Role) place {
	switch {
	case at.role == "":
	case at.inTable:
		at.role = Cell
	default:
		at.role = role
	}
	return at
}

// text adds text to the open block. Visible text opens a block if there is none.
func (r *reader) text(s string, at place) {
	if at.role == "" {
		return
	}
	if r.open < 0 {
		if strings.TrimSpace(s) == "" {
			return
		}
		r.open = len(r.doc.Blocks)
		r.doc.Blocks = append(r.doc.Blocks, Block{Tag: at.tag, Role: at.role})
	}
	b := &r.doc.Blocks[r.open]
	b.runs = append(b.runs, run{s, at.bold, at.italic})
}

// count counts what an element is besides text.
func (r *reader) count(n *html.Node, at place) {
	doc := r.doc
	if at.note && isNote(n) {
		doc.notes = append(doc.notes, note{withoutMark(fold(shown(n))), attr(n, "id")})
	}
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		if text := fold(shown(n)); text != "" && !at.inTable {
			doc.headings = append(doc.headings, heading{int(n.Data[1] - '0'), withoutNumber(text), len(doc.Blocks)})
		}
	case atom.Table:
		if !at.inTable {
			doc.tables = append(doc.tables, newTable(n))
		}
	case atom.Li, atom.Dt, atom.Dd:
		if text := withoutLabel(fold(own(n))); text != "" && !at.inTable && !at.note {
			doc.items = append(doc.items, item{text, at.depth, at.ordered})
		}
	case atom.Caption, atom.Figcaption:
		doc.captions = append(doc.captions, fold(shown(n)))
	case atom.Img:
		if at.role != "" && attr(n, "role") != "presentation" && !isOfFormula(n) {
			doc.figures++
		}
	case atom.Svg:
		if at.role != "" {
			doc.figures++
		}
	case atom.Math:
		if f := newFormula(n); len(f.ways) > 0 {
			doc.formulas = append(doc.formulas, f)
		}
	case atom.A:
		r.link(n)
	}
}

// isOfFormula reports whether a picture shows a formula. Such a picture does not count as a picture of the
// document.
func isOfFormula(n *html.Node) bool {
	class := ""
	if n.Parent != nil {
		class = attr(n.Parent, "class")
	}
	return strings.HasPrefix(class, "formula") || class == "scroll"
}

// link records a link. Adjacent pieces of one link count as one.
func (r *reader) link(n *html.Node) {
	target, text := attr(n, "href"), fold(shown(n))
	id, internal := strings.CutPrefix(target, "#")
	switch role := attr(n, "role"); {
	case target == "" || role == "doc-biblioref":
		return
	case role == "doc-noteref":
		r.doc.marks[id] = append(r.doc.marks[id], text)
	case !internal:
		target = strings.TrimSuffix(strings.ToLower(target), "/")
	}
	if last := len(r.doc.links) - 1; last >= 0 && r.doc.links[last].target == target && followsLink(n, attr(n, "href")) {
		r.doc.links[last].text += " " + text
		return
	}
	r.doc.links = append(r.doc.links, link{target, text})
}

// followsLink reports whether nothing but white space stands between n and a link
// to the same place before it.
func followsLink(n *html.Node, target string) bool {
	p := n.PrevSibling
	for p != nil && p.Type == html.TextNode && strings.TrimSpace(p.Data) == "" {
		p = p.PrevSibling
	}
	return p != nil && p.DataAtom == atom.A && attr(p, "href") == target
}

// finish splits the blocks into words, and gives headings the text below them.
func (r *reader) finish() {
	doc := r.doc
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		var all strings.Builder
		for _, part := range b.runs {
			all.WriteString(part.text)
		}
		b.Text = fold(all.String())
		for _, w := range wordsOf(b.runs) {
			w.block = i
			doc.words = append(doc.words, w)
		}
	}
}

// allText returns the text of all blocks, or of those outside of tables.
func (doc *Document) allText(tables bool) []rune {
	var list []string
	for i := range doc.Blocks {
		if b := &doc.Blocks[i]; tables || b.Role != Cell {
			list = append(list, b.Text)
		}
	}
	return []rune(strings.Join(list, " "))
}

// allWords returns the texts of the document's words.
func (doc *Document) allWords() []string {
	list := make([]string, len(doc.words))
	for i, w := range doc.words {
		list[i] = w.text
	}
	return list
}

// below returns the text between blocks.
func (doc *Document) below(from, to int) []rune {
	var list []string
	for _, b := range doc.Blocks[min(from, to):to] {
		list = append(list, b.Text)
	}
	return []rune(strings.Join(list, " "))
}

// HeadingKeys returns what HeadingKey makes of the headings, in their order.
func (doc *Document) HeadingKeys() []string {
	keys := make([]string, len(doc.headings))
	for i, h := range doc.headings {
		keys[i] = Letters(h.text)
	}
	return keys
}

// plain returns all text under a node.
func plain(n *html.Node) string { return textOf(n, func(*html.Node) bool { return false }) }

// shown returns the text under a node that is content.
func shown(n *html.Node) string { return textOf(n, hidden) }

// own returns the text of a list item without the lists, tables and programs in it.
func own(n *html.Node) string {
	apart := []atom.Atom{atom.Ul, atom.Ol, atom.Dl, atom.Table, atom.Pre, atom.Figure}
	return textOf(n, func(c *html.Node) bool { return hidden(c) || slices.Contains(apart, c.DataAtom) })
}

// textOf returns the text under a node but for what without says.
func textOf(n *html.Node, without func(*html.Node) bool) string {
	var b strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				b.WriteString(c.Data)
			case c.Type == html.ElementNode && c.Data == "annotation": // the source of a formula
			case c.Type == html.ElementNode && !without(c):
				if breaks[c.DataAtom] || c.DataAtom == atom.Br {
					b.WriteByte(' ')
				}
				walk(c)
				if breaks[c.DataAtom] {
					b.WriteByte(' ')
				}
			}
		}
	}
	walk(n)
	return b.String()
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}
