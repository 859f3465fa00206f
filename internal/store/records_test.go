package store_test

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/testkit"
)

func view(t testing.TB, db *store.DB, fn func(ctx context.Context, tx store.Tx) error) {
	t.Helper()
	require.NoError(t, db.View(t.Context(), func(tx store.Tx) error { return fn(t.Context(), tx) }))
}

func TestIDsSortByAge(t *testing.T) {
	t.Parallel()
	var ids []string
	for range 1000 {
		ids = append(ids, store.NewID("conv"))
	}
	require.True(t, slices.IsSorted(ids))
	require.True(t, store.IsID("conv", ids[0]))
	for _, no := range []string{"", "conv_", ids[0][5:], "batch_" + ids[0][5:], ids[0] + "0", "conv_" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"} {
		require.False(t, store.IsID("conv", no), no)
	}
}

func TestAKeyIsStoredUsedSucceededAndRevoked(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		id := account(t, db, "a")
		k := &store.APIKey{ID: "0123456789", Account: id, Environment: "prd", Name: "n", Hash: "h", Scopes: []string{"usage:read", "keys:write"}}
		update(t, db, func(ctx context.Context, tx store.Tx) error { return store.InsertAPIKey(ctx, tx, k) })
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			twin := *k
			require.ErrorIs(t, store.InsertAPIKey(ctx, tx, &twin), store.ErrExists)
			got, err := store.GetAPIKey(ctx, tx, k.ID)
			require.Equal(t, k, got)
			require.NoError(t, store.TouchAPIKey(ctx, tx, k.ID))
			end := k.Created.Add(time.Hour)
			require.NoError(t, store.RotateAPIKey(ctx, tx, k.ID, &store.APIKey{ID: "next", Account: id}, end))
			require.ErrorIs(t, store.RotateAPIKey(ctx, tx, k.ID, &store.APIKey{ID: "other", Account: id}, end), store.ErrExists)
			_, err2 := store.RevokeAPIKey(ctx, tx, "acct_other", k.ID)
			require.ErrorIs(t, err2, store.ErrNotFound)
			revoked, err2 := store.RevokeAPIKey(ctx, tx, id, k.ID)
			require.NoError(t, err2)
			require.Equal(t, end, revoked.Expires)
			require.False(t, revoked.Revoked.IsZero())
			require.Zero(t, revoked.LastUsed.Second())
			list, err2 := store.ListAPIKeys(ctx, tx, id)
			require.NoError(t, err2)
			require.Contains(t, list, revoked)
			return err
		})
	})
}

func TestListsArePagedNewestFirst(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		id, other := account(t, db, "a"), account(t, db, "b")
		conversion(t, db, other)
		var want []string
		for i := range 7 {
			c := &store.Conversion{Account: id, CustomID: []string{"odd", "even"}[i%2], Batch: "batch_1"}
			update(t, db, func(ctx context.Context, tx store.Tx) error { return store.InsertConversion(ctx, tx, c) })
			want = append(want, c.ID)
		}
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			_, err := store.Delete(ctx, tx, id, want[3])
			return err
		})
		want = slices.Delete(want, 3, 4)
		slices.Reverse(want)
		list := func(f store.Filter) (ids []string) {
			for {
				var page []*store.Conversion
				var next string
				view(t, db, func(ctx context.Context, tx store.Tx) (err error) {
					page, next, err = store.ListConversions(ctx, tx, id, f)
					return err
				})
				require.LessOrEqual(t, len(page), f.Limit)
				for _, c := range page {
					ids = append(ids, c.ID)
				}
				if f.Cursor = next; next == "" {
					return ids
				}
			}
		}
		require.Equal(t, want, list(store.Filter{Limit: 2}))
		require.Equal(t, want, list(store.Filter{Limit: 6}))
		require.Equal(t, []string{want[0], want[2], want[3], want[5]}[:4], list(store.Filter{Limit: 1, CustomID: "odd"})[:4])
		require.Len(t, list(store.Filter{Limit: 3, Batch: "batch_1", Status: store.Queued}), 6)
		require.Empty(t, list(store.Filter{Limit: 3, Status: store.Completed}))
		require.Empty(t, list(store.Filter{Limit: 3, CreatedBefore: time.Now().Add(-time.Hour)}))
		require.Len(t, list(store.Filter{Limit: 3, CreatedAfter: time.Now().Add(-time.Hour)}), 6)
		view(t, db, func(ctx context.Context, tx store.Tx) error {
			for _, cursor := range []string{"?", "YQ", "Y29udl8x"} {
				_, _, err := store.ListConversions(ctx, tx, id, store.Filter{Limit: 1, Cursor: cursor})
				require.ErrorIs(t, err, store.ErrCursor)
			}
			return nil
		})
	})
}

func TestAnIdempotencyKeyHasOneOwner(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		id := account(t, db, "a")
		record := func(request string) *store.Idempotency {
			return &store.Idempotency{Account: id, Method: "POST", Path: "/v1/x", Key: "k", Fingerprint: "f", Owner: request, RequestID: "the client's own"}
		}
		var began, conflicts atomic.Int64
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				var was *store.Idempotency
				err := db.Update(t.Context(), func(tx store.Tx) (err error) {
					was, err = store.BeginIdempotent(t.Context(), tx, record(string(rune('a'+i))), -time.Second)
					return err
				})
				switch {
				case err != nil:
					t.Error(err)
				case was == nil:
					began.Add(1)
				default:
					conflicts.Add(1)
				}
			})
		}
		wg.Wait()
		require.Equal(t, []int64{1, 19}, []int64{began.Load(), conflicts.Load()})
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			was, err := store.GetIdempotent(ctx, tx, record(""))
			require.NoError(t, err)
			require.NoError(t, store.TakeOverIdempotent(ctx, tx, was, "heir", "another", time.Minute)) // the lease had run out
			require.ErrorIs(t, store.TakeOverIdempotent(ctx, tx, was, "late", "another", time.Minute), store.ErrTaken)
			was.Status, was.Body = 200, "{}"
			require.ErrorIs(t, store.AnswerIdempotent(ctx, tx, was), store.ErrTaken)
			was.Owner = "heir"
			require.NoError(t, store.AnswerIdempotent(ctx, tx, was))
			got, err := store.GetIdempotent(ctx, tx, was)
			require.NoError(t, err)
			require.True(t, got.Lease.IsZero())
			require.Equal(t, int64(200), got.Status)
			n, err := store.DeleteOldIdempotent(ctx, tx, got.Created.Add(time.Second), 10)
			require.Equal(t, int64(1), n)
			return err
		})
	})
}

func TestUsageIsCountedUpToALimit(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		id, day := account(t, db, "a"), time.Date(2026, 11, 22, 23, 59, 0, 0, time.UTC)
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			const huge = 1 << 40
			count := func(add store.Usage, limit int64) error {
				return store.CountUsage(ctx, tx, id, store.Month(day), store.Day(day), add, limit)
			}
			require.ErrorIs(t, count(store.Usage{Conversions: 3}, 2), store.ErrNotFound, "the first of a month")
			require.NoError(t, count(store.Usage{Conversions: 2, BytesIn: huge}, huge))
			require.NoError(t, count(store.Usage{Conversions: -1, Refunds: 1, Failed: 1}, 0))
			require.NoError(t, count(store.Usage{Pages: 5}, -1))
			month, err := store.GetUsage(ctx, tx, id, "2026-11")
			require.NoError(t, err)
			require.Equal(t, store.Usage{Period: "2026-11", Conversions: 1, Refunds: 1, Failed: 1, Pages: 5, BytesIn: huge}, month)
			days, err := store.ListDailyUsage(ctx, tx, id, day.AddDate(0, 0, -1), day)
			month.Period = "2026-11-22"
			require.Equal(t, []store.Usage{month}, days)
			return err
		})
		require.ErrorIs(t, db.Update(t.Context(), func(tx store.Tx) error {
			return store.CountUsage(t.Context(), tx, id, store.Month(day), store.Day(day), store.Usage{Conversions: 2}, 2)
		}), store.ErrNotFound)
	})
}

// TestCancelling cancels waiting and running conversions.
func TestCancelling(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		id := account(t, db, "a")
		c := conversion(t, db, id)
		var ticket store.Ticket
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			tickets, err := store.Admit(ctx, tx, id, 1)
			require.NoError(t, err)
			ticket = tickets[0]
			got, err := store.Cancel(ctx, tx, id, c.ID)
			require.NoError(t, err)
			require.Equal(t, store.Cancelled, got.Status)
			_, err = store.Claim(ctx, tx, ticket) // the ticket that River has is void
			require.ErrorIs(t, err, store.ErrFenced)
			again, err := store.Cancel(ctx, tx, id, c.ID)
			require.Equal(t, got, again)
			return err
		})
	})
}

// TestHooksBelongToTheTransaction: the error of a hook undoes the change.
func TestHooksBelongToTheTransaction(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		var events, observed []store.Event
		refuse := false
		observe := func(event store.Event, c *store.Conversion) { observed = append(observed, event) }
		db := open(t, store.Config{URL: address, Observe: observe, Hooks: []store.Hook{
			func(_ context.Context, _ store.Tx, event store.Event, _ *store.Conversion) error {
				if refuse {
					return context.DeadlineExceeded
				}
				events = append(events, event)
				return nil
			}}})
		id := account(t, db, "a")
		conversion(t, db, id)
		var ticket store.Ticket
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			tickets, err := store.Admit(ctx, tx, id, 1)
			ticket = tickets[0]
			return err
		})
		claim := func() error {
			return db.Update(t.Context(), func(tx store.Tx) error {
				_, err := store.Claim(t.Context(), tx, ticket)
				return err
			})
		}
		refuse = true
		require.ErrorIs(t, claim(), context.DeadlineExceeded)
		require.Empty(t, observed, "what did not come about is not told")
		undone := db.Update(t.Context(), func(tx store.Tx) error {
			refuse = false
			_, err := store.Claim(t.Context(), tx, ticket)
			require.NoError(t, err)
			return context.Canceled
		})
		require.ErrorIs(t, undone, context.Canceled)
		require.Equal(t, []store.Event{store.ConversionStarted}, events)
		require.Empty(t, observed, "nor what was undone after its hooks")
		events = nil
		refuse = false
		require.NoError(t, claim())
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			_, err := store.Finish(ctx, tx, ticket, store.Outcome{Status: store.Failed, Error: &store.Failure{Code: "x"}})
			return err
		})
		require.Equal(t, []store.Event{store.ConversionStarted, store.ConversionFailed}, events)
		require.Equal(t, events, observed)
	})
}

// TestChangesAreHeardInOtherProcesses through PostgreSQL.
func TestChangesAreHeardInOtherProcesses(t *testing.T) {
	t.Parallel()
	address := testkit.SharedPostgres(t).Database(t)
	here, there := open(t, store.Config{URL: address}), open(t, store.Config{URL: address})
	heard := make(chan string, 100)
	defer there.Subscribe(func(id string) { heard <- id })()
	id := account(t, here, "a")
	c := conversion(t, here, id)
	timeout := time.After(30 * time.Second)
	for n := 0; ; n++ { // the listening connection may not be ready yet
		update(t, here, func(ctx context.Context, tx store.Tx) error {
			_, err := store.Delete(ctx, tx, id, c.ID)
			if n > 0 {
				require.ErrorIs(t, err, store.ErrNotFound)
				c2 := &store.Conversion{Account: id}
				require.NoError(t, store.InsertConversion(ctx, tx, c2))
				c = c2
				_, err = store.Delete(ctx, tx, id, c.ID)
			}
			return err
		})
		select {
		case got := <-heard:
			require.True(t, store.IsID("conv", got))
			return
		case <-time.After(50 * time.Millisecond):
		case <-timeout:
			require.Fail(t, "nothing is heard")
		}
	}
}

// TestProcessesThatStartTogether create the tables only once.
func TestProcessesThatStartTogether(t *testing.T) {
	t.Parallel()
	testkit.EachDatabase(t, func(t *testing.T, address string) {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				db, err := store.Open(t.Context(), store.Config{URL: address})
				if err != nil {
					t.Error(err)
					return
				}
				if err := db.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	})
}

// TestRelaxedWritesSurviveTheProcess: they are in the file when the database is opened again. The name of the file
// has odd characters.
func TestRelaxedWritesSurviveTheProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a b#c?d%e.db")
	db, err := store.Open(t.Context(), store.Config{URL: path})
	require.NoError(t, err)
	require.NoError(t, db.UpdateRelaxed(t.Context(), func(tx store.Tx) error {
		return store.InsertAccount(t.Context(), tx, &store.Account{Name: "a", Plan: "free"})
	}))
	require.NoError(t, db.Close())
	require.FileExists(t, path)
	again := open(t, store.Config{URL: path})
	view(t, again, func(ctx context.Context, tx store.Tx) error {
		_, err := store.GetAccountByName(ctx, tx, "a")
		return err
	})
}

func TestAnAddressThatCannotBeReadTellsNoPassword(t *testing.T) {
	t.Parallel()
	_, err := store.Open(t.Context(), store.Config{URL: "postgres://u:secret@host:99999999/db"})
	require.Error(t, err)
	require.NotContains(t, err.Error(), "secret")
}
