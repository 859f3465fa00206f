package demo_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/testkit"
)

// builtEnv names the folder that make demo has built. Compiling it takes a minute, so the tests that need it are
// those of make demo-check.
const builtEnv = "PAGELIFT_TEST_DEMO"

func built(t *testing.T) string {
	t.Helper()
	dir := os.Getenv(builtEnv)
	if dir == "" {
		t.Skip("without a demo: make demo-check")
	}
	return dir
}

// patience is how long a test waits for something on the page.
const patience = 2 * time.Minute

// tab is the page in a browser whose requests are all seen.
type tab struct {
	t     *testing.T
	ctx   context.Context
	url   string
	proxy *testkit.Proxy // what leaves the machine would go through it

	mu       sync.Mutex
	paths    map[string]bool // that were asked for
	problems []string        // that the browser told of
}

func newTab(t *testing.T) *tab {
	t.Helper()
	b := &tab{t: t, paths: map[string]bool{}}
	files := http.FileServer(http.Dir(built(t)))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.mu.Lock()
		b.paths[r.Method+" "+r.URL.Path] = true
		b.mu.Unlock()
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(host.Close)
	b.url = host.URL
	b.proxy = testkit.NewProxy(t, false, func(string) string { return "" })
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(testkit.Chromium(t)),
		chromedp.NoSandbox, // it sees our own page only, and containers have none to offer
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("proxy-server", b.proxy.URL), // of all but this machine
	)
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, quit := chromedp.NewContext(allocator)
	t.Cleanup(quit)
	b.ctx = ctx
	require.NoError(t, chromedp.Listen(ctx, b.listen))
	return b
}

// listen notes what the browser tells of: what the policy of the page forbids, and scripts that fail.
func (b *tab) listen(event any) {
	if entry, ok := event.(*log.EventEntryAdded); ok && entry.Entry.Level == log.EntryLevelError {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.problems = append(b.problems, entry.Entry.Text)
	}
}

func (b *tab) does(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for _, step := range steps {
		_, err := chromedp.Run(ctx, step)
		require.NoError(b.t, err)
	}
}

// value is what an expression gives, or what its promise does.
func (b *tab) value(expression string) string {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	got, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	require.NoError(b.t, err, expression)
	return got
}

// waits until an expression is true.
func (b *tab) waits(expression string) {
	b.t.Helper()
	require.Eventually(b.t, func() bool { return b.value("String(Boolean("+expression+"))") == "true" }, patience, 50*time.Millisecond, expression)
}

// opens the page anew.
func (b *tab) opens() {
	b.t.Helper()
	b.does(chromedp.Navigate(b.url + "/"))
	b.value(`window.told = new Set(); new MutationObserver(() => told.add(document.querySelector("#doing").textContent.replace(/\s/g, " ")))
		.observe(document.querySelector("#doing"), {childList: true}); ""`)
}

// text is that of the element with an id, as it is seen.
func (b *tab) text(id string) string {
	b.t.Helper()
	return b.value(`document.getElementById("` + id + `").innerText`)
}

// uploads a file by the field that a keyboard reaches, and presses Return in it.
func (b *tab) uploads(name string, data []byte) {
	b.t.Helper()
	path := filepath.Join(b.t.TempDir(), name)
	require.NoError(b.t, os.WriteFile(path, data, 0o600))
	b.does(chromedp.SetUploadFiles(chromedp.ID("file"), []string{path}), chromedp.Focus(chromedp.ID("convert")), chromedp.KeyEvent("\r"))
}

const (
	finished  = `document.querySelector("#going").hidden && document.querySelector("#pages").srcdoc`
	cancelled = `document.querySelector("#said").textContent == "The conversion is cancelled."`
	failed    = `document.querySelector("#error").checkVisibility()`
)

// axeFile is axe-core: see the file beside it.
const axeFile = "../../server/testdata/axe/axe.min.js"

// isAccessible holds the page against the rules of axe and against the width of its window, as wide as a desk and
// as phones, in both colour schemes.
func (b *tab) isAccessible(state string) {
	b.t.Helper()
	axe, err := os.ReadFile(axeFile)
	require.NoError(b.t, err)
	b.value(string(axe) + `; ""`)
	const run = `axe.run("html", {iframes: false, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
		.then(r => r.violations.map(v => v.id + " " + v.nodes.map(n => n.target).join(" ")).join("\n"))`
	for _, width := range []int64{1280, 390, 320} {
		for _, scheme := range []string{"light", "dark"} {
			b.does(chromedp.EmulateViewport(width, 800), prefers(scheme))
			require.Empty(b.t, b.value(run), "%s, %d pixels wide, %s", state, width, scheme)
			require.Equal(b.t, "fits", b.value(`document.documentElement.scrollWidth > innerWidth ? "is wider" : "fits"`), "%s, %d pixels wide", state, width)
			b.pictures(fmt.Sprintf("%s-%d-%s.png", state, width, scheme))
		}
	}
	b.does(chromedp.EmulateViewport(1280, 800))
}

// prefers makes the browser ask for a colour scheme.
func prefers(scheme string) chromedp.Action[chromedp.Void] {
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, media)
		return err
	})
}

// picturesEnv names a folder for pictures of the page.
const picturesEnv = "PAGELIFT_DEMO_PICTURES"

func (b *tab) pictures(name string) {
	b.t.Helper()
	dir := os.Getenv(picturesEnv)
	if dir == "" {
		return
	}
	time.Sleep(time.Second) // until frames are painted
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(filepath.Join(dir, name), png, 0o600))
}

func stored(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return data
}

// TestTheDemoInABrowser converts as people do, and looks at all that the browser asks for meanwhile.
func TestTheDemoInABrowser(t *testing.T) {
	b := newTab(t)
	b.opens()
	b.isAccessible("empty")

	b.does(chromedp.Click(chromedp.ID("sample")))
	b.waits(finished)
	require.Equal(t, "A Short Walk on the Shore", b.text("name"))
	require.Contains(t, b.value(`[...told].join()`), "Converted: 2 of 2 pages")
	require.Contains(t, b.value(`[...told].join()`), "Drawn: 2 of 2 pages")
	require.Equal(t, "name", b.value(`document.activeElement.id`), "the focus is where the result begins")
	require.Equal(t, ",", b.value(`[...document.querySelectorAll("iframe")].map(f => f.getAttribute("sandbox")).join()`))
	require.Contains(t, b.value(`document.querySelector("#preview").srcdoc`), "<h1")
	require.NotContains(t, b.value(`document.querySelector("#preview").srcdoc`), "data-page=")
	require.Contains(t, b.value(`document.querySelector("#pages").srcdoc`), "data-page=")
	require.Regexp(t, `^\d+ of 100\. `, b.text("verdict"))
	require.Equal(t, "sample.html sample.md", b.value(`[...document.querySelectorAll("a[download]")].map(a => a.download).join(" ")`))
	require.Contains(t, b.value(`fetch === undefined ? "" : document.querySelector("#markdown").href`), "blob:")
	b.isAccessible("sample")

	b.opens()
	b.uploads("letter.pdf", []byte("Dear Sir or Madam"))
	b.waits(failed)
	require.Equal(t, "This file is no PDF document.", b.text("error"))

	b.opens()
	b.uploads("locked.pdf", stored(t, "../../convert/testdata/encrypted.pdf"))
	b.waits(failed)
	require.Equal(t, "password", b.value(`document.activeElement.id`))
	b.isAccessible("locked")
	b.does(chromedp.SendKeys(chromedp.ID("password"), "secret\r"))
	b.waits(finished)
	require.Equal(t, "A Short Walk on the Shore", b.text("name"))

	b.opens()
	b.value(`fetch("sample.pdf").then(a => a.blob()).then(blob => {
		const data = new DataTransfer();
		data.items.add(new File([blob], "dropped.pdf", {type: "application/pdf"}));
		document.querySelector("#drop").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
		return "";
	})`)
	b.waits(finished)
	require.Contains(t, b.value(`document.querySelector("#html").download`), "dropped.html")

	b.opens()
	b.value(`document.querySelector("#sample").click(); new Promise(done => {
		const wait = setInterval(() => {
			const cancel = document.querySelector("#cancel");
			if (!cancel.hidden) { clearInterval(wait); cancel.click(); done(""); }
		}, 1);
	})`)
	b.waits(cancelled)
	require.Equal(t, "file", b.value(`document.activeElement.id`))
	b.does(chromedp.Click(chromedp.ID("sample")))
	b.waits(finished)

	t.Log("the first page", b.value(firstPage))

	b.mu.Lock()
	defer b.mu.Unlock()
	require.Empty(t, b.problems, "what the browser told of")
	require.Equal(t, map[string]bool{
		"GET /": true, "GET /demo.css": true, "GET /demo.js": true, "GET /dashboard.css": true, "GET /sample.pdf": true,
		"GET /pagelift/index.js": true, "GET /pagelift/worker.js": true, "GET /pagelift/wasm_exec.js": true, "GET /pagelift/pagelift.wasm": true,
	}, b.paths, "the page asks for its own files and sends nothing")
	require.Empty(t, b.left(), "what left the machine")
}

// TestThePolicyOfThePageHolds: what a script would send elsewhere is refused by the policy of the page.
func TestThePolicyOfThePageHolds(t *testing.T) {
	b := newTab(t)
	b.opens()
	require.Equal(t, "refused", b.value(`fetch("http://example.com/", {method: "POST", body: "x"}).then(() => "sent", () => "refused")`))
	require.Equal(t, "connect-src", b.value(`new Promise(done => {
		addEventListener("securitypolicyviolation", e => done(e.effectiveDirective));
		fetch("http://example.com/").catch(() => {});
	})`))
	require.Empty(t, b.left())
}

// left are the requests that left the machine, but for those of the browser to its maker.
func (b *tab) left() (requests []string) {
	all, _ := b.proxy.Heard()
	for _, request := range all {
		if !ofBrowser.MatchString(request) {
			requests = append(requests, request)
		}
	}
	return requests
}

var ofBrowser = regexp.MustCompile(`^[A-Z]+ (http://)?[\w-]+\.(google|googleapis)\.com[:/]`)

// firstPage measures a new worker: until it is ready, until its first page, and until the document is done, cold and warm.
const firstPage = `(async () => {
	const { convert, load } = await import("./pagelift/index.js?measured");
	const bytes = await (await fetch("sample.pdf")).arrayBuffer();
	const told = {}, began = performance.now();
	await load();
	told.loaded = performance.now() - began;
	for (const run of ["cold", "warm"]) {
		const start = performance.now();
		let first;
		await convert(bytes, {onProgress: () => { first ??= performance.now() - start; }});
		told[run] = [first, performance.now() - start];
	}
	return JSON.stringify(told);
})()`

// TestThePackageInNode runs the package as a program of Node imports it.
func TestThePackageInNode(t *testing.T) {
	dir := built(t)
	cmd := exec.CommandContext(t.Context(), testkit.Program(t, "node"), "testdata/package.mjs", filepath.Join(dir, "pagelift"), "../../examples/sample.pdf", "../../convert/testdata/encrypted.pdf", "../../internal/regress/corpus/brochure.pdf")
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	require.NoError(t, err, problems.String())
	require.Empty(t, problems.String())
	var told map[string]any
	require.NoError(t, json.Unmarshal(out, &told), string(out))
	t.Log("the first page", told["times"])
	delete(told, "times")
	require.Equal(t, map[string]any{
		"title":   "A Short Walk on the Shore",
		"same":    true,
		"queued":  []any{"A Short Walk on the Shore", "invalid_file_format", "A Short Walk on the Shore"},
		"intact":  true,
		"locked":  "password_required",
		"unknown": "invalid_option",
		"type":    "TypeError",
		"abort":   "AbortError",
		"again":   "A Short Walk on the Shore",
		"assets":  []any{"assets/", "image/jpeg", true},
	}, told)
}

// TestThePageIsAccessibleAsWritten holds the file against our own rules, without a browser.
func TestThePageIsAccessibleAsWritten(t *testing.T) {
	t.Parallel()
	report, err := a11y.Check(t.Context(), string(stored(t, "page/index.html")), a11y.Options{})
	require.NoError(t, err)
	require.Empty(t, report.Violations)
}
