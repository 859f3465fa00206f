package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

var (
	// errFenced ends a run that is not the current one any more: the conversion is cancelled, or another run has
	// it.
	errFenced = errors.New("jobs: the run is not the current one")
	// errTimeout ends a run that takes too long.
	errTimeout = errors.New("jobs: timeout")
)

const (
	// patience is how long persist tries to store the end of a run. A restart of the database takes seconds. A run
	// whose end is not stored by then is done again.
	patience = time.Minute

	// pauseMin and pauseMax bound the pauses of persist between tries.
	pauseMin = 50 * time.Millisecond
	pauseMax = 2 * time.Second

	// retryPause, times the square of the number of attempts, is the pause before a conversion is tried again that
	// failed for a passing reason.
	retryPause = 5 * time.Second

	// slack is how long a run may take besides its conversion: to read the document, to wait for a process, to
	// store the result.
	slack = 10 * time.Minute
)

// conversionWorker runs the conversions that River hands out.
type conversionWorker struct {
	river.WorkerDefaults[conversionArgs]
	engine *Engine
}

// Work implements river.Worker. It never reports a failed conversion to River: the engine decides what becomes of
// the conversion, and another run is another job. A conversion that gets no place goes back to River, so that any
// process with a free place can take it.
func (w *conversionWorker) Work(ctx context.Context, job *river.Job[conversionArgs]) error {
	var p *place
	if job.Queue == Queue { // retryQueue works one conversion at a time, besides the places
		if p = w.engine.places.wait(ctx); p == nil {
			return river.JobSnooze(0)
		}
		defer p.done()
	}
	return w.engine.claimAndWork(ctx, store.Ticket{ID: job.Args.ID, Run: job.Args.Run}, p)
}

// claimAndWork claims a conversion and runs it to its end.
func (e *Engine) claimAndWork(ctx context.Context, t store.Ticket, p *place) error {
	c, err := e.claim(ctx, t)
	if errors.Is(err, store.ErrFenced) {
		return nil // it was cancelled meanwhile, or handed out twice
	}
	if err != nil {
		return err
	}
	if c.InputURL != "" && c.InputKey == "" { // an earlier version of the program, whose runs fetch, admitted it
		if err := e.sendToFetch(t, c.Account); err != nil && !errors.Is(err, store.ErrFenced) {
			e.log.Error("a conversion without its document is left to be worked again", "conversion_id", c.ID, "error", err)
		}
		return nil
	}
	e.work(e.beginRun(ctx, t, nil, p), c)
	return nil
}

// work runs a claimed conversion. It returns the end that this run reaches. It returns nil if another run follows
// or has taken over.
func (e *Engine) work(r *run, c *store.Conversion) (ended *Result) {
	defer e.runs.remove(r)
	o, parts, failure := e.convert(r, c)
	r.place.free() // the next conversion need not wait until the result is stored
	cause := context.Cause(r.ctx)
	r.cancel(nil) // the heartbeat skips the run from now on
	var err error
	switch {
	case errors.Is(cause, errFenced):
		e.discard(r.ticket)
	case failure == nil:
		if ended, err = e.finish(r, c, o); ended != nil {
			ended.Parts = parts
		}
	case errors.Is(cause, errTimeout):
		ended, err = e.finish(r, c, failed(store.Failure{Code: CodeTimeout, Message: messages[worker.TimedOut]}))
	case cause != nil: // the engine is stopping
		ended, err = e.giveBack(r, c, givenBack{})
	default:
		ended, err = e.fail(r, c, failure)
	}
	if err != nil {
		e.log.Error("a conversion is left to be worked again", "conversion_id", c.ID, "error", err)
	}
	return ended
}

// claim begins the run in the database. It waits for a database that does not answer.
func (e *Engine) claim(ctx context.Context, t store.Ticket) (c *store.Conversion, err error) {
	return c, persist(ctx, func(ctx context.Context) error {
		// The claim must be durable. If a crash of the database lost it, this process would still run the
		// conversion but could not end it, and River would consider the job done.
		return e.db.Update(ctx, func(tx store.Tx) (err error) {
			c, err = store.Claim(ctx, tx, t)
			return err
		})
	}, store.ErrFenced)
}

// fail handles a run that failed. If the document may not be at fault, the conversion is tried again, up to the
// number of attempts that attempts returns: a document that crashes its workers is not tried for ever.
func (e *Engine) fail(r *run, c *store.Conversion, err error) (*Result, error) {
	f, whose := explain(err)
	log := e.log.With("conversion_id", c.ID, "request_id", c.RequestID, "attempt", c.Attempts)
	switch {
	case whose == document:
		if f.Code == CodeInternal {
			log.Error("a conversion failed by a defect", "error", err)
		}
		return e.finish(r, c, failed(f))
	case c.Attempts >= attempts(f, whose):
		log.Error("a conversion is given up", "error", err)
		return e.finish(r, c, failed(f))
	}
	log.Warn("a conversion is tried again", "error", err)
	back := givenBack{counts: true}
	if whose == service {
		back.pause = retryPause * time.Duration(c.Attempts*c.Attempts)
	}
	return e.giveBack(r, c, back)
}

// failed returns the outcome of a run that failed with f.
func failed(f store.Failure) store.Outcome {
	return store.Outcome{Status: store.Failed, Error: &f}
}

// finish stores the end of a run, settles it with the quota, and admits the account's next conversions, in one
// transaction. A run that is not the current one any more leaves nothing behind.
func (e *Engine) finish(r *run, c *store.Conversion, o store.Outcome) (*Result, error) {
	t := r.ticket
	var ended *store.Conversion
	err := persist(context.Background(), func(ctx context.Context) error {
		return e.db.Update(ctx, func(tx store.Tx) (err error) {
			ended, err = endConversion(ctx, tx, c.Account, t, o)
			return err
		})
	}, store.ErrFenced)
	if errors.Is(err, store.ErrFenced) {
		if ended = e.endedBy(t, o); ended == nil { // perhaps it was stored, and only the answer to the commit was lost
			e.discard(t)
			return nil, nil
		}
	} else if err != nil {
		return nil, err
	}
	if r.document.drop() {
		e.dropInput(ended)
	}
	e.Purge(context.Background(), ended) // does nothing unless the conversion was deleted while it ran
	return &Result{Conversion: ended}, nil
}

// endConversion ends a conversion within the transaction of its caller.
func endConversion(ctx context.Context, tx store.Tx, account string, t store.Ticket, o store.Outcome) (*store.Conversion, error) {
	a, limits, err := lockAccount(ctx, tx, account)
	if err != nil {
		return nil, err
	}
	o.Lifetime = limits.ResultLifetime
	c, err := store.Finish(ctx, tx, t, o)
	if err != nil {
		return nil, err
	}
	if err := quota.Settle(ctx, tx, c); err != nil {
		return nil, err
	}
	return c, admitLocked(ctx, tx, a.ID, limits)
}

// endedBy returns the record if it shows the end that this very run has stored, else nil.
func (e *Engine) endedBy(t store.Ticket, o store.Outcome) (c *store.Conversion) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := e.db.View(ctx, func(tx store.Tx) (err error) {
		c, err = store.GetConversion(ctx, tx, t.ID)
		return err
	})
	if err == nil && c.Run == t.Run && c.Status == o.Status && c.ResultKey == o.ResultKey {
		return c
	}
	return nil
}

// givenBack says how a run gives its conversion back.
type givenBack struct {
	counts bool          // the attempt counts
	pause  time.Duration // before the next attempt
}

// giveBack puts the conversion back among the admitted ones. If its document is in memory and cannot be stored,
// the conversion fails.
func (e *Engine) giveBack(r *run, c *store.Conversion, back givenBack) (*Result, error) {
	t := r.ticket
	if err := e.storeDocument(context.Background(), r); err != nil && !errors.Is(err, store.ErrFenced) {
		e.log.Error("keeping the document of a conversion that is tried again", "conversion_id", c.ID, "error", err)
		f, _ := explain(err)
		return e.finish(r, c, failed(f))
	}
	err := persist(context.Background(), func(ctx context.Context) error {
		return e.db.Update(ctx, func(tx store.Tx) error { return requeue(ctx, tx, t, back) })
	}, store.ErrFenced)
	if errors.Is(err, store.ErrFenced) {
		e.discard(t)
		return nil, nil
	}
	return nil, err
}

// requeue gives a conversion back within the transaction of its caller.
func requeue(ctx context.Context, tx store.Tx, t store.Ticket, back givenBack) error {
	next, err := store.GiveBack(ctx, tx, t, back.counts)
	if err != nil {
		return err
	}
	return enqueue(ctx, tx, next, back.pause)
}

// persist calls try until it succeeds, returns the error final, or patience is over. It returns the last error.
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
