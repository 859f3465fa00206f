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
	// paceWindow is how far back the pace of an account is measured.
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
	done, err := store.CountCompleted(ctx, tx, account, paceWindow)
	if err != nil {
		return err
	}
	wait := retryMax
	if done > 0 {
		wait = min(max(time.Duration(queued+n-length)*paceWindow/time.Duration(done), retryMin), retryMax)
	}
	return &QueueFullError{Limit: length, Queued: queued, RetryAfter: wait}
}
