package convert_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

func TestCheckPDF(t *testing.T) {
	t.Parallel()
	r, err := convert.CheckPDF(t.Context(), bytes.NewReader(headings()), convert.Options{})
	require.NoError(t, err)
	require.Contains(t, ids(r.Violations), "7.1-t11")
	require.Contains(t, ids(r.Violations), "7.1-t03", "the pages are looked at")
	require.Contains(t, ids(r.Passes), "7.21.7-t01")
	require.Contains(t, ids(r.Inapplicable), "7.18.5-t01")
	require.Contains(t, ids(r.Passes), "contrast-text")
	require.Contains(t, r.Aspects, a11y.Aspect{Name: "contrast", Verdict: a11y.Passed, Rules: []string{"contrast-text"}})
	require.Contains(t, r.Aspects, a11y.Aspect{Name: "order", Verdict: a11y.NotPresent}, "it has no tags")
	require.Less(t, r.Score, 100)
	for _, v := range r.Violations {
		require.NotEmpty(t, v.Tags)
		require.Len(t, v.Nodes, min(v.Count, 100))
		if len(v.WCAG) == 0 {
			require.Equal(t, a11y.PDFUA, v.Level)
		}
	}
}

func TestCheckPDFFailsAsConvertDoes(t *testing.T) {
	t.Parallel()
	_, err := convert.CheckPDF(t.Context(), strings.NewReader("no PDF"), convert.Options{})
	require.ErrorIs(t, err, convert.InvalidFileFormat)
	_, err = convert.CheckPDF(t.Context(), bytes.NewReader(stored(t, "encrypted.pdf")), convert.Options{Password: "wrong"})
	require.ErrorIs(t, err, convert.PasswordRequired)
	_, err = convert.CheckPDF(t.Context(), bytes.NewReader(numbered(4)), convert.Options{MaxPages: 3})
	require.ErrorIs(t, err, convert.PageLimitExceeded)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = convert.CheckPDF(ctx, bytes.NewReader(numbered(4)), convert.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

// aspect returns the verdict of a report on one criterion of experts.
func aspect(t *testing.T, pdf []byte, name string) a11y.Aspect {
	t.Helper()
	r, err := convert.CheckPDF(t.Context(), bytes.NewReader(pdf), convert.Options{})
	require.NoError(t, err)
	i := slices.IndexFunc(r.Aspects, func(a a11y.Aspect) bool { return a.Name == name })
	require.GreaterOrEqual(t, i, 0)
	return r.Aspects[i]
}

func TestAspectOfAlternatives(t *testing.T) {
	t.Parallel()
	picture := testkit.Paint("0 0 m 1 0 l .5 1 l f")
	good := el("Figure", picture).With("/Alt (A triangle that stands on its side)")
	require.Equal(t, a11y.Aspect{Name: "alternatives", Verdict: a11y.NotPresent, Rules: []string{"7.3-t01"}},
		aspect(t, english(el("P", oneThing), el("Figure", picture)), "alternatives"))
	require.Equal(t, a11y.Aspect{Name: "alternatives", Verdict: a11y.Failed, Rules: []string{"7.3-t01"}},
		aspect(t, english(el("P", oneThing), el("Figure", picture), good), "alternatives"), "one of two is missing")
	require.Equal(t, a11y.Passed,
		aspect(t, english(el("P", oneThing), good), "alternatives").Verdict)
	require.Equal(t, a11y.Aspect{Name: "alternatives", Verdict: a11y.NotPresent}, aspect(t, english(el("P", oneThing)), "alternatives"))
	require.Equal(t, a11y.Aspect{Name: "alternatives", Verdict: a11y.NotPresent, Rules: []string{"alternatives-say"}}, aspect(t, onePicture(), "alternatives"))
	require.Equal(t, a11y.Aspect{Name: "tagging", Verdict: a11y.NotPresent, Rules: []string{"tagging-headings"}}, aspect(t, headings(), "tagging"))
}

func TestCheckPDFSaysTheSameWithAnyNumberOfWorkers(t *testing.T) {
	t.Parallel()
	contents := make([]string, 80)
	for i := range contents {
		contents[i] = "0.8 g " + lines(72, 700, strings.Repeat("These words are faint. ", 1+i%5), strings.Repeat("More. ", 1+i*7%11))
	}
	pdf := build(contents...).Bytes()
	check := func(workers int) *a11y.Report {
		r, err := convert.CheckPDF(t.Context(), bytes.NewReader(pdf), convert.Options{Workers: workers})
		require.NoError(t, err)
		return r
	}
	want := check(1)
	require.Contains(t, ids(want.Violations), "contrast-text")
	for range 5 {
		require.Equal(t, want, check(8))
	}
}

// TestCriteriaThatNeedMediaOrForms are for a person, with the places, where a document has some, and else do not apply.
func TestCriteriaThatNeedMediaOrForms(t *testing.T) {
	t.Parallel()
	report := func(pdf []byte) string {
		r, err := convert.CheckPDF(t.Context(), bytes.NewReader(pdf), convert.Options{})
		require.NoError(t, err)
		var b strings.Builder
		require.NoError(t, r.WriteHTML(&b, "a.pdf"))
		return b.String()
	}
	// status is the row of a criterion in the table of all, places what its section says.
	status := func(html, criterion string) string {
		_, row, found := strings.Cut(html, ">"+criterion+" ")
		require.True(t, found, criterion)
		row, _, _ = strings.Cut(row, "</tr>")
		return row
	}
	places := func(html, criterion string) string {
		_, section, _ := strings.Cut(html, `<section id="sc-`+strings.ReplaceAll(criterion, ".", "-")+`">`)
		section, _, _ = strings.Cut(section, "</section>")
		return section
	}
	plain := report(headings())
	for _, criterion := range []string{"1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.4.2", "1.3.5", "3.3.1", "3.3.2", "4.1.2"} {
		require.Contains(t, status(plain, criterion), "Not applicable", criterion)
	}
	require.Contains(t, status(plain, "1.3.1"), "Broken")

	var p testkit.PDF
	p.AddPage(testkit.Page{Fonts: fonts, Content: lines(72, 700, "A page with a film")})
	p.AddPage(testkit.Page{Fonts: fonts, Content: lines(72, 700, "A page with a form"), Extra: "/Annots [<< /Type /Annot /Subtype /Movie /Rect [72 600 200 680] /Contents (The harbour) >>]"})
	p.AddPage(testkit.Page{Fonts: fonts, Content: lines(72, 700, "Another page"), Extra: "/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /TU (Your name) /Rect [72 600 200 680] >>]"})
	full := report(p.Bytes())
	for _, criterion := range []string{"1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.4.2", "3.3.2", "4.1.2"} {
		require.Contains(t, status(full, criterion), "To be judged by a person", criterion)
	}
	require.Contains(t, places(full, "1.2.2"), "page 2")
	require.Contains(t, places(full, "1.2.2"), "The harbour")
	require.Contains(t, places(full, "3.3.2"), "page 3")
	require.Contains(t, places(full, "4.1.2"), "Your name")
	require.Contains(t, status(full, "3.3.3"), "To be judged by a person")
}
