package jobs_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/testkit"
)

// TestPlanRace: four processes on one database never run more conversions of an account than its plan allows. A
// busy machine looks at the load seldom, so the times in the database tell of all runs.
func TestPlanRace(t *testing.T) {
	t.Parallel()
	f := newFixture(t, storetest.Postgres(t), submitOnly)
	account, each := f.account("a", "free"), time.Duration(count(5, 200))*time.Millisecond
	var ids []string
	for range 50 {
		ids = append(ids, f.submit(account, order{Sleep: each}))
	}
	for range 4 {
		p := f.spawn(childConfig{Concurrency: 3, Lease: shortLease})
		defer p.stop()
	}
	for last := ids[len(ids)-1]; !f.get(last).Status.Terminal(); {
		require.NoError(t, f.db.View(t.Context(), func(tx store.Tx) error {
			load, err := store.GetLoad(t.Context(), tx, account)
			require.LessOrEqual(t, load.Running, int64(1))
			require.LessOrEqual(t, load.Active, int64(1))
			return err
		}))
	}
	var all []*store.Conversion
	for _, id := range ids {
		all = append(all, f.ends(id))
	}
	slices.SortFunc(all, func(a, b *store.Conversion) int { return a.Started.Compare(b.Started) })
	for i, next := range all[1:] {
		require.False(t, next.Started.Before(all[i].Completed), "%s began while %s ran", next.ID, all[i].ID)
	}
}

// TestQueueFlood: the queue of another account, however long, delays a single conversion by two mean job times at
// most. Load on the machine stretches all times, so the test counts how many of the flood end while the conversion
// waits: in one job time, as many as there are slots.
func TestQueueFlood(t *testing.T) {
	each(t, submitOnly, func(t *testing.T, f *fixture) {
		const few, slots, most, job = 20, 2, 2, 50 * time.Millisecond
		flood := count(150, 20_000)
		big, small := f.account("big", "professional"), f.account("small", "free")
		f.override(big, func(o *store.Overrides) { o.MonthlyConversions = new(int64) })
		var all []*store.Conversion
		for range flood {
			all = append(all, f.upload(big, order{Sleep: job}))
		}
		require.NoError(t, f.trySubmit(big, all...))
		f.engine = f.start(func(c *jobs.Config) { c.Concurrency = slots })
		f.becomes(all[0].ID, store.Completed)
		var singles []*store.Conversion
		for range few {
			singles = append(singles, f.ends(f.submit(small, order{Sleep: job})))
		}
		require.Less(t, f.completed(big), int64(flood), "the flood goes on")
		var ended []time.Time // of the flood
		for _, c := range all {
			if c = f.get(c.ID); c.Status.Terminal() {
				ended = append(ended, c.Completed)
			}
		}
		var delays []float64 // in job times
		var waits []time.Duration
		for _, c := range singles {
			meanwhile := 0
			for _, at := range ended {
				if at.After(c.Created) && at.Before(c.Started) {
					meanwhile++
				}
			}
			delays, waits = append(delays, float64(meanwhile)/slots), append(waits, c.Started.Sub(c.Created))
		}
		slices.Sort(delays)
		slices.Sort(waits)
		p95 := few * 95 / 100
		t.Logf("with %d queued: delayed by %.1f job times (median), %.1f (95 %%), %.1f (most); waits of %s, %s, %s",
			flood, delays[few/2], delays[p95-1], delays[few-1], waits[few/2], waits[p95-1], waits[few-1])
		require.LessOrEqual(t, delays[p95-1], float64(most))
	})
}

// override changes the limits of an account.
func (f *fixture) override(account string, change func(*store.Overrides)) {
	f.t.Helper()
	require.NoError(f.t, f.db.Update(f.t.Context(), func(tx store.Tx) error {
		a, err := store.GetAccount(f.t.Context(), tx, account)
		if err != nil {
			return err
		}
		change(&a.Overrides)
		return store.UpdateAccount(f.t.Context(), tx, a)
	}))
}

// becomes waits until a conversion has a status.
func (f *fixture) becomes(id string, s store.Status) {
	f.t.Helper()
	require.Eventually(f.t, func() bool { return f.get(id).Status == s }, patience, 5*time.Millisecond, "to be %s", s)
}

// completed counts the conversions of an account that have ended.
func (f *fixture) completed(account string) (n int64) {
	f.t.Helper()
	require.NoError(f.t, f.db.View(f.t.Context(), func(tx store.Tx) (err error) {
		n, err = store.CountCompleted(f.t.Context(), tx, account, time.Hour)
		return err
	}))
	return n
}

// TestQuotaAndQueueAreEnforced: Submit enforces them, and cancelling refunds.
func TestQuotaAndQueueAreEnforced(t *testing.T) {
	each(t, submitOnly, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		var all []*store.Conversion
		for range 100 {
			all = append(all, f.upload(account, order{}))
		}
		require.NoError(t, f.trySubmit(account, all...))
		var full *quota.QueueFullError
		require.ErrorAs(t, f.trySubmit(account, f.upload(account, order{})), &full)
		require.Equal(t, []int64{100, 100}, []int64{full.Limit, full.Queued})
		require.Positive(t, full.RetryAfter)
		require.LessOrEqual(t, full.RetryAfter, time.Minute)
		require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error {
			_, err := store.Delete(t.Context(), tx, account, all[0].ID) // not settled
			return err
		}))
		var exceeded *quota.ExceededError
		require.ErrorAs(t, f.trySubmit(account, f.upload(account, order{})), &exceeded)
		for _, c := range all[1:] {
			require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error {
				_, err := jobs.Cancel(t.Context(), tx, account, c.ID)
				return err
			}))
		}
		require.Equal(t, int64(1), f.usage(account).Conversions)
		require.NoError(t, f.trySubmit(account, f.upload(account, order{})))
	})
}

// TestCancel: a cancelled conversion has ended, and its worker ends within a second, in any process.
func TestCancel(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		running, waiting := f.submit(account, order{Sleep: time.Hour}), f.submit(account, order{})
		f.becomes(running, store.Processing)
		cancel := func(id string) (c *store.Conversion, err error) {
			err = f.db.Update(t.Context(), func(tx store.Tx) (err error) {
				c, err = jobs.Cancel(t.Context(), tx, account, id)
				return err
			})
			return c, err
		}
		c, err := cancel(waiting)
		require.NoError(t, err)
		require.Equal(t, store.Cancelled, c.Status)
		begin := time.Now()
		c, err = cancel(running)
		require.NoError(t, err)
		require.Equal(t, store.Cancelled, c.Status)
		require.False(t, c.Completed.IsZero())
		require.Eventually(t, func() bool { return f.engine.Stats().Running == 0 }, patience, time.Millisecond)
		require.Less(t, time.Since(begin), time.Second+busy)
		require.Equal(t, store.Cancelled, f.ends(running).Status)
		_, err = cancel(running)
		require.NoError(t, err)
		require.Equal(t, int64(1), f.usage(account).Conversions) // the one that ran
		done := f.submit(account, order{})
		require.Equal(t, store.Completed, f.ends(done).Status)
		_, err = cancel(done)
		require.ErrorIs(t, err, store.ErrTerminal)
		_, err = cancel("conv_of_nobody")
		require.ErrorIs(t, err, store.ErrNotFound)
	})
}

// busy widens bounds on time: tests share their processors with others, and the race detector makes SQLite ten
// times slower.
const busy = 15 * time.Second

// TestSQLiteWriterContention: no writer gets the error that the database is busy.
func TestSQLiteWriterContention(t *testing.T) {
	t.Parallel()
	f := newFixture(t, storetest.SQLite(t), nil)
	account := f.account("a", "enterprise")
	var took []time.Duration
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range count(10, 200) {
				c := f.upload(account, order{})
				begin := time.Now()
				err := f.trySubmit(account, c)
				mu.Lock()
				took = append(took, time.Since(begin))
				mu.Unlock()
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	slices.Sort(took)
	t.Logf("submit: p50 %s, p99 %s", took[len(took)/2], took[len(took)*99/100])
	require.Less(t, took[len(took)*99/100], 100*time.Millisecond+busy)
}

// TestWaitersAreWokenByOtherProcesses, also if no notification comes.
func TestWaitersAreWokenByOtherProcesses(t *testing.T) {
	eachSubmitting(t, func(t *testing.T, f *fixture) {
		id := f.submit(f.account("a", "free"), order{})
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		var woken atomic.Int64
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				c, err := f.engine.Wait(ctx, id, store.Queued)
				if err == nil && c.Status != store.Queued {
					woken.Add(1)
				}
			})
		}
		p := f.spawn(childConfig{Concurrency: 1})
		require.Equal(t, id, p.next())
		p.stop()
		wg.Wait()
		require.Equal(t, int64(50), woken.Load())
	})
}

// TestAWaitEndsWithItsContext: it returns the conversion as it is.
func TestAWaitEndsWithItsContext(t *testing.T) {
	each(t, submitOnly, func(t *testing.T, f *fixture) {
		id := f.submit(f.account("a", "free"), order{})
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		c, err := f.engine.Wait(ctx, id, store.Queued)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, store.Queued, c.Status)
	})
}

// TestIdleWaitersAreCheap: it measures memory and goroutines of a thousand.
func TestIdleWaitersAreCheap(t *testing.T) {
	f := newFixture(t, storetest.SQLite(t), submitOnly)
	account := f.account("a", "enterprise")
	ids := make([]string, 1000)
	all := make([]*store.Conversion, len(ids))
	for i := range ids {
		all[i] = f.upload(account, order{})
		ids[i] = all[i].ID
	}
	require.NoError(t, f.trySubmit(account, all...))
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc + m.StackInuse
	}
	before := heap()
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Go(func() {
			if _, err := f.engine.Wait(ctx, id, store.Queued); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	time.Sleep(2500 * time.Millisecond) // two polls
	used := int64(heap()) - int64(before)
	t.Logf("1000 waiters: %d KiB", used>>10)
	require.Less(t, used, int64(30<<20))
	runtime.KeepAlive(all)
	cancel()
	wg.Wait()
}

// TestADatabaseThatRestarts: accepted conversions are done, and the service continues.
func TestADatabaseThatRestarts(t *testing.T) {
	t.Parallel()
	server := testkit.OwnPostgres(t)
	f := newFixture(t, server.Database(t), func(c *jobs.Config) { c.Lease = shortLease })
	account := f.account("a", "enterprise")
	var accepted []string
	submit := func(within time.Duration) error {
		c := f.upload(account, order{Sleep: 20 * time.Millisecond})
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		err := f.db.Update(ctx, func(tx store.Tx) error { return jobs.Submit(ctx, tx, account, c) })
		if err == nil {
			accepted = append(accepted, c.ID)
		}
		return err
	}
	for range 30 {
		require.NoError(t, submit(patience))
	}
	require.NoError(t, server.Kill())
	begin := time.Now()
	require.Error(t, submit(5*time.Second))
	require.Less(t, time.Since(begin), 5*time.Second+busy)
	require.NoError(t, server.Start())
	begin = time.Now()
	require.Eventually(t, func() bool { return submit(5*time.Second) == nil }, patience, 50*time.Millisecond)
	t.Logf("accepts again after %s", time.Since(begin))
	for _, id := range accepted {
		require.Equal(t, store.Completed, f.ends(id).Status)
	}
	f.requireOneEnd(accepted)
}
