package deliver_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
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
	paths   map[string]int       // requests
	asleep  atomic.Int64         // requests that sleep now
	most    atomic.Int64         // and that did at a time
}

func newShared(b *bench) (*shared, deliver.Config) {
	s := &shared{arrived: map[string]time.Time{}, paths: map[string]int{}}
	server := receiver(b, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else nobody sees the sender hang up
		s.mu.Lock()
		if _, ok := s.arrived[r.Header.Get("Webhook-Id")]; !ok {
			s.arrived[r.Header.Get("Webhook-Id")] = time.Now()
		}
		s.paths[r.URL.Path]++
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
	b.told(b.sender(deliver.Config{}, server))
	return s, deliver.Config{}
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
	}, patience, 20*time.Millisecond)
	slices.Sort(out)
	b.Logf("%d deliveries: p50 %v, p99 %v, longest %v", n, out[n/2], out[n*99/100], out[n-1])
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
	}{
		"fifty webhooks of one account":         {1, 50, 1, true},
		"fifty accounts with one each":          {50, 1, 2, false},
		"eight addresses of one account":        {1, 8, 20, false},
		"twenty deliveries to as many paths":    {1, 20, 1, false},
		"another path for each of two hundred":  {1, 200, 1, false},
		"five accounts of ten, four times each": {5, 10, 4, false},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(b *bench) {
				s, _ := newShared(b)
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
				took := s.latencies(b, 100, 50*time.Millisecond, func(int) string { return s.url + "/healthy" })
				require.Less(b, took[98], promptly)
				took = s.latencies(b.other("another"), 100, 10*time.Millisecond, func(i int) string { return fmt.Sprint(s.url, "/healthy?", i) })
				require.Less(b, took[98], promptly, "the same of addresses that differ each time")
				b.Logf("%d slept at a time", s.most.Load())
			})
		})
	}
}
