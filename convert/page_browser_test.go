package convert_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// pagesToLookAt are the documents in docs/gallery, others of the same kinds, and one with contents beside its
// text.
var pagesToLookAt = []string{
	"paper-tex", "paper-two", "form-plain", "../../../examples/form", "invoice-sans", "timetable-plain", "longtable-serif", "statistics-corporate", "brochure", "report-corporate",
	"slides", "ja", "ar", "charts-sans", "thesis-tex",
}

// windows are the widths of a phone, a tablet and screens, and the width in WCAG 1.4.10.
var windows = []int64{320, 390, 768, 1280, 1920}

// Expressions about a page: whether it scrolls sideways, the smallest type of its text, and controls and links in
// lists that are too small to hit (WCAG 2.5.8). Formulas have type of their own.
const (
	overflows = `document.documentElement.scrollWidth - document.documentElement.clientWidth`
	smallType = `(() => {
		const small = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) {
			const e = walk.currentNode.parentElement;
			if (walk.currentNode.data.trim() && !e.closest("math, [hidden]") && parseFloat(getComputedStyle(e).fontSize) < 12) small.push(e.outerHTML.slice(0, 80));
		}
		return small.join("\n");
	})()`
	smallTargets = `[...document.querySelectorAll("input, select, textarea, button, summary, .outline details a")].filter(e => e.checkVisibility())
		.filter(e => { const b = e.getBoundingClientRect(); return b.width < 24 || b.height < 24 }).map(e => e.outerHTML.slice(0, 80)).join("\n")`
	seenText = `(() => { // of a list that opens only what is chosen is seen
		document.querySelectorAll("option:not(:checked)").forEach(o => o.remove());
		return document.querySelector("main").innerText;
	})()`
	watchShifts = `new Promise(done => {
		let score = 0, moved = [];
		const rect = r => [r.x, r.y, r.width, r.height].map(Math.round).join(" ");
		new PerformanceObserver(l => {
			for (const e of l.getEntries()) {
				score += e.value;
				moved.push(...e.sources.map(s => (s.node?.outerHTML || s.node?.data || "").slice(0, 80) + ": " + rect(s.previousRect) + " to " + rect(s.currentRect)));
			}
		}).observe({type: "layout-shift", buffered: true});
		requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done({score, moved: moved.join("\n")}), 50)));
	})`
)

// shiftMost bounds the layout shift score of a page while it loads. It is a tenth of what Core Web Vitals call
// good. On a busy machine the edge of a table that scrolls has counted .0007, and a caption that grows .0013.
const shiftMost = .01

// shownWhole returns html that no browser paints before it has read all of it. The columns of a table move while
// its rows arrive: a slow browser, or a busy processor, paints a part of a long table before it knows how wide the
// columns are. That is no fault of the page.
func shownWhole(html string) string {
	return strings.NewReplacer(
		"</head>", `<link rel="expect" href="#read" blocking="render"></head>`,
		"</body>", `<i id="read" hidden></i></body>`,
	).Replace(html)
}

// layoutShifts is the result of watchShifts: the score, and a line for each box that moved.
type layoutShifts struct {
	Score float64 `json:"score"`
	Moved string  `json:"moved"`
}

func TestThePageInABrowser(t *testing.T) {
	t.Parallel()
	r := newVisitor(t)
	for _, name := range pagesToLookAt {
		pdf, err := os.ReadFile("../internal/regress/corpus/" + name + ".pdf")
		require.NoError(t, err)
		result, err := convert.Convert(t.Context(), bytes.NewReader(pdf), convert.DefaultOptions())
		require.NoError(t, err)
		site := http.NewServeMux()
		site.Handle("/", http.FileServerFS(result.FS()))
		site.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, shownWhole(result.HTML))
		})
		site.HandleFunc("/favicon.ico", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }) // browsers ask every site for it
		server := httptest.NewServer(site)
		t.Cleanup(server.Close)
		for _, width := range windows {
			r.does(chromedp.EmulateViewport(width, 800), chromedp.Navigate(server.URL+"/"))
			require.Eventually(t, func() bool {
				return r.is(`[...document.images].every(i => i.complete || i.loading == "lazy")`) == "true"
			}, patience, 20*time.Millisecond)
			require.Equal(t, "0", r.is(overflows), "%s at %d scrolls sideways", name, width)
			require.Empty(t, r.is(smallType), "%s at %d", name, width)
			require.Empty(t, r.is(smallTargets), "%s at %d", name, width)
			shifts, err := chromedp.Run(r.ctx, chromedp.Evaluate[layoutShifts](watchShifts, chromedp.EvalAwaitPromise))
			require.NoError(t, err)
			require.Less(t, shifts.Score, shiftMost, "%s at %d moves while it loads:\n%s", name, width, shifts.Moved)
		}
		if name == "ar" { // joined letters that are read back are not always those that were printed
			continue
		}
		require.Empty(t, missing(r.is(seenText), r.printed()), "%s: words that are not on paper", name)
	}
	require.Empty(t, r.problems, "what the browser told of")
}

// readingPause is how long the rest of a page is held back: some frames of a browser on a busy machine.
const readingPause = 400 * time.Millisecond

// TestThePageInABrowserStaysWhileItIsRead: the browser paints what it has of a page, even if that is only the
// first heading.
func TestThePageInABrowserStaysWhileItIsRead(t *testing.T) {
	t.Parallel()
	r := newVisitor(t)
	for _, name := range []string{"paper-tex", "brochure"} {
		pdf, err := os.ReadFile("../internal/regress/corpus/" + name + ".pdf")
		require.NoError(t, err)
		result, err := convert.Convert(t.Context(), bytes.NewReader(pdf), convert.DefaultOptions())
		require.NoError(t, err)
		before, rest, found := strings.Cut(result.HTML, "<h1 ")
		require.True(t, found)
		tag, rest, _ := strings.Cut(rest, ">")
		site := http.NewServeMux()
		site.Handle("/", http.FileServerFS(result.FS()))
		site.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, before+"<h1 "+tag+">")
			w.(http.Flusher).Flush()
			time.Sleep(readingPause)
			_, _ = io.WriteString(w, rest)
		})
		server := httptest.NewServer(site)
		t.Cleanup(server.Close)
		for _, width := range []int64{390, 1280} {
			r.does(chromedp.EmulateViewport(width, 800), chromedp.Navigate(server.URL+"/"))
			shifts, err := chromedp.Run(r.ctx, chromedp.Evaluate[layoutShifts](watchShifts, chromedp.EvalAwaitPromise))
			require.NoError(t, err)
			require.Zero(t, shifts.Score, "%s at %d:\n%s", name, width, shifts.Moved)
		}
	}
}

// printed returns the text of what the browser prints. Our own PDF reader reads it back.
func (r *visitor) printed() string {
	r.t.Helper()
	paper, err := chromedp.Run(r.ctx, func(ctx context.Context, target *chromedp.Target) (page.PrintToPDFResult, error) {
		yes := true
		return cdp.Call(ctx, target, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: &yes})
	})
	require.NoError(r.t, err)
	result, err := convert.Convert(r.t.Context(), bytes.NewReader(paper.Data), convert.Options{KeepUnseen: true, KeepFurniture: true})
	require.NoError(r.t, err)
	return regexp.MustCompile(`<[^>]*>`).ReplaceAllString(result.HTML, " ")
}

var wordsOfText = regexp.MustCompile(`[\p{L}\p{N}]+`)

// missing returns the words that text has more often than printed. A word that is cut by a line end on paper is
// found without white space.
func missing(text, printed string) []string {
	text, printed = norm.NFKC.String(text), norm.NFKC.String(printed)
	joined := strings.Join(wordsOfText.FindAllString(printed, -1), "")
	counts := map[string]int{}
	for _, word := range wordsOfText.FindAllString(text, -1) {
		counts[word]++
	}
	var gone []string
	for word, n := range counts {
		if strings.Count(joined, word) < n {
			gone = append(gone, word)
		}
	}
	return gone
}

// TestAPageOfAFacsimileFitsTheWindow: a sheet is as wide as a narrower window, and has its own size in a wider
// one.
func TestAPageOfAFacsimileFitsTheWindow(t *testing.T) {
	t.Parallel()
	opts := convert.DefaultOptions()
	opts.PreserveFormatting = true
	result, err := convert.Convert(t.Context(), bytes.NewReader(facsimileDocument()), opts)
	require.NoError(t, err)
	server := httptest.NewServer(http.FileServerFS(result.FS()))
	t.Cleanup(server.Close)
	r := newVisitor(t)
	const box = `[...document.querySelectorAll(".pg")].slice(0, 2).map(e => Math.round(e.getBoundingClientRect().width) + "x" + Math.round(e.getBoundingClientRect().height)).join()`
	const text = `Math.round(document.querySelector(".l").getBoundingClientRect().width / document.querySelector(".pg").getBoundingClientRect().width * 100)`
	r.does(chromedp.EmulateViewport(1200, 800), chromedp.Navigate(server.URL+"/"))
	require.Equal(t, "816x1056,1056x816", r.is(box))
	share := r.is(text)
	r.does(chromedp.EmulateViewport(680, 800))
	require.Equal(t, "660x854,660x510", r.is(box))
	require.Equal(t, share, r.is(text), "what is on the page shrinks with it")
	require.Equal(t, "0", r.is(overflows))
}

// TestThePageInABrowserHasTheLinesOfItsLanguage: scripts without capitals and with marks above and below need more
// space between lines, in every theme.
func TestThePageInABrowserHasTheLinesOfItsLanguage(t *testing.T) {
	t.Parallel()
	r := newVisitor(t)
	lines := func(name string, theme convert.Theme) string {
		pdf, err := os.ReadFile("../internal/regress/corpus/" + name + ".pdf")
		require.NoError(t, err)
		opts := convert.DefaultOptions()
		opts.Theme = theme
		result, err := convert.Convert(t.Context(), bytes.NewReader(pdf), opts)
		require.NoError(t, err)
		server := httptest.NewServer(http.FileServerFS(result.FS()))
		t.Cleanup(server.Close)
		r.does(chromedp.Navigate(server.URL + "/"))
		return r.is(`(style => (parseFloat(style.lineHeight) / parseFloat(style.fontSize)).toFixed(1))(getComputedStyle(document.documentElement))`)
	}
	for _, name := range []string{"ja", "ar"} {
		require.Equal(t, "1.8", lines(name, convert.ThemeReader), name)
		require.Equal(t, "1.8", lines(name, convert.ThemePlain), name)
	}
	require.Equal(t, "1.6", lines("paper-two", convert.ThemeReader))
	require.Equal(t, "1.5", lines("paper-two", convert.ThemePlain))
}

// visit converts a document, and opens it in a window of this width.
func (r *visitor) visit(pdf []byte, opts convert.Options, width int64) {
	r.t.Helper()
	result, err := convert.Convert(r.t.Context(), bytes.NewReader(pdf), opts)
	require.NoError(r.t, err)
	server := httptest.NewServer(http.FileServerFS(result.FS()))
	r.t.Cleanup(server.Close)
	r.does(chromedp.EmulateViewport(width, 800), chromedp.Navigate(server.URL+"/"))
}

// chapters returns a document of up to nine pages. Each begins with a heading.
func chapters(pages int) []byte {
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	names := strings.Fields("Tides Piers Ferries Gauges Storms Lamps Nets Salt Wells")
	for i := range pages {
		content := text("B", 18, 72, 680, "About "+names[i])
		for line := range 20 {
			content += text("R", 11, 72, float64(650-14*line), fmt.Sprintf("The ferry %c%c crosses the bay at noon and comes back to the pier in the evening, if there is", 'A'+i, 'a'+line))
		}
		pdf.AddPage(testkit.Page{Fonts: fonts, Content: content})
	}
	return pdf.Bytes()
}

// TestContentsInABrowser: the contents stand beside the text of a long document if there is room, are folded over
// it otherwise, and lead to its chapters.
func TestContentsInABrowser(t *testing.T) {
	t.Parallel()
	r := newVisitor(t)
	r.visit(chapters(9), convert.DefaultOptions(), 1440)
	const beside = `document.querySelector(".outline").getBoundingClientRect().right <= document.querySelector("h1, h2").getBoundingClientRect().left`
	require.Equal(t, "true", r.is(beside))
	require.Equal(t, "9", r.is(`[...document.querySelectorAll(".outline li a")].filter(a => a.checkVisibility()).length`))
	for _, width := range windows {
		r.does(chromedp.EmulateViewport(width, 800))
		require.Equal(t, "0", r.is(overflows), "%d", width)
		require.Empty(t, r.is(smallTargets), "%d", width)
		require.Empty(t, r.is(smallType), "%d", width)
	}
	r.does(chromedp.EmulateViewport(390, 800))
	require.Equal(t, "false", r.is(`document.querySelector(".outline details").open`))
	require.Equal(t, "false", r.is(`document.querySelector(".outline li a").checkVisibility()`), "folded")
	r.does(chromedp.EmulateViewport(1440, 800), chromedp.Evaluate[chromedp.Void](`void document.querySelectorAll(".outline li a")[5].click()`))
	require.Equal(t, "true", r.is(`(b => b.top >= 0 && b.top < 100)(document.querySelector(":target").getBoundingClientRect())`))
	require.Equal(t, "true", r.is(`(b => b.top >= 0 && b.top < 10)(document.querySelector(".outline").getBoundingClientRect())`), "they stay in sight")
}

// TestFiguresSideBySideInABrowser: side by side as on their page if there is room, and below each other on a
// phone.
func TestFiguresSideBySideInABrowser(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	one, two := pdf.AddStream(gray(24, 16), samples(24*16)), pdf.AddStream(gray(16, 24), samples(24*16))
	pdf.AddPage(testkit.Page{
		Fonts:     fonts,
		Resources: fmt.Sprintf("/XObject << /A %d 0 R /B %d 0 R >>", one, two),
		Content: text("R", 11, 72, 720, "Two views of the harbour, one from each side of it, as they were in the year of the storm.") +
			"q 220 0 0 160 72 540 cm /A Do Q q 220 0 0 160 310 540 cm /B Do Q " +
			text("R", 11, 72, 500, "Both were taken at noon, when the ferry lay at the pier and nobody was about."),
	})
	r := newVisitor(t)
	r.visit(pdf.Bytes(), convert.DefaultOptions(), 1280)
	const places = `[...document.images].map(i => i.getBoundingClientRect())`
	require.Equal(t, "2", r.is(places+`.length`))
	require.Equal(t, "true", r.is(`((a, b) => a.top == b.top && a.right < b.left)(...`+places+`)`))
	r.does(chromedp.EmulateViewport(320, 800))
	require.Equal(t, "true", r.is(`((a, b) => a.bottom < b.top && a.width > 250)(...`+places+`)`))
	require.Equal(t, "0", r.is(overflows))
}

// TestTheListOfPagesInABrowser: the list stands beside the pages if the window has room for it, else it is folded
// over them.
func TestTheListOfPagesInABrowser(t *testing.T) {
	t.Parallel()
	opts := convert.DefaultOptions()
	opts.PreserveFormatting = true
	r := newVisitor(t)
	r.visit(chapters(4), opts, 1280)
	const list, first = `document.querySelector(".leaves").getBoundingClientRect()`, `document.querySelector(".pg").getBoundingClientRect()`
	require.Equal(t, "true", r.is(list+`.right < `+first+`.left`))
	require.Equal(t, "1,2,3,4", r.is(`[...document.querySelectorAll(".leaves a")].filter(a => a.checkVisibility() && a.getBoundingClientRect().height >= 24).map(a => a.textContent)`))
	r.does(chromedp.Evaluate[chromedp.Void](`void document.querySelector(".leaves a[href='#page-3']").click()`))
	require.Equal(t, "true", r.is(`(b => b.top >= 0 && b.top < 30)(document.querySelector("[data-page='3']").getBoundingClientRect())`))
	require.Equal(t, "true", r.is(list+`.top == 0`), "it stays in sight")
	for _, width := range windows {
		r.does(chromedp.EmulateViewport(width, 800))
		require.Equal(t, "0", r.is(overflows), "%d", width)
		switch {
		case width < 480: // the document flows
			require.Equal(t, "none", r.is(`getComputedStyle(document.querySelector(".leaves")).display`), "%d", width)
		case width < 1000:
			require.Equal(t, "true", r.is(list+`.bottom <= `+first+`.top`), "%d", width)
		}
	}
	require.Len(t, r.sheets(), 4, "it is not printed")
}

// TestAPosterInABrowser: a page wider than the window gets the width of the window, and high pages are not cut.
func TestAPosterInABrowser(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{}
	pdf.AddPage(testkit.Page{Fonts: fonts, MediaBox: "0 0 2384 3370", Content: text("R", 90, 200, 3000, "A poster") + text("R", 40, 1500, 300, "The end of it")})
	opts := convert.DefaultOptions()
	opts.PreserveFormatting = true
	r := newVisitor(t)
	r.visit(pdf.Bytes(), opts, 1280)
	for _, width := range []int64{680, 1280, 1920} {
		r.does(chromedp.EmulateViewport(width, 800))
		require.Equal(t, "0", r.is(overflows), "%d", width)
		require.Equal(t, "true", r.is(`((p, l) => p.left >= 0 && p.right <= innerWidth && Math.abs(p.height / p.width - 3370 / 2384) < .01 && l.right < p.right && l.bottom < p.bottom)`+
			`(document.querySelector(".pg").getBoundingClientRect(), [...document.querySelectorAll(".l")].at(-1).getBoundingClientRect())`), "%d", width)
	}
}

// TestALongTableOnPaperInABrowser: its head is on each sheet, and its foot only at its end.
func TestALongTableOnPaperInABrowser(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(chapters(1)), convert.DefaultOptions())
	require.NoError(t, err)
	html := `<!DOCTYPE html><title>Ports</title><link rel="stylesheet" href="style.css"><main><div class="table"><table><thead><tr><th>Harbour</th><th>Ships</th><th>Draught</th><th>Flag</th></tr></thead><tbody>` +
		strings.Repeat("<tr><td>Dunmere</td><td><code>12</code></td><td></td><td></td></tr>", 100) + `</tbody><tfoot><tr><td>Altogether</td><td>1200</td></tr></tfoot></table></div></main>`
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, html) })
	mux.HandleFunc("/style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css")
		_, _ = io.WriteString(w, result.CSS)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	r := newVisitor(t)
	r.does(chromedp.EmulateViewport(390, 800), chromedp.Navigate(server.URL+"/"))
	require.Empty(t, r.is(smallType), "program text in a table of many columns on a phone")
	sheets := len(r.sheets())
	require.Greater(t, sheets, 2)
	printed := r.printed()
	require.Equal(t, 1, strings.Count(printed, "Altogether"))
	require.Equal(t, 100, strings.Count(printed, "Dunmere"))
}
