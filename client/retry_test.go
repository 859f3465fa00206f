package client_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// attempt is the end of one attempt of a schedule.
type attempt func(w http.ResponseWriter, r *http.Request) error

func status(code int, headers ...string) attempt {
	return func(w http.ResponseWriter, _ *http.Request) error {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		return nil
	}
}

func coded(code int, c client.Code, retryable any) attempt {
	return func(w http.ResponseWriter, _ *http.Request) error {
		details := map[string]any{}
		if retryable != nil {
			details["retryable"] = retryable
		}
		reply(w, code, client.ErrorResponse{Error: &client.Error{Code: c, Message: "m", Details: details}})
		return nil
	}
}

func good(w http.ResponseWriter, _ *http.Request) error {
	reply(w, http.StatusOK, client.Conversion{ID: conversionID, Status: client.StatusCompleted})
	return nil
}

func broken(http.ResponseWriter, *http.Request) error { return io.ErrUnexpectedEOF }

// schedule is an HTTP client whose requests end as attempts say, in turn; the last one is repeated. It records the
// times of the requests and their idempotency keys.
type schedule struct {
	attempts []attempt
	at       []time.Duration
	keys     []string
}

func (s *schedule) client() *http.Client {
	start := time.Now()
	return &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		if r.Body != nil {
			_, _ = io.Copy(io.Discard, r.Body)
			r.Body.Close()
		}
		next := s.attempts[min(len(s.at), len(s.attempts)-1)]
		s.at = append(s.at, time.Since(start))
		s.keys = append(s.keys, r.Header.Get("Idempotency-Key"))
		rec := httptest.NewRecorder()
		if err := next(rec, r); err != nil {
			return nil, err
		}
		return rec.Result(), nil
	})}
}

const sec = time.Second

func TestRetrySchedules(t *testing.T) {
	t.Parallel()
	date := func(after time.Duration) string { return bubbleStart.Add(after).UTC().Format(http.TimeFormat) }
	for name, c := range map[string]struct {
		attempts []attempt
		policy   client.RetryPolicy
		limit    time.Duration   // of the context; 0: none
		waits    []time.Duration // between requests; each may be up to a quarter longer
		want     error           // nil: it succeeds
	}{
		"answered at once":           {attempts: []attempt{good}},
		"two failures":               {attempts: []attempt{status(503), status(500), good}, waits: []time.Duration{2 * sec, 4 * sec}},
		"three failures":             {attempts: []attempt{status(503)}, waits: []time.Duration{2 * sec, 4 * sec}, want: client.StatusError(503)},
		"connections that break":     {attempts: []attempt{broken, broken, good}, waits: []time.Duration{2 * sec, 4 * sec}},
		"connections that all break": {attempts: []attempt{broken}, waits: []time.Duration{2 * sec, 4 * sec}, want: io.ErrUnexpectedEOF},
		"too many requests":          {attempts: []attempt{status(429, "Retry-After", "17"), good}, waits: []time.Duration{17 * sec}},
		"a date to wait for":         {attempts: []attempt{status(503, "Retry-After", date(30*sec)), good}, waits: []time.Duration{30 * sec}},
		"a date by another clock": {attempts: []attempt{status(503, "Date", date(time.Hour), "Retry-After", date(time.Hour+9*sec)), good},
			waits: []time.Duration{9 * sec}},
		"a date that is over":     {attempts: []attempt{status(503, "Retry-After", date(-time.Hour)), good}, waits: []time.Duration{2 * sec}},
		"Retry-After of nonsense": {attempts: []attempt{status(503, "Retry-After", "soon"), good}, waits: []time.Duration{2 * sec}},
		"a negative Retry-After":  {attempts: []attempt{status(503, "Retry-After", "-5"), good}, waits: []time.Duration{2 * sec}},
		"an endless Retry-After":  {attempts: []attempt{status(503, "Retry-After", "9223372036854775807")}, want: client.StatusError(503)},
		"longer than the policy":  {attempts: []attempt{status(429, "Retry-After", "121")}, want: client.ErrRateLimited},
		"a patient policy": {attempts: []attempt{status(429, "Retry-After", "121"), good}, policy: client.RetryPolicy{MaxWait: time.Hour},
			waits: []time.Duration{121 * sec}},
		"longer than the context":  {attempts: []attempt{status(429, "Retry-After", "20")}, limit: 10 * sec, want: client.ErrRateLimited},
		"never again":              {attempts: []attempt{status(503)}, policy: client.RetryPolicy{Attempts: 1}, want: client.StatusError(503)},
		"five times":               {attempts: []attempt{status(503)}, policy: client.RetryPolicy{Attempts: 5}, waits: []time.Duration{2 * sec, 4 * sec, 8 * sec, 16 * sec}, want: client.StatusError(503)},
		"a bad request":            {attempts: []attempt{coded(400, client.InvalidParameter, nil)}, want: client.InvalidParameter},
		"a missing page":           {attempts: []attempt{status(404)}, want: client.ErrNotFound},
		"a slow upload":            {attempts: []attempt{coded(408, client.UploadTimeout, true)}, want: client.UploadTimeout},
		"a conflict":               {attempts: []attempt{coded(409, client.ResultNotReady, nil)}, want: client.ResultNotReady},
		"a crash that comes again": {attempts: []attempt{coded(500, client.ConversionCrashed, false)}, want: client.ConversionCrashed},
		"a queue that is full":     {attempts: []attempt{coded(429, client.QueueFull, true), good}, waits: []time.Duration{2 * sec}},
		"a certificate nobody made": {attempts: []attempt{func(http.ResponseWriter, *http.Request) error {
			return &tls.CertificateVerificationError{Err: errors.New("unknown authority")}
		}}, want: new(tls.CertificateVerificationError)},
		"another in progress": {attempts: []attempt{coded(409, client.IdempotencyInProgress, true)}, want: client.IdempotencyInProgress},
		"our own in progress": {attempts: []attempt{broken, coded(409, client.IdempotencyInProgress, true), coded(409, client.IdempotencyInProgress, true), coded(409, client.IdempotencyInProgress, true), good},
			waits: []time.Duration{2 * sec, sec, sec, sec}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &schedule{attempts: c.attempts}
				ctx := t.Context()
				if c.limit > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, c.limit)
					defer cancel()
				}
				_, err := newClient(t, client.Config{HTTPClient: s.client(), Retry: c.policy}).Conversions.Convert(ctx, upload())
				if certificate := new(tls.CertificateVerificationError); errors.As(c.want, &certificate) {
					require.ErrorAs(t, err, &certificate)
				} else {
					require.ErrorIs(t, err, c.want)
				}
				require.Len(t, s.at, 1+len(c.waits))
				for i, want := range c.waits {
					got := s.at[i+1] - s.at[i]
					require.GreaterOrEqual(t, got, want)
					require.LessOrEqual(t, got, want+want/4)
				}
				for _, key := range s.keys {
					require.NotEmpty(t, key)
					require.Equal(t, s.keys[0], key, "one call has one key")
				}
			})
		})
	}
}

// bubbleStart is the time at which every bubble of synctest begins.
var bubbleStart = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func TestWaitsDiffer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		seen := map[time.Duration]bool{}
		for range 20 {
			s := &schedule{attempts: []attempt{broken, good}}
			_, err := newClient(t, client.Config{HTTPClient: s.client()}).Conversions.Convert(t.Context(), upload())
			require.NoError(t, err)
			seen[s.at[1]] = true
		}
		require.Greater(t, len(seen), 15, "clients that failed together come back apart")
	})
}

// The client does not wait without end for an earlier attempt that never ends.
func TestPatienceWithAnEarlierAttemptEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &schedule{attempts: []attempt{broken, coded(409, client.IdempotencyInProgress, true)}}
		_, err := newClient(t, client.Config{HTTPClient: s.client()}).Conversions.Convert(t.Context(), upload())
		require.ErrorIs(t, err, client.IdempotencyInProgress)
		require.InDelta(t, 92, s.at[len(s.at)-1].Seconds(), 3)
	})
}

func TestACallThatIsCancelledWaitsNoLonger(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &schedule{attempts: []attempt{status(503)}}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(sec, cancel)
		start := time.Now()
		_, err := newClient(t, client.Config{HTTPClient: s.client()}).Usage.Get(ctx)
		require.ErrorIs(t, err, context.Canceled)
		require.ErrorIs(t, err, client.StatusError(503), "and says what it was waiting after")
		require.Equal(t, sec, time.Since(start))
		require.Len(t, s.at, 1)
	})
}

func TestIdempotencyKeys(t *testing.T) {
	t.Parallel()
	s := &schedule{attempts: []attempt{good}}
	c := newClient(t, client.Config{HTTPClient: s.client()})
	for _, c := range []*client.Client{c, c, c.With(client.CallOptions{IdempotencyKey: "order-17"})} {
		_, err := c.Conversions.Convert(t.Context(), upload())
		require.NoError(t, err)
	}
	require.NotEqual(t, s.keys[0], s.keys[1], "two calls are two conversions")
	require.Equal(t, "order-17", s.keys[2])
}

// An answer whose connection breaks off in the middle counts as no answer.
func TestAnswersThatBreakOffAreAskedForAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		asked := 0
		c := newClient(t, client.Config{
			Logger: slog.New(slog.NewTextHandler(&log, nil)),
			HTTPClient: &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
				rec := httptest.NewRecorder()
				reply(rec, http.StatusOK, client.Usage{Plan: "free"})
				resp := rec.Result()
				if asked++; asked < 3 {
					resp.Body = io.NopCloser(io.MultiReader(io.LimitReader(resp.Body, 10), reader(func([]byte) (int, error) { return 0, io.ErrUnexpectedEOF })))
				}
				return resp, nil
			})},
		})
		u, err := c.Usage.Get(t.Context())
		require.NoError(t, err)
		require.Equal(t, "free", u.Plan)
		require.Equal(t, 3, asked)
		require.Equal(t, 2, strings.Count(log.String(), "will try again"))
	})
}

type reader func([]byte) (int, error)

func (f reader) Read(p []byte) (int, error) { return f(p) }

func TestFailuresNameTheRequestAndNotItsQuery(t *testing.T) {
	t.Parallel()
	s := &schedule{attempts: []attempt{broken}}
	c := newClient(t, client.Config{HTTPClient: s.client(), Retry: client.RetryPolicy{Attempts: 1}})
	_, err := c.Conversions.List(t.Context(), client.ConversionQuery{CustomID: "customer-17"})
	require.EqualError(t, err, "client: GET /v1/conversions: unexpected EOF")
}
