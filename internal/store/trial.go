package store

import (
	"context"
	"encoding/json"
	"time"
)

// Trial is the test of a webhook that one process is asked for and another makes.
type Trial struct {
	ID      string // try_...
	Account string
	Webhook string
	Event   string   // its kind
	Attempt *Attempt // nil until it was made
}

// InsertTrial notes a trial that is to be made. Its ID is made. It fails with ErrLimit where an account
// has most of them that are not made yet, and are younger than within: an older one is nobody's any more.
func InsertTrial(ctx context.Context, tx Tx, t *Trial, most int64, within time.Duration) error {
	if _, err := LockAccount(ctx, tx, t.Account); err != nil {
		return err
	}
	now, err := tx.Now(ctx)
	if err != nil {
		return err
	}
	var open int64
	if err := tx.QueryRow(ctx, `SELECT COUNT(*) FROM trials WHERE account_id = $1 AND attempt = '' AND created_at > $2`,
		t.Account, micros(now.Add(-within))).Scan(&open); err != nil {
		return err
	}
	if open >= most {
		return ErrLimit
	}
	t.ID = NewID("try")
	_, err = tx.Exec(ctx, `INSERT INTO trials (id, account_id, webhook_id, event, created_at) VALUES ($1, $2, $3, $4, $5)`,
		t.ID, t.Account, t.Webhook, t.Event, micros(now))
	return err
}

// GetTrial returns a trial, or ErrNotFound.
func GetTrial(ctx context.Context, tx Tx, id string) (*Trial, error) {
	t, attempt := &Trial{ID: id}, ""
	err := tx.QueryRow(ctx, `SELECT account_id, webhook_id, event, attempt FROM trials WHERE id = $1`, id).Scan(&t.Account, &t.Webhook, &t.Event, &attempt)
	if err == nil && attempt != "" {
		err = json.Unmarshal([]byte(attempt), &t.Attempt)
	}
	return t, err
}

// EndTrial notes how a trial went. One that nobody waits for any more is gone, which is no error.
func EndTrial(ctx context.Context, tx Tx, id string, a Attempt) error {
	text, err := json.Marshal(a)
	if err == nil {
		_, err = tx.Exec(ctx, `UPDATE trials SET attempt = $2 WHERE id = $1`, id, string(text))
	}
	return err
}

// DeleteTrial removes a trial.
func DeleteTrial(ctx context.Context, tx Tx, id string) error {
	_, err := tx.Exec(ctx, `DELETE FROM trials WHERE id = $1`, id)
	return err
}

// DeleteOldTrials removes those from before a time, limit at most; it returns how many. Whoever waited for them has
// ended without removing them.
func DeleteOldTrials(ctx context.Context, tx Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM trials WHERE id IN (SELECT id FROM trials WHERE created_at < $1 LIMIT $2)`, micros(before), limit)
}
