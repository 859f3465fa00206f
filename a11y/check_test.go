package a11y_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
)

func TestPlacesOfFindings(t *testing.T) {
	t.Parallel()
	const body = `<main><span id="page-3" role="doc-pagebreak" title="Page 3"></span><p>ä <img src="a.png"></p>
<div><p>x</p><p><img src="b.png"></p><span id="page-4" role="doc-pagebreak" title="Page 4"></span>
<p id="p">
  <img src="c.png" title=""></p></div></main>`
	want := []a11y.Node{
		{HTML: `<img src="a.png">`, Target: "body > main > p > img", Line: 3, Column: 80, Page: 3},
		{HTML: `<img src="b.png">`, Target: "body > main > div > p:nth-of-type(2) > img", Line: 4, Column: 17, Page: 3},
		{HTML: `<img src="c.png" title="">`, Target: "#p > img", Line: 6, Column: 3, Page: 4},
	}
	for name, src := range map[string]string{
		"read by the scan":   page(body),
		"read by the parser": strings.Replace(page(body), "</html>", "<p>not closed", 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := a11y.Check(t.Context(), src, a11y.Options{Rules: []string{"image-alt"}})
			require.NoError(t, err)
			require.Len(t, r.Violations, 1)
			require.Equal(t, 3, r.Violations[0].Count)
			got := r.Violations[0].Nodes
			for i := range got {
				require.NotEmpty(t, got[i].Message)
				got[i].Message = ""
			}
			require.Equal(t, want, got)
		})
	}
}

func TestWhatTheParserImpliesHasThePlaceOfWhatIsAround(t *testing.T) {
	t.Parallel()
	r, err := a11y.Check(t.Context(), "<p>a\n<table><tr><td><b>x", a11y.Options{Rules: []string{"html-has-lang"}})
	require.NoError(t, err)
	require.Equal(t, "<html>", r.Violations[0].Nodes[0].HTML)
	require.Equal(t, 1, r.Violations[0].Nodes[0].Line)
}

func TestCountsAreExactWhenNodesAreCut(t *testing.T) {
	t.Parallel()
	r, err := a11y.Check(t.Context(), page(strings.Repeat(`<p><img src="a"></p>`, 7)), a11y.Options{Rules: []string{"image-alt"}, MaxFindings: 2})
	require.NoError(t, err)
	require.Equal(t, 7, r.Violations[0].Count)
	require.Len(t, r.Violations[0].Nodes, 2)
}

func TestScoreIsLighthouses(t *testing.T) {
	t.Parallel()
	rules := a11y.Options{Rules: []string{"image-alt", "link-name", "image-redundant-alt", "form-field-multiple-labels"}}
	for name, c := range map[string]struct {
		body string
		want int
	}{
		"a violation of 10 with 7 held":            {`<img src="a"><a href="a">A</a>`, 41},
		"what has no weight does not count":        {`<a href="a">Home <img src="a" alt="Home"></a>`, 100},
		"what must be looked at counts as held":    {`<label for="i">A</label><label for="i">B</label><input id="i"><img src="a">`, 23},
		"nothing that applies":                     {`<p>A</p>`, 0},
		"a hundred violations of one rule are one": {strings.Repeat(`<img src="a">`, 100) + `<a href="a">A</a>`, 41},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := a11y.Check(t.Context(), page(c.body), rules)
			require.NoError(t, err)
			require.Equal(t, c.want, r.HTMLScore)
		})
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		src  string
		opts a11y.Options
		code a11y.Code
	}{
		"too many bytes":                 {page("<p>text</p>"), a11y.Options{MaxBytes: 20}, a11y.TooLarge},
		"too many elements":              {page(strings.Repeat("<p>x</p>", 50)), a11y.Options{MaxElements: 40}, a11y.TooManyElements},
		"too many elements not regular":  {strings.Repeat("<p>x", 50), a11y.Options{MaxElements: 40}, a11y.TooManyElements},
		"elements too deep":              {page(strings.Repeat("<div>", 600) + strings.Repeat("</div>", 600)), a11y.Options{}, a11y.TooDeep},
		"elements too deep, not regular": {strings.Repeat("<div>", 100_000), a11y.Options{}, a11y.TooDeep},
		"no such rule":                   {"", a11y.Options{Rules: []string{"image-alt", "nothing"}}, a11y.UnknownRule},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := a11y.Check(t.Context(), c.src, c.opts)
			require.ErrorIs(t, err, c.code)
		})
	}
}

func TestCheckObeysTheContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := a11y.Check(ctx, page("<p>A</p>"), a11y.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestADocumentOfAnotherLanguageIsNoPage(t *testing.T) {
	t.Parallel()
	const drawing = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" role="img" style="line-height: 1.1 !important"><text>some text</text></svg>`
	r, err := a11y.Check(t.Context(), drawing, a11y.Options{ContentType: "image/svg+xml"})
	require.NoError(t, err)
	var ids []string
	for _, v := range r.Violations {
		ids = append(ids, v.ID)
	}
	require.Equal(t, []string{"svg-img-alt"}, ids)
}

// Documents with few bytes that cost much work: references to everything, siblings without end, deep nesting.
func TestHostileDocumentsAreBounded(t *testing.T) {
	t.Parallel()
	refs := strings.Repeat("a ", 5000)
	for name, body := range map[string]string{
		"names that name each other":   strings.Repeat(`<button id="a" aria-labelledby="`+refs+`"><i>b</i></button>`, 200),
		"controls in controls":         strings.Repeat(`<div role="button">`, 300) + strings.Repeat(`<b>x</b>`, 50_000),
		"lists that own everything":    strings.Repeat(`<div role="list" aria-owns="`+refs+`"></div>`, 200) + `<p id="a">x</p>`,
		"labels in labels":             strings.Repeat("<label>", 400) + strings.Repeat(`<b>x</b>`, 20_000),
		"siblings in selectors":        strings.Repeat(`<img src=a>`, 50_000),
		"attributes without end":       "<p " + strings.Repeat("aria-x ", 50_000) + ">",
		"many attributes":              "<p " + strings.Repeat(`class="x" `, 20_000) + ">",
		"fields in disabled fieldsets": strings.Repeat("<fieldset>", 400) + strings.Repeat(`<input>`, 20_000),
		"groups in groups":             strings.Repeat(`<div role="tree"><div role="group">`, 200) + strings.Repeat(`<p role="treeitem">x</p>`, 2000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := a11y.Check(t.Context(), page(body), a11y.Options{AAA: true})
			require.NoError(t, err)
			require.NotEmpty(t, r.Passes)
		})
	}
}

func TestNothingIsCertainOnceTheWorkIsUsedUp(t *testing.T) {
	t.Parallel()
	refs := strings.Repeat("a ", 5000)
	body := `<p id="a">x</p>` + strings.Repeat(`<button aria-labelledby="`+refs+`"></button>`, 200)
	r, err := a11y.Check(t.Context(), page(body), a11y.Options{Rules: []string{"button-name"}})
	require.NoError(t, err)
	require.Empty(t, r.Violations)
	require.NotEmpty(t, r.Incomplete)
}

func TestEARL(t *testing.T) {
	t.Parallel()
	body := `<img src="a"><label for="i">A</label><label for="i">B</label><input id="i"><a href="a">A</a>`
	r, err := a11y.Check(t.Context(), page(body), a11y.Options{Rules: []string{"image-alt", "link-name", "button-name", "form-field-multiple-labels"}})
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, r.WriteEARL(&b, "https://example.org/a"))
	var doc struct {
		Graph []struct {
			Type    string `json:"@type"`
			Subject struct{ Source string }
			Test    struct {
				Title    string
				IsPartOf []string
			}
			Result struct{ Outcome string }
		} `json:"@graph"`
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &doc))
	got := map[string]string{}
	for _, a := range doc.Graph {
		require.Equal(t, "earl:Assertion", a.Type)
		require.Equal(t, "https://example.org/a", a.Subject.Source)
		got[a.Test.Title] = a.Result.Outcome
	}
	require.Equal(t, map[string]string{
		"image-alt": "earl:failed", "link-name": "earl:passed", "button-name": "earl:inapplicable", "form-field-multiple-labels": "earl:cantTell",
	}, got)
}
