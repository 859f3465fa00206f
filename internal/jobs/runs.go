package jobs

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

const (
	// leaseDefault is twenty heartbeats: a busy machine may miss some. The conversions of a killed process are
	// taken up after this time and at most the pause of one sweep.
	leaseDefault = 10 * time.Second

	// heartbeat is the time between two beats. A cancelled run ends within one and a half of it.
	heartbeat = 500 * time.Millisecond
)

// run is one run of a conversion in this process, or the fetch of its document.
type run struct {
	ticket      store.Ticket
	ctx         context.Context // its cause says why the run ended
	cancel      context.CancelCauseFunc
	document    *heldDocument // nil: the document is not in memory
	place       *place        // nil: the run needs no place
	done, total atomic.Int64  // pages
}

func (r *run) progress(done, total int) {
	r.done.Store(int64(done))
	r.total.Store(int64(total))
}

// runs are all runs in this process.
type runs struct {
	mu  sync.Mutex
	all map[*run]bool
}

func newRuns() *runs { return &runs{all: map[*run]bool{}} }

// newRun makes a complete run of a ticket: what is started for the run may use all of it at once.
func newRun(ctx context.Context, t store.Ticket, d *heldDocument, p *place) *run {
	ctx, cancel := context.WithCancelCause(ctx)
	return &run{ticket: t, ctx: ctx, cancel: cancel, document: d, place: p}
}

// beginRun begins a run; runs.remove ends it. d is its document if that is in memory, else nil.
func (e *Engine) beginRun(ctx context.Context, t store.Ticket, d *heldDocument, p *place) *run {
	r := newRun(ctx, t, d, p)
	e.runs.add(r)
	e.startTimers(r)
	return r
}

// startTimers starts the timers of a run: its timeout and, for a document in memory, the time to store it. Either
// may fire before startTimers returns. The end of the run stops both.
func (e *Engine) startTimers(r *run) {
	timers := []*time.Timer{time.AfterFunc(e.cfg.Timeout+slack, func() { r.cancel(errTimeout) })}
	if r.document != nil {
		timers = append(timers, time.AfterFunc(e.keepUploadAfter, func() { e.storeInTime(r) }))
	}
	context.AfterFunc(r.ctx, func() {
		for _, t := range timers {
			t.Stop()
		}
	})
}

func (rs *runs) add(r *run) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.all[r] = true
}

func (rs *runs) remove(r *run) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	delete(rs.all, r)
}

func (rs *runs) count() int {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return len(rs.all)
}

// has reports whether the conversion id runs here.
func (rs *runs) has(id string) bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	for r := range rs.all {
		if r.ticket.ID == id {
			return true
		}
	}
	return false
}

// list returns the runs in the order of their ids, so that all processes lock records in the same order.
func (rs *runs) list() []*run {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	list := make([]*run, 0, len(rs.all))
	for r := range rs.all {
		if r.ctx.Err() == nil {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b *run) int { return cmp.Compare(a.ticket.ID, b.ticket.ID) })
	return list
}

// beat renews the leases of all runs here, in one transaction, and ends those that are cancelled or that another
// process has taken over. It returns when ctx ends.
func (e *Engine) beat(ctx context.Context) {
	every(ctx, heartbeat, nil, func() {
		err := e.renew(ctx, e.runs.list(), func(ctx context.Context, tx store.Tx, r *run) error {
			return store.Beat(ctx, tx, store.Pulse{Ticket: r.ticket, Done: r.done.Load(), Total: r.total.Load()})
		})
		if err != nil && ctx.Err() == nil {
			e.log.WarnContext(ctx, "a heartbeat failed", "error", err)
		}
	})
}

// renew calls one for each run of the list, in one transaction, and ends the runs that are fenced.
func (e *Engine) renew(ctx context.Context, list []*run, one func(context.Context, store.Tx, *run) error) error {
	if len(list) == 0 {
		return nil
	}
	fenced := make([]bool, len(list))
	err := e.db.UpdateRelaxed(ctx, func(tx store.Tx) error {
		for i, r := range list {
			err := one(ctx, tx, r)
			if fenced[i] = errors.Is(err, store.ErrFenced); !fenced[i] && err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, r := range list {
		if fenced[i] {
			r.cancel(errFenced)
		}
	}
	return nil
}
