package store

import (
	"context"
	"time"
)

// Backlog is what all accounts together wait for.
type Backlog struct {
	Waiting    int64         // conversions that no worker has, though their document is here
	Running    int64         // conversions that one has
	Oldest     time.Duration // since the first of those was admitted that wait for a worker; 0: none waits
	ToFetch    int64         // conversions whose document nobody fetches yet
	Fetching   int64         // conversions whose document somebody fetches
	Deliveries int64         // that an attempt is due for, or under way
}

// GetBacklog counts. It takes time in proportion to what it counts.
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
