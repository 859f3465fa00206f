package htmlout_test

import (
	"slices"
	"strconv"
	"strings"
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

// grid returns a table of text cells. The first row has the heads. "2:text" spans two columns, and "/2:text" spans
// two rows.
func grid(rows ...string) *semantic.Node {
	table := node(semantic.Table, node(semantic.THead), node(semantic.TBody))
	for i, row := range rows {
		tr := node(semantic.TR)
		for cell := range strings.SplitSeq(row, "|") {
			role, a := semantic.TD, semantic.Attr{}
			if i == 0 {
				role = semantic.TH
			}
			if before, after, ok := strings.Cut(cell, ":"); ok && strings.HasPrefix(before, "/") {
				a.RowSpan, _ = strconv.Atoi(before[1:])
				cell = after
			} else if ok {
				a.ColSpan, _ = strconv.Atoi(before)
				cell = after
			}
			tr.Children = append(tr.Children, with(node(role, text(cell)), a))
		}
		group := table.Children[min(i, 1)]
		group.Children = append(group.Children, tr)
	}
	return table
}

func TestColumnsOfNumbersAreMarked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rows []string
		want string // the table element and what must follow somewhere behind it
	}{
		"two columns of three":   {[]string{"Port|Ships|Share", "Dunmere|1,204|41 %", "Ostrey|388|13 %"}, `<table class="n2 n3">`},
		"currencies and signs":   {[]string{"a|b", "x|€ 12.50", "y|(3.10)", "z|−4"}, `<table class="n2">`},
		"an empty place":         {[]string{"a|b", "x|–", "y|2", "z|3"}, `<table class="n2">`},
		"words":                  {[]string{"a|b", "x|12 boats", "y|3 boats"}, `<table>`},
		"units":                  {[]string{"a|b|c", "x|36 m|12 kg", "y|8|4\u00a0h", "z|1|1.5 kg"}, `<table class="n2 n3">`},
		"days":                   {[]string{"a|b", "x|14 May", "y|3 Oct"}, `<table>`},
		"one number":             {[]string{"a|b", "x|2019"}, `<table>`},
		"numbers among words":    {[]string{"a|b", "x|1", "y|2", "z|three"}, `<table>`},
		"a row that is shifted":  {[]string{"a|b|c", "/2:x|u|1", "v|2", "y|w|3"}, `<tr class="c"><td>v</td><td class="n">2</td></tr>`},
		"a head over columns":    {[]string{"a|2:b", "x|1|2", "y|3|4"}, `<tr class="c"><th>a</th><th colspan="2">b</th></tr>`},
		"shifted without number": {[]string{"a|b|c", "/2:x|u|v", "v|w", "y|w|z"}, `<tr><td>v</td><td>w</td></tr>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			html := write(t, &semantic.Document{Root: node(semantic.DocumentRole, grid(c.rows...))}, htmlout.Options{Semantic: true, Minify: true})
			require.Contains(t, html, c.want)
		})
	}
}

func TestTablesThatMayBeWiderThanTheWindowSaySo(t *testing.T) {
	t.Parallel()
	long := func(n int, row string) []string { return slices.Repeat([]string{row}, n) }
	word := strings.Repeat("x", 14)
	four := strings.Join(slices.Repeat([]string{word}, 4), "|")
	for name, c := range map[string]struct {
		rows []string
		want string
	}{
		"words that break":       {[]string{"a|b", strings.Repeat("many words ", 30) + "|x"}, "table"},
		"four long words":        {[]string{four, four}, "table broad pin"},
		"a first column to read": {[]string{four, strings.Repeat("many words ", 4) + "|" + word + "|" + word + "|" + word}, "table broad"},
		"many rows":              {long(16, four), "table broad pin deep"},
		"wider than a sheet":     {[]string{four + "|" + four}, "table broad pin full vast"},
		"ideographs break":       {[]string{strings.Repeat("漢", 70) + "|b"}, "table"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			html := write(t, &semantic.Document{Root: node(semantic.DocumentRole, grid(c.rows...))}, htmlout.Options{Semantic: true})
			require.Contains(t, html, `<div class="`+c.want+`" role="group"`)
		})
	}
}

// TestTheShapeOfAHostileTableIsBounded, with spans over thousands of columns and rows.
func TestTheShapeOfAHostileTableIsBounded(t *testing.T) {
	t.Parallel()
	rows := slices.Repeat([]string{strings.Join(slices.Repeat([]string{"1000:x", "/1000:y"}, 100), "|")}, 50)
	html := write(t, &semantic.Document{Root: node(semantic.DocumentRole, grid(rows...))}, htmlout.Options{Semantic: true})
	require.Contains(t, html, `<div class="table broad pin deep full vast"`)
}

// TestWordsOfProgramsMakeNoTableWide: lines break beside them. A picture behind one is as wide as it is.
func TestWordsOfProgramsMakeNoTableWide(t *testing.T) {
	t.Parallel()
	code := node(semantic.Code, span("x"))
	for want, cell := range map[string]*semantic.Node{
		"table":            node(semantic.TD, code),
		"table broad full": node(semantic.TD, code, node(semantic.Figure)),
	} {
		table := node(semantic.Table, node(semantic.TBody, node(semantic.TR, cell, node(semantic.TD, span("y")))))
		html := write(t, &semantic.Document{Root: node(semantic.DocumentRole, table)}, htmlout.Options{Semantic: true})
		require.Contains(t, html, `<div class="`+want+`"`)
	}
}

// TestColumnsOfTextStayWide: one class says which, on the cell with the most text. Two columns have room anyway.
func TestColumnsOfTextStayWide(t *testing.T) {
	t.Parallel()
	read, most := strings.Repeat("word ", 17), strings.Repeat("word ", 20)
	for name, c := range map[string]struct {
		rows []string
		want int
	}{
		"one beside three": {[]string{"a|b|c|d", "x|" + read + "|y|z", "x|" + most + "|y|z"}, 1},
		"less text":        {[]string{"a|b|c|d", "x|" + read[:75] + "|y|z"}, 0},
		"of two columns":   {[]string{"a|b", read + "|" + most}, 0},
		"two of four":      {[]string{"a|b|c|d", "x|" + read + "|" + most + "|z"}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			html := write(t, &semantic.Document{Root: node(semantic.DocumentRole, grid(c.rows...))}, htmlout.Options{Semantic: true})
			require.Equal(t, c.want, strings.Count(html, ` class="wordy"`))
			if c.want > 0 {
				require.Contains(t, html, `<td class="wordy">`+strings.TrimSpace(most))
			}
		})
	}
}
