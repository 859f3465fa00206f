package store

import (
	"context"
	"time"
)

// Backlog counts the work that waits, of all accounts together.
type Backlog struct {
	Waiting    int64         // conversions with their document that no worker has
	Running    int64         // conversions that a worker has
	Oldest     time.Duration // since the first of those was admitted that wait for a worker; 0: none waits
	ToFetch    int64         // conversions whose document is not being fetched yet
	Fetching   int64         // conversions whose document is being fetched
	Deliveries int64         // deliveries with an attempt that is due or under way
}

// GetBacklog counts the backlog. Its time grows with what it counts.
func GetBacklog(ctx context.Context, tx Tx) (b Backlog, err error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return b, err
	}
	err = tx.QueryRow(ctx, `SELECT
		(SELECT COUNT(*) FROM conversions WHERE status = 'queued' AND admitted_at IS NULL AND fetch_at IS NULL)
			+ (SELECT COUNT(*) FROM conversions WHERE status = 'queued' AND admitted_at IS NOT NULL),
		(SELECT COUNT(*) FROM conversions WHERE status = 'processing'),
		(SELECT COUNT(*) FROM conversions WHERE `+toFetch+` AND heartbeat_at IS NULL),
		(SELECT COUNT(*) FROM conversions WHERE `+toFetch+` AND heartbeat_at IS NOT NULL),
		(SELECT COUNT(*) FROM deliveries WHERE status = 'pending')`).Scan(&b.Waiting, &b.Running, &b.ToFetch, &b.Fetching, &b.Deliveries)
	if err != nil {
		return b, err
	}
	oldest, err := OldestAdmitted(ctx, tx)
	if err == nil && !oldest.IsZero() {
		b.Oldest = max(now.Sub(oldest), 0)
	}
	return b, err
}
