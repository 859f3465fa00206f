package jobs

import (
	"context"
	"errors"
)

// Upkeep does what the periodic jobs do.
func (e *Engine) Upkeep(ctx context.Context) error {
	return errors.Join(e.keepBlobs(ctx), e.keepRecords(ctx))
}
