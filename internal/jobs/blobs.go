package jobs

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// blobTime is how long it may take to delete a few blobs.
const blobTime = 30 * time.Second

// discard deletes the blobs of a run that is not the current one any more, or that could not write its whole
// result. What it cannot delete now is deleted later with the other blobs of the conversion.
func (e *Engine) discard(t store.Ticket) {
	ctx, cancel := context.WithTimeout(context.Background(), blobTime)
	defer cancel()
	if err := errors.Join(e.deletePrefix(ctx, resultKey(t)), e.blobs.Delete(ctx, bundleKey(t))); err != nil {
		e.log.WarnContext(ctx, "results of a run that came to nothing are left", "conversion_id", t.ID, "error", err)
	}
}

func (e *Engine) deletePrefix(ctx context.Context, prefix string) error {
	for o, err := range e.blobs.List(ctx, prefix) {
		if err != nil {
			return err
		}
		if err := e.blobs.Delete(ctx, o.Key); err != nil {
			return err
		}
	}
	return nil
}

// dropInput deletes the document of a conversion that has ended and whose record does not name it any more. If
// that fails, dropInput records the document for the upkeep. If the process dies here, the upkeep finds the
// document as an orphan.
func (e *Engine) dropInput(c *store.Conversion) {
	if c.DocumentKey != "" { // it is deleted with the result
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), blobTime)
	defer cancel()
	key := InputKey(c.ID)
	err := e.blobs.Delete(ctx, key)
	if err == nil {
		return
	}
	e.log.WarnContext(ctx, "a document is left", "conversion_id", c.ID, "error", err)
	if err := e.db.UpdateRelaxed(ctx, func(tx store.Tx) error { return store.InputLeft(ctx, tx, c.ID, key) }); err != nil {
		e.log.WarnContext(ctx, "noting a document that is left", "conversion_id", c.ID, "error", err)
	}
}

// runDir returns a name for the folder of a run. The folder is made only when there is something to put into it.
func (e *Engine) runDir() string { return filepath.Join(e.temp.path, store.NewID("run")) }
