package store

import (
	"context"
	"time"
)

// Purgeable returns the last tickets of conversions whose blobs are due for deletion.
func Purgeable(ctx context.Context, tx Tx, limit int) ([]Ticket, error) {
	now, err := tx.Now(ctx)
	if err != nil {
		return nil, err
	}
	return collect(ctx, tx, scanTicket, `SELECT id, run, rank, attempts FROM conversions WHERE purge_at IS NOT NULL AND purge_at <= $1
		AND status IN ('completed', 'failed', 'cancelled') ORDER BY purge_at LIMIT $2`, micros(now), limit)
}

// Purged records that the blobs of a conversion are deleted, and deletes its corrections.
func Purged(ctx context.Context, tx Tx, id string) error {
	if _, err := tx.Exec(ctx, `UPDATE conversions SET purge_at = NULL, input_key = '', result_key = '', document_key = '' WHERE id = $1`, id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM conversion_corrections WHERE conversion_id = $1`, id)
	return err
}

// InputsLeft returns the last tickets of ended conversions whose document still exists.
func InputsLeft(ctx context.Context, tx Tx, limit int) ([]Ticket, error) {
	return collect(ctx, tx, scanTicket, `SELECT id, run, rank, attempts FROM conversions WHERE input_key <> ''
		AND status IN ('completed', 'failed', 'cancelled') ORDER BY id LIMIT $1`, limit)
}

// InputGone records that the document of a conversion is deleted.
func InputGone(ctx context.Context, tx Tx, id string) error { return setInput(ctx, tx, id, "") }

// InputLeft records that the document of an ended conversion could not be deleted.
func InputLeft(ctx context.Context, tx Tx, id, key string) error { return setInput(ctx, tx, id, key) }

// NoteInput records where the document of a running conversion is stored. It fails with ErrFenced when the run is
// not the current one.
func NoteInput(ctx context.Context, tx Tx, t Ticket, key string) error {
	n, err := tx.Exec(ctx, `UPDATE conversions SET input_key = $3 WHERE id = $1 AND run = $2 AND status = 'processing'`, t.ID, t.Run, key)
	if err == nil && n == 0 {
		err = ErrFenced
	}
	return err
}

func setInput(ctx context.Context, tx Tx, id, key string) error {
	_, err := tx.Exec(ctx, `UPDATE conversions SET input_key = $2 WHERE id = $1`, id, key)
	return err
}

// DeleteOld deletes at most limit records of conversions that ended before a time and have no blobs any more. It
// returns how many.
func DeleteOld(ctx context.Context, tx Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM conversions WHERE id IN (SELECT id FROM conversions
		WHERE completed_at IS NOT NULL AND completed_at < $1 AND purge_at IS NULL LIMIT $2)`, micros(before), limit)
}
