package worker_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/internal/worker"
)

// syncBuffer is a buffer to which several goroutines may write.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func TestPoolACrashIsAnErrorWithACode(t *testing.T) {
	t.Parallel()
	for id, said := range map[string]string{
		"exit": "I am out of here", "panic": "panic: a defect", "garbage": "", "huge": "", "empty": "", "liar": "",
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			var log syncBuffer
			pool := newPool(t, func(c *worker.Config) { c.Log = logged(&log) })
			outcome, err := pool.Convert(t.Context(), sample(t, id))
			require.ErrorIs(t, err, worker.Crashed)
			require.Nil(t, outcome)
			require.Contains(t, log.String(), "job="+id)
			require.Contains(t, log.String(), said)
			require.Equal(t, uint64(1), pool.Lost())
			requireWorks(t, pool)
			require.Equal(t, uint64(1), pool.Lost())
		})
	}
}

func TestPoolTheCauseOfACrashIsKept(t *testing.T) {
	t.Parallel()
	pool := newPool(t)
	_, err := pool.Convert(t.Context(), sample(t, "exit"))
	require.ErrorContains(t, err, "exit status 7")
	_, err = pool.Convert(t.Context(), sample(t, "huge"))
	require.ErrorContains(t, err, "too long")
	_, err = pool.Convert(t.Context(), sample(t, "number"))
	var known *convert.Error
	require.ErrorAs(t, err, &known)
	require.ErrorContains(t, known.Err, "a cause")
	require.NotZero(t, known.Page)
	_, err = pool.Convert(t.Context(), sample(t, "long"))
	require.ErrorIs(t, err, convert.InternalError)
	require.ErrorContains(t, err, "too long")
}

// requireWithin requires that what try does takes less than most. The best of several tries counts, because the
// machine may have other work to do.
func requireWithin(t *testing.T, most time.Duration, try func() time.Duration) {
	t.Helper()
	var took time.Duration
	for range 5 {
		if took = try(); took < most {
			return
		}
	}
	t.Errorf("took %v, want less than %v", took, most)
}

func TestPoolAJobThatTakesTooLongIsKilled(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"loop", "stop"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			if runtime.GOOS == "windows" && id == "stop" {
				t.Skip("processes cannot be stopped there")
			}
			pool := newPool(t)
			const timeout = 300 * time.Millisecond
			requireWithin(t, timeout+2*time.Second, func() time.Duration {
				job := sample(t, id)
				job.Timeout = timeout
				start := time.Now()
				_, err := pool.Convert(t.Context(), job)
				require.ErrorIs(t, err, worker.TimedOut)
				return time.Since(start)
			})
			requireWorks(t, pool)
		})
	}
}

func TestPoolACanceledJobIsKilled(t *testing.T) {
	t.Parallel()
	pool := newPool(t)
	requireWithin(t, time.Second, func() time.Duration {
		ctx, cancel := context.WithCancel(t.Context())
		job := sample(t, "loop")
		pid := filepath.Join(job.Folder, "pid")
		ended := make(chan error, 1)
		go func() {
			_, err := pool.Convert(ctx, job)
			ended <- err
		}()
		waitFor(t, pid)
		canceled := time.Now()
		cancel()
		err := <-ended
		took := time.Since(canceled)
		require.Equal(t, context.Canceled, err)
		requireGone(t, pid)
		return took
	})
	requireWorks(t, pool)
}

func TestPoolAJobThatEndsWhenToldKeepsItsWorker(t *testing.T) {
	t.Parallel()
	var log syncBuffer
	pool := newPool(t, func(c *worker.Config) { c.Log = logged(&log) })
	before := number(t, pool)
	job := sample(t, "obey")
	job.Timeout = 50 * time.Millisecond
	_, err := pool.Convert(t.Context(), job)
	require.ErrorIs(t, err, worker.TimedOut)
	require.Equal(t, before, number(t, pool))
	require.Empty(t, log.String())
}

// number returns the process number of the process that does a job.
func number(t *testing.T, pool *worker.Pool) int {
	t.Helper()
	_, err := pool.Convert(context.Background(), sample(t, "number"))
	var known *convert.Error
	require.ErrorAs(t, err, &known)
	require.NotZero(t, known.Page, "%v", err)
	return known.Page
}

// skipUnlessMemoryIsKnown skips a test of the memory of a process. Make also runs such tests without the race
// detector.
func skipUnlessMemoryIsKnown(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux says what a process takes")
	}
	if testkit.RaceDetector {
		t.Skip("the race detector takes several times the memory")
	}
}

func TestPoolMemoryIsBounded(t *testing.T) {
	t.Parallel()
	skipUnlessMemoryIsKnown(t)
	for _, id := range []string{"hog", "glut"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			pool := newPool(t, func(c *worker.Config) { c.Memory = 256 << 20 })
			_, err := pool.Convert(t.Context(), sample(t, id))
			require.ErrorIs(t, err, convert.ResourceLimitExceeded)
			require.ErrorContains(t, err, "memory")
			requireWorks(t, pool)
		})
	}
}

func TestPoolAWorkerThatKeepsMemoryIsReplaced(t *testing.T) {
	t.Parallel()
	skipUnlessMemoryIsKnown(t)
	pool := newPool(t, func(c *worker.Config) { c.Memory = 512 << 20 })
	before := number(t, pool)
	require.Equal(t, before, number(t, pool))
	_, err := pool.Convert(t.Context(), sample(t, "keep"))
	require.ErrorIs(t, err, convert.InternalError)
	require.NotEqual(t, before, number(t, pool))
}

func TestPoolWorkersAreReplaced(t *testing.T) {
	t.Parallel()
	const jobs, each, size = 200, 7, 2
	pool := newPool(t, func(c *worker.Config) { c.Jobs, c.Size = each, size })
	numbers := make([]int, jobs)
	var group sync.WaitGroup
	for i := range numbers {
		group.Go(func() { numbers[i] = number(t, pool) })
	}
	group.Wait()
	count := map[int]int{}
	for _, n := range numbers {
		count[n]++
		require.LessOrEqual(t, count[n], each)
	}
	require.GreaterOrEqual(t, len(count), jobs/each)
	require.LessOrEqual(t, len(count), jobs/each+size)
}

func TestPoolAWorkerThatIsKilledWhileIdleIsReplaced(t *testing.T) {
	t.Parallel()
	pool := newPool(t)
	p, err := os.FindProcess(number(t, pool))
	require.NoError(t, err)
	require.NoError(t, p.Kill())
	require.Eventually(t, func() bool { return gone(p.Pid) }, 30*time.Second, time.Millisecond)
	// The pool may not know yet what the kernel knows. Then it says so, and recovers.
	_, err = pool.Convert(t.Context(), sample(t, "a sound one"))
	if err != nil {
		require.True(t, errors.Is(err, worker.Unavailable) || errors.Is(err, worker.Crashed), "%v", err)
	}
	requireWorks(t, pool)
}

func TestPoolSecretsOfTheServiceStayThere(t *testing.T) {
	t.Setenv("PAGELIFT_DATABASE_URL", "postgres://me:secret@db")
	_, err := newPool(t).Convert(t.Context(), sample(t, "environment"))
	require.ErrorContains(t, err, roleVariable)
	require.NotContains(t, err.Error(), "secret@db")
}

func TestPoolComplaintsAreLogged(t *testing.T) {
	t.Parallel()
	var log syncBuffer
	pool := newPool(t, func(c *worker.Config) { c.Log = logged(&log) })
	_, err := pool.Convert(t.Context(), sample(t, "complain"))
	require.NoError(t, err)
	require.Eventually(t, func() bool { // it may arrive after the answer, and is then logged with the next job
		requireWorks(t, pool)
		return strings.Contains(log.String(), "I do not like it")
	}, 30*time.Second, 5*time.Millisecond)
	require.Equal(t, 1, strings.Count(log.String(), "I do not like it"))
}

func TestPoolThatCannotStart(t *testing.T) {
	t.Parallel()
	_, err := worker.NewPool(worker.Config{Path: filepath.Join(t.TempDir(), "none")})
	require.ErrorIs(t, err, os.ErrNotExist)
	cfg := standInConfig()
	cfg.Env = append(cfg.Env, roleVariable+"=dead")
	_, err = worker.NewPool(cfg)
	require.ErrorContains(t, err, "exit status 3: no such luck")
}

func TestPoolThatLosesItsProgram(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "program")
	binary, err := os.Executable()
	require.NoError(t, err)
	install := func() { require.NoError(t, os.Symlink(binary, program)) } // a file that was just written cannot be run while another test forks
	install()
	var log syncBuffer
	pool := newPool(t, func(c *worker.Config) { c.Path, c.Log = program, logged(&log) })
	require.NoError(t, os.Remove(program))
	_, err = pool.Convert(t.Context(), sample(t, "exit"))
	require.ErrorIs(t, err, worker.Crashed)
	_, err = pool.Convert(t.Context(), sample(t, "a sound one"))
	require.ErrorIs(t, err, worker.Unavailable)
	require.Contains(t, log.String(), "cannot be started")
	install()
	requireWorks(t, pool)
}

func TestPoolEndsWithItsProcess(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), roleVariable+"="+folder)
	parent.Stderr = os.Stderr
	require.NoError(t, parent.Start())
	pid := filepath.Join(folder, "pid")
	waitFor(t, pid)
	require.NoError(t, parent.Process.Kill())
	require.Error(t, parent.Wait())
	requireGone(t, pid)
}

// It does not run in parallel with others: it counts goroutines.
func TestPoolLeavesNothingBehind(t *testing.T) {
	before := runtime.NumGoroutine()
	cfg := standInConfig()
	cfg.Size, cfg.Jobs = 3, 2
	pool, err := worker.NewPool(cfg)
	require.NoError(t, err)
	var group sync.WaitGroup
	for i, id := range []string{"number", "exit", "garbage", "empty", "number", "liar", "", "", "number", ""} {
		job := sample(t, id)
		group.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i+1)*50*time.Millisecond)
			defer cancel()
			_, _ = pool.Convert(ctx, job)
		})
	}
	group.Wait()
	require.NoError(t, pool.Close(t.Context()))
	_, err = pool.Convert(t.Context(), sample(t, ""))
	require.ErrorIs(t, err, worker.Unavailable)
	asking := 1 // the condition is checked in a goroutine
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+asking }, 30*time.Second, 5*time.Millisecond, "%d before", before)
}

func TestPoolClosingWaitsForItsJobs(t *testing.T) {
	t.Parallel()
	cfg := standInConfig()
	pool, err := worker.NewPool(cfg)
	require.NoError(t, err)
	job := sample(t, "obey")
	ended := make(chan error)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, err := pool.Convert(ctx, job)
		ended <- err
	}()
	pid := filepath.Join(job.Folder, "pid")
	waitFor(t, pid)
	short, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	require.Equal(t, context.DeadlineExceeded, pool.Close(short))
	cancel()
	require.Equal(t, context.Canceled, <-ended)
	require.NoError(t, pool.Close(t.Context()), "another one waits for the rest")
	requireGone(t, pid)
}

func TestPoolWhatAJobStartedEndsWithIt(t *testing.T) {
	t.Parallel()
	pool := newPool(t)
	job := sample(t, "family")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := pool.Convert(ctx, job)
		ended <- err
	}()
	child := filepath.Join(job.Folder, "child")
	waitFor(t, child)
	cancel()
	require.Equal(t, context.Canceled, <-ended)
	requireGone(t, child)
}
