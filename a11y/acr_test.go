package a11y_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
)

// proposed returns the level of a criterion in a conformance report, and the remarks on it.
func proposed(t *testing.T, html, criterion string) (level, remarks string) {
	t.Helper()
	row := regexp.MustCompile(`<tr><th scope="row">` + regexp.QuoteMeta(criterion) + ` [^<]*</th><td>[^<]*</td><td>([^<]*)</td><td>(.*?)</td></tr>`).FindStringSubmatch(html)
	require.NotNil(t, row, criterion)
	return row[1], row[2]
}

// TestConformanceReport adds documents that break a criterion everywhere, in some places, or nowhere.
func TestConformanceReport(t *testing.T) {
	t.Parallel()
	page := func(body string) string {
		return `<!DOCTYPE html><html lang="en"><title>A</title><main><h1>A</h1>` + body + `</main>`
	}
	var draft a11y.ACR
	write := func() string {
		var b strings.Builder
		require.NoError(t, draft.WriteHTML(&b))
		r, err := a11y.Check(t.Context(), b.String(), a11y.Options{})
		require.NoError(t, err)
		require.Empty(t, r.Violations, "the report itself breaks no rule")
		require.Empty(t, r.Incomplete)
		return b.String()
	}
	draft.Product = "<i>Nothing</i>"
	level, remarks := proposed(t, write(), "1.1.1")
	require.Equal(t, "Not Evaluated", level)
	require.Contains(t, remarks, "No document was checked")
	require.NotContains(t, write(), "<i>")

	for name, body := range map[string]string{
		"a.html": `<img src="a.png"><p style="color:#999">faint words</p>`,
		"b.html": `<img src="a.png"><img src="b.png"><p data-judged-by="Ann &amp; Fox" data-judged-at="2027-01-15">Text</p>`,
	} {
		r, err := a11y.Check(t.Context(), page(body), a11y.Options{})
		require.NoError(t, err)
		draft.Add(name, r)
	}
	draft.Unchecked = append(draft.Unchecked, "broken.pdf")
	html := write()
	for criterion, want := range map[string]string{
		"1.1.1": "Does Not Support", "1.4.3": "Partially Supports", "3.1.1": "Supports", "2.4.6": "Supports (to be confirmed)", "1.2.2": "Not Applicable", "4.1.1": "Supports",
	} {
		level, _ := proposed(t, html, criterion)
		require.Equal(t, want, level, criterion)
	}
	_, remarks = proposed(t, html, "1.1.1")
	require.Contains(t, remarks, "Broken at 3 places in 2 documents")
	_, remarks = proposed(t, html, "1.4.3")
	require.Contains(t, remarks, "Broken at 1 place in 1 document: a.html.")
	_, remarks = proposed(t, html, "2.4.6")
	require.Contains(t, remarks, "To be judged by a person in 2 documents")
	_, remarks = proposed(t, html, "3.1.1")
	require.Equal(t, "<p>Holds in 2 documents.</p>", remarks)
	require.Contains(t, html, "judgement of Ann &amp; Fox, 2027-01-15")
	require.Contains(t, html, "broken.pdf")

	for n := range 20 {
		r, err := a11y.Check(t.Context(), page(`<img src="a.png">`), a11y.Options{})
		require.NoError(t, err)
		draft.Add(strings.Repeat("x", n+1)+".html", r)
	}
	_, remarks = proposed(t, write(), "1.1.1")
	require.Contains(t, remarks, "and 12 more")
}

// TestReportsNameWhoJudged checks each form of a report.
func TestReportsNameWhoJudged(t *testing.T) {
	t.Parallel()
	const who = ` data-judged-by="Ann Fox" data-judged-at="2027-01-15"`
	r, err := a11y.Check(t.Context(), `<!DOCTYPE html><html lang="en"><title>A</title><main><h1`+who+`>A</h1><p>Text</p><figure`+who+`><img alt="B" src="a.png"></figure><h2 data-judged-by="a person">C</h2><template><p data-judged-by="nobody">D</p></template><p data-judged-by=" ">E</p></main>`, a11y.Options{})
	require.NoError(t, err)
	require.Len(t, r.Judged, 3)
	require.Equal(t, []string{"1.1.1", "1.3.1", "1.3.1"}, []string{r.Judged[0].WCAG, r.Judged[1].WCAG, r.Judged[2].WCAG})
	require.Equal(t, "Ann Fox, 2027-01-15", r.Judged[0].Who())
	require.Equal(t, "a person", r.Judged[2].Who())
	require.Equal(t, 1, r.Judged[2].Count)
	require.Equal(t, "judged by Ann Fox, 2027-01-15", r.Judged[0].Nodes[0].Message)

	var html, earl strings.Builder
	require.NoError(t, r.WriteHTML(&html, "a.html"))
	require.Contains(t, html.String(), "Judged by Ann Fox, 2027-01-15 (1 place)")
	require.Contains(t, html.String(), "Judged by a person (1 place)")
	again, err := a11y.Check(t.Context(), html.String(), a11y.Options{})
	require.NoError(t, err)
	require.Empty(t, again.Violations)
	require.Empty(t, again.Judged, "a judgement that a report quotes is none on the report")

	require.NoError(t, r.WriteEARL(&earl, "a.html"))
	var doc struct {
		Graph []struct {
			Mode, Date string
			AssertedBy struct{ Name string }
			Test       struct{ Title string }
			Result     struct {
				Outcome string
				Pointer []struct{ Expression string }
			}
		} `json:"@graph"`
	}
	require.NoError(t, json.Unmarshal([]byte(earl.String()), &doc))
	last := doc.Graph[len(doc.Graph)-3]
	require.Equal(t, "earl:manual", last.Mode)
	require.Equal(t, "Ann Fox", last.AssertedBy.Name)
	require.Equal(t, "2027-01-15", last.Date)
	require.Equal(t, "1.1.1", last.Test.Title)
	require.Equal(t, "earl:passed", last.Result.Outcome)
	require.Len(t, last.Result.Pointer, 1)
	require.Equal(t, "earl:automatic", doc.Graph[0].Mode)
}
