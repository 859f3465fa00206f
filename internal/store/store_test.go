package store_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/testkit"
)

func TestMain(m *testing.M) { testkit.MainWithPostgres(m) }

// each runs a test on an open database of each kind.
func each(t *testing.T, run func(t *testing.T, db *store.DB)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) { run(t, open(t, store.Config{URL: address})) })
}

func open(t testing.TB, cfg store.Config) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// update fails the test when the transaction fails.
func update(t testing.TB, db *store.DB, fn func(ctx context.Context, tx store.Tx) error) {
	t.Helper()
	require.NoError(t, db.Update(t.Context(), func(tx store.Tx) error { return fn(t.Context(), tx) }))
}

// account adds an account.
func account(t testing.TB, db *store.DB, name string) string {
	t.Helper()
	a := &store.Account{Name: name, Plan: "free"}
	update(t, db, func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, a) })
	return a.ID
}

// conversion adds a queued conversion of an account.
func conversion(t testing.TB, db *store.DB, account string) *store.Conversion {
	t.Helper()
	c := &store.Conversion{Account: account, InputFile: "a.pdf"}
	update(t, db, func(ctx context.Context, tx store.Tx) error { return store.InsertConversion(ctx, tx, c) })
	return c
}

func TestARolledBackTransactionLeavesNothing(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		err := db.Update(t.Context(), func(tx store.Tx) error {
			require.NoError(t, store.InsertAccount(t.Context(), tx, &store.Account{Name: "a", Plan: "free"}))
			return context.DeadlineExceeded
		})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.NoError(t, db.View(t.Context(), func(tx store.Tx) error {
			_, err := store.GetAccountByName(t.Context(), tx, "a")
			require.ErrorIs(t, err, store.ErrNotFound)
			return nil
		}))
	})
}

// TestAPanicLeavesNoLock: after a panic, others can use the database.
func TestAPanicLeavesNoLock(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		require.Panics(t, func() { _ = db.Update(t.Context(), func(store.Tx) error { panic("defect") }) })
		require.Panics(t, func() { _ = db.View(t.Context(), func(store.Tx) error { panic("defect") }) })
		account(t, db, "a")
	})
}

func TestAccountsAreStoredAndRead(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		limit := int64(7)
		a := &store.Account{Name: "a", Plan: "starter", Overrides: store.Overrides{Concurrent: &limit}}
		update(t, db, func(ctx context.Context, tx store.Tx) error { return store.InsertAccount(ctx, tx, a) })
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			require.ErrorIs(t, store.InsertAccount(ctx, tx, &store.Account{Name: "a"}), store.ErrExists)
			a.Plan, a.Disabled = "free", a.Created
			require.NoError(t, store.UpdateAccount(ctx, tx, a))
			got, err := store.LockAccount(ctx, tx, a.ID)
			require.Equal(t, a, got)
			return err
		})
	})
}

func TestStatesGoForwardUnderTheFence(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		ctx, id := t.Context(), account(t, db, "a")
		c := conversion(t, db, id)
		var tickets []store.Ticket
		update(t, db, func(ctx context.Context, tx store.Tx) (err error) {
			tickets, err = store.Admit(ctx, tx, id, 5)
			return err
		})
		require.Equal(t, []store.Ticket{{ID: c.ID, Run: 1, Rank: 1}}, tickets)
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			got, err := store.Claim(ctx, tx, tickets[0])
			require.NoError(t, err)
			require.Equal(t, store.Processing, got.Status)
			_, err = store.Claim(ctx, tx, tickets[0])
			require.ErrorIs(t, err, store.ErrFenced)
			return nil
		})
		var next store.Ticket
		update(t, db, func(ctx context.Context, tx store.Tx) (err error) {
			require.NoError(t, store.Beat(ctx, tx, store.Pulse{Ticket: tickets[0], Done: 1, Total: 2}))
			next, err = store.GiveBack(ctx, tx, tickets[0], true)
			return err
		})
		update(t, db, func(ctx context.Context, tx store.Tx) (err error) {
			_, err = store.Claim(ctx, tx, next)
			require.NoError(t, err)
			_, err = store.Finish(ctx, tx, tickets[0], store.Outcome{Status: store.Completed})
			require.ErrorIs(t, err, store.ErrFenced)
			require.ErrorIs(t, store.Beat(ctx, tx, store.Pulse{Ticket: tickets[0]}), store.ErrFenced)
			_, err = store.Finish(ctx, tx, next, store.Outcome{Status: store.Completed, Lifetime: time.Hour, Pages: 2, ResultKey: "r/"})
			return err
		})
		require.NoError(t, db.View(ctx, func(tx store.Tx) error {
			got, err := store.GetConversionOf(ctx, tx, id, c.ID)
			require.NoError(t, err)
			require.Equal(t, int64(2), got.Attempts)
			require.Equal(t, time.Hour, got.Expires.Sub(got.Completed))
			require.Equal(t, got.Expires, got.Purge)
			return nil
		}))
		update(t, db, func(ctx context.Context, tx store.Tx) error {
			_, err := store.Cancel(ctx, tx, id, c.ID)
			require.ErrorIs(t, err, store.ErrTerminal)
			_, err = store.Delete(ctx, tx, id, c.ID)
			require.NoError(t, err)
			_, err = store.GetConversionOf(ctx, tx, id, c.ID)
			require.ErrorIs(t, err, store.ErrNotFound)
			due, err := store.Purgeable(ctx, tx, 10)
			require.Equal(t, []store.Ticket{{ID: c.ID, Run: 2, Rank: 1, Attempts: 2}}, due)
			return err
		})
	})
}

// TestTheFileIsPrivate, although its folder and the umask let others read.
func TestTheFileIsPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.db")
	open(t, store.Config{URL: path})
	files, err := filepath.Glob(path + "*")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		info, err := os.Stat(name)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), name)
	}
}
