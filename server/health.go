package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// readyTimeout is how long the parts of the service may take to show that they work.
const readyTimeout = 3 * time.Second

// health is the answer to those who watch the service.
type health struct {
	Status string            `json:"status"`
	Checks map[string]string `json:"checks,omitempty"`
}

// healthz says that the process serves requests.
func (s *Server) healthz(c *call) error {
	writeJSON(c.w, http.StatusOK, health{Status: "ok"})
	return nil
}

// readyz says whether the service can take conversions.
func (s *Server) readyz(c *call) error {
	ctx, cancel := context.WithTimeout(c.ctx(), readyTimeout)
	defer cancel()
	h := health{Status: "ok", Checks: map[string]string{}}
	check := func(name string, err error) {
		h.Checks[name] = "ok"
		if err != nil {
			h.Status, h.Checks[name] = "unavailable", "failed"
			s.log.WarnContext(ctx, "not ready", "check", name, "err", err)
		}
	}
	check("database", s.db.View(ctx, func(tx store.Tx) error {
		_, err := tx.Now(ctx)
		return err
	}))
	check("storage", s.probeStorage(ctx))
	check("temporary_files", s.probeFiles())
	check("queue", s.probeQueue(ctx))
	if s.draining.Err() != nil {
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

// probeStorage writes a blob and takes it away.
func (s *Server) probeStorage(ctx context.Context) error {
	key := "probe/" + store.NewID("probe")
	if err := s.bucket.WriteAll(ctx, key, []byte("ok"), nil); err != nil {
		return err
	}
	return s.bucket.Delete(ctx, key)
}

// probeFiles writes a temporary file and takes it away.
func (s *Server) probeFiles() (err error) {
	f, err := os.CreateTemp(s.config.tempDir(), "probe-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	_, err = f.WriteString("ok")
	return err
}

// queueAge is how long a conversion whose account has its turn may wait for a worker before
// the service calls itself overloaded: a few times what the longest documents take.
const queueAge = 5 * time.Minute

// probeQueue finds out whether conversions are worked.
func (s *Server) probeQueue(ctx context.Context) error {
	if s.inProcess != nil && s.inProcess.Stuck() >= s.config.Workers {
		return errors.New("every worker of this process is held by a conversion that does not end")
	}
	return s.db.View(ctx, func(tx store.Tx) error {
		oldest, err := store.OldestAdmitted(ctx, tx)
		if err != nil || oldest.IsZero() {
			return err
		}
		now, err := tx.Now(ctx)
		if err != nil {
			return err
		}
		if age := now.Sub(oldest); age > queueAge {
			return fmt.Errorf("a conversion waits for a worker since %v", age.Round(time.Second))
		}
		return nil
	})
}
