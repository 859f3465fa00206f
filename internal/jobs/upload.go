package jobs

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// heldDocument is a document in the memory of the process that converts it. If the process dies before the
// document is in a blob, the conversion cannot be tried again: it fails and costs nothing. The request that waited
// for it has died with the process.
type heldDocument struct {
	data []byte

	mu       sync.Mutex
	blob     bool // the blob may exist
	noted    bool // the record names the blob
	unneeded bool // the conversion has ended
}

// documentLost is the failure of a conversion whose document died with its process.
var documentLost = store.Failure{Code: CodeCrashed, Message: "The process that had the document ended."}

// keepUploadAfter is when the document of a running conversion is stored. By then most conversions of a few pages
// have ended.
const keepUploadAfter = 500 * time.Millisecond

// storeDocument stores the document of a run in a blob and names the blob in the record, unless that was done
// before.
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

// storeInTime stores the document of a run that takes long. If that fails, the run goes on.
func (e *Engine) storeInTime(r *run) {
	if err := e.storeDocument(r.ctx, r); err != nil && r.ctx.Err() == nil && !errors.Is(err, store.ErrFenced) {
		e.log.WarnContext(r.ctx, "a document is in memory only", "conversion_id", r.ticket.ID, "error", err)
	}
}

// drop marks the document as not needed any more. It reports whether the blob may exist.
func (d *heldDocument) drop() (blob bool) {
	if d == nil {
		return true // it was stored before
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unneeded = true
	return d.blob
}
