package jobs_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/worker"
)

// direct submits a conversion in a slot of an engine, and starts it if it may begin.
func (f *fixture) direct(e *jobs.Engine, account string, o order) (*store.Conversion, *jobs.Slot) {
	f.t.Helper()
	c, slot := f.upload(account, o), e.Reserve(f.t.Context(), account)
	defer slot.Release()
	require.NoError(f.t, submitIn(f.t.Context(), f.db, &slot, account, c))
	slot.Start()
	return c, slot
}

// submitIn submits a conversion in a slot, which waits for its turn. If the turn does not come, the slot is nil
// afterwards.
func submitIn(ctx context.Context, db *store.DB, slot **jobs.Slot, account string, c *store.Conversion) error {
	for {
		err := db.Update(ctx, func(tx store.Tx) error { return (*slot).Submit(ctx, tx, account, c) })
		if !errors.Is(err, jobs.ErrNotItsTurn) {
			return err
		}
		if !(*slot).Again(ctx) {
			*slot = nil
		}
	}
}

// TestAConversionThatBeginsAtOnce differs only in its way from one that River hands out. A caller that waits for
// it gets its result.
func TestAConversionThatBeginsAtOnce(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		first, slot := f.direct(f.engine, account, order{Pages: 3})
		require.Equal(t, store.Processing, first.Status)
		ended := slot.Wait(t.Context())
		require.NotNil(t, ended)
		require.Equal(t, f.get(first.ID), ended.Conversion)
		require.Equal(t, &jobs.Parts{HTML: []byte("a.html of paper"), CSS: []byte("a.css of paper")}, ended.Parts)
		f.requireNoInputs()

		other := f.ends(f.submit(account, order{Pages: 3}))
		c := *ended.Conversion
		require.Equal(t, store.Completed, c.Status)
		require.Equal(t, other.Run, c.Run)
		require.Equal(t, other.Attempts, c.Attempts)
		require.Equal(t, other.Rank, c.Rank)
		require.Equal(t, other.Period, c.Period)
		require.Equal(t, other.Expires.Sub(other.Completed), c.Expires.Sub(c.Completed))
		f.requireOneEnd([]string{first.ID, other.ID})
		u := f.usage(account)
		require.Equal(t, store.Usage{Period: u.Period, Conversions: 2, Pages: 6, BytesIn: 10}, u)
	})
}

// TestWhatMayNotBeginAtOnceWaits like all others, and takes no place.
func TestWhatMayNotBeginAtOnceWaits(t *testing.T) {
	each(t, func(c *jobs.Config) { c.Concurrency = 4 }, func(t *testing.T, f *fixture) {
		waits := func(account string) string {
			c, slot := f.direct(f.engine, account, order{})
			require.Equal(t, store.Queued, c.Status)
			require.Nil(t, slot.Wait(t.Context()))
			return c.ID
		}
		free, other := f.account("free", "free"), f.account("other", "enterprise")
		running, _ := f.direct(f.engine, free, order{Sleep: time.Hour})
		require.Equal(t, store.Processing, running.Status)
		second := waits(free) // its plan allows one at a time
		third, _ := f.direct(f.engine, other, order{Sleep: time.Hour})
		require.Equal(t, store.Processing, third.Status, "what another account has waiting without room is nobody's turn")
		f.cancel(free, running.ID)
		require.Equal(t, store.Completed, f.ends(second).Status)

		require.NoError(t, f.engine.Stop(t.Context())) // third is given back, and no process takes it up
		require.Nil(t, f.engine.Reserve(t.Context(), other), "of an engine that has stopped")
		idle := f.start(func(c *jobs.Config) { c.Lease = time.Hour; c.Concurrency = 1 })
		f.engine = idle
		f.becomes(third.ID, store.Processing)
		require.Nil(t, idle.Reserve(t.Context(), other), "its only place is taken")
		due := f.submit(other, order{}) // River has it, and no place is free
		second2 := f.start(func(c *jobs.Config) { c.Concurrency = 1 })
		require.Equal(t, store.Completed, f.ends(due).Status, "the other process has one")
		require.NoError(t, second2.Stop(t.Context()))
	})
}

// TestWhatWaitsHoldsNoPlace: a request that waits for a conversion does not keep it from a place.
func TestWhatWaitsHoldsNoPlace(t *testing.T) {
	each(t, func(c *jobs.Config) { c.Concurrency = 2 }, func(t *testing.T, f *fixture) {
		free := f.account("free", "free")
		running, _ := f.direct(f.engine, free, order{Sleep: time.Hour})
		slot, c := f.engine.Reserve(t.Context(), free), f.upload(free, order{})
		require.NotNil(t, slot)
		defer slot.Release()
		require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error { return slot.Submit(t.Context(), tx, free, c) }))
		require.Equal(t, store.Queued, c.Status, "its plan allows one at a time")
		slot.Start()
		next := f.engine.Reserve(t.Context(), free)
		require.NotNil(t, next)
		next.Release()
		f.cancel(free, running.ID)
		require.Equal(t, store.Completed, f.ends(c.ID).Status)
	})
}

// cancel cancels a conversion.
func (f *fixture) cancel(account, id string) {
	f.t.Helper()
	require.NoError(f.t, f.db.Update(f.t.Context(), func(tx store.Tx) error {
		_, err := jobs.Cancel(f.t.Context(), tx, account, id)
		return err
	}))
}

// TestNobodyIsOvertaken: a later conversion does not begin while an earlier one waits for a worker.
func TestNobodyIsOvertaken(t *testing.T) {
	each(t, submitOnly, func(t *testing.T, f *fixture) {
		early, late := f.account("early", "free"), f.account("late", "enterprise")
		due := f.submit(early, order{Sleep: time.Hour})
		c := f.upload(late, order{})
		slot := new(jobs.Slot) // of a process that has not looked at the queue yet
		require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error { return slot.Submit(t.Context(), tx, late, c) }))
		require.Equal(t, store.Queued, c.Status)
		f.cancel(early, due)
		f.cancel(late, c.ID)
		next := f.upload(late, order{})
		require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error { return slot.Submit(t.Context(), tx, late, next) }))
		require.Equal(t, store.Processing, next.Status)
	})
}

// TestLimitsHoldForWhatBeginsAtOnce: the quota, the queue limit, and a disabled account.
func TestLimitsHoldForWhatBeginsAtOnce(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		account, one := f.account("a", "free"), int64(1)
		f.override(account, func(o *store.Overrides) { o.MonthlyConversions = &one })
		try := func() error {
			c, slot := f.upload(account, order{}), f.engine.Reserve(t.Context(), account)
			require.NotNil(t, slot)
			defer slot.Release()
			return f.db.Update(t.Context(), func(tx store.Tx) error { return slot.Submit(t.Context(), tx, account, c) })
		}
		_, slot := f.direct(f.engine, account, order{})
		slot.Wait(t.Context())
		var exceeded *quota.ExceededError
		require.ErrorAs(t, try(), &exceeded)
		f.exec(`UPDATE accounts SET disabled_at = created_at WHERE id = $1`, account)
		for range 10 { // the test fails if a place is not given back
			require.ErrorIs(t, try(), jobs.ErrDisabled)
		}
	})
}

// TestPlacesAreShared: River and requests together never run more than the process may.
func TestPlacesAreShared(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		const places = 2
		var now, most atomic.Int64
		f := newFixture(t, address, func(c *jobs.Config) {
			c.Concurrency = places
			c.Converter = &counting{converter{}, &now, &most}
		})
		account := f.account("a", "enterprise")
		var ids []string
		var mu sync.Mutex
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				for range count(10, 200) {
					o := order{Sleep: 2 * time.Millisecond}
					var id string
					if i%2 == 0 {
						id = f.submit(account, o)
					} else {
						c, slot := f.direct(f.engine, account, o)
						slot.Wait(t.Context())
						id = c.ID
					}
					mu.Lock()
					ids = append(ids, id)
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		for _, id := range ids {
			require.Equal(t, store.Completed, f.ends(id).Status)
		}
		f.requireOneEnd(ids)
		require.LessOrEqual(t, most.Load(), int64(places))
		require.Positive(t, most.Load())
	})
}

// counting counts how many conversions run at a time.
type counting struct {
	converter
	now, most *atomic.Int64
}

func (c *counting) Convert(ctx context.Context, job worker.Job) (*worker.Outcome, error) {
	n := c.now.Add(1)
	defer c.now.Add(-1)
	for most := c.most.Load(); n > most && !c.most.CompareAndSwap(most, n); most = c.most.Load() {
	}
	return c.converter.Convert(ctx, job)
}

// TestPlanRaceOfRequests: requests to several processes never run more conversions of an account than its plan
// allows.
func TestPlanRaceOfRequests(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		account, second := f.account("a", "free"), f.start(nil)
		done := make(chan struct{})
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				for range count(10, 200) {
					c, _ := f.direct([]*jobs.Engine{f.engine, second}[i%2], account, order{Sleep: time.Millisecond})
					f.ends(c.ID)
				}
			})
		}
		go func() {
			wg.Wait()
			close(done)
		}()
		for samples := 0; ; samples++ {
			select {
			case <-done:
				require.Greater(t, samples, 20)
				return
			default:
			}
			require.NoError(t, f.db.View(t.Context(), func(tx store.Tx) error {
				load, err := store.GetLoad(t.Context(), tx, account)
				require.LessOrEqual(t, load.Active, int64(1))
				return err
			}))
		}
	})
}

// TestAKilledProcessWithItsOwnRequests: other processes take up what began in it, and what it had from River.
func TestAKilledProcessWithItsOwnRequests(t *testing.T) {
	eachSubmitting(t, func(t *testing.T, f *fixture) {
		account := f.account("a", "enterprise")
		for range count(2, 30) {
			p := f.spawn(childConfig{Concurrency: 2, Lease: shortLease, Account: account, Direct: []order{{Sleep: time.Hour}, {Sleep: time.Hour}}})
			ids := []string{p.next(), p.next()}
			p.kill()
			for _, id := range ids {
				c := f.get(id)
				require.Equal(t, store.Processing, c.Status)
				f.exec(`UPDATE conversions SET options = $1 WHERE id = $2`, string(order{}.options(t)), id)
			}
			heir := f.spawn(childConfig{Concurrency: 2, Lease: shortLease})
			for _, id := range ids {
				c := f.ends(id)
				require.Equal(t, store.Completed, c.Status)
				require.Equal(t, int64(2), c.Run)
			}
			f.requireOneEnd(ids)
			heir.stop()
		}
	})
}

// TestAZombieWithItsOwnRequest: what it stores after its lease is refused.
func TestAZombieWithItsOwnRequest(t *testing.T) {
	eachSubmitting(t, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		zombie := f.spawn(childConfig{Concurrency: 1, Lease: shortLease, Account: account, Direct: []order{{Sleep: time.Second}}})
		id := zombie.next()
		f.freeze(zombie)
		heir := f.spawn(childConfig{Concurrency: 1, Lease: shortLease})
		require.Equal(t, id, heir.next())
		c := f.ends(id)
		require.Equal(t, int64(2), c.Run)
		results := slicesWithPrefix(f.keys(), "results/")
		zombie.signal(syscall.SIGCONT)
		zombie.stop()
		require.Equal(t, c, f.get(id))
		require.Equal(t, results, slicesWithPrefix(f.keys(), "results/"))
		f.requireOneEnd([]string{id})
		heir.stop()
	})
}

// TestAStopWithRequests: conversions that end in time end; the others are given back without counting the attempt.
func TestAStopWithRequests(t *testing.T) {
	each(t, func(c *jobs.Config) { c.Grace = time.Second }, func(t *testing.T, f *fixture) {
		account := f.account("a", "enterprise")
		quick, _ := f.direct(f.engine, account, order{Sleep: 200 * time.Millisecond})
		slow, slot := f.direct(f.engine, account, order{Sleep: time.Hour})
		require.NoError(t, f.engine.Stop(t.Context()))
		require.Equal(t, store.Completed, f.get(quick.ID).Status)
		require.Nil(t, slot.Wait(t.Context()))
		c := f.get(slow.ID)
		require.Equal(t, store.Queued, c.Status)
		require.Zero(t, c.Attempts)
		f.engine = f.start(nil)
		f.becomes(slow.ID, store.Processing)
		f.cancel(account, slow.ID)
		require.Equal(t, store.Cancelled, f.ends(slow.ID).Status)
	})
}

// TestARequestWaitsForAFewThatCameBefore, and begins here after them instead of going through River.
func TestARequestWaitsForAFewThatCameBefore(t *testing.T) {
	each(t, func(c *jobs.Config) { c.Concurrency = 1 }, func(t *testing.T, f *fixture) {
		account := f.account("a", "enterprise")
		submit := func(slot *jobs.Slot, c *store.Conversion) error {
			return f.db.Update(t.Context(), func(tx store.Tx) error { return slot.Submit(t.Context(), tx, account, c) })
		}
		slot := f.engine.Reserve(t.Context(), account)
		require.NotNil(t, slot)
		defer slot.Release()
		slot.WaitLong()
		before := f.submit(account, order{}) // River has it, and no place is free
		c := f.upload(account, order{})
		require.ErrorIs(t, submit(slot, c), jobs.ErrNotItsTurn)
		for again := true; again; { // a busy machine may need more than one try
			if !slot.Again(t.Context()) {
				slot = f.engine.Reserve(t.Context(), account)
				require.NotNil(t, slot)
				defer slot.Release()
				slot.WaitLong()
			}
			err := submit(slot, c)
			again = errors.Is(err, jobs.ErrNotItsTurn)
			require.True(t, again || err == nil, "%v", err)
		}
		require.Equal(t, store.Processing, c.Status)
		require.NotEqual(t, store.Queued, f.get(before).Status)
		slot.Start()
		require.NotNil(t, slot.Wait(t.Context()))
		require.Equal(t, store.Completed, f.ends(before).Status)
	})
}
