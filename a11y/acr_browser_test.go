package a11y_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/testkit"
)

// TestReportsInABrowser checks the reports for people against the rules of axe, at the width of a desktop and of a
// phone.
func TestReportsInABrowser(t *testing.T) {
	t.Parallel()
	chromium := testkit.Chromium(t)
	axe, err := os.ReadFile("../server/testdata/axe/axe.min.js")
	require.NoError(t, err)
	r, err := a11y.Check(t.Context(), `<!DOCTYPE html><html lang="en"><title>A</title><main><h1 data-judged-by="Ann Fox">A</h1><p style="color:#999">faint words</p><img src="a.png"></main>`, a11y.Options{})
	require.NoError(t, err)
	draft := a11y.ACR{Product: "Reports", Date: "2027-01-15", Unchecked: []string{"broken.pdf"}}
	draft.Add("a.html", r)
	var conformance, report strings.Builder
	require.NoError(t, draft.WriteHTML(&conformance))
	require.NoError(t, r.WriteHTML(&report, "a.html"))
	pages := map[string]string{"/acr": conformance.String(), "/report": report.String()}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(pages[r.URL.Path])) // fails only if the browser has gone
	}))
	t.Cleanup(server.Close)

	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium),
		chromedp.NoSandbox, // it visits our own pages only, and containers cannot sandbox it
		chromedp.Flag("disable-component-update", true), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"))
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, quit := chromedp.NewContext(allocator)
	t.Cleanup(quit)
	const run = `axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
		.then(r => r.violations.map(v => v.id + " " + v.nodes.map(n => n.target).join(" ")).join("\n"))`
	for path := range pages {
		for _, width := range []int64{1280, 375} {
			_, err = chromedp.Run(ctx, chromedp.Navigate(server.URL+path))
			require.NoError(t, err)
			_, err = chromedp.Run(ctx, chromedp.EmulateViewport(width, 800))
			require.NoError(t, err)
			_, err = chromedp.Run(ctx, chromedp.Evaluate[string](string(axe)+`; ""`))
			require.NoError(t, err)
			violations, err := chromedp.Run(ctx, chromedp.Evaluate[string](run, chromedp.EvalAwaitPromise))
			require.NoError(t, err)
			require.Empty(t, violations, "%s, %d pixels wide", path, width)
			wider, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`document.documentElement.scrollWidth > innerWidth`))
			require.NoError(t, err)
			require.False(t, wider, "%s, %d pixels wide", path, width)
		}
	}
}
