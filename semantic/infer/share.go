package infer

import (
	"context"
	"sync"
	"sync/atomic"
)

// turnSheets is how many neighbouring pages a worker takes at a time: enough that
// taking them costs nothing, few enough that all workers end together.
const turnSheets = 16

// eachSheetApart calls f for every page, of several at once and in no order, as
// long as ctx lasts. It is for steps that look at nothing but their page and the
// settled state of the draft, and change nothing but the parts of their page.
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
// See share for begin. What a worker gathers must not depend on which pages it
// got: sums, or results that are kept by the number of the turn.
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

// turnCount is how many times shareSheets gives pages away.
func (d *draft) turnCount() int { return (len(d.sheets) + turnSheets - 1) / turnSheets }

// turn is the number of the turn to which s belongs.
func (s *sheet) turn() int { return int(s.index) / turnSheets }

// share has several workers do tasks 0 to count-1. begin makes the function of one
// worker, which may keep storage of its own; it is called for one after the other
// before any work is done. A panic of a worker becomes one of the caller.
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
