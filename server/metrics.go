package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/pagelift/pagelift/internal/metrics"
	"github.com/pagelift/pagelift/internal/store"
)

// series are the counters of this process. Their labels come from lists of the service, never from a request, so
// that nobody can create series.
type series struct {
	requests    *metrics.Counter
	durations   *metrics.Histogram
	attempts    *metrics.Histogram
	fetches     *metrics.Histogram
	deliveries  *metrics.Counter
	conversions *metrics.Counter
	pages       *metrics.Counter
}

func newSeries() *series {
	return &series{
		requests: metrics.NewCounter("pagelift_http_requests_total", "Requests answered, by route, method and status.", "method", "route", "status"),
		durations: metrics.NewHistogram("pagelift_http_request_seconds", "Time from the first byte of a request to the last of its answer.",
			[]float64{.001, .005, .02, .1, .5, 2, 10, 60}, "route"), // from an answer from memory to the longest wait for a conversion
		attempts: metrics.NewHistogram("pagelift_webhook_attempt_seconds", "Attempts to deliver an event, by outcome: ok, or the class of the failure.",
			[]float64{.005, .02, .1, .3, 1, 3, 5.5}, "outcome"), // from a receiver nearby to the time-out of an attempt
		fetches: metrics.NewHistogram("pagelift_fetch_seconds", "Fetches of documents from addresses, by outcome: ok, or what the failure was.",
			[]float64{.05, .2, 1, 5, 15, 60, 300}, "outcome"), // from a server nearby to the time-out of a fetch
		deliveries:  metrics.NewCounter("pagelift_deliveries_total", "Deliveries of events that ended, by outcome: succeeded, or failed when all attempts did.", "outcome"),
		conversions: metrics.NewCounter("pagelift_conversions_total", "Conversions that ended, by outcome; those that failed by the code of the error.", "outcome", "code"),
		pages:       metrics.NewCounter("pagelift_pages_total", "Pages of the conversions that were completed."),
	}
}

// methodLabel returns the label of a method. Methods that no operation has share one label.
func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete:
		return method
	}
	return "other"
}

// request counts a request that was answered.
func (m *series) request(method, route string, status int, took time.Duration) {
	m.requests.Add(1, methodLabel(method), route, strconv.Itoa(status))
	m.durations.Observe(took.Seconds(), route)
}

// attempt counts an attempt to deliver an event.
func (m *series) attempt(outcome string, took time.Duration) {
	m.attempts.Observe(took.Seconds(), outcome)
}

// fetch counts a fetch that ended.
func (m *series) fetch(outcome string, took time.Duration) {
	m.fetches.Observe(took.Seconds(), outcome)
}

// delivery counts a delivery that ended.
func (m *series) delivery(status store.DeliveryStatus) { m.deliveries.Add(1, string(status)) }

// conversion counts a conversion that ended.
func (m *series) conversion(_ store.Event, c *store.Conversion) {
	if !c.Status.Terminal() {
		return
	}
	code := ""
	if c.Error != nil {
		code = c.Error.Code
	}
	m.conversions.Add(1, string(c.Status), code)
	if c.Status == store.Completed {
		m.pages.Add(float64(c.PagesDone))
	}
}

// families returns the series.
func (m *series) families() []metrics.Family {
	return []metrics.Family{
		m.requests.Family(), m.durations.Family(), m.attempts.Family(), m.fetches.Family(), m.deliveries.Family(), m.conversions.Family(), m.pages.Family(),
	}
}
