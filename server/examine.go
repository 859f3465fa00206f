package server

import (
	"context"
	"fmt"
	"time"
)

// Check is the result of examining one part of the service.
type Check struct {
	Name   string
	Detail string
	Err    error // nil: it works
}

// maxSkew is how far the clocks of this machine and of the database may differ. Receivers refuse signatures of
// webhooks beyond five minutes. A tenth of that shows that one of the clocks is not set.
const maxSkew = 30 * time.Second

// Examine tests each part that the service depends on.
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

// proxyTime is how long the proxy may take to answer. A proxy that tries to reach an address which nobody uses may
// take longer.
const proxyTime = 5 * time.Second

// examineProxy checks that documents and events can be exchanged through the proxy.
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
