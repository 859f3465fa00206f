package jobs

import (
	"context"
	"errors"
)

// Upkeep does what the periodic jobs do.
func (e *Engine) Upkeep(ctx context.Context) error {
	return errors.Join(e.keepBlobs(ctx), e.keepRecords(ctx))
}

// KeepUploadsAtOnce makes the timer that keeps the document of a run fire as soon as the run begins, as it may on
// a machine that is busy. It is called before anything is submitted.
func (e *Engine) KeepUploadsAtOnce() { e.keepUploadAfter = 0 }
