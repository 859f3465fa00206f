package htmlout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/semantic"
)

func TestTheOutlineIsAFoldedListOfLinks(t *testing.T) {
	t.Parallel()
	outline := []semantic.OutlineItem{
		{Title: "Foxes & co", Href: "#foxes", Children: []semantic.OutlineItem{{Title: "1.1 . Red", Href: "#red"}}},
		{Title: "Part two", Children: []semantic.OutlineItem{{Title: "\u200b", Href: "https://example.org/"}}},
	}
	doc := func(pages int, outline []semantic.OutlineItem, nodes ...*semantic.Node) *semantic.Document {
		return &semantic.Document{
			Root:  &semantic.Node{Role: semantic.DocumentRole, Children: append(nodes, &semantic.Node{Role: semantic.P, Children: []*semantic.Node{span("Text")}}, heading(2, "foxes", "Foxes"), heading(3, "red", "Red"))},
			Pages: make([]semantic.PageInfo, pages), Outline: outline, Lang: "de",
		}
	}
	unlinked := &semantic.Node{Role: semantic.TOC, Children: []*semantic.Node{{Role: semantic.TOCI, Children: []*semantic.Node{span("Eins")}}}}
	external := &semantic.Node{Role: semantic.TOC, Children: []*semantic.Node{{Role: semantic.TOCI, Children: []*semantic.Node{with(node(semantic.Link, span("Eins")), semantic.Attr{Href: "https://example.org/1"})}}}}
	chapters := []semantic.OutlineItem{{Title: "Book", Href: "#foxes", Children: []semantic.OutlineItem{{Title: "1", Href: "#a"}, {Title: "2", Href: "#b"}, {Title: "3", Href: "#c"}, {Title: "4", Href: "#red"}}}}
	contents := &semantic.Node{Role: semantic.TOC, Children: []*semantic.Node{{Role: semantic.TOCI, Children: []*semantic.Node{with(node(semantic.Link, span("Eins")), semantic.Attr{Href: "#foxes"})}}}}
	section := &semantic.Node{Role: semantic.Sect, Children: []*semantic.Node{contents}}
	opts := htmlout.Options{Semantic: true, Minify: true}

	require.Contains(t, write(t, doc(8, outline), opts), `<body><nav class="outline" aria-label="Inhalt"><a class="skip" href="#_main">Zum Inhalt springen</a><details><summary>Inhalt</summary>`+
		`<ul><li><a href="#foxes">Foxes &amp; co</a><ul><li><a href="#red">1.1. Red</a></li></ul></li>`+
		`<li>Part two<ul><li><a href="https://example.org/">https://example.org/</a></li></ul></li></ul></details></nav><main id="_main">`)
	require.Contains(t, write(t, doc(8, outline, unlinked), opts), `class="outline"`, "a contents page without links")
	require.Contains(t, write(t, doc(8, outline, external), opts), `class="outline"`, "a contents page of addresses")
	require.Contains(t, write(t, doc(8, chapters, contents), opts), `class="outline"`, "contents of one chapter of four")
	require.NotContains(t, write(t, doc(8, chapters, contents, contents), opts), `class="outline"`, "contents of two of them")
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

func TestHeadingsMakeContents(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 30)
	for name, c := range map[string]struct {
		nodes []*semantic.Node
		want  string // "": none
	}{
		"two levels below the title": {
			[]*semantic.Node{heading(1, "t", "Swifts"), heading(2, "a", "Methods"), heading(3, "b", "Microphones"), heading(4, "c", "Batteries"), heading(2, "d", "Results & more")},
			`<ul><li><a href="#a">Methods</a><ul><li><a href="#b">Microphones</a></li></ul></li><li><a href="#d">Results &amp; more</a></li></ul>`,
		},
		"many of the highest": {
			[]*semantic.Node{heading(1, "a", "One"), heading(1, "b", "Two"), heading(1, "c", "Three")},
			`<ul><li><a href="#a">One</a></li><li><a href="#b">Two</a></li><li><a href="#c">Three</a></li></ul>`,
		},
		"a long one is cut": {
			[]*semantic.Node{heading(2, "a", long), heading(2, "b", "Two"), heading(2, "c", "Three")},
			`<a href="#a">` + strings.TrimSpace(strings.Repeat("word ", 18)) + `…</a>`,
		},
		"the same in every chapter": {
			[]*semantic.Node{heading(1, "a", "One"), heading(2, "b", "Note"), heading(2, "c", "Aims"), heading(1, "d", "Two"), heading(2, "e", "Note"), heading(2, "f", "Note")},
			`<ul><li><a href="#a">One</a><ul><li><a href="#c">Aims</a></li></ul></li><li><a href="#d">Two</a></li></ul>`,
		},
		"two are too few":        {[]*semantic.Node{heading(2, "a", "One"), heading(2, "b", "Two")}, ""},
		"without text or anchor": {[]*semantic.Node{heading(2, "a", "One"), heading(2, "b", " "), heading(2, "", "Three"), heading(2, "d", "Four")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := &semantic.Document{Root: node(semantic.DocumentRole, c.nodes...), Pages: make([]semantic.PageInfo, 8)}
			html := write(t, doc, htmlout.Options{Semantic: true, Minify: true})
			if c.want == "" {
				require.NotContains(t, html, `class="outline"`)
				require.NotContains(t, html, `_main`)
				return
			}
			require.Contains(t, html, c.want)
		})
	}
}
