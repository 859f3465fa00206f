package server_test

import (
	"bytes"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
)

func TestMetricsAreForWhoHasTheToken(t *testing.T) {
	t.Parallel()
	s, err := server.New(t.Context(), server.Config{DataDir: storetest.Folder(t), MetricsToken: "seen", Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Shutdown(t.Context())) })
	scrape := func(authorization string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		r.Header.Set("Authorization", authorization)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	require.Equal(t, http.StatusUnauthorized, scrape("").Code)
	require.Equal(t, http.StatusUnauthorized, scrape("Bearer unseen").Code)
	w := scrape("Bearer seen")
	require.Equal(t, http.StatusOK, w.Code)
	require.Equal(t, "text/plain; version=0.0.4; charset=utf-8", w.Header().Get("Content-Type"))
	require.Contains(t, w.Body.String(), `pagelift_http_requests_total{method="GET",route="/metrics",status="401"} 2`)
	require.Contains(t, w.Body.String(), `pagelift_http_request_seconds_bucket{route="/metrics",le="+Inf"} 2`)
	require.Contains(t, w.Body.String(), "\ngo_goroutines ")
}

// TestEverySeriesIsDocumented checks that every series is documented with its kind, and that nothing is documented
// that does not exist.
func TestEverySeriesIsDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/metrics.md")
	require.NoError(t, err)
	documented := regexp.MustCompile("(?m)^\\| `(pagelift_[a-z_]+)` \\| ([a-z]+) ").FindAllStringSubmatch(string(page), -1)
	r := newRig(t, "free", server.Config{Workers: -1})
	w := httptest.NewRecorder()
	r.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	written := regexp.MustCompile("(?m)^# TYPE (pagelift_[a-z_]+) ([a-z]+)$").FindAllStringSubmatch(w.Body.String(), -1)
	written = append(written, []string{"", "pagelift_worker_restarts_total", "counter"}) // it exists only with worker processes
	names := func(found [][]string) (list []string) {
		for _, f := range found {
			list = append(list, f[1]+" "+f[2])
		}
		return list
	}
	require.ElementsMatch(t, names(written), names(documented))
}

// metric returns the value of a series by its name and labels, or "" if there is none.
func metric(t *testing.T, s *server.Server, series string) string {
	t.Helper()
	w := httptest.NewRecorder()
	s.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	require.Equal(t, http.StatusOK, w.Code)
	m := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(series) + ` (.*)$`).FindStringSubmatch(w.Body.String())
	if m == nil {
		return ""
	}
	return m[1]
}

func TestMetricsCountConversions(t *testing.T) {
	t.Parallel()
	r := newRig(t, "enterprise", server.Config{Workers: 1})
	require.Equal(t, client.StatusCompleted, r.convert().conversion(t, http.StatusOK).Status)
	require.Equal(t, http.StatusBadRequest, r.broken().status)
	for series, want := range map[string]string{
		`pagelift_conversions_total{outcome="completed",code=""}`:              "1",
		`pagelift_conversions_total{outcome="failed",code="invalid_document"}`: "1",
		`pagelift_pages_total`:             "2",
		`pagelift_conversions_waiting`:     "0",
		`pagelift_conversions_running`:     "0",
		`pagelift_queue_oldest_seconds`:    "0",
		`pagelift_deliveries_waiting`:      "0",
		`pagelift_worker_restarts_total`:   "", // there are no worker processes
		`pagelift_deliveries_total`:        "",
		`pagelift_webhook_attempt_seconds`: "",
	} {
		require.Equal(t, want, metric(t, r.Server, series), series)
	}
}

func TestMetricsCountDeliveries(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	w, err := h.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: h.receiver.URL, Events: []string{"conversion.completed"}})
	require.NoError(t, err)
	for _, status := range []int{http.StatusNoContent, http.StatusInternalServerError} { // the second is sent twice
		h.answers(status, w.Secret)
		h.convert(client.ConvertRequest{})
		h.settled()
	}
	for series, want := range map[string]string{
		`pagelift_deliveries_total{outcome="succeeded"}`:                                "1",
		`pagelift_deliveries_total{outcome="failed"}`:                                   "1",
		`pagelift_webhook_attempt_seconds_count{outcome="ok"}`:                          "1",
		`pagelift_webhook_attempt_seconds_count{outcome="status"}`:                      "2",
		`pagelift_deliveries_waiting`:                                                   "0",
		`pagelift_conversions_total{outcome="completed",code=""}`:                       "2",
		`pagelift_http_requests_total{method="POST",route="/v1/webhooks",status="201"}`: "1",
	} {
		require.Eventually(t, func() bool { return metric(t, h.service, series) == want }, hookPatience, 5*time.Millisecond, series)
	}
}

// broken sends a document that begins like a PDF and is none.
func (r *rig) broken() outcome {
	r.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("file", "broken.pdf")
	require.NoError(r.t, err)
	_, err = part.Write([]byte("%PDF-1.7\nand nothing more"))
	require.NoError(r.t, err)
	require.NoError(r.t, w.Close())
	o, err := r.ask(http.MethodPost, "/v1/convert/pdf-to-html", &body, "Content-Type", w.FormDataContentType())
	require.NoError(r.t, err)
	return o
}

func TestMetricsTellWhatWaits(t *testing.T) {
	t.Parallel()
	r := newRig(t, "enterprise", server.Config{Workers: -1})
	id := r.async().ID
	require.Equal(t, "1", metric(t, r.Server, "pagelift_conversions_waiting"))
	require.Equal(t, "0", metric(t, r.Server, "pagelift_conversions_running"))
	age, err := strconv.ParseFloat(metric(t, r.Server, "pagelift_queue_oldest_seconds"), 64)
	require.NoError(t, err)
	require.Positive(t, age)
	o, err := r.ask(http.MethodPost, "/v1/conversions/"+id+"/cancel", nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, o.status, "%s", o.body)
	require.Equal(t, "1", metric(t, r.Server, `pagelift_conversions_total{outcome="cancelled",code=""}`))
	require.Equal(t, "0", metric(t, r.Server, "pagelift_conversions_waiting"))
}
