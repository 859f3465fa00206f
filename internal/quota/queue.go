package quota

import (
	"context"
	"fmt"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// QueueFullError is returned when an account has as many conversions waiting as it may.
type QueueFullError struct {
	Limit, Queued int64
	RetryAfter    time.Duration // by the pace of the last minutes
}

func (e *QueueFullError) Error() string {
	return fmt.Sprintf("quota: %d conversions are queued, %d may be", e.Queued, e.Limit)
}

const (
	// paceWindow is how far back the pace of an account is measured, if its queue is so old.
	paceWindow = 2 * time.Minute

	// retryMin and retryMax bound what a caller is told: not to hammer, and to look
	// again now and then, whatever the pace was.
	retryMin = time.Second
	retryMax = time.Minute
)

// CheckQueue fails with a *QueueFullError when n more conversions do not fit into
// the queue of a locked account. What runs does not count.
func CheckQueue(ctx context.Context, tx store.Tx, account string, l Limits, n int64) error {
	length := l.QueueLength()
	if length == Unlimited {
		return nil
	}
	queued, err := store.CountQueued(ctx, tx, account)
	if err != nil {
		return err
	}
	if queued+n <= length || queued == 0 { // what never fits may still go alone
		return nil
	}
	wait, err := untilRoom(ctx, tx, account, queued+n-length)
	if err != nil {
		return err
	}
	return &QueueFullError{Limit: length, Queued: queued, RetryAfter: wait}
}

// untilRoom returns how long it takes the queue of an account to get shorter by n, at the pace of
// the time in which its oldest conversion has waited: before that there was no queue. Where
// nothing has ended in that time, it is as long again.
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
