package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// The collector runs as rarely as Go lets it until the process nears the memory that the document justifies. Then
// it runs as often as needed to stay there. On manuals of 1,000 to 2,400 pages that takes two thirds of the memory
// for a tenth more CPU. Short documents never come near.
const (
	budgetPage    = 40 << 10 // for each page
	budgetProgram = 10 << 20 // the runtime does not count this part of the program
	leastBudget   = 40 << 20 // with 26 MB papers of 14 pages had one collection, just before their end
	// Room besides the live heap: a share of it and a fixed part, most of which the runtime itself needs. Without
	// this room the collector would run without pause on a document that takes more than it should.
	spareShare = 4
	spare      = 10 << 20
	// rarely is how much the heap may grow between two collections, in percent of the live heap, below the limit.
	// With Go's own 100 the collector took 5 to 8 % of the CPU of documents that never come near the limit.
	rarely = 400
	// pagesPerLook is how many pages pass between two measurements of the live heap.
	pagesPerLook = 32
)

// tuneCollector returns a progress callback that bounds the memory of the process while it converts an input of
// size bytes, and then calls next, which may be nil. Settings in the environment take precedence.
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

// afterCollections calls f after each collection. One large image can take more memory than the whole document
// before it. With the limit of the last page the collector would then run without pause.
func afterCollections(f func()) {
	sentinel := &struct{ _ [16]byte }{}
	runtime.SetFinalizer(sentinel, func(any) {
		f()
		afterCollections(f)
	})
}

// liveBytes returns the size of the live heap at the last collection.
func liveBytes() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
