package deliver

import (
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
)

func TestDecide(t *testing.T) {
	t.Parallel()
	s := &Sender{cfg: Config{Schedule: defaultSchedule}}
	failed := func(status int64, class string) *result {
		return &result{Attempt: store.Attempt{StatusCode: status, Error: class}}
	}
	asked := failed(503, classStatus)
	asked.retryAfter = time.Hour
	stopped := failed(0, "answer")
	stopped.cancelled = true
	for name, c := range map[string]struct {
		attempts int64 // before this one
		result   *result
		status   store.DeliveryStatus
		pause    time.Duration // without jitter
		exact    bool
	}{
		"a success":                            {0, failed(204, ""), store.Succeeded, 0, true},
		"the first failure":                    {0, failed(500, classStatus), store.Pending, 5 * time.Second, false},
		"the second":                           {1, failed(0, "timeout"), store.Pending, 5 * time.Minute, false},
		"the third":                            {2, failed(0, "dns"), store.Pending, 30 * time.Minute, false},
		"the fourth":                           {3, failed(0, "blocked"), store.Pending, 2 * time.Hour, false},
		"the last":                             {4, failed(500, classStatus), store.GivenUp, 0, true},
		"the receiver is gone":                 {0, failed(410, classStatus), store.GivenUp, 0, true},
		"nothing can be sent":                  {0, failed(0, classPayload), store.GivenUp, 0, true},
		"the receiver asks for time":           {0, asked, store.Pending, time.Hour, true},
		"it asks for less than is given":       {3, asked, store.Pending, 2 * time.Hour, false},
		"our own end says nothing of receiver": {2, stopped, store.Pending, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := s.decide(&store.Delivery{ID: "d", Fence: 7, Attempts: c.attempts}, c.result)
			require.Equal(t, []any{"d", int64(7), c.status}, []any{r.Delivery, r.Fence, r.Status})
			require.Equal(t, c.result.cancelled, r.Attempt == nil)
			if c.exact {
				require.Equal(t, c.pause, r.Delay)
			} else {
				require.InDelta(t, c.pause, r.Delay, float64(c.pause)*jitter)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "nonsense": 0, "-5": 0, "90": 90 * time.Second, "999999999999999999": 2 * time.Hour, "99999999999999999999": 0,
		now.Add(time.Minute).Format(http.TimeFormat):    time.Minute,
		now.Add(-time.Hour).Format(http.TimeFormat):     0,
		now.Add(time.Hour * 99).Format(http.TimeFormat): 2 * time.Hour,
	} {
		require.Equal(t, want, retryAfter(text, now), text)
	}
}

func TestSchedules(t *testing.T) {
	t.Parallel()
	require.NoError(t, defaultSchedule.check())
	for name, s := range map[string]Schedule{
		"none": {}, "a first pause": {time.Second}, "time that runs back": {0, -1}, "a pause beyond the log": {0, maxPause + 1},
		"too many": make(Schedule, maxAttempts+1),
	} {
		require.Error(t, s.check(), name)
	}
}

func FuzzBeginning(f *testing.F) {
	f.Add("plain")
	f.Add("nul \x00 and half a letter \xc3")
	f.Add(strings.Repeat("é", 2000))
	f.Fuzz(func(t *testing.T, body string) {
		got := beginning(strings.NewReader(body))
		if len(got) > 1024 || !utf8.ValidString(got) || strings.Contains(got, "\x00") {
			t.Errorf("%q", got)
		}
		if len(body) < 1024 && utf8.ValidString(body) && !strings.Contains(body, "\x00") && got != body {
			t.Errorf("%q became %q", body, got)
		}
	})
}

func TestHostOf(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://A.example/x": "a.example:443", "https://a.example:8443": "a.example:8443", "https://[::1]/": "::1:443", "http://h/": "h:80",
	} {
		require.Equal(t, want, HostOf(address))
	}
	require.Equal(t, canonical("https://A.example"), canonical("https://a.example:443/"))
	require.NotEqual(t, canonical("https://a.example/x"), canonical("https://a.example/X"))
}
