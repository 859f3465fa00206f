package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// crossrefs writes the links of a document and where they lead.
func crossrefs(t *testing.T, doc *semantic.Document) []string {
	t.Helper()
	ids := map[string]bool{}
	for n := range doc.Root.All() {
		if n.Attr != nil && n.Attr.ID != "" {
			require.False(t, ids[n.Attr.ID], n.Attr.ID)
			ids[n.Attr.ID] = true
		}
	}
	var list []string
	for n := range doc.Root.All() {
		if n.Role == semantic.Link {
			var b strings.Builder
			dumpInline(&b, n.Children)
			list = append(list, strings.TrimSpace(b.String())+" -> "+n.Attr.Href)
			require.True(t, ids[strings.TrimPrefix(n.Attr.Href, "#")], n.Attr.Href)
		}
	}
	return list
}

func TestNumbersOfPlacesLeadThere(t *testing.T) {
	t.Parallel()
	rows := []string{"*a*|*b*", "c|d", "e|f"}
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a table":                    {"Look at Table 1 for more.", []string{"Table 1 -> #table-1"}},
		"a table in bold":            {"Look at *Table 1* for more.", []string{"*Table 1* -> #table-1"}},
		"a figure by its short name": {"It rises (Fig. 2.1).", []string{"Fig. 2.1 -> #figure-2-1"}},
		"a part of a figure":         {"It rises in Figure 2.1b.", []string{"Figure 2.1b -> #figure-2-1"}},
		"several":                    {"See Tables 1 and 2, then go on.", []string{"Tables 1 -> #table-1", "2 -> #table-2"}},
		"a listing, whose caption is no picture's": {"The code of Listing 1 runs.", []string{"Listing 1 -> #listing-1"}},
		"a section":             {"We come to it in Section 3.1, later.", []string{"Section 3.1 -> #3-1-details"}},
		"an appendix":           {"Proofs stand in Appendix A.", []string{"Appendix A -> #appendix-a-proofs"}},
		"of this document":      {"See Section 3 of this paper.", []string{"Section 3 -> #3-method"}},
		"of another document":   {"See Section 3 of the Act.", nil},
		"of what is cited":      {"It is so in [7, Section 3] and (Smith, 2001, Table 1).", nil},
		"no such place":         {"See Table 9 and Section 8.", nil},
		"a number that goes on": {"Table 1st and Section 3% and Table 1-B.", nil},
		"a word and a number":   {"The rows 1 and 2 of table A cat has.", nil},
		"code":                  {"Write ~Table 1~ for it.", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first := page(1).block(large, "3. Method").text().block(body, c.text).
				block(bold, "Table 1. Letters").table(body, rows...).block(bold, "Table 2. More").table(body, rows...)
			second := page(2).block(bold, "3.1. Details").text().picture(false).block(small, "Figure 2.1: A curve")
			third := page(3).block(body, "Listing 1: A loop.").text().block(large, "Appendix A Proofs").text()
			require.Equal(t, c.want, crossrefs(t, build(t, first, second, third)))
		})
	}
}

func TestNumbersThatSeveralPlacesBearLeadNowhere(t *testing.T) {
	t.Parallel()
	rows := []string{"*a*|*b*", "c|d", "e|f"}
	doc := build(t, page(1).block(body, "See Table 1.").text().block(bold, "Table 1. Letters").table(body, rows...),
		page(2).text().block(bold, "Table 1. Others").table(body, rows...))
	require.Empty(t, crossrefs(t, doc))
}

func TestADocumentWithLinksKeepsToThem(t *testing.T) {
	t.Parallel()
	p := page(1).block(body, "See Table 1 and {0:this}.").text().block(bold, "Table 1. Letters").table(body, "*a*|*b*", "c|d", "e|f")
	p.Links = []layout.Link{{URI: "https://iana.org/"}}
	doc := build(t, p)
	links := 0
	for n := range doc.Root.All() {
		if n.Role == semantic.Link {
			links++
			require.Equal(t, "https://iana.org/", n.Attr.Href)
		}
	}
	require.Equal(t, 1, links)
}
