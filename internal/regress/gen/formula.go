package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// formulas gives each <math tex="$a^2$"> its MathML, by Pandoc, and each equation
// (<p class="equation" number="1">) its number behind it.
func formulas(doc *html.Node) error {
	var all []*html.Node
	var source strings.Builder
	for n := range doc.Descendants() {
		if n.DataAtom == atom.Math && n.FirstChild == nil {
			all = append(all, n)
			fmt.Fprintf(&source, "$%s$\n\n", strings.Trim(get(n, "tex"), "$"))
		}
		if hasClass(n, "equation") && get(n, "number") != "" {
			number := &html.Node{Type: html.ElementNode, Data: "span", DataAtom: atom.Span, Attr: []html.Attribute{{Key: "class", Val: "number"}}}
			number.AppendChild(&html.Node{Type: html.TextNode, Data: " (" + get(n, "number") + ")"})
			n.AppendChild(number)
		}
	}
	if len(all) == 0 {
		return nil
	}
	pandoc := exec.Command("pandoc", "-f", "markdown", "-t", "html", "--mathml")
	pandoc.Stdin = strings.NewReader(source.String())
	out, err := pandoc.Output()
	if err != nil {
		return fmt.Errorf("pandoc: %w", err)
	}
	made, err := html.Parse(bytes.NewReader(out))
	if err != nil {
		return err
	}
	i := 0
	for m := range made.Descendants() {
		if m.DataAtom != atom.Math {
			continue
		}
		if i == len(all) {
			return fmt.Errorf("pandoc made more than %d formulas", len(all))
		}
		adopt(all[i], plainMath(m))
		i++
	}
	if i < len(all) {
		return fmt.Errorf("pandoc made %d formulas of %d", i, len(all))
	}
	return nil
}

// plainMath returns the formula in m without its source.
func plainMath(m *html.Node) *html.Node {
	for n := range m.Descendants() {
		if n.Data == "semantics" {
			n.RemoveChild(n.LastChild)
			return n
		}
	}
	return m
}

// adopt moves the children of from to n.
func adopt(n, from *html.Node) {
	for c := from.FirstChild; c != nil; c = from.FirstChild {
		from.RemoveChild(c)
		n.AppendChild(c)
	}
}

// equation writes a formula that has a line of its own, with its number.
func (t *tex) equation(n *html.Node) {
	number := ""
	if v := get(n, "number"); v != "" {
		number = `\tag{` + v + `}`
	}
	fmt.Fprintf(t, "\n\\begin{equation*}\\hypertarget{%s}{}%s%s\\end{equation*}\n", get(n, "id"), get(find(n, atom.Math), "tex"), number)
}
