package htmlout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/semantic"
)

func TestWhatOnlyTaggedDocumentsHave(t *testing.T) {
	t.Parallel()
	low := heading(7, "low", "Low")
	low.Attr.Lang = "de"
	item := func(label, s string) *semantic.Node {
		return node(semantic.LI, node(semantic.Lbl, text(label)), node(semantic.LBody, text(s)))
	}
	for name, c := range map[string]struct {
		in             *semantic.Node
		semantic, flat string
	}{
		"headings below the sixth level": {
			low,
			`<div class="heading" role="heading" aria-level="7" id="low" lang="de">Low</div>`, "",
		},
		"labels that no marker says": {
			with(node(semantic.L, item("Art. 1", "one"), item("Art. 2", "two")), semantic.Attr{Ordered: true, Numbering: "1"}),
			"<ol class=\"labelled\">\n<li><span class=\"label\">Art. 1</span> one</li>\n<li><span class=\"label\">Art. 2</span> two</li>\n</ol>", "",
		},
		"abbreviations": {
			node(semantic.P, with(text("EU"), semantic.Attr{Expansion: "European Union", Lang: "en"})),
			`<p><span lang="en"><abbr title="European Union">EU</abbr></span></p>`, "",
		},
		"abbreviations that are all of a block": {
			with(node(semantic.P, text("EU")), semantic.Attr{Expansion: "European Union"}),
			`<p><abbr title="European Union">EU</abbr></p>`, "",
		},
		"articles and sections": {
			node(semantic.Art, node(semantic.Sect, heading(2, "a", "A"), node(semantic.P, text("x"))), node(semantic.Sect, node(semantic.P, text("y")))),
			"<article>\n<section>\n<h2 id=\"a\">A</h2>\n<p>x</p>\n</section>\n<div>\n<p>y</p>\n</div>\n</article>",
			"<div>\n<div>\n<h2 id=\"a\">A</h2>\n<p>x</p>\n</div>\n<div>\n<p>y</p>\n</div>\n</div>",
		},
		"spans inside a line": {
			node(semantic.P, with(node(semantic.Sub, text("x")), semantic.Attr{Lang: "de"}), node(semantic.Sub, text("y")), node(semantic.Quote, text("z"))),
			`<p><span lang="de">x</span>y<q>z</q></p>`, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Contains(t, body(t, htmlout.Options{Semantic: true}, node(semantic.Div, c.in)), c.semantic)
			if c.flat == "" {
				c.flat = c.semantic
			}
			require.Contains(t, body(t, htmlout.Options{}, c.in), c.flat)
		})
	}
}

func TestPartsOfATableStandWhereHTMLHasThem(t *testing.T) {
	t.Parallel()
	row := func(role semantic.Role, s string, a semantic.Attr) *semantic.Node {
		return node(semantic.TR, with(node(role, text(s)), a))
	}
	table := node(semantic.Table,
		node(semantic.TFoot, row(semantic.TD, "sum", semantic.Attr{Headers: []string{"a", "b c"}, Short: "x"})),
		node(semantic.THead, row(semantic.TH, "head", semantic.Attr{ID: "a", Short: "h", Scope: "col"})),
		node(semantic.TBody, row(semantic.TD, "body", semantic.Attr{})),
		node(semantic.THead, row(semantic.TH, "again", semantic.Attr{})),
		node(semantic.TFoot, row(semantic.TD, "more", semantic.Attr{})))
	require.Equal(t, `<table>
<thead>
<tr><th id="a" scope="col" abbr="h">head</th></tr>
</thead>
<tbody>
<tr><td>body</td></tr>
</tbody>
<tbody>
<tr><th>again</th></tr>
</tbody>
<tfoot>
<tr><td headers="a bc">sum</td></tr>
<tr><td>more</td></tr>
</tfoot>
</table>`, body(t, htmlout.Options{}, table))
}

func TestStructureTypesAreWrittenWhereNodesHaveThem(t *testing.T) {
	t.Parallel()
	tagged := func(n *semantic.Node, typ, original string) *semantic.Node {
		return with(n, semantic.Attr{Tag: &semantic.Tag{Type: typ, Original: original}})
	}
	n := tagged(node(semantic.P, tagged(text("x"), "Span", ""), text("y")), "P", "Body")
	require.Equal(t, `<p data-pdf-se-type="P" data-pdf-se-type-original="Body"><span data-pdf-se-type="Span">x</span>y</p>`,
		body(t, htmlout.Options{}, n))
}

func TestCaptionsOfTablesHoldBlocksButNoTables(t *testing.T) {
	t.Parallel()
	inner := node(semantic.Table, node(semantic.TR, node(semantic.TD, text("inner"))))
	list := node(semantic.L, node(semantic.LI, node(semantic.LBody, inner)))
	table := node(semantic.Table, node(semantic.Caption, node(semantic.P, text("one")), inner, node(semantic.P, text("two")), list),
		node(semantic.TR, node(semantic.TD, text("cell"))))
	require.Equal(t, "<table>\n<caption>\n<p>one</p>\n<p>two</p>\n<ul>\n<li>\n<p>inner</p>\n</li>\n</ul>\n</caption>\n"+
		"<tbody>\n<tr><td>cell</td></tr>\n</tbody>\n</table>\n<table>\n<tbody>\n<tr><td>inner</td></tr>\n</tbody>\n</table>",
		body(t, htmlout.Options{}, table))
}
