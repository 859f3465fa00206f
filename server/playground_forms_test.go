package server_test

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/testkit"
)

// TestThePlaygroundShowsEachForm checks that the page of a document has a link to each form, which a frame shows
// as text, and a download of each form.
func TestThePlaygroundShowsEachForm(t *testing.T) {
	t.Parallel()
	h := newPlayground(t)
	_, page := get(t, h, h.URL+"/")
	asked := regexp.MustCompile(`name="formats" value="([^"]+)"`).FindStringSubmatch(page)
	require.NotNil(t, asked, "the form asks for all formats")
	var pdf testkit.PDF
	var lines strings.Builder
	for i := range 55 {
		fmt.Fprintf(&lines, "(Line %d says that the <b>harbour</b> was open until %d in the evening, and nobody knew why.) ' ", i, i+3)
	}
	for range 60 {
		pdf.AddPage(testkit.Page{Content: "BT /F1 9 Tf 11 TL 72 740 Td " + lines.String() + "ET"})
	}
	page = playedAt(t, h.URL, func() *http.Response {
		resp, _ := send(t, h, map[string]string{"semantic_html": "on", "formats": asked[1]}, pdf.Bytes(), h.URL)
		return resp
	})
	forms := regexp.MustCompile(`<a href="(/playground/conv_\w+/form\?[^"]+)" target="preview">`).FindAllStringSubmatch(page, -1)
	require.Len(t, forms, len(convert.Formats())-1, "all formats but EPUB")
	shown := map[string]string{}
	for _, link := range forms {
		address := html.UnescapeString(link[1])
		resp, text := get(t, h, h.URL+address)
		require.Equal(t, http.StatusOK, resp.StatusCode, text)
		require.Equal(t, "text/plain; charset=utf-8", resp.Header.Get("Content-Type"))
		require.Equal(t, "nosniff", resp.Header.Get("X-Content-Type-Options"))
		require.Contains(t, resp.Header.Get("Content-Security-Policy"), "sandbox")
		require.Less(t, len(text), limits.ShownForm+200)
		shown[address[strings.LastIndex(address, "=")+1:]] = text
	}
	for form, want := range map[string]string{
		"md": `the \<b>harbour\</b> was open`, "txt": "the <b>harbour</b> was open", "json": `"format":"pagelift-document"`,
	} {
		require.True(t, strings.Contains(shown[form], want), form)
	}
	require.True(t, strings.HasSuffix(shown["json"], "The download has all.]\n"))
	require.Contains(t, shown["csv"], "no tables")
	require.NotEmpty(t, shown["jsonl"])

	downloads := regexp.MustCompile(`<a href="(/playground/conv_\w+/download\?[^"]+format=(\w+))"`).FindAllStringSubmatch(page, -1)
	require.Len(t, downloads, len(convert.Formats()))
	for _, link := range downloads {
		resp, body := get(t, h, h.URL+html.UnescapeString(link[1]))
		require.Equal(t, http.StatusOK, resp.StatusCode, body)
		require.Contains(t, resp.Header.Get("Content-Disposition"), "."+link[2])
		if text, ok := shown[link[2]]; ok && len(body) > 0 {
			beginning, _, _ := strings.Cut(text, "\n\n[This is the beginning: ")
			require.True(t, strings.HasPrefix(body, beginning), link[2])
		}
	}
	markdown := html.UnescapeString(forms[0][1])
	for _, format := range []string{"epub", "zip", "docx", ""} {
		resp, _ := get(t, h, h.URL+strings.Replace(markdown, "format=md", "format="+format, 1))
		require.Equal(t, http.StatusBadRequest, resp.StatusCode, format)
	}
	resp, _ := get(t, h, h.URL+strings.Replace(markdown, "signature=", "signature=0", 1))
	require.Equal(t, http.StatusForbidden, resp.StatusCode)
}

// TestAVisitorNeedNotAskForForms checks that the page shows only HTML if no forms are asked for.
func TestAVisitorNeedNotAskForForms(t *testing.T) {
	t.Parallel()
	h := newPlayground(t)
	var pdf testkit.PDF
	pdf.AddPage(testkit.Page{Content: "BT /F1 12 Tf 72 700 Td (A word of it.) Tj ET"})
	page := playedAt(t, h.URL, func() *http.Response {
		resp, _ := send(t, h, nil, pdf.Bytes(), h.URL)
		return resp
	})
	require.NotContains(t, page, "/form?")
	preview := regexp.MustCompile(`/playground/conv_\w+/preview\?[^"]+`).FindString(page)
	require.NotEmpty(t, preview)
	resp, _ := get(t, h, h.URL+strings.Replace(html.UnescapeString(preview), "/preview?", "/form?format=md&", 1))
	require.Equal(t, http.StatusNotFound, resp.StatusCode)
}

// TestALongFormEndsWithAWholeCharacter checks the end of the part of a long form that is shown.
func TestALongFormEndsWithAWholeCharacter(t *testing.T) {
	t.Parallel()
	h := newPlayground(t)
	var pdf testkit.PDF
	line := `(` + strings.Repeat(`\344\366\374`, 50) + `) ' ` // two bytes each in UTF-8
	odd := "(xy) ' "                                          // so that the limit divides a character
	for range 8 {
		pdf.AddPage(testkit.Page{Content: "BT /F1 4 Tf 5 TL 72 780 Td " + odd + strings.Repeat(line, 140) + "ET"})
		odd = "(x) ' "
	}
	page := playedAt(t, h.URL, func() *http.Response {
		resp, _ := send(t, h, map[string]string{"semantic_html": "on", "formats": "txt"}, pdf.Bytes(), h.URL)
		return resp
	})
	link := regexp.MustCompile(`<a href="(/playground/conv_\w+/form\?[^"]+)" target="preview">`).FindStringSubmatch(page)
	require.NotNil(t, link, page)
	_, text := get(t, h, h.URL+html.UnescapeString(link[1]))
	beginning, note, found := strings.Cut(text, "\n\n[This is the beginning: ")
	require.True(t, found)
	require.Contains(t, note, "The download has all.]")
	require.True(t, utf8.ValidString(beginning))
	require.Greater(t, len(beginning), limits.ShownForm-utf8.UTFMax)
	require.LessOrEqual(t, len(beginning), limits.ShownForm)
}
