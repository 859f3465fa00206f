package epub

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Namespaces of what XHTML holds.
const (
	xhtmlSpace = "http://www.w3.org/1999/xhtml"
	epubSpace  = "http://www.idpf.org/2007/ops"
	mathSpace  = "http://www.w3.org/1998/Math/MathML"
	svgSpace   = "http://www.w3.org/2000/svg"
	xlinkSpace = "http://www.w3.org/1999/xlink"
)

// begin writes a file of XHTML up to its body.
func begin(out *bytes.Buffer, title, language string) {
	out.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n<!DOCTYPE html>\n" + `<html xmlns="` + xhtmlSpace + `" xmlns:epub="` + epubSpace + `"`)
	if language != "" {
		out.WriteString(` lang="` + escape(language) + `" xml:lang="` + escape(language) + `"`)
	}
	out.WriteString(`><head><meta charset="UTF-8"/><title>` + escape(title) + `</title><link rel="stylesheet" href="` + styleName + `"/></head>` + "\n<body>")
}

func end(out *bytes.Buffer) { out.WriteString("</body></html>\n") }

// write writes chapter k.
func (c *chapters) write(out *bytes.Buffer, k *chapter, b *Book) {
	begin(out, b.Title, cmp.Or(c.language, b.Language))
	w := writer{out: out, chapters: c, chapter: k}
	for _, n := range k.nodes {
		w.node(n)
	}
	if len(k.nodes) == 0 {
		out.WriteString("<p></p>")
	}
	end(out)
}

// writer writes the nodes of one chapter as XML.
type writer struct {
	out *bytes.Buffer
	*chapters
	chapter *chapter
	given   []string // attributes that the element at hand has
}

func (w *writer) node(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		w.out.WriteString(escape(n.Data))
	case html.ElementNode:
		w.element(n)
	}
}

func (w *writer) element(n *html.Node) {
	if n.DataAtom == atom.Script || n.DataAtom == atom.Style {
		return
	}
	if !isName(n.Data) { // no element of XML: what stands in it is kept
		for k := range n.ChildNodes() {
			w.node(k)
		}
		return
	}
	w.out.WriteString("<" + n.Data)
	w.given = w.given[:0]
	switch {
	case n.Data == "math" && n.Namespace == "math":
		w.attribute("xmlns", mathSpace)
	case n.Data == "svg" && n.Namespace == "svg":
		w.attribute("xmlns", svgSpace)
		w.attribute("xmlns:xlink", xlinkSpace)
	}
	for _, a := range n.Attr {
		w.attributeOf(n, a)
	}
	if t := typeOf(attr(n, "role")); t != "" {
		w.attribute("epub:type", t)
	}
	if attr(n, "role") == "doc-pagebreak" && attr(n, "aria-label") == "" {
		w.attribute("aria-label", attr(n, "title"))
	}
	if n.FirstChild == nil && (n.Namespace != "" || isVoid(n.DataAtom)) {
		w.out.WriteString("/>")
		return
	}
	w.out.WriteByte('>')
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		w.node(k)
	}
	w.out.WriteString("</" + n.Data + ">")
}

// attributeOf writes one attribute as it means the same in a file of its own.
func (w *writer) attributeOf(n *html.Node, a html.Attribute) {
	switch {
	case a.Key == "xmlns", a.Namespace == "xmlns": // its element says what it is
	case a.Namespace != "":
		w.attribute(a.Namespace+":"+a.Key, a.Val)
	case a.Key == "id":
		w.attribute("id", w.ids[a.Val])
	case a.Key == "lang":
		w.attribute("lang", a.Val)
		w.attribute("xml:lang", a.Val)
	case a.Key == "href" && strings.HasPrefix(a.Val, "#"):
		if id := a.Val[1:]; w.ids[id] != "" {
			w.attribute("href", w.link(id))
		}
	case a.Key == "loading", a.Key == "decoding", !isName(a.Key):
	case a.Key == "aria-label" && a.Val == "":
	case isReference(a.Key):
		var ids []string
		for id := range strings.FieldsSeq(a.Val) {
			if w.has(w.chapter, id) {
				ids = append(ids, w.ids[id])
			}
		}
		if len(ids) > 0 {
			w.attribute(a.Key, strings.Join(ids, " "))
		}
	default:
		w.attribute(a.Key, a.Val)
	}
}

// attribute writes an attribute, unless the element has one of that name: HTML knows several that are one in XML.
func (w *writer) attribute(key, value string) {
	if slices.Contains(w.given, key) {
		return
	}
	w.given = append(w.given, key)
	w.out.WriteString(" " + key + `="` + escape(value) + `"`)
}

// isName reports a name that XML takes for an element or an attribute.
func isName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == "" && (s[0] < '0' || s[0] > '9') && s[0] != '-'
}

// typeOf is the type by which reading systems know what a role of DPUB-ARIA says: notes open where their marks are.
func typeOf(role string) string {
	switch role {
	case "doc-pagebreak", "doc-footnote", "doc-noteref":
		return strings.TrimPrefix(role, "doc-")
	}
	return ""
}

func isVoid(a atom.Atom) bool {
	switch a {
	case atom.Area, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// escape is s as text or value of XML 1.0, without the characters that it does not have.
func escape(s string) string {
	return escaper.Replace(strings.Map(func(r rune) rune {
		switch {
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0xFFFE, r == 0xFFFF:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD")))
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
