package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// Slot is a place in this process for a conversion that is about to be submitted. It is
// used by one goroutine. A nil Slot is none: what is submitted with it waits for a
// worker, as all else does.
type Slot struct {
	engine   *Engine
	account  string
	patience time.Time // until then it waits for its turn
	place    *place
	begun    *store.Conversion // by Submit
	upload   *upload           // nil: the document is in a blob, or elsewhere
	run      *run              // by Start; nil: none has started

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

// Reserve takes a place for a conversion of an account that is about to be submitted. Where none is free it
// waits for one, for linePatience at most: most conversions are shorter, and to begin here costs a third of the way
// through River. It returns nil when there is none for so long, or the engine has none. Submit and,
// after the commit, Start may follow; Release must.
func (e *Engine) Reserve(ctx context.Context, account string) *Slot {
	s := &Slot{engine: e, account: account, patience: time.Now().Add(linePatience), ended: make(chan struct{})}
	if !s.reserve(ctx) {
		return nil
	}
	return s
}

// reserve takes a place while there is patience.
func (s *Slot) reserve(ctx context.Context) bool {
	s.place = s.engine.places.reserve(ctx, s.account, time.Until(s.patience))
	s.started = s.place == nil
	return !s.started
}

// Again is for a conversion that Submit refused with ErrNotItsTurn: it leaves the place to those whose turn it is,
// and takes one again. It reports false when there is none for as long as Reserve would have waited, and
// the slot is released.
func (s *Slot) Again(ctx context.Context) bool {
	s.Release()
	select {
	case <-time.After(turnPause):
	case <-ctx.Done():
	}
	return s.reserve(ctx)
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

// ErrNotItsTurn is returned for a conversion that may begin here when a few that came before have begun: see Again.
var ErrNotItsTurn = errors.New("jobs: others are to begin before the conversion")

// Submit submits one conversion as the function Submit does. Where its account has room,
// and nobody's conversion waits for a worker whose turn would come before, it belongs to
// this process from its first moment, without the way through River. Besides the errors of
// that function there are ErrNotItsTurn and ErrMustWait.
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
	c.Account = account
	others, room := queue.Due > 0 || queue.Waiting, limits.Slots(queue.Active) > 0
	switch {
	case c.InputURL == "" && room && !others:
		return s.begin(ctx, tx, limits, queue, c)
	case c.InputURL == "" && room && queue.Due <= dueFew && time.Now().Before(s.patience):
		return ErrNotItsTurn
	case s.upload != nil:
		return ErrMustWait
	}
	return submit(ctx, tx, a.ID, limits, []*store.Conversion{c})
}

// begin submits a conversion that begins at once, of an account that is locked.
func (s *Slot) begin(ctx context.Context, tx store.Tx, limits quota.Limits, queue store.Queue, c *store.Conversion) (err error) {
	if c.Period, err = quota.Reserve(ctx, tx, c.Account, limits, 1, c.FileSize); err != nil {
		return err
	}
	rank := int64(1)
	if queue.Active > 0 {
		ranks, err := store.ActiveByRank(ctx, tx, c.Account)
		if err != nil {
			return err
		}
		rank = nextRank(ranks)
	}
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
		s.place.end()
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
	s.run = s.engine.begin(s.engine.context, store.Ticket{ID: s.begun.ID, Run: s.begun.Run}, s.upload, s.place)
	go func() {
		defer s.place.end()
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
