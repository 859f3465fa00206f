package webhook

import (
	"container/list"
	"sync"
	"time"
)

// seen remembers events for a time, at most so many. It is safe for concurrent use.
type seen struct {
	window time.Duration
	most   int
	now    func() time.Time

	mu    sync.Mutex
	byKey map[string]*record
	order *list.List // of *record, the oldest first
}

// record is one event that is remembered.
type record struct {
	keys  [2]string
	since time.Time
	done  bool // it has been dealt with
	place *list.Element
}

func newSeen(window time.Duration, most int, now func() time.Time) *seen {
	return &seen{window: window, most: most, now: now, byKey: map[string]*record{}, order: list.New()}
}

// novelty is what is remembered of an event.
type novelty int

const (
	fresh   novelty = iota // nothing
	running                // it is being dealt with
	done                   // it has been
)

// begin remembers an event, and says what was remembered of it before.
//
// An event is known by its ID and by what its body says. One of them would do for
// an honest sender. But webhook-id counts under SchemeStandard only: who leaves that
// signature out of a captured request, and the other one in, would have a new event.
func (s *seen) begin(e *Event) (*record, novelty) {
	keys := [2]string{e.ID, contentID(e.Raw)}
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.order.Len() > 0 && now.Sub(s.oldest().since) > s.window {
		s.remove(s.oldest())
	}
	for _, k := range keys {
		if r := s.byKey[k]; r != nil && r.done {
			return r, done
		} else if r != nil {
			return r, running
		}
	}
	if s.order.Len() >= s.most {
		s.remove(s.oldest())
	}
	r := &record{keys: keys, since: now}
	r.place = s.order.PushBack(r)
	for _, k := range keys {
		s.byKey[k] = r
	}
	return r, fresh
}

// finish notes that an event has been dealt with.
func (s *seen) finish(r *record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.done = true
}

// forget makes an event a new one when it is delivered again.
func (s *seen) forget(r *record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(r)
}

func (s *seen) oldest() *record { return s.order.Front().Value.(*record) }

func (s *seen) remove(r *record) {
	s.order.Remove(r.place) // nothing if it is out already
	for _, k := range r.keys {
		if s.byKey[k] == r {
			delete(s.byKey, k)
		}
	}
}
