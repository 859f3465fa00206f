package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// slot is a place in this process for a conversion that is about to be submitted, and then for its run.
// One goroutine uses it: an Intake's.
type slot struct {
	engine   *Engine
	account  string
	patience time.Time // until then it waits for its turn
	place    *place
	begun    *store.Conversion // by submit; nil: nothing may start
	document *heldDocument     // nil: the document is in a blob
	run      *run              // by start

	left   bool          // the place is not the slot's any more: it is released, or its run's
	ended  chan struct{} // closed when the run is over
	result *Result       // then; nil: the conversion goes on elsewhere
}

// Result is a conversion, and what is in memory of its result.
type Result struct {
	*store.Conversion
	Parts *Parts // nil: there are none, or they are too large to be held in memory, or elsewhere
}

// Parts are what an answer has of a result, as the blobs have it.
type Parts struct{ HTML, CSS, Report []byte } // Report is nil where the check did not run

// reserve takes a place for a conversion of an account that is about to be submitted. Where none is free it
// waits for one, for linePatience at most: most conversions are shorter, and to begin here costs a third of the way
// through River. It returns nil when there is none for so long, or the engine has none. submit and,
// after the commit, start may follow; release must.
func (e *Engine) reserve(ctx context.Context, account string) *slot {
	s := &slot{engine: e, account: account, patience: time.Now().Add(linePatience), ended: make(chan struct{})}
	if !s.takePlace(ctx) {
		return nil
	}
	return s
}

// takePlace takes a place while there is patience, and reports whether it has one.
func (s *slot) takePlace(ctx context.Context) bool {
	s.place = s.engine.places.reserve(ctx, s.account, time.Until(s.patience))
	s.left = s.place == nil
	return !s.left
}

// takePlaceAgain is for a conversion that submit refused with errNotItsTurn: it leaves the place to those whose turn it is,
// and takes one again. It reports false when there is none for as long as reserve would have waited, and
// the slot is released.
func (s *slot) takePlaceAgain(ctx context.Context) bool {
	s.release()
	select {
	case <-time.After(turnPause):
	case <-ctx.Done():
	}
	return s.takePlace(ctx)
}

// holdDocument gives the slot the document of the conversion, of at most heldBytes, which is then in no blob: the
// record is submitted without InputKey. It gets into one if the conversion takes long, is
// promised to somebody (see promise) or is given back; else it goes when the conversion ends.
func (s *slot) holdDocument(data []byte) { s.document = &heldDocument{data: data} }

// errMustWait is returned for a conversion that may not begin at once, though its document is held: it
// is to be put into a blob, and the conversion to be submitted without the slot.
var errMustWait = errors.New("jobs: the conversion has to wait for a worker")

// errNotItsTurn is returned for a conversion that may begin here when a few that came before have begun: see again.
var errNotItsTurn = errors.New("jobs: others are to begin before the conversion")

// submit submits one conversion as the function Submit does. Where its account has room,
// and nobody's conversion waits for a worker whose turn would come before, it belongs to
// this process from its first moment, without the way through River. Besides the errors of
// that function there are errNotItsTurn and errMustWait.
func (s *slot) submit(ctx context.Context, tx store.Tx, account string, c *store.Conversion) error {
	s.begun = nil
	a, limits, err := lockAccount(ctx, tx, account)
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
		return s.insertBegun(ctx, tx, limits, queue, c)
	case c.InputURL == "" && room && queue.Due <= dueFew && time.Now().Before(s.patience):
		return errNotItsTurn
	case s.document != nil:
		return errMustWait
	}
	return submitLocked(ctx, tx, a.ID, limits, []*store.Conversion{c})
}

// insertBegun submits a conversion that begins at once, of an account that is locked.
func (s *slot) insertBegun(ctx context.Context, tx store.Tx, limits quota.Limits, queue store.Queue, c *store.Conversion) (err error) {
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

// release frees the place, unless a run has it.
func (s *slot) release() {
	if !s.left {
		s.left = true
		s.place.done()
	}
}

// start lets the conversion run that submit has begun, once its transaction is committed, and reports whether there
// is one. The place of a conversion that goes the way through River is freed at once: it needs one itself, while
// its request waits for it.
func (s *slot) start() bool {
	if s.begun == nil {
		s.release()
		return false
	}
	s.left = true
	s.run = s.engine.beginRun(s.engine.context, store.Ticket{ID: s.begun.ID, Run: s.begun.Run}, s.document, s.place)
	go func() {
		defer s.place.done()
		defer close(s.ended)
		s.result = s.engine.work(s.run, s.begun)
	}()
	return true
}

// promise makes sure that a conversion that start has started outlasts this process: it is for who is about to tell
// somebody of it before it has ended. One that ends meanwhile is returned.
func (s *slot) promise(ctx context.Context) (*Result, error) {
	err := s.engine.storeDocument(s.run.ctx, s.run)
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

// wait returns the end of a conversion that start has started as soon as this process brings it about; nil
// when it goes on elsewhere, or ctx ends before.
func (s *slot) wait(ctx context.Context) *Result {
	select {
	case <-s.ended:
		return s.result
	case <-ctx.Done():
		return nil
	}
}
