package jobs

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// upload is a document that is in the memory of the process that converts it. A conversion whose
// process dies before the document is in a blob cannot be tried again: it fails, and costs
// nothing. Its request died with the process.
type upload struct {
	data []byte

	mu    sync.Mutex
	put   bool // there may be a blob
	noted bool // in the record
	over  bool // nobody needs it any more
}

// documentLost is told of such a conversion.
var documentLost = store.Failure{Code: CodeCrashed, Message: "The process that had the document ended."}

// keepUploadAfter is when the document of a conversion that goes on is put into a blob: most of those of
// a few pages have ended.
const keepUploadAfter = 500 * time.Millisecond

// keepUpload puts the document of a run into a blob, unless it is there, and notes that in the record.
func (e *Engine) keepUpload(ctx context.Context, r *run) error {
	u := r.upload
	if u == nil {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.noted || u.over {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, blobTime)
	defer cancel()
	u.put = true
	if err := e.blobs.Put(ctx, InputKey(r.ticket.ID), bytes.NewReader(u.data), "application/pdf"); err != nil {
		return err
	}
	err := e.db.Update(ctx, func(tx store.Tx) error { return store.NoteInput(ctx, tx, r.ticket, InputKey(r.ticket.ID)) })
	u.noted = err == nil
	return err
}

// keepUploadOf does so for a run that takes long. One for which it fails goes on.
func (e *Engine) keepUploadOf(r *run) {
	if err := e.keepUpload(r.ctx, r); err != nil && r.ctx.Err() == nil && !errors.Is(err, store.ErrFenced) {
		e.log.WarnContext(r.ctx, "a document is in memory only", "conversion_id", r.ticket.ID, "error", err)
	}
}

// end says that nobody needs the document any more, and whether there may be a blob of it.
func (u *upload) end() (put bool) {
	if u == nil {
		return true // it was uploaded before
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.over = true
	return u.put
}
