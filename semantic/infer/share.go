package infer

import (
	"context"
	"sync"
	"sync/atomic"
)

// turnSheets is how many neighbouring pages a worker gets at a time: enough that
// getting them costs little, few enough that all workers end at about the same time.
const turnSheets = 16

// eachSheetApart calls f for every page until ctx ends, for several at once and in no order.
// f may read its page and those parts of the draft that do not change meanwhile. It may
// change only the parts of its page.
func (d *draft) eachSheetApart(ctx context.Context, f func(*sheet)) error {
	return d.shareSheets(ctx, func() func([]sheet) {
		return func(sheets []sheet) {
			for i := range sheets {
				f(&sheets[i])
			}
		}
	})
}

// shareSheets gives all pages, a few neighbours at a time, to several workers.
// See share for begin. The result of a worker must not depend on which pages it
// got: it keeps sums, or results by the number of the turn.
func (d *draft) shareSheets(ctx context.Context, begin func() func([]sheet)) error {
	return d.share(ctx, d.turnCount(), func() func(int) {
		work := begin()
		return func(turn int) {
			sheets := d.sheets[turn*turnSheets : min((turn+1)*turnSheets, len(d.sheets))]
			if !d.scope {
				work(sheets)
				return
			}
			for i := range sheets {
				if sheets[i].aside {
					work(sheets[i : i+1])
				}
			}
		}
	})
}

// turnCount returns how many turns there are: how often shareSheets gives pages to a worker.
func (d *draft) turnCount() int { return (len(d.sheets) + turnSheets - 1) / turnSheets }

// turn returns the number of the turn to which s belongs.
func (s *sheet) turn() int { return int(s.index) / turnSheets }

// share runs tasks 0 to count-1 on several workers. begin makes the function of one
// worker, which may have storage of its own. share calls begin for each worker in turn
// before any task runs. If a worker panics, share panics with the same value.
func (d *draft) share(ctx context.Context, count int, begin func() func(task int)) error {
	var next atomic.Int64
	work := func(do func(int)) {
		for ctx.Err() == nil {
			task := int(next.Add(1)) - 1
			if task >= count {
				return
			}
			do(task)
		}
	}
	var others sync.WaitGroup
	var mishap atomic.Pointer[any]
	own := begin()
	for range min(d.workers, count) - 1 {
		do := begin()
		others.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					mishap.Store(&v)
				}
			}()
			work(do)
		})
	}
	func() {
		defer others.Wait() // also when work panics
		work(own)
	}()
	if v := mishap.Load(); v != nil {
		panic(*v)
	}
	return ctx.Err()
}
