package semantic_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

func TestOriginsLeadToTheTextOfThePage(t *testing.T) {
	t.Parallel()
	p := page(1)
	p.at(50, 40).block(large, "1 Origins").text()
	p.block(body, "A paragraph with an exam-", "ple, see https://go.dev/doc, and more.").text()
	p.block(body, "• one", "• two").text()
	p.block(look{size: 10, mono: true, kind: layout.Verbatim}, "func main() (", "  run()", ")").text()
	src := semantic.Source{Pages: []*layout.Page{p.Page}}
	doc, err := semantic.Build(t.Context(), src, semantic.Options{KeepOrigins: true})
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

	plain, err := semantic.Build(t.Context(), src, semantic.Options{})
	require.NoError(t, err)
	require.Equal(t, plain.Root, doc.Root, "the tree is the same")
	require.Nil(t, plain.Origins)
}
