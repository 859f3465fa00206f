package patience_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/patience"
)

func TestACallComesBack(t *testing.T) {
	t.Parallel()
	var c patience.Caller
	failed := errors.New("failed")
	for range 3 * limits.CallsAway {
		n, err := patience.Call(t.Context(), &c, func() (int, error) { return 7, failed })
		require.Equal(t, 7, n)
		require.ErrorIs(t, err, failed)
	}
}

// TestACallThatGoesOn is left alone, and so many of these are that no more calls are made until they come back.
func TestACallThatGoesOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var c patience.Caller
		slow := errors.New("too slow")
		end := make(chan struct{})
		call := func() (string, error) {
			ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, slow)
			defer cancel()
			return patience.Call(ctx, &c, func() (string, error) {
				<-end
				return "late", nil
			})
		}
		for range limits.CallsAway {
			began := time.Now()
			said, err := call()
			require.ErrorIs(t, err, slow)
			require.Empty(t, said)
			require.Equal(t, time.Minute+limits.CallGrace, time.Since(began))
		}
		began := time.Now()
		_, err := call()
		require.ErrorIs(t, err, patience.ErrAway)
		require.Zero(t, time.Since(began))
		close(end)
		synctest.Wait()
		said, err := call()
		require.NoError(t, err, "all have come back")
		require.Equal(t, "late", said)
	})
}

// TestACallThatEndsWithItsContext has its own word, within the grace.
func TestACallThatEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var c patience.Caller
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		cleared := errors.New("cleared up")
		_, err := patience.Call(ctx, &c, func() (int, error) {
			<-ctx.Done()
			time.Sleep(limits.CallGrace / 2)
			return 0, cleared
		})
		require.ErrorIs(t, err, cleared)
	})
}
