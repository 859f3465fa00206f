package metrics

import (
	"runtime"
	"time"
)

// started is about when the process began.
var started = time.Now()

// Process returns the series of the process and of Go's runtime that are available here, with the names that
// Prometheus's own library uses.
func Process() []Family {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	families := []Family{
		Gauge("go_goroutines", "Goroutines that there are.", float64(runtime.NumGoroutine())),
		{Name: "go_info", Help: "Version of Go.", Kind: GaugeKind, Samples: []Sample{{Labels: []string{"version", runtime.Version()}, Value: 1}}},
		Gauge("go_memstats_alloc_bytes", "Bytes of the heap in use, and not yet swept.", float64(m.Alloc)),
		Counted("go_memstats_alloc_bytes_total", "Bytes allocated on the heap.", float64(m.TotalAlloc)),
		Gauge("go_memstats_heap_inuse_bytes", "Bytes of the heap's spans in use.", float64(m.HeapInuse)),
		Gauge("go_memstats_heap_objects", "Objects on the heap.", float64(m.HeapObjects)),
		Gauge("go_memstats_next_gc_bytes", "Bytes of the heap at which the next collection begins.", float64(m.NextGC)),
		Gauge("go_memstats_sys_bytes", "Bytes that Go has of the system.", float64(m.Sys)),
		Counted("go_gc_cycles_total", "Collections that ended.", float64(m.NumGC)),
		Gauge("go_memstats_last_gc_time_seconds", "When the last collection ended, in seconds since 1970.", float64(m.LastGC)/1e9),
		Gauge("process_start_time_seconds", "When the process began, in seconds since 1970.", float64(started.UnixMilli())/1e3),
	}
	return append(families, system()...)
}
