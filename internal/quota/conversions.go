package quota

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// ExceededError says that the month has fewer conversions left than a request needs.
type ExceededError struct {
	Limit, Requested, Remaining int64
	Resets                      time.Time // when the next month begins
}

func (e *ExceededError) Error() string {
	return fmt.Sprintf("quota: %d conversions asked for, %d of %d left until %s",
		e.Requested, e.Remaining, e.Limit, e.Resets.Format(time.DateOnly))
}

// Reserve counts n conversions with their bytes in the current month, all or none. It returns the month, which is
// stored with the conversions for a refund.
func Reserve(ctx context.Context, tx store.Tx, account string, l Limits, n, bytes int64) (period string, err error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return "", err
	}
	month := store.Month(now)
	err = store.CountUsage(ctx, tx, account, month, store.Day(now), store.Usage{Conversions: n, BytesIn: bytes}, l.MonthlyConversions)
	if errors.Is(err, store.ErrNotFound) {
		return "", exceeded(ctx, tx, account, l, n, now)
	}
	return month, err
}

// exceeded returns the error of an account that has fewer than n conversions left.
func exceeded(ctx context.Context, tx store.Tx, account string, l Limits, n int64, now time.Time) error {
	used, err := store.GetUsage(ctx, tx, account, store.Month(now))
	if err != nil {
		return err
	}
	remaining := max(l.MonthlyConversions-used.Conversions, 0)
	return &ExceededError{Limit: l.MonthlyConversions, Requested: n, Remaining: remaining, Resets: Resets(now)}
}

// Resets returns when the month of a time ends and the next one begins.
func Resets(now time.Time) time.Time {
	now = now.UTC()
	return time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC)
}

// free lists the failures that cost nothing: those of the service itself, and those of a file that is no PDF
// document. Failures that the caller could have avoided (a missing password, an address that does not answer) are
// counted.
var free = map[string]bool{
	"internal_error":      true,
	"conversion_crashed":  true,
	"conversion_timeout":  true,
	"service_unavailable": true,
	"invalid_file_format": true,
	"invalid_document":    true,
}

// Settle counts the end of a conversion: its pages, the bytes that were fetched for it, and its failure or refund.
func Settle(ctx context.Context, tx store.Tx, c *store.Conversion) error {
	var end store.Usage
	at, month := c.Completed, store.Month(c.Completed)
	switch {
	case c.Period != "" && refundable(c):
		end.Conversions, end.Refunds = -1, 1
		at, month = c.Created, c.Period
	case c.Status == store.Failed:
		end.Failed = 1
		at, month = c.Created, store.Month(c.Created) // the month in which the conversion was accepted
	case c.Status == store.Completed:
		end.Pages = c.PagesDone
	}
	if c.InputURL != "" {
		end.BytesIn = c.FileSize
	}
	if end == (store.Usage{}) {
		return nil
	}
	return store.CountUsage(ctx, tx, c.Account, month, store.Day(at), end, Unlimited)
}

// refundable reports whether a conversion ended without fault of its account.
func refundable(c *store.Conversion) bool {
	switch c.Status {
	case store.Failed:
		return c.Error != nil && free[c.Error.Code]
	case store.Cancelled:
		return c.Started.IsZero()
	}
	return false
}
