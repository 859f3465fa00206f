// Package patience calls foreign code that should end with its context but may not do so.
package patience

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/pagelift/pagelift/internal/limits"
)

// Caller counts the calls that nobody waits for any more. The zero value is ready for use, also concurrently.
type Caller struct{ away atomic.Int64 }

// ErrAway says that a call is not made because too many earlier calls have not returned.
var ErrAway = fmt.Errorf("%d earlier calls have not returned", limits.CallsAway)

// The states of a call: it runs, it has returned, or nobody waits for it any more.
const (
	running int32 = iota
	back
	away
)

// Call calls f, which must not panic, and returns its results. If f has not returned limits.CallGrace after the end of
// ctx, Call returns the cause of that end and f continues alone, so that its arguments must not change. At most
// limits.CallsAway calls continue in this way, and those that were running at the same time.
func Call[T any](ctx context.Context, c *Caller, f func() (T, error)) (T, error) {
	var none T
	if c.away.Load() >= limits.CallsAway {
		return none, ErrAway
	}
	type answer struct {
		value T
		err   error
	}
	var state atomic.Int32
	done := make(chan answer, 1)
	go func() {
		value, err := f()
		done <- answer{value, err}
		if !state.CompareAndSwap(running, back) {
			c.away.Add(-1)
		}
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
	}
	grace := time.NewTimer(limits.CallGrace)
	defer grace.Stop()
	select {
	case a := <-done:
		return a.value, a.err
	case <-grace.C:
	}
	c.away.Add(1)
	if !state.CompareAndSwap(running, away) { // it has returned just now
		c.away.Add(-1)
		a := <-done
		return a.value, a.err
	}
	return none, context.Cause(ctx)
}
