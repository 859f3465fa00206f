package markdown_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"

	"github.com/pagelift/pagelift/internal/markdown"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// reader reads the dialect. Addresses in the text become no links, so that every link is one
// that was written.
var reader = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote),
	goldmark.WithRendererOptions(html.WithUnsafe()),
)

func node(role semantic.Role, kids ...*semantic.Node) *semantic.Node {
	return &semantic.Node{Role: role, Children: kids}
}

func span(s string, style ...semantic.TextStyle) *semantic.Node {
	n := &semantic.Node{Role: semantic.Span, Text: s}
	for _, t := range style {
		n.Style |= t
	}
	return n
}

func with(n *semantic.Node, a semantic.Attr) *semantic.Node {
	n.Attr = &a
	return n
}

func p(s string) *semantic.Node { return node(semantic.P, span(s)) }

func item(kids ...*semantic.Node) *semantic.Node {
	return node(semantic.LI, node(semantic.LBody, kids...))
}

func write(t testing.TB, o markdown.Writer, blocks ...*semantic.Node) string {
	t.Helper()
	var b bytes.Buffer
	src := &tree.Source{Document: &semantic.Document{Root: node(semantic.DocumentRole, blocks...)}}
	require.NoError(t, o.Write(&b, src))
	return b.String()
}

// read parses Markdown into elements of HTML.
func read(t testing.TB, source string) *nethtml.Node {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, reader.Convert([]byte(source), &b))
	root, err := nethtml.Parse(&b)
	require.NoError(t, err)
	return root
}

// outlineOf writes elements as "p(text)", with what they hold.
func outlineOf(n *nethtml.Node) string {
	var b strings.Builder
	var walk func(n *nethtml.Node)
	walk = func(n *nethtml.Node) {
		switch {
		case n.Type == nethtml.TextNode:
			if s := strings.Join(strings.Fields(n.Data), " "); s != "" {
				b.WriteString(s)
			}
			return
		case n.Type == nethtml.CommentNode:
			b.WriteString("<!--" + n.Data + "-->")
			return
		}
		shown := n.Type == nethtml.ElementNode && n.Data != "html" && n.Data != "head" && n.Data != "body"
		if shown {
			b.WriteString(n.Data)
			for _, a := range n.Attr {
				if a.Key == "href" || a.Key == "src" || a.Key == "start" || a.Key == "alt" || a.Key == "colspan" {
					b.WriteString(" " + a.Key + "=" + a.Val)
				}
			}
			b.WriteString("(")
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if shown {
			b.WriteString(")")
		}
	}
	walk(n)
	return b.String()
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	ordered := func(start int, form string, kids ...*semantic.Node) *semantic.Node {
		return with(node(semantic.L, kids...), semantic.Attr{Ordered: true, Start: start, Numbering: form})
	}
	heading := node(semantic.H, span("Foxes #"))
	heading.Level = 2
	for name, c := range map[string]struct {
		blocks []*semantic.Node
		want   string // Markdown
		read   string // what a reader makes of it
	}{
		"heading": {[]*semantic.Node{node(semantic.Title, span("On foxes")), heading}, "# On foxes\n\n## Foxes \\#\n", "h1(On foxes)h2(Foxes #)"},
		"tight list": {
			[]*semantic.Node{node(semantic.L, item(span("a")), item(span("b"), node(semantic.L, item(span("c")))), item(span("d")))},
			"- a\n- b\n  - c\n- d\n", "ul(li(a)li(bul(li(c)))li(d))",
		},
		"loose list": {
			[]*semantic.Node{ordered(3, "1.", item(p("a"), p("b")), item(p("c")))},
			"3. a\n\n   b\n\n4. c\n", "ol start=3(li(p(a)p(b))li(p(c)))",
		},
		"other numbers": {[]*semantic.Node{ordered(2, "(a)", item(span("x")), item(span("y")))}, "- (b) x\n- (c) y\n", "ul(li((b) x)li((c) y))"},
		"neighbouring lists": {
			[]*semantic.Node{node(semantic.L, item(span("a"))), node(semantic.L, item(span("b"))), p("c"), node(semantic.L, item(span("d")))},
			"- a\n\n* b\n\nc\n\n- d\n", "ul(li(a))ul(li(b))p(c)ul(li(d))",
		},
		"empty item": {[]*semantic.Node{node(semantic.L, item(), item(span("a")))}, "-\n- a\n", "ul(li()li(a))"},
		"code in an item": {
			[]*semantic.Node{node(semantic.L, item(p("run"), &semantic.Node{Role: semantic.Code, Text: "a\n\n```\nb"}))},
			"- run\n\n  ````\n  a\n\n  ```\n  b\n  ````\n", "ul(li(p(run)pre(code(a ``` b))))",
		},
		"quote":        {[]*semantic.Node{node(semantic.BlockQuote, p("a"), p("b"))}, "> a\n>\n> b\n", "blockquote(p(a)p(b))"},
		"loose text":   {[]*semantic.Node{span("a"), span(" b"), p("c")}, "a b\n\nc\n", "p(a b)p(c)"},
		"line breaks":  {[]*semantic.Node{node(semantic.P, span("1 Main St"), node(semantic.LineBreak), span("- Town"))}, "1 Main St\\\n\\- Town\n", "p(1 Main Stbr()- Town)"},
		"furniture":    {[]*semantic.Node{p("a"), node(semantic.Artifact, span("Page 1"))}, "a\n", "p(a)"},
		"links":        {[]*semantic.Node{node(semantic.P, span("see "), with(node(semantic.Link, span("a]b")), semantic.Attr{Href: "http://x.org/a (b)"}))}, "see [a\\]b](http://x.org/a%20\\(b\\))\n", "p(seea href=http://x.org/a%20(b)(a]b))"},
		"links inside": {[]*semantic.Node{node(semantic.P, with(node(semantic.Link, span("a")), semantic.Attr{Href: "#t"})), with(p("b"), semantic.Attr{ID: "t"})}, "a\n\nb\n", "p(a)p(b)"},
		"links to headings": {
			[]*semantic.Node{node(semantic.P, with(node(semantic.Link, span("a")), semantic.Attr{Href: "#t"})), node(semantic.Title, span("On (red) foxes")), with(node(semantic.Title, span("On Red Foxes")), semantic.Attr{ID: "t"})},
			"[a](#on-red-foxes-1)\n\n# On (red) foxes\n\n# On Red Foxes\n", "p(a href=#on-red-foxes-1(a))h1(On (red) foxes)h1(On Red Foxes)",
		},
		"addresses": {
			[]*semantic.Node{node(semantic.P, with(node(semantic.Link, span("http://x.org/a_ b/")), semantic.Attr{Href: "http://x.org/a_b"}), span(" "), with(node(semantic.Link, span("a@x.org")), semantic.Attr{Href: "mailto:a@x.org"}))},
			"<http://x.org/a_b> <a@x.org>\n", "p(a href=http://x.org/a_b(http://x.org/a_b)a href=mailto:a@x.org(a@x.org))",
		},
		"dead links": {[]*semantic.Node{node(semantic.P, with(node(semantic.Link, span("a")), semantic.Attr{}))}, "a\n", "p(a)"},
	} {
		got := write(t, markdown.Writer{}, c.blocks...)
		require.Equal(t, c.want, got, name)
		require.Equal(t, c.read, outlineOf(read(t, got)), name)
	}
}

func TestAnchors(t *testing.T) {
	t.Parallel()
	got := write(t, markdown.Writer{Anchors: true}, node(semantic.P, with(node(semantic.Link, span("a")), semantic.Attr{Href: "#t"})), with(p("b"), semantic.Attr{ID: "t"}))
	require.Equal(t, "[a](#t)\n\n<a id=\"t\"></a>\n\nb\n", got)
	require.Equal(t, "p(a href=#t(a))p(a())p(b)", outlineOf(read(t, got)))
}

func TestFootnotes(t *testing.T) {
	t.Parallel()
	mark := func(id, s string) *semantic.Node {
		return with(node(semantic.Reference, span(s, semantic.Superscript)), semantic.Attr{Href: "#" + id, Subtype: "Note"})
	}
	back := with(node(semantic.Reference, span("1")), semantic.Attr{Href: "#r", Subtype: "Back"})
	note := func(id string, kids ...*semantic.Node) *semantic.Node {
		return with(node(semantic.FENote, kids...), semantic.Attr{ID: id})
	}
	got := write(t, markdown.Writer{},
		node(semantic.P, span("Foxes"), mark("fn-1", "1"), span(" and"), mark("fn-2", "1"), span(" hens.")),
		note("fn-1", node(semantic.P, back, span(" Berg 2004.")), p("More.")), note("fn-2", p("Two.")), note("fn-3", p("Nothing leads here.")))
	require.Equal(t, "Foxes[^1] and[^fn-2] hens.\n\n[^1]: Berg 2004.\n\n    More.\n\n[^fn-2]: Two.\n\nNothing leads here.\n", got)
	html := outlineOf(read(t, got))
	require.Contains(t, html, "p(Nothing leads here.)")
	require.Contains(t, html, "p(More.")
	require.NotContains(t, html, "[^")
}

func TestPageComments(t *testing.T) {
	t.Parallel()
	page := func(n int32) *semantic.Node { return &semantic.Node{Role: semantic.PageBreak, Page: n} }
	got := write(t, markdown.Writer{PageComments: true}, page(1), node(semantic.P, span("a "), page(2), span("b")), node(semantic.L, item(page(3), span("c"))))
	require.Equal(t, "<!-- page 1 -->\n\na <!-- page 2 -->b\n\n- <!-- page 3 -->\n\n  c\n", got)
	require.Equal(t, "<!-- page 1 -->p(a<!-- page 2 -->b)ul(li(<!-- page 3 -->p(c)))", outlineOf(read(t, got)))
	require.Equal(t, "a b\n\n- c\n", write(t, markdown.Writer{}, page(1), node(semantic.P, span("a "), page(2), span("b")), node(semantic.L, item(page(3), span("c")))))
}

func TestEmphasis(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kids       []*semantic.Node
		want, read string
	}{
		{[]*semantic.Node{span("a "), span("b ", semantic.Bold), span("c")}, "a **b** c", "p(astrong(b)c)"},
		{[]*semantic.Node{span("a", semantic.Bold), span(" b", semantic.Bold)}, "a b", "p(a b)"},
		{[]*semantic.Node{span("H"), span("2", semantic.Subscript), span("O")}, "H<sub>2</sub>O", "p(Hsub(2)O)"},
		{[]*semantic.Node{span("x"), span("(a)", semantic.Italic), span("y")}, "x<em>(a)</em>y", "p(xem((a))y)"},
		{[]*semantic.Node{span("run "), span("a|`b", semantic.Monospace), span(".")}, "run ``a|`b``.", "p(runcode(a|`b).)"},
		{[]*semantic.Node{span("a", semantic.Bold), span("b", semantic.Italic), span(" c")}, "<strong>a</strong><em>b</em> c", "p(strong(a)em(b)c)"},
		{[]*semantic.Node{span("*", semantic.Italic), span(" starred")}, "<em>\\*</em> starred", "p(em(*)starred)"},
	} {
		got := write(t, markdown.Writer{}, node(semantic.P, c.kids...))
		require.Equal(t, c.want+"\n", got)
		require.Equal(t, c.read, outlineOf(read(t, got)))
		require.NotContains(t, write(t, markdown.Writer{Plain: true}, node(semantic.P, c.kids...)), "<")
	}
}

// TestOnlyWhatIsMarkupIsEscaped: a sign that CommonMark takes for text has no backslash.
func TestOnlyWhatIsMarkupIsEscaped(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"a_b_c, 2 * 3 * 4, x < 5 & y > 3": "a_b_c, 2 * 3 * 4, x < 5 & y > 3",
		"See [1] and [2], ~0.5":           "See [1] and [2], ~0.5",
		"C:\\dir, one * and one _":        "C:\\dir, one * and one _",
		"-1 + 2":                          "-1 + 2",
		"#1 of 5. 2019.":                  "#1 of 5. 2019.",
		"$5":                              "$5",
		"Name: ______ Date: ______":       "Name: ______ Date: ______",
		"*a* _b_":                         "\\*a\\* \\_b\\_",
		"1. a":                            "1\\. a",
		"# a":                             "\\# a",
		"- a":                             "\\- a",
		"[a](b)":                          "[a\\](b)",
		"[a]: b":                          "[a\\]: b",
		"<b> &amp; \\*":                   "\\<b> \\&amp; \\\\*",
		"---":                             "\\---",
		"[x] done":                        "\\[x] done",
		"`a` ~~b~~":                       "\\`a\\` \\~\\~b\\~\\~",
		"$a$":                             "\\$a\\$",
	} {
		require.Equal(t, want+"\n", write(t, markdown.Writer{}, p(s)))
		require.Equal(t, "p("+strings.Join(strings.Fields(s), " ")+")", outlineOf(read(t, want)), want)
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	cell := func(role semantic.Role, s string) *semantic.Node { return node(role, span(s)) }
	head := node(semantic.THead, node(semantic.TR, cell(semantic.TH, "a|b"), cell(semantic.TH, "*c*")))
	row := node(semantic.TR, cell(semantic.TD, "1"), node(semantic.TD))
	table := node(semantic.Table, node(semantic.Caption, span("Table 1")), head, node(semantic.TBody, row))
	got := write(t, markdown.Writer{}, table)
	require.Equal(t, "Table 1\n\n| a\\|b | \\*c\\* |\n| --- | --- |\n| 1 |  |\n", got)
	require.Equal(t, "p(Table 1)table(thead(tr(th(a|b)th(*c*)))tbody(tr(td(1)td())))", outlineOf(read(t, got)))

	wide := with(cell(semantic.TD, "x <y>"), semantic.Attr{ColSpan: 2})
	got = write(t, markdown.Writer{}, node(semantic.L, item(p("in a list"), node(semantic.Table, head, node(semantic.TBody, node(semantic.TR, wide))))))
	require.Equal(t, "- in a list\n\n  <table>\n  <tr><th>a|b</th><th>*c*</th></tr>\n  <tr><td colspan=\"2\">x &lt;y&gt;</td></tr>\n  </table>\n", got)
	require.Equal(t, "ul(li(p(in a list)table(tbody(tr(th(a|b)th(*c*))tr(td colspan=2(x <y>))))))", outlineOf(read(t, got)))

	headless := node(semantic.Table, node(semantic.TBody, row))
	require.Contains(t, write(t, markdown.Writer{}, headless), "<tr><td>1</td><td></td></tr>")
	blocks := node(semantic.Table, head, node(semantic.TBody, node(semantic.TR, node(semantic.TD, p("a"), node(semantic.L, item(span("b")))), cell(semantic.TD, "c"))))
	require.Contains(t, write(t, markdown.Writer{}, blocks), "<td>a<ul><li>b</li></ul></td><td>c</td>")
}

func TestPictures(t *testing.T) {
	t.Parallel()
	shown := &layout.Figure{}
	src := &tree.Source{
		Document: &semantic.Document{Root: node(semantic.DocumentRole,
			with(node(semantic.Figure, node(semantic.Caption, span("Fig. 1"))), semantic.Attr{Figure: shown, Alt: "A [fox]"}),
			with(node(semantic.Figure), semantic.Attr{Figure: shown, Alt: "made up", Subtype: semantic.Unnamed}),
			with(node(semantic.Figure), semantic.Attr{Figure: &layout.Figure{}, Alt: "no file", Href: "https://fox.example/"}),
			with(node(semantic.Figure), semantic.Attr{Figure: shown, Alt: "fox", Href: "https://fox.example/(1)"}),
			with(node(semantic.Figure), semantic.Attr{Figure: shown, Alt: "nowhere", Href: "#gone"}),
			node(semantic.Table, node(semantic.TBody, node(semantic.TR, node(semantic.TD, with(node(semantic.Figure), semantic.Attr{Figure: shown, Alt: "fox", Href: "https://fox.example/?a&b"}), node(semantic.L))))),
			with(node(semantic.Figure), semantic.Attr{Figure: &layout.Figure{}, Alt: "made up", Subtype: semantic.Unnamed}))},
		Picture: func(f *layout.Figure) (tree.Picture, bool) { return tree.Picture{Name: "assets/p1-1.png"}, f == shown },
	}
	var b bytes.Buffer
	require.NoError(t, markdown.Writer{}.Write(&b, src))
	require.Equal(t, "![A \\[fox\\]](assets/p1-1.png)\n\nFig. 1\n\n![](assets/p1-1.png)\n\n![no file]()\n\n[![fox](assets/p1-1.png)](https://fox.example/\\(1\\))\n\n"+
		"![nowhere](assets/p1-1.png)\n\n<table>\n<tr><td><a href=\"https://fox.example/?a&amp;b\"><img src=\"assets/p1-1.png\" alt=\"fox\"></a><ul></ul></td></tr>\n</table>\n", b.String())
}

// FuzzTextIsText puts any text where text can stand: a reader sees that text and nothing else.
func FuzzTextIsText(f *testing.F) {
	for _, s := range []string{
		"a", "*a*", "1. a", "# a #", "a\\", "`a``b`", "~~~", "[a]: b", "[a](b)", "<b>&amp;", "a|b", "--", "===", "![", "_a_", "\\", "a  b", "$a$", "&#35;", "***", "* * *", "[^1]", "[ ] a", "\u00a0a", "ａ*（b）*c",
		"+", "-", "1)", "0.", ">", "~a~", "<!-- x", "</p", "*a_b*c_", "\u202ea",
	} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 1<<12 {
			return
		}
		text := func(parts ...string) string {
			return strings.Join(strings.Fields(tree.Clean(strings.ToValidUTF8(strings.Join(parts, " "), "\uFFFD"))), " ")
		}
		if text(a) == "" || text(b) == "" {
			return
		}
		a, b = text(a), text(b)
		link := with(node(semantic.Link, span(b)), semantic.Attr{Href: "http://x.org/"})
		cell := func(role semantic.Role, s string) *semantic.Node { return node(role, span(s)) }
		for name, c := range map[string]struct {
			block *semantic.Node
			want  string
			tag   string
		}{
			"paragraph":  {node(semantic.P, span(a), node(semantic.LineBreak), span(b)), text(a, b), "p"},
			"heading":    {&semantic.Node{Role: semantic.H, Level: 2, Children: []*semantic.Node{span(a + " " + b)}}, text(a, b), "h2"},
			"item":       {node(semantic.L, item(span(a+" "+b))), text(a, b), "li"},
			"link":       {node(semantic.P, span(a+" "), link, span(" "+a)), text(a, b, a), "p"},
			"emphasised": {node(semantic.P, span(a), span(b, semantic.Bold), span(a, semantic.Italic), span(" "+b)), text(a + b + a + " " + b), "p"},
			"code":       {node(semantic.P, span(a+" "), span(b, semantic.Monospace), span(" "+a)), text(a, b, a), "p"},
			"cells":      {node(semantic.Table, node(semantic.THead, node(semantic.TR, cell(semantic.TH, a), cell(semantic.TH, b)))), text(a + " " + b), "table"},
			"html cells": {node(semantic.Table, node(semantic.TBody, node(semantic.TR, cell(semantic.TD, a), cell(semantic.TD, b)))), text(a + " " + b), "table"},
		} {
			source := write(t, markdown.Writer{}, c.block)
			root := read(t, source)
			elements := elementsOf(root, c.tag)
			require.Len(t, elements, 1, "%s: %q", name, source)
			require.Equal(t, c.want, textOf(elements[0]), "%s: %q", name, source)
			require.Equal(t, c.want, textOf(root), "%s: %q has more", name, source)
			if name == "link" {
				require.Len(t, elementsOf(root, "a"), 1, source)
			}
		}
	})
}

// elementsOf are the elements with a tag below n.
func elementsOf(n *nethtml.Node, tag string) (list []*nethtml.Node) {
	for c := range n.Descendants() {
		if c.Type == nethtml.ElementNode && c.Data == tag {
			list = append(list, c)
		}
	}
	return list
}

// textOf is the text of n with single spaces; breaks and cells part words.
func textOf(n *nethtml.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		switch {
		case c.Type == nethtml.TextNode:
			b.WriteString(c.Data)
		case c.Data == "br" || c.Data == "td" || c.Data == "th":
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
