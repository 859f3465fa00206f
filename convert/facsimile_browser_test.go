package convert_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// strictPolicy is a policy under which a facsimile must work.
const strictPolicy = "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'"

// facsimileDocument returns a document with a picture, a blended drawing, and a control with a value. It has pages
// of two sizes. The last page has a link to an address, and one to the middle of the first page.
func facsimileDocument() []byte {
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	image := pdf.AddStream(gray(24, 16), samples(24*16))
	first := pdf.AddPage(testkit.Page{
		Fonts:     fonts,
		Resources: fmt.Sprintf("/XObject << /I %d 0 R >> /ExtGState << /M << /BM /Multiply >> >>", image),
		Content: text("R", 11, 72, 700, "The first page begins with a line of text.") + "q 240 0 0 160 72 500 cm /I Do Q " +
			"/M gs .5 g 400 580 150 80 re f 1 0 0 rg 430 520 50 120 re f 0 g " + text("B", 18, 72, 400, "The middle") + text("R", 11, 72, 380, "of the first page."),
	})
	pdf.AddField("150 397 300 411", "/FT /Tx /T (name) /V (Ann)")
	pdf.AddPage(testkit.Page{Fonts: fonts, MediaBox: "0 0 792 612", Content: text("R", 11, 72, 500, "A wide page.") + text("R", 11, 72, 400, "Name:")})
	pdf.AddPage(testkit.Page{
		Fonts:   fonts,
		Content: text("R", 11, 72, 700, "The address") + text("R", 11, 72, 300, "Back to the middle") + text("R", 11, 72, 280, "is where it goes in the end."),
		Extra: fmt.Sprintf(`/Annots [<< /Type /Annot /Subtype /Link /Rect [72 697 300 711] /A << /S /URI /URI (https://example.org/) >> >>
			<< /Type /Annot /Subtype /Link /Rect [72 297 300 311] /Dest [%d 0 R /XYZ 0 420 null] >>
			<< /Type /Annot /Subtype /Link /Rect [400 500 500 550] /A << /S /URI /URI (https://example.org/drawing) >> >>]`, first),
	})
	return pdf.Bytes()
}

// patience is how long a test waits for the browser.
const patience = 2 * time.Minute

// visitor is a user with a browser.
type visitor struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	problems []string // reported by the browser
}

func newVisitor(t testing.TB) *visitor {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(testkit.Chromium(t)), chromedp.NoSandbox, chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"))
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, quit := chromedp.NewContext(allocator)
	t.Cleanup(quit)
	r := &visitor{t: t, ctx: ctx}
	require.NoError(t, chromedp.Listen(ctx, func(event any) {
		if e, ok := event.(*log.EventEntryAdded); ok && e.Entry.Level == log.EntryLevelError {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.problems = append(r.problems, e.Entry.Text)
		}
	}))
	return r
}

// does runs the steps, and requires that they end in time.
func (r *visitor) does(steps ...chromedp.Action[chromedp.Void]) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.ctx, patience)
	defer cancel()
	require.NoError(r.t, chromedp.Do(ctx, steps...))
}

// is returns the value of an expression.
func (r *visitor) is(expression string) string {
	r.t.Helper()
	v, err := chromedp.Run(r.ctx, chromedp.Evaluate[string]("String("+expression+")"))
	require.NoError(r.t, err)
	return v
}

// looks returns a picture of the whole document, after its fonts and pictures were loaded.
func (r *visitor) looks() []byte {
	r.t.Helper()
	r.does(chromedp.WaitVisible(chromedp.CSS(".l")))
	require.Eventually(r.t, func() bool {
		return r.is(`document.fonts.status == "loaded" && [...document.images].every(i => i.complete)`) == "true"
	}, patience, 20*time.Millisecond)
	picture, err := chromedp.Run(r.ctx, chromedp.FullScreenshot(100))
	require.NoError(r.t, err)
	return picture
}

// withMedia makes the browser emulate a media feature.
func withMedia(name, value string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: name, Value: value}}})
		return err
	})
}

// sheets returns the sizes of the pages that the browser prints.
func (r *visitor) sheets() []string {
	r.t.Helper()
	printed, err := chromedp.Run(r.ctx, func(ctx context.Context, target *chromedp.Target) (page.PrintToPDFResult, error) {
		yes := true
		return cdp.Call(ctx, target, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: &yes})
	})
	require.NoError(r.t, err)
	var sizes []string
	for _, m := range regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+ [\d.]+)\]`).FindAllSubmatch(printed.Data, -1) {
		sizes = append(sizes, string(m[1]))
	}
	return sizes
}

// TestAFacsimileInABrowser opens the files of a facsimile as a server with a strict policy serves them.
func TestAFacsimileInABrowser(t *testing.T) {
	t.Parallel()
	opts := convert.DefaultOptions()
	opts.PreserveFormatting = true
	result, err := convert.Convert(t.Context(), bytes.NewReader(facsimileDocument()), opts)
	require.NoError(t, err)
	require.Empty(t, result.Warnings)
	files := http.FileServerFS(result.FS())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/favicon.ico" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if !r.URL.Query().Has("free") {
			w.Header().Set("Content-Security-Policy", strictPolicy)
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	r := newVisitor(t)

	r.does(chromedp.EmulateViewport(1200, 700), chromedp.Navigate(server.URL+"/?free"))
	free := r.looks()
	r.does(chromedp.Navigate(server.URL + "/"))
	require.True(t, bytes.Equal(free, r.looks()), "the policy changes nothing")
	require.Equal(t, "multiply", r.is(`getComputedStyle(document.querySelector(".multiply")).mixBlendMode`))

	r.does(chromedp.Evaluate[chromedp.Void](`void document.querySelector("article a[href^='#']").click()`))
	place := `document.querySelector(location.hash).getBoundingClientRect()`
	require.Equal(t, "true", r.is(place+`.top > -20 && `+place+`.top < 100`), "the link leads to the line")
	require.Equal(t, "The middle", r.is(`document.querySelector(location.hash).textContent.trim()`))

	for _, c := range []struct{ focused, outlined string }{ // the next element behind that position
		{"input", "document.activeElement"}, {"a", `document.activeElement.querySelector(".l")`},
	} {
		r.does(chromedp.KeyEvent(kb.Tab))
		require.Equal(t, c.focused, r.is(`document.activeElement.localName`))
		require.Equal(t, "30px", r.is(`getComputedStyle(`+c.outlined+`).outlineWidth`), "three pixels of a page that is laid out ten times as large")
	}
	onDrawing := `document.querySelector("a[href$=drawing]")`
	r.does(chromedp.Evaluate[chromedp.Void](`void ` + onDrawing + `.scrollIntoView()`))
	box := onDrawing + `.getBoundingClientRect()`
	require.Equal(t, "133,67,true", r.is(`[Math.round(`+box+`.width), Math.round(`+box+`.height), document.elementFromPoint(`+box+`.left + 50, `+box+`.top + 30) == `+onDrawing+`]`), "a link on nothing can be clicked where the page has it")
	require.Equal(t, "Ann", r.is(`document.querySelector("input").value`))
	require.Equal(t, "true", r.is(`getSelection().selectAllChildren(document.body) ?? getSelection().toString().includes("where it goes in the end")`), "what is not near the window is selected")
	require.Equal(t, []string{"612 792", "792 612", "612 792"}, r.sheets())

	flows := `getComputedStyle(document.querySelector(".l")).position + document.documentElement.scrollWidth`
	require.Equal(t, "absolute1200", r.is(flows))
	r.does(withMedia("forced-colors", "active"))
	require.Equal(t, "static1200", r.is(flows))
	r.does(withMedia("forced-colors", ""), chromedp.EmulateViewport(320, 700))
	require.Equal(t, "static320", r.is(flows))
	require.Equal(t, "true", r.is(`document.images[0].getBoundingClientRect().width > 200`), "pictures are there as well")
	require.Empty(t, r.problems, "what the browser told of")
}

// TestWhatIsCopiedFromAFacsimile selects a page. Lines are lines, one row of a form is one line, and a table has
// its columns.
func TestWhatIsCopiedFromAFacsimile(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{}
	var rules strings.Builder
	for _, y := range []int{600, 570, 540, 510} {
		fmt.Fprintf(&rules, "72 %d m 372 %d l S ", y, y)
	}
	for _, x := range []int{72, 172, 272, 372} {
		fmt.Fprintf(&rules, "%d 510 m %d 600 l S ", x, x)
	}
	pdf.AddPage(testkit.Page{Fonts: fonts, Content: rules.String() +
		text("R", 11, 72, 700, "The first line of a paragraph that goes on in the line below it, since it") +
		text("R", 11, 72, 687, "is too long.") +
		text("R", 11, 72, 665, "Another paragraph.") +
		text("R", 11, 72, 640, "Number: 1234") + text("R", 11, 300, 640, "Date: 1 May") +
		text("B", 11, 80, 580, "Name") + text("B", 11, 180, 580, "Place") + text("B", 11, 280, 580, "Year") +
		text("R", 11, 80, 558, "Ann and") + text("R", 11, 80, 546, "Bob") + text("R", 11, 180, 558, "Paris") + text("R", 11, 280, 558, "1999") +
		text("R", 11, 80, 520, "Eve") + text("R", 11, 180, 520, "Rome") + text("R", 11, 280, 520, "2001"),
	})
	opts := convert.DefaultOptions()
	opts.PreserveFormatting = true
	result, err := convert.Convert(t.Context(), bytes.NewReader(pdf.Bytes()), opts)
	require.NoError(t, err)
	server := httptest.NewServer(http.FileServerFS(result.FS()))
	t.Cleanup(server.Close)
	r := newVisitor(t)
	r.does(chromedp.EmulateViewport(1200, 700), chromedp.Navigate(server.URL+"/"))
	r.looks()
	copied := r.is(`getSelection().selectAllChildren(document.querySelector("[data-page]")) ?? getSelection().toString()`)
	require.Equal(t, strings.Join([]string{
		"The first line of a paragraph that goes on in the line below it, since it",
		"is too long.",
		"Another paragraph.",
		"Number: 1234 Date: 1 May",
		"Name\tPlace\tYear",
		"Ann and",
		"Bob\tParis\t1999",
		"Eve\tRome\t2001",
	}, "\n"), strings.TrimSpace(copied))
}
