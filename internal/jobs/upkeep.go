package jobs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"github.com/pagelift/pagelift/internal/store"
)

const (
	upkeepQueue = "upkeep"

	// blobsEvery and recordsEvery are the pauses of the upkeep. Results live for hours and records for days, so
	// both may live a little longer.
	blobsEvery   = time.Minute
	recordsEvery = time.Hour

	// recordsKept is how long the records of conversions are kept after their end. answersKept is how long answers
	// are kept for requests that are repeated. orphansKept is how long a document may be stored before it is
	// submitted.
	recordsKept = 30 * 24 * time.Hour
	answersKept = 24 * time.Hour
	orphansKept = 24 * time.Hour

	// auditKept is how long the log of changes is kept: a year, as auditors ask, and some weeks for them to come
	// and look.
	auditKept = 400 * 24 * time.Hour

	// windowsKept is longer than any window in which requests are counted.
	windowsKept = 48 * time.Hour

	// upkeepBatch bounds one transaction.
	upkeepBatch = 500
)

// upkeepArgs is a periodic job.
type upkeepArgs struct {
	Of string `json:"of"` // blobs or records
}

// Kind implements river.JobArgs.
func (upkeepArgs) Kind() string { return "upkeep" }

func periodicUpkeep() []*river.PeriodicJob {
	periodic := func(d time.Duration, of string) *river.PeriodicJob {
		return river.NewPeriodicJob(river.PeriodicInterval(d), func() (river.JobArgs, *river.InsertOpts) {
			return upkeepArgs{of}, &river.InsertOpts{Queue: upkeepQueue, MaxAttempts: 1}
		}, &river.PeriodicJobOpts{RunOnStart: true})
	}
	return []*river.PeriodicJob{periodic(blobsEvery, "blobs"), periodic(recordsEvery, "records")}
}

type upkeepWorker struct {
	river.WorkerDefaults[upkeepArgs]
	engine *Engine
}

// Work implements river.Worker. The next job tries again what fails.
func (w *upkeepWorker) Work(ctx context.Context, job *river.Job[upkeepArgs]) error {
	if job.Args.Of == "records" {
		return w.engine.tidyRecords(ctx)
	}
	return w.engine.tidyBlobs(ctx)
}

// tidyBlobs deletes the blobs of expired results, of failed and of deleted conversions, and documents that were
// left.
func (e *Engine) tidyBlobs(ctx context.Context) error {
	return errors.Join(
		e.forEachTicket(ctx, store.Purgeable, e.purge),
		e.forEachTicket(ctx, store.InputsLeft, func(ctx context.Context, t store.Ticket) error {
			if err := e.blobs.Delete(ctx, InputKey(t.ID)); err != nil {
				return err
			}
			return e.db.UpdateRelaxed(ctx, func(tx store.Tx) error { return store.InputGone(ctx, tx, t.ID) })
		}),
	)
}

// purge deletes all blobs of a conversion. The ticket is that of its last run.
func (e *Engine) purge(ctx context.Context, t store.Ticket) error {
	err := errors.Join(e.deletePrefix(ctx, resultsKey(t.ID)), e.blobs.Delete(ctx, InputKey(t.ID)))
	for run := t.Run; run > 0; run-- {
		err = errors.Join(err, e.blobs.Delete(ctx, bundleKey(store.Ticket{ID: t.ID, Run: run})))
	}
	if err != nil {
		return err
	}
	return e.db.UpdateRelaxed(ctx, func(tx store.Tx) error { return store.Purged(ctx, tx, t.ID) })
}

// Purge deletes all blobs of a deleted conversion. A run that is still writing deletes its own. What cannot be
// deleted now, the upkeep deletes later.
func (e *Engine) Purge(ctx context.Context, c *store.Conversion) {
	if c.Deleted.IsZero() || !c.Status.Terminal() {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), purgeTime)
	defer cancel()
	if err := e.purge(ctx, store.Ticket{ID: c.ID, Run: c.Run}); err != nil {
		e.log.WarnContext(ctx, "results of a deleted conversion are left for now", "conversion_id", c.ID, "error", err)
	}
}

// purgeTime is how long the deletion of a conversion waits for that of its blobs.
const purgeTime = 5 * time.Second

// forEachTicket calls do for every conversion of a list that gets shorter by it. It gives up when do fails for all
// of a batch.
func (e *Engine) forEachTicket(ctx context.Context, list func(context.Context, store.Tx, int) ([]store.Ticket, error), do func(context.Context, store.Ticket) error) error {
	for {
		var tickets []store.Ticket
		if err := e.db.View(ctx, func(tx store.Tx) (err error) {
			tickets, err = list(ctx, tx, upkeepBatch)
			return err
		}); err != nil {
			return err
		}
		var failures []error
		for _, t := range tickets {
			if err := do(ctx, t); err != nil {
				failures = append(failures, fmt.Errorf("%s: %w", t.ID, err))
			}
		}
		if len(failures) > 0 && len(failures) == len(tickets) || len(tickets) < upkeepBatch {
			return errors.Join(failures...)
		}
	}
}

// tidyRecords deletes records that are old enough, and documents that were never submitted.
func (e *Engine) tidyRecords(ctx context.Context) error {
	now, err := e.db.Now(ctx)
	if err != nil {
		return err
	}
	return errors.Join(
		e.thin(ctx, store.DeleteOld, now.Add(-recordsKept)),
		e.thin(ctx, store.DeleteOldBatches, now.Add(-recordsKept)),
		e.thin(ctx, store.DeleteOldIdempotent, now.Add(-answersKept)),
		e.thin(ctx, store.DeleteOldWindows, now.Add(-windowsKept)),
		e.thin(ctx, store.DeleteEndedSessions, now),
		e.thin(ctx, store.DeleteOldAudit, now.Add(-auditKept)),
		e.dropOrphans(ctx, now.Add(-orphansKept)),
	)
}

// thin calls del in batches until nothing older than before is left.
func (e *Engine) thin(ctx context.Context, del func(context.Context, store.Tx, time.Time, int) (int64, error), before time.Time) error {
	for {
		var n int64
		err := e.db.UpdateRelaxed(ctx, func(tx store.Tx) (err error) {
			n, err = del(ctx, tx, before, upkeepBatch)
			return err
		})
		if err != nil || n < upkeepBatch {
			return err
		}
	}
}

// dropOrphans deletes documents that no conversion needs: those of conversions that have ended and do not keep
// them, and those that are older than the time before and were never submitted.
func (e *Engine) dropOrphans(ctx context.Context, before time.Time) error {
	for o, err := range e.blobs.List(ctx, inputs) {
		if err != nil {
			return err
		}
		needed, err := e.needed(ctx, strings.TrimPrefix(o.Key, inputs), o.ModTime.After(before))
		if err != nil {
			return err
		}
		if needed {
			continue
		}
		if err := e.blobs.Delete(ctx, o.Key); err != nil {
			return err
		}
	}
	return nil
}

// needed reports whether the document of a conversion is still needed. A recent one may be about to be submitted.
func (e *Engine) needed(ctx context.Context, id string, recent bool) (needed bool, err error) {
	err = e.db.View(ctx, func(tx store.Tx) error {
		c, err := store.GetConversion(ctx, tx, id)
		if errors.Is(err, store.ErrNotFound) {
			needed = recent
			return nil
		}
		needed = err == nil && (!c.Status.Terminal() || c.DocumentKey != "")
		return err
	})
	return needed, err
}
