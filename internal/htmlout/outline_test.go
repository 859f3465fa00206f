package htmlout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/semantic"
)

func TestTheOutlineIsAFoldedListOfLinks(t *testing.T) {
	t.Parallel()
	outline := []semantic.OutlineItem{
		{Title: "Foxes & co", Href: "#foxes", Children: []semantic.OutlineItem{{Title: "Red", Href: "#red"}}},
		{Title: "Part two", Children: []semantic.OutlineItem{{Title: "\u200b", Href: "https://example.org/"}}},
	}
	doc := func(pages int, outline []semantic.OutlineItem, nodes ...*semantic.Node) *semantic.Document {
		return &semantic.Document{
			Root:  &semantic.Node{Role: semantic.DocumentRole, Children: append(nodes, &semantic.Node{Role: semantic.P, Children: []*semantic.Node{span("Text")}}, heading(2, "foxes", "Foxes"), heading(3, "red", "Red"))},
			Pages: make([]semantic.PageInfo, pages), Outline: outline, Lang: "de",
		}
	}
	contents := &semantic.Node{Role: semantic.TOC, Children: []*semantic.Node{{Role: semantic.TOCI, Children: []*semantic.Node{span("Eins")}}}}
	section := &semantic.Node{Role: semantic.Sect, Children: []*semantic.Node{contents}}
	opts := htmlout.Options{Semantic: true, Minify: true}

	require.Contains(t, write(t, doc(8, outline), opts), `<body><nav class="outline" aria-label="Inhalt"><details><summary>Inhalt</summary>`+
		`<ul><li><a href="#foxes">Foxes &amp; co</a><ul><li><a href="#red">Red</a></li></ul></li>`+
		`<li>Part two<ul><li><a href="https://example.org/">https://example.org/</a></li></ul></li></ul></details></nav><main>`)
	for name, d := range map[string]*semantic.Document{
		"a few pages":              doc(7, outline),
		"one entry":                doc(8, outline[1:]),
		"no outline":               doc(8, nil),
		"a contents page":          doc(8, outline, contents),
		"a contents page below it": doc(8, outline, section),
	} {
		require.NotContains(t, write(t, d, opts), `class="outline"`, name)
	}
	require.NotContains(t, write(t, doc(8, outline), htmlout.Options{}), `class="outline"`, "without the vocabulary")
}
