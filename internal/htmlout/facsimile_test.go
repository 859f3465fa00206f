package htmlout_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// oneLine is a document of one page. Its text is that of each node, with a sign beside it.
type oneLine struct{}

func (oneLine) Graphics(int) string { return `<svg class="g"></svg>` }
func (oneLine) Text(_ int, start, end int32) []htmlout.Placed {
	return []htmlout.Placed{{Text: "•", Attr: ` class="k"`, Aside: true}, {Text: fmt.Sprintf("%d-%d", start, end), Attr: ` class="l"`}}
}
func (oneLine) Formula(_ int, box layout.Rect) []htmlout.Placed {
	if box.X0 > 0 {
		return []htmlout.Placed{{Text: fmt.Sprintf("x%.0f", box.X0), Attr: ` class="l"`}}
	}
	return []htmlout.Placed{{Text: "x2", Attr: ` class="l"`}}
}
func (oneLine) Rest(int) []htmlout.PlacedLine  { return nil }
func (oneLine) Size(float32, float32) string   { return "p0" }
func (oneLine) Place(box layout.Rect) string   { return fmt.Sprintf("x%.0f", box.X0) }
func (oneLine) Type(size, cell float32) string { return fmt.Sprintf("t%.1f v%.1f", size, cell) }
func (oneLine) Look(*layout.FieldLook) string  { return "q0" }
func (oneLine) CSS() string                    { return ".p0{}" }

// facsimile writes nodes as a page of oneLine. Each node has as many bytes of the page's text as its own text has.
func facsimile(t *testing.T, minify bool, nodes ...*semantic.Node) htmlout.Output {
	t.Helper()
	return linked(t, nil, minify, nodes...)
}

// linked does what facsimile does, with links on the page that no text carries.
func linked(t *testing.T, links []semantic.PageLink, minify bool, nodes ...*semantic.Node) htmlout.Output {
	t.Helper()
	doc := &semantic.Document{
		Root: node(semantic.DocumentRole, nodes...), Pages: []semantic.PageInfo{{Number: 1, Width: 100, Height: 100, Links: links}},
		Origins: map[*semantic.Node][]semantic.Origin{},
	}
	for n := range doc.Root.All() {
		if n.Text != "" {
			doc.Origins[n] = []semantic.Origin{{Page: 1, End: int32(len(n.Text))}}
		}
	}
	picture := func(f *layout.Figure) (htmlout.Picture, bool) {
		return htmlout.Picture{Name: "p1-1.png", Width: 40, Height: 30}, !f.Weak
	}
	out, err := htmlout.Write(t.Context(), doc, htmlout.Options{Semantic: true, Minify: minify, Pages: oneLine{}, Picture: picture})
	require.NoError(t, err)
	return out
}

func TestFormulasOnPagesAreGlyphsForTheEyeAndMathForAllOthers(t *testing.T) {
	t.Parallel()
	n := read(true, scripts(mi("x"), nil, mn("2")))
	n.Attr.ID, n.Attr.Label = "eq-1", "(1)"
	require.Contains(t, facsimile(t, true, n).HTML,
		`<div class="formula numbered"><span class="m" aria-hidden="true"><span id="eq-1" class="l">x2</span></span><span class="u"><math display="block" alttext="x^2">`)
	require.Contains(t, facsimile(t, true, n).HTML, `</math> <span class="number">(1)</span></span></div>`)
}

func TestFormulasThatGoOnOverLinesHaveTheGlyphsOfAll(t *testing.T) {
	t.Parallel()
	n := read(false, mi("x"))
	n.Attr.Math.Lines = []layout.Rect{{X0: 3}, {X0: 4}}
	require.Contains(t, facsimile(t, true, node(semantic.P, n)).HTML, `aria-hidden="true"><span class="l">x3</span><span class="l">x4</span></span>`)
}

func TestWhatLinksLeadToHasAPlaceOnThePage(t *testing.T) {
	t.Parallel()
	id := func(name string, n *semantic.Node) *semantic.Node { return with(n, semantic.Attr{ID: name}) }
	for name, c := range map[string]struct {
		node *semantic.Node
		want string
	}{
		"a paragraph":  {id("a", node(semantic.P, text("x"))), `<p><span class="k">•</span><span id="a" class="l">0-1</span></p>`},
		"two elements": {id("a", node(semantic.BlockQuote, id("b", node(semantic.P, text("x"))))), `<span id="b" class="l"></span><span id="a" class="l">0-1</span>`},
		"nothing":      {id("a", node(semantic.P)), `<span id="a"></span>`},
		"a picture":    {with(node(semantic.Figure), semantic.Attr{ID: "a", Alt: "Bars", Figure: &layout.Figure{}}), `<figure><img id="a" class="fig x0" src="assets/p1-1.png"`},
		"a cell, which others name": {
			node(semantic.Table, node(semantic.TR, id("h", node(semantic.TH, text("x"))), with(node(semantic.TD, text("y")), semantic.Attr{Headers: []string{"h"}}))),
			`<th id="h"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			html := facsimile(t, true, c.node).HTML
			require.Contains(t, html, c.want)
			require.LessOrEqual(t, strings.Count(html, `id="a"`), 1)
		})
	}
}

func TestPicturesOfAPageStandInTheirFigures(t *testing.T) {
	t.Parallel()
	figure := func(f layout.Figure) *semantic.Node {
		f.Box = layout.Rect{X0: 7, X1: 20, Y1: 20}
		return with(node(semantic.Figure, node(semantic.P, text("mm"))), semantic.Attr{Alt: "Bars", Figure: &f})
	}
	html := facsimile(t, true, figure(layout.Figure{Vector: true, Graphic: &layout.Graphic{MediaType: "image/svg+xml"}})).HTML
	require.Contains(t, html, `<figure><img class="fig x7" src="assets/p1-1.png" alt="Bars" width="40" height="30" decoding="async"><div class="labels"><p>`)
	html = facsimile(t, true, figure(layout.Figure{Weak: true})).HTML
	require.Contains(t, html, `<div class="alt fig x7" role="img" aria-label="Bars"></div>`, "of what has no file")
}

func TestPagesAreShownWhereTheyCanBe(t *testing.T) {
	t.Parallel()
	for _, minify := range []bool{false, true} {
		css := facsimile(t, minify).PagesCSS
		require.Regexp(t, `^@media print,\(min-width:30rem\) and \(forced-colors:none\)\{`, css)
		require.Equal(t, strings.Count(css, "{"), strings.Count(css, "}"))
		require.Contains(t, css, ".p0{}}", "all of it")
	}
	require.Less(t, len(facsimile(t, true).PagesCSS), len(facsimile(t, false).PagesCSS))
}

func TestLinksOnDrawingsAreAreas(t *testing.T) {
	t.Parallel()
	at := []layout.Rect{{X0: 7, X1: 20, Y1: 20}}
	picture := with(node(semantic.Figure), semantic.Attr{Href: "https://example.org/", Alt: "Logo", Figure: &layout.Figure{}})
	inLine := node(semantic.P, with(node(semantic.Link, with(node(semantic.Figure), semantic.Attr{Alt: "Logo", Figure: &layout.Figure{}})), semantic.Attr{Href: "https://example.org/"}))
	words := node(semantic.P, with(node(semantic.Link, text("x")), semantic.Attr{Href: "https://example.org/"}))
	area := func(href, name string) string {
		return `<div class="rest"><a class="area x7" href="` + href + `" aria-label="` + name + `"></a></div>`
	}
	for name, c := range map[string]struct {
		node *semantic.Node
		link semantic.PageLink
		want string // "" none
	}{
		"an address":                   {node(semantic.P), semantic.PageLink{Href: "https://example.org/", Areas: at}, area("https://example.org/", "https://example.org/")},
		"a name":                       {node(semantic.P), semantic.PageLink{Href: "https://example.org/", Title: "Home", Areas: at}, area("https://example.org/", "Home")},
		"a page":                       {node(semantic.P), semantic.PageLink{Href: "#page-1", Areas: at}, area("#page-1", "Page 1")},
		"beside text that leads there": {words, semantic.PageLink{Href: "https://example.org/", Areas: at}, area("https://example.org/", "https://example.org/")},
		"a picture bears it":           {picture, semantic.PageLink{Href: "https://example.org/", Areas: at}, ""},
		"a picture in a line":          {inLine, semantic.PageLink{Href: "https://example.org/", Areas: at}, ""},
		"nowhere on the page":          {node(semantic.P), semantic.PageLink{Href: "https://example.org/"}, ""},
		"to what is not there":         {node(semantic.P), semantic.PageLink{Href: "#gone", Areas: at}, `<div class="rest"><a class="area x7"></a></div>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			html := linked(t, []semantic.PageLink{c.link}, true, c.node).HTML
			if c.want == "" {
				require.NotContains(t, html, `class="area`)
			} else {
				require.Contains(t, html, c.want)
			}
		})
	}
}

func TestAFacsimileOfThreePagesHasAListOfThem(t *testing.T) {
	t.Parallel()
	write := func(semanticHTML bool, pages htmlout.Pages, infos ...semantic.PageInfo) string {
		doc := &semantic.Document{Root: node(semantic.DocumentRole), Pages: infos, Lang: "de"}
		out, err := htmlout.Write(t.Context(), doc, htmlout.Options{Semantic: semanticHTML, Minify: true, Pages: pages})
		require.NoError(t, err)
		return out.HTML
	}
	three := []semantic.PageInfo{{Number: 1, Label: "i"}, {Number: 2, Label: "<1>"}, {Number: 3}}
	require.Contains(t, write(true, oneLine{}, three...), `<body><nav class="leaves" aria-label="Seiten"><details><summary>Seiten</summary><ol>`+
		`<li><a href="#page-1">i</a></li><li><a href="#page-2">&lt;1></a></li><li><a href="#page-3">3</a></li></ol></details></nav><main>`)
	require.NotContains(t, write(true, oneLine{}, three[:2]...), "leaves", "both are seen at once")
	require.NotContains(t, write(false, oneLine{}, three...), "leaves", "without the vocabulary")
	require.NotContains(t, write(true, nil, three...), "leaves", "the document flows")
}
