package store

import (
	"context"
	"errors"
	"time"
)

// Usage is what an account has used in a month or on a day, in UTC.
type Usage struct {
	Period      string // 2026-11 or 2026-11-22
	Conversions int64  // accepted and not refunded
	Refunds     int64
	Failed      int64 // conversions that failed
	Pages       int64
	BytesIn     int64
}

// Month returns the month that a time belongs to.
func Month(t time.Time) string { return t.UTC().Format("2006-01") }

// Day returns the day that a time belongs to.
func Day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func scanUsage(r Row) (u Usage, err error) {
	return u, r.Scan(&u.Period, &u.Conversions, &u.Refunds, &u.Failed, &u.Pages, &u.BytesIn)
}

// CountUsage adds to the month and the day of an account. It fails with ErrNotFound if the month would have more
// than limit conversions. A negative limit means no limit. After a failure the transaction must be undone, because
// the day may be counted.
func CountUsage(ctx context.Context, tx Tx, account, month, day string, add Usage, limit int64) error {
	if limit >= 0 && add.Conversions > limit {
		return ErrNotFound
	}
	n, err := tx.Exec(ctx, `INSERT INTO usage_counts (account_id, period, conversions, refunds, failed, pages, bytes_in)
		VALUES ($1, $2, $4, $5, $6, $7, $8), ($1, $3, $4, $5, $6, $7, $8) ON CONFLICT (account_id, period) DO UPDATE SET
		conversions = usage_counts.conversions + excluded.conversions, refunds = usage_counts.refunds + excluded.refunds,
		failed = usage_counts.failed + excluded.failed,
		pages = usage_counts.pages + excluded.pages, bytes_in = usage_counts.bytes_in + excluded.bytes_in
		WHERE CAST($9 AS BIGINT) < 0 OR excluded.period <> $2 OR excluded.conversions <= 0
			OR usage_counts.conversions + excluded.conversions <= $9`,
		account, month, day, add.Conversions, add.Refunds, add.Failed, add.Pages, add.BytesIn, limit)
	if err == nil && n < 2 {
		err = ErrNotFound
	}
	return err
}

// GetUsage returns the usage of a period. It is zero if there is none.
func GetUsage(ctx context.Context, tx Tx, account, period string) (Usage, error) {
	u, err := scanUsage(tx.QueryRow(ctx, `SELECT period, conversions, refunds, failed, pages, bytes_in FROM usage_counts
		WHERE account_id = $1 AND period = $2`, account, period))
	if errors.Is(err, ErrNotFound) {
		return Usage{Period: period}, nil
	}
	return u, err
}

// ListDailyUsage returns the days from first to last (inclusive) that have any usage.
func ListDailyUsage(ctx context.Context, tx Tx, account string, first, last time.Time) ([]Usage, error) {
	return collect(ctx, tx, scanUsage, `SELECT period, conversions, refunds, failed, pages, bytes_in FROM usage_counts
		WHERE account_id = $1 AND period BETWEEN $2 AND $3 AND LENGTH(period) = 10 ORDER BY period`,
		account, Day(first), Day(last))
}

// CountRequest counts a request of a caller (an account, a visitor) in its window of the given length. It returns
// the count and the beginning of the window.
func CountRequest(ctx context.Context, tx Tx, who string, window time.Duration) (requests int64, start time.Time, err error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return 0, time.Time{}, err
	}
	err = tx.QueryRow(ctx, `INSERT INTO rate_windows (account_id, started_at, requests) VALUES ($1, $2, 1)
		ON CONFLICT (account_id) DO UPDATE SET
		requests = CASE WHEN rate_windows.started_at >= excluded.started_at THEN rate_windows.requests + 1 ELSE 1 END,
		started_at = CASE WHEN rate_windows.started_at >= excluded.started_at THEN rate_windows.started_at ELSE excluded.started_at END
		RETURNING requests, started_at`, who, micros(now.Truncate(window))).Scan(&requests, stamp{&start})
	return requests, start, err
}

// DeleteOldWindows deletes at most limit windows that began before a time. It returns how many.
func DeleteOldWindows(ctx context.Context, tx Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM rate_windows WHERE account_id IN (SELECT account_id FROM rate_windows WHERE started_at < $1 LIMIT $2)`, micros(before), limit)
}
