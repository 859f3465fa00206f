package jobs

import (
	"context"
	"time"

	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// SubmitBatch submits conversions as one batch, all or none, in the caller's transaction. It sets b.Total and
// makes each conversion a member. Members that have an Error already are stored as failed and do not count against
// the quota. SubmitBatch fails as Submit does.
func SubmitBatch(ctx context.Context, tx store.Tx, b *store.Batch, members []*store.Conversion) error {
	if b.ID == "" {
		b.ID = store.NewID("batch")
	}
	b.Total = int64(len(members))
	good := make([]*store.Conversion, 0, len(members))
	for _, c := range members {
		c.Account, c.Batch, c.RequestID, c.Traceparent = b.Account, b.ID, b.RequestID, b.Traceparent
		if c.ID == "" {
			c.ID = store.NewID("conv")
		}
		if c.Error == nil {
			good = append(good, c)
		}
	}
	if err := Submit(ctx, tx, b.Account, good...); err != nil {
		return err
	}
	if err := store.InsertBatch(ctx, tx, b); err != nil {
		return err
	}
	for _, c := range members {
		if c.Error != nil {
			if err := store.InsertFailed(ctx, tx, c); err != nil {
				return err
			}
		}
	}
	if len(good) == len(members) {
		return nil
	}
	now, err := store.GetBatch(ctx, tx, b.ID)
	if err == nil {
		*b = *now
	}
	return err
}

// CancelBatch cancels all members of a batch that have not ended, as Cancel does, and returns the batch. It fails
// with store.ErrNotFound.
func CancelBatch(ctx context.Context, tx store.Tx, account, id string) (*store.Batch, error) {
	b, err := store.CancelBatch(ctx, tx, account, id, func(c *store.Conversion) error { return quota.Settle(ctx, tx, c) })
	if err != nil {
		return nil, err
	}
	return b, Admit(ctx, tx, account)
}

const (
	// progressStep is the percentage between two notices of progress. A batch of any size has ten of them at most;
	// the last is its end.
	progressStep = 10

	// progressPause is the least time between two notices of progress: a long batch shows its progress, and a
	// quick one does not flood its receiver.
	progressPause = 5 * time.Second
)

// BatchHook returns a hook that counts the members of batches as they end. In the same transaction it passes the
// events of the batches to tell: store.BatchProgress now and then, store.BatchCompleted once.
func BatchHook(tell func(ctx context.Context, tx store.Tx, event store.Event, b *store.Batch) error) store.Hook {
	return func(ctx context.Context, tx store.Tx, event store.Event, c *store.Conversion) error {
		if c.Batch == "" {
			return nil
		}
		if event == store.ConversionStarted {
			return store.StartBatch(ctx, tx, c.Batch)
		}
		b, err := store.CountMembers(ctx, tx, c.Batch, tallies[event])
		if err != nil {
			return err
		}
		if b.Status.Terminal() {
			return tell(ctx, tx, store.BatchCompleted, b)
		}
		return progress(ctx, tx, b, tell)
	}
}

// tallies says how the end of a member is counted.
var tallies = map[store.Event]store.Tally{
	store.ConversionCompleted: {Succeeded: 1},
	store.ConversionFailed:    {Failed: 1},
	store.ConversionCancelled: {Cancelled: 1},
}

// progress tells of the progress of a batch, if a notice is due.
func progress(ctx context.Context, tx store.Tx, b *store.Batch,
	tell func(context.Context, store.Tx, store.Event, *store.Batch) error) error {
	step := b.Percentage() - b.Percentage()%progressStep
	if step <= b.Told {
		return nil
	}
	now, err := tx.Now(ctx)
	if err != nil || now.Sub(b.ToldAt) < progressPause {
		return err
	}
	if err := store.NoteTold(ctx, tx, b, step); err != nil {
		return err
	}
	return tell(ctx, tx, store.BatchProgress, b)
}
