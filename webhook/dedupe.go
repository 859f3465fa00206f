package webhook

import (
	"container/list"
	"sync"
	"time"
)

// seen remembers events for some time, up to a number. It is safe for concurrent use.
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
	done  bool // it has been handled
	place *list.Element
}

func newSeen(window time.Duration, most int, now func() time.Time) *seen {
	return &seen{window: window, most: most, now: now, byKey: map[string]*record{}, order: list.New()}
}

// novelty is what is known of an event.
type novelty int

const (
	fresh   novelty = iota // nothing
	running                // it is being handled
	done                   // it has been handled
)

// begin remembers an event, and returns what was known of it before.
//
// An event is recognised by its ID and by the content of its body. With an honest sender one of the two would do.
// But webhook-id is signed under SchemeStandard only. If an attacker takes a captured request, removes that
// signature and keeps the other one, a changed webhook-id would make it a new event.
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

// finish records that an event has been handled.
func (s *seen) finish(r *record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.done = true
}

// forget forgets an event, so that its next delivery is a new event.
func (s *seen) forget(r *record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(r)
}

func (s *seen) oldest() *record { return s.order.Front().Value.(*record) }

func (s *seen) remove(r *record) {
	s.order.Remove(r.place) // does nothing if it was removed already
	for _, k := range r.keys {
		if s.byKey[k] == r {
			delete(s.byKey, k)
		}
	}
}
