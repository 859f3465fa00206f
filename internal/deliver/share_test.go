package deliver_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
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

// shared is a host with paths that sleep and paths that do not.
type shared struct {
	url     string
	mu      sync.Mutex
	arrived map[string]time.Time // by the event

	// alone is a host without sleepers, which gets events at the same time: what they take there, the machine takes.
	alone   string
	control map[string]time.Time

	asleep   atomic.Int64 // requests that sleep now
	most     atomic.Int64 // and that did at a time
	timeouts atomic.Int64
}

func newShared(b *bench) *shared {
	s := &shared{arrived: map[string]time.Time{}, control: map[string]time.Time{}}
	server := receiver(b, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else nobody sees the sender hang up
		s.mu.Lock()
		if _, ok := s.arrived[r.Header.Get("Webhook-Id")]; !ok {
			s.arrived[r.Header.Get("Webhook-Id")] = time.Now()
		}
		s.mu.Unlock()
		if strings.HasPrefix(r.URL.Path, "/sleep") {
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
	alone := receiver(b, func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.control[r.Header.Get("Webhook-Id")] = time.Now()
		s.mu.Unlock()
		w.WriteHeader(http.StatusNoContent)
	})
	s.alone = alone.URL
	b.told(b.sender(deliver.Config{Observe: func(class string, _ time.Duration) {
		if class == "timeout" {
			s.timeouts.Add(1)
		}
	}}, server, alone))
	return s
}

// latencies emits events to an address of an account, one each pause, and returns how long each took from the
// commit to the receiver, in order of size.
func (s *shared) latencies(b *bench, n int, pause time.Duration, url func(i int) string) []time.Duration {
	b.Helper()
	sent := map[string]time.Time{}
	for i := range n {
		e := webhook.Sample(webhook.ConversionCompleted, time.Now())
		e.ID, e.Test = store.NewID("evt"), false
		b.update(func(ctx context.Context, tx store.Tx) error {
			if err := deliver.Emit(ctx, tx, deliver.Notice{Account: b.account, Event: e, URL: url(i)}); err != nil {
				return err
			}
			return deliver.Emit(ctx, tx, deliver.Notice{Account: b.account, Event: e, URL: s.alone})
		})
		sent[e.ID] = time.Now()
		time.Sleep(pause)
	}
	var out []time.Duration
	var slowest time.Duration
	require.Eventually(b, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		out, slowest = out[:0], 0
		for id, at := range sent {
			got, ok := s.arrived[id]
			alone, both := s.control[id]
			if ok && both {
				out = append(out, max(0, got.Sub(at)))
				slowest = max(slowest, alone.Sub(at))
			}
		}
		return len(out) == n
	}, patience, 20*time.Millisecond)
	slices.Sort(out)
	b.Logf("%d deliveries: p50 %v, p99 %v, longest %v; alone %v", n, out[n/2], out[n*99/100-1], out[n-1], slowest)
	if slowest > promptly/4 {
		b.Skip("the machine has other work: it takes so long without sleepers, too")
	}
	return out
}

// promptly is what deliveries beside sleeping ones take at most, of a hundred 99.
const promptly = 2 * time.Second

// TestAHealthyEndpointBesideSleepingOnesOfItsHost is the bar of hosts that many share: whoever's
// and however many the sleeping endpoints are, from the first second on.
func TestAHealthyEndpointBesideSleepingOnesOfItsHost(t *testing.T) {
	for name, c := range map[string]struct {
		accounts, endpoints, deliveries int
		registered                      bool
		most                            int64 // that sleep at a time
		timeouts                        int64 // before there is anything else
		always                          bool  // the others are for make soak
	}{
		"fifty webhooks of one account":        {accounts: 1, endpoints: 50, deliveries: 1, registered: true, most: 5},
		"fifty accounts":                       {accounts: 50, endpoints: 1, deliveries: 2, most: 64, always: true},
		"fifty accounts have failed":           {accounts: 50, endpoints: 1, deliveries: 2, most: 64, timeouts: 20},
		"eight addresses of one account":       {accounts: 1, endpoints: 8, deliveries: 20, most: 5, always: true},
		"another address for each of hundreds": {accounts: 1, endpoints: 200, deliveries: 1, most: 5},
	} {
		if !c.always && os.Getenv("PAGELIFT_SOAK") == "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			each(t, func(b *bench) {
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
				took := s.latencies(b, 100, 50*time.Millisecond, func(int) string { return s.url + "/healthy" })
				require.Less(b, took[98], promptly)
				took = s.latencies(b.other("another"), 100, 10*time.Millisecond, func(i int) string { return fmt.Sprint(s.url, "/healthy?", i) })
				require.Less(b, took[98], promptly, "the same of addresses that differ each time")
				require.LessOrEqual(b, s.most.Load(), c.most, "that sleep at a time")
			})
		})
	}
}

// TestNobodyHidesBehindABacklog: no account behind another, and no endpoint behind the others of its account, however
// much waits for those. The turns are those that a host which gets one at a time shows.
func TestNobodyHidesBehindABacklog(t *testing.T) {
	each(t, func(b *bench) {
		var mu sync.Mutex
		var order []string
		server := receiver(b, func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			order = append(order, r.URL.Path)
			mu.Unlock()
			w.WriteHeader(http.StatusInternalServerError) // so that the host gets one at a time, after ten
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

// TestMoreThanIsLookedAtInOneGo has more accounts at a host, and more endpoints of one of them, than one
// look has, and most of what waits is not due.
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
