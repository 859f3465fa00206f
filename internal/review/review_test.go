package review_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/corrections"
	"github.com/pagelift/pagelift/internal/review"
)

// reviewed serves a copy of a document of the project, and returns its address and the name of its corrections.
func reviewed(t *testing.T, source string) (address, file string) {
	t.Helper()
	data, err := os.ReadFile(source)
	require.NoError(t, err)
	dir := t.TempDir()
	pdf := filepath.Join(dir, "in.pdf")
	require.NoError(t, os.WriteFile(pdf, data, 0o600))
	file = filepath.Join(dir, "in.corrections.yaml")
	server := httptest.NewUnstartedServer(nil)
	h := review.New(review.Document{Name: "in", Path: pdf, File: file, Options: convert.DefaultOptions()}, server.Listener.Addr().String())
	server.Config.Handler = h
	server.Start()
	t.Cleanup(server.Close)
	return h.Address(), file
}

func do(t *testing.T, method, address string, form url.Values, header ...string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
	require.NoError(t, err)
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			req.Host = header[i+1]
		}
	}
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(body)
}

func TestReview(t *testing.T) {
	t.Parallel()
	address, file := reviewed(t, "../../examples/sample.pdf")
	status, body := do(t, http.MethodGet, address, nil)
	require.Equal(t, http.StatusOK, status)
	for _, want := range []string{"in, page 1 of 2", `value="A Short Walk on the Shore"`, "1 The tide", "Next page", `for="role-0"`} {
		require.Contains(t, body, want)
	}
	require.NotContains(t, body, "First page")
	report, err := a11y.Check(t.Context(), body, a11y.Options{})
	require.NoError(t, err)
	for _, v := range report.Violations {
		t.Errorf("%s: %s", v.ID, v.Nodes[0].HTML)
	}

	status, body = do(t, http.MethodPost, address, url.Values{
		"page": {"1"}, "by": {"Ann Fox"}, "title": {"A walk & more"}, "language": {"en-GB"}, "role-0": {"heading 2"}, "language-0": {"de"}, "role-1": {""}, "language-1": {""},
	})
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, body, "Saved in in.corrections.yaml")
	require.Contains(t, body, `value="A walk &amp; more"`)
	require.Contains(t, body, "Heading of level 1 (judged)")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	f, err := corrections.Parse(data)
	require.NoError(t, err)
	require.Equal(t, "Ann Fox", f.By)
	require.Len(t, f.Blocks, 1, "an answer that agrees with the program is not stored")
	require.Equal(t, 2, f.Blocks[0].Level)

	status, body = do(t, http.MethodGet, address+"result", nil)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, body, "<title>A walk &amp; more</title>")
	require.Contains(t, body, "<h2 ")
	require.Contains(t, body, "A Short Walk on the Shore</h2>")
	status, body = do(t, http.MethodGet, address+"?page=2", nil)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, body, "Finding the way")
	require.Contains(t, body, `<image href="data:image/`, "the page is shown")
	require.Contains(t, body, `<g id="b1"><rect x="`)
	status, body = do(t, http.MethodGet, address+"review.css", nil)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, body, "main:has(#q1:focus-within) #b1,")

	// An answer that is withdrawn is not in the file.
	do(t, http.MethodPost, address, url.Values{"page": {"1"}, "title": {"A Short Walk on the Shore"}, "language": {"en-GB"}, "role-0": {""}, "language-0": {""}})
	data, err = os.ReadFile(file)
	require.NoError(t, err)
	f, err = corrections.Parse(data)
	require.NoError(t, err)
	require.Empty(t, f.Blocks)
}

// Only the person at this machine, who has the address, may read and write.
func TestOnlyHere(t *testing.T) {
	t.Parallel()
	address, file := reviewed(t, "../../examples/sample.pdf")
	u, err := url.Parse(address)
	require.NoError(t, err)
	status, _ := do(t, http.MethodGet, "http://"+u.Host+"/", nil)
	require.Equal(t, http.StatusNotFound, status, "without the secret")
	status, _ = do(t, http.MethodGet, address, nil, "Host", "evil.example")
	require.Equal(t, http.StatusMisdirectedRequest, status, "another name of this machine")
	status, _ = do(t, http.MethodPost, address, url.Values{"page": {"1"}}, "Origin", "https://evil.example")
	require.Equal(t, http.StatusForbidden, status, "a form of another page")
	require.NoFileExists(t, file)
	status, _ = do(t, http.MethodPost, address, url.Values{"by": {strings.Repeat("x", 5<<20)}})
	require.Equal(t, http.StatusBadRequest, status, "a form without end")
	require.NoFileExists(t, file)
	require.ErrorContains(t, review.Serve(t.Context(), review.Document{}, "0.0.0.0:0", nil), "this machine alone")
	require.ErrorContains(t, review.Serve(t.Context(), review.Document{}, "192.0.2.1:80", nil), "this machine alone")
}

// A broken file of corrections is not changed.
func TestABrokenFileIsNotWrittenOver(t *testing.T) {
	t.Parallel()
	address, file := reviewed(t, "../../examples/sample.pdf")
	require.NoError(t, os.WriteFile(file, []byte("version: 9\n"), 0o600))
	status, body := do(t, http.MethodPost, address, url.Values{"page": {"1"}, "by": {"x"}})
	require.Equal(t, http.StatusInternalServerError, status)
	require.Contains(t, body, "version must be 1")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "version: 9\n", string(data))
}

// Pictures and tables have questions, and the answers are stored for them.
func TestPicturesAndTables(t *testing.T) {
	t.Parallel()
	address, file := reviewed(t, "../regress/corpus/report-corporate.pdf")
	pictures, tables := 0, 0
	for n := range 6 {
		page := url.Values{"page": {string('1' + rune(n))}}
		_, body := do(t, http.MethodGet, address+"?"+page.Encode(), nil)
		form := url.Values{"page": page["page"], "by": {"Ann"}}
		for i := range 40 {
			field := func(name string) string { return name + "-" + string('0'+rune(i/10)) + string('0'+rune(i%10)) }
			if i < 10 {
				field = func(name string) string { return name + "-" + string('0'+rune(i)) }
			}
			if strings.Contains(body, `name="`+field("alternative")+`"`) {
				form.Set(field("alternative"), "What it says")
				pictures++
			}
			if strings.Contains(body, `name="`+field("headrows")+`"`) {
				form.Set(field("headrows"), "2")
				form.Set(field("caption"), "A caption")
				tables++
			}
		}
		do(t, http.MethodPost, address, form)
	}
	require.Positive(t, tables)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	f, err := corrections.Parse(data)
	require.NoError(t, err)
	require.NotEmpty(t, f.Tables)
	require.Len(t, f.Pictures, min(pictures, len(f.Pictures)))
	_, body := do(t, http.MethodGet, address+"result", nil)
	require.True(t, strings.Contains(body, ">A caption</caption>"), "the table has its caption")
}
