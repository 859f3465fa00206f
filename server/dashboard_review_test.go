package server_test

import (
	"context"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/server"
)

// drawingCache is a folder for the machine code of PDFium.
var drawingCache string

// compilePDFium fills drawingCache, once for all tests.
var compilePDFium = sync.OnceValue(func() error {
	sample, err := os.Open("../examples/sample.pdf")
	if err != nil {
		return err
	}
	defer sample.Close()
	_, err = convert.DrawPage(context.Background(), sample, 1, convert.Options{CacheDir: drawingCache})
	return err
})

// newDrawingService starts a service that can draw pages at once. Under the race detector, compiling PDFium takes
// longer than a service waits for a drawing.
func newDrawingService(t *testing.T) *service {
	t.Helper()
	require.NoError(t, compilePDFium())
	return newService(t, func(c *server.Config) { c.SetConverter(worker.NewInProcess(0, drawingCache)) })
}

// keptSample converts a document of the project and keeps the document.
func keptSample(t *testing.T, s *service) *client.Conversion {
	t.Helper()
	c, err := s.client.Conversions.Convert(t.Context(), theSample(t, client.ConvertRequest{KeepDocument: true}))
	require.NoError(t, err)
	return c
}

// fieldOf returns the name of a field of the question that has a text.
func fieldOf(t *testing.T, page, name, text string) string {
	t.Helper()
	for question := range strings.SplitSeq(page, "<fieldset") {
		if field := regexp.MustCompile(`name="(` + name + `-[0-9]+)"`).FindStringSubmatch(question); field != nil && strings.Contains(question, text) {
			return field[1]
		}
	}
	require.Fail(t, "no such question", "%s of %s", name, text)
	return ""
}

// TestADocumentIsJudgedPageByPage answers questions by forms: answers are stored, shown in the next result, and
// can be withdrawn.
func TestADocumentIsJudgedPageByPage(t *testing.T) {
	t.Parallel()
	s := newDrawingService(t)
	first := keptSample(t, s)
	v := signIn(t, s.url, s.key)
	require.Contains(t, v.get("/dashboard/conversions/"+first.ID).body, `href="/dashboard/conversions/`+first.ID+`/review"`)
	address := "/dashboard/conversions/" + first.ID + "/review"
	page := v.get(address)
	require.Equal(t, http.StatusOK, page.StatusCode, page.body)
	for _, want := range []string{"page 1 of 2", `<image href="data:image/png;base64,`, `<g id="b1"><rect x="`, `<fieldset id="q1">`, "/preview", "Save and convert again", "/dashboard/assets/review.css"} {
		require.Contains(t, page.body, want)
	}
	second := v.get(address + "?page=2")
	require.Contains(t, second.body, "Finding the way")
	require.Contains(t, second.body, "/preview#page-2")
	require.Contains(t, v.get("/dashboard/assets/review.css").body, "main:has(#q1:focus-within) #b1")

	title := fieldOf(t, page.body, "role", "A Short Walk on the Shore")
	again := v.post(address+"?page=1", "page", "1", "by", "Ann Fox", "title", "A walk <b> & more", "language", "en-GB", title, "paragraph", strings.Replace(title, "role", "language", 1), "")
	require.Equal(t, http.StatusOK, again.StatusCode, again.body)
	require.Regexp(t, "^/dashboard/conversions/conv_[0-9a-z]+/review$", again.path())
	id := strings.Split(again.path(), "/")[3]
	require.NotEqual(t, first.ID, id)
	made, err := s.client.Conversions.Wait(t.Context(), id)
	require.NoError(t, err)
	require.Contains(t, *made.HTML, "<title>A walk &lt;b> &amp; more</title>")
	require.Contains(t, *made.HTML, `data-judged-by="Ann Fox"`)
	kept, err := s.client.Conversions.Corrections(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, []string{"Ann Fox", time.Now().UTC().Format(time.DateOnly)}, []string{kept.By, kept.At})
	require.Len(t, kept.Blocks, 1, "an answer that agrees with the program is not stored")
	require.Equal(t, "paragraph", kept.Blocks[0].Role)

	page = v.get(again.path())
	require.Contains(t, page.body, "Paragraph (judged)")
	title = fieldOf(t, page.body, "role", "A Short Walk on the Shore")
	again = v.post(again.path(), "page", "1", "by", "", "title", "", "language", "en-GB", title, "", strings.Replace(title, "role", "language", 1), "")
	id = strings.Split(again.path(), "/")[3]
	_, err = s.client.Conversions.Wait(t.Context(), id)
	require.NoError(t, err)
	kept, err = s.client.Conversions.Corrections(t.Context(), id)
	require.NoError(t, err)
	require.Empty(t, kept.Blocks, "the answer was withdrawn")
	require.Empty(t, kept.Document.Title)
}

// TestReviewsThatAreRefused checks reviews that are refused, and those that have to wait.
func TestReviewsThatAreRefused(t *testing.T) {
	t.Parallel()
	s := newService(t)
	v := signIn(t, s.url, s.key)
	at := func(id string) string { return "/dashboard/conversions/" + id + "/review" }
	plain := s.post("a.pdf", nil).conversion(http.StatusOK).ID
	kept := s.post("a.pdf", nil, "keep_document", "true").conversion(http.StatusOK).ID
	failed := s.post("fail password_required.pdf", map[string]string{"Prefer": "respond-async"}, "keep_document", "true").conversion(http.StatusAccepted).ID
	s.ended(failed)
	waits := s.post("wait.pdf", map[string]string{"Prefer": "respond-async"}, "keep_document", "true").conversion(http.StatusAccepted).ID
	large := s.post("large.pdf", map[string]string{"Prefer": "respond-async"}, "keep_document", "true").conversion(http.StatusAccepted).ID
	s.ended(large)

	page := v.get(at(plain))
	require.Equal(t, http.StatusConflict, page.StatusCode)
	require.Contains(t, page.body, "The document is not kept")
	require.Equal(t, http.StatusConflict, v.post(at(plain), "page", "1").StatusCode)
	require.Contains(t, v.get(at(failed)).body, "password_required")
	require.Contains(t, v.get(at(waits)).body, "The questions come when the conversion has ended")
	require.Equal(t, http.StatusConflict, v.post(at(waits), "page", "1").StatusCode)
	page = v.get(at(large))
	require.Equal(t, http.StatusUnprocessableEntity, page.StatusCode)
	require.Contains(t, page.body, "larger than the")
	require.Equal(t, http.StatusNotFound, v.get(at("conv_none")).StatusCode)
	other := signIn(t, s.url, s.issue("free", "other"))
	require.Equal(t, http.StatusNotFound, other.get(at(kept)).StatusCode)
	require.Equal(t, http.StatusNotFound, other.post(at(kept), "page", "1").StatusCode)
	require.Equal(t, http.StatusForbidden, v.send(http.MethodPost, at(kept), strings.NewReader("page=1"), "Content-Type", "application/x-www-form-urlencoded", "Origin", "https://evil.example").StatusCode)

	page = v.get(at(kept))
	require.Equal(t, http.StatusOK, page.StatusCode, page.body)
	require.Contains(t, page.body, "This page cannot be shown here", "this converter cannot draw pages")
	page = v.post(at(kept), "page", "1", "by", "Ann Fox", "language", "no language at all")
	require.Equal(t, http.StatusBadRequest, page.StatusCode)
	require.Contains(t, page.body, `role="alert"`)
	require.Contains(t, page.body, `value="Ann Fox"`, "the form keeps the answers")
	require.Equal(t, http.StatusRequestEntityTooLarge, v.post(at(kept), "by", strings.Repeat("x", 13<<20)).StatusCode)
}

// reaches presses the Tab key until the element that a selector finds has the focus.
func (b *tab) reaches(selector string) {
	b.t.Helper()
	const most = 200 // more than the page has focusable elements, those in its frame included
	for range most {
		if b.value(`String(document.activeElement.matches("`+selector+`"))`) == "true" {
			return
		}
		b.does(chromedp.KeyEvent(kb.Tab))
	}
	require.Fail(b.t, "the focus does not get to "+selector)
}

// TestADocumentIsJudgedByKeyboard reviews a document in the dashboard with keys alone. The box of the current
// question is marked.
func TestADocumentIsJudgedByKeyboard(t *testing.T) {
	t.Parallel()
	s := newDrawingService(t)
	first := keptSample(t, s)
	b := newTab(t, s.url)
	b.opens("/dashboard/login")
	b.types("key", s.key+"\r")
	b.sees("h1", "Overview")
	b.opens("/dashboard/conversions/" + first.ID + "/review")
	b.sees("h1", "page 1 of 2")
	b.reaches("#by")
	b.does(chromedp.KeyEvent("Ann Fox"))
	b.reaches("#q1 select")
	require.Equal(t, "3px", b.value(`getComputedStyle(document.querySelector("#b1 rect")).strokeWidth`))
	require.Equal(t, "0.75px", b.value(`getComputedStyle(document.querySelector("#b2 rect")).strokeWidth`))
	b.does(chromedp.KeyEvent("heading of level 2"))
	b.reaches("#save")
	b.does(chromedp.KeyEvent(kb.Enter))
	b.sees("legend", "(judged)")
	require.Equal(t, "heading 2", b.value(`document.querySelector("#q1 select").value`))
	b.isAccessible("review", 1280, "light")
}
