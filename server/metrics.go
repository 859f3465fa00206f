package server

import (
	"crypto/subtle"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/pagelift/pagelift/client"
)

// metrics are the series of the service. Their labels come from the service's own lists,
// never from a request, so that nobody can make series.
type metrics struct {
	registry  *prometheus.Registry
	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	attempts  *prometheus.HistogramVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "pagelift_http_requests_total", Help: "Requests answered, by route, method and status.",
		}, []string{"route", "method", "status"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "pagelift_http_request_seconds", Help: "Time from the first byte of a request to the last of its answer.",
			// From an answer out of memory to the longest wait for a conversion.
			Buckets: []float64{.001, .005, .02, .1, .5, 2, 10, 60},
		}, []string{"route"}),
		attempts: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "pagelift_webhook_attempt_seconds", Help: "Attempts to deliver an event, by outcome: ok, or the class of the failure.",
			// From a receiver next door to the end of an attempt.
			Buckets: []float64{.005, .02, .1, .3, 1, 3, 5.5},
		}, []string{"outcome"}),
	}
	m.registry.MustRegister(m.requests, m.durations, m.attempts,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// request counts a request. Methods that no operation has are one label.
func (m *metrics) request(method, route string, status int, took time.Duration) {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete:
	default:
		method = "other"
	}
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Inc()
	m.durations.WithLabelValues(route).Observe(took.Seconds())
}

// scrape gives the series to who has the token of the configuration.
func (s *Server) scrape(c *call) error {
	token, err := bearer(c.r)
	if err != nil {
		return err
	}
	if subtle.ConstantTimeCompare([]byte(token), []byte(s.config.MetricsToken)) != 1 {
		return failure(client.InvalidAPIKey, "the token is not that of the metrics")
	}
	s.Metrics().ServeHTTP(c.w, c.r)
	return nil
}

// attempt counts an attempt to deliver an event.
func (m *metrics) attempt(outcome string, took time.Duration) {
	m.attempts.WithLabelValues(outcome).Observe(took.Seconds())
}

// handler serves the series in the formats of Prometheus.
func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}
