package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/pagelift/pagelift/convert"
)

const (
	// startTime is how long a subprocess may take until it is ready: about a hundred times what it takes on an
	// idle machine.
	startTime = 10 * time.Second

	// outputTime is how long the output of a dead subprocess is still read, if something that it started keeps it
	// open.
	outputTime = time.Second

	// lookEvery is the time between two looks at the memory of a subprocess. In that time it can touch some
	// hundred megabytes more.
	lookEvery = 50 * time.Millisecond
)

// process is a subprocess. It belongs to one goroutine at a time.
type process struct {
	cmd     *exec.Cmd
	in      *os.File // its standard input
	said    complaints
	replies chan reply    // closed after the last reply
	left    chan struct{} // closed when nobody reads replies
	exited  chan struct{} // closed when the process is gone
	unheard error         // why replies was closed, unless because the process is gone
	jobs    int
	broken  bool // it cannot take another job
}

// startProcess starts a subprocess and waits until it is ready.
func startProcess(cfg *Config) (*process, error) {
	in, toChild, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	fromChild, out, err := os.Pipe()
	if err != nil {
		in.Close()
		toChild.Close()
		return nil, err
	}
	p := &process{
		cmd: exec.Command(cfg.Path, cfg.Args...), in: toChild,
		replies: make(chan reply), left: make(chan struct{}), exited: make(chan struct{}),
	}
	p.cmd.Env, p.cmd.WaitDelay = cfg.Env, outputTime
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = in, out, &p.said
	isolate(p.cmd)
	err = p.startAndWatch(fromChild)
	in.Close()
	out.Close()
	if err != nil {
		toChild.Close()
		fromChild.Close()
		return nil, err
	}
	go p.listen(fromChild)
	if err := p.greet(setup{Memory: cfg.Memory, CacheDir: cfg.CacheDir}); err != nil {
		p.leave()
		return nil, err
	}
	return p, nil
}

// startAndWatch starts the subprocess, and waits for its end in a goroutine. The goroutine keeps its thread: Linux kills
// the subprocess when the thread that started it ends.
func (p *process) startAndWatch(output *os.File) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		_ = p.cmd.Wait() // cmd has the state of how it ended
		if output.SetReadDeadline(time.Now().Add(outputTime)) != nil {
			output.Close()
		}
		close(p.exited)
	}()
	return <-started
}

// listen passes replies on until there are no more, or one is malformed.
func (p *process) listen(output *os.File) {
	defer close(p.replies)
	defer output.Close()
	for {
		r, err := readReply(output)
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, os.ErrDeadlineExceeded) {
				p.unheard = err
			}
			return
		}
		select {
		case p.replies <- r:
		case <-p.left:
			return
		}
	}
}

// greet sends the setup to the subprocess and waits until it is ready.
func (p *process) greet(s setup) error {
	timer := time.NewTimer(startTime)
	defer timer.Stop()
	if err := p.send(s); err == nil { // otherwise the subprocess itself says why it is gone
		select {
		case r, ok := <-p.replies:
			if ok && r.Ready {
				return nil
			}
		case <-timer.C:
		}
	}
	p.kill()
	return fmt.Errorf("a subprocess was not ready: %v: %s", p.cmd.ProcessState, p.said.text())
}

// send writes a message and the bytes that follow it. It does not wait for a subprocess that does not read.
func (p *process) send(message any, data ...[]byte) error {
	patience := grace
	if len(data) > 0 { // more than a pipe holds, so the subprocess must read meanwhile
		patience = startTime
	}
	// Without deadlines for pipes, a message blocks until the subprocess is killed.
	if err := p.in.SetWriteDeadline(time.Now().Add(patience)); err != nil && !errors.Is(err, os.ErrNoDeadline) {
		return err
	}
	return writeMessage(p.in, message, data...)
}

// kill kills the subprocess and what it has started, and waits until they are gone.
func (p *process) kill() {
	p.broken = true
	select {
	case <-p.exited:
	default:
		killGroup(p.cmd.Process)
		<-p.exited
	}
}

// leave ends a subprocess by closing its input. One that does not end is killed.
func (p *process) leave() {
	p.in.Close()
	close(p.left)
	if p.broken {
		p.kill()
	}
	timer := time.NewTimer(2 * grace) // the time to give up a job
	defer timer.Stop()
	select {
	case <-p.exited:
	case <-timer.C:
		p.kill()
	}
}

// runJob runs one job.
func (p *process) runJob(ctx context.Context, job Job, memory int64) (*Outcome, error) {
	p.jobs++
	r := run{process: p, job: job, memory: memory}
	message, data := newRequest(&job)
	if err := p.send(message, data...); err != nil { // somebody killed it while it was idle
		p.kill()
		return nil, &convert.Error{Code: Unavailable, Detail: "the worker is gone", Err: err}
	}
	if !r.wait(ctx) {
		p.kill()
		for range p.replies { // until the last one, which shows how it ended
		}
	}
	switch {
	case r.stopped != nil:
		return nil, r.stopped
	case p.broken:
		return nil, p.crash()
	case r.answer.Failure != nil:
		return nil, r.answer.Failure.error()
	}
	err := r.answer.Outcome.check(job.Folder)
	if picture := r.answer.Outcome.Picture != nil; err == nil && picture != (job.Page > 0) {
		err = errors.New("the outcome is of another kind than the job")
	}
	if err != nil {
		p.kill()
		return nil, &convert.Error{Code: Crashed, Err: err}
	}
	return r.answer.Outcome, nil
}

// run is a job that a subprocess does.
type run struct {
	*process
	job     Job
	memory  int64
	stopped error // why it was told to end, or was killed
	answer  reply
}

// wait waits for the answer, and ends the job at its timeout, at the end of ctx or for its memory. It reports
// whether there was an answer.
func (r *run) wait(ctx context.Context) bool {
	deadline := time.NewTimer(r.job.timeout())
	defer deadline.Stop()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	canceled := ctx.Done()
	var patience <-chan time.Time
	stop := func(why error) {
		if r.stopped == nil {
			r.stopped = why
			patience = time.After(grace)
			_ = r.send(request{}) // if it fails, the subprocess is killed
		}
	}
	for {
		select {
		case answer, ok := <-r.replies:
			if !ok {
				return false
			}
			if answer.Progress == nil {
				r.answer = answer
				return answer.Failure != nil || answer.Outcome != nil
			}
			if r.job.Progress != nil && r.stopped == nil {
				r.job.Progress(answer.Progress.Done, answer.Progress.Total)
			}
		case <-canceled:
			canceled = nil
			stop(ctx.Err())
		case <-deadline.C:
			stop(timedOut(r.job))
		case <-patience:
			return false
		case <-look.C:
			if memoryOf(r.cmd.Process.Pid) > r.memory {
				if r.stopped == nil {
					r.stopped = tooMuchMemory(r.memory)
				}
				return false
			}
		}
	}
}

// tooMuchMemory returns the failure of a job that uses more than memory bytes.
func tooMuchMemory(memory int64) error {
	return &convert.Error{Code: convert.ResourceLimitExceeded, Detail: fmt.Sprintf("it takes more than %d MiB of memory", memory>>20)}
}

// crash returns the failure of a job whose subprocess is gone although this process did not kill it.
func (p *process) crash() error {
	said := p.said.text()
	if strings.Contains(said, outOfMemory) {
		return &convert.Error{Code: convert.ResourceLimitExceeded, Detail: "it takes more memory than is allowed"}
	}
	if p.unheard != nil {
		return &convert.Error{Code: Crashed, Err: fmt.Errorf("subprocess: %w", p.unheard)}
	}
	return &convert.Error{Code: Crashed, Err: fmt.Errorf("subprocess: %v", p.cmd.ProcessState)}
}

// outOfMemory is what a Go program writes when the system gives it no more memory.
const outOfMemory = "fatal error: runtime: out of memory"

// check compares what a subprocess says that it wrote with what exists. A document that has taken over the
// subprocess must not lead to other files.
func (o *Outcome) check(folder string) error {
	names := o.names()
	var files []File // those in the folder
	for i, f := range o.parts() {
		switch {
		case f == &o.Report && f.Name == "" && f.Size == 0 && f.Data == nil: // the check did not run
		case f.Name != names[i]:
			return fmt.Errorf("the outcome names %q in the place of %s", f.Name, names[i])
		case f.Data == nil:
			files = append(files, *f)
		case f.Size != int64(len(f.Data)):
			return f.wrongSize()
		}
	}
	for _, a := range o.Assets {
		if !strings.HasPrefix(a.Name, assetFolder) {
			return fmt.Errorf("the outcome has an asset %q", a.Name)
		}
		files = append(files, a.File)
	}
	if files == nil {
		return nil
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range files {
		info, err := root.Lstat(filepath.FromSlash(f.Name))
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() || info.Size() != f.Size {
			return f.wrongSize()
		}
	}
	return nil
}

// wrongSize returns the error for a file that has another size than its process says, or is no file.
func (f File) wrongSize() error {
	return fmt.Errorf("the outcome says that %s has %d bytes", f.Name, f.Size)
}
