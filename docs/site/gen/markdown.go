package main

import (
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// markdown reads the documents as GitHub shows them, and writes HTML whose wide parts scroll by
// themselves, with keys too.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(parts{}, 100))), // before those of goldmark
)

// parts writes what the pages write in their own way.
type parts struct{}

func (parts) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindCodeBlock, code)
	r.Register(ast.KindFencedCodeBlock, code)
	r.Register(extast.KindTable, table)
	r.Register(extast.KindTableHeader, head)
	r.Register(extast.KindTableCell, cell)
}

// code writes a block of program text.
func code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, _ = w.WriteString(`<pre tabindex="0"><code>`) // the writer keeps its first error
	_, _ = w.Write(util.EscapeHTML(n.Lines().Value(source)))
	_, _ = w.WriteString("</code></pre>\n")
	return ast.WalkSkipChildren, nil
}

// label is the attribute of a table that says what it is about.
const label = "label"

// narrow is how many columns fit any window, because their words wrap. Others scroll in a box.
const narrow = 2

// table writes a table and, where it may be wider than a window, the box that it scrolls in.
func table(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	about, _ := n.AttributeString(label)
	box, end := fmt.Sprintf("<div class=\"scroll\" role=\"group\" aria-label=\"%s\" tabindex=\"0\">\n", util.EscapeHTML([]byte(about.(string)))), "</div>\n"
	if len(n.(*extast.Table).Alignments) <= narrow {
		box, end = "", ""
	}
	if entering {
		_, _ = w.WriteString(box + "<table>\n")
	} else {
		_, _ = w.WriteString("</table>\n" + end)
	}
	return ast.WalkContinue, nil
}

// head writes the head of a table, unless it says nothing.
func head(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	says := false
	for c := range children(n) {
		says = says || c.HasChildren()
	}
	body := "<tbody>\n"
	if n.NextSibling() == nil {
		body = ""
	}
	switch {
	case entering && says:
		_, _ = w.WriteString("<thead>\n<tr>\n")
	case entering:
		_, _ = w.WriteString(body)
		return ast.WalkSkipChildren, nil
	case says:
		_, _ = w.WriteString("</tr>\n</thead>\n" + body)
	}
	return ast.WalkContinue, nil
}

// cell writes a cell. The first of a row names it; a head without text is no head.
func cell(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	tag, scope := "td", ""
	switch head := n.Parent().Kind() == extast.KindTableHeader; {
	case n.ChildCount() == 0:
	case head:
		tag, scope = "th", ` scope="col"`
	case n.PreviousSibling() == nil:
		tag, scope = "th", ` scope="row"`
	}
	if entering {
		_, _ = w.WriteString("<" + tag + scope + ">")
	} else {
		_, _ = w.WriteString("</" + tag + ">\n")
	}
	return ast.WalkContinue, nil
}
