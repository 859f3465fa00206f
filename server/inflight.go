package server

import (
	"context"
	"sync"
)

// inflight counts the requests that are being answered, so that what they use is closed after them.
type inflight struct {
	mu   sync.Mutex
	n    int
	none chan struct{} // closed when the count is zero; nil: nobody waits
}

func (f *inflight) enter() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n++
}

func (f *inflight) leave() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.n--; f.n == 0 && f.none != nil {
		close(f.none)
		f.none = nil
	}
}

// wait returns as soon as no request is being answered, or when ctx ends.
func (f *inflight) wait(ctx context.Context) {
	f.mu.Lock()
	if f.n == 0 {
		f.mu.Unlock()
		return
	}
	if f.none == nil {
		f.none = make(chan struct{})
	}
	none := f.none
	f.mu.Unlock()
	select {
	case <-none:
	case <-ctx.Done():
	}
}
