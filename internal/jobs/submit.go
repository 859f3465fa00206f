package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// ErrDisabled is returned for an account that may not submit.
var ErrDisabled = errors.New("jobs: the account is disabled")

// Submit counts conversions in the account's month, inserts them, and admits as many as the plan allows. All of it
// happens in the caller's transaction, or none. Any process that works on the database may run them. Submit fails
// with *quota.ExceededError, *quota.QueueFullError or ErrDisabled.
func Submit(ctx context.Context, tx store.Tx, account string, conversions ...*store.Conversion) error {
	a, limits, err := lockAccount(ctx, tx, account)
	if err != nil {
		return err
	}
	if !a.Disabled.IsZero() {
		return ErrDisabled
	}
	return submitLocked(ctx, tx, account, limits, conversions)
}

// lockAccount locks an account and returns it with its limits.
func lockAccount(ctx context.Context, tx store.Tx, account string) (*store.Account, quota.Limits, error) {
	a, err := store.LockAccount(ctx, tx, account)
	if err != nil {
		return nil, quota.Limits{}, err
	}
	return a, quota.LimitsOf(a), nil
}

// submitLocked submits conversions of a locked account.
func submitLocked(ctx context.Context, tx store.Tx, account string, limits quota.Limits, conversions []*store.Conversion) error {
	n, bytes := int64(len(conversions)), int64(0)
	if err := quota.CheckQueue(ctx, tx, account, limits, n); err != nil {
		return err
	}
	for _, c := range conversions {
		bytes += c.FileSize
	}
	period, err := quota.Reserve(ctx, tx, account, limits, n, bytes)
	if err != nil {
		return err
	}
	addresses := false
	for _, c := range conversions {
		c.Account, c.Period = account, period
		if err := store.InsertConversion(ctx, tx, c); err != nil {
			return err
		}
		addresses = addresses || c.InputURL != ""
	}
	if addresses {
		if err := wakeFetchers(ctx, tx); err != nil {
			return err
		}
	}
	return admitLocked(ctx, tx, account, limits)
}

// Admit hands conversions of an account to the workers, as many as its plan allows. Callers need it only after a
// change of the plan; the engine admits in all other cases.
func Admit(ctx context.Context, tx store.Tx, account string) error {
	a, err := store.LockAccount(ctx, tx, account)
	if err != nil {
		return err
	}
	return admitLocked(ctx, tx, account, quota.LimitsOf(a))
}

// tiers are how many conversions of an account have River's first, second and third priority. All others have the
// fourth. River serves the priorities in order. Each account has one conversion in the first, so every account
// gets a turn before any gets two: an account that runs twenty does not delay one that runs one.
var tiers = [...]int64{1, 3, 12}

// admitLocked hands conversions of a locked account to the workers, as many as its limits allow.
func admitLocked(ctx context.Context, tx store.Tx, account string, limits quota.Limits) error {
	if waiting, err := store.IsWaiting(ctx, tx, account); err != nil || !waiting {
		return err
	}
	ranks, err := store.ActiveByRank(ctx, tx, account)
	if err != nil {
		return err
	}
	active := int64(0)
	for _, n := range ranks {
		active += n
	}
	tickets, err := store.Admit(ctx, tx, account, limits.Slots(active))
	if err != nil {
		return err
	}
	for _, t := range tickets {
		if rank := nextRank(ranks); rank != t.Rank {
			t.Rank = rank
			if err := store.SetRank(ctx, tx, t); err != nil {
				return err
			}
		}
		if err := enqueue(ctx, tx, t, 0); err != nil {
			return err
		}
	}
	return nil
}

// nextRank takes the first free place in the tiers and returns its rank.
func nextRank(ranks map[int64]int64) int64 {
	rank := int64(1)
	for _, places := range tiers {
		if ranks[rank] < places {
			break
		}
		rank++
	}
	ranks[rank]++
	return rank
}

// Cancel cancels a conversion of an account. A cancelled conversion stays cancelled: its worker learns of it
// within a second, and what it has made is dropped. Cancel fails with store.ErrNotFound. For a conversion that is
// completed or failed it returns the conversion and store.ErrTerminal.
func Cancel(ctx context.Context, tx store.Tx, account, id string) (*store.Conversion, error) {
	return withdraw(ctx, tx, account, id, store.Cancel)
}

// Delete removes a conversion from its account, and cancels it if it has not ended. After the commit the caller
// has Purge delete the blobs. Delete fails with store.ErrNotFound.
func Delete(ctx context.Context, tx store.Tx, account, id string) (*store.Conversion, error) {
	return withdraw(ctx, tx, account, id, store.Delete)
}

// withdraw cancels or deletes a conversion by calling how. If that ends the conversion, withdraw settles it with
// the quota and admits the next one of its account.
func withdraw(ctx context.Context, tx store.Tx, account, id string,
	how func(context.Context, store.Tx, string, string) (*store.Conversion, error)) (*store.Conversion, error) {
	a, err := store.LockAccount(ctx, tx, account)
	if err != nil {
		return nil, err
	}
	before, err := store.GetConversionOf(ctx, tx, account, id)
	if err != nil {
		return nil, err
	}
	c, err := how(ctx, tx, account, id)
	if err != nil || before.Status.Terminal() {
		return c, err
	}
	if err := quota.Settle(ctx, tx, c); err != nil {
		return nil, err
	}
	return c, admitLocked(ctx, tx, account, quota.LimitsOf(a))
}

// conversionArgs are what River stores of a run.
type conversionArgs struct {
	ID  string `json:"id"`
	Run int64  `json:"run"`
}

// Kind implements river.JobArgs.
func (conversionArgs) Kind() string { return "conversion" }

// riverAttempts is more than River ever uses. For River, a run that has begun never fails; an attempt fails only
// when the claim could not reach the database.
const riverAttempts = 100

// enqueue gives a ticket to River, which works it after pause.
func enqueue(ctx context.Context, tx store.Tx, t store.Ticket, pause time.Duration) error {
	opts := &river.InsertOpts{Queue: Queue, MaxAttempts: riverAttempts, Priority: int(t.Rank)}
	if t.Attempts > 0 {
		opts.Queue = retryQueue
	}
	if pause > 0 {
		now, err := tx.Now(ctx)
		if err != nil {
			return err
		}
		opts.ScheduledAt = now.Add(pause)
	}
	return tx.Enqueue(ctx, conversionArgs{ID: t.ID, Run: t.Run}, opts)
}
