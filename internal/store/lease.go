package store

import (
	"context"
	"errors"
	"time"
)

// Pulse is what a worker says of a run that goes on.
type Pulse struct {
	Ticket
	Done, Total int64 // pages
}

// Beat renews the lease of a run and stores its progress. ErrFenced means that the run is
// not the current one and must end: the conversion is cancelled, or somebody else has it.
func Beat(ctx context.Context, tx Tx, p Pulse) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, `UPDATE conversions SET heartbeat_at = $3, pages_done = $4, pages_total = $5
		WHERE id = $1 AND run = $2 AND status = 'processing'`, p.ID, p.Run, micros(now), p.Done, p.Total)
	if err == nil && n == 0 {
		return ErrFenced
	}
	return err
}

// Lost returns conversions whose worker has not been heard of for a while.
func Lost(ctx context.Context, tx Tx, lease time.Duration, limit int) ([]*Conversion, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	return collect(ctx, tx, scanConversion, `SELECT `+conversionColumns+` FROM conversions
		WHERE status = 'processing' AND heartbeat_at < $1 ORDER BY id LIMIT $2`, micros(now.Add(-lease)), limit)
}

// AccountsWaiting returns accounts that have conversions which could be admitted, and are not.
func AccountsWaiting(ctx context.Context, tx Tx) ([]string, error) {
	return collect(ctx, tx, func(r Row) (id string, err error) { return id, r.Scan(&id) }, `SELECT id FROM accounts WHERE EXISTS
		(SELECT 1 FROM conversions WHERE account_id = accounts.id AND status = 'queued' AND admitted_at IS NULL AND fetch_at IS NULL) ORDER BY id`)
}

// OldestAdmitted is when the conversion was admitted that has waited longest for
// a worker; zero when none waits.
func OldestAdmitted(ctx context.Context, tx Tx) (at time.Time, err error) {
	err = tx.QueryRow(ctx, `SELECT MIN(admitted_at) FROM conversions
		WHERE admitted_at IS NOT NULL AND status = 'queued'`).Scan(stamp{&at})
	return at, err
}

// QueuedFor is how long the conversion of an account has been waiting for a worker that has
// waited longest; 0 when none waits.
func QueuedFor(ctx context.Context, tx Tx, account string) (time.Duration, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return 0, err
	}
	var at time.Time
	err = tx.QueryRow(ctx, `SELECT MIN(created_at) FROM conversions WHERE account_id = $1 AND status = 'queued'`, account).Scan(stamp{&at})
	if err != nil || at.IsZero() {
		return 0, err
	}
	return now.Sub(at), nil
}

// CountCompleted counts the conversions of an account that ended, of whichever
// kind, within the time before now.
func CountCompleted(ctx context.Context, tx Tx, account string, within time.Duration) (n int64, err error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, `SELECT COUNT(*) FROM conversions WHERE account_id = $1
		AND completed_at IS NOT NULL AND completed_at > $2`, account, micros(now.Add(-within))).Scan(&n)
	return n, err
}

// Unclaimed returns those of the tickets, a hundred or so, that are good and were
// not used.
func Unclaimed(ctx context.Context, tx Tx, tickets []Ticket) (good []Ticket, err error) {
	in, args := list(tickets, func(t Ticket) any { return t.ID })
	queued, err := collect(ctx, tx, scanTicket,
		`SELECT id, run, rank, attempts FROM conversions WHERE status = 'queued' AND id IN `+in, args...)
	runs := map[string]int64{}
	for _, t := range queued {
		runs[t.ID] = t.Run
	}
	for _, t := range tickets {
		if runs[t.ID] == t.Run {
			good = append(good, t)
		}
	}
	return good, err
}

// Renew replaces the ticket of an admitted conversion that nobody claimed by a new
// one; ErrFenced means that the ticket was used, or is not the current one.
func Renew(ctx context.Context, tx Tx, t Ticket) (Ticket, error) {
	next, err := scanTicket(tx.QueryRow(ctx, `UPDATE conversions SET run = run + 1
		WHERE id = $1 AND run = $2 AND status = 'queued' RETURNING id, run, rank, attempts`, t.ID, t.Run))
	if errors.Is(err, ErrNotFound) {
		err = ErrFenced
	}
	return next, err
}
