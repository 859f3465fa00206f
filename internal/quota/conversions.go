package quota

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// ExceededError is returned when the month has not as many conversions left as
// were asked for.
type ExceededError struct {
	Limit, Requested, Remaining int64
	Resets                      time.Time // when the next month begins
}

func (e *ExceededError) Error() string {
	return fmt.Sprintf("quota: %d conversions asked for, %d of %d left until %s",
		e.Requested, e.Remaining, e.Limit, e.Resets.Format(time.DateOnly))
}

// Reserve counts n conversions with their bytes in the month that it is, all or
// none, and returns the month, which the conversions keep for a refund.
func Reserve(ctx context.Context, tx store.Tx, account string, l Limits, n, bytes int64) (period string, err error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return "", err
	}
	add := store.Usage{Period: store.Month(now), Conversions: n, BytesIn: bytes}
	_, err = store.CountUsage(ctx, tx, account, add, l.MonthlyConversions)
	if errors.Is(err, store.ErrNotFound) {
		used, err := store.GetUsage(ctx, tx, account, add.Period)
		if err != nil {
			return "", err
		}
		remaining := max(l.MonthlyConversions-used.Conversions, 0)
		return "", &ExceededError{Limit: l.MonthlyConversions, Requested: n, Remaining: remaining, Resets: Resets(now)}
	}
	if err != nil {
		return "", err
	}
	add.Period = store.Day(now)
	_, err = store.CountUsage(ctx, tx, account, add, Unlimited)
	return store.Month(now), err
}

// refund takes a conversion out of the month in which it was counted.
func refund(ctx context.Context, tx store.Tx, c *store.Conversion) error {
	if c.Period == "" {
		return nil
	}
	for _, period := range []string{c.Period, store.Day(c.Created)} {
		back := store.Usage{Period: period, Conversions: -1, Refunds: 1}
		if _, err := store.CountUsage(ctx, tx, c.Account, back, Unlimited); err != nil {
			return err
		}
	}
	return nil
}

// pages counts the pages of a conversion that was done.
func pages(ctx context.Context, tx store.Tx, c *store.Conversion) error {
	for _, period := range []string{store.Month(c.Completed), store.Day(c.Completed)} {
		if _, err := store.CountUsage(ctx, tx, c.Account, store.Usage{Period: period, Pages: c.PagesDone}, Unlimited); err != nil {
			return err
		}
	}
	return nil
}

// Resets is when the month of a time is over and the next one begins.
func Resets(now time.Time) time.Time {
	now = now.UTC()
	return time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC)
}

// free are the failures that cost nothing: those that are the service's own, and
// those of a file that is no PDF document. Failures that the caller could have
// avoided (a password that he did not give, an address that does not answer) count.
var free = map[string]bool{
	"internal_error":      true,
	"conversion_crashed":  true,
	"conversion_timeout":  true,
	"service_unavailable": true,
	"invalid_file_format": true,
	"invalid_document":    true,
}

// Settle counts the end of a conversion: its pages, or the refund that is due.
func Settle(ctx context.Context, tx store.Tx, c *store.Conversion) error {
	switch {
	case c.Status == store.Completed:
		return pages(ctx, tx, c)
	case c.Status == store.Failed && c.Error != nil && free[c.Error.Code],
		c.Status == store.Cancelled && c.Started.IsZero():
		return refund(ctx, tx, c)
	}
	return nil
}
