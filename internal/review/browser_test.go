package review_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/review"
	"github.com/pagelift/pagelift/internal/testkit"
)

const (
	// browserPatience is how long a test waits for the browser: each answer converts the document.
	browserPatience = 2 * time.Minute

	// tabsMost is more than the page has focusable elements, those in its frames included.
	tabsMost = 200
)

// keyboard is a browser that a test uses with keys alone.
type keyboard struct {
	t   *testing.T
	ctx context.Context
}

// newKeyboard opens a browser at an address. It reaches this machine and nothing else.
func newKeyboard(t *testing.T, address string) *keyboard {
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
	_, err := chromedp.Run(ctx, chromedp.Navigate("about:blank")) // the browser ends with the context of its first step
	require.NoError(t, err)
	k := &keyboard{t, ctx}
	step(k, chromedp.Navigate(address))
	return k
}

// step runs a step within the time limit.
func step[T any](k *keyboard, action chromedp.Action[T]) T {
	k.t.Helper()
	ctx, cancel := context.WithTimeout(k.ctx, browserPatience)
	defer cancel()
	got, err := chromedp.Run(ctx, action)
	require.NoError(k.t, err)
	return got
}

func (k *keyboard) presses(keys string) { k.t.Helper(); step(k, chromedp.KeyEvent(keys)) }

// reaches presses the Tab key until the element that a selector finds has the focus, and checks that the focus is
// visible.
func (k *keyboard) reaches(selector string) {
	k.t.Helper()
	for range tabsMost {
		if step(k, chromedp.Evaluate[bool](fmt.Sprintf(`document.activeElement.matches(%q)`, selector))) {
			require.NotEqual(k.t, "none", step(k, chromedp.Evaluate[string](`getComputedStyle(document.activeElement).outlineStyle`)), "the focus on %s is not visible", selector)
			return
		}
		k.presses(kb.Tab)
	}
	require.Fail(k.t, "the focus does not get to "+selector)
}

// field returns the selector of a field in the fieldset that has a text.
func (k *keyboard) field(kind, text string) string {
	k.t.Helper()
	id := step(k, chromedp.Evaluate[string](fmt.Sprintf(`[...document.querySelectorAll("fieldset")].filter(f => f.textContent.includes(%q)).map(f => f.querySelector("[id^=%s-]")).filter(e => e).map(e => e.id).join(" ")`, text, kind)))
	require.NotEmpty(k.t, id, "%s of %s", kind, text)
	return "#" + strings.Fields(id)[0]
}

// edition returns a document with a line that is meant as a heading, paragraphs, and two pictures with captions.
// The lines in before stand above everything and move it down. second draws the second picture.
func edition(before []string, second func(x, y float64) float64) []byte {
	const side = 64
	picture := func(value func(x, y float64) float64) string {
		samples := make([]byte, 0, side*side)
		for y := range side {
			for x := range side {
				samples = append(samples, byte(255*value(float64(x)/side, float64(y)/side)))
			}
		}
		return string(samples)
	}
	var pdf testkit.PDF
	var names []string
	for _, value := range []func(x, y float64) float64{rings, second} {
		n := pdf.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %[1]d /BitsPerComponent 8 /ColorSpace /DeviceGray", side), picture(value))
		names = append(names, fmt.Sprintf("/I%d %d 0 R", len(names), n))
	}
	var c strings.Builder
	y := 740
	line := func(text string) {
		fmt.Fprintf(&c, "BT /F1 11 Tf 72 %d Td (%s) Tj ET\n", y, text)
		y -= 14
	}
	paragraph := func(lines ...string) {
		for _, l := range lines {
			line(l)
		}
		y -= 12
	}
	for _, text := range before {
		paragraph(text, "and this line goes on with what the first line of it has begun to say here.")
	}
	paragraph("What the harbour master saw.")
	paragraph("The boats came in before the storm, and all of them were tied to the wall by noon.", "Nobody had been told to look at the light at the end of the pier that evening.")
	for i := range names {
		y -= 120
		fmt.Fprintf(&c, "q 160 0 0 120 72 %d cm /I%d Do Q\n", y, i)
		y -= 30
		paragraph("After that the wind turned, and the people of the town went back to their houses", "to wait for the morning, as they had done each year as long as they could think.")
	}
	pdf.AddPage(testkit.Page{Content: c.String(), Resources: "/XObject << " + strings.Join(names, " ") + " >>"})
	return pdf.Bytes()
}

// rings, waves and steps are pictures that look unlike each other.
func rings(x, y float64) float64 { return .5 + .5*math.Sin(40*math.Hypot(x-.5, y-.5)) }
func waves(x, y float64) float64 { return .5 + .5*math.Sin(25*x+9*y*y) }
func steps(x, y float64) float64 { return math.Mod(math.Floor(5*x)*.37+math.Floor(7*y)*.61, 1) }

// TestAReviewByKeyboardInABrowserHoldsForAnotherEdition corrects three things with the keys alone. In a second edition the
// text has moved and one picture is another. Two of the corrections find their place there, and the third is
// reported.
func TestAReviewByKeyboardInABrowserHoldsForAnotherEdition(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pdf, file := filepath.Join(dir, "in.pdf"), filepath.Join(dir, "in.corrections.yaml")
	require.NoError(t, os.WriteFile(pdf, edition(nil, waves), 0o600))
	server := httptest.NewUnstartedServer(nil)
	h := review.New(review.Document{Name: "in", Path: pdf, File: file, Options: convert.DefaultOptions()}, server.Listener.Addr().String())
	server.Config.Handler = h
	server.Start()
	t.Cleanup(server.Close)

	k := newKeyboard(t, h.Address())
	k.reaches("a.skip")
	k.presses(kb.Enter)
	k.reaches("#by")
	k.presses("Ann Fox")
	var pictures []string
	for id := range strings.FieldsSeq(step(k, chromedp.Evaluate[string](`[...document.querySelectorAll("textarea[id^=alternative-]")].map(e => e.id).join(" ")`))) {
		pictures = append(pictures, "#"+id)
	}
	require.Len(t, pictures, 2)
	heading := k.field("role", "What the harbour master saw")
	for selector, keys := range map[string]string{pictures[0]: "Rings around a stone in the water", pictures[1]: "Waves that run to the shore", heading: "heading of level 2"} {
		k.reaches(selector) // may go around the page, in any order
		require.Equal(t, "3px .75px", step(k, chromedp.Evaluate[string](`(() => {
			const own = "#" + document.activeElement.closest("fieldset").id.replace("q", "b") + " rect"
			const width = of => getComputedStyle(document.querySelector(of)).strokeWidth
			return width(own) + " " + [...document.querySelectorAll(".sheet rect")].filter(r => !r.matches(own)).map(r => getComputedStyle(r).strokeWidth).filter((w, i, all) => all.indexOf(w) === i).join().replace("0.75", ".75")
		})()`)), "the box of what has the focus is marked, and no other")
		k.presses(keys)
	}
	k.reaches("form#judge button")
	k.presses(kb.Enter)
	step(k, chromedp.WaitVisible(chromedp.Search(`//p[contains(., "Saved in in.corrections.yaml")]`)))
	require.Equal(t, "heading 2", step(k, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector(%q).value`, heading))))

	judged, err := os.ReadFile(file)
	require.NoError(t, err)
	opts := convert.DefaultOptions()
	opts.Corrections = judged
	convertEdition := func(data []byte) (html string, missing []string) {
		r, err := convert.Convert(t.Context(), bytes.NewReader(data), opts)
		require.NoError(t, err)
		for _, w := range r.Warnings {
			if w.Code == "correction_missing" {
				missing = append(missing, w.Detail)
			}
		}
		return r.HTML, missing
	}
	html, missing := convertEdition(edition(nil, waves))
	require.Empty(t, missing)
	require.Contains(t, html, `alt="Waves that run to the shore"`)

	html, missing = convertEdition(edition([]string{"This is the second edition, which says more at its beginning than the first one did.", "It was printed a year later, when nobody remembered what had been left out of it,"}, steps))
	require.Regexp(t, `<h2[^>]* data-judged-by="Ann Fox"[^>]*>What the harbour master saw\.</h2>`, html)
	require.Contains(t, html, `alt="Rings around a stone in the water"`)
	require.NotContains(t, html, "Waves that run to the shore")
	require.Len(t, missing, 1)
	require.Contains(t, missing[0], "Waves that run to the shore")
}
