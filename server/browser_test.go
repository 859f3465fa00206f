package server_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/server"
)

// browserPatience is how long a test waits for something on a page.
const browserPatience = 2 * time.Minute

// tab is a page in a browser, driven as a person would drive it.
type tab struct {
	t   *testing.T
	url string
	ctx context.Context

	mu       sync.Mutex
	problems []string // problems that the browser reported
}

// newTab opens a browser that can reach the service at an address and nothing else.
func newTab(t *testing.T, address string) *tab {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(testkit.Chromium(t)),
		chromedp.NoSandbox, // it visits our own pages only, and containers cannot sandbox it
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, quit := chromedp.NewContext(allocator)
	t.Cleanup(quit)
	b := &tab{t: t, url: address, ctx: ctx}
	require.NoError(t, chromedp.Listen(ctx, b.listen))
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		require.Empty(t, b.problems, "problems that the browser reported")
	})
	return b
}

// listen collects what the browser reports: violations of the content security policy, and scripts that fail.
func (b *tab) listen(event any) {
	entry, ok := event.(*log.EventEntryAdded)
	if !ok || entry.Entry.Level != log.EntryLevelError || strings.Contains(entry.Entry.Text, "status of 4") {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.problems = append(b.problems, entry.Entry.Text)
}

// does runs steps on the page, one after the other, within the time limit.
func (b *tab) does(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	for _, step := range steps {
		stepped(b, step)
	}
}

// stepped returns the result of a step on the page. The browser numbers the elements of a page anew when it has
// loaded the page or a part of it. A step that refers to an element by its old number fails before it has done
// anything, and is repeated.
func stepped[T any](b *tab, step chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, browserPatience)
	defer cancel()
	for {
		got, err := chromedp.Run(ctx, step)
		if err == nil {
			return got
		}
		if !isStaleElement(err) || ctx.Err() != nil {
			page, _ := chromedp.Run(b.ctx, chromedp.OuterHTML(chromedp.CSS("main")))
			require.NoError(b.t, err, page)
		}
	}
}

// isStaleElement reports whether the browser no longer knows an element by its number.
func isStaleElement(err error) bool {
	var refused *cdproto.Error
	return errors.As(err, &refused) && strings.HasPrefix(refused.Message, "Could not find node")
}

// opens loads the page at a path.
func (b *tab) opens(path string) { b.t.Helper(); b.does(chromedp.Navigate(b.url + path)) }

// sees waits until an element has a text.
func (b *tab) sees(element, text string) {
	b.t.Helper()
	b.does(chromedp.WaitVisible(chromedp.Search(`//` + element + `[contains(normalize-space(.), "` + text + `")]`)))
}

// follows clicks a link or button that has a text.
func (b *tab) follows(element, text string) {
	b.t.Helper()
	b.does(chromedp.Click(chromedp.Search(`//` + element + `[normalize-space(.)="` + text + `"]`)))
}

// types types text into a field.
func (b *tab) types(id, text string) {
	b.t.Helper()
	b.does(chromedp.SendKeys(chromedp.ID(id), text))
}

// value returns the value of a JavaScript expression.
func (b *tab) value(expression string) string {
	b.t.Helper()
	return stepped(b, chromedp.Evaluate[string](expression))
}

// attribute returns an attribute of the first element that a selector finds.
func (b *tab) attribute(selector, name string) string {
	b.t.Helper()
	return stepped(b, chromedp.AttributeValue(chromedp.CSS(selector), name)).Value
}

// stepwise is a converter that reports the numbers of finished pages that it receives, and then converts.
type stepwise struct {
	worker.Converter
	done chan int
}

func (c *stepwise) Convert(ctx context.Context, job worker.Job) (*worker.Outcome, error) {
	const pages = 3
	for n := range c.done {
		job.Progress(n, pages)
	}
	return c.Converter.Convert(ctx, job)
}

// TestSomebodyAtABrowser converts a document through the dashboard, and has a webhook told of a second document.
func TestSomebodyAtABrowser(t *testing.T) {
	t.Parallel()
	converter := &stepwise{worker.NewInProcess(1, t.TempDir()), make(chan int)}
	h := newHooked(t, func(c *server.Config) { c.SetConverter(converter) })
	finish := sync.OnceFunc(func() { close(converter.done) })
	t.Cleanup(finish)
	b := newTab(t, h.url)
	document := filepath.Join(t.TempDir(), "walk.pdf")
	pdf, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(document, pdf, 0o600))

	b.opens("/dashboard")
	b.sees("h1", "Sign in")
	b.types("key", h.issue("one")+"\r")
	b.sees("h1", "Overview")

	b.follows("nav//a", "Convert")
	b.does(chromedp.SetUploadFiles(chromedp.ID("file"), []string{document}))
	b.follows("main//button", "Convert")
	b.sees("h1", "walk.pdf")
	converter.done <- 1
	b.sees("main", "1 of 3 pages")
	b.does(chromedp.Focus(chromedp.ID("cancel")))
	converter.done <- 2
	b.sees("main", "2 of 3 pages")
	require.Equal(t, "cancel", b.value("document.activeElement.id"), "the focus stays where it was")
	finish()
	b.sees("main", "completed")
	b.sees("*[@role='status']", "The conversion is completed.")
	require.Equal(t, "", b.attribute("iframe", "sandbox"))
	b.opens(b.attribute("iframe", "src"))
	b.sees("h1", "A Short Walk on the Shore")

	h.answers(http.StatusInternalServerError)
	b.opens("/dashboard/webhooks")
	b.follows("a", "Register a webhook")
	b.types("url", h.receiver.URL+"/hook")
	b.follows("label", "All, also those to come")
	b.follows("label", "conversion.completed")
	b.follows("button", "Register")
	b.sees("main", "It is shown only now")
	secret := b.value("document.getElementById('secret').value")
	h.answers(http.StatusInternalServerError, secret)

	b.opens("/dashboard/upload")
	b.does(chromedp.SetUploadFiles(chromedp.ID("file"), []string{document}))
	b.follows("main//button", "Convert")
	b.sees("main", "completed")
	b.follows("nav//a", "Deliveries")
	b.sees("td", "failed")
	require.Equal(t, []string{"conversion.completed", "conversion.completed"}, h.told(), "the event is sent twice")
	b.follows("main//a", "conversion.completed")
	b.sees("td", "failed 500")

	h.answers(http.StatusNoContent, secret)
	b.follows("button", "Replay")
	b.sees("p", "The delivery is being sent again.")
	b.sees("td", "taken 204")
	b.sees("*[@role='status']", "The delivery is succeeded.")
	require.Equal(t, []string{"conversion.completed"}, h.told())
}

// axeFile is axe-core: see the README beside it.
const axeFile = "testdata/axe/axe.min.js"

// TestEveryPageInABrowser checks the pages against the rules of axe, at the width of a desktop and of a phone, in
// both colour schemes. No page is wider than its window.
func TestEveryPageInABrowser(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	pages := h.fill()
	b := newTab(t, h.url)
	b.opens("/dashboard/login")
	b.types("key", h.issue("one", everyScope...)+"\r")
	b.sees("h1", "Overview")
	for _, width := range []int64{1280, 375} {
		for _, scheme := range []string{"light", "dark"} {
			b.does(chromedp.EmulateViewport(width, 800), b.prefers(scheme))
			for name, path := range pages {
				b.opens(path)
				b.isAccessible(name, width, scheme)
			}
		}
	}
}

// isAccessible checks the page against the rules of axe, and its width against the window.
func (b *tab) isAccessible(name string, width int64, scheme string) {
	b.t.Helper()
	axe, err := os.ReadFile(axeFile)
	require.NoError(b.t, err)
	const run = `axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
		.then(r => r.violations.map(v => v.id + " " + v.nodes.map(n => n.target).join(" ")).join("\n"))`
	b.value(string(axe) + `; ""`)
	violations, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](run, chromedp.EvalAwaitPromise))
	require.NoError(b.t, err)
	require.Empty(b.t, violations, "%s, %d pixels wide, %s", name, width, scheme)
	require.Equal(b.t, "fits", b.value(`document.documentElement.scrollWidth > innerWidth ? "is wider" : "fits"`), "%s, %d pixels wide", name, width)
}

// prefers returns a step that makes the browser prefer a colour scheme.
func (b *tab) prefers(scheme string) chromedp.Action[chromedp.Void] {
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, media)
		return err
	})
}
