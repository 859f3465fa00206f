package webfont_test

import (
	"context"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

// browserTime is how long a page may take.
const browserTime = 120 * time.Second

// inBrowser returns the text that a page has once its script has run.
func inBrowser(tb testing.TB, page string) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "page.html")
	require.NoError(tb, os.WriteFile(path, []byte(page), 0o600))
	ctx, cancel := context.WithTimeout(tb.Context(), browserTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, testkit.Chromium(tb), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--user-data-dir="+tb.TempDir(), "--virtual-time-budget=60000", "--dump-dom", "file://"+path)
	out, err := cmd.Output()
	require.NoError(tb, err)
	_, rest, ok := strings.Cut(string(out), `<pre id="out">`)
	require.True(tb, ok, "the page has not come to its end: %.2000s", out)
	text, _, _ := strings.Cut(rest, "</pre>")
	return html.UnescapeString(text)
}
