package htmlout_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

func node(role semantic.Role, children ...*semantic.Node) *semantic.Node {
	return &semantic.Node{Role: role, Children: children}
}

func text(s string) *semantic.Node { return &semantic.Node{Role: semantic.Span, Text: s} }

func styled(style semantic.TextStyle, s string) *semantic.Node {
	return &semantic.Node{Role: semantic.Span, Style: style, Text: s}
}

func heading(level uint8, id, s string) *semantic.Node {
	n := node(semantic.H, text(s))
	n.Level, n.Attr = level, &semantic.Attr{ID: id}
	return n
}

func with(n *semantic.Node, a semantic.Attr) *semantic.Node {
	n.Attr = &a
	return n
}

func pageBreak(page int32, label string) *semantic.Node {
	n := node(semantic.PageBreak)
	n.Page, n.Attr = page, &semantic.Attr{ID: "page-" + label, Label: label}
	return n
}

// edge returns the furniture at one edge of a page, line by line.
func edge(page int32, subtype string, lines ...string) *semantic.Node {
	n := with(node(semantic.Artifact), semantic.Attr{Subtype: subtype})
	n.Page = page
	for i, line := range lines {
		if i > 0 {
			n.Children = append(n.Children, node(semantic.LineBreak))
		}
		n.Children = append(n.Children, text(line))
	}
	return n
}

// sample returns a document with everything that a document can hold.
func sample() *semantic.Document {
	title := with(node(semantic.Title, text("Foxes & dogs")), semantic.Attr{ID: "foxes-dogs"})
	title.Level = 1
	code := node(semantic.Code)
	code.Text = "if a < b {\n    return\n}"
	root := node(semantic.DocumentRole,
		pageBreak(1, "i"),
		title,
		node(semantic.P, text("Plain, "), styled(semantic.Bold, "bold "), styled(semantic.Bold|semantic.Italic, "both"), text(", H"), styled(semantic.Subscript, "2"), text("O")),
		heading(2, "foxes", "Foxes"),
		node(semantic.P, text("See "), with(node(semantic.Link, text("this "), styled(semantic.Italic, "place")), semantic.Attr{Href: "https://example.org/?a=1&b=2", Title: `a "title"`}), text("."), pageBreak(2, "ii"), text(" And on.")),
		node(semantic.L, node(semantic.LI, node(semantic.LBody, text("one"), node(semantic.L, node(semantic.LI, node(semantic.LBody, text("inner")))))), node(semantic.LI, node(semantic.LBody, node(semantic.P, text("two")), node(semantic.P, text("more"))))),
		with(node(semantic.L, node(semantic.LI, node(semantic.LBody, text("three")))), semantic.Attr{Ordered: true, Start: 3, Numbering: "a"}),
		heading(3, "red", "Red foxes"),
		code,
		node(semantic.Artifact, text("The Fox Book")),
		with(node(semantic.Figure), semantic.Attr{Alt: "A fox"}),
		heading(2, "dogs", "Dogs"),
		node(semantic.Table, node(semantic.Caption, text("Weights")),
			node(semantic.THead, node(semantic.TR, with(node(semantic.TH, text("Dog")), semantic.Attr{Scope: "col"}), with(node(semantic.TH, text("kg")), semantic.Attr{Scope: "col"}))),
			node(semantic.TR, with(node(semantic.TD, text("all")), semantic.Attr{ColSpan: 2}))),
		with(node(semantic.P, text("שלום")), semantic.Attr{Dir: "rtl", Lang: "he"}),
		node(semantic.Artifact, edge(1, "Header", "The Fox Book"), edge(1, "", "Draft"), edge(2, "Header", "The Fox Book"), edge(2, "Footer", "© Foxes & Co.", "2")),
	)
	return &semantic.Document{Root: root, Title: "Foxes & dogs", Lang: "en", Pages: make([]semantic.PageInfo, 2)}
}

func write(t testing.TB, doc *semantic.Document, opts htmlout.Options) string {
	t.Helper()
	out, err := htmlout.Write(t.Context(), doc, opts)
	require.NoError(t, err)
	return out.HTML
}

func TestGolden(t *testing.T) {
	t.Parallel()
	testkit.Golden(t, "sample_semantic.html", []byte(write(t, sample(), htmlout.Options{Semantic: true})))
	testkit.Golden(t, "sample_flat.html", []byte(write(t, sample(), htmlout.Options{})))
	testkit.Golden(t, "sample_furniture.html", []byte(write(t, sample(), htmlout.Options{Semantic: true, Furniture: true})))
	testkit.Golden(t, "sample_minified.html", []byte(write(t, sample(), htmlout.Options{Semantic: true, Minify: true})))
}

func TestSameDocumentSameBytes(t *testing.T) {
	t.Parallel()
	require.Equal(t, write(t, sample(), htmlout.Options{Minify: true}), write(t, sample(), htmlout.Options{Minify: true}))
}

func TestPageFurnitureIsHiddenBehindTheDocument(t *testing.T) {
	t.Parallel()
	with := write(t, sample(), htmlout.Options{Semantic: true, Furniture: true})
	without := write(t, sample(), htmlout.Options{Semantic: true})
	main, behind, found := strings.Cut(with, "</main>\n")
	require.True(t, found)
	section, end, found := strings.Cut(behind, "</div>\n")
	require.True(t, found)
	require.Equal(t, without, main+"</main>\n"+end, "the document is the same")
	require.Equal(t, strings.Join([]string{
		`<div class="page-furniture" hidden>`,
		`<p>The Fox Book</p>`, // a title in the flow
		`<p class="page-header" data-page="1">The Fox Book</p>`,
		`<p data-page="1">Draft</p>`,
		`<p class="page-header" data-page="2">The Fox Book</p>`,
		`<p class="page-footer" data-page="2">© Foxes &amp; Co.<br>2</p>`, "",
	}, "\n"), section)
	none := &semantic.Document{Root: node(semantic.DocumentRole, node(semantic.P, text("x")))}
	require.NotContains(t, write(t, none, htmlout.Options{Furniture: true}), "hidden")
}

func TestWideCodeScrollsWithTheKeyboard(t *testing.T) {
	t.Parallel()
	code := func(s string) string {
		n := node(semantic.Code)
		n.Text = s
		return write(t, &semantic.Document{Root: node(semantic.DocumentRole, n)}, htmlout.Options{})
	}
	require.Contains(t, code(strings.Repeat("x", 50)+"\n"+strings.Repeat("y", 50)), "<pre>")
	require.Contains(t, code("x\n"+strings.Repeat("y", 51)), `<pre tabindex="0">`)
}

func TestTitleIsNeverEmpty(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		title string
		root  *semantic.Node
		want  string
	}{
		"the title of the document": {" A\n title ", node(semantic.DocumentRole), "A title"},
		"else the first heading":    {"\u200b", node(semantic.DocumentRole, node(semantic.P, text("x")), heading(2, "y", "First")), "First"},
		"else the name it is given": {"", node(semantic.DocumentRole, heading(2, "y", " ")), "report 7"},
		"a document without a tree": {"", nil, "report 7"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Contains(t, write(t, &semantic.Document{Title: c.title, Root: c.root}, htmlout.Options{Name: " report\n7"}), "<title>"+c.want+"</title>")
		})
	}
	require.Contains(t, write(t, &semantic.Document{}, htmlout.Options{}), "<title>Untitled document</title>")
}

// TestNoHeadingIsMadeUp: a document without a heading has a title, and no invisible heading.
func TestNoHeadingIsMadeUp(t *testing.T) {
	t.Parallel()
	for name, root := range map[string]*semantic.Node{
		"no heading":       node(semantic.P, text("x")),
		"only a lower one": heading(2, "", "x"),
	} {
		html := write(t, &semantic.Document{Title: "Foxes", Root: node(semantic.DocumentRole, root)}, htmlout.Options{Semantic: true})
		require.Contains(t, html, "<title>Foxes</title>", name)
		require.NotContains(t, html, "role=\"heading\"", name)
		require.NotContains(t, html, "<h1", name)
	}
}

func TestForeignTextStaysText(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"markup":                  {`<script>"&amp;`, `&lt;script&gt;&quot;&amp;amp;`},
		"controls are dropped":    {"a\x00b\x1bc\u0085d\x7fe", "abcde"},
		"noncharacters too":       {"a\ufffeb\ufdd0c\U0001fffed", "abcd"},
		"other characters stay":   {"a\u00a0é\ufffd\U0001f98a\uf0b7", "a\u00a0é\ufffd\U0001f98a\uf0b7"},
		"bytes that are no UTF-8": {"a\xffb\xc2", "a\ufffdb\ufffd"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := with(node(semantic.P, text(c.in)), semantic.Attr{Lang: c.in})
			html := write(t, &semantic.Document{Root: node(semantic.DocumentRole, n), Title: c.in}, htmlout.Options{})
			require.Contains(t, html, `<p lang="`+c.want+`">`+c.want+"</p>")
			require.Equal(t, 1, strings.Count(html, "<title>"))
		})
	}
}

func TestPageAnchorsHaveTheLabelOfTheDocument(t *testing.T) {
	t.Parallel()
	html := write(t, &semantic.Document{Root: node(semantic.DocumentRole, pageBreak(3, "iii"), with(&semantic.Node{Role: semantic.PageBreak, Page: 4}, semantic.Attr{ID: "page-4"}))}, htmlout.Options{})
	require.Contains(t, html, `<span id="page-iii" role="doc-pagebreak" title="Page iii"></span>`)
	require.Contains(t, html, `<span id="page-4" role="doc-pagebreak" title="Page 4"></span>`)
}

func TestIDsAreGivenOnce(t *testing.T) {
	t.Parallel()
	html := write(t, &semantic.Document{Root: node(semantic.DocumentRole, heading(1, "same", "a"), heading(1, "same", "b"), heading(1, "a b", "c"))}, htmlout.Options{})
	require.Equal(t, 1, strings.Count(html, `id="same"`))
	require.Contains(t, html, `id="ab"`)
}

func TestInternalTargetsWithoutAnAnchorOfTheirOwnLeadToThePage(t *testing.T) {
	t.Parallel()
	link := with(node(semantic.Link, text("x")), semantic.Attr{Target: &layout.Target{Page: 3}})
	require.Contains(t, write(t, &semantic.Document{Root: node(semantic.DocumentRole, node(semantic.P, link), pageBreak(3, "3"))}, htmlout.Options{}), `<a href="#page-3">x</a>`)
}

func TestLinksToWhatIsNotWrittenAreNone(t *testing.T) {
	t.Parallel()
	link := func(href string, more semantic.Attr) *semantic.Node {
		more.Href = href
		return with(node(semantic.Link, text("x")), more)
	}
	deep := heading(1, "deep", "y")
	for range 60 {
		deep = node(semantic.BlockQuote, deep)
	}
	out := write(t, &semantic.Document{Root: node(semantic.DocumentRole,
		node(semantic.P, link("#late", semantic.Attr{}), link("#deep", semantic.Attr{ID: "own", Title: "t"}), link("#nobody", semantic.Attr{}), link("#", semantic.Attr{})),
		node(semantic.P, link("#own", semantic.Attr{}), link("https://example.org/", semantic.Attr{})), heading(1, "late", "z"), deep)}, htmlout.Options{})
	require.Contains(t, out, `<p><a href="#late">x</a><a id="own">x</a><a>x</a><a href="#">x</a></p>`)
	require.Contains(t, out, `<p><a href="#own">x</a><a href="https://example.org/">x</a></p>`)
}

func TestALinkThatIsNoneKeepsItsAnchor(t *testing.T) {
	t.Parallel()
	inner := with(node(semantic.Reference, text("1")), semantic.Attr{ID: "mark", Href: "#top"})
	outer := with(node(semantic.Link, inner), semantic.Attr{Href: "https://example.org/"})
	nowhere := with(node(semantic.Link, text("2")), semantic.Attr{ID: "place"})
	require.Contains(t, write(t, &semantic.Document{Root: node(semantic.DocumentRole, node(semantic.P, outer, nowhere))}, htmlout.Options{}),
		`<a href="https://example.org/"><span id="mark">1</span></a><span id="place">2</span>`)
}

func TestLinksDoNotNest(t *testing.T) {
	t.Parallel()
	inner := with(node(semantic.Link, text("y")), semantic.Attr{Href: "http://b.example/"})
	outer := with(node(semantic.Link, text("x"), inner), semantic.Attr{Href: "http://a.example/"})
	require.Contains(t, write(t, &semantic.Document{Root: node(semantic.DocumentRole, node(semantic.P, outer))}, htmlout.Options{}), `<p><a href="http://a.example/">xy</a></p>`)
}

func TestAPictureInsideALineGivesItsAlternative(t *testing.T) {
	t.Parallel()
	n := node(semantic.P, text("a "), with(node(semantic.Figure), semantic.Attr{Alt: "fox"}), text(" here"))
	require.Contains(t, write(t, &semantic.Document{Root: node(semantic.DocumentRole, n)}, htmlout.Options{}), `<p>a <span class="alt" role="img" aria-label="fox"></span> here</p>`)
}

func TestWhatIsTooDeepIsText(t *testing.T) {
	t.Parallel()
	n := node(semantic.P, text("in the depth"))
	for range 1000 {
		n = node(semantic.BlockQuote, n)
	}
	html := write(t, &semantic.Document{Root: node(semantic.DocumentRole, n)}, htmlout.Options{})
	require.Contains(t, html, "in the depth")
	require.Less(t, strings.Count(html, "<blockquote>"), 100)
}

func TestMinifyKeepsPreformattedText(t *testing.T) {
	t.Parallel()
	code := node(semantic.Code)
	code.Text = "\n  a  b\n\n\tc  "
	for _, semanticHTML := range []bool{false, true} {
		html := write(t, &semantic.Document{Root: node(semantic.DocumentRole, code)}, htmlout.Options{Semantic: semanticHTML, Minify: true})
		require.Contains(t, html, "\n  a  b\n\n\tc  </")
	}
}

func TestWriteStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := htmlout.Write(ctx, sample(), htmlout.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

func BenchmarkWrite(b *testing.B) {
	words := strings.Repeat("The quick brown fox jumps over the lazy dog. ", 10)
	root := node(semantic.DocumentRole)
	for range 2000 {
		root.Children = append(root.Children, node(semantic.P, text(words), styled(semantic.Italic, "some more"), text(words)))
	}
	doc := &semantic.Document{Root: root}
	b.SetBytes(int64(2000 * 2 * len(words)))
	b.ReportAllocs()
	for b.Loop() {
		write(b, doc, htmlout.Options{Semantic: true})
	}
}

func BenchmarkMinify(b *testing.B) {
	root := node(semantic.DocumentRole)
	for range 2000 {
		root.Children = append(root.Children, node(semantic.P, text(strings.Repeat("The quick brown fox jumps over the lazy dog. ", 20))))
	}
	b.SetBytes(2000 * 900)
	b.ReportAllocs()
	for b.Loop() {
		write(b, &semantic.Document{Root: root}, htmlout.Options{Semantic: true, Minify: true})
	}
}
