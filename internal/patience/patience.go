// Package patience calls code of others that is told by its context to end, and may not do so.
package patience

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/pagelift/pagelift/internal/limits"
)

// Caller counts the calls that have not come back. The zero value is ready; it is safe for concurrent use.
type Caller struct{ away atomic.Int64 }

// ErrAway is the error of a call that is not made, because too many before it have not come back.
var ErrAway = fmt.Errorf("%d calls before have not come back", limits.CallsAway)

// Where a call stands: it runs, it has come back, or nobody waits for it any more.
const (
	running int32 = iota
	back
	away
)

// Call calls f, which must not panic, and returns what f does. Where ctx has ended and limits.CallGrace later f has not
// returned, Call returns the cause of that end, and f goes on alone: what f was given must stay as it is. So do
// limits.CallsAway calls at most, and those that were running beside them.
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
	if !state.CompareAndSwap(running, away) { // it came back just now
		c.away.Add(-1)
		a := <-done
		return a.value, a.err
	}
	return none, context.Cause(ctx)
}
