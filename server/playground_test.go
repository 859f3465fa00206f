package server_test

import (
	"bytes"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/server"
)

// newPlayground is a server that anybody may try.
func newPlayground(t *testing.T) *httptest.Server {
	t.Helper()
	s, err := server.New(t.Context(), server.Config{DataDir: t.TempDir(), Playground: true, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	require.NoError(t, s.Start(t.Context()))
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.Close()
		require.NoError(t, s.Shutdown(t.Context()))
	})
	return h
}

// send posts a form to the playground and returns the answer with its body.
func send(t *testing.T, h *httptest.Server, fields map[string]string, file []byte, origin string) (*http.Response, string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		require.NoError(t, form.WriteField(name, value))
	}
	w, err := form.CreateFormFile("file", "walk.pdf")
	require.NoError(t, err)
	_, err = w.Write(file)
	require.NoError(t, err)
	require.NoError(t, form.Close())
	req, err := http.NewRequest(http.MethodPost, h.URL+"/playground", &body)
	require.NoError(t, err)
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("Origin", origin)
	return answer(t, h, req)
}

func answer(t *testing.T, h *httptest.Server, req *http.Request) (*http.Response, string) {
	t.Helper()
	resp, err := h.Client().Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(text)
}

func get(t *testing.T, h *httptest.Server, address string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, address, nil)
	require.NoError(t, err)
	return answer(t, h, req)
}

func TestAnybodyCanTryADocument(t *testing.T) {
	t.Parallel()
	h := newPlayground(t)
	resp, page := get(t, h, h.URL+"/")
	require.Equal(t, http.StatusOK, resp.StatusCode)
	require.Contains(t, page, `<form class="card" method="post" action="/playground"`)
	pdf, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)

	resp, page = send(t, h, map[string]string{"semantic_html": "on"}, pdf, h.URL)
	require.Equal(t, http.StatusOK, resp.StatusCode, page)
	mine := resp.Request.URL.String()
	require.Eventually(t, func() bool {
		_, page = get(t, h, strings.Replace(mine, "?", "/state?", 1))
		return strings.Contains(page, `data-final="true"`)
	}, 10*time.Second, 20*time.Millisecond)
	require.Contains(t, page, "A Short Walk on the Shore")
	_, html := get(t, h, strings.Replace(mine, "?", "/preview?", 1))
	require.Contains(t, html, "<style>")
	require.Contains(t, html, "Twice a day the sea comes in")
	resp, _ = get(t, h, strings.Replace(mine, "?", "/download?", 1))
	require.Equal(t, "application/zip", resp.Header.Get("Content-Type"))

	for range 80 { // as somebody's page does while it waits
		resp, _ = get(t, h, strings.Replace(mine, "?", "/state?", 1))
		require.Equal(t, http.StatusOK, resp.StatusCode, "who looks takes nothing from those who send")
	}
	for name, address := range map[string]string{
		"without a signature":     strings.SplitN(mine, "?", 2)[0],
		"with another signature":  strings.Replace(mine, "signature=", "signature=0", 1),
		"with another end":        strings.Replace(mine, "expires=", "expires=1", 1),
		"of another's conversion": strings.Replace(mine, "conv_", "conv_0", 1),
	} {
		resp, _ := get(t, h, address)
		require.Equal(t, http.StatusForbidden, resp.StatusCode, name)
	}
}

func TestThePlaygroundTakesDocumentsOnly(t *testing.T) {
	t.Parallel()
	h := newPlayground(t)
	resp, page := send(t, h, nil, []byte("no PDF"), h.URL)
	require.Equal(t, http.StatusBadRequest, resp.StatusCode)
	require.Contains(t, page, "The file is not a PDF.")
	resp, page = send(t, h, map[string]string{"webhook_url": "https://example.org/hook"}, []byte("%PDF-1.7"), h.URL)
	require.Equal(t, http.StatusBadRequest, resp.StatusCode)
	require.Contains(t, page, "is not a parameter of this form")
	resp, _ = send(t, h, nil, []byte("%PDF-1.7"), "https://elsewhere.example")
	require.Equal(t, http.StatusForbidden, resp.StatusCode, "a page of somebody else cannot send")
	resp, page = send(t, h, nil, bytes.Repeat([]byte("%PDF-1.7 "), 2<<20), h.URL)
	require.Equal(t, http.StatusRequestEntityTooLarge, resp.StatusCode)
	require.Contains(t, page, "larger than the")
}
