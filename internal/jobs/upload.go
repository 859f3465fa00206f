package jobs

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// heldDocument is a document that is in the memory of the process that converts it. A conversion whose
// process dies before the document is in a blob cannot be tried again: it fails, and costs
// nothing. Its request died with the process.
type heldDocument struct {
	data []byte

	mu       sync.Mutex
	blob     bool // there may be one
	noted    bool // in the record
	unneeded bool // the conversion has ended
}

// documentLost is told of such a conversion.
var documentLost = store.Failure{Code: CodeCrashed, Message: "The process that had the document ended."}

// keepUploadAfter is when the document of a conversion that goes on is put into a blob: most of those of
// a few pages have ended.
const keepUploadAfter = 500 * time.Millisecond

// storeDocument puts the document of a run into a blob, unless it is there, and notes that in the record.
func (e *Engine) storeDocument(ctx context.Context, r *run) error {
	d := r.document
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.noted || d.unneeded {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, blobTime)
	defer cancel()
	d.blob = true
	if err := e.blobs.Put(ctx, InputKey(r.ticket.ID), bytes.NewReader(d.data), pdfType); err != nil {
		return err
	}
	err := e.db.Update(ctx, func(tx store.Tx) error { return store.NoteInput(ctx, tx, r.ticket, InputKey(r.ticket.ID)) })
	d.noted = err == nil
	return err
}

// storeInTime stores the document of a run that takes long. A run for which that fails goes on.
func (e *Engine) storeInTime(r *run) {
	if err := e.storeDocument(r.ctx, r); err != nil && r.ctx.Err() == nil && !errors.Is(err, store.ErrFenced) {
		e.log.WarnContext(r.ctx, "a document is in memory only", "conversion_id", r.ticket.ID, "error", err)
	}
}

// drop says that nobody needs the document any more, and reports whether there may be a blob of it.
func (d *heldDocument) drop() (blob bool) {
	if d == nil {
		return true // it was stored before
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unneeded = true
	return d.blob
}
