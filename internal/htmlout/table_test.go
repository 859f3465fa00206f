package htmlout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/semantic"
)

func head(scope string, cols int, s string) *semantic.Node {
	return with(node(semantic.TH, text(s)), semantic.Attr{Scope: scope, ColSpan: cols})
}

func TestHeadsOfColumnGroupsHaveTheGroups(t *testing.T) {
	t.Parallel()
	table := node(semantic.Table,
		node(semantic.THead,
			node(semantic.TR, with(node(semantic.TH, text("Place")), semantic.Attr{Scope: "col", RowSpan: 2}), head("colgroup", 2, "Spring")),
			node(semantic.TR, head("col", 0, "Count"), head("col", 0, "Share"))),
		node(semantic.TBody, node(semantic.TR, head("row", 0, "Oak"), node(semantic.TD, text("1")), node(semantic.TD, pageBreak(2, "2"), text("2%")))))
	require.Contains(t, write(t, &semantic.Document{Root: node(semantic.DocumentRole, table)}, htmlout.Options{Semantic: true}),
		`<div class="table" role="group" tabindex="0" aria-label="Table">
<table>
<colgroup></colgroup>
<colgroup span="2"></colgroup>
<thead>
<tr><th rowspan="2" scope="col">Place</th><th colspan="2" scope="colgroup">Spring</th></tr>
<tr><th scope="col">Count</th><th scope="col">Share</th></tr>
</thead>
<tbody>
<tr><th scope="row">Oak</th><td>1</td><td><span id="page-2" role="doc-pagebreak" title="Page 2"></span>2%</td></tr>
</tbody>
</table>
</div>
`)
}
