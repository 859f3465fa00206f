package jobs_test

import (
	"context"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/internal/worker"
)

// shortLease makes tests of crashes short.
const shortLease = time.Second

// count returns n, or the number for the full tests (make soak).
func count(n, full int) int {
	if testkit.Soak() {
		return full
	}
	return n
}

// submitOnly makes an engine that runs no conversions itself.
func submitOnly(c *jobs.Config) { c.Concurrency = -1 }

// eachSubmitting runs a test with an engine that leaves the work to children.
func eachSubmitting(t *testing.T, run func(t *testing.T, f *fixture)) {
	t.Helper()
	each(t, submitOnly, run)
}

// TestKilledWorkers: workers are killed at any moment of their work. Every conversion ends once, with a result,
// and its end is told once.
func TestKilledWorkers(t *testing.T) {
	eachSubmitting(t, func(t *testing.T, f *fixture) {
		account, n := f.account("a", "enterprise"), count(5, 200)
		var ids []string
		for range n {
			ids = append(ids, f.submit(account, order{Sleep: 30 * time.Millisecond}))
		}
		left := func() (n int) {
			for _, id := range ids {
				if !f.get(id).Status.Terminal() {
					n++
				}
			}
			return n
		}
		kills := 0
		for left() > 0 {
			p := f.spawn(childConfig{Concurrency: 2, Lease: shortLease})
			if kills < n {
				p.next()                                  // it has begun one
				time.Sleep(rand.N(40 * time.Millisecond)) // at any moment of its work
				p.kill()
				kills++
				continue
			}
			for _, id := range ids {
				f.ends(id)
			}
			p.stop()
		}
		require.Positive(t, kills)
		for _, id := range ids {
			c := f.get(id)
			if c.Status == store.Failed {
				require.Equal(t, jobs.CodeCrashed, c.Error.Code) // three workers that had it were killed
				continue
			}
			require.Equal(t, store.Completed, c.Status)
			f.part(c, jobs.Archive)
		}
		f.requireOneEnd(ids)
	})
}

// TestAKilledWorkersConversionIsTakenUpWithinTwentySeconds uses the default lease.
func TestAKilledWorkersConversionIsTakenUpWithinTwentySeconds(t *testing.T) {
	eachSubmitting(t, func(t *testing.T, f *fixture) {
		id := f.submit(f.account("a", "free"), order{Sleep: 300 * time.Millisecond})
		first, second := f.spawn(childConfig{Concurrency: 1}), (*process)(nil)
		require.Equal(t, id, first.next())
		first.kill()
		killed := time.Now()
		second = f.spawn(childConfig{Concurrency: 1})
		require.Equal(t, id, second.next())
		require.Less(t, time.Since(killed), 20*time.Second+busy)
		require.Equal(t, store.Completed, f.ends(id).Status)
	})
}

// TestAPoisonFile: a document that crashes each worker is given up. Others are not delayed for long.
func TestAPoisonFile(t *testing.T) {
	eachSubmitting(t, func(t *testing.T, f *fixture) {
		poison := f.submit(f.account("a", "free"), order{Do: "exit", Sleep: 50 * time.Millisecond})
		var others []string
		other := f.account("b", "enterprise")
		for range 10 {
			others = append(others, f.submit(other, order{Sleep: 20 * time.Millisecond}))
		}
		deaths := 0
		for !f.get(poison).Status.Terminal() {
			p := f.spawn(childConfig{Concurrency: 2, Lease: shortLease})
			if p.diedWithin(5 * shortLease) {
				deaths++
			} else {
				p.stop()
			}
		}
		require.Equal(t, jobs.Attempts, deaths)
		require.Equal(t, jobs.CodeCrashed, f.get(poison).Error.Code)
		p := f.spawn(childConfig{Concurrency: 2, Lease: shortLease})
		for _, id := range others {
			c := f.ends(id)
			require.Equal(t, store.Completed, c.Status, "%+v", c.Error)
			require.Less(t, c.Started.Sub(c.Created), 30*time.Second+busy)
		}
		p.stop()
	})
}

// diedWithin reports whether the process ends by itself.
func (p *process) diedWithin(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case _, more := <-p.lines:
			if !more {
				return true
			}
		case <-timer.C:
			return false
		}
	}
}

// freeze stops a process at a moment when it holds no lock of the database that others wait for. SQLite has one
// such lock, which the fixture takes first.
func (f *fixture) freeze(p *process) {
	f.t.Helper()
	require.NoError(f.t, f.db.Update(f.t.Context(), func(store.Tx) error {
		p.signal(syscall.SIGSTOP)
		var state syscall.WaitStatus
		_, err := syscall.Wait4(p.cmd.Process.Pid, &state, syscall.WUNTRACED, nil)
		require.True(f.t, state.Stopped(), "it ended")
		return err
	}))
}

// TestAZombieWorker: a process that was stopped, and counted as dead, continues. What it has done is refused, and
// its blobs are removed.
func TestAZombieWorker(t *testing.T) {
	eachSubmitting(t, func(t *testing.T, f *fixture) {
		id := f.submit(f.account("a", "free"), order{Sleep: time.Second})
		zombie := f.spawn(childConfig{Concurrency: 1, Lease: shortLease})
		require.Equal(t, id, zombie.next())
		f.freeze(zombie)
		heir := f.spawn(childConfig{Concurrency: 1, Lease: shortLease})
		require.Equal(t, id, heir.next())
		c := f.ends(id)
		require.Equal(t, store.Completed, c.Status)
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

// TestGracefulStop: a process that is told to stop finishes what it can in time. It gives back the rest without
// counting the attempt, and loses nothing.
func TestGracefulStop(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		began, free := make(chan worker.Job, 10), make(chan struct{})
		f := newFixture(t, address, func(c *jobs.Config) {
			c.Grace = 2 * time.Second
			c.Converter = &converter{begun: func(job worker.Job) { began <- job }, free: free}
		})
		account := f.account("a", "enterprise")
		quick, slow := f.submit(account, order{Do: "wait"}), f.submit(account, order{Sleep: time.Hour})
		<-began
		<-began
		waiting := f.submit(account, order{Sleep: time.Hour})
		close(free)
		require.NoError(t, f.engine.Stop(context.Background()))
		require.Equal(t, store.Completed, f.get(quick).Status)
		for _, id := range []string{slow, waiting} {
			c := f.get(id)
			require.Equal(t, store.Queued, c.Status)
			require.Zero(t, c.Attempts)
			require.False(t, c.Admitted.IsZero())
		}
		f.engine = f.start(nil)
		for _, id := range []string{slow, waiting} {
			f.becomes(id, store.Processing)
			require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error {
				_, err := jobs.Cancel(t.Context(), tx, account, id)
				return err
			}))
			require.Equal(t, store.Cancelled, f.ends(id).Status)
		}
	})
}
