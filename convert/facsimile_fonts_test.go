package convert_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// shownPage is a page as a browser shows it.
type shownPage struct {
	Fonts []struct{ Family, Status string }
	Spans []shownSpan
}

// shownSpan is the text of a span, without spaces at its ends, and its position in pixels of CSS from the corner
// of its page.
type shownSpan struct {
	Text                     string
	Left, Right, Top, Bottom float64
}

// lookAtPage returns a shownPage as JSON, after all fonts were loaded or refused.
const lookAtPage = `Promise.allSettled([...document.fonts].map(f => f.load())).then(() => {
	const page = document.querySelector("[data-page]").getBoundingClientRect();
	const spans = [...document.querySelectorAll("span.l")].map(span => {
		const text = span.firstChild, range = document.createRange();
		range.setStart(text, 0);
		range.setEnd(text, text.data.trimEnd().length);
		const box = range.getBoundingClientRect();
		return {Text: text.data.trim(), Left: box.left - page.left, Right: box.right - page.left, Top: box.top - page.top, Bottom: box.bottom - page.top};
	});
	return JSON.stringify({Fonts: [...document.fonts].map(f => ({Family: f.family, Status: f.status})), Spans: spans});
})`

// TestABrowserShowsThePagesAsTheyAre: the browser accepts every font that is made, and the text stands where the
// document has it.
func TestABrowserShowsThePagesAsTheyAre(t *testing.T) {
	t.Parallel()
	v := newVisitor(t)
	for _, kind := range testkit.FontKinds {
		page := v.looksAt(inFont(kind))
		families := 0
		for _, f := range page.Fonts {
			require.Equal(t, "loaded", f.Status, "%s: %s", kind, f.Family)
			families++
		}
		require.Positive(t, families, kind)
		require.Len(t, page.Spans, len(barLines), kind)
		for i, span := range page.Spans {
			require.Equal(t, barLines[i], span.Text)
			requireBars(t, string(kind), i, span)
		}
	}
}

// documentsEnv names the variable with documents for BenchmarkFontsInABrowser: patterns of paths, separated as in
// PATH.
const documentsEnv = "PAGELIFT_DOCUMENTS"

// BenchmarkFontsInABrowser loads the fonts made of many documents in a browser, and counts those that it refuses.
// By default there is one document in each kind of font.
func BenchmarkFontsInABrowser(b *testing.B) {
	v := newVisitor(b)
	documents := benchmarkDocuments(b)
	for b.Loop() {
		fonts, refused := 0, 0
		for _, data := range documents {
			opts := convert.DefaultOptions()
			opts.PreserveFormatting = true
			made, err := convert.Convert(b.Context(), bytes.NewReader(data), opts)
			if err != nil {
				continue // it is damaged, or needs a password
			}
			for _, f := range v.shows(made).Fonts {
				fonts++
				if f.Status != "loaded" {
					refused++
				}
			}
		}
		b.ReportMetric(float64(fonts), "fonts")
		b.ReportMetric(float64(refused), "refused")
	}
}

func benchmarkDocuments(b *testing.B) (documents [][]byte) {
	b.Helper()
	for _, pattern := range filepath.SplitList(os.Getenv(documentsEnv)) {
		paths, err := filepath.Glob(pattern)
		require.NoError(b, err)
		for _, path := range paths {
			data, err := os.ReadFile(path)
			require.NoError(b, err)
			documents = append(documents, data)
		}
	}
	if len(documents) == 0 {
		for _, kind := range testkit.FontKinds {
			documents = append(documents, inFont(kind))
		}
	}
	return documents
}

// looksAt returns the first page of a document.
func (r *visitor) looksAt(document []byte) shownPage {
	r.t.Helper()
	return r.shows(facsimile(r.t, document))
}

// shows returns the first page of a result.
func (r *visitor) shows(made *convert.Result) (page shownPage) {
	r.t.Helper()
	var b bytes.Buffer
	require.NoError(r.t, made.WriteSelfContained(&b))
	path := filepath.Join(r.t.TempDir(), "page.html")
	require.NoError(r.t, os.WriteFile(path, b.Bytes(), 0o600))
	// A window narrower than the page would shrink the page.
	r.does(chromedp.EmulateViewport(1200, 900), chromedp.Navigate((&url.URL{Scheme: "file", Path: path}).String()))
	seen, err := chromedp.Run(r.ctx, chromedp.Evaluate[string](lookAtPage, chromedp.EvalAwaitPromise))
	require.NoError(r.t, err)
	require.NoError(r.t, json.Unmarshal([]byte(seen), &page))
	return page
}

// requireBars checks that line i of inFont is where the document has it. It checks the width of the line, and its
// middle, since its height depends on the font.
func requireBars(t *testing.T, kind string, i int, span shownSpan) {
	t.Helper()
	const pixels, near = 4.0 / 3, .5
	width := 0.0
	for _, c := range []byte(strings.TrimSpace(span.Text)) {
		width += float64(testkit.LetterWidth(c)) / 1000 * barSize
	}
	baseline := 792 - barTop + float64(i)*barLeading
	require.InDelta(t, (barLeft+width/2)*pixels, (span.Left+span.Right)/2, near, "%s, line %d", kind, i)
	require.InDelta(t, width*pixels, span.Right-span.Left, 2*near, "%s, line %d", kind, i)
	require.InDelta(t, (baseline-.3*barSize)*pixels, (span.Top+span.Bottom)/2, near, "%s, line %d", kind, i)
}
