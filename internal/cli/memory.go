package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// The collector runs as rarely as Go lets it until the process nears the memory
// that the document is worth, and then as often as it takes to stay there. On
// manuals of 1,000 to 2,400 pages that is two thirds of the memory for a tenth
// more CPU; short documents never come near.
const (
	budgetPage    = 32 << 10 // for each page
	budgetProgram = 10 << 20 // of it the program itself takes, which the runtime does not count
	leastBudget   = 26 << 20
	// Room besides what is alive, a share of it and a fixed part, most of which the
	// runtime has for itself: the collector must not run without end on a document
	// that takes more than it should.
	spareShare = 4
	spare      = 10 << 20
	// rarely is how much the heap may grow between two collections, in percent of what
	// is alive, as long as it stays below the limit. At Go's own 100 the collector took
	// 5 to 8 % of the CPU of documents that never come near it.
	rarely = 400
	// pagesPerLook is how many pages pass between two looks at what is alive.
	pagesPerLook = 32
)

// tuneCollector returns a progress callback in front of next, which may be nil, that
// bounds the memory of the process while an input of size bytes is converted. The
// environment overrules it.
func tuneCollector(size int64, next func(done, total int)) func(done, total int) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return next
	}
	debug.SetGCPercent(rarely)
	var budget atomic.Int64
	budget.Store(leastBudget)
	limit := func() {
		live := liveBytes()
		debug.SetMemoryLimit(max(budget.Load(), live+live/spareShare+spare))
	}
	afterCollections(limit)
	return func(done, total int) {
		if done%pagesPerLook == 1 || done == total {
			budget.Store(max(size+size/2+int64(total)*budgetPage-budgetProgram, leastBudget))
			limit()
		}
		if next != nil {
			next(done, total)
		}
	}
}

// afterCollections calls f after each collection. One large image can be worth more
// than the whole document before it: with the limit of the last page the collector
// would run without end.
func afterCollections(f func()) {
	sentinel := &struct{ _ [16]byte }{}
	runtime.SetFinalizer(sentinel, func(any) {
		f()
		afterCollections(f)
	})
}

// liveBytes returns what the last collection found alive.
func liveBytes() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
