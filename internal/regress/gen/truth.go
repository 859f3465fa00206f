package main

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"

	dom "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// kept lists the attributes of a source that say what the document is. Other attributes say how it looks.
var kept = []string{"id", "href", "role", "lang", "dir", "colspan", "rowspan", "scope", "alt", "src", "start", "type", "hidden", "aria-hidden", "display", "linethickness"}

// truth writes what the document should become.
func (r recipe) truth(doc *dom.Node, pages int) []byte {
	root := find(doc, atom.Html)
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=%q", get(root, "lang"))
	if dir := get(root, "dir"); dir != "" {
		fmt.Fprintf(&b, " dir=%q", dir)
	}
	b.WriteString(">\n<head>\n<meta charset=\"utf-8\">\n")
	if r.engine != "groff" { // the PDF of groff has no title
		fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(text(find(doc, atom.Title))))
	}
	fmt.Fprintf(&b, "<meta name=\"pages\" content=\"%d\">\n", pages)
	for _, at := range []string{"tl", "tc", "tr", "bl", "bc", "br"} {
		if words := strings.TrimSpace(strings.NewReplacer("##", " ", "#", " ").Replace(r.furniture()[at])); len(words) > 4 {
			fmt.Fprintf(&b, "<meta name=\"furniture\" content=\"%s\">\n", html.EscapeString(words))
		}
	}
	b.WriteString("</head>\n")
	body := find(doc, atom.Body)
	var gone []*dom.Node
	for n := range body.Descendants() {
		if n.Type == dom.CommentNode || n.DataAtom == atom.Style || n.DataAtom == atom.Script || hasClass(n, "deco") {
			gone = append(gone, n)
		}
		for i, a := range n.Attr {
			if n.DataAtom == atom.Img && a.Key == "src" {
				n.Attr[i].Val = "photo.jpg"
			}
		}
		if n.DataAtom == atom.Svg { // a picture: its words belong to it
			n.Data, n.DataAtom, n.Namespace = "img", atom.Img, ""
			n.Attr = []dom.Attribute{{Key: "src", Val: "chart.svg"}, {Key: "alt", Val: get(n, "aria-label")}}
			for n.FirstChild != nil {
				n.RemoveChild(n.FirstChild)
			}
		}
	}
	for _, n := range gone {
		if n.Parent != nil {
			n.Parent.RemoveChild(n)
		}
	}
	if r.engine == "groff" {
		unlink(body)
	}
	for n := range body.Descendants() {
		n.Attr = slices.DeleteFunc(n.Attr, func(a dom.Attribute) bool { return !slices.Contains(kept, a.Key) })
	}
	body.Attr = nil
	if err := dom.Render(&b, body); err != nil {
		panic(err)
	}
	b.WriteString("\n</html>\n")
	return b.Bytes()
}

// unlink makes text of links, which the ms macros print as such; marks of notes stay.
func unlink(n *dom.Node) {
	var links []*dom.Node
	for c := range n.Descendants() {
		if c.DataAtom == atom.A && get(c, "role") == "" {
			links = append(links, c)
		}
	}
	for _, a := range links {
		for c := a.FirstChild; c != nil; c = a.FirstChild {
			a.RemoveChild(c)
			a.Parent.InsertBefore(c, a)
		}
		a.Parent.RemoveChild(a)
	}
}
