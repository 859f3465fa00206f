package store

import (
	"context"
	"time"
)

// EndSession records that a session has ended early. until is the end that the session itself carries.
func EndSession(ctx context.Context, tx Tx, id string, until time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO ended_sessions (id, until) VALUES ($1, $2) ON CONFLICT DO NOTHING`, id, micros(until))
	return err
}

// SessionEnded reports whether a session has ended early.
func SessionEnded(ctx context.Context, tx Tx, id string) (ended bool, err error) {
	var n int64
	err = tx.QueryRow(ctx, `SELECT COUNT(*) FROM ended_sessions WHERE id = $1`, id).Scan(&n)
	return n > 0, err
}

// DeleteEndedSessions deletes at most limit records of sessions that would have ended by now anyway. It returns
// how many.
func DeleteEndedSessions(ctx context.Context, tx Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `DELETE FROM ended_sessions WHERE id IN (SELECT id FROM ended_sessions WHERE until < $1 LIMIT $2)`, micros(before), limit)
}
