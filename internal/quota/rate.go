package quota

import (
	"context"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// window is the length of the window in which requests of an account are counted.
const window = time.Minute

// Rate is the state of an account's window, as the headers X-RateLimit show it.
type Rate struct {
	Limit     int64 // Unlimited: no limit
	Remaining int64 // Unlimited: no limit
	Reset     time.Time
	Allowed   bool
	// RetryAfter is how long to wait if the request is not allowed.
	RetryAfter time.Duration
}

// Count counts one request of an account. All processes share the count. Counting never waits for the disk.
// Without a limit nothing is counted.
func Count(ctx context.Context, db *store.DB, account string, l Limits) (Rate, error) {
	return CountIn(ctx, db, account, window, l.RequestsPerMinute)
}

// CountIn counts one request of who. limit is how many of them are allowed in a window.
func CountIn(ctx context.Context, db *store.DB, who string, window time.Duration, limit int64) (r Rate, err error) {
	if limit == Unlimited {
		now, err := db.Now(ctx)
		return Rate{Limit: Unlimited, Remaining: Unlimited, Reset: now.Truncate(window).Add(window), Allowed: true}, err
	}
	err = db.UpdateRelaxed(ctx, func(tx store.Tx) error {
		now, err := tx.Now(ctx)
		if err != nil {
			return err
		}
		requests, start, err := store.CountRequest(ctx, tx, who, window)
		r = Rate{
			Limit:     limit,
			Remaining: max(limit-requests, 0),
			Reset:     start.Add(window),
			Allowed:   requests <= limit,
		}
		if !r.Allowed {
			r.RetryAfter = r.Reset.Sub(now)
		}
		return err
	})
	return r, err
}
