package a11y_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
)

// at returns occurrences on these pages.
func at(pages ...int) (s a11y.Occurrences) {
	for _, p := range pages {
		s.Add(p)
	}
	return s
}

// good returns a source without any loss.
func good() *a11y.Source {
	return &a11y.Source{
		Pages: 2, Whole: true, Tagged: true, Marked: true, Structure: a11y.FromTags,
		Title: a11y.FromDocument, Language: a11y.FromDocument, Glyphs: 1000,
		Figures: a11y.Inventory{Total: 1}, Tables: a11y.Inventory{Total: 1}, Links: a11y.Inventory{Total: 1}, Controls: a11y.Inventory{Total: 1}, Recognised: a11y.Inventory{Total: 1},
		Kinds: []a11y.KindCount{{"heading", 3, 3}, {"list", 1, 1}, {"table", 0, 2}},
	}
}

// outcomes returns the outcomes of the rules about the source, without those that hold.
func outcomes(s *a11y.Source) map[string]string {
	r := a11y.NewReport(nil, nil, nil, nil)
	r.Assess(s)
	got := make(map[string]string)
	for _, v := range r.Violations {
		got[v.ID] = "violation"
	}
	for _, v := range r.Incomplete {
		got[v.ID] += "look"
	}
	for _, v := range r.Inapplicable {
		got[v.ID] = "inapplicable"
	}
	return got
}

func TestAssess(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		change func(*a11y.Source)
		want   map[string]string
	}{
		"everything there":         {func(*a11y.Source) {}, map[string]string{}},
		"a page of pictures":       {func(s *a11y.Source) { s.WithoutText = at(2) }, map[string]string{"pdf-text-available": "violation"}},
		"many unreadable letters":  {func(s *a11y.Source) { s.Unreadable = 11 }, map[string]string{"pdf-unicode": "violation"}},
		"few unreadable letters":   {func(s *a11y.Source) { s.Unreadable = 10 }, map[string]string{"pdf-unicode": "look"}},
		"recognised for sure":      {func(s *a11y.Source) { s.Recognised.Total = 2 }, map[string]string{}},
		"recognised in doubt":      {func(s *a11y.Source) { s.Recognised.Doubtful = at(2) }, map[string]string{"pdf-ocr-confidence": "look"}},
		"a figure without text":    {func(s *a11y.Source) { s.Figures.Missing = at(1) }, map[string]string{"pdf-figure-alt": "violation"}},
		"a figure and a picture":   {func(s *a11y.Source) { s.Figures.Missing, s.Figures.Doubtful = at(1), at(1) }, map[string]string{"pdf-figure-alt": "violationlook"}},
		"a field without name":     {func(s *a11y.Source) { s.Controls.Missing = at(1) }, map[string]string{"pdf-form-label": "violation"}},
		"a field named by a guess": {func(s *a11y.Source) { s.Controls.Doubtful = at(1) }, map[string]string{"pdf-form-label": "look"}},
		"a table without headers":  {func(s *a11y.Source) { s.Tables.Missing = at(2) }, map[string]string{"pdf-table-headers": "violation"}},
		"a link that is lost":      {func(s *a11y.Source) { s.Links.Missing = at(2) }, map[string]string{"pdf-links-kept": "violation"}},
		"lists that are lost":      {func(s *a11y.Source) { s.Kinds[1].HTML = 0 }, map[string]string{"pdf-structure-kept": "violation"}},
		"most headings are lost":   {func(s *a11y.Source) { s.Kinds[0].HTML = 1 }, map[string]string{"pdf-structure-kept": "look"}},
		"no language":              {func(s *a11y.Source) { s.Language = a11y.Nowhere }, map[string]string{"pdf-language": "violation"}},
		"a guessed language":       {func(s *a11y.Source) { s.Language = a11y.FromText }, map[string]string{"pdf-language": "look"}},
		"the caller's language":    {func(s *a11y.Source) { s.Language = a11y.FromCaller }, map[string]string{}},
		"no title":                 {func(s *a11y.Source) { s.Title = a11y.Nowhere }, map[string]string{"pdf-title": "violation"}},
		"a title from the text":    {func(s *a11y.Source) { s.Title = a11y.FromText }, map[string]string{}},
		"columns in tags":          {func(s *a11y.Source) { s.Columns = at(1) }, map[string]string{}},
		"columns without tags":     {func(s *a11y.Source) { s.Columns, s.Structure = at(1), a11y.FromLayout }, map[string]string{"pdf-reading-order": "look"}},
		"tags out of order":        {func(s *a11y.Source) { s.Disorder = .5 }, map[string]string{"pdf-reading-order": "look"}},
		"nothing in it": {func(s *a11y.Source) { *s = a11y.Source{Title: a11y.FromDocument} }, map[string]string{
			"pdf-text-available": "inapplicable", "pdf-unicode": "inapplicable", "pdf-ocr-confidence": "inapplicable", "pdf-figure-alt": "inapplicable", "pdf-form-label": "inapplicable",
			"pdf-structure-kept": "inapplicable", "pdf-table-headers": "inapplicable", "pdf-reading-order": "inapplicable",
			"pdf-language": "inapplicable", "pdf-links-kept": "inapplicable",
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := good()
			c.change(s)
			require.Equal(t, c.want, outcomes(s))
		})
	}
}

func TestAssessScoresTheSourceToo(t *testing.T) {
	t.Parallel()
	html := `<!DOCTYPE html><html lang="en"><head><title>t</title></head><body><main><h1>t</h1><img src="a" alt="b"></main></body></html>`
	r, err := a11y.Check(t.Context(), html, a11y.Options{})
	require.NoError(t, err)
	require.Equal(t, 100, r.Score)

	s := good()
	s.Tables.Missing, s.Title = at(1), a11y.Nowhere
	before := r.HTMLScore
	r.Assess(s)
	require.Equal(t, before, r.HTMLScore)
	require.Less(t, r.Score, 100)
	require.Same(t, s, r.Source)
	require.Equal(t, 1, r.Violations[0].Nodes[0].Page)
	require.Equal(t, "#page-1", r.Violations[0].Nodes[0].Target)
}

func TestScoreIsRoundedDown(t *testing.T) {
	t.Parallel()
	result := func(id string, impact a11y.Impact) []a11y.Result {
		return []a11y.Result{{Rule: a11y.Rule{ID: id, Impact: impact}, Count: 3}}
	}
	held, looked := result("a", a11y.Critical), result("b", a11y.Serious)
	broken, absent := result("c", a11y.Minor), result("d", a11y.Critical)
	require.Equal(t, 0, a11y.NewReport(nil, nil, nil, nil).Score)
	require.Equal(t, 0, a11y.NewReport(broken, nil, nil, absent).Score)
	require.Equal(t, 100, a11y.NewReport(nil, looked, held, absent).Score)
	require.Equal(t, 94, a11y.NewReport(broken, looked, held, nil).Score) // 17 of 18
	require.Equal(t, 90, a11y.NewReport(broken, broken, held, nil).Score) // each rule counts once: 10 of 11
}

func TestSpotsListTheFirst(t *testing.T) {
	t.Parallel()
	var s a11y.Occurrences
	for page := range 70 {
		s.Add(page + 1)
	}
	require.Equal(t, 70, s.Count)
	require.Len(t, s.Pages, 50)
}
