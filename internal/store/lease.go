package store

import (
	"context"
	"errors"
	"time"
)

// Pulse is what a worker reports of a run that goes on.
type Pulse struct {
	Ticket
	Done, Total int64 // pages
}

// Beat renews the lease of a run and stores its progress. ErrFenced means that the run is not the current one and
// must end: the conversion is cancelled, or another run has it.
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

// Lost returns at most limit conversions whose worker has sent no heartbeat for the time of a lease.
func Lost(ctx context.Context, tx Tx, lease time.Duration, limit int) ([]*Conversion, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	return collect(ctx, tx, scanConversion, `SELECT `+conversionColumns+` FROM conversions
		WHERE status = 'processing' AND heartbeat_at < $1 ORDER BY id LIMIT $2`, micros(now.Add(-lease)), limit)
}

// AccountsWaiting returns the accounts with conversions that could be admitted and are not.
func AccountsWaiting(ctx context.Context, tx Tx) ([]string, error) {
	return collect(ctx, tx, func(r Row) (id string, err error) { return id, r.Scan(&id) }, `SELECT id FROM accounts WHERE EXISTS
		(SELECT 1 FROM conversions WHERE account_id = accounts.id AND status = 'queued' AND admitted_at IS NULL AND fetch_at IS NULL) ORDER BY id`)
}

// OldestAdmitted returns when the conversion was admitted that has waited longest for a worker. It is zero if none
// waits.
func OldestAdmitted(ctx context.Context, tx Tx) (at time.Time, err error) {
	err = tx.QueryRow(ctx, `SELECT MIN(admitted_at) FROM conversions
		WHERE admitted_at IS NOT NULL AND status = 'queued'`).Scan(stamp{&at})
	return at, err
}

// QueuedFor returns how long the oldest queued conversion of an account has been waiting. It is 0 if none waits.
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

// CountCompleted counts the conversions of an account that have ended, in whatever way, within the last time span.
func CountCompleted(ctx context.Context, tx Tx, account string, within time.Duration) (n int64, err error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, `SELECT COUNT(*) FROM conversions WHERE account_id = $1
		AND completed_at IS NOT NULL AND completed_at > $2`, account, micros(now.Add(-within))).Scan(&n)
	return n, err
}

// Unclaimed returns those tickets that are valid and were not used. It takes a hundred or so.
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

// Renew replaces the ticket of an admitted conversion that nobody has claimed. ErrFenced means that the ticket was
// used, or is not the current one.
func Renew(ctx context.Context, tx Tx, t Ticket) (Ticket, error) {
	next, err := scanTicket(tx.QueryRow(ctx, `UPDATE conversions SET run = run + 1
		WHERE id = $1 AND run = $2 AND status = 'queued' RETURNING id, run, rank, attempts`, t.ID, t.Run))
	if errors.Is(err, ErrNotFound) {
		err = ErrFenced
	}
	return next, err
}
