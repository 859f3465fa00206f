package jobs_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
)

// exec runs a statement that makes records older.
func (f *fixture) exec(query string, args ...any) {
	f.t.Helper()
	require.NoError(f.t, f.db.Update(f.t.Context(), func(tx store.Tx) error {
		_, err := tx.Exec(f.t.Context(), query, args...)
		return err
	}))
}

// TestResultsExpireAndRecordsFollow: what is due is deleted, and nothing else.
func TestResultsExpireAndRecordsFollow(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		account := f.account("a", "enterprise")
		kept, expired, old := f.submit(account, order{}), f.submit(account, order{}), f.submit(account, order{})
		failed, unwanted := f.submit(account, order{Do: "invalid"}), f.submit(account, order{})
		for _, id := range []string{kept, expired, old, failed, unwanted} {
			f.ends(id)
		}
		require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error {
			_, err := jobs.Delete(t.Context(), tx, account, unwanted)
			return err
		}))
		f.exec(`UPDATE conversions SET purge_at = created_at WHERE id IN ($1, $2)`, expired, old)
		f.exec(`UPDATE conversions SET completed_at = $1 WHERE id = $2`, time.Now().Add(-31*24*time.Hour).UnixMicro(), old)
		left := f.upload(account, order{}) // its record says that it has ended, but its document still exists
		require.NoError(t, f.trySubmit(account, left))
		f.ends(left.ID)
		f.requireGone(left.InputKey)
		f.exec(`UPDATE conversions SET input_key = $1 WHERE id = $2`, left.InputKey, left.ID)
		require.NoError(t, f.blobs.Put(t.Context(), left.InputKey, strings.NewReader("paper"), ""))
		forgotten := f.submit(account, order{}) // by a process that was killed just after the end
		f.ends(forgotten)
		f.requireGone(jobs.InputKey(forgotten))
		require.NoError(t, f.blobs.Put(t.Context(), jobs.InputKey(forgotten), strings.NewReader("paper"), ""))
		orphan, fresh := jobs.InputKey(store.NewID("conv")), jobs.InputKey(store.NewID("conv"))
		for _, key := range []string{orphan, fresh} {
			require.NoError(t, f.blobs.Put(t.Context(), key, strings.NewReader("paper"), ""))
		}
		yesterday := time.Now().Add(-25 * time.Hour)
		require.NoError(t, os.Chtimes(filepath.Join(f.dir, filepath.FromSlash(orphan)), yesterday, yesterday))

		require.NoError(t, f.engine.Upkeep(t.Context()))
		want := []string{fresh}
		for _, id := range []string{kept, left.ID, forgotten} {
			want = append(want, f.get(id).ResultKey)
		}
		require.ElementsMatch(t, want, f.keys())
		require.Empty(t, f.get(expired).ResultKey)
		require.NoError(t, f.db.View(t.Context(), func(tx store.Tx) error {
			_, err := store.GetConversion(t.Context(), tx, old)
			require.ErrorIs(t, err, store.ErrNotFound)
			return nil
		}))
		require.Equal(t, store.Completed, f.get(expired).Status)
		require.Equal(t, int64(6), f.usage(account).Conversions) // the failed one is refunded, the others stay counted
	})
}

// TestTheAuditLogIsKeptForAYear and some weeks, but no longer.
func TestTheAuditLogIsKeptForAYear(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		old, kept := f.account("a", "free"), f.account("b", "free")
		const day = 24 * time.Hour
		f.exec(`UPDATE audit SET at = $1 WHERE subject_id = $2`, time.Now().Add(-401*day).UnixMicro(), old)
		f.exec(`UPDATE audit SET at = $1 WHERE subject_id = $2`, time.Now().Add(-399*day).UnixMicro(), kept)
		require.NoError(t, f.engine.Upkeep(t.Context()))
		require.NoError(t, f.db.View(t.Context(), func(tx store.Tx) error {
			list, _, err := store.ListAudit(t.Context(), tx, store.AuditFilter{Limit: 10})
			require.Len(t, list, 1)
			require.Equal(t, kept, list[0].SubjectID)
			return err
		}))
	})
}

// TestUpkeepIsDoneByTheService itself: at its start, and then periodically.
func TestUpkeepIsDoneByTheService(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		id := f.submit(f.account("a", "free"), order{})
		f.ends(id)
		require.NoError(t, f.engine.Stop(t.Context()))
		f.exec(`UPDATE conversions SET purge_at = created_at`)
		f.start(nil)
		require.Eventually(t, func() bool { return len(f.keys()) == 0 }, patience, 20*time.Millisecond)
	})
}

// TestAChangeOfPlanAdmits waiting conversions: at once with Admit, and soon without.
func TestAChangeOfPlanAdmits(t *testing.T) {
	each(t, func(c *jobs.Config) { c.Lease = shortLease }, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		first, second := f.submit(account, order{Sleep: time.Hour}), f.submit(account, order{Sleep: time.Hour})
		f.becomes(first, store.Processing)
		require.True(t, f.get(second).Admitted.IsZero())
		f.exec(`UPDATE accounts SET plan = 'starter' WHERE id = $1`, account)
		f.becomes(second, store.Processing)
		f.exec(`UPDATE accounts SET plan = 'free' WHERE id = $1`, account)
		third := f.submit(account, order{})
		for _, id := range []string{first, second} {
			require.Equal(t, store.Queued, f.get(third).Status)
			require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error {
				_, err := jobs.Delete(t.Context(), tx, account, id)
				return err
			}))
			require.Equal(t, store.Cancelled, f.ends(id).Status)
		}
		require.Equal(t, store.Completed, f.ends(third).Status)
	})
}

// TestADisabledAccountSubmitsNothing.
func TestADisabledAccountSubmitsNothing(t *testing.T) {
	each(t, submitOnly, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		f.exec(`UPDATE accounts SET disabled_at = created_at WHERE id = $1`, account)
		require.ErrorIs(t, f.trySubmit(account, f.upload(account, order{})), jobs.ErrDisabled)
		require.Zero(t, f.usage(account).Conversions)
	})
}

// TestWhatRiverGaveToDeadProcessesIsTakenUp: jobs that were handed out, and whose conversions nobody has claimed.
// There are more of them than one look reads.
func TestWhatRiverGaveToDeadProcessesIsTakenUp(t *testing.T) {
	each(t, submitOnly, func(t *testing.T, f *fixture) {
		account := f.account("a", "enterprise")
		var all []*store.Conversion
		for range 2 {
			var some []*store.Conversion // as many as are admitted at once
			for range 60 {
				some = append(some, f.upload(account, order{}))
			}
			require.NoError(t, f.trySubmit(account, some...))
			all = append(all, some...)
		}
		f.exec(`UPDATE river_job SET state = 'running', attempt = 1, attempted_at = CURRENT_TIMESTAMP WHERE kind = 'conversion'`)
		f.engine = f.start(func(c *jobs.Config) { c.Lease = shortLease })
		for _, c := range all {
			c = f.ends(c.ID)
			require.Equal(t, store.Completed, c.Status)
			require.Equal(t, int64(2), c.Run)
		}
	})
}

// TestClockSkew: the clock of a process decides nothing. Leases use the clock of the database. (The process's
// clock cannot be set here, so its times are shifted.)
func TestClockSkew(t *testing.T) {
	t.Parallel()
	for name, ahead := range map[string]time.Duration{"ahead": 10 * time.Minute, "behind": -10 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, err := store.Open(t.Context(), store.Config{URL: filepath.Join(t.TempDir(), "p.db"),
				Clock: func() time.Time { return time.Now().Add(ahead) }, Logger: quiet(t)})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, db.Close()) })
			f := &fixture{t: t, db: db, dir: t.TempDir()}
			f.openBlobs()
			const lease = 4 * time.Second // long enough for one heartbeat on a starved machine
			f.engine = f.start(func(c *jobs.Config) { c.Lease = lease })
			c := f.ends(f.submit(f.account("a", "free"), order{Sleep: 2 * lease}))
			require.Equal(t, store.Completed, c.Status)
			require.Equal(t, int64(1), c.Attempts)
			require.InDelta(t, ahead.Seconds(), time.Until(c.Completed).Seconds(), patience.Seconds())
		})
	}
}

// TestMemoryCreep: an engine that has worked much uses no more memory than one that has worked some.
func TestMemoryCreep(t *testing.T) {
	f := newFixture(t, storetest.SQLite(t), nil)
	account := f.account("a", "enterprise")
	work := func(n int) uint64 {
		all := make([]*store.Conversion, n)
		for i := range all {
			all[i] = f.upload(account, order{})
		}
		require.NoError(t, f.trySubmit(account, all...))
		for _, c := range all {
			f.ends(c.ID)
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	some := work(100)
	much := work(count(200, 2000))
	t.Logf("heap after 100: %d KiB, at the end: %d KiB", some>>10, much>>10)
	require.Less(t, float64(much), 1.2*float64(some)+float64(1<<20))
}

// TestOtherKindsOfJobs share the runner with conversions.
func TestOtherKindsOfJobs(t *testing.T) {
	done := make(chan string, 1)
	each(t, func(c *jobs.Config) {
		c.Concurrency = -1
		c.Queues = map[string]river.QueueConfig{"notes": {MaxWorkers: 1}}
		c.Register = func(w *river.Workers) {
			river.AddWorker(w, river.WorkFunc(func(_ context.Context, j *river.Job[note]) error { done <- j.Args.Text; return nil }))
		}
	}, func(t *testing.T, f *fixture) {
		require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error {
			return tx.Enqueue(t.Context(), note{"hello"}, &river.InsertOpts{Queue: "notes"})
		}))
		require.Equal(t, "hello", <-done)
	})
}

type note struct {
	Text string `json:"text"`
}

func (note) Kind() string { return "note" }
