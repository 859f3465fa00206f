package pipeline

import "sync"

// room bounds the total size of the work that several goroutines do at a time. Work larger than the whole room is
// done alone.
type room struct {
	mu    sync.Mutex
	freed sync.Cond
	left  int
	size  int
}

func newRoom(size int) *room {
	r := &room{left: size, size: size}
	r.freed.L = &r.mu
	return r
}

// runWithRoom calls f as soon as there is room for n.
func (r *room) runWithRoom(n int, f func()) {
	n = min(max(n, 0), r.size)
	r.mu.Lock()
	for r.left < n {
		r.freed.Wait()
	}
	r.left -= n
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		r.left += n
		r.mu.Unlock()
		r.freed.Broadcast()
	}()
	f()
}
