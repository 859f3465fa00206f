package jobs

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// blobTime is how long deleting a few blobs may take.
const blobTime = 30 * time.Second

// discard deletes what a run wrote that is not the current one, or that could not write
// all of its result. What it does not
// manage to delete is deleted with the conversion's other blobs, if they still are.
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

// dropInput deletes the document of a conversion that ended, whose record does
// not name it any more. What cannot be deleted is noted for the upkeep; what a process
// leaves that ends just here is found as an orphan.
func (e *Engine) dropInput(c *store.Conversion) {
	if c.DocumentKey != "" { // it goes with the result
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

// runDir names a folder for a run, which is made when there is something for it.
func (e *Engine) runDir() string { return filepath.Join(e.temp.path, store.NewID("run")) }
