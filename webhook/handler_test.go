package webhook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/webhook"
)

// body returns a payload of format A that is different for each number.
func body(n int) string {
	return fmt.Sprintf(`{"event":"conversion.completed","conversion_id":"conv_%d","retry_count":0}`, n)
}

// deliver sends a signed delivery to a handler.
func deliver(t testing.TB, h http.Handler, body string, opts webhook.SignOptions) *httptest.ResponseRecorder {
	t.Helper()
	if opts.Time.IsZero() {
		opts.Time = time.Now()
	}
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	require.NoError(t, webhook.Sign(r.Header, []byte(body), []string{secret}, opts))
	return serve(h, r)
}

func serve(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// handler makes a Handler that the test closes.
func handler(t testing.TB, fn func(context.Context, *webhook.Event) error, opts webhook.HandlerOptions) *webhook.Handler {
	t.Helper()
	h, err := webhook.NewHandler(fn, []string{secret}, opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, h.Close(context.Background())) })
	return h
}

func ignore(context.Context, *webhook.Event) error { return nil }

// code returns the code in the body of a refusal.
func code(t testing.TB, w *httptest.ResponseRecorder) string {
	t.Helper()
	require.Equal(t, "application/json", w.Header().Get("Content-Type"))
	var refusal struct {
		Error struct{ Code, Message string }
	}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &refusal))
	require.NotEmpty(t, refusal.Error.Message)
	return refusal.Error.Code
}

func TestHandlerHandsOnEvents(t *testing.T) {
	t.Parallel()
	for _, synchronous := range []bool{true, false} {
		got := make(chan *webhook.Event, 1)
		h := handler(t, func(_ context.Context, e *webhook.Event) error { got <- e; return nil },
			webhook.HandlerOptions{Synchronous: synchronous})
		w := deliver(t, h, body(1), webhook.SignOptions{ID: "evt_1"})
		require.Equal(t, http.StatusNoContent, w.Code)
		e := <-got
		require.Equal(t, "evt_1", e.ID)
		require.Equal(t, "conv_1", e.ConversionID)
		require.Equal(t, webhook.SchemeStandard, e.Scheme)
	}
}

func TestHandlerRefuses(t *testing.T) {
	t.Parallel()
	h := handler(t, func(context.Context, *webhook.Event) error { t.Error("called"); return nil }, webhook.HandlerOptions{})
	request := func(body string) *http.Request {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
		require.NoError(t, webhook.Sign(r.Header, []byte(body), []string{secret}, webhook.SignOptions{ID: "evt_1", Kind: "x"}))
		return r
	}
	large := strings.Repeat(" ", webhook.MaxBody) + body(1)
	cases := map[string]struct {
		request func() *http.Request
		status  int
		code    string
	}{
		"another method": {func() *http.Request { r := request(body(1)); r.Method = http.MethodGet; return r }, 405, "method_not_allowed"},
		"a stranger":     {func() *http.Request { r := request(body(1)); clear(r.Header); return r }, 401, "missing_signature"},
		"another secret": {func() *http.Request {
			r := request(body(1))
			r.Header = signed(t, body(1), []string{other}, webhook.SignOptions{Time: time.Now()})
			return r
		}, 401, "signature_mismatch"},
		"an old request": {func() *http.Request {
			r := request(body(1))
			r.Header = signed(t, body(1), []string{secret}, webhook.SignOptions{})
			return r
		}, 401, "timestamp_too_old"},
		"no event":         {func() *http.Request { return request("{}") }, 400, "invalid_event"},
		"a large body":     {func() *http.Request { return request(large) }, 413, "body_too_large"},
		"one without size": {func() *http.Request { r := request(large); r.ContentLength = -1; return r }, 413, "body_too_large"},
		"a cut body": {func() *http.Request {
			r := request(body(1))
			r.Body = io.NopCloser(iotest.ErrReader(io.ErrUnexpectedEOF))
			return r
		}, 400, "body_incomplete"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := serve(h, c.request())
			require.Equal(t, c.status, w.Code)
			require.Equal(t, c.code, code(t, w))
			if c.status == http.StatusMethodNotAllowed {
				require.Equal(t, "POST", w.Header().Get("Allow"))
			}
		})
	}
}

// counter counts the bytes that are read from it.
type counter struct {
	io.Reader
	n int
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}

func (c *counter) Close() error { return nil }

func TestHandlerReadsNoMoreThanItMust(t *testing.T) {
	t.Parallel()
	h := handler(t, ignore, webhook.HandlerOptions{})
	endless := func() *counter { return &counter{Reader: iotest.DataErrReader(zeros{})} }

	body := endless()
	r := httptest.NewRequest(http.MethodPost, "/", body)
	require.Equal(t, http.StatusUnauthorized, serve(h, r).Code)
	require.Zero(t, body.n, "nothing of what has no signature")

	body = endless()
	r = httptest.NewRequest(http.MethodPost, "/", body)
	r.Header = signed(t, started, []string{secret}, webhook.SignOptions{Time: time.Now()})
	require.Equal(t, http.StatusRequestEntityTooLarge, serve(h, r).Code)
	require.LessOrEqual(t, body.n, webhook.MaxBody+64<<10)
}

// zeros is an endless reader of zeros.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// A thousand duplicates at once, and some later, make only one call.
func TestDuplicatesAreDealtWithOnce(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string]webhook.HandlerOptions{"queue": {}, "synchronous": {Synchronous: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int32
			h := handler(t, func(context.Context, *webhook.Event) error { calls.Add(1); return nil }, opts)
			var senders sync.WaitGroup
			for i := range 1000 {
				senders.Go(func() {
					again := strings.Replace(body(1), `"retry_count":0`, fmt.Sprintf(`"retry_count":%d`, i%5), 1)
					w := deliver(t, h, again, webhook.SignOptions{ID: "evt_1"})
					if w.Code != http.StatusNoContent && code(t, w) != "in_progress" {
						t.Errorf("status %d", w.Code)
					}
				})
			}
			senders.Wait()
			require.Equal(t, http.StatusNoContent, deliver(t, h, body(1), webhook.SignOptions{ID: "evt_1"}).Code)
			require.NoError(t, h.Close(t.Context()))
			require.EqualValues(t, 1, calls.Load())
		})
	}
}

// X-Service-Signature does not cover webhook-id. A captured request without its other signature must not become a
// new event through another id.
func TestACapturedRequestIsNoNewEvent(t *testing.T) {
	t.Parallel()
	var calls int
	h := handler(t, func(context.Context, *webhook.Event) error { calls++; return nil }, webhook.HandlerOptions{Synchronous: true})
	now := time.Now()
	deliver(t, h, body(1), webhook.SignOptions{ID: "evt_1", Scheme: webhook.SchemeBody, Time: now})
	for i := range 3 {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body(1)))
		r.Header = signed(t, body(1), []string{secret}, webhook.SignOptions{Scheme: webhook.SchemeBody, Time: now})
		r.Header.Del("webhook-signature")
		r.Header.Set("webhook-id", fmt.Sprintf("evt_forged_%d", i))
		require.Equal(t, http.StatusNoContent, serve(h, r).Code)
	}
	require.Equal(t, 1, calls)
}

// An event may come again in another format. Then its id identifies it.
func TestAnEventInAnotherFormatIsTheSame(t *testing.T) {
	t.Parallel()
	var calls int
	h := handler(t, func(context.Context, *webhook.Event) error { calls++; return nil }, webhook.HandlerOptions{Synchronous: true})
	e := events()["completed"]
	for _, format := range []webhook.Format{webhook.FormatFlat, webhook.FormatNested} {
		text, err := e.Marshal(format)
		require.NoError(t, err)
		deliver(t, h, string(text), webhook.SignOptions{ID: e.ID})
	}
	require.Equal(t, 1, calls)
}

func TestMemoryOfEventsIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var calls int
		h := handler(t, func(context.Context, *webhook.Event) error { calls++; return nil },
			webhook.HandlerOptions{Synchronous: true, DedupeEvents: 2, DedupeWindow: time.Hour})
		called := func(n int) bool {
			before := calls
			require.Equal(t, http.StatusNoContent, deliver(t, h, body(n), webhook.SignOptions{}).Code)
			return calls > before
		}
		require.True(t, called(1))
		require.True(t, called(2))
		require.False(t, called(1), "two are remembered")
		require.False(t, called(2))
		require.True(t, called(3), "which puts out the oldest, 1")
		require.False(t, called(3))
		require.True(t, called(1), "which puts out 2")
		time.Sleep(time.Hour)
		require.False(t, called(1))
		time.Sleep(time.Nanosecond)
		require.True(t, called(1), "the window has passed")
	})
}

func TestAFailureIsToldAndRetried(t *testing.T) {
	t.Parallel()
	cause := errors.New("the disk is full")
	fail := true
	var told []error
	h := handler(t, func(context.Context, *webhook.Event) error {
		if fail {
			return cause
		}
		return nil
	}, webhook.HandlerOptions{Synchronous: true, OnError: func(e *webhook.Event, err error) {
		require.Equal(t, "conv_1", e.ConversionID)
		told = append(told, err)
	}})
	w := deliver(t, h, body(1), webhook.SignOptions{})
	require.Equal(t, http.StatusInternalServerError, w.Code)
	require.Equal(t, "handler_failed", code(t, w))
	require.NotContains(t, w.Body.String(), "disk", "the sender need not know")
	fail = false
	require.Equal(t, http.StatusNoContent, deliver(t, h, body(1), webhook.SignOptions{}).Code)
	require.Equal(t, []error{cause}, told)
}

func TestAPanicEndsNothing(t *testing.T) {
	t.Parallel()
	told := make(chan error, 1)
	h := handler(t, func(_ context.Context, e *webhook.Event) error { panic("a defect") },
		webhook.HandlerOptions{Workers: 1, OnError: func(_ *webhook.Event, err error) { told <- err }})
	for n := range 2 {
		require.Equal(t, http.StatusNoContent, deliver(t, h, body(n), webhook.SignOptions{}).Code)
		err := <-told
		require.ErrorContains(t, err, "a defect")
		require.ErrorContains(t, err, "handler_test.go", "where it was")
	}
}

func TestFailuresAreLoggedByDefault(t *testing.T) { // it changes the default logger, so it is not parallel
	var text bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&text, nil)))
	defer slog.SetDefault(before)
	h := handler(t, func(context.Context, *webhook.Event) error { return errors.New("the disk is full") },
		webhook.HandlerOptions{Synchronous: true})
	deliver(t, h, body(1), webhook.SignOptions{ID: "evt_1"})
	require.Contains(t, text.String(), "event_id=evt_1")
	require.Contains(t, text.String(), "the disk is full")
}

func TestAFullQueueSendsTheSenderAway(t *testing.T) {
	t.Parallel()
	begun, release := make(chan struct{}), make(chan struct{})
	var calls atomic.Int32
	h := handler(t, func(context.Context, *webhook.Event) error {
		calls.Add(1)
		begun <- struct{}{}
		<-release
		return nil
	}, webhook.HandlerOptions{Queue: 1, Workers: 1})

	require.Equal(t, http.StatusNoContent, deliver(t, h, body(1), webhook.SignOptions{}).Code)
	<-begun // the worker has it
	require.Equal(t, http.StatusNoContent, deliver(t, h, body(2), webhook.SignOptions{}).Code)
	w := deliver(t, h, body(3), webhook.SignOptions{})
	require.Equal(t, http.StatusServiceUnavailable, w.Code)
	require.Equal(t, "queue_full", code(t, w))
	require.Equal(t, "10", w.Header().Get("Retry-After"))
	require.Equal(t, http.StatusNoContent, deliver(t, h, body(2), webhook.SignOptions{}).Code, "it waits already")

	close(release)
	<-begun
	require.Equal(t, http.StatusNoContent, deliver(t, h, body(3), webhook.SignOptions{}).Code, "it was not remembered")
	<-begun
	require.NoError(t, h.Close(t.Context()))
	require.EqualValues(t, 3, calls.Load())
}

func TestADuplicateOfARunningEventComesAgainLater(t *testing.T) {
	t.Parallel()
	begun, release := make(chan struct{}), make(chan struct{})
	h := handler(t, func(context.Context, *webhook.Event) error {
		close(begun)
		<-release
		return nil
	}, webhook.HandlerOptions{Synchronous: true})
	first := make(chan int)
	go func() { first <- deliver(t, h, body(1), webhook.SignOptions{}).Code }()
	<-begun
	w := deliver(t, h, body(1), webhook.SignOptions{})
	require.Equal(t, http.StatusServiceUnavailable, w.Code, "the first may still fail")
	require.Equal(t, "in_progress", code(t, w))
	close(release)
	require.Equal(t, http.StatusNoContent, <-first)
	require.Equal(t, http.StatusNoContent, deliver(t, h, body(1), webhook.SignOptions{}).Code)
}

func TestCloseWaitsForWhatWasAccepted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		h := handler(t, func(context.Context, *webhook.Event) error {
			time.Sleep(time.Second)
			calls.Add(1)
			return nil
		}, webhook.HandlerOptions{Workers: 2})
		for n := range 10 {
			require.Equal(t, http.StatusNoContent, deliver(t, h, body(n), webhook.SignOptions{}).Code)
		}
		require.NoError(t, h.Close(t.Context()))
		require.EqualValues(t, 10, calls.Load())
		w := deliver(t, h, body(11), webhook.SignOptions{})
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
		require.Equal(t, "shutting_down", code(t, w))
		require.NotEmpty(t, w.Header().Get("Retry-After"))
	})
}

func TestCloseWaitsForSynchronousFunctions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		finished := false
		h := handler(t, func(context.Context, *webhook.Event) error {
			time.Sleep(time.Second)
			finished = true
			return nil
		}, webhook.HandlerOptions{Synchronous: true})
		go deliver(t, h, body(1), webhook.SignOptions{})
		synctest.Wait()
		require.NoError(t, h.Close(t.Context()))
		require.True(t, finished)
	})
}

func TestCloseGivesUpWhenItsContextEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		lost := map[string]error{}
		h := handler(t, func(ctx context.Context, _ *webhook.Event) error {
			<-ctx.Done()
			return ctx.Err()
		}, webhook.HandlerOptions{Workers: 1, OnError: func(e *webhook.Event, err error) {
			mu.Lock()
			defer mu.Unlock()
			lost[e.ConversionID] = err
		}})
		for n := range 3 {
			require.Equal(t, http.StatusNoContent, deliver(t, h, body(n), webhook.SignOptions{}).Code)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		begin := time.Now()
		require.ErrorIs(t, h.Close(ctx), context.DeadlineExceeded)
		require.Equal(t, time.Minute, time.Since(begin))
		require.NoError(t, h.Close(t.Context()), "then all is over")
		require.Equal(t, map[string]error{"conv_0": context.Canceled, "conv_1": context.Canceled, "conv_2": context.Canceled}, lost)
	})
}

func TestMistakesInHandlerOptions(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string]webhook.HandlerOptions{
		"queue": {Queue: -1}, "workers": {Workers: -1}, "window": {DedupeWindow: -1}, "events": {DedupeEvents: -1},
		"tolerance": {Verify: webhook.Options{Tolerance: -1}},
	} {
		_, err := webhook.NewHandler(ignore, []string{secret}, opts)
		require.ErrorIs(t, err, webhook.InvalidOption, name)
	}
	_, err := webhook.NewHandler(nil, []string{secret}, webhook.HandlerOptions{})
	require.ErrorIs(t, err, webhook.InvalidOption)
	_, err = webhook.NewHandler(ignore, nil, webhook.HandlerOptions{})
	require.ErrorIs(t, err, webhook.InvalidSecret)
}
