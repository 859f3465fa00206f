package metrics_test

import (
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/metrics"
)

func text(t *testing.T, families ...metrics.Family) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, metrics.WriteText(&b, families))
	return b.String()
}

func TestACounterIsWritten(t *testing.T) {
	t.Parallel()
	c := metrics.NewCounter("things_total", "Things,\nof \\ kinds.", "kind", "how")
	c.Add(1, "b", `quo"ted`)
	c.Add(1.5, "a", "line\n")
	c.Add(2, "b", `quo"ted`)
	require.Equal(t, `# HELP things_total Things,\nof \\ kinds.
# TYPE things_total counter
things_total{kind="a",how="line\n"} 1.5
things_total{kind="b",how="quo\"ted"} 3
`, text(t, c.Family()))
}

func TestAHistogramIsWritten(t *testing.T) {
	t.Parallel()
	h := metrics.NewHistogram("took_seconds", "Times.", []float64{.1, 1}, "route")
	for _, v := range []float64{.05, .1, .5, 1, 7} {
		h.Observe(v, "/")
	}
	require.Equal(t, `# HELP took_seconds Times.
# TYPE took_seconds histogram
took_seconds_bucket{route="/",le="0.1"} 2
took_seconds_bucket{route="/",le="1"} 4
took_seconds_bucket{route="/",le="+Inf"} 5
took_seconds_sum{route="/"} 8.65
took_seconds_count{route="/"} 5
`, text(t, h.Family()))
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{0: "0", 1e21: "1e+21", math.Inf(1): "+Inf", math.Inf(-1): "-Inf", 12345678: "1.2345678e+07"} {
		require.Contains(t, text(t, metrics.Gauge("g", "A value.", v)), "\ng "+want+"\n")
	}
}

func TestManyCountAtOnce(t *testing.T) {
	t.Parallel()
	c, h := metrics.NewCounter("c_total", "C."), metrics.NewHistogram("h", "H.", []float64{1})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 1000 {
				c.Add(1)
				h.Observe(2)
				c.Family()
			}
		})
	}
	all.Wait()
	require.Contains(t, text(t, c.Family(), h.Family()), "c_total 8000\n")
	require.Contains(t, text(t, h.Family()), "h_count 8000\n")
}

func TestTheProcessIsKnown(t *testing.T) {
	t.Parallel()
	got := text(t, metrics.Process()...)
	names := []string{"go_goroutines", "go_info", "go_memstats_heap_inuse_bytes", "process_start_time_seconds"}
	if runtime.GOOS == "linux" {
		names = append(names, "process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds", "process_max_fds")
	}
	for _, name := range names {
		require.Regexp(t, `(?m)^`+name+`(\{.*\})? [0-9.e+]*[1-9]`, got)
	}
}
