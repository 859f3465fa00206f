package server_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/server"
)

func TestTheSampleIsThatOfTheExamples(t *testing.T) {
	t.Parallel()
	want, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)
	got, err := os.ReadFile("assets/sample.pdf")
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// playedAt sends a form to a playground and waits for its page.
func playedAt(t *testing.T, base string, post func() *http.Response) string {
	t.Helper()
	resp := post()
	require.NoError(t, resp.Body.Close())
	require.Equal(t, http.StatusOK, resp.StatusCode)
	address := resp.Request.URL.String()
	require.True(t, strings.HasPrefix(address, base+"/playground/conv_"), address)
	page := ""
	require.Eventually(t, func() bool {
		_, page = fetched(t, address)
		return strings.Contains(page, `data-final="true"`)
	}, failurePatience, 20*time.Millisecond)
	return page
}

// TestTheSampleNeedsOneClick and no script. Its page has the document beside the result, and the commands that do
// the same.
func TestTheSampleNeedsOneClick(t *testing.T) {
	t.Parallel()
	h := newPlayground(t)
	_, page := fetched(t, h.URL+"/")
	require.Contains(t, page, `action="/playground/sample"`)
	page = playedAt(t, h.URL, func() *http.Response {
		resp, err := http.PostForm(h.URL+"/playground/sample", url.Values{})
		require.NoError(t, err)
		return resp
	})
	require.Contains(t, page, `<iframe class="preview" title="The PDF document" src="/playground/assets/sample.pdf">`)
	require.Contains(t, page, "pagelift convert sample.pdf -o sample.html")
	require.NotContains(t, page, "client.Options", "options with their default are left out")
	resp, sample := fetched(t, h.URL+"/playground/assets/sample.pdf")
	require.Equal(t, "application/pdf", resp.Header.Get("Content-Type"))
	require.True(t, strings.HasPrefix(sample, "%PDF-"))
	req, err := http.NewRequest(http.MethodPost, h.URL+"/playground/sample", nil)
	require.NoError(t, err)
	req.Header.Set("Origin", "https://elsewhere.example")
	refused, _ := answer(t, h, req)
	require.Equal(t, http.StatusForbidden, refused.StatusCode, "a page of another origin cannot send the form")
}

// TestTheSampleIsCountedAsADocument checks that the sample counts against the visitor's day.
func TestTheSampleIsCountedAsADocument(t *testing.T) {
	t.Parallel()
	h := newPlayground(t, stopped, func(c *server.Config) { c.PlaygroundDaily = 1 })
	for _, status := range []int{http.StatusOK, http.StatusTooManyRequests} {
		resp, err := http.PostForm(h.URL+"/playground/sample", url.Values{})
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		require.Equal(t, status, resp.StatusCode)
	}
}

// TestTheCommandsOfThePlaygroundDoTheSame converts a document whose name has every special character of a shell.
// The curl command on its page converts it as the page did. The other commands name the same options.
func TestTheCommandsOfThePlaygroundDoTheSame(t *testing.T) {
	t.Parallel()
	h := newHooked(t, func(c *server.Config) { c.Playground = true })
	key := h.issue("one")
	const name = "it's $HOME; a \"walk\".pdf"
	sample, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)
	var body strings.Builder
	body.WriteString("--x\r\nContent-Disposition: form-data; name=\"preserve_formatting\"\r\n\r\non\r\n--x\r\nContent-Disposition: form-data; name=\"math\"\r\n\r\ntex\r\n")
	body.WriteString("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + strings.ReplaceAll(name, `"`, `\"`) + "\"\r\n\r\n" + string(sample) + "\r\n--x--\r\n")
	page := playedAt(t, h.url, func() *http.Response {
		resp, err := http.Post(h.url+"/playground", "multipart/form-data; boundary=x", strings.NewReader(body.String()))
		require.NoError(t, err)
		return resp
	})
	commands := regexp.MustCompile(`(?s)<pre class="response"[^>]*><code>(.*?)</code></pre>`).FindAllStringSubmatch(page, -1)
	require.Len(t, commands, 3)
	curl, code, line := html.UnescapeString(commands[0][1]), html.UnescapeString(commands[1][1]), html.UnescapeString(commands[2][1])
	require.Contains(t, code, "Options: client.Options{SemanticHTML: new(false), ExtractImages: new(false), AccessibilityCheck: new(false), PreserveFormatting: new(true), Math: new(\"tex\")}")
	require.Equal(t, `pagelift convert --no-semantic-html --no-extract-images --no-accessibility-check --preserve-formatting --math tex 'it'\''s $HOME; a "walk".pdf' -o 'it'\''s $HOME; a "walk".html'`, line)

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), sample, 0o600))
	testkit.Programs(t, "curl")
	cmd := exec.CommandContext(t.Context(), "sh", "-c", curl)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PAGELIFT_API_KEY="+key)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	result, err := os.ReadFile(filepath.Join(dir, "it's $HOME; a \"walk\".json"))
	require.NoError(t, err)
	require.Contains(t, string(result), "data-page", "the result is a facsimile")
}

// TestTheSampleInABrowser clicks once, watches the progress, and sees the result beside the document. An entry of
// the report leads to its place.
func TestTheSampleInABrowser(t *testing.T) {
	t.Parallel()
	axe, err := os.ReadFile(axeFile)
	require.NoError(t, err)
	converter := &stepwise{worker.NewInProcess(1, t.TempDir()), make(chan int)}
	h := newPlayground(t, func(c *server.Config) { c.SetConverter(converter) })
	b := newTab(t, h.URL)
	b.opens("/")
	b.follows("button", "Try it with a sample")
	converter.done <- 1
	b.sees("section[@id='result']", "1 of 3 pages")
	converter.done <- 2
	b.sees("section[@id='result']", "2 of 3 pages")
	close(converter.done)
	b.sees("section[@id='result']", "completed")
	require.Equal(t, "2", b.value(`String([...document.querySelectorAll("iframe.preview")].filter(f => f.checkVisibility()).length)`))
	require.Equal(t, h.URL+"/playground/assets/sample.pdf", b.value(`document.querySelector("[data-original] iframe").src`))
	require.Equal(t, "HTML", b.value(`document.querySelector("[data-forms] [aria-current]").textContent`))
	b.value(`window.loads = 0; document.querySelector("iframe[name=preview]").addEventListener("load", () => window.loads++); ""`)
	b.does(chromedp.Click(`//nav[@aria-label="Forms of the result"]//a[.="Markdown"]`))
	require.Eventually(t, func() bool { return b.value(`String(window.loads)`) == "1" }, failurePatience, 20*time.Millisecond)
	require.Equal(t, "Markdown", b.value(`[...document.querySelectorAll("[data-forms] [aria-current]")].map(a => a.textContent).join()`))
	const run = `axe.run("main", {iframes: false, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
		.then(r => r.violations.map(v => v.id + " " + v.nodes.map(n => n.target).join(" ")).join("\n"))`
	for _, width := range []int64{1280, 375} {
		b.does(chromedp.EmulateViewport(width, 800))
		b.value(string(axe) + `; ""`)
		violations, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](run, chromedp.EvalAwaitPromise))
		require.NoError(t, err)
		require.Empty(t, violations, "%d pixels wide", width)
		require.Equal(t, "fits", b.value(`document.documentElement.scrollWidth > innerWidth ? "is wider" : "fits"`), "%d pixels wide", width)
	}
}

// TestTheReportOfThePlaygroundLeadsToPlaces checks that the report names a picture without an alternative on the
// second page, with a link to it in the frame of the result.
func TestTheReportOfThePlaygroundLeadsToPlaces(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{}
	image := pdf.AddStream("/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8", "\x00\x40\x80\xc0")
	const words = "BT /F1 12 Tf 72 700 Td (The harbour office is open from ten to four, and closed in winter.) Tj ET "
	pdf.AddPage(testkit.Page{Content: words})
	pdf.AddPage(testkit.Page{Content: words + "q 200 0 0 200 72 400 cm /I Do Q ", Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", image)})
	h := newPlayground(t)
	page := playedAt(t, h.URL, func() *http.Response {
		resp, _ := send(t, h, map[string]string{"accessibility_check": "on", "semantic_html": "on", "extract_images": "on"}, pdf.Bytes(), h.URL)
		return resp
	})
	require.Regexp(t, `<strong>[^<]+</strong> <span class="hint">WCAG 1\.1\.1, level A; 1 place</span>`, page)
	link := regexp.MustCompile(`<a href="(/playground/conv_\w+/preview\?[^"#]*)#([\w-]+)" target="preview" aria-label="Show it on page 2: [^"]+">Show it on page 2</a>`).FindStringSubmatch(page)
	require.NotNil(t, link, page)
	require.Contains(t, page, `name="preview"`)
	_, result := fetched(t, h.URL+html.UnescapeString(link[1]))
	require.Contains(t, result, `id="`+link[2]+`"`)
}
