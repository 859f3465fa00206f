package convert_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/semantic"
)

func TestGoldenDocuments(t *testing.T) {
	t.Parallel()
	for name, document := range documents {
		for _, landmarks := range []bool{false, true} {
			form := map[bool]string{false: "flat", true: "semantic"}[landmarks]
			t.Run(name+" "+form, func(t *testing.T) {
				t.Parallel()
				result, err := convert.Convert(t.Context(), bytes.NewReader(document()), convert.Options{SemanticHTML: landmarks})
				require.NoError(t, err)
				testkit.Golden(t, name+"."+form+".html", []byte(result.HTML))
				about, err := json.MarshalIndent(struct {
					Metadata convert.Metadata
					Warnings []convert.Warning
				}{result.Metadata, result.Warnings}, "", "  ")
				require.NoError(t, err)
				testkit.Golden(t, name+".json", append(about, '\n'))
			})
		}
	}
}

// A trace causes more evidence, and changes nothing else.
func TestATraceChangesNothing(t *testing.T) {
	t.Parallel()
	for name, document := range documents {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, err := convert.Convert(t.Context(), bytes.NewReader(document()), convert.Options{SemanticHTML: true})
			require.NoError(t, err)
			evidence := 0
			got, err := convert.Convert(t.Context(), bytes.NewReader(document()), convert.Options{SemanticHTML: true, Trace: &convert.Trace{Semantic: func(d *semantic.Document) {
				for n := range d.Root.All() {
					evidence += len(n.Evidence)
				}
			}}})
			require.NoError(t, err)
			require.Equal(t, want.HTML, got.HTML)
			require.Positive(t, evidence)
		})
	}
}

func TestTheNumberOfWorkersChangesNothing(t *testing.T) {
	t.Parallel()
	inputs := map[string][]byte{"many pages": numbered(50), "warnings": manyWarnings(50), "headings": headings()}
	for name, input := range inputs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := convert.DefaultOptions()
			opts.Workers = 1
			want, err := convert.Convert(t.Context(), bytes.NewReader(input), opts)
			require.NoError(t, err)
			for _, opts.Workers = range []int{2, 8} {
				got, err := convert.Convert(t.Context(), bytes.NewReader(input), opts)
				require.NoError(t, err)
				require.Equal(t, want, got, "%d workers", opts.Workers)
			}
		})
	}
}

// manyWarnings returns a document with invisible text on every page.
func manyWarnings(n int) []byte {
	contents := make([]string, n)
	for i := range contents {
		contents[i] = lines(72, 700, fmt.Sprintf("Seen on page %d.", i+1)) + "3 Tr " + lines(72, 600, "Not seen.")
	}
	return build(contents...).Bytes()
}

func TestWarningsComeInPageOrderAndOnce(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(manyWarnings(40)), convert.Options{Workers: 8})
	require.NoError(t, err)
	require.NotEmpty(t, result.Warnings)
	seen := map[string]bool{}
	last := 0
	for _, w := range result.Warnings {
		key := fmt.Sprintf("%s on %d", w.Code, w.Page)
		require.False(t, seen[key], "%s stands twice", key)
		seen[key] = true
		require.GreaterOrEqual(t, w.Page, last)
		last = w.Page
	}
}

func TestWarningsAreBounded(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(manyWarnings(1100)), convert.Options{})
	require.NoError(t, err)
	require.Len(t, result.Warnings, 1001)
	require.Equal(t, "more_warnings", result.Warnings[1000].Code)
}

func TestMetadataIsTheDocuments(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(headings()), convert.Options{})
	require.NoError(t, err)
	m := result.Metadata
	require.Equal(t, "Things & more", m.Title)
	require.Equal(t, "A. N. Other", m.Author)
	require.Equal(t, []string{"one", "two"}, m.Keywords)
	require.True(t, m.Created.Equal(time.Date(2024, 2, 29, 10, 0, 0, 0, time.UTC)), "%v", m.Created)
	require.True(t, m.Modified.IsZero())
	require.Equal(t, 2, m.Pages)
	require.Equal(t, "en", m.Language)
}

func TestTheLanguageOptionIsForDocumentsThatNameNone(t *testing.T) {
	t.Parallel()
	bare := &testkit.PDF{}
	bare.AddPage(testkit.Page{Content: lines(72, 700, "Kein Wort davon."), Fonts: fonts})
	for input, want := range map[string]string{string(bare.Bytes()): "de", string(numbered(1)): "en"} {
		result, err := convert.Convert(t.Context(), strings.NewReader(input), convert.Options{Language: "de"})
		require.NoError(t, err)
		require.Equal(t, want, result.Metadata.Language)
		require.Contains(t, result.HTML, `lang="`+want+`"`)
	}
}

func TestTheNameIsForDocumentsThatNameThemselvesNowhere(t *testing.T) {
	t.Parallel()
	for want, file := range map[string][]byte{"minutes": image(), "Things &amp; more": headings()} {
		result, err := convert.Convert(t.Context(), bytes.NewReader(file), convert.Options{Name: "minutes"})
		require.NoError(t, err)
		require.Contains(t, result.HTML, "<title>"+want)
		require.NotEqual(t, "minutes", result.Metadata.Title)
	}
}

func TestWordsAreCounted(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		text string
		want int
	}{
		"plain words":         {"Six words are in this line.", 6},
		"apostrophe, decimal": {"It isn't 3.14 or so.", 5},
		"signs are no words":  {"* - + = ...", 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := convert.Convert(t.Context(), bytes.NewReader(build(lines(72, 700, c.text)).Bytes()), convert.Options{})
			require.NoError(t, err)
			require.Equal(t, c.want, result.Metadata.WordCount)
		})
	}
}

func TestProgressCountsEachPage(t *testing.T) {
	t.Parallel()
	var calls [][2]int
	opts := convert.Options{Workers: 4, Progress: func(done, total int) { calls = append(calls, [2]int{done, total}) }}
	_, err := convert.Convert(t.Context(), bytes.NewReader(numbered(10)), opts)
	require.NoError(t, err)
	require.Len(t, calls, 10)
	for i, c := range calls {
		require.Equal(t, [2]int{i + 1, 10}, c)
	}
}

func TestSelfContainedRefersToNoFile(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string]convert.Options{"plain": {}, "defaults": convert.DefaultOptions()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := convert.Convert(t.Context(), bytes.NewReader(linked()), opts)
			require.NoError(t, err)
			require.Contains(t, result.HTML, `href="style.css"`)
			var b strings.Builder
			require.NoError(t, result.WriteSelfContained(&b))
			for _, ref := range references(t, b.String()) {
				require.True(t, strings.HasPrefix(ref, "#") || strings.HasPrefix(ref, "https://") || strings.HasPrefix(ref, "data:"), "%s", ref)
			}
			require.Contains(t, b.String(), "<style>")
		})
	}
}
