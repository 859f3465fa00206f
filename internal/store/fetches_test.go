package store_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/testkit"
)

// addresses adds conversions of an account whose documents must be fetched, and returns their ids.
func addresses(t testing.TB, db *store.DB, account string, n int) (ids []string) {
	t.Helper()
	update(t, db, func(ctx context.Context, tx store.Tx) error {
		ids = nil
		for range n {
			c := &store.Conversion{Account: account, InputURL: "https://example.org/a.pdf"}
			if err := store.InsertConversion(ctx, tx, c); err != nil {
				return err
			}
			ids = append(ids, c.ID)
		}
		return nil
	})
	return ids
}

// takeFetches takes what is due, and returns the ids.
func takeFetches(t testing.TB, db *store.DB, f store.Fetching) (ids []string, taken []*store.Conversion) {
	t.Helper()
	update(t, db, func(ctx context.Context, tx store.Tx) (err error) {
		ids = nil
		taken, err = store.TakeFetches(ctx, tx, f)
		for _, c := range taken {
			ids = append(ids, c.ID)
		}
		return err
	})
	return ids, taken
}

func ticket(c *store.Conversion) store.Ticket { return store.Ticket{ID: c.ID, Run: c.Run} }

func TestFetchesAreTakenByTurns(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a, b := account(t, db, "a"), account(t, db, "b")
		ofA, ofB := addresses(t, db, a, 6), addresses(t, db, b, 2)
		conversion(t, db, a) // it has its document
		ids, _ := takeFetches(t, db, store.Fetching{PerAccount: 4, Most: 3, Lease: time.Hour})
		require.ElementsMatch(t, []string{ofA[0], ofB[0], ofA[1]}, ids)
		ids, _ = takeFetches(t, db, store.Fetching{PerAccount: 4, Most: 2, Lease: time.Hour})
		require.ElementsMatch(t, []string{ofB[1], ofA[2]}, ids, "b has fewer taken")
		ids, _ = takeFetches(t, db, store.Fetching{PerAccount: 4, Most: 10, Lease: time.Hour})
		require.Equal(t, []string{ofA[3]}, ids, "the account has no more at a time")
		ids, _ = takeFetches(t, db, store.Fetching{PerAccount: 4, Most: 10, Lease: time.Hour})
		require.Empty(t, ids)
		view(t, db, func(ctx context.Context, tx store.Tx) error {
			backlog, err := store.GetBacklog(ctx, tx)
			require.Equal(t, store.Backlog{Waiting: 1, ToFetch: 2, Fetching: 6}, backlog)
			return err
		})
	})
}

func TestWhatIsNotFetchedIsNotAdmitted(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a := account(t, db, "a")
		id := addresses(t, db, a, 1)[0]
		waiting := func() (waiting bool, queue store.Queue) {
			update(t, db, func(ctx context.Context, tx store.Tx) (err error) {
				waiting, err = store.IsWaiting(ctx, tx, a)
				require.NoError(t, err)
				queue, err = store.GetQueue(ctx, tx, a)
				require.NoError(t, err)
				accounts, err := store.AccountsWaiting(ctx, tx)
				require.Equal(t, waiting, len(accounts) == 1)
				return err
			})
			return waiting, queue
		}
		admit := func() (tickets []store.Ticket) {
			update(t, db, func(ctx context.Context, tx store.Tx) (err error) {
				tickets, err = store.Admit(ctx, tx, a, 5)
				return err
			})
			return tickets
		}
		is, queue := waiting()
		require.False(t, is)
		require.Equal(t, store.Queue{}, queue)
		require.Empty(t, admit())
		view(t, db, func(ctx context.Context, tx store.Tx) error {
			load, err := store.GetLoad(ctx, tx, a)
			require.Equal(t, int64(1), load.Queued(), "clients see it as queued")
			return err
		})
		_, taken := takeFetches(t, db, store.Fetching{PerAccount: 1, Most: 1, Lease: time.Hour})
		require.Empty(t, admit())
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			return store.Fetched(ctx, tx, ticket(taken[0]), "inputs/x", "b.pdf", 7)
		})
		is, queue = waiting()
		require.True(t, is)
		require.Equal(t, store.Queue{Waiting: true}, queue)
		tickets := admit()
		require.Len(t, tickets, 1)
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			c, err := store.Claim(ctx, tx, tickets[0])
			require.NoError(t, err)
			require.Equal(t, []any{id, "inputs/x", "b.pdf", int64(7), int64(1)}, []any{c.ID, c.InputKey, c.InputFile, c.FileSize, c.Attempts})
			return err
		})
	})
}

func TestTheLeaseOfAFetch(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a := account(t, db, "a")
		addresses(t, db, a, 1)
		short := store.Fetching{PerAccount: 1, Most: 5, Lease: time.Microsecond}
		_, first := takeFetches(t, db, short)
		require.Len(t, first, 1)
		require.Zero(t, first[0].Attempts)
		time.Sleep(time.Millisecond)
		ids, _ := takeFetches(t, db, short)
		require.Empty(t, ids, "who has it may have been unable to renew it")
		short.Lost = true
		_, second := takeFetches(t, db, short)
		require.Len(t, second, 1)
		require.Equal(t, int64(1), second[0].Attempts)
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			old := ticket(first[0])
			require.ErrorIs(t, store.RenewFetch(ctx, tx, old, time.Hour), store.ErrFenced)
			require.ErrorIs(t, store.Fetched(ctx, tx, old, "k", "f", 1), store.ErrFenced)
			require.ErrorIs(t, store.GiveBackFetch(ctx, tx, old, true, 0), store.ErrFenced)
			return store.RenewFetch(ctx, tx, ticket(second[0]), time.Hour)
		})
		ids, _ = takeFetches(t, db, short)
		require.Empty(t, ids)
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			return store.GiveBackFetch(ctx, tx, ticket(second[0]), true, time.Hour)
		})
		ids, _ = takeFetches(t, db, short)
		require.Empty(t, ids, "the pause is not over")
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE conversions SET fetch_at = 1")
			return err
		})
		_, third := takeFetches(t, db, short)
		require.Equal(t, int64(2), third[0].Attempts)
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			_, err := store.Cancel(ctx, tx, a, third[0].ID)
			require.NoError(t, err)
			require.ErrorIs(t, store.RenewFetch(ctx, tx, ticket(third[0]), time.Hour), store.ErrFenced)
			return nil
		})
	})
}

// TestTheCapOfAnAccountIsExact, however many take at the same time.
func TestTheCapOfAnAccountIsExact(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		a := account(t, db, "a")
		addresses(t, db, a, 40)
		var wg sync.WaitGroup
		var all atomic.Int64
		for n := range 8 {
			wg.Go(func() {
				for range 5 {
					err := db.UpdateRelaxed(t.Context(), func(tx store.Tx) error {
						some, err := store.TakeFetches(t.Context(), tx, store.Fetching{PerAccount: 7, Most: 1 + n%3, Lease: time.Hour})
						if err == nil {
							all.Add(int64(len(some)))
						}
						return err
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		require.Equal(t, int64(7), all.Load())
	})
}

// BenchmarkTakeFetches takes some of ten thousand that wait.
func BenchmarkTakeFetches(b *testing.B) {
	for name, address := range map[string]string{"sqlite": filepath.Join(b.TempDir(), "a.db"), "postgres": testkit.SharedPostgres(b).Database(b)} {
		b.Run(name, func(b *testing.B) {
			db := open(b, store.Config{URL: address})
			for i := range 10 {
				a := account(b, db, fmt.Sprint(i))
				for range 10 {
					addresses(b, db, a, 100)
				}
			}
			f := store.Fetching{PerAccount: 4, Most: 1, Lease: time.Hour}
			for b.Loop() {
				_, taken := takeFetches(b, db, f)
				update(b, db, func(ctx context.Context, tx store.Tx) error {
					return store.GiveBackFetch(ctx, tx, ticket(taken[0]), false, 0)
				})
			}
		})
	}
}
