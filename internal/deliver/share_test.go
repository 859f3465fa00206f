package deliver_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/deliver"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/webhook"
)

// shared is a host with paths that answer slowly ("sleep") and paths that do not.
type shared struct {
	url     string
	mu      sync.Mutex
	arrived map[string]time.Time // by event

	begun    atomic.Int64 // requests that sleep or have slept
	asleep   atomic.Int64 // requests that sleep now
	most     atomic.Int64 // most requests that slept at a time
	timeouts atomic.Int64
}

func newShared(b *bench) *shared {
	s := &shared{arrived: map[string]time.Time{}}
	server := receiver(b, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // otherwise nobody notices that the sender hangs up
		s.mu.Lock()
		if _, ok := s.arrived[r.Header.Get("Webhook-Id")]; !ok {
			s.arrived[r.Header.Get("Webhook-Id")] = time.Now()
		}
		s.mu.Unlock()
		if strings.HasPrefix(r.URL.Path, "/sleep") {
			s.begun.Add(1)
			now := s.asleep.Add(1)
			for m := s.most.Load(); now > m && !s.most.CompareAndSwap(m, now); m = s.most.Load() {
			}
			<-r.Context().Done()
			s.asleep.Add(-1)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	s.url = server.URL
	b.told(b.sender(deliver.Config{Observe: func(class string, _ time.Duration) {
		if class == "timeout" {
			s.timeouts.Add(1)
		}
	}}, server))
	return s
}

// latencies emits events to an address of an account, with a pause after each, and waits until all have arrived.
// It returns how long each took from the commit to the receiver, sorted.
func (s *shared) latencies(b *bench, n int, pause time.Duration, url func(i int) string) []time.Duration {
	b.Helper()
	sent := map[string]time.Time{}
	for i := range n {
		e := webhook.Sample(webhook.ConversionCompleted, time.Now())
		e.ID, e.Test = store.NewID("evt"), false
		b.update(func(ctx context.Context, tx store.Tx) error {
			return deliver.Emit(ctx, tx, deliver.Notice{Account: b.account, Event: e, URL: url(i)})
		})
		sent[e.ID] = time.Now()
		time.Sleep(pause)
	}
	var out []time.Duration
	require.Eventually(b, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		out = out[:0]
		for id, at := range sent {
			if got, ok := s.arrived[id]; ok {
				out = append(out, max(0, got.Sub(at)))
			}
		}
		return len(out) == n
	}, besidePatience, 20*time.Millisecond)
	slices.Sort(out)
	return out
}

// besidePatience is how long a test waits at most for two hundred events to an awake endpoint. If the sleepers of
// its host get only their small share of the slots, and the machine is idle, they take a tenth of a second. If
// each sleeper takes its turn among the others, they take four minutes and more. BenchmarkBesideSleepers measures
// their time.
const besidePatience = 2 * time.Minute

// busySecond is after how long an attempt counts as asleep in a test. On a busy machine, awake endpoints may
// answer after more than a second, too. Sleepers take five.
const busySecond = 4 * time.Second

// sleepers are the slow deliveries to a host, before and while another endpoint of the host is sent to.
type sleepers struct {
	accounts, endpoints, deliveries int
	registered                      bool
	most                            int64 // how many may sleep at a time
	timeouts                        int64 // how many to wait for before anything else is sent
}

var sleepersOfHosts = map[string]sleepers{
	"fifty webhooks of one account":        {accounts: 1, endpoints: 50, deliveries: 1, registered: true, most: 5},
	"fifty accounts":                       {accounts: 50, endpoints: 1, deliveries: 2, most: 64},
	"fifty accounts have failed":           {accounts: 50, endpoints: 1, deliveries: 2, most: 64, timeouts: 20},
	"eight addresses of one account":       {accounts: 1, endpoints: 8, deliveries: 20, most: 5},
	"another address for each of hundreds": {accounts: 1, endpoints: 200, deliveries: 1, most: 5},
}

// beside makes a host with sleepers.
func (c sleepers) beside(b *bench) *shared {
	b.Helper()
	s := newShared(b)
	for i := range c.accounts {
		a := b.other(fmt.Sprint("sleeping ", i))
		path := func(j int) string { return fmt.Sprintf("%s/sleep/%d/%d", s.url, i, j) }
		for j := range c.endpoints {
			if c.registered {
				a.endpoint(store.Webhook{URL: path(j)})
				continue
			}
			a.emit(c.deliveries, path(j))
		}
		if c.registered {
			a.emit(c.deliveries, "")
		}
	}
	require.Eventually(b, func() bool { return s.timeouts.Load() >= c.timeouts }, patience, 20*time.Millisecond)
	return s
}

// TestAHealthyEndpointBesideSleepingOnesOfItsHost is about hosts that many accounts share. However many endpoints
// sleep, and whosever they are, events for another endpoint arrive from the first second on, and few attempts
// sleep at a time.
func TestAHealthyEndpointBesideSleepingOnesOfItsHost(t *testing.T) {
	for name, c := range sleepersOfHosts {
		t.Run(name, func(t *testing.T) {
			each(t, func(b *bench) {
				b.asleepAfter = busySecond
				s := c.beside(b)
				s.latencies(b, 100, 5*time.Millisecond, func(int) string { return s.url + "/healthy" })
				differing := func(i int) string { return fmt.Sprint(s.url, "/healthy?", i) }
				s.latencies(b.other("another"), 100, 5*time.Millisecond, differing)
				require.LessOrEqual(b, s.most.Load(), c.most, "that sleep at a time")
			})
		})
	}
}

// TestAHostThatSleepersMadeFail: an endpoint that was answered before does not wait for all unheard accounts. Each
// of those takes a second if the host gets one attempt at a time.
func TestAHostThatSleepersMadeFail(t *testing.T) {
	each(t, func(b *bench) {
		s := newShared(b)
		healthy := func(int) string { return s.url + "/healthy" }
		s.latencies(b, 1, 0, healthy)
		for i := range 10 {
			b.other(fmt.Sprint("failed ", i)).emit(1, fmt.Sprint(s.url, "/sleep/failed/", i))
		}
		require.Eventually(b, func() bool { return s.timeouts.Load() >= 10 }, patience, 20*time.Millisecond)
		const unheard = 60
		for i := range unheard {
			b.other(fmt.Sprint("unheard ", i)).emit(1, fmt.Sprint(s.url, "/sleep/unheard/", i))
		}
		before := s.begun.Load()
		s.latencies(b, 1, 0, healthy)
		require.Less(b, s.begun.Load()-before, int64(unheard/2), "sleepers whose turn was before")
	})
}

// BenchmarkBesideSleepers measures how long after its commit an event reaches an awake endpoint of a host on which
// others sleep.
func BenchmarkBesideSleepers(b *testing.B) {
	for name, c := range sleepersOfHosts {
		b.Run(name, func(b *testing.B) {
			w := newBench(b, filepath.Join(b.TempDir(), "pagelift.db"))
			s := c.beside(w)
			n := max(100, b.N)
			b.ResetTimer()
			took := s.latencies(w, n, 50*time.Millisecond, func(int) string { return s.url + "/healthy" })
			b.ReportMetric(float64(took[n/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[n*99/100-1].Microseconds())/1000, "p99-ms")
		})
	}
}

// TestNobodyHidesBehindABacklog: no account is hidden behind another, and no endpoint behind others of its
// account, however many deliveries those have. A host that gets one attempt at a time shows the turns.
func TestNobodyHidesBehindABacklog(t *testing.T) {
	each(t, func(b *bench) {
		var mu sync.Mutex
		var order []string
		server := receiver(b, func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			order = append(order, r.URL.Path)
			mu.Unlock()
			w.WriteHeader(http.StatusInternalServerError) // after ten failures the host gets one attempt at a time
		})
		a, other := b.other("with a backlog"), b.other("another")
		a.emit(300, server.URL+"/a1")
		a.emit(20, server.URL+"/a2")
		other.emit(20, server.URL+"/b")
		b.sender(deliver.Config{Schedule: deliver.Schedule{0}}, server)
		require.Eventually(b, func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(order) >= 60
		}, patience, 5*time.Millisecond)
		mu.Lock()
		defer mu.Unlock()
		count := map[string]int{}
		for _, path := range order[:60] {
			count[path]++
		}
		require.Greater(b, count["/b"], 15, "every second: %v", count)
		require.Greater(b, count["/a2"], 10, "every second of the others: %v", count)
	})
}

// TestMoreThanIsLookedAtInOneGo has more accounts at a host, and more endpoints of one account, than one look
// reads. Most of what waits is not due.
func TestMoreThanIsLookedAtInOneGo(t *testing.T) {
	each(t, func(b *bench) {
		const accounts, endpoints = 150, 150
		var got atomic.Int64
		server := receiver(b, func(w http.ResponseWriter, r *http.Request) {
			got.Add(1)
			w.WriteHeader(http.StatusNoContent)
		})
		for i := range accounts {
			b.other(fmt.Sprint(i)).emit(2, server.URL)
		}
		b.update(func(ctx context.Context, tx store.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE deliveries SET ready_at = ready_at + $1 WHERE id <> (SELECT MAX(id) FROM deliveries)", time.Hour.Microseconds())
			return err
		})
		b.emit(30, server.URL+"/backlog")
		b.emitTo(endpoints, func(i int) string { return fmt.Sprint(server.URL, "/", i) })
		b.sender(deliver.Config{}, server)
		require.Eventually(b, func() bool { return got.Load() == 1+30+endpoints }, patience, 5*time.Millisecond)
	})
}
