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
	// sweepsPerLease is how often it is looked for what others left, so that it is
	// found soon after its lease has run out.
	sweepsPerLease = 3

	// sweepBatch is how many are taken up at a time; the next sweep takes more.
	sweepBatch = 100
)

// sweep takes up what others left until ctx ends. Every process does it: whichever
// comes first wins by the fence.
func (e *Engine) sweep(ctx context.Context) {
	tick := time.NewTicker(e.cfg.Lease / sweepsPerLease)
	defer tick.Stop()
	var since time.Time // the database has been there without a gap
	for {
		at := time.Now()
		if since.IsZero() {
			since = at
		}
		// After a gap nobody could renew his lease: all get the time to do so.
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

// admitWaiting admits what waits although there is room: after a change of a plan,
// and where an account has more room than one transaction fills.
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

// takeUpLost ends or enqueues again the conversions of workers that are gone.
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
			case c.InputKey == "" && c.InputURL == "": // it was held
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

// takeUpUnclaimed enqueues again what River gave to a process that ended before it
// had claimed the conversion.
func (e *Engine) takeUpUnclaimed(ctx context.Context) error {
	now, err := e.db.Now(ctx)
	if err != nil {
		return err
	}
	for after := (*river.JobListCursor)(nil); ; {
		params := river.NewJobListParams(). // River does not take the same ones twice
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

// enqueueUnclaimed gives a new ticket to River for those of the tickets whose conversions still wait for
// their run. Nearly all were claimed: River keeps what dead processes had for hours.
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
