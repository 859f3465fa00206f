//go:build unix

package deliver_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/pagelift/pagelift/internal/deliver"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/testkit"
)

// BenchmarkDeliveries delivers waiting events to sixteen hosts on loopback without TLS. The processor time is that
// of the sender, of the database (if it is SQLite) and of the receivers together.
func BenchmarkDeliveries(b *testing.B) { benchmark(b, func(*bench, string) {}) }

// BenchmarkBesideABacklog does the same while ten thousand deliveries wait for a seventeenth host, which answers
// slowly.
func BenchmarkBesideABacklog(b *testing.B) {
	const backlog = 10_000
	for name, fill := range map[string]func(b *bench, url string){
		"endpoint": func(b *bench, url string) { b.emit(backlog, url) },
		"addresses": func(b *bench, url string) {
			b.emitTo(backlog, func(i int) string { return fmt.Sprint(url, "/", i) })
		},
		"accounts": func(b *bench, url string) {
			for i := range 1000 {
				b.other(fmt.Sprint(i)).emit(backlog/1000, url)
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			benchmark(b, func(w *bench, url string) {
				fill(w.other("backlog"), url)
			})
		})
	}
}

func benchmark(b *testing.B, prepare func(b *bench, sleeping string)) {
	for kind, address := range map[string]func() string{
		"sqlite":   func() string { return filepath.Join(b.TempDir(), "pagelift.db") },
		"postgres": func() string { return testkit.SharedPostgres(b).Database(b) },
	} {
		b.Run(kind, func(b *testing.B) {
			const hosts = 16
			w := newBench(b, address())
			sleeping := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				<-r.Context().Done()
			}))
			b.Cleanup(sleeping.Close)
			prepare(w, sleeping.URL)
			all := make(chan struct{})
			var got atomic.Int64
			for range hosts {
				server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
					rw.WriteHeader(http.StatusNoContent)
					if got.Add(1) == int64(b.N) {
						close(all)
					}
				}))
				b.Cleanup(server.Close)
				w.endpoint(store.Webhook{URL: server.URL})
			}
			for n := 0; n < b.N; n += hosts * 50 {
				w.emit(50, "")
			}
			b.ResetTimer()
			cpu, began := processorTime(b), time.Now()
			w.sender(deliver.Config{PlainHTTP: true})
			<-all
			b.StopTimer()
			b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), "deliveries/s")
			b.ReportMetric(float64((processorTime(b)-cpu).Microseconds())/float64(b.N), "cpu-µs/delivery")
		})
	}
}

// processorTime returns the processor time that this process has used.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
