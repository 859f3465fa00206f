package store_test

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/testkit"
)

// BenchmarkUpdate runs the transaction of a submission, with one caller and with eight at a time. It reports the
// cost for this process as cpu-µs/op.
func BenchmarkUpdate(b *testing.B) {
	for name, address := range map[string]string{"sqlite": filepath.Join(b.TempDir(), "p.db"), "postgres": testkit.SharedPostgres(b).Database(b)} {
		for _, callers := range []int{1, 8} {
			b.Run(fmt.Sprint(name, "-", callers), func(b *testing.B) {
				db, err := store.Open(b.Context(), store.Config{URL: address})
				require.NoError(b, err)
				defer func() { require.NoError(b, db.Close()) }()
				id := account(b, db, fmt.Sprint("a", callers, b.N))
				left := make(chan bool, b.N)
				for range b.N {
					left <- true
				}
				close(left)
				ended := make(chan error, callers)
				b.ResetTimer()
				begin := used(b)
				for range callers {
					go func() {
						for range left {
							if err := db.Update(b.Context(), func(tx store.Tx) error {
								if _, err := store.LockAccount(b.Context(), tx, id); err != nil {
									return err
								}
								if err := store.CountUsage(b.Context(), tx, id, "2026-11", "2026-11-22", store.Usage{Conversions: 1}, -1); err != nil {
									return err
								}
								return store.InsertBegun(b.Context(), tx, &store.Conversion{Account: id, InputFile: "a.pdf"}, 1)
							}); err != nil {
								ended <- err
								return
							}
						}
						ended <- nil
					}()
				}
				for range callers {
					require.NoError(b, <-ended)
				}
				b.ReportMetric(float64((used(b)-begin).Microseconds())/float64(b.N), "cpu-µs/op")
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "updates/s")
			})
		}
	}
}

// used returns the processor time of this process.
func used(b *testing.B) time.Duration {
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
