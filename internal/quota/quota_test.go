package quota_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/testkit"
)

func TestMain(m *testing.M) { testkit.MainWithPostgres(m) }

func open(t testing.TB, cfg store.Config) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

func account(t testing.TB, db *store.DB) string {
	t.Helper()
	testkit.WithinMonth(t)
	a := &store.Account{Name: "a", Plan: "free"}
	require.NoError(t, db.Update(t.Context(), func(tx store.Tx) error { return store.InsertAccount(t.Context(), tx, a) }))
	return a.ID
}

func TestLimitsAreThePlansUnlessOverridden(t *testing.T) {
	t.Parallel()
	number := func(n int64) *int64 { return &n }
	const mb = 1 << 20
	cases := map[string]struct {
		account store.Account
		want    quota.Limits
	}{
		"free":         {store.Account{Plan: "free"}, quota.Limits{10, 100, 10 * mb, 1, 24 * time.Hour}},
		"starter":      {store.Account{Plan: "starter"}, quota.Limits{60, 1_000, 50 * mb, 5, 24 * time.Hour}},
		"professional": {store.Account{Plan: "professional"}, quota.Limits{300, 10_000, 100 * mb, 20, 24 * time.Hour}},
		"enterprise":   {store.Account{Plan: "enterprise"}, quota.Limits{-1, -1, -1, -1, 24 * time.Hour}},
		"unknown":      {store.Account{Plan: "gold"}, quota.Limits{10, 100, 10 * mb, 1, 24 * time.Hour}},
		"overridden": {store.Account{Plan: "free", Overrides: store.Overrides{
			RequestsPerMinute: number(0), Concurrent: number(3), ResultSeconds: number(1)}},
			quota.Limits{-1, 100, 10 * mb, 3, time.Hour}},
	}
	for name, tc := range cases {
		require.Equal(t, tc.want, quota.LimitsOf(&tc.account), name)
	}
	require.Equal(t, int64(100), cases["free"].want.QueueLength())
	require.Equal(t, int64(1000), cases["professional"].want.QueueLength())
	require.Equal(t, int64(quota.Unlimited), cases["enterprise"].want.QueueLength())
}

// TestQuotaRace makes 200 reservations at once where 100 are left. Exactly 100 succeed.
func TestQuotaRace(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		db := open(t, store.Config{URL: address})
		id, limits := account(t, db), quota.Limits{MonthlyConversions: 100}
		var accepted, refused atomic.Int64
		var wg sync.WaitGroup
		for range 200 {
			wg.Go(func() {
				err := context.DeadlineExceeded
				for errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, store.ErrUnknown) { // the database was busy for seconds: try again, as clients do
					err = db.Update(t.Context(), func(tx store.Tx) error {
						_, err := quota.Reserve(t.Context(), tx, id, limits, 1, 10)
						return err
					})
				}
				var exceeded *quota.ExceededError
				switch {
				case err == nil:
					accepted.Add(1)
				case errors.As(err, &exceeded):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		require.Equal(t, int64(100), accepted.Load())
		require.Equal(t, int64(100), refused.Load())
	})
}

func TestAReservationIsAllOrNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		db := open(t, store.Config{URL: address})
		id, limits := account(t, db), quota.Limits{MonthlyConversions: 5}
		reserve := func(n int64) error {
			return db.Update(t.Context(), func(tx store.Tx) error {
				_, err := quota.Reserve(t.Context(), tx, id, limits, n, 0)
				return err
			})
		}
		var exceeded *quota.ExceededError
		require.ErrorAs(t, reserve(6), &exceeded)
		require.Equal(t, int64(5), exceeded.Remaining)
		require.NoError(t, reserve(3))
		require.ErrorAs(t, reserve(3), &exceeded)
		require.Equal(t, quota.ExceededError{Limit: 5, Requested: 3, Remaining: 2, Resets: exceeded.Resets}, *exceeded)
		require.Equal(t, 1, exceeded.Resets.Day())
		require.NoError(t, reserve(2))
	})
}

func TestARateWindowHasItsRequestsAndNoMore(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 10, 0, 20, 0, time.UTC)
	db := open(t, store.Config{URL: filepath.Join(t.TempDir(), "p.db"), Clock: func() time.Time { return now }})
	id, limits := account(t, db), quota.Limits{RequestsPerMinute: 2}
	count := func() quota.Rate {
		r, err := quota.Count(t.Context(), db, id, limits)
		require.NoError(t, err)
		return r
	}
	reset := time.Date(2026, 11, 22, 10, 1, 0, 0, time.UTC)
	require.Equal(t, quota.Rate{Limit: 2, Remaining: 1, Reset: reset, Allowed: true}, count())
	require.Equal(t, quota.Rate{Limit: 2, Remaining: 0, Reset: reset, Allowed: true}, count())
	require.Equal(t, quota.Rate{Limit: 2, Remaining: 0, Reset: reset, RetryAfter: 40 * time.Second}, count())
	now = reset
	require.True(t, count().Allowed)
	now = reset.Add(-time.Second) // a clock that was set back gives nothing for free
	require.Equal(t, int64(0), count().Remaining)
}

// TestWhoHasNoRateWaitsForNoWriter checks that a request which is not counted does not wait for the database.
// SQLite has one writer at a time.
func TestWhoHasNoRateWaitsForNoWriter(t *testing.T) {
	t.Parallel()
	db := open(t, store.Config{URL: filepath.Join(t.TempDir(), "p.db")})
	id := account(t, db)
	require.NoError(t, db.Update(t.Context(), func(store.Tx) error {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		r, err := quota.Count(ctx, db, id, quota.Limits{RequestsPerMinute: quota.Unlimited})
		require.True(t, r.Allowed)
		require.Equal(t, int64(quota.Unlimited), r.Remaining)
		return err
	}))
}
