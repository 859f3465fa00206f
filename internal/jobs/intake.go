package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/pagelift/pagelift/internal/store"
)

// Intake is the way of what one request submits: a document, the address of one, or all those of a
// batch. Each step is one method. The caller defers Close at once, which settles the intake in
// whatever state it is. One goroutine uses an intake.
//
//	NewIntake
//	    │       Receive, any number of times
//	    │     ┌───┐
//	    ▼     ▼   │         refused: by the account's limits, the storage or the database
//	   receiving ─┘ ◀──────────────────┐
//	    │                              │
//	    └── Submit or SubmitBatch ─────┼──▶ running ──▶ Await: waits for the end, with the result from
//	                                   │                memory; else the document gets into the storage
//	                                   ├──▶ queued  ──▶ Await: waits for the end
//	                                   └──▶ doubtful
//
//	state      what is submitted                         whose documents are, and what Close does
//	receiving  nothing                                   the intake's: it deletes them
//	running    it began in this process                  the conversion's: it leaves them
//	queued     a worker takes it, in any process         the conversion's: it leaves them
//	doubtful   perhaps all, perhaps nothing: the answer  perhaps the conversion's: it leaves them. The
//	           to the commit was lost                    upkeep deletes what is nobody's after a day
//
// A document of at most heldBytes may be in memory instead of in the storage (Request.Hold):
//
//	            there is room, and it is small
//	Receive ─┬──▶ in memory ──┐  Submit, where the conversion has to wait for a worker;
//	         │                │  Await, where the client is told before the end;
//	         └──▶ stored ◀────┘  the run, after keepUploadAfter or to be tried again
type Intake struct {
	engine    *Engine
	request   Request
	state     intakeState
	documents []*receivedDocument
	slot      *slot // where it may begin here; nil: it waits for a worker
}

// Request is what an intake knows of the request that submits.
type Request struct {
	ID      string // of the request; it is for the log
	Account string

	// Hold lets the intake hold a document in memory, which saves the storage the work where the conversion
	// soon begins and ends here. A request that says so waits for its conversion, and is not repeated by an
	// Idempotency-Key: the document is lost with the process.
	Hold bool

	// Note notes, in the transaction of Submit or SubmitBatch, that the request has made the
	// conversion or batch with an id. nil notes nothing.
	Note func(ctx context.Context, tx store.Tx, id string) error
}

// intakeState is how far an intake has got.
type intakeState int

const (
	receiving intakeState = iota // nothing is submitted
	running                      // the conversion began in this process
	queued                       // a worker takes the conversion, or those of the batch
	doubtful                     // the answer to the commit was lost
	closed
)

// receivedDocument is a document that has arrived.
type receivedDocument struct {
	id   string // of the conversion that it is for
	data []byte // the document, where it is in memory; nil: it is in the storage
}

const (
	// heldBytes is how large a document may be that is held in memory.
	heldBytes = smallBytes

	// heldDocuments is how many requests may hold documents in memory at a time. With heldBytes each it
	// bounds what clients can fill that send slowly; the documents of others are stored as they come.
	heldDocuments = 32

	// heldGrow is what is made ready for a document: many of text are smaller.
	heldGrow = 32 << 10

	// pdfType is the media type of documents.
	pdfType = "application/pdf"
)

// ErrNotStored is returned where the storage failed to take a document that was in memory.
var ErrNotStored = errors.New("jobs: the document is not stored")

// errStep is returned for a step that the state of the intake does not have: a defect of the caller.
var errStep = errors.New("jobs: the intake has no such step in its state")

// NewIntake begins the way of what a request submits.
func (e *Engine) NewIntake(r Request) *Intake {
	r.Hold = r.Hold && e.cfg.Concurrency > 0 // nothing begins here otherwise: it would have to be stored
	return &Intake{engine: e, request: r}
}

// Receive reads a document to its end, into memory or the storage, and returns the id of the conversion that
// it is for. Nothing is left of a document that fails. The error is the reader's or the storage's.
func (in *Intake) Receive(ctx context.Context, doc io.Reader) (id string, err error) {
	if in.state != receiving {
		return "", errStep
	}
	d := &receivedDocument{id: store.NewID("conv")}
	if in.request.Hold && in.engine.takeRoom() {
		err = in.hold(ctx, d, doc)
	} else {
		err = in.put(ctx, d.id, doc)
	}
	if err != nil {
		return "", err
	}
	in.documents = append(in.documents, d)
	return d.id, nil
}

// hold reads a document into the room in memory that was taken for it. One that proves to be large goes into the storage.
func (in *Intake) hold(ctx context.Context, d *receivedDocument, doc io.Reader) error {
	var head bytes.Buffer
	head.Grow(heldGrow)
	_, err := io.CopyN(&head, doc, heldBytes+1)
	if err == io.EOF {
		d.data = head.Bytes()
		return nil
	}
	if err == nil {
		err = in.put(ctx, d.id, io.MultiReader(&head, doc))
	}
	in.engine.freeRoom()
	return err
}

// put puts a document into the storage. A client that goes away is noticed where the document is read. Once all
// of it is read, the storage is waited for: what it is about to keep cannot be deleted before it has said so.
func (in *Intake) put(ctx context.Context, id string, doc io.Reader) error {
	return in.engine.blobs.Put(context.WithoutCancel(ctx), InputKey(id), doc, pdfType)
}

// Submit submits one conversion, in one transaction with what it costs and with the note of its request: all
// or nothing. Its document is the one that was received, which has its id, or is at its InputURL. Where waits
// is true, a request waits for the conversion: it begins in this process if there is a place soon. Submit fails
// as the function Submit does, and with ErrNotStored, and is receiving then; or with
// store.ErrUnknown, and is doubtful.
func (in *Intake) Submit(ctx context.Context, c *store.Conversion, waits bool) error {
	if in.state != receiving {
		return errStep
	}
	if waits && len(in.documents) > 0 { // an address needs no place before its document is here
		in.slot = in.engine.reserve(ctx, in.request.Account)
	}
	if in.slot != nil {
		err := in.submitHere(ctx, c)
		if !errors.Is(err, errMustWait) && !errors.Is(err, errNotItsTurn) {
			return err
		}
		in.slot.release()
		in.slot = nil
	}
	if err := in.storeHeld(ctx); err != nil {
		return err
	}
	c.InputKey = in.inputKey(c.ID)
	return in.commitConversion(ctx, c, func(tx store.Tx) error { return Submit(ctx, tx, in.request.Account, c) })
}

// submitHere submits a conversion in the slot, where it waits for its turn. What may not begin here is refused with errMustWait
// or errNotItsTurn, or is queued.
func (in *Intake) submitHere(ctx context.Context, c *store.Conversion) error {
	for _, d := range in.documents {
		if d.data != nil {
			in.slot.holdDocument(d.data)
		}
	}
	c.InputKey = in.inputKey(c.ID)
	submit := func(tx store.Tx) error { return in.slot.submit(ctx, tx, in.request.Account, c) }
	err := in.commitConversion(ctx, c, submit)
	for errors.Is(err, errNotItsTurn) && in.slot.takePlaceAgain(ctx) {
		err = in.commitConversion(ctx, c, submit)
	}
	if err == nil && in.slot.start() {
		in.state = running
	}
	return err
}

// SubmitBatch submits conversions as one batch, as Submit does one. It fails as the function SubmitBatch does, and as Submit.
func (in *Intake) SubmitBatch(ctx context.Context, b *store.Batch, members []*store.Conversion) error {
	if in.state != receiving {
		return errStep
	}
	if err := in.storeHeld(ctx); err != nil {
		return err
	}
	keys := map[string]string{}
	for _, d := range in.documents {
		keys[d.id] = d.key()
	}
	for _, c := range members {
		c.InputKey = keys[c.ID]
	}
	return in.commit(ctx, b.ID,
		func(tx store.Tx) error { return SubmitBatch(ctx, tx, b, members) },
		func(ctx context.Context, tx store.Tx) error {
			_, err := store.GetBatchOf(ctx, tx, in.request.Account, b.ID)
			return err
		})
}

// commitConversion commits one conversion.
func (in *Intake) commitConversion(ctx context.Context, c *store.Conversion, submit func(store.Tx) error) error {
	return in.commit(ctx, c.ID, submit, func(ctx context.Context, tx store.Tx) error {
		_, err := store.GetConversionOf(ctx, tx, in.request.Account, c.ID)
		return err
	})
}

// commit submits what has an id, with the note of the request. find looks whether it is there. Afterwards the
// intake is queued, or doubtful, or receiving as before.
func (in *Intake) commit(ctx context.Context, id string, submit func(store.Tx) error, find func(context.Context, store.Tx) error) error {
	err := in.engine.db.Update(ctx, func(tx store.Tx) error {
		if err := submit(tx); err != nil || in.request.Note == nil {
			return err
		}
		return in.request.Note(ctx, tx, id)
	})
	if errors.Is(err, store.ErrUnknown) {
		if !in.engine.committed(ctx, find) {
			in.state = doubtful
			return err
		}
		err = nil
	}
	if err == nil {
		in.state = queued
	}
	return err
}

// lookTime is how long it is looked for what a commit may have made: little, since the
// client has waited for the commit already.
const lookTime = 500 * time.Millisecond

// committed finds out what became of a commit whose answer was lost. Where find finds nothing, the
// commit may still come.
func (e *Engine) committed(ctx context.Context, find func(context.Context, store.Tx) error) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTime)
	defer cancel()
	return e.db.View(ctx, func(tx store.Tx) error { return find(ctx, tx) }) == nil
}

// Await waits for the end of a conversion that this intake or an earlier one has submitted, until the context
// named until ends, which ctx, the request's, does not outlast. It returns the conversion as it is then. The client
// may be told of it: it outlasts this process. Await fails with the error of ctx, of the database, or with ErrNotStored.
func (in *Intake) Await(ctx, until context.Context, c *store.Conversion) (*Result, error) {
	if in.state == running {
		if ended := in.slot.wait(until); ended != nil {
			return ended, nil
		}
	}
	c, err := in.engine.awaitEnd(ctx, until, c)
	if err != nil {
		return nil, err
	}
	if in.state == running && !c.Status.Terminal() {
		ended, err := in.slot.promise(ctx)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNotStored, err)
		}
		if ended != nil {
			return ended, nil
		}
	}
	return &Result{Conversion: c}, nil
}

// Close ends the intake. What belongs to no conversion is deleted; the place and the room in memory are
// given back, unless a conversion runs in the place. The end of ctx does not keep it from that.
func (in *Intake) Close(ctx context.Context) {
	if in.slot != nil {
		in.slot.release()
	}
	for _, d := range in.documents {
		switch {
		case d.data != nil:
			in.forget(d)
		case in.state == receiving:
			in.deleteStored(ctx, d)
		}
	}
	in.state = closed
}

// key is the key of the document, or "" where it is in memory only.
func (d *receivedDocument) key() string {
	if d.data != nil {
		return ""
	}
	return InputKey(d.id)
}

// inputKey is the key of the document that was received for a conversion, or "" where it is in memory or none was.
func (in *Intake) inputKey(id string) string {
	for _, d := range in.documents {
		if d.id == id {
			return d.key()
		}
	}
	return ""
}

// storeHeld puts documents that are in memory into the storage.
func (in *Intake) storeHeld(ctx context.Context) error {
	for _, d := range in.documents {
		if d.data == nil {
			continue
		}
		if err := in.put(ctx, d.id, bytes.NewReader(d.data)); err != nil {
			return fmt.Errorf("%w: %w", ErrNotStored, err)
		}
		in.forget(d)
	}
	return nil
}

// forget gives the room of a document in memory back.
func (in *Intake) forget(d *receivedDocument) {
	d.data = nil
	in.engine.freeRoom()
}

// deleteStored deletes a document that no conversion has.
func (in *Intake) deleteStored(ctx context.Context, d *receivedDocument) {
	ctx = context.WithoutCancel(ctx)
	if err := in.engine.blobs.Delete(ctx, InputKey(d.id)); err != nil {
		in.engine.log.WarnContext(ctx, "deleting an upload", "request_id", in.request.ID, "err", err)
	}
}

// takeRoom takes room in memory for a document, if there is some.
func (e *Engine) takeRoom() bool {
	select {
	case e.held <- struct{}{}:
		return true
	default:
		return false
	}
}

// freeRoom gives the room of one document back.
func (e *Engine) freeRoom() { <-e.held }
