package jobs

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// placePatience is how long what River handed out waits for a place before it is given
	// back. Conversions that began with their submission rarely take longer, and the
	// giving back costs a write.
	placePatience = time.Second

	// linePatience is how long a request waits for a place before its conversion goes the way through River, where
	// other processes may have one: some dozens of conversions of a few pages.
	linePatience = 250 * time.Millisecond

	// dueFew is how many conversions may wait for a worker when a request waits for them in line: those of more are not
	// worked off within linePatience, and another process may be the one to do it.
	dueFew = 32

	// turnPause is how long a request that waits for them leaves its place to River, which needs up to
	// fetchCooldown to hand out the next.
	turnPause = 2 * fetchCooldown
)

// places are where conversions run in this process, Config.Concurrency of them. Those
// that River hands out and those that begin with their submission share them. One that gets free is
// for what River handed out, which was submitted before, then for the requests in line, whose accounts
// take turns: whoever sends one request waits for one of each other account, however many those have sent.
type places struct {
	mu      sync.Mutex
	free    int
	opened  bool // reserve may take some
	handed  []*candidate
	line    [][]*candidate // requests, those of an account together, in the order of their turns; none is empty
	running sync.WaitGroup // conversions that began with their submission, until nothing of them goes on
}

// candidate waits for a place.
type candidate struct {
	account string
	place   chan *place // holds one; closed when there will be none
}

// place is one that was taken. A nil place is none.
type place struct {
	of     *places
	direct bool // its conversion began with its submission
	left   bool
}

func newPlaces(n int) *places { return &places{free: max(n, 0)} }

// reserve takes a place for a conversion that is about to be submitted, or returns nil where there is none for
// so long.
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

// wait takes a place for a conversion that River handed out. It returns nil when there is none for
// placePatience: another process may have one.
func (p *places) wait(ctx context.Context) *place {
	c := &candidate{place: make(chan *place, 1)}
	p.mu.Lock()
	p.handed = append(p.handed, c)
	p.assign()
	p.mu.Unlock()
	return p.await(ctx, c, placePatience)
}

// await waits until a candidate has its place, and takes it out of the line when that takes too long.
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
	case got := <-c.place: // just now
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

// assign gives the places that are free to those who wait. The caller has the lock.
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
		if len(first) > 1 { // the account's next turn is the last
			p.line = append(p.line, first[1:])
		}
		p.running.Add(1)
		first[0].place <- &place{of: p, direct: true}
	}
}

// free frees the place for another conversion. What follows the conversion itself may go on.
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

// done says that nothing of the conversion goes on. It is called once.
func (p *place) done() {
	p.free()
	if p != nil && p.direct {
		p.of.running.Done()
	}
}

// open lets requests take places, until close.
func (p *places) open() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.opened = true
}

// close sends away the requests that wait, and all that come.
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

// empty waits for the conversions that began with their submission, until ctx ends.
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
