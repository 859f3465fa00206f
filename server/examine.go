package server

import (
	"context"
	"fmt"
	"time"
)

// Check is what was found of one part of the service.
type Check struct {
	Name   string
	Detail string
	Err    error // nil: it works
}

// maxSkew is how far the clock of this machine and that of the database may be apart:
// signatures of webhooks are refused beyond five minutes, and a tenth of that shows already
// that nobody sets one of the clocks.
const maxSkew = 30 * time.Second

// Examine tries each part that the service stands on.
func (s *Server) Examine(ctx context.Context) []Check {
	now, err := s.db.Now(ctx)
	clock := Check{Name: "clock"}
	database := Check{Name: "database", Err: err}
	if err == nil {
		skew := time.Since(now).Round(time.Millisecond)
		clock.Detail = fmt.Sprintf("%v from the database's", skew)
		if skew.Abs() > maxSkew {
			clock.Err = fmt.Errorf("the clocks of this machine and of the database are %v apart", skew)
		}
	}
	storage := Check{Name: "storage", Err: s.probes.probeStorage(ctx), Detail: "can be written"}
	checks := []Check{database, clock, storage}
	if s.config.EgressProxy != "" {
		checks = append(checks, s.examineProxy(ctx))
	}
	return checks
}

// proxyTime is how long the proxy is given to answer. One that looks for an address where nobody is may take longer.
const proxyTime = 5 * time.Second

// examineProxy finds out whether documents and events can leave through the proxy.
func (s *Server) examineProxy(ctx context.Context) Check {
	ctx, cancel := context.WithTimeout(ctx, proxyTime)
	defer cancel()
	answered, err := s.guard.CheckProxy(ctx, s.config.RootCAs)
	c := Check{Name: "egress proxy", Err: err, Detail: "takes CONNECT"}
	if !answered {
		c.Detail = fmt.Sprintf("is there; it did not say within %v whether it takes CONNECT", proxyTime)
	}
	return c
}
