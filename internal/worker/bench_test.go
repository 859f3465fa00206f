package worker_test

import (
	"os"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/worker"
)

// BenchmarkConvert converts a document of two pages with all that is written of it, as many at a time as there are
// processors.
func BenchmarkConvert(b *testing.B) {
	for name, c := range map[string]worker.Converter{
		"in process": worker.NewInProcess(0, ""),
		"pool":       newPool(b, func(c *worker.Config) { c.Size = 0 }),
	} {
		b.Run(name, func(b *testing.B) {
			root := b.TempDir()
			job := sample(b, name)
			var number atomic.Int64
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					job := job
					job.Folder = root + "/" + strconv.FormatInt(number.Add(1), 10)
					require.NoError(b, os.Mkdir(job.Folder, 0o700))
					_, err := c.Convert(b.Context(), job)
					require.NoError(b, err)
					require.NoError(b, os.RemoveAll(job.Folder))
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "conversions/s")
		})
	}
}

// BenchmarkStart starts a subprocess until it is ready, and ends it.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		pool, err := worker.NewPool(standInConfig())
		require.NoError(b, err)
		require.NoError(b, pool.Close(b.Context()))
	}
}
