package client_test

import (
	"net/http"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// limiter answers like a service with a rate limit, by its own clock.
type limiter struct {
	limit int
	skew  time.Duration

	mu      sync.Mutex
	window  int64
	used    int
	refused int
	begun   []time.Time
}

func (l *limiter) answer(w http.ResponseWriter, _ *http.Request) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now().Add(l.skew)
	if minute := now.Unix() / 60; minute != l.window {
		l.window, l.used = minute, 0
	}
	l.used++
	h := w.Header()
	h.Set("Date", now.UTC().Format(http.TimeFormat))
	h.Set("X-RateLimit-Limit", strconv.Itoa(l.limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(max(l.limit-l.used, 0)))
	h.Set("X-RateLimit-Reset", strconv.FormatInt((l.window+1)*60, 10))
	if l.used > l.limit {
		l.refused++
		h.Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
		return nil
	}
	l.begun = append(l.begun, time.Now())
	reply(w, http.StatusOK, client.Usage{})
	return nil
}

func TestPacing(t *testing.T) {
	t.Parallel()
	for name, skew := range map[string]time.Duration{"clocks agree": 0, "the service is ahead": 17 * time.Minute, "the service is behind": -3*time.Hour - 500*time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := &limiter{limit: 10, skew: skew}
				s := &schedule{attempts: []attempt{l.answer}}
				c := newClient(t, client.Config{HTTPClient: s.client(), Pace: true})
				for range 35 {
					_, err := c.Usage.Get(t.Context())
					require.NoError(t, err)
				}
				require.Zero(t, l.refused)
				require.Less(t, l.begun[34].Sub(l.begun[0]), 4*time.Minute, "no window is left unused")
			})
		})
	}
}

func TestPacingOfManyAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := &limiter{limit: 10}
		h := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			return (&schedule{attempts: []attempt{l.answer}}).client().Transport.RoundTrip(r)
		})}
		c := newClient(t, client.Config{HTTPClient: h, Pace: true})
		_, err := c.Usage.Get(t.Context()) // the first answer tells the limit
		require.NoError(t, err)
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				if _, err := c.Usage.Get(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		require.Zero(t, l.refused)
	})
}

// Headers with impossible values do not stop a client.
func TestPacingByHeadersOfNonsense(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reset := func(after time.Duration) string { return strconv.FormatInt(time.Now().Add(after).Unix(), 10) }
		for name, h := range map[string][]string{
			"a reset next year": {"X-RateLimit-Limit", "10", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", reset(8760 * time.Hour)},
			"a reset long ago":  {"X-RateLimit-Limit", "10", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "0"},
			"no limit":          {"X-RateLimit-Limit", "0", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", reset(time.Second)},
			"words":             {"X-RateLimit-Limit", "ten", "X-RateLimit-Remaining", "none", "X-RateLimit-Reset", "soon"},
			"seconds to go":     {"X-RateLimit-Limit", "10", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "30"},
		} {
			s := &schedule{attempts: []attempt{func(w http.ResponseWriter, r *http.Request) error {
				_ = status(200, h...)(w, r)
				_, err := w.Write([]byte("{}"))
				return err
			}}}
			c := newClient(t, client.Config{HTTPClient: s.client(), Pace: true})
			for range 3 {
				_, err := c.Usage.Get(t.Context())
				require.NoError(t, err)
			}
			require.Zero(t, s.at[2], name)
		}
	})
}
