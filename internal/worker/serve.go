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

// Serve is the life of a subprocess of a Pool: it does the jobs that come over in, one
// after the other, and answers over out, until in ends. Then the job at hand is given
// up; when Serve returns the process has to end.
func Serve(in io.Reader, out io.Writer) error { return serve(in, out, perform) }

func serve(in io.Reader, out io.Writer, do task) error {
	in = bufio.NewReader(in)
	s := &servant{out: out, do: do}
	switch err := readMessage(in, &s.setup); {
	case errors.Is(err, io.EOF): // whoever started this process is gone already
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
	// rarely is how much the heap of a subprocess may grow between two collections, in
	// percent of what is alive: as in the program that converts one file.
	rarely = 400

	// heapShare is the part of the memory of a subprocess, in percent, from which on the
	// collector does what it can. The rest is for what it does not manage.
	heapShare = 75
)

// apply bounds this process.
func (s setup) apply() error {
	debug.SetGCPercent(rarely)
	debug.SetMemoryLimit(s.Memory / 100 * heapShare)
	return limitMemory(s.Memory)
}

// servant does the jobs of a subprocess.
type servant struct {
	setup setup
	do    task

	mu  sync.Mutex // of out
	out io.Writer

	// Of the job at hand or the last one; nil before the first.
	cancel context.CancelFunc
	done   chan struct{}
}

// begin starts a job. The one before has answered, and is about to be done.
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

// perform does a job and answers. When nobody hears the answer, in ends too.
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

// progress tells of some of the pages, the last one among them.
func (s *servant) progress() func(done, total int) {
	var last time.Time
	return func(done, total int) {
		if now := time.Now(); done == total || now.Sub(last) >= progressEvery {
			last = now
			_ = s.send(reply{Progress: &progress{done, total}}) // the answer will fail too
		}
	}
}

func (s *servant) send(r reply, data ...[]byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return writeMessage(s.out, r, data...)
}

// end gives up the job at hand. One that does not end is left to the end of the
// process.
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
