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

// RetryPolicy says when a request is repeated: after answers of status 429 and 5xx that may change, and after a
// failed connection. It is repeated only if its body can be sent again.
//
// The wait is what the service asks for in Retry-After, else two to the power of the attempt in seconds. Up to a
// quarter is added at random, so that not all clients come back at once. If the context ends before the wait
// would, the wait is not begun.
type RetryPolicy struct {
	// Attempts is how often a request is sent in all. 0: 3. 1: it is never repeated.
	Attempts int

	// MaxWait is the longest wait. If the service asks for a longer one, the error is returned. 0: 2 minutes,
	// which is longer than the minute in which rate limits count.
	MaxWait time.Duration

	_ struct{} // callers must name the fields, so that fields can be added
}

// Values for the zero RetryPolicy.
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

// wait returns how long to wait after attempt, counted from 1, has failed with err. It returns false if there is
// no further attempt.
func (p RetryPolicy) wait(err error, attempt int) (time.Duration, bool) {
	if attempt >= p.Attempts || !worthRepeating(err) {
		return 0, false
	}
	// With so many attempts that the power would overflow, MaxWait was reached long before.
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

// jitterPart divides a wait: at most this part of it is added at random.
const jitterPart = 4

func jittered(d time.Duration) time.Duration {
	if d < jitterPart {
		return d
	}
	return d + rand.N(d/jitterPart)
}

// worthRepeating reports whether another attempt may end differently.
func worthRepeating(err error) bool {
	var answer *Error
	if errors.As(err, &answer) {
		busy := answer.Status == http.StatusTooManyRequests || answer.Status >= http.StatusInternalServerError
		return busy && answer.Retryable()
	}
	var broken *connectionError
	return errors.As(err, &broken)
}

// connectionError is the error of a request that got no answer, or an incomplete one.
type connectionError struct {
	text string
	err  error
}

func (e *connectionError) Error() string { return e.text }
func (e *connectionError) Unwrap() error { return e.err }

// unreachable returns an error of a connection. It is a connectionError if another attempt may end differently.
// Its text may contain what the other side sent: a broken Location.
func (c *Client) unreachable(r *call, err error) error {
	var certificate *tls.CertificateVerificationError
	if errors.As(err, &certificate) {
		return fmt.Errorf("client: %s %s: %w", r.method, r.path, err)
	}
	return &connectionError{fmt.Sprintf("client: %s %s: %s", r.method, r.path, c.shown(err.Error(), maxMessage)), err}
}

// retryAfter returns how long an answer asks to wait: in seconds, or as a time by the clock of the service, which
// its header Date tells.
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

const maxSeconds = 1 << 32 // still positive as a time.Duration

// serverNow returns the time by the clock of the service, or ours if the service does not tell it.
func serverNow(h http.Header) time.Time {
	if now, err := http.ParseTime(h.Get("Date")); err == nil {
		return now
	}
	return time.Now()
}

// sleep waits. It fails when ctx ends first; if that is certain in advance, it fails at once.
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
