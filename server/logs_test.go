package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
)

// lines is a log in memory.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// TestWhatLogsAndTracesDoNotHold checks that logs and traces have nothing of documents, no queries of the
// addresses of documents and events, and no secrets, whether everything succeeds or everything fails.
func TestWhatLogsAndTracesDoNotHold(t *testing.T) {
	t.Parallel()
	const text, query, name = "Unmistakable", "query-of-an-address", "name-of-a-document"
	var doc testkit.PDF
	doc.AddPage(testkit.Page{Content: "BT /F1 12 Tf 72 700 Td (" + text + ") Tj ET"})
	origin := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/missing"):
			http.NotFound(w, r)
		case strings.HasPrefix(r.URL.Path, "/other"):
			_, _ = w.Write([]byte("<html>" + text))
		default:
			_, _ = w.Write(doc.Bytes())
		}
	}))
	t.Cleanup(origin.Close)

	var log lines
	spans := tracetest.NewInMemoryExporter()
	h := newHooked(t, func(c *server.Config) {
		c.Logger = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		c.TracerProvider = sdk.NewTracerProvider(sdk.WithSyncer(spans))
	})
	key, err := h.service.IssueKey(t.Context(), server.KeyRequest{Account: "one", Plan: "enterprise", Environment: "dev", Name: "another"})
	require.NoError(t, err)
	h.client, err = client.New(key.Key, client.Config{BaseURL: h.url})
	require.NoError(t, err)
	w, err := h.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: h.receiver.URL + "/?q=" + query, Events: []string{"*"}})
	require.NoError(t, err)
	h.answers(http.StatusInternalServerError, w.Secret) // events are sent twice, and then fail

	for address, code := range map[string]client.Code{
		origin.URL + "/" + name + ".pdf?q=" + query: "",
		origin.URL + "/missing?q=" + query:          client.URLFetchFailed,
		origin.URL + "/other?q=" + query:            client.InvalidFileFormat,
		"https://127.0.0.1:1/?q=" + query:           client.URLFetchFailed,
		"https://10.0.0.1/?q=" + query:              client.URLNotAllowed,
	} {
		c, err := h.client.Conversions.Convert(t.Context(), client.ConvertRequest{URL: address, WebhookURL: h.receiver.URL + "/?q=" + query})
		if code == "" {
			require.NoError(t, err)
			require.Contains(t, *c.HTML, text)
			continue
		}
		require.ErrorIs(t, err, code)
	}
	h.settled()
	require.NoError(t, h.service.Shutdown(t.Context()))

	traces := ""
	for _, s := range spans.GetSpans() {
		traces += fmt.Sprintln(s.Name, s.Attributes, s.Events, s.Status, s.Resource)
	}
	require.Contains(t, traces, "webhook")
	require.Contains(t, traces, "convert")
	for _, forbidden := range []string{text, query, name, key.Key, w.Secret, "signature=", "127.0.0.1", "10.0.0.1"} {
		require.NotContains(t, log.String(), forbidden)
		require.NotContains(t, traces, forbidden)
	}
	for line := range strings.Lines(log.String()) {
		var entry map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &entry), line)
		if entry["msg"] == "request" {
			require.NotEmpty(t, entry["request_id"], line)
			require.NotEmpty(t, entry["route"], line)
		}
	}
}
