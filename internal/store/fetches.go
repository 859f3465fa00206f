package store

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Conversions with an address wait for their document first: they are queued, not admitted,
// and no burden on the number that their account may have at work. fetch_at says from when on
// one may be taken. Who takes it gets it for the time of a lease, with a run of its own, the
// fence; while it is taken, heartbeat_at says since when, and fetch_at when the lease ends.

// toFetch is the condition of conversions that wait for their document.
const toFetch = "fetch_at IS NOT NULL AND status = 'queued' AND admitted_at IS NULL"

// Fetching bounds what is fetched at a time.
type Fetching struct {
	PerAccount int           // of an account, by all processes
	Most       int           // that are taken
	Lease      time.Duration // of those

	// Lost takes those up, too, whose lease has run out.
	Lost bool
}

// DueFetches returns conversions whose document is to be fetched, in their order: those come
// first whose account has the least number taken, and of these the oldest. It costs a few steps
// in an index for each account that has any, however many these are.
func DueFetches(ctx context.Context, tx Tx, f Fetching) (ids []string, err error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	lost := int64(0) // leases that ended by then are nobody's
	if f.Lost {
		lost = now.UnixMicro()
	}
	const due = toFetch + " AND fetch_at <= $1 AND (heartbeat_at IS NULL OR fetch_at <= $2)"
	return collect(ctx, tx, scanID, `WITH RECURSIVE owners(id) AS (
			SELECT (SELECT MIN(account_id) FROM conversions WHERE `+toFetch+`)
			UNION ALL
			SELECT (SELECT MIN(account_id) FROM conversions WHERE `+toFetch+` AND account_id > owners.id)
			FROM owners WHERE owners.id IS NOT NULL),
		first(account_id, id, turn) AS (
			SELECT owners.id, (SELECT MIN(id) FROM conversions WHERE account_id = owners.id AND `+due+`), 1
			FROM owners WHERE owners.id IS NOT NULL
			UNION ALL
			SELECT first.account_id, (SELECT MIN(id) FROM conversions WHERE account_id = first.account_id AND id > first.id AND `+due+`), first.turn + 1
			FROM first WHERE first.id IS NOT NULL AND first.turn < $3),
		taken AS MATERIALIZED (
			SELECT account_id, COUNT(*) AS n FROM conversions
			WHERE `+toFetch+` AND heartbeat_at IS NOT NULL AND fetch_at > $2 GROUP BY account_id)
		SELECT first.id FROM first LEFT JOIN taken ON taken.account_id = first.account_id
		WHERE first.id IS NOT NULL AND first.turn + COALESCE(taken.n, 0) <= $3
		ORDER BY first.turn + COALESCE(taken.n, 0), first.id LIMIT $4`,
		micros(now), lost, f.PerAccount, f.Most)
}

// fetchLock names the row that is held while conversions are taken: who counts what an account
// has taken sees what others have taken just before.
const fetchLock = "fetch_lock"

// TakeFetches takes conversions whose document is to be fetched, as DueFetches chooses them. One that
// was taken before by somebody who is not heard of has an attempt more.
func TakeFetches(ctx context.Context, tx Tx, f Fetching) ([]*Conversion, error) {
	if _, err := tx.Exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, '')
		ON CONFLICT (name) DO UPDATE SET value = settings.value`, fetchLock); err != nil {
		return nil, err
	}
	ids, err := DueFetches(ctx, tx, f)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	in, args := list(ids, itself)
	taken, err := collect(ctx, tx, scanConversion, `UPDATE conversions SET run = run + 1,
		attempts = attempts + CASE WHEN heartbeat_at IS NULL THEN 0 ELSE 1 END, heartbeat_at = `+mark(len(args)+1)+`, fetch_at = `+mark(len(args)+2)+`
		WHERE `+toFetch+` AND fetch_at <= `+mark(len(args)+1)+` AND id IN `+in+` RETURNING `+conversionColumns,
		append(args, micros(now), micros(now.Add(f.Lease)))...)
	slices.SortFunc(taken, func(a, b *Conversion) int { return cmp.Compare(a.ID, b.ID) })
	return taken, err
}

// RenewFetch renews the lease of a conversion whose document is being fetched. ErrFenced means that
// it is cancelled, or somebody else's.
func RenewFetch(ctx context.Context, tx Tx, t Ticket, lease time.Duration) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	return fenced(tx.Exec(ctx, `UPDATE conversions SET fetch_at = $3 WHERE id = $1 AND run = $2 AND `+toFetch, t.ID, t.Run, micros(now.Add(lease))))
}

// Fetched notes where the document of a conversion is, which from then on waits to be admitted as one
// that was uploaded. It fails with ErrFenced.
func Fetched(ctx context.Context, tx Tx, t Ticket, key, file string, size int64) error {
	return fenced(tx.Exec(ctx, `UPDATE conversions SET input_key = $3, input_file = $4, file_size = $5, fetch_at = NULL, heartbeat_at = NULL, attempts = 0
		WHERE id = $1 AND run = $2 AND `+toFetch, t.ID, t.Run, key, file, size))
}

// GiveBackFetch lets the document of a conversion be fetched again after a pause. It fails with ErrFenced.
func GiveBackFetch(ctx context.Context, tx Tx, t Ticket, counts bool, pause time.Duration) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	attempts := 0
	if counts {
		attempts = 1
	}
	return fenced(tx.Exec(ctx, `UPDATE conversions SET fetch_at = $3, heartbeat_at = NULL, run = run + 1, attempts = attempts + CAST($4 AS BIGINT)
		WHERE id = $1 AND run = $2 AND `+toFetch, t.ID, t.Run, micros(now.Add(pause)), attempts))
}

// SendToFetch takes the run of a ticket back that began without a document: a process of the program
// before has admitted the conversion. It fails with ErrFenced.
func SendToFetch(ctx context.Context, tx Tx, t Ticket) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	_, err = change(ctx, tx, `UPDATE conversions SET status = 'queued', admitted_at = NULL, fetch_at = $3, heartbeat_at = NULL,
		run = run + 1, attempts = 0 WHERE id = $1 AND run = $2 AND status = 'processing'`, t.ID, t.Run, micros(now))
	return err
}

// fenced is ErrFenced for an update that found no row.
func fenced(n int64, err error) error {
	if err == nil && n == 0 {
		return ErrFenced
	}
	return err
}
