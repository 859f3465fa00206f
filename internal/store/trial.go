package store

import (
	"context"
	"encoding/json"
	"time"
)

// Trial is the test of a webhook that one process asks for and another one makes.
type Trial struct {
	ID      string // try_...
	Account string
	Webhook string
	Event   string   // its kind
	Attempt *Attempt // nil until the trial is made
}

// InsertTrial adds a trial that is to be made, and makes its ID. It fails with ErrLimit if the account has as many
// as most that are not made yet. Trials older than within do not count: nobody waits for them any more.
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

// EndTrial stores the outcome of a trial. If nobody waits for the trial any more, its record is gone, which is no
// error.
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

// DeleteOldTrials deletes at most limit trials from before a time. It returns how many. Their callers have ended
// without removing them.
func DeleteOldTrials(ctx context.Context, tx Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM trials WHERE id IN (SELECT id FROM trials WHERE created_at < $1 LIMIT $2)`, micros(before), limit)
}
