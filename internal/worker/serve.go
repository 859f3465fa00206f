package worker

import (
	"bufio"
	"context"
	"errors"
	"io"
	"runtime/debug"
	"sync"
	"time"
)

// Serve is the main function of a subprocess of a Pool. It does the jobs that arrive on in, one after the other,
// and answers on out, until in ends. Then it gives up the current job. When Serve returns, the process must end.
func Serve(in io.Reader, out io.Writer) error { return serve(in, out, perform) }

func serve(in io.Reader, out io.Writer, do task) error {
	in = bufio.NewReader(in)
	s := &servant{out: out, do: do}
	switch err := readMessage(in, &s.setup); {
	case errors.Is(err, io.EOF): // the process that started this one is gone already
		return nil
	case err != nil:
		return err
	}
	if err := s.setup.apply(); err != nil {
		return err
	}
	if err := s.send(reply{Ready: true}); err != nil {
		return err
	}
	defer s.end()
	for {
		r, err := readRequest(in)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case r.Job != nil:
			s.begin(*r.Job)
		case s.cancel != nil:
			s.cancel()
		}
	}
}

const (
	// rarely is how much the heap of a subprocess may grow between two collections, in percent of the live heap:
	// as much as in the program that converts one file.
	rarely = 400

	// heapShare is the percentage of a subprocess's memory above which the garbage collector works as hard as it
	// can. The rest is for memory that it cannot collect.
	heapShare = 75
)

// apply sets the bounds of this process.
func (s setup) apply() error {
	debug.SetGCPercent(rarely)
	debug.SetMemoryLimit(s.Memory / 100 * heapShare)
	return limitMemory(s.Memory)
}

// servant does the jobs of a subprocess.
type servant struct {
	setup setup
	do    task

	mu  sync.Mutex // guards out
	out io.Writer

	// Of the current or last job; nil before the first.
	cancel context.CancelFunc
	done   chan struct{}
}

// begin starts a job. The previous one has answered, and is about to end.
func (s *servant) begin(job Job) {
	if s.done != nil {
		<-s.done
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel, s.done = cancel, make(chan struct{})
	go func(done chan struct{}) {
		defer close(done)
		defer cancel()
		s.perform(ctx, job)
	}(s.done)
}

// perform does a job and answers. If nobody reads the answer any more, in ends too.
func (s *servant) perform(ctx context.Context, job Job) {
	job.Progress = s.progress()
	outcome, err := s.do(ctx, job, s.setup.CacheDir)
	if err == nil {
		answer, data := newReply(outcome)
		err = s.send(answer, data...)
	} else {
		err = s.send(reply{Failure: newFailure(err)})
	}
	if err != nil {
		_ = s.send(reply{Failure: newFailure(err)}) // the answer was too long
	}
}

// progressEvery is the least time between two messages of progress.
const progressEvery = 100 * time.Millisecond

// progress returns a function that reports some of the pages, among them the last.
func (s *servant) progress() func(done, total int) {
	var last time.Time
	return func(done, total int) {
		if now := time.Now(); done == total || now.Sub(last) >= progressEvery {
			last = now
			_ = s.send(reply{Progress: &progress{done, total}}) // if this fails, the answer will fail too
		}
	}
}

func (s *servant) send(r reply, data ...[]byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return writeMessage(s.out, r, data...)
}

// end gives up the current job. If the job does not end in time, it ends with the process.
func (s *servant) end() {
	if s.cancel == nil {
		return
	}
	s.cancel()
	select {
	case <-s.done:
	case <-time.After(grace):
	}
}
