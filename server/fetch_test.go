package server_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/server"
)

// reachesHere lets the service of a test reach servers of the test.
func reachesHere(c *server.Config) {
	c.AllowPrivate = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
}

// slowDocuments starts a server of documents. /slow sends its document slowly; all other paths send it at once.
func slowDocuments(t *testing.T) (url string, slow *atomic.Int64) {
	t.Helper()
	slow = &atomic.Int64{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, pdf)
		if !strings.HasPrefix(r.URL.Path, "/slow") {
			return
		}
		slow.Add(1)
		defer slow.Add(-1)
		_, _ = io.WriteString(w, strings.Repeat(" ", 5000))
		for r.Context().Err() == nil {
			_ = http.NewResponseController(w).Flush()
			time.Sleep(20 * time.Millisecond)
			_, _ = io.WriteString(w, "x")
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, slow
}

// TestAnAddressIsAnsweredWithItsResult checks that a request with an address gets its result, as one with a file
// does.
func TestAnAddressIsAnsweredWithItsResult(t *testing.T) {
	t.Parallel()
	s := newService(t, reachesHere)
	url, _ := slowDocuments(t)
	c := s.postJSON(convertPath, `{"url":"`+url+`/report.pdf"}`).conversion(http.StatusOK)
	require.Equal(t, client.StatusCompleted, c.Status)
	require.Equal(t, "1", metric(t, s.Server, `pagelift_fetch_seconds_count{outcome="ok"}`))
}

// TestSlowAddressesKeepNoPlace sends more slow addresses than there are places. Other documents are converted
// meanwhile.
func TestSlowAddressesKeepNoPlace(t *testing.T) {
	t.Parallel()
	url, slow := slowDocuments(t) // its cleanup runs after that of the service, which closes its connections
	s := newService(t, reachesHere, func(c *server.Config) { c.Workers, c.FetchGrace = 1, time.Hour })
	var ids []string
	for range 3 {
		ids = append(ids, s.postJSON(convertPath, `{"url":"`+url+`/slow"}`, "Prefer", "respond-async").conversion(http.StatusAccepted).ID)
	}
	require.Eventually(t, func() bool { return slow.Load() == 3 }, hookPatience, time.Millisecond)
	require.Equal(t, "3", metric(t, s.Server, "pagelift_fetches_running"))
	require.Equal(t, "0", metric(t, s.Server, "pagelift_conversions_waiting"))
	s.post("a.pdf", nil).conversion(http.StatusOK)
	s.postJSON(convertPath, `{"url":"`+url+`/quick"}`).conversion(http.StatusOK)
	for _, id := range ids {
		require.Equal(t, client.StatusQueued, s.get("/v1/conversions/"+id).conversion(http.StatusOK).Status)
	}
}

// TestSlowAddressesAreGivenUp checks that fetching a slow document ends after the configured time.
func TestSlowAddressesAreGivenUp(t *testing.T) {
	t.Parallel()
	s := newService(t, reachesHere, func(c *server.Config) { c.FetchGrace = time.Second })
	url, slow := slowDocuments(t)
	c := s.ended(s.postJSON(convertPath, `{"url":"`+url+`/slow"}`, "Prefer", "respond-async").conversion(http.StatusAccepted).ID)
	require.Equal(t, client.URLFetchFailed, c.Error.Code)
	require.Contains(t, c.Error.Message, "less than 32768 bytes per second")
	require.Equal(t, "slow", c.Error.Details["reason"])
	require.Equal(t, "1", metric(t, s.Server, `pagelift_fetch_seconds_count{outcome="slow"}`))
	require.Eventually(t, func() bool { return slow.Load() == 0 }, hookPatience, time.Millisecond)
}

// TestWhyADocumentWasNotFetched checks that the answer, the record and the event give the same reason.
func TestWhyADocumentWasNotFetched(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	documents := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(documents.Close)
	w, err := h.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: h.receiver.URL, Events: []string{"conversion.failed"}})
	require.NoError(t, err)
	h.answers(http.StatusNoContent, w.Secret)
	_, err = h.client.Conversions.Convert(t.Context(), client.ConvertRequest{URL: documents.URL})
	var answer *client.Error
	require.ErrorAs(t, err, &answer)
	require.Equal(t, client.URLFetchFailed, answer.Code)
	require.EqualValues(t, http.StatusNotFound, answer.Details["upstream_status"])
	id := answer.Details["conversion_id"].(string)
	record, err := h.client.Conversions.Get(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, map[string]any{"upstream_status": 404.0}, record.Error.Details)
	_, err = h.client.Conversions.Wait(t.Context(), id)
	require.ErrorAs(t, err, &answer)
	require.Equal(t, record.Error.Details, answer.Details)
	h.settled()
	h.mu.Lock()
	defer h.mu.Unlock()
	require.Equal(t, record.Error.Details, h.events[len(h.events)-1].Failure.Details)
}

// TestWorkersMayLiveWithoutAWayOut lets one process convert, and another one fetch and send.
func TestWorkersMayLiveWithoutAWayOut(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	dir := ""
	h := newHooked(t, func(c *server.Config) { dir, c.Workers, c.Outbound = c.DataDir, -1, &yes })
	inside, err := server.New(t.Context(), server.Config{
		DataDir: dir, Workers: 1, Outbound: &no, Logger: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	require.NoError(t, inside.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, inside.Shutdown(context.Background())) })
	w, err := h.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: h.receiver.URL, Events: []string{"conversion.completed"}})
	require.NoError(t, err)
	h.answers(http.StatusNoContent, w.Secret)
	document := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(onePage("A page")) }))
	t.Cleanup(document.Close)
	c, err := h.client.Conversions.Convert(t.Context(), client.ConvertRequest{URL: document.URL})
	require.NoError(t, err)
	require.Equal(t, client.StatusCompleted, c.Status)
	h.settled()
	for series, who := range map[string]*server.Server{
		`pagelift_fetch_seconds_count{outcome="ok"}`:              h.service,
		`pagelift_webhook_attempt_seconds_count{outcome="ok"}`:    h.service,
		`pagelift_conversions_total{outcome="completed",code=""}`: inside,
	} {
		for _, s := range []*server.Server{h.service, inside} {
			want := ""
			if s == who {
				want = "1"
			}
			require.Equal(t, want, metric(t, s, series), series)
		}
	}
}
