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

// Intake takes in what one request submits: a document, the address of a document, or all documents of a batch.
// Each step is one method. The caller defers Close at once. Close settles the intake in any state. An intake is
// for one goroutine.
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
//	state      what is submitted                         who owns the documents, and what Close does
//	receiving  nothing                                   the intake: Close deletes them
//	running    it began in this process                  the conversion: Close leaves them
//	queued     any process with a free worker takes it   the conversion: Close leaves them
//	doubtful   perhaps all, perhaps nothing: the answer  perhaps the conversion: Close leaves them. After a
//	           to the commit was lost                    day the upkeep deletes those that nobody owns
//
// A document of at most heldBytes may stay in memory instead of the storage (Request.Hold):
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
	slot      *slot // a place where the conversion may begin here; nil: it waits for a worker
}

// Request is what an intake knows of the HTTP request that submits.
type Request struct {
	ID      string // of the request, for the log
	Account string

	// Hold lets the intake hold a document in memory. That saves the storage work if the conversion soon begins
	// and ends in this process. A request that sets Hold waits for its conversion and has no Idempotency-Key: when
	// the process dies, the document is lost.
	Hold bool

	// Note records, in the transaction of Submit or SubmitBatch, that the request has created the conversion or
	// batch id. nil records nothing.
	Note func(ctx context.Context, tx store.Tx, id string) error
}

// intakeState is the state of an intake; see Intake.
type intakeState int

const (
	receiving intakeState = iota // nothing is submitted
	running                      // the conversion began in this process
	queued                       // a worker takes the conversion, or those of the batch
	doubtful                     // the answer to the commit was lost
	closed
)

// receivedDocument is a document that was read to its end.
type receivedDocument struct {
	id   string // of the conversion that the document is for
	data []byte // the document, if it is in memory; nil: it is in the storage
}

const (
	// heldBytes is the largest size of a document that is held in memory.
	heldBytes = smallBytes

	// heldDocuments is how many requests may hold documents in memory at a time. Times heldBytes, it bounds the
	// memory that slow clients can fill. Documents of further requests go straight to the storage.
	heldDocuments = 32

	// heldGrow is the first size of the buffer for a document. Many text documents are smaller.
	heldGrow = 32 << 10

	// pdfType is the media type of documents.
	pdfType = "application/pdf"
)

// ErrNotStored is returned when the storage fails to take a document that was in memory.
var ErrNotStored = errors.New("jobs: the document is not stored")

// errStep is returned for a step that is not possible in the state of the intake. It shows a defect of the caller.
var errStep = errors.New("jobs: the intake has no such step in its state")

// NewIntake begins the intake of a request.
func (e *Engine) NewIntake(r Request) *Intake {
	r.Hold = r.Hold && e.cfg.Concurrency > 0 // otherwise no conversion begins here, and the document must be stored
	return &Intake{engine: e, request: r}
}

// Receive reads a document to its end, into memory or the storage, and returns the id of its conversion. When it
// fails, nothing of the document is left. The error is that of the reader or of the storage.
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

// hold reads a document into memory; the caller has taken room for it. A document larger than heldBytes goes into
// the storage instead.
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

// put writes a document to the storage. Reading doc fails when the client goes away. After doc has been read to
// its end, put waits for the storage even if ctx has ended: a blob that is still being written cannot be deleted.
func (in *Intake) put(ctx context.Context, id string, doc io.Reader) error {
	return in.engine.blobs.Put(context.WithoutCancel(ctx), InputKey(id), doc, pdfType)
}

// Submit submits one conversion. One transaction inserts the conversion, counts it against the quota and records
// it for the request: all or nothing. The document is the received one with the id of the conversion, or that at
// its InputURL. If waits is true, the request waits for the conversion, which then begins in this process if a
// place is free soon. Submit fails as the function Submit does, and with ErrNotStored; the intake is receiving
// again then. It also fails with store.ErrUnknown; the intake is doubtful then.
func (in *Intake) Submit(ctx context.Context, c *store.Conversion, waits bool) error {
	if in.state != receiving {
		return errStep
	}
	if waits && len(in.documents) > 0 { // a conversion from an address needs no place before its document is here
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

// submitHere submits a conversion that is to begin in the slot. If others come first it waits for its turn. A
// conversion that may not begin here is queued, or refused with errMustWait or errNotItsTurn.
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

// SubmitBatch submits conversions as one batch. It fails as the function SubmitBatch does, and as Submit.
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

// commit runs submit, and the note of the request, in one transaction. id is that of the conversion or batch. find
// looks it up, for when the answer to the commit is lost. After success the intake is queued. After a lost answer
// it is queued if find finds the record, else doubtful. After any other error it stays receiving.
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

// lookTime is how long committed looks for what a commit may have made. It is short, because the client has waited
// for the commit already.
const lookTime = 500 * time.Millisecond

// committed reports whether find finds what a commit without an answer was to make. If it finds nothing, the
// commit may still happen later.
func (e *Engine) committed(ctx context.Context, find func(context.Context, store.Tx) error) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTime)
	defer cancel()
	return e.db.View(ctx, func(tx store.Tx) error { return find(ctx, tx) }) == nil
}

// Await waits for the end of a conversion that this intake or an earlier one has submitted. It returns the
// conversion when it ends, or as it is when until ends. until must end no later than ctx, which is the request's.
// The caller may tell the client of the conversion, which survives the death of this process. Await fails with the
// error of ctx or of the database, or with ErrNotStored.
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

// Close ends the intake. It deletes documents that belong to no conversion. It gives back the room in memory, and
// the place unless a conversion runs in it. It does so even if ctx has ended.
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

// key returns the storage key of the document, or "" if it is in memory only.
func (d *receivedDocument) key() string {
	if d.data != nil {
		return ""
	}
	return InputKey(d.id)
}

// inputKey returns the storage key of the document that was received for a conversion. It is "" if the document is
// in memory or none was received.
func (in *Intake) inputKey(id string) string {
	for _, d := range in.documents {
		if d.id == id {
			return d.key()
		}
	}
	return ""
}

// storeHeld writes the documents that are in memory to the storage.
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

// forget drops a document from memory and gives its room back.
func (in *Intake) forget(d *receivedDocument) {
	d.data = nil
	in.engine.freeRoom()
}

// deleteStored deletes a document that belongs to no conversion.
func (in *Intake) deleteStored(ctx context.Context, d *receivedDocument) {
	ctx = context.WithoutCancel(ctx)
	if err := in.engine.blobs.Delete(ctx, InputKey(d.id)); err != nil {
		in.engine.log.WarnContext(ctx, "deleting an upload", "request_id", in.request.ID, "err", err)
	}
}

// takeRoom takes room in memory for one document. It reports whether there was some.
func (e *Engine) takeRoom() bool {
	select {
	case e.held <- struct{}{}:
		return true
	default:
		return false
	}
}

// freeRoom gives back the room of one document.
func (e *Engine) freeRoom() { <-e.held }
