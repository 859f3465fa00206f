package a11y_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
)

// statusIn is the status of a criterion in a report as HTML.
func statusIn(t *testing.T, html, criterion string) string {
	t.Helper()
	row := regexp.MustCompile(`(?s)<tr><th scope="row">(?:<a href="[^"]*">)?` + regexp.QuoteMeta(criterion) + ` .*?</tr>`).FindString(html)
	require.NotEmpty(t, row, criterion)
	cells := regexp.MustCompile(`<td>([^<]*)</td>`).FindAllStringSubmatch(row, -1)
	require.Len(t, cells, 3)
	return cells[2][1]
}

func TestReportForPeople(t *testing.T) {
	t.Parallel()
	r, err := a11y.Check(t.Context(), `<!DOCTYPE html><html lang="en"><title>A</title><main><h1>A</h1><p style="color:#999">faint words</p><img src="a.png"></main>`, a11y.Options{})
	require.NoError(t, err)
	write := func() string {
		var b strings.Builder
		require.NoError(t, r.WriteHTML(&b, `<script>"a".html`))
		return b.String()
	}
	html := write()
	require.NotContains(t, html, `<script>`, "names are escaped")
	require.Equal(t, "Broken", statusIn(t, html, "1.1.1"))
	require.Equal(t, "Broken", statusIn(t, html, "1.4.3"))
	require.Equal(t, "Holds", statusIn(t, html, "3.1.1"))
	require.Equal(t, "To be judged by a person", statusIn(t, html, "2.4.6"))
	require.Contains(t, statusIn(t, html, "2.3.1"), "Not applicable", "it has no scripts")
	require.Contains(t, statusIn(t, html, "1.4.12"), "To be judged by a person")
	require.Contains(t, html, "line 1, column")
	require.Contains(t, html, "the contrast is 2.85")

	again, err := a11y.Check(t.Context(), html, a11y.Options{})
	require.NoError(t, err)
	require.Empty(t, again.Violations, "the report keeps the rules that it tells of")
	require.Empty(t, again.Incomplete)

	active, err := a11y.Check(t.Context(), `<!DOCTYPE html><html lang="en"><title>A</title><main><h1 onclick="go()">A</h1><video src="a"></video><input aria-label="A"></main>`, a11y.Options{})
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, active.WriteHTML(&b, "a.html"))
	for _, criterion := range []string{"1.2.2", "2.3.1", "3.3.1"} {
		require.Contains(t, statusIn(t, b.String(), criterion), "To be judged by a person", criterion)
	}

	r.Assess(&a11y.Source{Format: "PDF 1.7", Pages: 1, Whole: true})
	html = write()
	require.Contains(t, statusIn(t, html, "2.3.1"), "Not applicable", "what was converted has no scripts")
	require.Contains(t, statusIn(t, html, "3.3.1"), "Not applicable")
	require.Contains(t, statusIn(t, html, "1.2.2"), "no audio")
}
