package fetch_test

import (
	"context"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/fetch"
)

// shortGrace lets a test of a slow server end soon. longGrace is for servers that are not slow, on a busy machine.
const (
	shortGrace = 200 * time.Millisecond
	longGrace  = 2 * time.Second
)

// cutOff is when a slow server must be cut off at the latest, on a busy machine. It is long before the whole
// timeout.
const cutOff = time.Minute

// drips sends the beginning of a document, and then a byte now and then until the request has ended.
func drips(ended chan<- struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(document(5000))
		for {
			_ = http.NewResponseController(w).Flush()
			select {
			case <-r.Context().Done():
				close(ended)
				return
			case <-time.After(20 * time.Millisecond):
				_, _ = w.Write([]byte{'x'})
			}
		}
	}
}

func TestASlowServerIsCutOff(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	address := serve(t, drips(ended))
	begin := time.Now()
	_, _, err := get(t.Context(), address, fetch.Limits{Grace: shortGrace})
	var failure *fetch.Error
	require.ErrorAs(t, err, &failure)
	require.Equal(t, fetch.Error{Code: fetch.Failed, Cause: fetch.Slow, Detail: "the server sends less than 32768 bytes per second"}, *failure)
	require.GreaterOrEqual(t, time.Since(begin), shortGrace)
	require.Less(t, time.Since(begin), cutOff)
	<-ended
}

// TestASilentServerIsCutOff, before the document is recognised and in the middle of it.
func TestASilentServerIsCutOff(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 100_000} {
		address := serve(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write(document(n)[:max(n, 3)])
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		})
		begin := time.Now()
		_, _, err := get(t.Context(), address, fetch.Limits{Grace: shortGrace, Rate: 1 << 20})
		var failure *fetch.Error
		require.ErrorAs(t, err, &failure)
		require.Equal(t, fetch.Slow, failure.Cause)
		require.Less(t, time.Since(begin), cutOff)
	}
}

// TestAReaderThatIsSlowItself: that is not the server's fault. If the reader's pauses were counted, eight times as
// much would have had to arrive.
func TestAReaderThatIsSlowItself(t *testing.T) {
	t.Parallel()
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(document(50_000)) })
	doc, err := fetch.New(local(), nil, "pagelift-test").Fetch(t.Context(), address, fetch.Limits{Grace: longGrace, Rate: 64 << 10})
	require.NoError(t, err)
	defer doc.Body.Close()
	for _, n := range []int64{10_000, 10_000} {
		time.Sleep(2 * longGrace)
		_, err := io.CopyN(io.Discard, doc.Body, n)
		require.NoError(t, err)
	}
	n, err := io.Copy(io.Discard, doc.Body)
	require.NoError(t, err)
	require.Equal(t, int64(30_009), n)
}

func TestTheRateMayBeAny(t *testing.T) {
	t.Parallel()
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(document(5000))
		for range 4 {
			_ = http.NewResponseController(w).Flush()
			time.Sleep(shortGrace)
			_, _ = w.Write([]byte{'x'})
		}
	})
	_, data, err := get(t.Context(), address, fetch.Limits{Grace: shortGrace, Rate: -1})
	require.NoError(t, err)
	require.Len(t, data, 9+5000+4)
}

// TestACallerWhoGoesIsNoSlowServer, although the server is slow.
func TestACallerWhoGoesIsNoSlowServer(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	address := serve(t, drips(make(chan struct{})))
	time.AfterFunc(shortGrace/2, cancel)
	_, _, err := get(ctx, address, fetch.Limits{Grace: cutOff})
	require.ErrorIs(t, err, context.Canceled)
}
