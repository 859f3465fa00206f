package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

var (
	// errCancelled ends a run whose conversion is not wanted any more.
	errCancelled = errors.New("jobs: cancelled")
	// errFenced ends a run that is not the current one any more.
	errFenced = errors.New("jobs: another run has the conversion")
	// errTimeout ends a run that takes too long.
	errTimeout = errors.New("jobs: timeout")
)

const (
	// patience is how long the end of a run is tried to be stored: a restart of the
	// database takes seconds. What is not stored by then is worked again.
	patience = time.Minute

	// pauseMin and pauseMax bound the pauses between tries.
	pauseMin = 50 * time.Millisecond
	pauseMax = 2 * time.Second

	// unresponsive is how long a converter may go on after it was told to end; a
	// subprocess is killed within two seconds.
	unresponsive = 5 * time.Second
)

// conversionWorker is what River calls.
type conversionWorker struct {
	river.WorkerDefaults[conversionArgs]
	engine *Engine
}

// Work implements river.Worker. River is told of no failure: what becomes of the
// conversion is decided here, and another run is another job.
func (w *conversionWorker) Work(ctx context.Context, job *river.Job[conversionArgs]) error {
	return w.engine.work(ctx, store.Ticket{ID: job.Args.ID, Run: job.Args.Run})
}

// work is one run, from the claim to its end.
func (e *Engine) work(ctx context.Context, t store.Ticket) error {
	c, err := e.claim(ctx, t)
	if errors.Is(err, store.ErrFenced) {
		return nil // cancelled meanwhile, or handed out twice
	}
	if err != nil {
		return err
	}
	r := e.runs.begin(ctx, t, e.cfg.Timeout)
	defer e.runs.end(r)
	o, ended, failure := e.convert(r, c)
	cause := context.Cause(r.ctx)
	r.cancel(nil)
	switch {
	case errors.Is(cause, errFenced):
		e.discard(t)
	case errors.Is(cause, errCancelled):
		err = e.finish(t, store.Outcome{Status: store.Cancelled})
	case failure == nil:
		err = e.finish(t, *o)
	case ctx.Err() != nil: // the engine is stopping
		err = e.giveBack(t, false)
	case errors.Is(cause, errTimeout):
		err = e.finish(t, failed(&Error{Code: CodeTimeout, Message: fmt.Sprintf("The conversion took longer than %s.", e.cfg.Timeout)}))
	default:
		err = e.fail(c, t, failure)
	}
	if err != nil {
		e.log.ErrorContext(ctx, "a conversion is left to be worked again", "conversion_id", t.ID, "error", err)
	}
	e.await(ended, t)
	return nil
}

// await holds the slot of a conversion that does not obey until it does, if ever:
// what it takes from the machine cannot be given to another.
func (e *Engine) await(ended <-chan struct{}, t store.Ticket) {
	select {
	case <-ended:
		return
	default:
	}
	e.log.Error("a conversion does not end; its slot is written off", "conversion_id", t.ID)
	e.lost.Add(1)
	<-ended
	e.lost.Add(-1)
}

// claim begins the run; a database that is away is waited for.
func (e *Engine) claim(ctx context.Context, t store.Ticket) (c *store.Conversion, err error) {
	return c, persist(ctx, func(ctx context.Context) error {
		return e.db.UpdateRelaxed(ctx, func(tx store.Tx) (err error) {
			c, err = store.Claim(ctx, tx, t)
			return err
		})
	}, store.ErrFenced)
}

// fail decides about a run that failed. What may not be the document's fault is
// tried again; a document that is a danger to its workers is not tried for ever.
func (e *Engine) fail(c *store.Conversion, t store.Ticket, err error) error {
	var known *Error
	again := c.Attempts < Attempts
	if errors.As(err, &known) && !(known.Crashed && again) {
		if known.Crashed || known.Code == CodeInternal {
			e.log.Error("a conversion failed", "conversion_id", c.ID, "request_id", c.RequestID, "code", known.Code, "error", known.Err)
		}
		return e.finish(t, failed(known))
	}
	if again {
		e.log.Warn("a conversion is tried again", "conversion_id", c.ID, "request_id", c.RequestID, "attempt", c.Attempts, "error", err)
		return e.giveBack(t, true)
	}
	e.log.Error("a conversion failed", "conversion_id", c.ID, "request_id", c.RequestID, "code", CodeInternal, "error", err)
	return e.finish(t, failed(&Error{Code: CodeInternal, Message: "The service could not convert the document."}))
}

func failed(err *Error) store.Outcome {
	return store.Outcome{Status: store.Failed, Error: &store.Failure{Code: err.Code, Message: err.Message, Details: err.Details}}
}

// finish stores the end of a run, settles its account and admits what comes next,
// in one transaction. A run that is not the current one leaves nothing behind.
func (e *Engine) finish(t store.Ticket, o store.Outcome) error {
	var c *store.Conversion
	err := persist(context.Background(), func(ctx context.Context) error {
		return e.db.Update(ctx, func(tx store.Tx) (err error) {
			c, err = end(ctx, tx, t, o)
			return err
		})
	}, store.ErrFenced)
	switch {
	case errors.Is(err, store.ErrFenced):
		if e.ended(t, o) { // by a commit whose answer was lost
			return nil
		}
		e.discard(t)
		return nil
	case err != nil:
		return err
	}
	e.dropInput(c)
	return nil
}

// end is the transaction of finish.
func end(ctx context.Context, tx store.Tx, t store.Ticket, o store.Outcome) (*store.Conversion, error) {
	account, err := accountOf(ctx, tx, t.ID)
	if err != nil {
		return nil, err
	}
	limits := quota.Of(account)
	o.Lifetime = limits.ResultLifetime
	c, err := store.Finish(ctx, tx, t, o)
	if err != nil {
		return nil, err
	}
	if err := quota.Settle(ctx, tx, c); err != nil {
		return nil, err
	}
	return c, admit(ctx, tx, account.ID, limits)
}

// accountOf locks the account of a conversion.
func accountOf(ctx context.Context, tx store.Tx, id string) (*store.Account, error) {
	c, err := store.GetConversion(ctx, tx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, store.ErrFenced
	}
	if err != nil {
		return nil, err
	}
	return store.LockAccount(ctx, tx, c.Account)
}

// ended reports whether the record shows the end that this very run brought.
func (e *Engine) ended(t store.Ticket, o store.Outcome) bool {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var c *store.Conversion
	err := e.db.View(ctx, func(tx store.Tx) (err error) {
		c, err = store.GetConversion(ctx, tx, t.ID)
		return err
	})
	return err == nil && c.Run == t.Run && c.Status == o.Status && c.ResultKey == o.ResultKey
}

// giveBack puts the conversion back among the admitted.
func (e *Engine) giveBack(t store.Ticket, counts bool) error {
	err := persist(context.Background(), func(ctx context.Context) error {
		return e.db.Update(ctx, func(tx store.Tx) error { return again(ctx, tx, t, counts) })
	}, store.ErrFenced)
	if errors.Is(err, store.ErrFenced) {
		e.discard(t)
		return nil
	}
	return err
}

// again is the transaction of giveBack.
func again(ctx context.Context, tx store.Tx, t store.Ticket, counts bool) error {
	next, err := store.GiveBack(ctx, tx, t, counts)
	if err != nil {
		return err
	}
	return enqueue(ctx, tx, next)
}

// persist tries something on the database until it succeeds, fails for good, or
// patience is at its end.
func persist(ctx context.Context, try func(context.Context) error, final error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		err := try(ctx)
		if err == nil || errors.Is(err, final) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}
