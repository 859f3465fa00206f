package server

import (
	"context"
	"sync"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

const (
	// answerLease is how long a request with an Idempotency-Key counts as running without a renewal. If its
	// process was killed, a retry after this time gets what the request created. Leases of conversions are as
	// long.
	answerLease = 10 * time.Second

	// leaseBeat is the time between two renewals. Two of them may fail before the lease ends.
	leaseBeat = 3 * time.Second
)

// answering holds the requests with an Idempotency-Key that this process is answering.
type answering struct {
	mu      sync.Mutex
	records map[*store.Idempotency]bool
	beating bool // a goroutine renews the leases
}

// add renews the lease of a request until remove is called.
func (a *answering) add(s *core, r *store.Idempotency) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.records == nil {
		a.records = map[*store.Idempotency]bool{}
	}
	a.records[r] = true
	if !a.beating {
		a.beating = true
		go a.beat(s)
	}
}

func (a *answering) remove(r *store.Idempotency) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.records, r)
}

// beat renews the leases of all requests in one transaction, again and again, until there are no requests.
func (a *answering) beat(s *core) {
	tick := time.NewTicker(leaseBeat)
	defer tick.Stop()
	for range tick.C {
		keys := a.keys()
		if keys == nil {
			return
		}
		ctx := context.Background() // the database sets its own deadlines
		err := s.db.UpdateRelaxed(ctx, func(tx store.Tx) error { return store.RenewIdempotent(ctx, tx, keys, answerLease) })
		if err != nil {
			s.log.Warn("renewing the leases of requests", "err", err)
		}
	}
}

// keys returns copies of the keys of the records. If there are none, it notes that nobody renews any more.
func (a *answering) keys() (keys []store.Idempotency) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.beating = len(a.records) > 0
	for r := range a.records {
		keys = append(keys, store.Idempotency{Account: r.Account, Method: r.Method, Path: r.Path, Key: r.Key, Owner: r.Owner})
	}
	return keys
}
