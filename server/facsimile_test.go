package server_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
)

// embedded returns a document with an embedded font.
func embedded() []byte {
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	font := pdf.AddFont(testkit.TrueType, "ABCDEF+Bars")
	pdf.AddPage(testkit.Page{
		Fonts: fmt.Sprintf("/F %d 0 R", font), Content: "BT /F 20 Tf 72 700 Td " + testkit.TrueType.Encode("Words in a font of their own") + " Tj ET",
	})
	return pdf.Bytes()
}

func TestPagesAsTheyLookFromTheService(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *server.Config) { c.SetConverter(nil) })
	path := filepath.Join(t.TempDir(), "in.pdf")
	require.NoError(t, os.WriteFile(path, embedded(), 0o600))
	file, err := client.FileAt(path)
	require.NoError(t, err)
	c, err := s.client.Conversions.Convert(t.Context(), client.ConvertRequest{
		File: file, Options: client.Options{PreserveFormatting: new(true)},
	})
	require.NoError(t, err)
	require.Contains(t, *c.HTML, `data-page="1"`)
	require.Contains(t, *c.HTML, `<span class="l `)
	require.Regexp(t, `@font-face\{[^}]*url\("?(data:font/woff2|http)`, *c.CSS)
	require.Contains(t, *c.CSS, ".pg{", "the rules that place the pages come last")
	dir := t.TempDir()
	require.NoError(t, s.client.Conversions.Extract(t.Context(), c.ID, dir))
	for _, name := range []string{"index.html", "style.css", "pages.css", "assets/f0.woff2"} {
		require.FileExists(t, filepath.Join(dir, filepath.FromSlash(name)))
	}
}

// TestAPreviewShowsThePagesAsTheyLook checks a facsimile in a browser, under the content security policy of the
// preview.
func TestAPreviewShowsThePagesAsTheyLook(t *testing.T) {
	t.Parallel()
	h := newPlayground(t)
	resp, page := send(t, h, map[string]string{"preserve_formatting": "on"}, embedded(), h.URL)
	mine := resp.Request.URL.String()
	require.Eventually(t, func() bool {
		_, page = get(t, h, strings.Replace(mine, "?", "/state?", 1))
		return strings.Contains(page, `data-final="true"`)
	}, failurePatience, 20*time.Millisecond)
	b := newTab(t, h.URL)
	b.opens(strings.TrimPrefix(strings.Replace(mine, "?", "/preview?", 1), h.URL))
	b.sees("span", "Words in a font of their own")
	require.Equal(t, "absolute", b.value(`getComputedStyle(document.querySelector(".l")).position`))
	loaded, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`Promise.allSettled([...document.fonts].map(f => f.load())).then(() => [...document.fonts].map(f => f.status).join())`, chromedp.EvalAwaitPromise))
	require.NoError(t, err)
	require.Equal(t, "loaded", loaded)
}
