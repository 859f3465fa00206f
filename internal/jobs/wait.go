package jobs

import (
	"context"
	"log/slog"
	"sync"

	"github.com/pagelift/pagelift/internal/store"
)

// hub wakes the callers that wait for conversions.
type hub struct {
	db     *store.DB
	cancel func()

	mu      sync.Mutex
	waiters map[string]map[*waiter]bool
}

// waiter is one call of Wait.
type waiter struct {
	wake chan struct{} // has room for one
	seen store.Status
}

func newHub(db *store.DB) *hub {
	h := &hub{db: db, waiters: map[string]map[*waiter]bool{}}
	h.cancel = db.Subscribe(h.statusChanged)
	return h
}

func (h *hub) close() { h.cancel() }

func (h *hub) statusChanged(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for w := range h.waiters[id] {
		w.wakeUp()
	}
}

func (w *waiter) wakeUp() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (h *hub) add(id string) *waiter {
	w := &waiter{wake: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiters[id] == nil {
		h.waiters[id] = map[*waiter]bool{}
	}
	h.waiters[id][w] = true
	return w
}

func (h *hub) remove(id string, w *waiter) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.waiters[id], w)
	if len(h.waiters[id]) == 0 {
		delete(h.waiters, id)
	}
}

func (h *hub) setSeen(w *waiter, s store.Status) {
	h.mu.Lock()
	defer h.mu.Unlock()
	w.seen = s
}

// poll wakes waiters whose conversion has another status than they saw: the database does not notify of every
// change. It makes one query for all waiters, and none if nobody waits.
func (h *hub) poll(ctx context.Context, log *slog.Logger) {
	every(ctx, h.db.LookEvery(), nil, func() {
		h.mu.Lock()
		ids := make([]string, 0, len(h.waiters))
		for id := range h.waiters {
			ids = append(ids, id)
		}
		h.mu.Unlock()
		if len(ids) == 0 {
			return
		}
		var now map[string]store.Status
		if err := h.db.View(ctx, func(tx store.Tx) (err error) {
			now, err = store.Statuses(ctx, tx, ids)
			return err
		}); err != nil {
			if ctx.Err() == nil {
				log.WarnContext(ctx, "looking for changes failed", "error", err)
			}
			return
		}
		h.mu.Lock()
		for _, id := range ids {
			for w := range h.waiters[id] {
				if w.seen != now[id] {
					w.wakeUp()
				}
			}
		}
		h.mu.Unlock()
	})
}

// Wait returns a conversion as soon as its status differs from seen or is final. When ctx ends first, Wait returns
// the conversion as it is and the error of ctx. With an empty seen it returns at once. A waiting call costs a few
// hundred bytes and no queries of its own.
func (e *Engine) Wait(ctx context.Context, id string, seen store.Status) (*store.Conversion, error) {
	w := e.hub.add(id)
	defer e.hub.remove(id, w)
	for {
		var c *store.Conversion
		if err := e.db.View(context.WithoutCancel(ctx), func(tx store.Tx) (err error) {
			c, err = store.GetConversion(context.WithoutCancel(ctx), tx, id)
			return err
		}); err != nil {
			return nil, err
		}
		if c.Status != seen || c.Status.Terminal() {
			return c, nil
		}
		e.hub.setSeen(w, c.Status)
		select {
		case <-ctx.Done():
			return c, ctx.Err()
		case <-w.wake:
		}
	}
}

// awaitEnd waits for the end of a conversion. When until ends first, it returns the conversion as it is then. It
// fails with the error of ctx, which must outlive until, or with that of the database.
func (e *Engine) awaitEnd(ctx, until context.Context, c *store.Conversion) (*store.Conversion, error) {
	for {
		now, err := e.Wait(until, c.ID, c.Status)
		if gone := ctx.Err(); gone != nil {
			return nil, gone
		}
		if now == nil {
			return nil, err
		}
		if err != nil || now.Status.Terminal() {
			return now, nil
		}
		c = now
	}
}
