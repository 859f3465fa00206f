package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Event names a change of a conversion or batch, as receivers know it.
type Event string

const (
	// ConversionStarted: a worker has begun it for the first time.
	ConversionStarted Event = "conversion.started"
	// ConversionCompleted: it has a result.
	ConversionCompleted Event = "conversion.completed"
	// ConversionFailed: it ended with an error.
	ConversionFailed Event = "conversion.failed"
	// ConversionCancelled: it was cancelled. Batches count it; receivers are not told.
	ConversionCancelled Event = "conversion.cancelled"
)

var (
	// ErrFenced is returned to a run that is not the current one: another run has the conversion, or it has ended.
	ErrFenced = errors.New("store: the conversion belongs to another run")

	// ErrTerminal is returned when a conversion to be cancelled is completed or failed.
	ErrTerminal = errors.New("store: the conversion has ended")
)

// Ticket allows one run of a conversion.
type Ticket struct {
	ID   string
	Run  int64
	Rank int64 // as SetRank has set it, else 1; it decides only the order

	Attempts int64 // earlier runs that were begun and not given back
}

// Admit gives at most n conversions of a locked account to the workers: the oldest waiting ones that have their
// document. It returns their tickets, oldest first.
func Admit(ctx context.Context, tx Tx, account string, n int64) ([]Ticket, error) {
	if n <= 0 {
		return nil, nil
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	tickets, err := collect(ctx, tx, scanTicket, `UPDATE conversions SET admitted_at = $3, run = run + 1
		WHERE id IN (SELECT id FROM conversions WHERE account_id = $1 AND status = 'queued' AND admitted_at IS NULL AND fetch_at IS NULL
			ORDER BY id LIMIT $2) RETURNING id, run, rank, attempts`, account, n, micros(now))
	slices.SortFunc(tickets, func(a, b Ticket) int { return cmp.Compare(a.ID, b.ID) })
	return tickets, err
}

func scanTicket(r Row) (t Ticket, err error) { return t, r.Scan(&t.ID, &t.Run, &t.Rank, &t.Attempts) }

// SetRank stores the rank of a ticket.
func SetRank(ctx context.Context, tx Tx, t Ticket) error {
	_, err := tx.Exec(ctx, `UPDATE conversions SET rank = $2 WHERE id = $1`, t.ID, t.Rank)
	return err
}

// Claim begins the run of a ticket. It fails with ErrFenced when the ticket is not valid, or not any more.
func Claim(ctx context.Context, tx Tx, t Ticket) (*Conversion, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	c, err := change(ctx, tx, `UPDATE conversions SET status = 'processing', attempts = attempts + 1,
		started_at = COALESCE(started_at, $3), heartbeat_at = $3, pages_done = 0, pages_total = 0
		WHERE id = $1 AND run = $2 AND status = 'queued'`, t.ID, t.Run, micros(now))
	if err != nil {
		return nil, err
	}
	if !c.Started.Equal(now) {
		return c, nil // not the first run
	}
	return c, announce(ctx, tx, c, ConversionStarted)
}

// Outcome is the end of a run.
type Outcome struct {
	Status Status   // Completed or Failed
	Error  *Failure // why it failed

	// Lifetime is how long the result is kept.
	Lifetime time.Duration

	// DocumentKey is the blob of a document that is kept with the result. It is empty if the document is not kept.
	DocumentKey string

	Pages     int64
	Metadata  json.RawMessage
	Warnings  json.RawMessage
	ResultKey string
	Output    int64
	SHA256    string
	Duration  time.Duration
}

var eventOf = map[Status]Event{Completed: ConversionCompleted, Failed: ConversionFailed}

// Finish ends the run of a ticket. ErrFenced means that the run is not the current one; then nothing of the
// outcome may be kept. After Finish the caller must delete the document, unless it is kept.
func Finish(ctx context.Context, tx Tx, t Ticket, o Outcome) (*Conversion, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	expires, purge := time.Time{}, now // without a result, all blobs can go now
	if o.Status == Completed {
		expires = now.Add(o.Lifetime)
		purge = expires
	}
	failure := Failure{}
	if o.Error != nil {
		failure = *o.Error
	}
	c, err := change(ctx, tx, `UPDATE conversions SET status = $3, completed_at = $4, expires_at = $5, input_key = '',
		purge_at = CASE WHEN deleted_at IS NULL THEN CAST($6 AS BIGINT) ELSE $4 END,
		pages_done = $7, pages_total = CASE WHEN pages_total < $7 THEN CAST($7 AS BIGINT) ELSE pages_total END,
		metadata = $8, warnings = $9, error_code = $10, error_message = $11, error_details = $12,
		result_key = $13, output_size = $14, sha256 = $15, processing_micros = $16, document_key = $17
		WHERE id = $1 AND run = $2 AND status = 'processing'`,
		t.ID, t.Run, string(o.Status), micros(now), micros(expires), micros(purge), o.Pages,
		string(o.Metadata), string(o.Warnings), failure.Code, failure.Message, string(failure.Details),
		o.ResultKey, o.Output, o.SHA256, o.Duration.Microseconds(), o.DocumentKey)
	if err != nil {
		return nil, err
	}
	return c, announce(ctx, tx, c, eventOf[o.Status])
}

// GiveBack makes the conversion of a run that did not end wait for a worker again. It returns the ticket of the
// next run. If counts is false, the attempt is not counted: the document was not at fault.
func GiveBack(ctx context.Context, tx Tx, t Ticket, counts bool) (Ticket, error) {
	refund := 1
	if counts {
		refund = 0
	}
	c, err := change(ctx, tx, `UPDATE conversions SET status = 'queued', run = run + 1, heartbeat_at = NULL,
		attempts = attempts - $3, pages_done = 0 WHERE id = $1 AND run = $2 AND status = 'processing'`, t.ID, t.Run, refund)
	if err != nil {
		return Ticket{}, err
	}
	return Ticket{c.ID, c.Run, c.Rank, c.Attempts}, nil
}

// Cancel ends a conversion at once, even if a worker has it. It locks the account. The worker learns of it with
// its next Beat, and can store nothing of the conversion any more. A conversion that is cancelled already is
// returned as it is. One with another end is returned with ErrTerminal.
func Cancel(ctx context.Context, tx Tx, account, id string) (*Conversion, error) {
	if _, err := LockAccount(ctx, tx, account); err != nil {
		return nil, err
	}
	c, err := GetConversionOf(ctx, tx, account, id)
	if err != nil {
		return nil, err
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	switch c.Status {
	case Queued, Processing:
		return drop(ctx, tx, c, now)
	case Cancelled:
		return c, nil
	default:
		return c, ErrTerminal
	}
}

// errAgain undoes a transaction that lost a race. db.retry repeats the transaction.
var errAgain = errors.New("store: changed meanwhile")

// drop cancels a conversion. It raises the run number, so that a ticket that River or a worker holds is refused.
func drop(ctx context.Context, tx Tx, c *Conversion, now time.Time) (*Conversion, error) {
	c, err := change(ctx, tx, `UPDATE conversions SET status = 'cancelled', run = run + 1, cancel_at = $2, completed_at = $2,
		purge_at = $2 WHERE id = $1 AND status IN ('queued', 'processing')`, c.ID, micros(now))
	if errors.Is(err, ErrFenced) { // it ended between the two statements
		return nil, fmt.Errorf("%w: cancelling", errAgain)
	}
	if err != nil {
		return nil, err
	}
	return c, announce(ctx, tx, c, ConversionCancelled)
}

// Delete removes a conversion from its account, and cancels it if it has not ended. The record stays for the
// accounting; its blobs are marked for deletion.
func Delete(ctx context.Context, tx Tx, account, id string) (*Conversion, error) {
	if _, err := Cancel(ctx, tx, account, id); err != nil && !errors.Is(err, ErrTerminal) {
		return nil, err
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	return change(ctx, tx, `UPDATE conversions SET deleted_at = $2, purge_at = $2 WHERE id = $1`, id, micros(now))
}

// change runs the UPDATE of one conversion and wakes those who wait for it. An UPDATE that finds no row came too
// late: change returns ErrFenced.
func change(ctx context.Context, tx Tx, update string, args ...any) (*Conversion, error) {
	c, err := scanConversion(tx.QueryRow(ctx, update+" RETURNING "+conversionColumns, args...))
	if errors.Is(err, ErrNotFound) {
		return nil, ErrFenced
	}
	if err != nil {
		return nil, err
	}
	return c, tx.signal(ctx, c.ID)
}

// announce calls the hooks for an event.
func announce(ctx context.Context, tx Tx, c *Conversion, event Event) error {
	for _, hook := range tx.home().hooks {
		if err := hook(ctx, tx, event, c); err != nil {
			return fmt.Errorf("store: announcing %s: %w", event, err)
		}
	}
	note(tx, event, c)
	return nil
}
