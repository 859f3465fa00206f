package server

import (
	"context"
	"crypto/subtle"
	"maps"
	"net/http"
	"slices"
	"sync"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/metrics"
	"github.com/pagelift/pagelift/internal/store"
)

// scrape answers with the series, if the request has the token of the configuration.
func (s *probes) scrape(c *call) error {
	token, err := bearer(c.r)
	if err != nil {
		return err
	}
	if subtle.ConstantTimeCompare([]byte(token), []byte(s.config.MetricsToken)) != 1 {
		return failure(client.InvalidAPIKey, "the token is not that of the metrics")
	}
	s.writeMetrics(c.w, c.r)
	return nil
}

// writeMetrics writes all series.
func (s *probes) writeMetrics(w http.ResponseWriter, r *http.Request) {
	var backlog []metrics.Family
	var asking sync.WaitGroup // both take long while the database cannot be reached
	asking.Go(func() { backlog = s.backlog(r.Context()) })
	families := append(s.metrics.families(), readyFamily(s.ready(r.Context())))
	asking.Wait()
	families = append(families, backlog...)
	if s.pool != nil {
		families = append(families, metrics.Counted("pagelift_worker_restarts_total",
			"Worker processes that were lost and replaced: crashes, stops after a time-out or for memory.", float64(s.pool.Lost())))
	}
	w.Header().Set("Content-Type", metrics.ContentType)
	_ = metrics.WriteText(w, append(families, metrics.Process()...)) // fails only if the client has gone
}

// readyFamily returns the state of the parts of the service as series.
func readyFamily(failed map[string]bool) metrics.Family {
	f := metrics.Family{Name: "pagelift_ready", Help: "Whether this process can serve, by what it needs: 1 or 0.", Kind: metrics.GaugeKind}
	for _, check := range slices.Sorted(maps.Keys(failed)) {
		value := 1.0
		if failed[check] {
			value = 0
		}
		f.Samples = append(f.Samples, metrics.Sample{Labels: []string{"check", check}, Value: value})
	}
	return f
}

// backlog returns the series of what is in the database. They are the same in all processes that share it, and
// missing while it does not answer.
func (s *probes) backlog(ctx context.Context) []metrics.Family {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	var b store.Backlog
	err := s.db.View(ctx, func(tx store.Tx) (err error) {
		b, err = store.GetBacklog(ctx, tx)
		return err
	})
	if err != nil {
		s.log.WarnContext(ctx, "counting what waits for the metrics", "err", err)
		return nil
	}
	return []metrics.Family{
		metrics.Gauge("pagelift_conversions_waiting", "Conversions of all processes that no worker has, though their document is here.", float64(b.Waiting)),
		metrics.Gauge("pagelift_conversions_running", "Conversions of all processes that a worker has.", float64(b.Running)),
		metrics.Gauge("pagelift_queue_oldest_seconds", "How long the conversion has waited for a worker that has its turn and has waited longest; 0: none waits.", b.Oldest.Seconds()),
		metrics.Gauge("pagelift_fetches_waiting", "Conversions of all processes whose document is to be fetched.", float64(b.ToFetch)),
		metrics.Gauge("pagelift_fetches_running", "Conversions of all processes whose document is being fetched.", float64(b.Fetching)),
		metrics.Gauge("pagelift_deliveries_waiting", "Deliveries of all processes that are due, under way or to be tried again.", float64(b.Deliveries)),
	}
}
