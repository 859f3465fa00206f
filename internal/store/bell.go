package store

import (
	"sync"
	"time"
)

// bell tells the goroutines of this process which records changed, whether here
// or in another process.
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

// Subscribe calls fn with the id of every conversion that changed, after its
// transaction. fn must return at once. Changes of other processes come through
// PostgreSQL; while its connection is down, and from other processes on a SQLite
// file, they are not heard of: callers look for themselves now and then.
func (db *DB) Subscribe(fn func(id string)) (cancel func()) { return db.bell.subscribe(fn) }

// lookSeldom is for databases that tell of changes, where few are lost: those of another process on the same SQLite
// file, or while the connection that listens is down.
const lookSeldom = time.Second

// LookEvery is how often who waits for a change looks for it himself, beside Subscribe: seldom where the database
// tells of the changes of other processes, ten times a second where a connection pooler keeps it from doing so.
func (db *DB) LookEvery() time.Duration { return db.engine.lookEvery() }
