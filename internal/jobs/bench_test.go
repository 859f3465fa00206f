package jobs_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/testkit"
)

// eachBench runs a benchmark on a fixture with each kind of database.
func eachBench(b *testing.B, cfg func(*jobs.Config), run func(b *testing.B, f *fixture)) {
	b.Run("sqlite", func(b *testing.B) { run(b, newFixture(b, filepath.Join(b.TempDir(), "p.db"), cfg)) })
	b.Run("postgres", func(b *testing.B) { run(b, newFixture(b, testkit.SharedPostgres(b).Database(b), cfg)) })
}

func BenchmarkSubmit(b *testing.B) {
	eachBench(b, submitOnly, func(b *testing.B, f *fixture) {
		account := f.account("a", "enterprise")
		for b.Loop() {
			c := &store.Conversion{InputURL: "https://example.com/a.pdf"}
			require.NoError(b, f.trySubmit(account, c))
		}
	})
}

// BenchmarkConversion does everything except the conversion itself: it uploads to a file, submits, claims, stores
// the result and ends, as many at a time as in a busy service.
func BenchmarkConversion(b *testing.B) {
	eachBench(b, nil, func(b *testing.B, f *fixture) {
		account := f.account("a", "enterprise")
		b.SetParallelism(8)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				f.ends(f.submit(account, order{}))
			}
		})
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "conversions/s")
	})
}

// BenchmarkEnqueueToStart measures how long a conversion waits for an idle engine.
func BenchmarkEnqueueToStart(b *testing.B) {
	eachBench(b, nil, func(b *testing.B, f *fixture) {
		account := f.account("a", "enterprise")
		var took []time.Duration
		for b.Loop() {
			id := f.submit(account, order{})
			c := f.ends(id)
			took = append(took, c.Started.Sub(c.Created))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
	})
}

// BenchmarkWait wakes a thousand callers that wait for one conversion.
func BenchmarkWait(b *testing.B) {
	eachBench(b, nil, func(b *testing.B, f *fixture) {
		account := f.account("a", "enterprise")
		for b.Loop() {
			id := f.submit(account, order{Sleep: 100 * time.Millisecond})
			var wg sync.WaitGroup
			for range 1000 {
				wg.Go(func() { f.ends(id) })
			}
			wg.Wait()
		}
	})
}

// BenchmarkSubmitBatch submits a batch of ten thousand addresses.
func BenchmarkSubmitBatch(b *testing.B) {
	eachBench(b, submitOnly, func(b *testing.B, f *fixture) {
		account := f.account("a", "enterprise")
		for b.Loop() {
			members := make([]*store.Conversion, 10_000)
			for i := range members {
				members[i] = &store.Conversion{InputURL: "https://example.com/a.pdf", Options: order{}.options(b)}
			}
			_, err := f.submitBatch(account, members...)
			require.NoError(b, err)
		}
	})
}

// BenchmarkCancelBatch cancels one of the largest batches that a request can make.
func BenchmarkCancelBatch(b *testing.B) {
	eachBench(b, submitOnly, func(b *testing.B, f *fixture) {
		account := f.account("a", "enterprise")
		for b.Loop() {
			b.StopTimer()
			members := make([]*store.Conversion, 1000)
			for i := range members {
				members[i] = &store.Conversion{InputURL: "https://example.com/a.pdf", Options: order{}.options(b)}
			}
			made, err := f.submitBatch(account, members...)
			require.NoError(b, err)
			b.StartTimer()
			require.NoError(b, f.db.Update(b.Context(), func(tx store.Tx) error {
				_, err := jobs.CancelBatch(b.Context(), tx, account, made.ID)
				return err
			}))
		}
	})
}

// BenchmarkBesideSlowServers measures how long a conversion waits for one of two places, alone and while documents
// of two other accounts are fetched from servers that send a byte now and then.
func BenchmarkBesideSlowServers(b *testing.B) {
	for name, slow := range map[string]int{"alone": 0, "beside": 2} {
		b.Run(name, func(b *testing.B) {
			eachBench(b, func(c *jobs.Config) {
				c.Fetches = jobs.Fetches{From: localFetcher(), Limits: fetch.Limits{Grace: time.Hour, Time: time.Hour}}
			}, func(b *testing.B, f *fixture) {
				url := serveDocuments(b, drip)
				for i := range slow {
					f.submitURL(f.account(fmt.Sprint("slow", i), "free"), url)
				}
				require.Eventually(b, func() bool { return f.engine.Stats().Fetches == slow }, patience, time.Millisecond)
				account := f.account("a", "enterprise")
				var took []time.Duration
				for b.Loop() {
					c := f.ends(f.submit(account, order{}))
					took = append(took, c.Started.Sub(c.Created))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
			})
		})
	}
}

// BenchmarkAddress takes a conversion with an address from its submission to its end. The document is available at
// once.
func BenchmarkAddress(b *testing.B) {
	eachBench(b, func(c *jobs.Config) { c.Fetches.From = fetcher{} }, func(b *testing.B, f *fixture) {
		account := f.account("a", "enterprise")
		f.override(account, func(o *store.Overrides) { o.FileBytes = new(int64); *o.FileBytes = 10 << 20 })
		for b.Loop() {
			f.ends(f.submitURL(account, "https://example.com/good"))
		}
	})
}
