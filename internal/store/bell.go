package store

import (
	"sync"
	"time"
)

// bell tells goroutines of this process which records have changed, in this process or another.
type bell struct {
	mu   sync.Mutex
	next int
	subs map[int]func(id string)
}

func newBell() *bell { return &bell{subs: map[int]func(string){}} }

func (b *bell) subscribe(fn func(id string)) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := b.next
	b.next++
	b.subs[n] = fn
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.subs, n)
	}
}

func (b *bell) ring(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, fn := range b.subs {
		fn(id)
	}
}

// Subscribe has fn called with the id of every conversion that changed, after the transaction. fn must return at
// once. Changes by other processes are heard through PostgreSQL only, and not while its connection is down.
// Changes by other processes on a SQLite file are not heard. So callers also look for themselves now and then.
func (db *DB) Subscribe(fn func(id string)) (cancel func()) { return db.bell.subscribe(fn) }

// lookSeldom is the pause between two looks where few changes are missed: those of another process on the same
// SQLite file, and those while the listening connection is down.
const lookSeldom = time.Second

// LookEvery returns how often a caller that waits for a change must look for itself, besides Subscribe. It is a
// second if the database notifies of changes, and a tenth of one if a connection pooler keeps it from doing so.
func (db *DB) LookEvery() time.Duration { return db.engine.lookEvery() }
