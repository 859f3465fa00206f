package server_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
)

// newPlayground returns a server with a playground.
func newPlayground(t *testing.T, configure ...func(*server.Config)) *httptest.Server {
	t.Helper()
	config := server.Config{DataDir: storetest.Folder(t), Playground: true, Logger: slog.New(slog.DiscardHandler)}
	for _, c := range configure {
		c(&config)
	}
	s, err := server.New(t.Context(), config)
	require.NoError(t, err)
	require.NoError(t, s.Start(t.Context()))
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.Close()
		require.NoError(t, s.Shutdown(t.Context()))
	})
	return h
}

// send posts a form to the playground and returns the answer with its body. header is in pairs.
func send(t *testing.T, h *httptest.Server, fields map[string]string, file []byte, origin string, header ...string) (*http.Response, string) {
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
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
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
	}, failurePatience, 20*time.Millisecond)
	require.Contains(t, page, "A Short Walk on the Shore")
	_, html := get(t, h, strings.Replace(mine, "?", "/preview?", 1))
	require.Contains(t, html, "<style>")
	require.Contains(t, html, "Twice a day the sea comes in")
	resp, _ = get(t, h, strings.Replace(mine, "?", "/download?", 1))
	require.Equal(t, "application/zip", resp.Header.Get("Content-Type"))

	for range 80 { // as the page of a visitor does while it waits
		resp, _ = get(t, h, strings.Replace(mine, "?", "/state?", 1))
		require.Equal(t, http.StatusOK, resp.StatusCode, "reading pages does not use up requests for documents")
	}
	for name, address := range map[string]string{
		"without a signature":     strings.SplitN(mine, "?", 2)[0],
		"with another signature":  strings.Replace(mine, "signature=", "signature=0", 1),
		"with another end":        strings.Replace(mine, "expires=", "expires=1", 1),
		"of another's conversion": strings.Replace(mine, "conv_", "conv_0", 1),
	} {
		resp, page := get(t, h, address)
		require.Equal(t, http.StatusForbidden, resp.StatusCode, name)
		require.NotContains(t, page, "Sign out", name)
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
	require.Equal(t, http.StatusForbidden, resp.StatusCode, "a page of another origin cannot send the form")
	resp, page = send(t, h, nil, bytes.Repeat([]byte("%PDF-1.7 "), 2<<20), h.URL)
	require.Equal(t, http.StatusRequestEntityTooLarge, resp.StatusCode)
	require.Contains(t, page, "larger than the")
}

// TestAVisitorUsesUpHisOwnDay checks that a visitor can use up only his own day. Other addresses of his network
// and headers that he sets do not help him.
func TestAVisitorUsesUpHisOwnDay(t *testing.T) {
	t.Parallel()
	const daily = 3
	// outcomes sends one document for each of these lists of addresses.
	outcomes := func(h *httptest.Server, forwarded ...string) (statuses []int) {
		for _, f := range forwarded {
			resp, _ := send(t, h, nil, []byte("no PDF"), h.URL, "X-Forwarded-For", f)
			statuses = append(statuses, resp.StatusCode)
		}
		return statuses
	}
	const taken, refused = http.StatusBadRequest, http.StatusTooManyRequests // the document is no PDF
	alone := newPlayground(t, stopped, func(c *server.Config) { c.PlaygroundDaily = daily })
	require.Equal(t, []int{taken, taken, taken, refused}, outcomes(alone, "", "192.0.2.1", "192.0.2.2", "192.0.2.3"), "X-Forwarded-For is ignored without a trusted proxy")

	resp, page := send(t, alone, nil, []byte("no PDF"), alone.URL)
	require.Equal(t, refused, resp.StatusCode)
	require.Contains(t, page, "takes 3 documents of a visitor on a day")
	require.Contains(t, page, `action="/playground"`, "the error is on the page with the form")
	require.NotContains(t, page, "Sign out")
	require.NotEmpty(t, resp.Header.Get("Retry-After"))
	resp, text := send(t, alone, nil, []byte("no PDF"), alone.URL, "Accept", "application/json")
	require.Equal(t, refused, resp.StatusCode)
	require.Equal(t, "application/json", resp.Header.Get("Content-Type"))
	var answer client.ErrorResponse
	require.NoError(t, json.Unmarshal([]byte(text), &answer))
	require.Equal(t, client.RateLimitExceeded, answer.Error.Code)
	require.Equal(t, float64(daily), answer.Error.Details["limit"])
	require.Contains(t, answer.Error.Details, "resets_at")
	resp, _ = get(t, alone, alone.URL+"/")
	require.Equal(t, http.StatusOK, resp.StatusCode, "reading pages is not counted")

	behind := newPlayground(t, stopped, func(c *server.Config) {
		c.PlaygroundDaily = daily
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8")}
	})
	require.Equal(t, []int{taken, taken, taken, refused, taken}, outcomes(behind,
		"192.0.2.1", "198.51.100.7, 192.0.2.1", "192.0.2.1, 10.0.0.1", "8.8.8.8, ::ffff:192.0.2.1", "192.0.2.2"))
	require.Equal(t, []int{taken, taken, taken, refused, taken}, outcomes(behind,
		"2001:db8:1:2::1", "2001:db8:1:2:3::4", "2001:db8:1:2:ffff::", "2001:db8:1:2::2", "2001:db8:1:3::1"))
	require.Equal(t, []int{taken, taken, taken, refused}, outcomes(behind, "", "nonsense", "192.0.2.1, nonsense", ""), "without a valid address the visitor is the proxy")

	free := newPlayground(t, func(c *server.Config) { c.PlaygroundDaily = -1 })
	require.Equal(t, []int{taken, taken, taken, taken}, outcomes(free, "", "", "", ""))
}
