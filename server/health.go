package server

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

const (
	// readyTimeout is how long the parts of the service may take to show that they work.
	readyTimeout = 3 * time.Second

	// readyFor is how long the result of an examination is repeated, whoever asks and however often: an
	// examination writes to the database and to the storage.
	readyFor = 2 * time.Second
)

// probes serves those who monitor the service: readiness and metrics.
type probes struct {
	*core
	metrics   *series
	pool      *worker.Pool // one of converter and pool is set
	inProcess *worker.InProcess
	probeKey  string      // key of the blob that probes of the storage write
	leaving   atomic.Bool // set by Server.Drain
	readiness readiness
}

// readiness is the result of the last examination of the parts of the service.
type readiness struct {
	mu     sync.Mutex // held during an examination: other requests wait for its result
	until  time.Time
	failed map[string]bool // by check

	hanging sync.Map // checks that have begun and not ended
}

// health is the answer to those who monitor the service.
type health struct {
	Status string            `json:"status"`
	Checks map[string]string `json:"checks,omitempty"`
}

// healthz says that the process serves requests.
func (s *probes) healthz(c *call) error {
	writeJSON(c.w, http.StatusOK, health{Status: "ok"})
	return nil
}

// readyz says whether this process can serve. The length of the queue does not count, because another process
// would not do better. It is a metric.
func (s *probes) readyz(c *call) error {
	h := health{Status: "ok", Checks: map[string]string{}}
	for name, failed := range s.ready(c.ctx()) {
		h.Checks[name] = "ok"
		if failed {
			h.Status, h.Checks[name] = "unavailable", "failed"
		}
	}
	if s.leaving.Load() || s.draining.Err() != nil {
		h.Status, h.Checks["draining"] = "unavailable", "yes"
	}
	status := http.StatusOK
	if h.Status != "ok" {
		status = http.StatusServiceUnavailable
		c.w.Header().Set("Retry-After", seconds(unavailableRetry))
	}
	writeJSON(c.w, status, h)
	return nil
}

// ready examines the parts of the service, and returns which have failed. It repeats the last result if that is
// recent.
func (s *probes) ready(ctx context.Context) (failed map[string]bool) {
	r := &s.readiness
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Now().Before(r.until) {
		return r.failed
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyTimeout) // other requests share the result
	defer cancel()
	found := s.probe(ctx, map[string]func(context.Context) error{
		"database": s.probeDatabase, "storage": s.probeStorage, "temporary_files": s.probeFiles, "workers": s.probeWorkers,
	})
	r.failed = map[string]bool{}
	for name, err := range found {
		if r.failed[name] = err != nil; err != nil {
			s.log.WarnContext(ctx, "not ready", "check", name, "err", err)
		}
	}
	r.until = time.Now().Add(readyFor)
	return r.failed
}

// errHangs is the error of a check that does not end. Reading from a disk that hangs does not end with its
// context.
var errHangs = errors.New("the check does not end")

// probe runs checks at the same time, until all have ended or ctx has. A check that hangs does not make others
// fail. It is not begun again before it has ended.
func (s *probes) probe(ctx context.Context, checks map[string]func(context.Context) error) map[string]error {
	type finding struct {
		name string
		err  error
	}
	found := make(map[string]error, len(checks))
	answers := make(chan finding, len(checks)) // capacity for checks that nobody waits for any more
	begun := 0
	for name, check := range checks {
		found[name] = errHangs
		if _, hangs := s.readiness.hanging.LoadOrStore(name, true); hangs {
			continue
		}
		begun++
		go func() {
			err := check(ctx)
			s.readiness.hanging.Delete(name)
			answers <- finding{name, err}
		}()
	}
	for range begun {
		select {
		case f := <-answers:
			found[f.name] = f.err
		case <-ctx.Done():
			return found
		}
	}
	return found
}

// probeDatabase writes a row to the database and deletes it.
func (s *probes) probeDatabase(ctx context.Context) error {
	return s.db.UpdateRelaxed(ctx, func(tx store.Tx) error { return store.Probe(ctx, tx) })
}

// probeStorage writes a blob and deletes it. The blob always has the same key: if the storage hangs between the
// two steps, it keeps one blob of each process, and not one of each probe.
func (s *probes) probeStorage(ctx context.Context) error {
	if err := s.bucket.Put(ctx, s.probeKey, strings.NewReader("ok"), "text/plain"); err != nil {
		return err
	}
	return s.bucket.Delete(ctx, s.probeKey)
}

// probeFiles writes a temporary file and deletes it.
func (s *probes) probeFiles(context.Context) (err error) {
	f, err := os.CreateTemp(s.config.tempDir(), "probe-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	_, err = f.WriteString("ok")
	return err
}

// probeWorkers finds out whether this process can convert.
func (s *probes) probeWorkers(context.Context) error {
	if s.inProcess != nil && s.inProcess.Stuck() >= s.config.Workers {
		return errors.New("every worker of this process is held by a conversion that does not end")
	}
	return nil
}
