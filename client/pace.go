package client

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// window is the time in which the rate limit counts requests.
const window = time.Minute

// pacer keeps requests below the rate limit that the answers of the service tell. A nil pacer delays nothing.
type pacer struct {
	mu        sync.Mutex
	limit     int // requests in a window; 0: not known
	remaining int // requests left in this window
	reset     time.Time
}

// wait uses one request of the window, or waits for the next window.
func (p *pacer) wait(ctx context.Context) error {
	if p == nil {
		return nil
	}
	for {
		until := p.takeTurn()
		if until.IsZero() {
			return nil
		}
		if err := sleep(ctx, time.Until(until)); err != nil {
			return err
		}
	}
}

// takeTurn uses a request. If none is left, it returns when the next window begins.
func (p *pacer) takeTurn() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.limit == 0 {
		return time.Time{}
	}
	if now := time.Now(); !now.Before(p.reset) {
		p.reset, p.remaining = now.Add(window), p.limit // a guess, until an answer tells
	}
	if p.remaining <= 0 {
		return p.reset
	}
	p.remaining--
	return time.Time{}
}

// note reads the headers of an answer. Answers may arrive in another order than their requests were counted, so
// within a window the lowest number of remaining requests counts.
func (p *pacer) note(h http.Header) {
	if p == nil {
		return
	}
	limit, err1 := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	remaining, err2 := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	seconds, err3 := strconv.ParseInt(h.Get("X-RateLimit-Reset"), 10, 64)
	if err1 != nil || err2 != nil || err3 != nil || limit <= 0 {
		return
	}
	left := time.Unix(seconds, 0).Sub(serverNow(h))
	if left <= 0 || left > window {
		return // the window is over, or the service's clock differs from ours
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	reset := time.Now().Add(left)
	if same := reset.Sub(p.reset).Abs() < window/2; same && p.limit == limit {
		p.remaining = min(p.remaining, remaining)
	} else {
		p.remaining = remaining
	}
	p.limit, p.reset = limit, reset
}
