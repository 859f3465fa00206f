package pipeline

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/testkit"
)

func TestStructureTypesAreOnTheElementsThatComeFromThem(t *testing.T) {
	t.Parallel()
	el := testkit.El
	file := testkit.Tagged{Catalog: "/Lang (en)", Root: "/RoleMap << /Body /P /Headline /H1 >>"}.Bytes(
		el("Headline", "A headline"), el("Body", "It is ", el("Em", "so"), " and ", el("Span", "so"), "."),
		el("L", el("LI", el("Lbl", "•"), el("LBody", "one"))),
		el("Table", el("TR", el("TH", "a"), el("TD", "b"))))
	html := func(types bool) string {
		out, err := Run(t.Context(), bytes.NewReader(file), Config{StructureTypes: types, Workers: 1, MaxBytes: limits.FileBytes, MaxPages: 1})
		require.NoError(t, err)
		_, body, _ := strings.Cut(out.HTML, "<body>\n")
		return strings.TrimSuffix(body, "</body>\n</html>\n")
	}
	require.NotContains(t, html(false), "data-pdf")
	require.Equal(t, strings.Join([]string{
		`<span id="page-1" role="doc-pagebreak" title="Page 1"></span>`,
		`<h1 id="a-headline" data-pdf-se-type="H1" data-pdf-se-type-original="Headline">A headline</h1>`,
		`<p data-pdf-se-type="P" data-pdf-se-type-original="Body">It is <span data-pdf-se-type="Em"><em>so</em></span> and <span data-pdf-se-type="Span">so</span>.</p>`,
		`<ul data-pdf-se-type="L">`,
		`<li data-pdf-se-type="LI">one</li>`,
		`</ul>`,
		`<table data-pdf-se-type="Table">`,
		`<tbody>`,
		`<tr data-pdf-se-type="TR"><th data-pdf-se-type="TH">a</th><td data-pdf-se-type="TD">b</td></tr>`,
		`</tbody>`,
		"</table>\n",
	}, "\n"), html(true))
}
