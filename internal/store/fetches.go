package store

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Conversions with an address first wait for their document. They are queued and not admitted, and do not count
// against the number of conversions that their account may run. fetch_at says from when on a process may take one.
// The process gets it for the time of a lease, with a run of its own, the fence. While it is taken, heartbeat_at
// says since when, and fetch_at says when the lease ends.

// toFetch is the SQL condition of conversions that wait for their document.
const toFetch = "fetch_at IS NOT NULL AND status = 'queued' AND admitted_at IS NULL"

// Fetching bounds how many documents are fetched.
type Fetching struct {
	PerAccount int           // of one account, in all processes
	Most       int           // taken by one call
	Lease      time.Duration // of the conversions that are taken

	// Lost also takes conversions whose lease has run out.
	Lost bool
}

// DueFetches returns conversions whose document must be fetched, in this order: first those whose account has the
// fewest taken, and of these the oldest. It costs a few steps in an index for each account that has any, however
// many it has.
func DueFetches(ctx context.Context, tx Tx, f Fetching) (ids []string, err error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	lost := int64(0) // leases that end by then have run out
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

// fetchLock names a row that is locked while conversions are taken. So a process that counts what an account has
// taken sees what others have taken just before.
const fetchLock = "fetch_lock"

// TakeFetches takes conversions whose document must be fetched, as DueFetches chooses them. A conversion whose
// last taker let its lease run out gets one more attempt counted.
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

// RenewFetch renews the lease of a conversion whose document is being fetched. ErrFenced means that it is
// cancelled, or that another process has taken it.
func RenewFetch(ctx context.Context, tx Tx, t Ticket, lease time.Duration) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	return fenced(tx.Exec(ctx, `UPDATE conversions SET fetch_at = $3 WHERE id = $1 AND run = $2 AND `+toFetch, t.ID, t.Run, micros(now.Add(lease))))
}

// Fetched records where the document of a conversion is. From then on the conversion waits for admission like one
// that was uploaded. It fails with ErrFenced.
func Fetched(ctx context.Context, tx Tx, t Ticket, key, file string, size int64) error {
	return fenced(tx.Exec(ctx, `UPDATE conversions SET input_key = $3, input_file = $4, file_size = $5, fetch_at = NULL, heartbeat_at = NULL, attempts = 0
		WHERE id = $1 AND run = $2 AND `+toFetch, t.ID, t.Run, key, file, size))
}

// GiveBackFetch has the document of a conversion fetched again after a pause. It fails with ErrFenced.
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

// SendToFetch takes back the run of a ticket that began without its document: a process with an earlier version of
// the program has admitted the conversion. It fails with ErrFenced.
func SendToFetch(ctx context.Context, tx Tx, t Ticket) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	_, err = change(ctx, tx, `UPDATE conversions SET status = 'queued', admitted_at = NULL, fetch_at = $3, heartbeat_at = NULL,
		run = run + 1, attempts = 0 WHERE id = $1 AND run = $2 AND status = 'processing'`, t.ID, t.Run, micros(now))
	return err
}

// fenced returns ErrFenced for an UPDATE that found no row.
func fenced(n int64, err error) error {
	if err == nil && n == 0 {
		return ErrFenced
	}
	return err
}
