package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/pagelift/pagelift/convert"
)

// InProcess converts in the process of the caller. A document can make that process large or slow or, through a
// defect, crash it. A conversion that does not end with its context is abandoned. It keeps its place, so that
// never more than size conversions run, and it may still write to its folder.
type InProcess struct {
	do       task
	cacheDir string
	places   chan struct{}
	stuck    atomic.Int32
}

// task does a job. It is perform, except in tests.
type task func(ctx context.Context, job Job, cacheDir string) (*Outcome, error)

// NewInProcess makes a converter for up to size conversions at a time; 0 means GOMAXPROCS. cacheDir is that of
// convert.Options.
func NewInProcess(size int, cacheDir string) *InProcess {
	return &InProcess{do: perform, cacheDir: cacheDir, places: make(chan struct{}, cmp.Or(size, runtime.GOMAXPROCS(0)))}
}

// TakesData reports that jobs may have Data.
func (c *InProcess) TakesData() bool { return true }

// Stuck returns how many conversions still run although nobody waits for them.
func (c *InProcess) Stuck() int { return int(c.stuck.Load()) }

// Convert implements Converter.
func (c *InProcess) Convert(ctx context.Context, job Job) (*Outcome, error) {
	select {
	case c.places <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	running, cancel := context.WithTimeout(ctx, job.timeout())
	defer cancel()
	if progress := job.Progress; progress != nil {
		job.Progress = func(done, total int) {
			if running.Err() == nil {
				progress(done, total)
			}
		}
	}
	ended := c.start(running, job)
	select {
	case e := <-ended:
		if e.err != nil && errors.Is(e.err, running.Err()) {
			return nil, ending(ctx, job)
		}
		return e.outcome, e.err
	case <-running.Done():
	}
	patience := time.NewTimer(grace)
	defer patience.Stop()
	select {
	case <-ended:
	case <-patience.C:
		c.stuck.Add(1)
		go func() {
			<-ended
			c.stuck.Add(-1)
		}()
	}
	return nil, ending(ctx, job)
}

// end is the end of a job.
type end struct {
	outcome *Outcome
	err     error
}

// start runs a job. The place of the job is free before its end is sent.
func (c *InProcess) start(ctx context.Context, job Job) <-chan end {
	ended := make(chan end, 1)
	go func() {
		var e end
		defer func() {
			if defect := recover(); defect != nil {
				e = end{err: &convert.Error{Code: convert.InternalError, Detail: fmt.Sprint(defect)}}
			}
			<-c.places
			ended <- e
		}()
		e.outcome, e.err = c.do(ctx, job, c.cacheDir)
	}()
	return ended
}

// ending returns why a job was ended: by the caller's context, or because it took too long.
func ending(ctx context.Context, job Job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return timedOut(job)
}

// timedOut returns the failure of a job that takes too long.
func timedOut(job Job) error {
	return &convert.Error{Code: TimedOut, Detail: fmt.Sprintf("it took more than %v", job.timeout())}
}

// grace is how long a job may take to end after it was told to. Conversions react in less than 100 ms. A
// subprocess that is killed because it is late takes some milliseconds to replace.
const grace = 250 * time.Millisecond
