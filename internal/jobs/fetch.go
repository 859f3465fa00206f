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

// Fetches says how documents are fetched from addresses. Fetching happens beside the places where conversions run,
// so a slow server takes no place from anyone.
type Fetches struct {
	// From fetches the documents. nil: other processes fetch.
	From Fetcher

	// Concurrency is how many documents this process fetches at a time. PerAccount is how many all processes fetch
	// at a time for one account. Defaults: fetchersDefault and perAccountDefault.
	Concurrency, PerAccount int

	// Limits bound each fetch. Bytes is not used: the account's limit applies instead.
	Limits fetch.Limits

	// Observe is called when a fetch begins, with the traceparent of its conversion. It returns a function that is
	// called when the fetch ends. The outcome is "ok", the cause or else the code of the failure, or one of the
	// outcomes below. nil observes nothing.
	Observe func(traceparent string) (ended func(outcome string))
}

// Outcomes of fetches besides fetch.Code and fetch.Cause.
const (
	fetchOK        = "ok"
	fetchCancelled = "cancelled" // cancelled, or taken over by another process
	fetchStopped   = "stopped"   // the process stops; another one fetches the document
	fetchTrouble   = "trouble"   // the service itself failed
)

const (
	// fetchersDefault is how many documents are fetched at a time. Each costs a goroutine, a connection and a
	// file.
	fetchersDefault = 16

	// perAccountDefault is a quarter of the fetches of a process. Four accounts with slow servers can fill them
	// all. The next free one, at the latest when the time limit of a slow server is over, goes to another account.
	perAccountDefault = 4

	// lookEvery is how often a process looks for addresses whose notice was lost or whose process has ended.
	lookEvery = 500 * time.Millisecond

	// renewalsPerLease is how often a lease is renewed while it lasts. Two renewals may fail.
	renewalsPerLease = 3

	// fetchQueue is River's queue of notices that there are addresses to fetch. fetchWakers is how many notices
	// are worked at a time: each only wakes the fetching loop.
	fetchQueue  = "fetches"
	fetchWakers = 4
)

// fetchArgs is the job that tells one process to look for documents to fetch.
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

// wakeFetchers makes a process look for documents to fetch, if the transaction commits.
func wakeFetchers(ctx context.Context, tx store.Tx) error {
	return tx.Enqueue(ctx, fetchArgs{}, &river.InsertOpts{Queue: fetchQueue, MaxAttempts: 1})
}

// poke wakes the loop that reads from the channel.
func poke(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default: // a wake-up is pending already
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

// stopFetching gives back the documents that are being fetched, without counting the attempt. It returns when that
// is done.
func (e *Engine) stopFetching() {
	if e.fetchQuit != nil {
		e.fetchQuit()
		e.fetchers.Wait()
	}
}

// takeFetches takes documents to fetch whenever there is room, until ctx ends.
func (e *Engine) takeFetches(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var since time.Time // since when the database has answered without a gap
	for {
		at := time.Now()
		if since.IsZero() {
			since = at
		}
		// While the database did not answer, no process could renew its leases. All get a full lease to do so.
		if err := e.takeSome(ctx, at.Sub(since) > e.cfg.Lease); err != nil && ctx.Err() == nil {
			e.log.WarnContext(ctx, "looking for documents to fetch failed", "error", err)
			since = time.Time{}
			select { // wait, even if a wake-up is pending
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

// takeSome takes as many documents as there is room for, and begins to fetch them. If lost is true, it also takes
// those whose lease has run out.
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
	uncut := context.WithoutCancel(ctx) // a commit that is cut off would leave documents taken that nobody gives back
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

// renewFetches renews the leases of all documents that are being fetched here, in one transaction. It ends fetches
// that are cancelled or that another process has taken over. It returns when ctx ends.
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

// fetchOne fetches the document of a conversion that was taken. Then the conversion waits for a worker, or ends if
// the fetch failed.
func (e *Engine) fetchOne(r *run, c *store.Conversion) {
	defer e.fetches.remove(r)
	ended := e.cfg.Fetches.Observe(c.Traceparent)
	outcome, err := e.fetchAndStore(r, c)
	if err != nil {
		e.log.Error("a document is left to be fetched again", "conversion_id", c.ID, "error", err)
	}
	ended(outcome)
}

// fetchAndStore fetches a document, stores it, and returns the outcome as Fetches.Observe has it.
func (e *Engine) fetchAndStore(r *run, c *store.Conversion) (outcome string, err error) {
	defer r.cancel(nil)
	if c.Attempts >= Troubles { // the document cannot be at fault: a fetch does not parse it
		return CodeCrashed, e.endFetch(r, c, store.Failure{Code: CodeCrashed, Message: messages[worker.Crashed]})
	}
	// Storing the document takes time besides the fetch, which Limits.Time bounds.
	timer := time.AfterFunc(e.cfg.Fetches.Limits.Time+slack, func() { r.cancel(errTimeout) })
	defer timer.Stop()
	name, size, failure := e.download(r.ctx, c)
	cause := context.Cause(r.ctx)
	r.cancel(nil) // the lease is not renewed any more
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

// fetchOutcome returns the name of a failure for Fetches.Observe.
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

// download copies the document from its address to the blob of the conversion. A *fetch.Error is the fault of the
// server that has the document. Any other error is the fault of the service.
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

// counted counts the bytes that are read, and keeps the error of a failed read.
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

// fileLimit returns the size of the largest document that the account may have converted.
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

// fetched records where the document is. The conversion then waits for a worker.
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

// failFetch handles a fetch that failed: it ends the conversion, or has the document fetched again.
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

// endFetch ends the conversion with a failure, as a run would.
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

// giveBackFetch has the document fetched again after a pause.
func (e *Engine) giveBackFetch(r *run, counts bool, pause time.Duration) error {
	return e.settleFetch(r, e.db.UpdateRelaxed, func(ctx context.Context, tx store.Tx) error {
		if err := store.GiveBackFetch(ctx, tx, r.ticket, counts, pause); err != nil || pause > 0 {
			return err
		}
		return wakeFetchers(ctx, tx)
	})
}

// settleFetch stores the outcome of a fetch. If another process has taken the fetch over, settleFetch deletes what
// it fetched. Only the end of a conversion is written durably: if the database loses anything else, the document
// is fetched again.
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

// dropFetched deletes the document of a conversion that has ended meanwhile. If the conversion has not ended, the
// document stays: another process may have fetched it.
func (e *Engine) dropFetched(id string) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var c *store.Conversion
	err := e.db.View(ctx, func(tx store.Tx) (err error) {
		c, err = store.GetConversion(ctx, tx, id)
		return err
	})
	if err != nil {
		e.log.WarnContext(ctx, "a fetched document may be left", "conversion_id", id, "error", err) // the upkeep finds it
		return
	}
	if c.Status.Terminal() {
		e.dropInput(c)
	}
}

// sendToFetch gives back a claimed conversion whose document is not fetched yet.
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
