package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// Upkeep does what the periodic jobs do.
func (e *Engine) Upkeep(ctx context.Context) error {
	return errors.Join(e.tidyBlobs(ctx), e.tidyRecords(ctx))
}

// KeepUploadsAtOnce makes the timer that stores the document of a run fire as soon as the run begins, as it may on
// a busy machine. It is called before anything is submitted.
func (e *Engine) KeepUploadsAtOnce() { e.keepUploadAfter = 0 }

// The steps of a slot, for tests of what an Intake does with it. A nil Slot submits as the function Submit does,
// and has nothing to release.

type Slot = slot

// What an intake holds in memory.
const (
	HeldBytes     = heldBytes
	HeldDocuments = heldDocuments
)

var (
	ErrMustWait   = errMustWait
	ErrNotItsTurn = errNotItsTurn
)

func (e *Engine) Reserve(ctx context.Context, account string) *Slot { return e.reserve(ctx, account) }

// WaitLong makes the slot wait up to a minute for its turn, so that a busy machine does not end its patience.
func (s *slot) WaitLong() { s.patience = s.patience.Add(time.Minute) }

func (s *slot) Again(ctx context.Context) bool { return s.takePlaceAgain(ctx) }

func (s *slot) Hold(data []byte) { s.holdDocument(data) }

func (s *slot) Submit(ctx context.Context, tx store.Tx, account string, c *store.Conversion) error {
	if s == nil {
		return Submit(ctx, tx, account, c)
	}
	return s.submit(ctx, tx, account, c)
}

func (s *slot) Release() {
	if s != nil {
		s.release()
	}
}

func (s *slot) Start() {
	if s != nil {
		s.start()
	}
}

func (s *slot) Wait(ctx context.Context) *Result {
	if s == nil || s.run == nil {
		return nil
	}
	return s.wait(ctx)
}

func (s *slot) Promise(ctx context.Context) (*Result, error) {
	if s == nil || s.run == nil {
		return nil, nil
	}
	return s.promise(ctx)
}
