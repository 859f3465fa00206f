package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
)

// TestWhatIsOverIsForgotten: sessions that would have ended by now, and rate windows that are over, are deleted in
// parts, and nothing else.
func TestWhatIsOverIsForgotten(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		now, err := db.Now(ctx)
		require.NoError(t, err)
		require.NoError(t, db.Update(ctx, func(tx store.Tx) error {
			for id, until := range map[string]time.Time{"one": now.Add(-time.Second), "two": now.Add(-time.Hour), "three": now.Add(time.Hour)} {
				require.NoError(t, store.EndSession(ctx, tx, id, until))
				require.NoError(t, store.EndSession(ctx, tx, id, until), "again")
			}
			for _, who := range []string{"visitor a", "visitor b"} {
				_, _, err := store.CountRequest(ctx, tx, who, time.Minute)
				require.NoError(t, err)
			}
			for _, want := range []int64{1, 1, 0} {
				n, err := store.DeleteEndedSessions(ctx, tx, now, 1)
				require.NoError(t, err)
				require.Equal(t, want, n)
			}
			ended, err := store.SessionEnded(ctx, tx, "three")
			require.NoError(t, err)
			require.True(t, ended, "it could still be used")
			ended, err = store.SessionEnded(ctx, tx, "one")
			require.NoError(t, err)
			require.False(t, ended)

			n, err := store.DeleteOldWindows(ctx, tx, now.Add(-time.Hour), 10)
			require.NoError(t, err)
			require.Zero(t, n)
			n, err = store.DeleteOldWindows(ctx, tx, now.Add(time.Hour), 10)
			require.NoError(t, err)
			require.Equal(t, int64(2), n)
			requests, _, err := store.CountRequest(ctx, tx, "visitor a", time.Minute)
			require.Equal(t, int64(1), requests, "counted anew")
			return err
		}))
	})
}
