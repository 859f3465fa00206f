package pipeline

import (
	"context"
	"sync"
)

// rations shares out the room of a document as if its pages asked for theirs one after the
// other, in their order, whatever the order they come in. A page that fits whatever those
// before it will take does not wait for them.
type rations struct {
	size int // of the room
	most int // that one page may take

	mu      sync.Mutex
	taken   int           // by the pages before first, which are all settled
	first   int           // page that is not
	settled map[int]int   // what later pages have taken
	changed chan struct{} // closed as soon as a page is settled; nil: nobody waits
}

// reserve takes so many bytes for page i, counted from 0. It reports false when they do not
// fit, and when ctx ends while it waits. A page asks once.
func (r *rations) reserve(ctx context.Context, i, bytes int) bool {
	for {
		fits, changed := r.ask(i, bytes)
		if changed == nil {
			return fits
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}

// ask settles page i, or gives what is closed when it is worth asking again.
func (r *rations) ask(i, bytes int) (fits bool, changed <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	least, most := r.before(i)
	switch {
	case bytes > r.most || least+bytes > r.size:
		r.note(i, 0)
		return false, nil
	case most+bytes <= r.size:
		r.note(i, bytes)
		return true, nil
	}
	if r.changed == nil {
		r.changed = make(chan struct{})
	}
	return false, r.changed
}

// before is the least and the most that the pages before i take.
func (r *rations) before(i int) (least, most int) {
	least, most = r.taken, r.taken
	for page := r.first; page < i; page++ {
		n, known := r.settled[page]
		least += n
		if !known {
			n = r.most
		}
		most += n
	}
	return least, most
}

// settle says that page i takes nothing, unless it has asked.
func (r *rations) settle(i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.settled[i]; !known && i >= r.first {
		r.note(i, 0)
	}
}

// note keeps what page i takes.
func (r *rations) note(i, bytes int) {
	if r.settled == nil {
		r.settled = map[int]int{}
	}
	r.settled[i] = bytes
	for n, known := r.settled[r.first]; known; n, known = r.settled[r.first] {
		delete(r.settled, r.first)
		r.taken += n
		r.first++
	}
	if r.changed != nil {
		close(r.changed)
		r.changed = nil
	}
}
