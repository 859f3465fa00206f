package tree_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

func node(role semantic.Role, kids ...*semantic.Node) *semantic.Node {
	return &semantic.Node{Role: role, Children: kids}
}

func span(s string) *semantic.Node { return &semantic.Node{Role: semantic.Span, Text: s} }

func with(n *semantic.Node, a semantic.Attr) *semantic.Node {
	n.Attr = &a
	return n
}

func TestClean(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain\ttext\n":                      "plain\ttext\n",
		"a\x00b\x1bc\x7fd\u0085e":            "abcde",
		"\u202eevil\u202c \u2066x\u2069":     "evil x",
		"a\U000e0041\U000e0042\U000e007fb":   "ab", // tags
		"a\U000e0101\U000e0155":              "a",  // selectors that select nothing
		"葛\U000e0100飾":                       "葛\U000e0100飾",
		"می\u200cخواهم \u200f1":              "می\u200cخواهم \u200f1", // what scripts need
		"👩\u200d👩\u200d👧 ❤\ufe0f":            "👩\u200d👩\u200d👧 ❤\ufe0f",
		"\ufeffa\ufdd0b\uffff\ufff9c\ufffbd": "abcd",
		"a\xffb":                             "a\uFFFDb",
	} {
		require.Equal(t, want, tree.Clean(in), "%q", in)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	check := &layout.Field{Kind: layout.CheckBox, Flags: layout.Checked}
	choice := &layout.Field{Kind: layout.ComboBox, Options: []layout.FieldOption{{Display: "red"}, {Display: "blue", Chosen: true}}}
	secret := &layout.Field{Kind: layout.TextField, Flags: layout.Password, Values: []string{"hunter2"}}
	n := node(semantic.P,
		span("a"), node(semantic.LineBreak), span("b "),
		with(node(semantic.Form), semantic.Attr{Field: check}), span(" "), with(node(semantic.Form), semantic.Attr{Field: choice}),
		with(node(semantic.Form), semantic.Attr{Field: secret}),
		node(semantic.Ruby, node(semantic.RB, span("漢")), node(semantic.RP, span("(")), node(semantic.RT, span("kan"))),
		node(semantic.Artifact, span("Page 1")), node(semantic.P, span("c")))
	require.Equal(t, "a\nb ☒ blue漢 (kan)\nc", tree.Text(n))
	require.Equal(t, "a b ☒ blue漢 (kan) c", tree.OneLine(n))
}

// drawn writes a grid: a line for each row, the text of the cell at each place, . for none.
func drawn(g *tree.Grid) string {
	var b strings.Builder
	for _, row := range g.Rows {
		for _, c := range row {
			if c == nil {
				b.WriteByte('.')
			} else {
				b.WriteString(tree.Text(c.Node))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestGrid(t *testing.T) {
	t.Parallel()
	cell := func(s string, rows, cols int) *semantic.Node {
		return with(node(semantic.TD, span(s)), semantic.Attr{RowSpan: rows, ColSpan: cols})
	}
	row := func(cells ...*semantic.Node) *semantic.Node { return node(semantic.TR, cells...) }
	for name, c := range map[string]struct {
		table *semantic.Node
		want  string
	}{
		"spans":            {node(semantic.Table, row(cell("A", 1, 2), cell("B", 2, 1)), row(cell("C", 0, 0), cell("D", 1, 1))), "AAB\nCDB\n"},
		"cell in the way":  {node(semantic.Table, row(cell("A", 1, 1), cell("B", 3, 1)), row(cell("C", 1, 5)), row(cell("D", 1, 1), cell("E", 1, 1))), "AB\nCB\nDBE\n"},
		"span beyond":      {node(semantic.Table, row(cell("A", 9, 1)), row(cell("B", 1, 1))), "A\nAB\n"},
		"hole":             {node(semantic.Table, row(cell("A", 1, 1), cell("B", 1, 1), cell("C", 2, 1)), row(cell("D", 1, 1))), "ABC\nD.C\n"},
		"feet come last":   {node(semantic.Table, node(semantic.TFoot, row(cell("F", 1, 1))), node(semantic.TBody, row(cell("B", 1, 1)))), "B\nF\n"},
		"nothing":          {node(semantic.Table), ""},
		"no cells":         {node(semantic.Table, row()), "\n"},
		"what is no table": {node(semantic.Table, span("x"), node(semantic.Caption), nil), ""},
	} {
		require.Equal(t, c.want, drawn(tree.GridOf(c.table)), name)
	}
	g := tree.GridOf(node(semantic.Table, node(semantic.THead, row(cell("A", 1, 1))), node(semantic.TBody, row(cell("B", 9, 1))), node(semantic.TFoot, row(cell("C", 1, 1)))))
	require.Equal(t, 1, g.Heads)
	require.Equal(t, 1, g.Foot)
	require.True(t, g.Spans, "a span that reaches into the foot")
	require.Equal(t, 2, g.Cells[1].RowSpan)
}

// TestSpansThatClaimTooMuch: a few bytes of a document cannot make a table of millions of places.
func TestSpansThatClaimTooMuch(t *testing.T) {
	t.Parallel()
	table := node(semantic.Table)
	for range 3000 {
		table.Children = append(table.Children, node(semantic.TR, with(node(semantic.TD, span("x")), semantic.Attr{RowSpan: 1000, ColSpan: 1000})))
	}
	g := tree.GridOf(table)
	require.Equal(t, 1, g.Cols)
	require.Len(t, g.Rows, 3000)
}

// source is two columns of two lines, and a second page:
//
//	aa cc     page 2: ee
//	bb dd
func source(kids ...*semantic.Node) *tree.Source {
	lines := []semantic.LineBox{
		{Start: 0, End: 2, Box: layout.Rect{X0: 10, Y0: 10, X1: 30, Y1: 20}}, {Start: 2, End: 4, Box: layout.Rect{X0: 10, Y0: 22, X1: 30, Y1: 32}},
		{Start: 4, End: 6, Box: layout.Rect{X0: 50, Y0: 10, X1: 70, Y1: 20}}, {Start: 6, End: 8, Box: layout.Rect{X0: 50, Y0: 22, X1: 70, Y1: 32}},
	}
	return &tree.Source{Document: &semantic.Document{
		Root: node(semantic.DocumentRole, kids...),
		Pages: []semantic.PageInfo{
			{Number: 1, Lines: lines},
			{Number: 3, Lines: []semantic.LineBox{{Start: 0, End: 2, Box: layout.Rect{X0: 10, Y0: 10, X1: 30, Y1: 20}, Direction: layout.RightToLeft}}},
		},
		Origins: map[*semantic.Node][]semantic.Origin{},
	}}
}

// A wide row whose cells reach into the next one costs the many narrow rows below nothing, or this would take minutes.
func TestAWideRowAboveManyNarrowOnes(t *testing.T) {
	t.Parallel()
	const wide, narrow = 100_000, 200_000
	first := node(semantic.TR)
	for range wide {
		first.Children = append(first.Children, with(node(semantic.TD), semantic.Attr{RowSpan: 2}))
	}
	table := node(semantic.Table, first, node(semantic.TR))
	for range narrow {
		table.Children = append(table.Children, node(semantic.TR, node(semantic.TD)))
	}
	g := tree.GridOf(table)
	require.Len(t, g.Rows, 2+narrow)
	require.Len(t, g.Rows[1], wide)
	require.Len(t, g.Rows[2], 1)
	require.Len(t, g.Rows[1+narrow], 1)
}

// Spans inside of a group of rows claim no more than those outside: without a bound this table takes
// 13 GB.
func TestSpansOfAGroupAreBounded(t *testing.T) { // not parallel: it counts what is allocated
	const wide, narrow = 100_000, 3_000
	for _, role := range []semantic.Role{semantic.TBody, semantic.TFoot} {
		group := node(role)
		for i := range narrow {
			row := node(semantic.TR, node(semantic.TD))
			if i%1000 == 0 {
				for range wide {
					row.Children = append(row.Children, node(semantic.TD))
				}
				row.Children = append(row.Children, with(node(semantic.TD), semantic.Attr{RowSpan: 1000}))
			}
			group.Children = append(group.Children, row)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		g := tree.GridOf(node(semantic.Table, group))
		runtime.ReadMemStats(&after)
		require.False(t, g.Spans)
		require.Len(t, g.Cells, narrow+(wide+1)*narrow/1000)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(256<<20))
	}
}

func TestBoxes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		origins []semantic.Origin
		want    []tree.Place
	}{
		"a line":        {[]semantic.Origin{{Page: 1, Start: 0, End: 2}}, []tree.Place{{1, layout.Rect{X0: 10, Y0: 10, X1: 30, Y1: 20}}}},
		"half a line":   {[]semantic.Origin{{Page: 1, Start: 1, End: 2}}, []tree.Place{{1, layout.Rect{X0: 20, Y0: 10, X1: 30, Y1: 20}}}},
		"right to left": {[]semantic.Origin{{Page: 3, Start: 1, End: 2}}, []tree.Place{{3, layout.Rect{X0: 10, Y0: 10, X1: 20, Y1: 20}}}},
		"lines":         {[]semantic.Origin{{Page: 1, Start: 0, End: 4}}, []tree.Place{{1, layout.Rect{X0: 10, Y0: 10, X1: 30, Y1: 32}}}},
		"next column":   {[]semantic.Origin{{Page: 1, Start: 0, End: 6}}, []tree.Place{{1, layout.Rect{X0: 10, Y0: 10, X1: 30, Y1: 32}}, {1, layout.Rect{X0: 50, Y0: 10, X1: 70, Y1: 20}}}},
		"next page":     {[]semantic.Origin{{Page: 1, Start: 6, End: 8}, {Page: 3, Start: 0, End: 2}}, []tree.Place{{1, layout.Rect{X0: 50, Y0: 22, X1: 70, Y1: 32}}, {3, layout.Rect{X0: 10, Y0: 10, X1: 30, Y1: 20}}}},
		"side by side":  {[]semantic.Origin{{Page: 1, Start: 0, End: 2}, {Page: 1, Start: 4, End: 6}}, []tree.Place{{1, layout.Rect{X0: 10, Y0: 10, X1: 70, Y1: 20}}}},
		"nowhere":       {[]semantic.Origin{{Page: 2, Start: 0, End: 2}}, nil},
	} {
		text := span("text")
		p := node(semantic.P, text)
		src := source(p)
		src.Origins[text] = c.origins
		require.Equal(t, c.want, src.Boxes(p), name)
	}
}

func TestBoxesOfTables(t *testing.T) {
	t.Parallel()
	caption, first, second := span("caption"), span("first"), span("second")
	row := func(s *semantic.Node) *semantic.Node { return node(semantic.TR, node(semantic.TD, s)) }
	table := node(semantic.Table, node(semantic.Caption, caption), row(first), row(second))
	src := source(table)
	at := func(start int32) []semantic.Origin { return []semantic.Origin{{Page: 1, Start: start, End: start + 2}} }

	src.Origins[caption], src.Origins[first], src.Origins[second] = at(2), at(4), at(6) // the caption stands below, at the left
	require.Equal(t, []tree.Place{{1, layout.Rect{X0: 10, Y0: 10, X1: 70, Y1: 32}}}, src.Boxes(table))

	src.Origins[caption], src.Origins[first], src.Origins[second] = at(0), at(2), at(4) // the second row stands in the next column
	require.Equal(t, []tree.Place{{1, layout.Rect{X0: 10, Y0: 10, X1: 30, Y1: 32}}, {1, layout.Rect{X0: 50, Y0: 10, X1: 70, Y1: 20}}}, src.Boxes(table))
}

func TestIDs(t *testing.T) {
	t.Parallel()
	make := func() (*tree.Source, []*semantic.Node) {
		kids := []*semantic.Node{node(semantic.P, span("a")), node(semantic.P, span("a")), node(semantic.P, span("b")), with(node(semantic.H, span("c")), semantic.Attr{ID: "c"}), node(semantic.PageBreak)}
		return source(kids...), kids
	}
	one, a := make()
	two, b := make()
	seen := map[string]bool{}
	for i := range a {
		id := one.ID(a[i])
		require.Equal(t, id, two.ID(b[i]))
		require.False(t, seen[id])
		seen[id] = true
	}
	require.Equal(t, one.ID(a[0])+"-2", one.ID(a[1]))
	require.Equal(t, "c", one.ID(a[3]))
	require.Empty(t, one.ID(a[4]))
}

// Of many cells that are alike each has its name, or this would take minutes.
func TestManyCellsAlike(t *testing.T) {
	t.Parallel()
	const cells = 200_000
	row := node(semantic.TR)
	for range cells {
		row.Children = append(row.Children, node(semantic.TD))
	}
	src := &tree.Source{Document: &semantic.Document{Root: node(semantic.DocumentRole, node(semantic.Table, row))}}
	names := map[string]bool{}
	for _, c := range row.Children {
		names[src.ID(c)] = true
	}
	require.Len(t, names, cells)
}

func TestNumbered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		form string
		n    int
		want string
	}{{"1", 3, "3."}, {"(a)", 28, "(ab)"}, {"I", 14, "XIV."}, {"i)", 4, "iv)"}, {"[1]", 2, "[2]"}, {"A", 1, "A."}, {"", 5, "5"}, {"i", 4000, "4000."}} {
		require.Equal(t, c.want, tree.Numbered(c.form, c.n))
	}
}
