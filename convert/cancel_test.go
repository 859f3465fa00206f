package convert_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// readFunc is a function as a reader.
type readFunc func([]byte) (int, error)

func (f readFunc) Read(b []byte) (int, error) { return f(b) }

func TestCancellationIsSeenAtEachStage(t *testing.T) {
	t.Parallel()
	stages := map[string]func(stop func(), opts *convert.Options){
		"content":  func(stop func(), o *convert.Options) { o.Trace.Content = func(*layout.Content) { stop() } },
		"layout":   func(stop func(), o *convert.Options) { o.Trace.Layout = func(*layout.Page) { stop() } },
		"progress": func(stop func(), o *convert.Options) { o.Progress = func(int, int) { stop() } },
		"semantic": func(stop func(), o *convert.Options) { o.Trace.Semantic = func(*semantic.Document) { stop() } },
		"html":     func(stop func(), o *convert.Options) { o.Trace.HTML = func([]byte) { stop() } },
	}
	for name, hook := range stages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			opts := convert.Options{Trace: &convert.Trace{}}
			hook(cancel, &opts)
			result, err := convert.Convert(ctx, bytes.NewReader(numbered(40)), opts)
			require.Equal(t, context.Canceled, err, "as it is, not wrapped")
			require.Nil(t, result)
		})
	}
}

func TestCancellationEndsReading(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	endless := readFunc(func(b []byte) (int, error) {
		cancel()
		return len(b), nil
	})
	_, err := convert.Convert(ctx, endless, convert.Options{})
	require.Equal(t, context.Canceled, err)
}

func TestADeadlineIsReturnedAsItIs(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	_, err := convert.Convert(ctx, bytes.NewReader(numbered(1)), convert.Options{})
	require.Equal(t, context.DeadlineExceeded, err)
}

func TestACauseDoesNotHideTheContextsError(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	opts := convert.Options{Progress: func(int, int) { cancel(io.ErrClosedPipe) }}
	_, err := convert.Convert(ctx, bytes.NewReader(numbered(40)), opts)
	require.Equal(t, context.Canceled, err)
}

func TestNoPageBeginsAfterCancellation(t *testing.T) {
	t.Parallel()
	const workers = 4
	ctx, cancel := context.WithCancel(t.Context())
	var begun atomic.Int64
	opts := convert.Options{Workers: workers, Trace: &convert.Trace{Content: func(*layout.Content) {
		begun.Add(1)
		cancel()
	}}}
	_, err := convert.Convert(ctx, bytes.NewReader(numbered(200)), opts)
	require.Equal(t, context.Canceled, err)
	require.LessOrEqual(t, begun.Load(), int64(workers), "at most the pages that were being read")
}

func TestConvertReturnsAfterItsWorkers(t *testing.T) {
	t.Parallel()
	input := numbered(8)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		finish, returned := make(chan struct{}), make(chan error, 1)
		opts := convert.Options{Workers: 2, Trace: &convert.Trace{Content: func(*layout.Content) {
			cancel()
			<-finish
		}}}
		go func() {
			_, err := convert.Convert(ctx, bytes.NewReader(input), opts)
			returned <- err
		}()
		synctest.Wait() // until nothing moves any more
		require.Empty(t, returned, "a worker is still in its page")
		close(finish)
		require.Equal(t, context.Canceled, <-returned)
	})
}

// heavy returns a document of one page that takes long in every stage.
func heavy() []byte {
	var b strings.Builder
	for i := range 60_000 {
		b.WriteString(lines(float64(20+i%7*80), float64(780-i/7%70*11), "Many words are here."))
	}
	return build(b.String()).Bytes()
}

// The best latency of several tries counts. A stage that ignores its context is late each time; a machine with
// other work is late only now and then.
func TestCancellationIsSeenSoon(t *testing.T) {
	t.Parallel()
	const soon, tries = 100 * time.Millisecond, 20
	input := heavy()
	for _, after := range []time.Duration{5, 50, 200, 500} {
		best := time.Hour
		for range tries {
			ctx, cancel := context.WithCancel(t.Context())
			var canceled time.Time
			timer := time.AfterFunc(after*time.Millisecond, func() {
				canceled = time.Now()
				cancel()
			})
			_, err := convert.Convert(ctx, bytes.NewReader(input), convert.DefaultOptions())
			if err == nil { // it was done before the context ended
				timer.Stop()
				cancel()
				best = 0
				break
			}
			require.Equal(t, context.Canceled, err)
			best = min(best, time.Since(canceled))
			if best < soon {
				break
			}
		}
		require.Less(t, best, soon, "canceled after %d ms", after)
	}
}
