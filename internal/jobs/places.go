package jobs

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// placePatience is how long a conversion from River waits for a place before it goes back to River.
	// Conversions that began with their submission rarely take longer, and to give one back costs a write to the
	// database.
	placePatience = time.Second

	// linePatience is how long a request waits for a place before its conversion goes to River, where another
	// process may have a free place. In that time one place converts some dozens of documents of a few pages.
	linePatience = 250 * time.Millisecond

	// dueFew is the longest queue of waiting conversions for which a request still waits in line. A longer one is
	// not done within linePatience, and another process may be free sooner.
	dueFew = 32

	// turnPause is how long a request leaves its place to earlier conversions. River needs up to fetchCooldown to
	// hand out the next one.
	turnPause = 2 * fetchCooldown
)

// places are where conversions run in this process; there are Config.Concurrency of them. Conversions from River
// and conversions that begin with their submission share them. A free place goes first to a conversion from River,
// which was submitted earlier, then to a request in line. Accounts in line take turns: a single request waits for
// at most one request of each other account, even if others have sent many.
type places struct {
	mu      sync.Mutex
	free    int
	opened  bool // reserve may take places
	handed  []*candidate
	line    [][]*candidate // waiting requests, one slice for each account, in the order of their turns; no slice is empty
	running sync.WaitGroup // conversions that began with their submission and are not wholly done
}

// candidate is a request or a conversion that waits for a place.
type candidate struct {
	account string
	place   chan *place // has room for one; closed when no place will come
}

// place is a place that was taken. A nil *place means none.
type place struct {
	of     *places
	direct bool // its conversion began with its submission
	left   bool
}

func newPlaces(n int) *places { return &places{free: max(n, 0)} }

// reserve takes a place for a conversion that is about to be submitted. It returns nil if none gets free within
// patience.
func (p *places) reserve(ctx context.Context, account string, patience time.Duration) *place {
	c := &candidate{account: account, place: make(chan *place, 1)}
	p.mu.Lock()
	if !p.opened {
		p.mu.Unlock()
		return nil
	}
	i := slices.IndexFunc(p.line, func(of []*candidate) bool { return of[0].account == account })
	if i < 0 {
		p.line = append(p.line, []*candidate{c})
	} else {
		p.line[i] = append(p.line[i], c)
	}
	p.assign()
	p.mu.Unlock()
	return p.await(ctx, c, patience)
}

// wait takes a place for a conversion that River handed out. It returns nil if none gets free within
// placePatience: another process may have one.
func (p *places) wait(ctx context.Context) *place {
	c := &candidate{place: make(chan *place, 1)}
	p.mu.Lock()
	p.handed = append(p.handed, c)
	p.assign()
	p.mu.Unlock()
	return p.await(ctx, c, placePatience)
}

// await waits until a candidate has its place. If that takes longer than patience, it removes the candidate.
func (p *places) await(ctx context.Context, c *candidate, patience time.Duration) *place {
	select {
	case got := <-c.place:
		return got
	default:
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case got := <-c.place:
		return got
	case <-timer.C:
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case got := <-c.place: // it has come just now
		return got
	default:
	}
	same := func(other *candidate) bool { return other == c }
	p.handed = slices.DeleteFunc(p.handed, same)
	for i := range p.line {
		p.line[i] = slices.DeleteFunc(p.line[i], same)
	}
	p.line = slices.DeleteFunc(p.line, func(of []*candidate) bool { return len(of) == 0 })
	return nil
}

// assign gives free places to candidates. The caller holds the lock.
func (p *places) assign() {
	for p.free > 0 && len(p.handed)+len(p.line) > 0 {
		p.free--
		if len(p.handed) > 0 {
			p.handed[0].place <- &place{of: p}
			p.handed = slices.Delete(p.handed, 0, 1)
			continue
		}
		first := p.line[0]
		p.line = slices.Delete(p.line, 0, 1)
		if len(first) > 1 { // the account goes to the end of the line
			p.line = append(p.line, first[1:])
		}
		p.running.Add(1)
		first[0].place <- &place{of: p, direct: true}
	}
}

// free gives the place to another conversion. The run may still store its result.
func (p *place) free() {
	if p == nil {
		return
	}
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	if !p.left {
		p.left = true
		p.of.free++
		p.of.assign()
	}
}

// done says that nothing of the conversion runs any more. It is called once.
func (p *place) done() {
	p.free()
	if p != nil && p.direct {
		p.of.running.Done()
	}
}

// open lets requests take places, until close is called.
func (p *places) open() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.opened = true
}

// close turns away the requests that wait and all that come later.
func (p *places) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.opened = false
	for _, of := range p.line {
		for _, c := range of {
			close(c.place)
		}
	}
	p.line = nil
}

// empty waits until the conversions that began with their submission are done, or ctx ends.
func (p *places) empty(ctx context.Context) error {
	ended := make(chan struct{})
	go func() {
		p.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
