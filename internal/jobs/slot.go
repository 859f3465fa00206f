package jobs

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// places are where conversions run in this process, Config.Concurrency of them. Those
// that River hands out and those that begin with their submission share them.
type places struct {
	free chan struct{} // holds one for each that is taken

	mu      sync.Mutex
	opened  bool           // try may take some
	running sync.WaitGroup // conversions that began with their submission
}

func newPlaces(n int) *places { return &places{free: make(chan struct{}, max(n, 0))} }

// try takes a place for a conversion that is about to be submitted.
func (p *places) try() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.opened {
		return false
	}
	select {
	case p.free <- struct{}{}:
		p.running.Add(1)
		return true
	default:
		return false
	}
}

// leave frees the place that try took.
func (p *places) leave() {
	<-p.free
	p.running.Done()
}

// wait takes a place for a conversion that River handed out. It reports false when there
// is none for a while: another process may have one.
func (p *places) wait(ctx context.Context) bool {
	select {
	case p.free <- struct{}{}:
		return true
	default:
	}
	timer := time.NewTimer(placePatience)
	defer timer.Stop()
	select {
	case p.free <- struct{}{}:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

// placePatience is how long what River handed out waits for a place before it is given
// back. Conversions that began with their submission rarely take longer, and the
// giving back costs a write.
const placePatience = time.Second

// open lets try take places, close ends that.
func (p *places) open()  { p.set(true) }
func (p *places) close() { p.set(false) }

func (p *places) set(opened bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.opened = opened
}

// empty waits for those that try took, until ctx ends.
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

// Slot is a place in this process for a conversion that is about to be submitted. It is
// used by one goroutine. A nil Slot is none: what is submitted with it waits for a
// worker, as all else does.
type Slot struct {
	engine *Engine
	begun  *store.Conversion // by Submit
	upload *upload           // nil: the document is in a blob, or elsewhere
	run    *run              // by Start; nil: none has started

	started bool          // or released: the place is not the caller's any more
	ended   chan struct{} // closed when the run is over
	result  *Result       // then; nil: the conversion goes on elsewhere
}

// Result is a conversion that has ended here.
type Result struct {
	*store.Conversion
	Parts *Parts // nil: there are none, or they are too large to be held in memory
}

// Parts are what an answer has of a result, as the blobs have it.
type Parts struct{ HTML, CSS, Report []byte } // Report is nil where the check did not run

// Busy tells whether Reserve would find no place just now.
func (e *Engine) Busy() bool { return len(e.places.free) == cap(e.places.free) }

// Reserve takes a place for a conversion that is about to be submitted, and returns nil
// where none is free. Submit and, after the commit, Start may follow; Release must.
func (e *Engine) Reserve() *Slot {
	if !e.places.try() {
		return nil
	}
	return &Slot{engine: e, ended: make(chan struct{})}
}

// Hold gives the slot the document of the conversion, of at most HeldBytes, which is then in no blob: the
// record is submitted without InputKey. It becomes one if the conversion takes long, is
// promised to somebody (see Promise) or is given back; else it goes when the conversion ends.
func (s *Slot) Hold(data []byte) { s.upload = &upload{data: data} }

// HeldBytes is how large a document may be that Hold takes.
const HeldBytes = smallBytes

// ErrMustWait is returned for a conversion that may not begin at once, though its document is held: it
// is to be put into a blob, and the conversion to be submitted without the slot.
var ErrMustWait = errors.New("jobs: the conversion has to wait for a worker")

// Submit submits one conversion as the function Submit does. Where its account has room,
// and nobody's conversion waits for a worker whose turn would come before, it belongs to
// this process from its first moment, without the way through River. Besides the errors of
// that function there is ErrMustWait.
func (s *Slot) Submit(ctx context.Context, tx store.Tx, account string, c *store.Conversion) error {
	if s == nil {
		return Submit(ctx, tx, account, c)
	}
	s.begun = nil
	a, limits, err := lock(ctx, tx, account)
	if err != nil {
		return err
	}
	if !a.Disabled.IsZero() {
		return ErrDisabled
	}
	queue, err := store.GetQueue(ctx, tx, account)
	if err != nil {
		return err
	}
	if c.InputURL != "" || queue.Due || queue.Waiting || limits.Slots(queue.Active) == 0 {
		if s.upload != nil {
			return ErrMustWait
		}
		return submit(ctx, tx, a.ID, limits, []*store.Conversion{c})
	}
	if c.Period, err = quota.Reserve(ctx, tx, account, limits, 1, c.FileSize); err != nil {
		return err
	}
	rank := int64(1)
	if queue.Active > 0 {
		ranks, err := store.ActiveByRank(ctx, tx, account)
		if err != nil {
			return err
		}
		rank = place(ranks)
	}
	c.Account = account
	if err := store.InsertBegun(ctx, tx, c, rank); err != nil {
		return err
	}
	s.begun = c
	return nil
}

// Release frees the place, unless a conversion has started in it.
func (s *Slot) Release() {
	if s != nil && !s.started {
		s.started = true
		s.engine.places.leave()
	}
}

// Start lets the conversion run that Submit has begun, once its transaction is committed. The
// place of one that goes the way through River is freed at once: it needs one itself, while
// its request waits for it.
func (s *Slot) Start() {
	if s == nil || s.begun == nil {
		s.Release()
		return
	}
	s.started = true
	s.run = s.engine.begin(s.engine.context, store.Ticket{ID: s.begun.ID, Run: s.begun.Run}, s.upload)
	go func() {
		defer s.engine.places.leave()
		defer close(s.ended)
		s.result = s.engine.work(s.run, s.begun)
	}()
}

// Promise makes sure that the conversion outlasts this process: it is for who is about to tell somebody of
// it before it has ended. One that ends meanwhile is returned.
func (s *Slot) Promise(ctx context.Context) (*Result, error) {
	if s == nil || s.run == nil {
		return nil, nil
	}
	err := s.engine.keepUpload(s.run.ctx, s.run)
	if s.run.ctx.Err() == nil {
		return nil, err
	}
	select { // its end, or its way to another worker, is being stored
	case <-s.ended:
		return s.result, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Wait returns the end of the conversion as soon as this process brings it about; nil
// when it goes on elsewhere, or ctx ends before.
func (s *Slot) Wait(ctx context.Context) *Result {
	if s == nil || s.begun == nil {
		return nil
	}
	select {
	case <-s.ended:
		return s.result
	case <-ctx.Done():
		return nil
	}
}
