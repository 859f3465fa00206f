package worker_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/worker"
)

// deaf is a conversion that ignores its context and ends when until is closed.
func deaf(until <-chan struct{}) func(context.Context, worker.Job, string) (*worker.Outcome, error) {
	return func(_ context.Context, job worker.Job, _ string) (*worker.Outcome, error) {
		<-until
		if job.Progress != nil {
			job.Progress(1, 1)
		}
		return &worker.Outcome{}, nil
	}
}

func TestInProcessAConversionThatDoesNotEndIsLeftAndCounted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		until := make(chan struct{})
		c := worker.NewInProcessWith(1, deaf(until))
		start := time.Now()
		heard := false
		_, err := c.Convert(t.Context(), worker.Job{Timeout: time.Minute, Progress: func(int, int) { heard = true }})
		require.ErrorIs(t, err, worker.TimedOut)
		require.Equal(t, time.Minute+250*time.Millisecond, time.Since(start))
		require.Equal(t, 1, c.Stuck())

		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err = c.Convert(ctx, worker.Job{})
		require.Equal(t, context.DeadlineExceeded, err, "its place is not free")

		close(until)
		synctest.Wait()
		require.Zero(t, c.Stuck())
		require.False(t, heard, "nobody listened any more")
		_, err = c.Convert(t.Context(), worker.Job{})
		require.NoError(t, err)
	})
}

func TestInProcessACanceledConversionIsLeft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		until := make(chan struct{})
		c := worker.NewInProcessWith(1, deaf(until))
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		start := time.Now()
		_, err := c.Convert(ctx, worker.Job{})
		require.Equal(t, context.Canceled, err)
		require.Equal(t, 1250*time.Millisecond, time.Since(start))
		close(until)
		synctest.Wait()
	})
}

func TestInProcessTimeIsNotSpentWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := worker.NewInProcessWith(1, func(ctx context.Context, _ worker.Job, _ string) (*worker.Outcome, error) {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(40 * time.Second):
				return &worker.Outcome{}, nil
			}
		})
		errs := make(chan error)
		for range 3 {
			go func() {
				_, err := c.Convert(t.Context(), worker.Job{Timeout: time.Minute})
				errs <- err
			}()
		}
		for range 3 {
			require.NoError(t, <-errs)
		}
		_, err := c.Convert(t.Context(), worker.Job{Timeout: 39 * time.Second})
		require.ErrorIs(t, err, worker.TimedOut)
		require.Zero(t, c.Stuck(), "it ended when it was told to")
	})
}

func TestInProcessADefectIsAnError(t *testing.T) {
	t.Parallel()
	c := worker.NewInProcessWith(1, func(context.Context, worker.Job, string) (*worker.Outcome, error) { panic("a defect") })
	for range 2 {
		_, err := c.Convert(t.Context(), worker.Job{})
		require.ErrorIs(t, err, convert.InternalError)
	}
}
