package server

import (
	"context"
	"sync"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

const (
	// answerLease is how long a request with an Idempotency-Key is taken to be alive that is not
	// heard of: a retry so long after its process was killed gets what the request made. Leases
	// of conversions are as long.
	answerLease = 10 * time.Second

	// leaseBeat is the time between two renewals: two may fail.
	leaseBeat = 3 * time.Second
)

// answering are the requests with an Idempotency-Key that this process answers.
type answering struct {
	mu      sync.Mutex
	records map[*store.Idempotency]bool
	beating bool // somebody renews
}

// add has the lease of a request renewed until remove.
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

// beat renews leases, of all requests in one transaction, until there are none.
func (a *answering) beat(s *core) {
	tick := time.NewTicker(leaseBeat)
	defer tick.Stop()
	for range tick.C {
		keys := a.keys()
		if keys == nil {
			return
		}
		ctx := context.Background() // the database bounds its exchanges itself
		err := s.db.UpdateRelaxed(ctx, func(tx store.Tx) error { return store.RenewIdempotent(ctx, tx, keys, answerLease) })
		if err != nil {
			s.log.Warn("renewing the leases of requests", "err", err)
		}
	}
}

// keys are copies of what tells the records apart. Without records there is nobody who renews.
func (a *answering) keys() (keys []store.Idempotency) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.beating = len(a.records) > 0
	for r := range a.records {
		keys = append(keys, store.Idempotency{Account: r.Account, Method: r.Method, Path: r.Path, Key: r.Key, Owner: r.Owner})
	}
	return keys
}
