package quota

import (
	"context"
	"fmt"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// QueueFullError says that as many conversions of an account are waiting as may.
type QueueFullError struct {
	Limit, Queued int64
	RetryAfter    time.Duration // computed from the pace of the last minutes
}

func (e *QueueFullError) Error() string {
	return fmt.Sprintf("quota: %d conversions are queued, %d may be", e.Queued, e.Limit)
}

const (
	// paceWindow is the time over which the pace of an account is measured, if its queue is that old.
	paceWindow = 2 * time.Minute

	// retryMin and retryMax bound the pause that a caller is told: it must not flood the service, and should try
	// again now and then, whatever the pace is.
	retryMin = time.Second
	retryMax = time.Minute
)

// CheckQueue returns a *QueueFullError if n more conversions do not fit into the queue of a locked account.
// Running conversions do not count.
func CheckQueue(ctx context.Context, tx store.Tx, account string, l Limits, n int64) error {
	length := l.QueueLength()
	if length == Unlimited {
		return nil
	}
	queued, err := store.CountQueued(ctx, tx, account)
	if err != nil {
		return err
	}
	if queued+n <= length || queued == 0 { // a batch that never fits may still enter an empty queue
		return nil
	}
	wait, err := untilRoom(ctx, tx, account, queued+n-length)
	if err != nil {
		return err
	}
	return &QueueFullError{Limit: length, Queued: queued, RetryAfter: wait}
}

// untilRoom returns how long it takes until the queue of an account is shorter by n. It uses the pace of the time
// in which the oldest conversion of the queue has waited, because before that there was no queue. If nothing has
// ended in that time, it returns the same time again.
func untilRoom(ctx context.Context, tx store.Tx, account string, n int64) (time.Duration, error) {
	waited, err := store.QueuedFor(ctx, tx, account)
	if err != nil {
		return 0, err
	}
	window := min(waited, paceWindow)
	done, err := store.CountCompleted(ctx, tx, account, window)
	if err != nil {
		return 0, err
	}
	wait := window
	if done > 0 {
		wait = time.Duration(n) * window / time.Duration(done)
	}
	return min(max(wait, retryMin), retryMax), nil
}
