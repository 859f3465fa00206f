package store_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
)

// TestTrials exist until they are removed, by the caller or by age. They have their attempt after it was made.
func TestTrials(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		trial := &store.Trial{Account: account(t, db, "a"), Webhook: "whk_b", Event: "conversion.completed"}
		left := *trial
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			require.NoError(t, store.InsertTrial(ctx, tx, &left, 2, time.Minute))
			return store.InsertTrial(ctx, tx, trial, 2, time.Minute)
		})
		refused := func(within time.Duration) error {
			return db.Update(t.Context(), func(tx store.Tx) error {
				return store.InsertTrial(t.Context(), tx, &store.Trial{Account: trial.Account}, 2, within)
			})
		}
		require.ErrorIs(t, refused(time.Minute), store.ErrLimit)
		get := func(id string) (found *store.Trial, err error) {
			err = db.View(t.Context(), func(tx store.Tx) error {
				found, err = store.GetTrial(t.Context(), tx, id)
				return err
			})
			return found, err
		}
		found, err := get(trial.ID)
		require.NoError(t, err)
		require.Equal(t, trial, found)
		attempt := store.Attempt{Number: 1, Started: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), Duration: time.Second, StatusCode: 204, Response: "thanks"}
		update(t, db, func(ctx context.Context, tx store.Tx) error { return store.EndTrial(ctx, tx, trial.ID, attempt) })
		found, err = get(trial.ID)
		require.NoError(t, err)
		require.Equal(t, &attempt, found.Attempt)
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			require.NoError(t, store.DeleteTrial(ctx, tx, trial.ID))
			require.NoError(t, store.EndTrial(ctx, tx, trial.ID, attempt), "nobody waits for it")
			now, err := tx.Now(ctx)
			require.NoError(t, err)
			n, err := store.DeleteOldTrials(ctx, tx, now.Add(-time.Hour), 10)
			require.NoError(t, err)
			require.Zero(t, n)
			n, err = store.DeleteOldTrials(ctx, tx, now.Add(time.Hour), 10)
			require.Equal(t, int64(1), n)
			return err
		})
		for _, id := range []string{trial.ID, left.ID} {
			_, err = get(id)
			require.ErrorIs(t, err, store.ErrNotFound)
		}
	})
}
