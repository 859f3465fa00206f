package client

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// RetryPolicy says when a request is sent again: after answers of status 429 and
// 5xx that may change, and when the connection failed; and only if its body can be
// sent again.
//
// The wait is what the service asks for in Retry-After, else two to the power of
// the attempt in seconds; and up to a quarter more, so that not all clients come
// back at once. A wait that the context would not outlast is not begun.
type RetryPolicy struct {
	// Attempts is how often a request is sent in all. 0: 3. 1: never again.
	Attempts int

	// MaxWait is the longest wait. The error is returned when the service asks for
	// more. 0: 2 minutes, which is longer than the minute that rate limits count.
	MaxWait time.Duration

	_ struct{} // callers must name the fields, so that fields can be added
}

// What the zero RetryPolicy means.
const (
	defaultAttempts = 3
	defaultMaxWait  = 2 * time.Minute
)

func (p RetryPolicy) filled() RetryPolicy {
	if p.Attempts <= 0 {
		p.Attempts = defaultAttempts
	}
	if p.MaxWait <= 0 {
		p.MaxWait = defaultMaxWait
	}
	return p
}

// wait is how long to wait after the attempt with that number, from 1, failed with
// err; false when there is no other.
func (p RetryPolicy) wait(err error, attempt int) (time.Duration, bool) {
	if attempt >= p.Attempts || !worthRepeating(err) {
		return 0, false
	}
	// Attempts that are so many that the power overflows waited for MaxWait long before.
	wait := min(time.Second<<min(attempt, maxShift), p.MaxWait)
	var answer *Error
	if errors.As(err, &answer) && answer.RetryAfter > 0 {
		wait = answer.RetryAfter
	}
	if wait > p.MaxWait {
		return 0, false
	}
	return jittered(wait), true
}

const maxShift = 20 // 2^20 s are twelve days

// jitterPart is the part of a wait that chance adds at most.
const jitterPart = 4

func jittered(d time.Duration) time.Duration {
	if d < jitterPart {
		return d
	}
	return d + rand.N(d/jitterPart)
}

// worthRepeating reports whether another attempt may end otherwise.
func worthRepeating(err error) bool {
	var answer *Error
	if errors.As(err, &answer) {
		busy := answer.Status == http.StatusTooManyRequests || answer.Status >= http.StatusInternalServerError
		return busy && answer.Retryable()
	}
	var broken *connectionError
	return errors.As(err, &broken)
}

// connectionError is a request that got no answer, or not all of one.
type connectionError struct {
	text string
	err  error
}

func (e *connectionError) Error() string { return e.text }
func (e *connectionError) Unwrap() error { return e.err }

// unreachable is err of a connection, as a connectionError if another attempt may
// end otherwise. Its text may hold what the other side sent: a broken Location.
func (c *Client) unreachable(r *call, err error) error {
	var certificate *tls.CertificateVerificationError
	if errors.As(err, &certificate) {
		return fmt.Errorf("client: %s %s: %w", r.method, r.path, err)
	}
	return &connectionError{fmt.Sprintf("client: %s %s: %s", r.method, r.path, c.shown(err.Error(), maxMessage)), err}
}

// retryAfter is what an answer asks to wait: seconds, or a time by the clock of the
// service, which its Date tells.
func retryAfter(h http.Header) time.Duration {
	value := h.Get("Retry-After")
	if seconds, err := strconv.ParseInt(value, 10, 64); err == nil {
		return time.Duration(min(max(seconds, 0), maxSeconds)) * time.Second
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return max(until.Sub(serverNow(h)), 0)
}

const maxSeconds = 1 << 32 // as a time.Duration still positive

// serverNow is the time by the clock of the service, ours when it does not say.
func serverNow(h http.Header) time.Time {
	if now, err := http.ParseTime(h.Get("Date")); err == nil {
		return now
	}
	return time.Now()
}

// sleep waits, and fails when ctx ends first: at once if it would.
func sleep(ctx context.Context, d time.Duration) error {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
		return context.DeadlineExceeded
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
