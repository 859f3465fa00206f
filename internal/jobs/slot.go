package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// slot holds a place in this process for a conversion that is about to be submitted, and then for its run. The
// goroutine of one Intake uses it.
type slot struct {
	engine   *Engine
	account  string
	patience time.Time // until when it waits for its turn
	place    *place
	begun    *store.Conversion // set by submit; nil: nothing can start
	document *heldDocument     // nil: the document is in a blob
	run      *run              // set by start

	left   bool          // the slot has no place any more: it is released, or the run has it
	ended  chan struct{} // closed when the run is over
	result *Result       // set before ended is closed; nil: the conversion goes on elsewhere
}

// Result is a conversion with those parts of its result that are in memory.
type Result struct {
	*store.Conversion
	Parts *Parts // nil: there are none, they are too large for memory, or another process made them
}

// Parts are the parts of a result that an answer contains, with the bytes of their blobs.
type Parts struct{ HTML, CSS, Report []byte } // Report is nil if the check did not run

// reserve takes a place for a conversion that is about to be submitted. If no place is free, it waits up to
// linePatience: most conversions are shorter than that, and to begin here costs a third of what the way through
// River costs. It returns nil if no place gets free in time or the engine has none. The caller must call release.
// It may call submit and, after the commit, start.
func (e *Engine) reserve(ctx context.Context, account string) *slot {
	s := &slot{engine: e, account: account, patience: time.Now().Add(linePatience), ended: make(chan struct{})}
	if !s.takePlace(ctx) {
		return nil
	}
	return s
}

// takePlace waits for a place until s.patience is over, and reports whether it has one.
func (s *slot) takePlace(ctx context.Context) bool {
	s.place = s.engine.places.reserve(ctx, s.account, time.Until(s.patience))
	s.left = s.place == nil
	return !s.left
}

// takePlaceAgain is called when submit returned errNotItsTurn. It leaves the place to those whose turn it is, then
// takes one again. If none gets free until s.patience is over, it returns false, and the slot is released.
func (s *slot) takePlaceAgain(ctx context.Context) bool {
	s.release()
	select {
	case <-time.After(turnPause):
	case <-ctx.Done():
	}
	return s.takePlace(ctx)
}

// holdDocument gives the slot the document of the conversion, of at most heldBytes. The document is in no blob, so
// the record is submitted without InputKey. The document is stored when the conversion takes long, when a client
// is told of it (see promise), or when it is given back. Otherwise it is dropped when the conversion ends.
func (s *slot) holdDocument(data []byte) { s.document = &heldDocument{data: data} }

// errMustWait is returned for a conversion that may not begin at once while its document is in memory. The caller
// must store the document and submit the conversion without the slot.
var errMustWait = errors.New("jobs: the conversion has to wait for a worker")

// errNotItsTurn is returned for a conversion that may begin here soon, after a few earlier ones. Try again.
var errNotItsTurn = errors.New("jobs: others are to begin before the conversion")

// submit submits one conversion as the function Submit does. If its account has room and no earlier conversion
// waits for a worker, the conversion belongs to this process from the start and does not go through River. Besides
// the errors of Submit it returns errNotItsTurn and errMustWait.
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

// insertBegun submits a conversion that begins at once. Its account is locked.
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

// release gives the place back, unless a run has it.
func (s *slot) release() {
	if !s.left {
		s.left = true
		s.place.done()
	}
}

// start runs the conversion that submit has begun, after its transaction was committed. It reports whether there
// is one. If the conversion goes through River, start frees the place at once: the conversion will need one while
// its request waits.
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

// promise makes sure that the running conversion outlasts this process, by storing its document. It is called
// before a client is told of a conversion that has not ended. If the conversion ends meanwhile, promise returns
// its result.
func (s *slot) promise(ctx context.Context) (*Result, error) {
	err := s.engine.storeDocument(s.run.ctx, s.run)
	if s.run.ctx.Err() == nil {
		return nil, err
	}
	select { // the run has ended: its result, or the way back to the queue, is being stored
	case <-s.ended:
		return s.result, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// wait returns the result of the running conversion as soon as it ends here. It returns nil when the conversion
// goes on elsewhere, or ctx ends first.
func (s *slot) wait(ctx context.Context) *Result {
	select {
	case <-s.ended:
		return s.result
	case <-ctx.Done():
		return nil
	}
}
