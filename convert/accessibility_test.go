package convert_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// reported returns the report on a document, converted as most callers do.
func reported(t *testing.T, file []byte) *a11y.Report {
	t.Helper()
	result, err := convert.Convert(t.Context(), bytes.NewReader(file), convert.DefaultOptions())
	require.NoError(t, err)
	require.NotNil(t, result.Accessibility)
	require.Equal(t, result.Accessibility.Score, *result.Metadata.AccessibilityScore)
	return result.Accessibility
}

func ids(results []a11y.Result) (list []string) {
	for _, r := range results {
		list = append(list, r.ID)
	}
	return list
}

func TestTheReportKnowsTheSource(t *testing.T) {
	t.Parallel()
	titled := func(extra string) *testkit.PDF {
		return &testkit.PDF{Catalog: "/Lang (en) " + extra, Trailer: "/Info << /Title (A fine title) >>"}
	}
	t.Run("a scan has no text", func(t *testing.T) {
		t.Parallel()
		file := titled("")
		file.AddPage(testkit.Page{Content: "q 500 0 0 700 50 50 cm /X Do Q", Resources: "/XObject << /X 5 0 R >>"})
		file.AddStream("/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "ab")
		r := reported(t, file.Bytes())
		require.Contains(t, ids(r.Violations), "pdf-text-available")
		require.Equal(t, []int{1}, r.Source.WithoutText.Pages)
		require.Less(t, r.Score, 100)
	})
	t.Run("a link on a picture is lost", func(t *testing.T) {
		t.Parallel()
		file := titled("")
		link := "<< /Subtype /Link /Rect [%s] /A << /S /URI /URI (https://example.org/%s) >> >>"
		file.AddPage(testkit.Page{Content: lines(72, 700, "Some words to click."), Fonts: fonts, Extra: "/Annots [" +
			fmt.Sprintf(link, "70 690 200 712", "a") + fmt.Sprintf(link, "300 100 400 200", "b") + fmt.Sprintf(link, "300 300 400 400", "a") + "]"})
		r := reported(t, file.Bytes())
		require.Contains(t, ids(r.Violations), "pdf-links-kept")
		require.Equal(t, 3, r.Source.Links.Total)
		require.Equal(t, 1, r.Source.Links.Missing.Count, "the twin of a link with text is not lost")
	})
	t.Run("neither title nor language", func(t *testing.T) {
		t.Parallel()
		file := &testkit.PDF{}
		file.AddPage(testkit.Page{Content: lines(72, 700, "Xyzzy."), Fonts: fonts})
		r := reported(t, file.Bytes())
		require.Contains(t, ids(r.Violations), "pdf-title")
		require.Contains(t, ids(r.Violations), "pdf-language")
		require.Equal(t, a11y.Nowhere, r.Source.Title)
	})
	t.Run("text in two columns", func(t *testing.T) {
		t.Parallel()
		r := reported(t, twoColumns())
		require.Contains(t, ids(r.Incomplete), "pdf-reading-order")
		require.Equal(t, a11y.FromLayout, r.Source.Structure)
	})
	t.Run("a picture that nobody describes", func(t *testing.T) {
		t.Parallel()
		r := reported(t, image())
		require.Contains(t, ids(r.Violations), "pdf-figure-alt")
		require.Equal(t, []int{1}, r.Source.Figures.Missing.Pages)
	})
	t.Run("nothing on the page", func(t *testing.T) {
		t.Parallel()
		file := titled("/Version /2.0")
		file.AddPage(testkit.Page{})
		r := reported(t, file.Bytes())
		require.Equal(t, "PDF 2.0", r.Source.Format)
		require.Contains(t, ids(r.Inapplicable), "pdf-unicode")
	})
	t.Run("some of the pages", func(t *testing.T) {
		t.Parallel()
		opts := convert.DefaultOptions()
		opts.Pages = []convert.PageRange{{First: 2, Last: 3}}
		result, err := convert.Convert(t.Context(), bytes.NewReader(numbered(4)), opts)
		require.NoError(t, err)
		require.Equal(t, 2, result.Accessibility.Source.Pages)
		require.False(t, result.Accessibility.Source.Whole)
	})
}

func TestTheReportIsAFileOfTheResult(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(headings()), convert.DefaultOptions())
	require.NoError(t, err)
	data, err := fs.ReadFile(result.FS(), "report.json")
	require.NoError(t, err)
	var r a11y.Report
	require.NoError(t, json.Unmarshal(data, &r))
	require.Equal(t, result.Accessibility.Score, r.Score)
	require.NotEmpty(t, r.Manual)

	result, err = convert.Convert(t.Context(), bytes.NewReader(headings()), convert.Options{})
	require.NoError(t, err)
	require.Nil(t, result.Accessibility)
	require.Nil(t, result.Metadata.AccessibilityScore)
	entries, err := fs.ReadDir(result.FS(), ".")
	require.NoError(t, err)
	require.False(t, slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == "report.json" }))
}

func TestTheReportIsTheSameWithAnyNumberOfWorkers(t *testing.T) {
	t.Parallel()
	var first []byte
	for _, workers := range []int{1, 2, 7} {
		opts := convert.DefaultOptions()
		opts.Workers = workers
		result, err := convert.Convert(t.Context(), bytes.NewReader(twoColumns()), opts)
		require.NoError(t, err)
		data, err := json.Marshal(result.Accessibility)
		require.NoError(t, err)
		if first == nil {
			first = data
		}
		require.Equal(t, string(first), string(data))
	}
}
