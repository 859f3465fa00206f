package pipeline

import (
	"context"
	"sync"
)

// rations shares a number of bytes among the pages of a document. The result is the same as if the pages asked one
// after the other, in their order, whatever the order in which they do ask. A page does not wait for earlier pages
// if it fits, or does not fit, whatever those will take.
type rations struct {
	size int // bytes of the document
	most int // bytes of one page at most

	mu      sync.Mutex
	taken   int           // by the pages before first, which are all settled
	first   int           // the first page that is not settled
	settled map[int]int   // what later pages have taken
	changed chan struct{} // closed when a page is settled; nil: no page waits
}

// reserve takes bytes for page i, counted from 0. It reports false if they do not fit, or if ctx ends while it
// waits. A page calls it once.
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

// ask settles page i. If that is not possible yet, it returns a channel that is closed when it is worth asking
// again.
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

// before returns the least and the most bytes that the pages before i can take.
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

// settle records that page i takes nothing, unless it has asked before.
func (r *rations) settle(i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.settled[i]; !known && i >= r.first {
		r.note(i, 0)
	}
}

// note records what page i takes.
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
