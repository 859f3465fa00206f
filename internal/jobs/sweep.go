package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

const (
	// sweepsPerLease is how often sweep runs in the time of one lease. What another process left is found soon
	// after its lease has run out.
	sweepsPerLease = 3

	// sweepBatch is how many lost conversions one sweep takes up. The next sweep takes more.
	sweepBatch = 100
)

// sweep takes up conversions that other processes left, until ctx ends. Every process sweeps. The fence lets only
// the first one have a conversion.
func (e *Engine) sweep(ctx context.Context) {
	tick := time.NewTicker(e.cfg.Lease / sweepsPerLease)
	defer tick.Stop()
	var since time.Time // since when the database has answered without a gap
	for {
		at := time.Now()
		if since.IsZero() {
			since = at
		}
		// While the database did not answer, no process could renew its leases. All get a full lease to do so.
		err := e.sweepOnce(ctx, at.Sub(since) > e.cfg.Lease)
		if err != nil && ctx.Err() == nil {
			e.log.WarnContext(ctx, "looking for conversions that were left failed", "error", err)
			since = time.Time{}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (e *Engine) sweepOnce(ctx context.Context, leases bool) error {
	err := e.admitWaiting(ctx)
	if leases {
		err = errors.Join(err, e.takeUpLost(ctx), e.takeUpUnclaimed(ctx))
	}
	return err
}

// admitWaiting admits conversions that wait although there is room. That happens after a change of a plan, and
// when an account has more room than one transaction fills.
func (e *Engine) admitWaiting(ctx context.Context) error {
	var accounts []string
	if err := e.db.View(ctx, func(tx store.Tx) (err error) {
		accounts, err = store.AccountsWaiting(ctx, tx)
		return err
	}); err != nil {
		return err
	}
	for _, account := range accounts {
		if err := e.db.UpdateRelaxed(ctx, func(tx store.Tx) error { return Admit(ctx, tx, account) }); err != nil {
			return err
		}
	}
	return nil
}

// takeUpLost takes up the conversions of workers that are gone: it ends them or puts them into the queue again.
func (e *Engine) takeUpLost(ctx context.Context) error {
	var lost []*store.Conversion
	if err := e.db.View(ctx, func(tx store.Tx) (err error) {
		lost, err = store.Lost(ctx, tx, e.cfg.Lease, sweepBatch)
		return err
	}); err != nil {
		return err
	}
	for _, c := range lost {
		t := store.Ticket{ID: c.ID, Run: c.Run}
		err := e.db.Update(ctx, func(tx store.Tx) error {
			switch {
			case c.InputKey == "" && c.InputURL == "": // its document was in the memory of the dead process
				_, err := endConversion(ctx, tx, c.Account, t, failed(documentLost))
				return err
			case c.Attempts >= Attempts:
				_, err := endConversion(ctx, tx, c.Account, t, failed(store.Failure{Code: CodeCrashed, Message: messages[worker.Crashed]}))
				return err
			default:
				return requeue(ctx, tx, t, givenBack{counts: true})
			}
		})
		if err != nil && !errors.Is(err, store.ErrFenced) {
			return err
		}
		e.log.WarnContext(ctx, "a conversion was left by its worker", "conversion_id", c.ID, "attempt", c.Attempts)
	}
	return nil
}

// takeUpUnclaimed puts conversions into the queue again whose process ended after River had handed them out and
// before it had claimed them.
func (e *Engine) takeUpUnclaimed(ctx context.Context) error {
	now, err := e.db.Now(ctx)
	if err != nil {
		return err
	}
	for after := (*river.JobListCursor)(nil); ; {
		params := river.NewJobListParams(). // River does not hand out the same job twice
							States(rivertype.JobStateRunning).Kinds(conversionArgs{}.Kind()).
							OrderBy(river.JobListOrderByID, river.SortOrderAsc).First(sweepBatch)
		if after != nil {
			params = params.After(after)
		}
		page, err := e.runner.JobList(ctx, params)
		if err != nil {
			return err
		}
		var old []store.Ticket
		for _, job := range page.Jobs {
			if job.AttemptedAt == nil || now.Sub(*job.AttemptedAt) < e.cfg.Lease {
				continue
			}
			var args conversionArgs
			if err := json.Unmarshal(job.EncodedArgs, &args); err != nil {
				return err
			}
			old = append(old, store.Ticket{ID: args.ID, Run: args.Run})
		}
		if err := e.enqueueUnclaimed(ctx, old); err != nil {
			return err
		}
		if len(page.Jobs) < sweepBatch {
			return nil
		}
		after = page.LastCursor
	}
}

// enqueueUnclaimed gives River new tickets for those conversions of the old tickets that still wait for their run.
// Nearly all old tickets were claimed: River keeps the jobs of dead processes for hours.
func (e *Engine) enqueueUnclaimed(ctx context.Context, old []store.Ticket) error {
	if len(old) == 0 {
		return nil
	}
	var unclaimed []store.Ticket
	if err := e.db.View(ctx, func(tx store.Tx) (err error) {
		unclaimed, err = store.Unclaimed(ctx, tx, old)
		return err
	}); err != nil {
		return err
	}
	for _, t := range unclaimed {
		err := e.db.Update(ctx, func(tx store.Tx) error {
			next, err := store.Renew(ctx, tx, t)
			if err != nil {
				return err
			}
			return enqueue(ctx, tx, next, 0)
		})
		if err != nil && !errors.Is(err, store.ErrFenced) {
			return err
		}
	}
	return nil
}
