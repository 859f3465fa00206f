package infer_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

func TestTheOutlineLeadsToHeadingsAndPages(t *testing.T) {
	t.Parallel()
	pages := []*pageBuilder{
		page(1).block(large, "Foxes").text(),
		page(2).text().block(large, "Dogs").text(),
	}
	to := func(page int) layout.Target { return layout.Target{Page: page, At: layout.Point{X: -1, Y: -1}} }
	doc := buildFrom(t, semantic.Source{Outline: []semantic.OutlineItem{
		{Title: "FOXES", Target: to(1)},
		{Title: "The second page", Target: to(2), Children: []semantic.OutlineItem{{Title: "Dogs", Target: to(2)}}},
		{Title: "Beyond", Target: to(9)},
		{Title: "Above", Target: to(9), Children: []semantic.OutlineItem{{Title: "Site", URI: "https://example.org/a b"}}},
		{Title: "Script", URI: "javascript:alert(1)"},
	}}, pages...)
	require.Equal(t, []string{"FOXES #foxes", "The second page #page-2", " Dogs #dogs", "Above ", " Site https://example.org/a%20b"}, entriesOf(doc.Outline, ""))
}

func entriesOf(items []semantic.OutlineItem, indent string) (list []string) {
	for _, it := range items {
		list = append(list, indent+it.Title+" "+it.Href)
		list = append(list, entriesOf(it.Children, indent+" ")...)
	}
	return list
}

func TestOfALongOutlineTheUpperLevelsAreOffered(t *testing.T) {
	t.Parallel()
	item := func(title string, children ...semantic.OutlineItem) semantic.OutlineItem {
		return semantic.OutlineItem{Title: title, Target: layout.Target{Page: 1, At: layout.Point{X: -1, Y: -1}}, Children: children}
	}
	many := func(n int, children ...semantic.OutlineItem) (list []semantic.OutlineItem) {
		for i := range n {
			list = append(list, item("Entry "+strconv.Itoa(i), children...))
		}
		return list
	}
	offered := func(outline []semantic.OutlineItem) int {
		doc := buildFrom(t, semantic.Source{Outline: outline}, page(1).text())
		return len(entriesOf(doc.Outline, ""))
	}
	require.Equal(t, 20+200, offered(many(20, many(10)...)))
	require.Equal(t, 30, offered(many(30, many(30)...)), "the second level is too many")
	require.Equal(t, 400, offered(many(1000)), "one level is cut")
}
