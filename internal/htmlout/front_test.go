package htmlout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/semantic"
)

func TestTheHeadOfADocumentHoldsWhatStandsUnderItsTitle(t *testing.T) {
	t.Parallel()
	mail := with(node(semantic.Link, text("jane@iana.org")), semantic.Attr{Href: "mailto:jane@iana.org"})
	doc := &semantic.Document{Lang: "en", Root: node(semantic.DocumentRole,
		node(semantic.Title, text("Foxes")),
		node(semantic.P, text("Jane Doe, "), mail),
		node(semantic.P, text("3 May 2024")),
		heading(2, "one", "One"),
		node(semantic.P, text("3 May 2024")),
	)}
	out, err := htmlout.Write(t.Context(), doc, htmlout.Options{Semantic: true, Minify: true})
	require.NoError(t, err)
	require.Contains(t, out.HTML, `<article><header><h1>Foxes</h1>`+
		`<address>Jane Doe, <a href="mailto:jane@iana.org">jane@iana.org</a></address>`+
		`<p><time datetime="2024-05-03">3 May 2024</time></p></header>`+
		`<section><h2 id="one">One</h2><p>3 May 2024</p></section></article>`)
}

func TestATitleAloneIsAllOfTheHead(t *testing.T) {
	t.Parallel()
	doc := &semantic.Document{Lang: "en", Root: node(semantic.DocumentRole,
		node(semantic.Title, text("Foxes")),
		node(semantic.P, text("All that there is")),
	)}
	out, err := htmlout.Write(t.Context(), doc, htmlout.Options{Semantic: true, Minify: true})
	require.NoError(t, err)
	require.Contains(t, out.HTML, `<header><h1>Foxes</h1></header><p>All that there is</p>`)
}

func TestATitleStandsInNoSection(t *testing.T) {
	t.Parallel()
	doc := &semantic.Document{Lang: "en", Root: node(semantic.DocumentRole,
		heading(2, "firm", "A firm"),
		node(semantic.Title, text("Invoice")),
		node(semantic.P, text("Whatever there is")),
	)}
	out, err := htmlout.Write(t.Context(), doc, htmlout.Options{Semantic: true, Minify: true})
	require.NoError(t, err)
	require.Contains(t, out.HTML, `<section><h2 id="firm">A firm</h2></section><header><h1>Invoice</h1></header><p>Whatever there is</p>`)
}
