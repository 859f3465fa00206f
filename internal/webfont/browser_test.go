package webfont_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fontFile is a font with a name to tell it by.
type fontFile struct {
	name string
	data []byte
}

// browser is the path of Chromium; tests that need one are skipped without.
func browser(tb testing.TB) string {
	tb.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		tb.Skip("there is no Chromium")
	}
	return path
}

// browserTime is how long a page may take.
const browserTime = 120 * time.Second

// inBrowser is the text that a page has once its script has run.
func inBrowser(tb testing.TB, page string) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "page.html")
	require.NoError(tb, os.WriteFile(path, []byte(page), 0o600))
	ctx, cancel := context.WithTimeout(tb.Context(), browserTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser(tb), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--user-data-dir="+tb.TempDir(), "--virtual-time-budget=60000", "--dump-dom", "file://"+path)
	out, err := cmd.Output()
	require.NoError(tb, err)
	_, rest, ok := strings.Cut(string(out), `<pre id="out">`)
	require.True(tb, ok, "the page has not come to its end: %.2000s", out)
	text, _, _ := strings.Cut(rest, "</pre>")
	return html.UnescapeString(text)
}

// filesPerPage is how many fonts a page loads at once.
const filesPerPage = 200

// loadInBrowser has a browser load fonts, and gives the names of those that it refuses.
func loadInBrowser(tb testing.TB, files []fontFile) (refused []string) {
	tb.Helper()
	for len(files) > 0 {
		n := min(filesPerPage, len(files))
		var data []string
		for _, f := range files[:n] {
			data = append(data, base64.StdEncoding.EncodeToString(f.data))
		}
		list, err := json.Marshal(data)
		require.NoError(tb, err)
		out := inBrowser(tb, fmt.Sprintf(`<!DOCTYPE html><body><script>
const fonts = %s;
Promise.all(fonts.map((f, i) => {
  const face = new FontFace("f" + i, "url(data:font/woff2;base64," + f + ")");
  return face.load().then(() => "", e => i + "");
})).then(bad => { document.body.innerHTML = '<pre id="out">' + bad.filter(b => b).join(" ") + "</pre>"; });
</script>`, list))
		for _, s := range strings.Fields(out) {
			var i int
			_, err := fmt.Sscan(s, &i)
			require.NoError(tb, err)
			refused = append(refused, files[i].name)
		}
		files = files[n:]
	}
	return refused
}
