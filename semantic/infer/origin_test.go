package infer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/thin"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer"
)

func TestOriginsLeadToTheTextOfThePage(t *testing.T) {
	t.Parallel()
	p := page(1)
	p.at(50, 40).block(large, "1 Origins").text()
	p.block(body, "A paragraph with an exam-", "ple, see https://go.dev/doc, and more.").text()
	p.block(body, "• one", "• two").text()
	p.block(look{size: 10, mono: true, kind: layout.Verbatim}, "func main() (", "  run()", ")").text()
	src := semantic.Source{Pages: []*layout.Page{p.Page}}
	doc, err := infer.Build(t.Context(), src, infer.Options{KeepOrigins: true})
	require.NoError(t, err)
	require.Equal(t, p.Page, doc.Pages[0].Layout)
	var found int
	for n := range doc.Root.All() {
		for _, o := range doc.Origins[n] {
			require.EqualValues(t, 1, o.Page)
			require.Equal(t, p.Text[o.Start:o.End], n.Text[o.At:o.At+o.End-o.Start])
			found += int(o.End - o.Start)
		}
		if n.Text != "" && n.Text != " " {
			require.NotEmpty(t, doc.Origins[n], n.Text)
		}
	}
	require.Greater(t, found, len(p.Text)*8/10)

	plain, err := infer.Build(t.Context(), src, infer.Options{})
	require.NoError(t, err)
	require.Equal(t, plain.Root, doc.Root, "the tree is the same")
	require.Nil(t, plain.Origins)
}

func TestLinksThatNoTextBearsStayWithTheirPage(t *testing.T) {
	t.Parallel()
	p := page(1)
	p.at(50, 40).block(body, "A line of text.").text()
	area := []layout.Rect{{X0: 50, Y0: 300, X1: 90, Y1: 340}}
	p.Links = []layout.Link{
		{URI: "https://example.org/text", Areas: area}, {URI: "https://example.org/drawing", Title: "A drawing", Areas: area},
		{URI: "javascript:alert(1)", Areas: area}, {Target: &layout.Target{Page: 1, At: layout.Point{X: -1, Y: -1}}, Areas: area},
	}
	p.Spans[0].Link = 0
	thin.Page(p.Page)
	require.Empty(t, p.Links[0].Areas, "nobody asks for it")
	doc, err := infer.Build(t.Context(), semantic.Source{Pages: []*layout.Page{p.Page}}, infer.Options{KeepOrigins: true})
	require.NoError(t, err)
	require.Equal(t, []semantic.PageLink{{Href: "https://example.org/drawing", Title: "A drawing", Areas: area}, {Href: "#page-1", Areas: area}}, doc.Pages[0].Links)
}
