package htmlout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/semantic"
)

func span(text string) *semantic.Node { return &semantic.Node{Role: semantic.Span, Text: text} }

func writeNode(t *testing.T, n *semantic.Node, opts htmlout.Options) string {
	t.Helper()
	return write(t, &semantic.Document{Root: &semantic.Node{Role: semantic.DocumentRole, Children: []*semantic.Node{n}}}, opts)
}

func TestNotesContentsAndTerms(t *testing.T) {
	t.Parallel()
	note := &semantic.Node{Role: semantic.FENote, Attr: &semantic.Attr{ID: "fn-1"}, Children: []*semantic.Node{{Role: semantic.P, Children: []*semantic.Node{
		{Role: semantic.Reference, Attr: &semantic.Attr{Href: "#fnref-1", Subtype: "Back"}, Children: []*semantic.Node{span("1")}}, span(" Note"),
	}}}}
	mark := with(node(semantic.Reference, span("1")), semantic.Attr{ID: "fnref-1", Href: "#fn-1", Subtype: "Note"})
	noted := &semantic.Document{Root: node(semantic.DocumentRole, node(semantic.P, mark), note)}
	out := write(t, noted, htmlout.Options{Semantic: true, Minify: true})
	require.Contains(t, out, `<p><a id="fnref-1" href="#fn-1" role="doc-noteref">1</a></p><aside id="fn-1" role="doc-footnote"><p><a href="#fnref-1" role="doc-backlink">1</a> Note</p></aside>`)
	out = write(t, noted, htmlout.Options{Minify: true})
	require.Contains(t, out, `<div id="fn-1"><p><a href="#fnref-1">1</a> Note</p></div>`)

	contents := &semantic.Node{Role: semantic.TOC, Attr: &semantic.Attr{Title: "Contents"}, Children: []*semantic.Node{{Role: semantic.TOCI, Children: []*semantic.Node{
		span("One"), {Role: semantic.TOC, Children: []*semantic.Node{{Role: semantic.TOCI, Children: []*semantic.Node{span("Two")}}}},
	}}}}
	require.Contains(t, writeNode(t, contents, htmlout.Options{Semantic: true, Minify: true}), `<nav role="doc-toc" aria-label="Contents"><ul><li>One<ul><li>Two</li></ul></li></ul></nav>`)
	require.Contains(t, writeNode(t, contents, htmlout.Options{Minify: true}), `<ul><li>One<ul><li>Two</li></ul></li></ul>`)

	terms := &semantic.Node{Role: semantic.L, Attr: &semantic.Attr{Numbering: "description"}, Children: []*semantic.Node{{Role: semantic.LI, Children: []*semantic.Node{
		{Role: semantic.Lbl, Children: []*semantic.Node{span("Fox")}}, {Role: semantic.LBody, Children: []*semantic.Node{span("Jumps.")}},
	}}}}
	require.Contains(t, writeNode(t, terms, htmlout.Options{Minify: true}), `<dl><dt>Fox</dt><dd>Jumps.</dd></dl>`)
}

func TestListsOfNotesAndContentsAreLandmarksWithNamesOfTheirOwn(t *testing.T) {
	t.Parallel()
	list := func(kind, numbering string) *semantic.Node {
		return &semantic.Node{Role: semantic.L, Attr: &semantic.Attr{Ordered: true, Numbering: numbering, Subtype: kind, Title: "Notes"},
			Children: []*semantic.Node{{Role: semantic.LI, Attr: &semantic.Attr{ID: "fn-1"}, Children: []*semantic.Node{span("A note")}}}}
	}
	contents := &semantic.Node{Role: semantic.TOC, Children: []*semantic.Node{{Role: semantic.TOCI, Children: []*semantic.Node{span("Eins")}}}}
	root := &semantic.Node{Role: semantic.DocumentRole, Children: []*semantic.Node{contents, contents, list("Endnotes", ""), list("Bibliography", "[1]")}}
	out := write(t, &semantic.Document{Root: root, Lang: "de-AT"}, htmlout.Options{Semantic: true, Minify: true})
	require.Contains(t, out, `<nav role="doc-toc" aria-label="Inhalt"><ul><li>Eins</li></ul></nav><nav role="doc-toc" aria-label="Inhalt (2)">`)
	require.Contains(t, out, `<div role="doc-endnotes" aria-label="Notes"><ol class="notes"><li id="fn-1">A note</li></ol></div>`)
	require.Contains(t, out, `<div role="doc-bibliography" aria-label="Notes (2)"><ol class="square-1">`)
}
