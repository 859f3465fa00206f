package store

import (
	"context"
	"errors"
	"time"
)

// Idempotency is the record of a request that may be repeated, with its answer.
type Idempotency struct {
	Account, Method, Path, Key string

	Fingerprint  string // of the parameters and the file
	Owner        string // who answers the request: an id that the service has made
	RequestID    string // of the first request; the client may have chosen it
	ConversionID string // the conversion or batch that the request made; empty: none
	Created      time.Time
	Lease        time.Time // the first request counts as alive until then; zero: answered

	Status int64  // of the answer
	Header string // JSON of the server's own form
	Body   string
}

const idempotencyColumns = "account_id, method, path, key, fingerprint, owner, request_id, conversion_id, created_at, lease_until, status, header, body"

func scanIdempotency(r Row) (*Idempotency, error) {
	i := &Idempotency{}
	err := r.Scan(&i.Account, &i.Method, &i.Path, &i.Key, &i.Fingerprint, &i.Owner, &i.RequestID, &i.ConversionID,
		stamp{&i.Created}, stamp{&i.Lease}, &i.Status, &i.Header, &i.Body)
	return i, err
}

// BeginIdempotent records that a request with a key is being answered. If there is a record with the key already,
// it is returned unchanged. It is answered if Lease is zero, abandoned if Lease has passed, else being answered.
func BeginIdempotent(ctx context.Context, tx Tx, i *Idempotency, lease time.Duration) (*Idempotency, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	i.Created, i.Lease = now, now.Add(lease)
	n, err := tx.Exec(ctx, `INSERT INTO idempotency (`+idempotencyColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, '', '') ON CONFLICT DO NOTHING`, i.Account, i.Method, i.Path, i.Key,
		i.Fingerprint, i.Owner, i.RequestID, i.ConversionID, micros(i.Created), micros(i.Lease))
	if err != nil || n == 1 {
		return nil, err
	}
	return GetIdempotent(ctx, tx, i)
}

// GetIdempotent returns the record with the same key, or ErrNotFound.
func GetIdempotent(ctx context.Context, tx Tx, i *Idempotency) (*Idempotency, error) {
	return scanIdempotency(tx.QueryRow(ctx, `SELECT `+idempotencyColumns+` FROM idempotency
		WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4`, i.Account, i.Method, i.Path, i.Key))
}

// ErrTaken is returned to the owner of a record that another request has taken over.
var ErrTaken = errors.New("store: another request has the key")

// TakeOverIdempotent makes another owner, with another request, the owner of a record whose lease has run out. It
// fails with ErrTaken unless the record is still as it was read.
func TakeOverIdempotent(ctx context.Context, tx Tx, i *Idempotency, owner, request string, lease time.Duration) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	return takenIfNone(tx.Exec(ctx, `UPDATE idempotency SET owner = $6, request_id = $7, lease_until = $8
		WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4 AND owner = $5 AND lease_until < $9`,
		i.Account, i.Method, i.Path, i.Key, i.Owner, owner, request, micros(now.Add(lease)), micros(now)))
}

// RenewIdempotent renews the leases of records, by key and owner. Records that are answered, or that another owner
// has by now, stay as they are.
func RenewIdempotent(ctx context.Context, tx Tx, records []Idempotency, lease time.Duration) error {
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	for _, i := range records {
		if _, err := tx.Exec(ctx, `UPDATE idempotency SET lease_until = $6
			WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4 AND owner = $5 AND lease_until IS NOT NULL`,
			i.Account, i.Method, i.Path, i.Key, i.Owner, micros(now.Add(lease))); err != nil {
			return err
		}
	}
	return nil
}

// AnswerIdempotent stores the answer, and what the request has made.
func AnswerIdempotent(ctx context.Context, tx Tx, i *Idempotency) error {
	return takenIfNone(tx.Exec(ctx, `UPDATE idempotency SET lease_until = NULL, conversion_id = $6, status = $7, header = $8, body = $9
		WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4 AND owner = $5`,
		i.Account, i.Method, i.Path, i.Key, i.Owner, i.ConversionID, i.Status, i.Header, i.Body))
}

// DropIdempotent deletes the record of a request whose answer is not worth repeating.
func DropIdempotent(ctx context.Context, tx Tx, i *Idempotency) error {
	return takenIfNone(tx.Exec(ctx, `DELETE FROM idempotency
		WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4 AND owner = $5`,
		i.Account, i.Method, i.Path, i.Key, i.Owner))
}

func takenIfNone(n int64, err error) error {
	if err == nil && n == 0 {
		return ErrTaken
	}
	return err
}

// DeleteOldIdempotent deletes at most limit records that were made before a time.
func DeleteOldIdempotent(ctx context.Context, tx Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM idempotency WHERE (account_id, method, path, key) IN
		(SELECT account_id, method, path, key FROM idempotency WHERE created_at < $1 LIMIT $2)`, micros(before), limit)
}

// NoteIdempotent records what a request makes, in the transaction that makes it and before the request is
// answered. If the request dies, its repetition gets what was made.
func NoteIdempotent(ctx context.Context, tx Tx, i *Idempotency) error {
	return takenIfNone(tx.Exec(ctx, `UPDATE idempotency SET conversion_id = $6
		WHERE account_id = $1 AND method = $2 AND path = $3 AND key = $4 AND owner = $5`,
		i.Account, i.Method, i.Path, i.Key, i.Owner, i.ConversionID))
}
