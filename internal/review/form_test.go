package review_test

import (
	"bytes"
	"html/template"
	"math"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/corrections"
	"github.com/pagelift/pagelift/internal/review"
)

// TestQuestionsAboutAResultThatIsCorrected checks that the program's finding is unknown where an earlier
// correction has changed the result.
func TestQuestionsAboutAResultThatIsCorrected(t *testing.T) {
	t.Parallel()
	at := corrections.Place{Page: 1, Box: []float64{10, 10, 90, 20}}
	below := corrections.Place{Page: 1, Box: []float64{10, 30, 90, 40}}
	file := func() *corrections.File {
		return &corrections.File{
			Version:  corrections.Version,
			Pictures: []corrections.Picture{{Place: at, Looks: "0f", Alternative: "A fox"}},
			Tables:   []corrections.Table{{Place: at, Text: "Year", HeadRows: new(2)}},
			Blocks: []corrections.Block{
				{Place: at, Text: "A line", Role: corrections.Nothing}, {Place: below, Text: "Another line", Role: corrections.Paragraph, After: "A line"}, {Text: "Anywhere", Role: corrections.Quote},
			},
		}
	}
	asked := func(f *corrections.File) *review.Questions {
		q := &review.Questions{Corrected: true, All: &corrections.File{
			Tables: []corrections.Table{{Place: at, Text: "Year", HeadRows: new(2)}},
			Blocks: []corrections.Block{{Place: below, Text: "Another line", Role: corrections.Paragraph}},
		}}
		q.Keep(f)
		return q
	}
	f := file()
	q := asked(f)
	require.Len(t, q.All.Pictures, 1, "the picture has an alternative by now")
	require.Len(t, q.All.Tables, 1)
	require.Len(t, q.All.Blocks, 2, "the line that is no content is kept, an entry without a page is not")
	var page bytes.Buffer
	form := q.Form(f, 1, 1)
	require.NoError(t, template.Must(template.New("").Parse(review.FormTemplates)).ExecuteTemplate(&page, "review", form))
	for _, want := range []string{">A fox</textarea>", `<option value="artifact" selected>`, `<option value="paragraph" selected>`, `id="q4"`, "This page cannot be shown here"} {
		require.Contains(t, page.String(), want)
	}
	require.NotContains(t, page.String(), "Anywhere")

	answers := url.Values{
		"alternative-0": {"A fox"}, "headrows-0": {"2"}, "role-0": {"paragraph"}, "role-1": {"artifact"},
	}
	q.Put(f, answers)
	require.Equal(t, file(), f, "every answer agrees with the program")
	q.Put(f, url.Values{"alternative-0": {""}, "headrows-0": {""}, "role-0": {""}, "role-1": {""}})
	require.Empty(t, f.Pictures)
	require.Empty(t, f.Tables)
	require.Equal(t, []corrections.Block{{Place: below, Text: "Another line", After: "A line"}, {Text: "Anywhere", Role: corrections.Quote}}, f.Blocks, "members that the form does not have stay")
}

// TestBoxesThatAreNone checks boxes that are not valid: people write files of corrections.
func TestBoxesThatAreNone(t *testing.T) {
	t.Parallel()
	f := &corrections.File{}
	for _, b := range [][]float64{nil, {1, 2, 3}, {math.NaN(), 1, 2, 3}, {1, 2, math.Inf(1), 3}, {1, 2, 0, 0}} {
		f.Blocks = append(f.Blocks, corrections.Block{Place: corrections.Place{Page: 1, Box: b}, Text: "A line", Role: corrections.Heading, Level: 1})
	}
	form := (&review.Questions{All: f}).Form(&corrections.File{}, 1, 1)
	form.Sheet = review.NewSheet("image/png", nil, 100, 200)
	var page bytes.Buffer
	require.NoError(t, template.Must(template.New("").Parse(review.FormTemplates)).ExecuteTemplate(&page, "review", form))
	require.NotContains(t, page.String(), `<g id="b4">`)
	require.Contains(t, page.String(), `<g id="b5"><rect x="1.0" y="2.0" width="0.0" height="0.0"/>`)
	require.Contains(t, page.String(), `<svg viewBox="0 0 100.0 200.0"`)
}

func TestWhatTheReportWantsJudged(t *testing.T) {
	t.Parallel()
	at := func(pages ...int) (nodes []a11y.Node) {
		for _, p := range pages {
			nodes = append(nodes, a11y.Node{Page: p})
		}
		return nodes
	}
	report := &a11y.Report{
		Violations: []a11y.Result{{Rule: a11y.Rule{Help: "Figures have an alternative"}, Nodes: at(1, 2, 2)}},
		Incomplete: []a11y.Result{{Rule: a11y.Rule{Help: "Tables have heads"}, Nodes: at(2)}, {Rule: a11y.Rule{Help: "Links say where they lead"}, Nodes: at(0, 3)}},
	}
	require.Equal(t, []string{"Broken: Figures have an alternative (2)", "To be judged: Tables have heads (1)"}, review.Wanted(report, 2))
	require.Empty(t, review.Wanted(report, 4))
	require.Empty(t, review.Wanted(nil, 1))
}

// TestPagesThatCouldNotBeRead checks that a page says that it could not be read.
func TestPagesThatCouldNotBeRead(t *testing.T) {
	t.Parallel()
	require.Equal(t, "page 2: a defect", review.Told(convert.Warning{Code: "page_failed", Page: 2, Detail: "a defect"}, 2))
	require.Empty(t, review.Told(convert.Warning{Code: "page_failed", Page: 2, Detail: "a defect"}, 1))
	require.Equal(t, "gone", review.Told(convert.Warning{Code: "correction_missing", Page: 2, Detail: "gone"}, 1))
	require.Empty(t, review.Told(convert.Warning{Code: "content_damaged", Page: 1, Detail: "a stream"}, 1))
}
