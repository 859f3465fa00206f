package store_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
)

func TestTheBacklogIsCounted(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		now := time.Now()
		db := open(t, store.Config{URL: address, Clock: func() time.Time { return now }})
		backlog := func() (b store.Backlog) {
			view(t, db, func(ctx context.Context, tx store.Tx) (err error) {
				b, err = store.GetBacklog(ctx, tx)
				return err
			})
			return b
		}
		require.Equal(t, store.Backlog{}, backlog())
		id := account(t, db, "a")
		for range 3 {
			conversion(t, db, id)
		}
		require.Equal(t, store.Backlog{Waiting: 3}, backlog(), "none has its turn")
		var tickets []store.Ticket
		update(t, db, func(ctx context.Context, tx store.Tx) (err error) {
			tickets, err = store.Admit(ctx, tx, id, 2)
			return err
		})
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			_, err := store.Claim(ctx, tx, tickets[0])
			return err
		})
		deliveries(t, db, id, "", "a.example", "b.example")
		now = now.Add(time.Minute) // the clock of SQLite; PostgreSQL has its own
		b := backlog()
		require.Positive(t, b.Oldest)
		b.Oldest = 0
		require.Equal(t, store.Backlog{Waiting: 2, Running: 1, Deliveries: 2}, b)
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			_, err := store.Finish(ctx, tx, tickets[0], store.Outcome{Status: store.Completed})
			return err
		})
		require.Zero(t, backlog().Running)
	})
}
