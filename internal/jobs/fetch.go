package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/riverqueue/river"

	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

// Fetches says how the documents of addresses are fetched: beside the places where
// conversions run, so that a slow server keeps no place from anybody.
type Fetches struct {
	// From gets the documents. nil: other processes do so.
	From Fetcher

	// Concurrency is how many are fetched here at a time, and PerAccount how many of an
	// account by all processes. Default to fetchersDefault and perAccountDefault.
	Concurrency, PerAccount int

	// Limits bound each, but for Bytes, which its account does.
	Limits fetch.Limits

	// Observe is told of each fetch that begins, with the traceparent of its conversion, and what
	// it returns is told how it ended: "ok", the code of the failure or, where there is
	// one, its cause, and the outcomes below. nil: nobody is.
	Observe func(traceparent string) (ended func(outcome string))
}

// Outcomes of fetches besides fetch.Code and fetch.Cause.
const (
	fetchOK        = "ok"
	fetchCancelled = "cancelled" // or somebody else's
	fetchStopped   = "stopped"   // with the process, for another one
	fetchTrouble   = "trouble"   // of the service itself
)

const (
	// fetchersDefault costs a goroutine, a connection and a file each.
	fetchersDefault = 16

	// perAccountDefault is a quarter of the pool of a process. Four accounts with slow servers
	// fill it; the place that is free next, within the grace of their servers, is that of
	// another account.
	perAccountDefault = 4

	// lookEvery finds addresses whose notice was lost, and those of processes that ended.
	lookEvery = 500 * time.Millisecond

	// renewalsPerLease is how often a lease is renewed in its time: two may fail.
	renewalsPerLease = 3

	// fetchQueue is River's queue of those who tell of addresses, and fetchWakers how many of
	// its jobs are worked at a time: they do nothing but tell.
	fetchQueue  = "fetches"
	fetchWakers = 4
)

// fetchArgs is the job that tells one process that there are documents to fetch.
type fetchArgs struct{}

// Kind implements river.JobArgs.
func (fetchArgs) Kind() string { return "fetch" }

type fetchWorker struct {
	river.WorkerDefaults[fetchArgs]
	engine *Engine
}

// Work implements river.Worker.
func (w *fetchWorker) Work(context.Context, *river.Job[fetchArgs]) error {
	poke(w.engine.fetchWake)
	return nil
}

// wakeFetchers has a process look for documents to fetch if the transaction commits.
func wakeFetchers(ctx context.Context, tx store.Tx) error {
	return tx.Enqueue(ctx, fetchArgs{}, &river.InsertOpts{Queue: fetchQueue, MaxAttempts: 1})
}

// poke makes the loop that listens to the channel look.
func poke(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default: // it will look anyhow
	}
}

// startFetching begins to fetch, until stopFetching.
func (e *Engine) startFetching(ctx context.Context) {
	var loops context.Context
	loops, e.fetchQuit = context.WithCancel(ctx)
	forget := e.db.Subscribe(func(id string) {
		if e.fetches.has(id) { // it may be cancelled
			poke(e.fetchCheck)
		}
	})
	context.AfterFunc(loops, forget)
	e.fetchers.Go(func() { e.takeFetches(loops) })
	e.fetchers.Go(func() { e.renewFetches(loops) })
}

// stopFetching gives back what is being fetched, without counting the attempt, and returns when that is
// done.
func (e *Engine) stopFetching() {
	if e.fetchQuit != nil {
		e.fetchQuit()
		e.fetchers.Wait()
	}
}

// takeFetches takes what is to be fetched, as far as there is room, until ctx ends.
func (e *Engine) takeFetches(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var since time.Time // the database has been there without a gap
	for {
		at := time.Now()
		if since.IsZero() {
			since = at
		}
		// After a gap nobody could renew his lease: all get the time to do so.
		if err := e.takeSome(ctx, at.Sub(since) > e.cfg.Lease); err != nil && ctx.Err() == nil {
			e.log.WarnContext(ctx, "looking for documents to fetch failed", "error", err)
			since = time.Time{}
			select { // no faster than that, whoever calls
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-e.fetchWake:
		}
	}
}

// takeSome takes what there is room for, and begins to fetch it. lost says that leases which have run
// out are nobody's.
func (e *Engine) takeSome(ctx context.Context, lost bool) error {
	f := store.Fetching{
		PerAccount: e.cfg.Fetches.PerAccount, Most: e.cfg.Fetches.Concurrency - e.fetches.count(), Lease: e.cfg.Lease, Lost: lost,
	}
	if f.Most <= 0 {
		return nil
	}
	var due []string
	if err := e.db.View(ctx, func(tx store.Tx) (err error) {
		due, err = store.DueFetches(ctx, tx, f)
		return err
	}); err != nil || len(due) == 0 {
		return err
	}
	var taken []*store.Conversion
	uncut := context.WithoutCancel(ctx) // what is taken is known, and given back
	if err := e.db.UpdateRelaxed(uncut, func(tx store.Tx) (err error) {
		taken, err = store.TakeFetches(uncut, tx, f)
		return err
	}); err != nil {
		return err
	}
	for _, c := range taken {
		r := newRun(ctx, store.Ticket{ID: c.ID, Run: c.Run}, nil, nil)
		e.fetches.add(r)
		e.fetchers.Go(func() {
			e.fetchOne(r, c)
			poke(e.fetchWake) // there is room again
		})
	}
	return nil
}

// renewFetches renews the leases of what is fetched here, in one transaction for all, and ends what is
// cancelled or somebody else's, until ctx ends.
func (e *Engine) renewFetches(ctx context.Context) {
	every(ctx, e.cfg.Lease/renewalsPerLease, e.fetchCheck, func() {
		err := e.renew(ctx, e.fetches.list(), func(ctx context.Context, tx store.Tx, r *run) error {
			return store.RenewFetch(ctx, tx, r.ticket, e.cfg.Lease)
		})
		if err != nil && ctx.Err() == nil {
			e.log.WarnContext(ctx, "renewing the leases of fetches failed", "error", err)
		}
	})
}

// fetchOne fetches the document of a conversion that was taken, and lets the conversion go on with it, or
// ends it.
func (e *Engine) fetchOne(r *run, c *store.Conversion) {
	defer e.fetches.remove(r)
	ended := e.cfg.Fetches.Observe(c.Traceparent)
	outcome, err := e.fetchAndStore(r, c)
	if err != nil {
		e.log.Error("a document is left to be fetched again", "conversion_id", c.ID, "error", err)
	}
	ended(outcome)
}

// fetchAndStore fetches the document and stores it, and names what came of that.
func (e *Engine) fetchAndStore(r *run, c *store.Conversion) (outcome string, err error) {
	defer r.cancel(nil)
	if c.Attempts >= Troubles { // no fetch reads the document: whoever died did not die of it
		return CodeCrashed, e.endFetch(r, c, store.Failure{Code: CodeCrashed, Message: messages[worker.Crashed]})
	}
	// Besides the fetch, whose time is bounded, there is the storage.
	timer := time.AfterFunc(e.cfg.Fetches.Limits.Time+slack, func() { r.cancel(errTimeout) })
	defer timer.Stop()
	name, size, failure := e.download(r.ctx, c)
	cause := context.Cause(r.ctx)
	r.cancel(nil) // its lease is renewed no more
	switch {
	case errors.Is(cause, errFenced):
		e.dropFetched(c.ID)
		return fetchCancelled, nil
	case failure == nil:
		return fetchOK, e.fetched(r, c, name, size)
	case errors.Is(cause, errTimeout):
		return fetchTrouble, e.failFetch(r, c, cause)
	case cause != nil: // the engine is stopping
		return fetchStopped, e.giveBackFetch(r, false, 0)
	}
	return fetchOutcome(failure), e.failFetch(r, c, failure)
}

// fetchOutcome names a failure.
func fetchOutcome(err error) string {
	f, ok := errors.AsType[*fetch.Error](err)
	switch {
	case !ok:
		return fetchTrouble
	case f.Cause != "":
		return string(f.Cause)
	}
	return string(f.Code)
}

// download brings the document to the blob of the conversion. A failure that is a *fetch.Error is that of the
// document's server, any other one the service's.
func (e *Engine) download(ctx context.Context, c *store.Conversion) (name string, size int64, err error) {
	bounds := e.cfg.Fetches.Limits
	if bounds.Bytes, err = e.fileLimit(ctx, c.Account); err != nil {
		return "", 0, err
	}
	doc, err := e.cfg.Fetches.From.Fetch(ctx, c.InputURL, bounds)
	if err != nil {
		return "", 0, err
	}
	defer doc.Body.Close()
	from := &counted{from: doc.Body}
	err = e.blobs.Put(ctx, InputKey(c.ID), from, "application/pdf")
	switch {
	case from.err != nil:
		return "", 0, from.err
	case err != nil:
		return "", 0, fmt.Errorf("keeping a document: %w", err)
	}
	return doc.Name, from.n, nil
}

// counted counts what is read, and keeps the failure to do so.
type counted struct {
	from io.Reader
	n    int64
	err  error
}

// Read implements io.Reader.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.n += int64(n)
	if err != nil && err != io.EOF {
		c.err = err
	}
	return n, err
}

// fileLimit is the largest document that the account may have converted.
func (e *Engine) fileLimit(ctx context.Context, account string) (limit int64, err error) {
	err = e.db.View(ctx, func(tx store.Tx) error {
		a, err := store.GetAccount(ctx, tx, account)
		if err != nil {
			return err
		}
		limit = quota.LimitsOf(a).FileBytes
		return nil
	})
	if limit == quota.Unlimited {
		limit = limits.FileBytes
	}
	return limit, err
}

// fetched notes where the document is, and lets the conversion wait for its turn.
func (e *Engine) fetched(r *run, c *store.Conversion, name string, size int64) error {
	return e.settleFetch(r, e.db.UpdateRelaxed, func(ctx context.Context, tx store.Tx) error {
		a, limits, err := lockAccount(ctx, tx, c.Account)
		if err != nil {
			return err
		}
		if err := store.Fetched(ctx, tx, r.ticket, InputKey(c.ID), name, size); err != nil {
			return err
		}
		return admitLocked(ctx, tx, a.ID, limits)
	})
}

// failFetch decides about a fetch that failed.
func (e *Engine) failFetch(r *run, c *store.Conversion, err error) error {
	f, whose := explain(err)
	attempt := c.Attempts + 1
	log := e.log.With("conversion_id", c.ID, "request_id", c.RequestID, "attempt", attempt)
	switch {
	case whose == document:
		return e.endFetch(r, c, f)
	case attempt >= attempts(f, whose):
		log.Error("fetching a document is given up", "error", err)
		return e.endFetch(r, c, f)
	}
	log.Warn("a document is fetched again", "error", err)
	return e.giveBackFetch(r, true, retryPause*time.Duration(attempt*attempt))
}

// endFetch ends the conversion, as a run of it would.
func (e *Engine) endFetch(r *run, c *store.Conversion, f store.Failure) error {
	return e.settleFetch(r, e.db.Update, func(ctx context.Context, tx store.Tx) error {
		if _, _, err := lockAccount(ctx, tx, c.Account); err != nil {
			return err
		}
		if _, err := store.Claim(ctx, tx, r.ticket); err != nil {
			return err
		}
		_, err := endConversion(ctx, tx, c.Account, r.ticket, failed(f))
		return err
	})
}

// giveBackFetch lets the document be fetched again after a pause.
func (e *Engine) giveBackFetch(r *run, counts bool, pause time.Duration) error {
	return e.settleFetch(r, e.db.UpdateRelaxed, func(ctx context.Context, tx store.Tx) error {
		if err := store.GiveBackFetch(ctx, tx, r.ticket, counts, pause); err != nil || pause > 0 {
			return err
		}
		return wakeFetchers(ctx, tx)
	})
}

// settleFetch stores what became of a fetch. One that is not the current one leaves nothing behind. Only the
// end of a conversion waits for the disk: all else is fetched again if it is lost with the database.
func (e *Engine) settleFetch(r *run, update func(context.Context, func(store.Tx) error) error,
	what func(ctx context.Context, tx store.Tx) error) error {
	err := persist(context.Background(), func(ctx context.Context) error {
		return update(ctx, func(tx store.Tx) error { return what(ctx, tx) })
	}, store.ErrFenced)
	if errors.Is(err, store.ErrFenced) {
		e.dropFetched(r.ticket.ID)
		return nil
	}
	return err
}

// dropFetched deletes the document of a conversion that has ended meanwhile. That of one which has not is
// left: whoever has it now may have brought it.
func (e *Engine) dropFetched(id string) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var c *store.Conversion
	err := e.db.View(ctx, func(tx store.Tx) (err error) {
		c, err = store.GetConversion(ctx, tx, id)
		return err
	})
	if err != nil {
		e.log.WarnContext(ctx, "a fetched document may be left", "conversion_id", id, "error", err) // to be found as an orphan
		return
	}
	if c.Status.Terminal() {
		e.dropInput(c)
	}
}

// sendToFetch takes the claimed conversion back whose document is not fetched yet.
func (e *Engine) sendToFetch(t store.Ticket, account string) error {
	return persist(context.Background(), func(ctx context.Context) error {
		return e.db.Update(ctx, func(tx store.Tx) error {
			a, limits, err := lockAccount(ctx, tx, account)
			if err != nil {
				return err
			}
			if err := store.SendToFetch(ctx, tx, t); err != nil {
				return err
			}
			if err := wakeFetchers(ctx, tx); err != nil {
				return err
			}
			return admitLocked(ctx, tx, a.ID, limits)
		})
	}, store.ErrFenced)
}
