package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/storage"
)

// localFetcher reaches servers of tests.
func localFetcher() *fetch.Fetcher {
	return fetch.New(fetch.NewGuard(netip.MustParsePrefix("127.0.0.1/32")), nil, "pagelift-test")
}

// serveDocuments starts a server of documents.
func serveDocuments(t testing.TB, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.CloseClientConnections() // an engine may go on until its own cleanup
		server.Close()
	})
	return server.URL
}

// drip sends the beginning of a document, and then a byte now and then until the request ends.
func drip(w http.ResponseWriter, r *http.Request) {
	_, _ = io.WriteString(w, "%PDF-1.7\n"+strings.Repeat(" ", 5000))
	for {
		_ = http.NewResponseController(w).Flush()
		select {
		case <-r.Context().Done():
			return
		case <-time.After(50 * time.Millisecond):
			_, _ = io.WriteString(w, "x")
		}
	}
}

// submitURL submits a conversion with an address.
func (f *fixture) submitURL(account, url string) string {
	f.t.Helper()
	c := &store.Conversion{InputURL: url, Options: order{}.options(f.t)}
	require.NoError(f.t, f.trySubmit(account, c))
	return c.ID
}

// TestSlowServersDelayNobody: documents of two accounts are fetched from servers that drip. That of another
// account is converted as if they did not exist.
func TestSlowServersDelayNobody(t *testing.T) {
	const grace, few = 8 * time.Second, 40
	each(t, func(c *jobs.Config) {
		c.Fetches = jobs.Fetches{From: localFetcher(), Limits: fetch.Limits{Grace: grace}}
	}, func(t *testing.T, f *fixture) {
		other := f.account("other", "free")
		waits := func(goesOn func() bool) (took []time.Duration) {
			for len(took) < few && goesOn() {
				c := f.ends(f.submit(other, order{}))
				took = append(took, c.Started.Sub(c.Created))
			}
			slices.Sort(took)
			return took
		}
		quiet := waits(func() bool { return true })
		var requests atomic.Int64
		url := serveDocuments(t, func(w http.ResponseWriter, r *http.Request) {
			requests.Add(1)
			drip(w, r)
		})
		slow := []string{f.submitURL(f.account("a", "free"), url), f.submitURL(f.account("b", "free"), url)}
		require.Eventually(t, func() bool { return requests.Load() == 2 }, patience, time.Millisecond)
		loud := waits(func() bool { // on a busy machine fewer are converted before the slow ones have failed
			return f.get(slow[0]).Status == store.Queued && f.get(slow[1]).Status == store.Queued
		})
		require.NotEmpty(t, loud, "the slow ones are fetched for %s", grace)
		t.Logf("waits for a worker: %s (median) and %s (most) of %d without, %s and %s of %d beside the slow ones",
			quiet[few/2], quiet[few-1], few, loud[len(loud)/2], loud[len(loud)-1], len(loud))
		require.Less(t, loud[len(loud)-1], time.Second+busy)
		for _, id := range slow {
			c := f.ends(id)
			require.Equal(t, store.Failure{Code: "url_fetch_failed", Message: "the server sends less than 32768 bytes per second",
				Details: json.RawMessage(`{"reason":"slow"}`)}, *c.Error)
			require.Less(t, c.Completed.Sub(c.Created), grace+patience)
		}
		f.requireOneEnd(slow)
		f.requireNoInputs()
	})
}

// slowFetcher returns documents only when the test releases them.
type slowFetcher struct {
	mu    sync.Mutex
	all   []string       // all documents that were requested
	under map[string]int // documents being requested now, by the first part of their path
	most  map[string]int
	free  chan struct{}
}

func newSlowFetcher() *slowFetcher {
	return &slowFetcher{under: map[string]int{}, most: map[string]int{}, free: make(chan struct{})}
}

func (s *slowFetcher) count(who string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range []string{who, "all"} {
		s.under[key] += n
		s.most[key] = max(s.most[key], s.under[key])
	}
	if n > 0 {
		s.all = append(s.all, who)
	}
}

// asked returns how many documents were requested so far.
func (s *slowFetcher) asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}

func (s *slowFetcher) Fetch(ctx context.Context, url string, _ fetch.Limits) (*fetch.Document, error) {
	s.count(url, 1)
	defer s.count(url, -1)
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.free:
	}
	return &fetch.Document{Body: io.NopCloser(strings.NewReader("paper")), Name: "a.pdf"}, nil
}

// TestFetchesAreBounded: they are bounded for each account and in all, and accounts take turns.
func TestFetchesAreBounded(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		s := newSlowFetcher()
		f := newFixture(t, address, func(c *jobs.Config) {
			c.Fetches = jobs.Fetches{From: s, Concurrency: 5, PerAccount: 3}
		})
		f.start(func(c *jobs.Config) { c.Fetches = jobs.Fetches{From: s, Concurrency: 5, PerAccount: 3} }) // another process
		a, b := f.account("a", "enterprise"), f.account("b", "enterprise")
		var ids []string
		for range 10 {
			ids = append(ids, f.submitURL(a, "a"))
		}
		require.Eventually(t, func() bool { return s.asked() == 3 }, patience, time.Millisecond)
		for range 5 {
			ids = append(ids, f.submitURL(b, "b"))
		}
		require.Eventually(t, func() bool { return s.asked() == 6 }, patience, time.Millisecond)
		time.Sleep(100 * time.Millisecond)
		require.Equal(t, 6, s.asked(), "neither account has more at a time")
		close(s.free)
		for _, id := range ids {
			require.Equal(t, store.Completed, f.ends(id).Status)
		}
		require.LessOrEqual(t, s.most["a"], 3)
		require.LessOrEqual(t, s.most["b"], 3)
		f.requireOneEnd(ids)
		f.requireNoInputs()
	})
}

// TestFetchesOfAProcessAreBounded, however many accounts have some.
func TestFetchesOfAProcessAreBounded(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		s := newSlowFetcher()
		f := newFixture(t, address, func(c *jobs.Config) { c.Fetches = jobs.Fetches{From: s, Concurrency: 3} })
		var ids []string
		for i := range 5 {
			who := fmt.Sprint(i)
			ids = append(ids, f.submitURL(f.account(who, "free"), who))
		}
		require.Eventually(t, func() bool { return s.asked() == 3 }, patience, time.Millisecond)
		close(s.free)
		for _, id := range ids {
			require.Equal(t, store.Completed, f.ends(id).Status)
		}
		require.Equal(t, 3, s.most["all"])
		require.Zero(t, f.engine.Stats().Fetches)
	})
}

// TestACancelledFetchStops: its request ends, it costs nothing, and it leaves nothing.
func TestACancelledFetchStops(t *testing.T) {
	began, ended := make(chan struct{}, 10), make(chan struct{}, 10)
	url := serveDocuments(t, func(w http.ResponseWriter, r *http.Request) {
		began <- struct{}{}
		drip(w, r)
		ended <- struct{}{}
	})
	each(t, func(c *jobs.Config) { c.Fetches.From = localFetcher() }, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		id := f.submitURL(account, url)
		<-began
		at := time.Now()
		require.Eventually(t, func() bool { return f.engine.Stats().Fetches == 1 }, patience, time.Millisecond)
		f.cancel(account, id)
		<-ended
		require.Less(t, time.Since(at), time.Second+busy, "long before its lease is renewed")
		require.Equal(t, store.Cancelled, f.ends(id).Status)
		require.Eventually(t, func() bool { return f.engine.Stats().Fetches == 0 }, patience, time.Millisecond)
		f.requireNoInputs()
		require.Zero(t, f.usage(account).Conversions)
	})
}

// TestAStoppedFetchIsGivenBack at once and uncounted, and another process continues it.
func TestAStoppedFetchIsGivenBack(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		s := newSlowFetcher()
		f := newFixture(t, address, func(c *jobs.Config) {
			c.Fetches.From, c.Grace = s, time.Hour
		})
		id := f.submitURL(f.account("a", "free"), "a")
		require.Eventually(t, func() bool { return s.asked() == 1 }, patience, time.Millisecond)
		require.NoError(t, f.engine.Stop(context.Background()))
		c := f.get(id)
		require.Equal(t, []any{store.Queued, int64(0), true, true}, []any{c.Status, c.Attempts, c.Heartbeat.IsZero(), c.Admitted.IsZero()})
		close(s.free)
		f.engine = f.start(func(c *jobs.Config) { c.Fetches.From = s })
		require.Equal(t, store.Completed, f.ends(id).Status)
		f.requireOneEnd([]string{id})
	})
}

// TestKilledFetchers: what a killed process was fetching, another one fetches when the lease has run out. A
// document that was with too many killed processes is given up.
func TestKilledFetchers(t *testing.T) {
	eachSubmitting(t, func(t *testing.T, f *fixture) {
		began := make(chan struct{}, 10)
		var bad atomic.Bool
		bad.Store(true)
		url := serveDocuments(t, func(w http.ResponseWriter, r *http.Request) {
			began <- struct{}{}
			if r.URL.Path == "/bad" || bad.Load() {
				drip(w, r)
			}
			_, _ = io.WriteString(w, "%PDF-1.7\n")
		})
		account := f.account("a", "free")
		id := f.submitURL(account, url+"/once")
		cc := childConfig{Concurrency: 1, Lease: shortLease, Fetches: true}
		first := f.spawn(cc)
		<-began
		first.kill()
		require.Equal(t, store.Queued, f.get(id).Status)
		bad.Store(false)
		second := f.spawn(cc)
		require.Equal(t, store.Completed, f.ends(id).Status)
		second.stop()
		for len(began) > 0 {
			<-began
		}
		poison := f.submitURL(account, url+"/bad")
		for range jobs.Troubles {
			p := f.spawn(cc)
			<-began
			p.kill()
		}
		p := f.spawn(cc)
		require.Equal(t, jobs.CodeCrashed, f.ends(poison).Error.Code)
		p.stop()
		f.requireOneEnd([]string{id, poison})
		f.requireNoInputs()
	})
}

// TestABatchOfAddresses: the batch counts its members as they end.
func TestABatchOfAddresses(t *testing.T) {
	each(t, func(c *jobs.Config) { c.Fetches.From = fetcher{} }, func(t *testing.T, f *fixture) {
		account := f.account("a", "starter")
		var members []*store.Conversion
		for i := range 12 {
			url := "https://example.com/good"
			if i%4 == 0 {
				url = "https://example.com/bad"
			}
			members = append(members, &store.Conversion{InputURL: url, Options: order{}.options(t)})
		}
		f.override(account, func(o *store.Overrides) { o.FileBytes = new(int64); *o.FileBytes = 10 << 20 })
		made, err := f.submitBatch(account, members...)
		require.NoError(t, err)
		b := f.batchEnds(made.ID)
		require.Equal(t, store.Tally{Succeeded: 9, Failed: 3}, b.Tally)
		f.requireNoInputs()
	})
}

// fullFor is a bucket that refuses documents a number of times.
type fullFor struct {
	storage.Bucket
	times atomic.Int64
}

func (b *fullFor) Put(ctx context.Context, key string, r io.Reader, mediaType string) error {
	if strings.HasPrefix(key, "inputs/") && b.times.Add(-1) >= 0 {
		return errors.New("no connection")
	}
	return b.Bucket.Put(ctx, key, r, mediaType)
}

// TestTroubleOfTheStorageIsNoFaultOfADocument: the document is fetched again.
func TestTroubleOfTheStorageIsNoFaultOfADocument(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, address string) {
		b := &fullFor{}
		f := newFixture(t, address, func(c *jobs.Config) {
			b.Bucket = c.Blobs
			c.Blobs, c.Fetches.From = b, fetcher{}
		})
		account := f.account("a", "free")
		again := func() {
			require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error {
				_, err := tx.Exec(t.Context(), `UPDATE conversions SET fetch_at = 0 WHERE fetch_at IS NOT NULL AND heartbeat_at IS NULL`)
				return err
			}))
		}
		passes := func(times int64) *store.Conversion {
			b.times.Store(times)
			id := f.submitURL(account, "https://example.com/good")
			for n := int64(1); n <= min(times, jobs.Troubles-1); n++ {
				require.Eventually(t, func() bool { c := f.get(id); return c.Attempts == n && c.Heartbeat.IsZero() }, patience, time.Millisecond)
				again()
			}
			return f.ends(id)
		}
		c := passes(2)
		require.Equal(t, store.Completed, c.Status)
		require.Equal(t, int64(1), c.Attempts, "those of the fetch are forgotten")
		c = passes(jobs.Troubles)
		require.Equal(t, jobs.CodeInternal, c.Error.Code)
		require.Equal(t, int64(1), f.usage(account).Refunds)
	})
}

// TestWhatAnEarlierProgramAdmitted: a conversion that was admitted without its document is fetched nevertheless.
func TestWhatAnEarlierProgramAdmitted(t *testing.T) {
	each(t, func(c *jobs.Config) { c.Fetches.From = fetcher{} }, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		c := &store.Conversion{Account: account, InputURL: "https://example.com/good", Options: order{}.options(t)}
		require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error {
			require.NoError(t, store.InsertConversion(t.Context(), tx, c))
			_, err := tx.Exec(t.Context(), `UPDATE conversions SET fetch_at = NULL`)
			require.NoError(t, err)
			return jobs.Admit(t.Context(), tx, account)
		}))
		ended := f.ends(c.ID)
		require.Equal(t, store.Completed, ended.Status)
		require.Equal(t, "good.pdf", ended.InputFile)
		f.requireOneEnd([]string{c.ID})
	})
}

// TestAProcessMayFetchOnly, for other processes that only convert.
func TestAProcessMayFetchOnly(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		id := f.submitURL(f.account("a", "free"), "https://example.com/good")
		time.Sleep(100 * time.Millisecond)
		require.Equal(t, store.Queued, f.get(id).Status)
		f.start(func(c *jobs.Config) { c.Concurrency, c.Converter, c.Fetches.From = -1, nil, fetcher{} })
		require.Equal(t, store.Completed, f.ends(id).Status)
	})
}
