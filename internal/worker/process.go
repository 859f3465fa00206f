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
	// startTime is how long a subprocess may take to be ready: some hundred times what
	// it takes on a machine at rest.
	startTime = 10 * time.Second

	// outputTime is how long a subprocess that is gone is read from when something that
	// it started holds its output.
	outputTime = time.Second

	// lookEvery is the time between two looks at the memory of a subprocess, in which it
	// can touch some hundred megabytes more.
	lookEvery = 50 * time.Millisecond
)

// process is a subprocess. It belongs to one goroutine at a time.
type process struct {
	cmd     *exec.Cmd
	in      *os.File // its standard input
	said    complaints
	replies chan reply    // closed when there is nothing more to hear
	left    chan struct{} // closed when nobody listens
	exited  chan struct{} // closed when it is gone
	unheard error         // why replies was closed, if not because it is gone
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
	err = p.live(fromChild)
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

// live starts the subprocess and waits for its end in a goroutine. That keeps its
// thread: to Linux it is the thread that started a process whose end is its parent's.
func (p *process) live(output *os.File) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		_ = p.cmd.Wait() // how it ended is in its state
		if output.SetReadDeadline(time.Now().Add(outputTime)) != nil {
			output.Close()
		}
		close(p.exited)
	}()
	return <-started
}

// listen hands on the replies until there are no more, or one that is none.
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

// greet sets the subprocess up.
func (p *process) greet(s setup) error {
	timer := time.NewTimer(startTime)
	defer timer.Stop()
	if err := p.send(s); err == nil { // or else it says itself why it is gone
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

// send writes a message, and what follows it. A subprocess that does not read is not waited for.
func (p *process) send(message any, data ...[]byte) error {
	patience := grace
	if len(data) > 0 { // more than a pipe holds: it must read meanwhile
		patience = startTime
	}
	// Where pipes have no deadlines, a message blocks until the subprocess is killed.
	if err := p.in.SetWriteDeadline(time.Now().Add(patience)); err != nil && !errors.Is(err, os.ErrNoDeadline) {
		return err
	}
	return writeMessage(p.in, message, data...)
}

// kill ends the subprocess and what it started, and waits until it is gone.
func (p *process) kill() {
	p.broken = true
	select {
	case <-p.exited:
	default:
		killGroup(p.cmd.Process)
		<-p.exited
	}
}

// leave lets go of a subprocess: it ends when its input does, or is killed.
func (p *process) leave() {
	p.in.Close()
	close(p.left)
	if p.broken {
		p.kill()
	}
	timer := time.NewTimer(2 * grace) // in which it gives up a job
	defer timer.Stop()
	select {
	case <-p.exited:
	case <-timer.C:
		p.kill()
	}
}

// do runs one job.
func (p *process) do(ctx context.Context, job Job, memory int64) (*Outcome, error) {
	p.jobs++
	r := run{process: p, job: job, memory: memory}
	message, data := newRequest(&job)
	if err := p.send(message, data...); err != nil { // killed by somebody while it was idle
		p.kill()
		return nil, &convert.Error{Code: Unavailable, Detail: "the worker is gone", Err: err}
	}
	if !r.wait(ctx) {
		p.kill()
		for range p.replies { // until the last is heard, and why it is the last
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
	if err := r.answer.Outcome.check(job.Folder); err != nil {
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
	stopped error // why it was told to end, or killed
	answer  reply
}

// wait waits for the answer and ends the job when it has to. It reports whether there
// was one.
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
			_ = r.send(request{}) // or else it is killed
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

// tooMuchMemory is the failure of a job that takes more than memory bytes.
func tooMuchMemory(memory int64) error {
	return &convert.Error{Code: convert.ResourceLimitExceeded, Detail: fmt.Sprintf("it takes more than %d MiB of memory", memory>>20)}
}

// crash is the failure of a job whose subprocess is gone without having been killed
// by us.
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

// outOfMemory is what a Go program says last when the system gives it no more memory.
const outOfMemory = "fatal error: runtime: out of memory"

// check compares what a subprocess says that it wrote with what is there: the program
// that a document got hold of must not lead to other files.
func (o *Outcome) check(folder string) error {
	names := []string{archiveName, htmlName, cssName, reportName}
	var files []File // that are in the folder
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

// wrongSize is the error of a file that is not as large as its process says, or no file.
func (f File) wrongSize() error {
	return fmt.Errorf("the outcome says that %s has %d bytes", f.Name, f.Size)
}
