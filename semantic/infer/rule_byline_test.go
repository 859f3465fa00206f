package infer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic"
)

func TestNamesOverMailAddressesAreAuthors(t *testing.T) {
	t.Parallel()
	bold := look{size: 10, bold: true}
	paper := func(mail ...string) *pageBuilder {
		p := page(1).block(large, "On Foxes and Dogs")
		for i, m := range mail {
			p.block(bold, []string{"Anna Schmidt", "Bo Chen", "Carla Rossi"}[i]).block(body, "Department of Foxes", m)
		}
		return p.block(bold, "1 Introduction").block(body, wide, wide, wide, "and on.").block(bold, "2 Method").block(body, wide, wide, wide, "and on.")
	}
	for name, c := range map[string]struct {
		page *pageBuilder
		want []string
	}{
		"two authors":            {paper("anna@eastvale.edu", "bo@eastvale.edu"), []string{"On Foxes and Dogs", "1 Introduction", "2 Method"}},
		"one without an address": {paper("anna@eastvale.edu", "bo@eastvale.edu", "Third floor"), []string{"On Foxes and Dogs", "1 Introduction", "2 Method"}},
		"sections of a leaflet":  {paper("Third floor", "anna@eastvale.edu", "Monday to Friday"), []string{"On Foxes and Dogs", "Anna Schmidt", "Bo Chen", "Carla Rossi", "1 Introduction", "2 Method"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var heads []string
			for n := range build(t, c.page).Root.All() {
				if n.Role == semantic.H || n.Role == semantic.Title {
					heads = append(heads, flowText(n.Children))
				}
			}
			require.Equal(t, c.want, heads)
		})
	}
}

// TestADateBelowTheTitleHeadsNothing: it looks as the sections do, on a cover or above the text.
func TestADateBelowTheTitleHeadsNothing(t *testing.T) {
	t.Parallel()
	cover := page(1).block(huge, "On foxes").at(50, 180).block(bold, "Anna Berg").at(50, 300).block(bold, "Dec 17, 2022")
	doc := dump(build(t, cover, page(2).text().block(bold, "Methods").text().block(bold, "Remarks").text()))
	require.Contains(t, doc, "P: *Anna Berg*\nP: *Dec 17, 2022*\n")
	require.Contains(t, doc, "H2: Remarks\n")
}

// TestWhatStandsAboveTheAbstractHeadsNothing: the names of authors look as the subsections do.
func TestWhatStandsAboveTheAbstractHeadsNothing(t *testing.T) {
	t.Parallel()
	first := page(1).block(huge, "On foxes").at(50, 180).block(bold, "Anna Berg").block(body, "Zoo of Bergen").at(50, 230).block(bold, "Karl Wolf").block(body, "Zoo of Oslo").
		at(50, 290).block(bold, "Abstract").text().block(large, "1. Introduction").text()
	doc := dump(build(t, first, page(2).text().block(bold, "1.1. Methods").text().block(bold, "Remarks").text()))
	require.Contains(t, doc, "Title: On foxes\nP: *Anna Berg*\nP: Zoo of Bergen\nP: *Karl Wolf*\nP: Zoo of Oslo\n")
	require.Contains(t, doc, "H3: Remarks\n")
}

// TestWhatStandsBetweenTitleAndTextHeadsNothing: an author, where they work, which is a note of their name, and a date.
func TestWhatStandsBetweenTitleAndTextHeadsNothing(t *testing.T) {
	t.Parallel()
	front := func() *pageBuilder { return page(1).block(huge, "On foxes").at(50, 180).block(large, "Anna Berg^1^") }
	for name, c := range map[string]struct {
		first *pageBuilder
		want  string
	}{
		"a note":                   {front().at(50, 210).block(small, "^1^ Zoo of Bergen").at(50, 260).block(bold, "Abstract").text(), "P: *Anna Berg**1*\nFENote: 1 Zoo of Bergen\n"},
		"a date":                   {page(1).block(huge, "On foxes").at(50, 180).block(large, "Anna Berg").at(50, 210).block(body, "berg at uib").at(50, 240).block(large, "4. Februar 2006").at(50, 290).block(bold, "Abstract").text(), "P: *Anna Berg*\nP: berg at uib\nP: *4. Februar 2006*\n"},
		"a number that is no date": {page(1).block(huge, "On foxes").at(50, 180).block(large, "4. On their tails").at(50, 240).text(), "H2: 4. On their tails\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Contains(t, dump(build(t, c.first, page(2).text().block(bold, "Methods").text())), c.want)
		})
	}
}
