package worker

import (
	"cmp"
	"context"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/limits"
)

// Config says how a Pool works.
type Config struct {
	// Path is the program that calls Serve. "": the running program.
	Path string
	// Args are the arguments for that program.
	Args []string
	// Env is its environment. nil: the variables that it needs from that of this process. The others may hold
	// secrets, which a document must not reach.
	Env []string
	// Size is the number of subprocesses. 0: GOMAXPROCS.
	Size int
	// Jobs is how many jobs a subprocess does before it is replaced. 0: 500.
	Jobs int
	// Memory is how many bytes a subprocess may use. A job that uses more fails with
	// convert.ResourceLimitExceeded. An idle subprocess that still uses half of it is replaced. The bound is exact
	// on Linux; elsewhere the garbage collector tries to keep it. 0: limits.WorkerMemory.
	Memory int64
	// CacheDir is that of convert.Options.
	CacheDir string
	// Log is told of crashes. nil: nothing is logged.
	Log *slog.Logger

	_ struct{} // callers must name the fields, so that fields can be added
}

// defaultJobs makes the cost of starting a subprocess less than a tenth of a millisecond for each job.
const defaultJobs = 500

// keptShare divides its memory: an idle subprocess may use this part of it.
const keptShare = 2

// defaults sets the fields that are not set.
func (c *Config) defaults() error {
	if c.Path == "" {
		path, err := os.Executable()
		if err != nil {
			return err
		}
		c.Path = path
	}
	if c.Env == nil {
		c.Env = environment(os.Environ())
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Size = cmp.Or(c.Size, runtime.GOMAXPROCS(0))
	c.Jobs = cmp.Or(c.Jobs, defaultJobs)
	c.Memory = cmp.Or(c.Memory, limits.WorkerMemory)
	return nil
}

// needed are the environment variables that a conversion needs to find and run tesseract and to write temporary
// files.
var needed = []string{
	"PATH", "HOME", "TMPDIR", "TEMP", "TMP", "TESSDATA_PREFIX", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ",
	"SystemRoot", "USERPROFILE", "GODEBUG", "GOTRACEBACK", "GOCOVERDIR", "GOMAXPROCS",
}

// environment returns those of variables that are needed.
func environment(variables []string) []string {
	kept := []string{} // not nil, which would mean all
	for _, v := range variables {
		if name, _, _ := strings.Cut(v, "="); slices.Contains(needed, name) {
			kept = append(kept, v)
		}
	}
	return kept
}

// Pool converts in subprocesses. It starts them before they are needed. It is safe for concurrent use.
type Pool struct {
	cfg Config
	// places holds one entry for each idle subprocess, and nil for each that could not be started. Subprocesses
	// that are busy, or are being replaced, are not in it.
	places chan *process
	closed chan struct{}
	once   sync.Once // closes closed

	closing sync.Mutex // of Close
	left    int        // how many places Close has taken

	lost atomic.Uint64 // subprocesses that ended by themselves, or had to be killed
}

// NewPool starts the subprocesses. It waits for the first one, to see that they can be started.
func NewPool(cfg Config) (*Pool, error) {
	if err := cfg.defaults(); err != nil {
		return nil, err
	}
	p := &Pool{cfg: cfg, places: make(chan *process, cfg.Size), closed: make(chan struct{})}
	first, err := startProcess(&p.cfg)
	if err != nil {
		return nil, err
	}
	p.places <- first
	for range cfg.Size - 1 {
		go p.fill()
	}
	return p, nil
}

// fill starts a subprocess for an empty place, unless the pool is closed.
func (p *Pool) fill() {
	if p.isClosed() {
		p.places <- nil
		return
	}
	fresh, err := startProcess(&p.cfg)
	if err != nil {
		p.cfg.Log.Error("a worker cannot be started", "error", err)
	}
	p.places <- fresh
}

// TakesData reports that jobs may have Data.
func (p *Pool) TakesData() bool { return true }

// Convert implements Converter. It waits for an idle subprocess.
func (p *Pool) Convert(ctx context.Context, job Job) (*Outcome, error) {
	proc, err := p.acquire(ctx)
	if err != nil {
		return nil, err
	}
	outcome, err := proc.runJob(ctx, job, p.cfg.Memory)
	p.report(proc, job, err)
	p.put(proc)
	return outcome, err
}

// acquire returns a subprocess that is idle and alive.
func (p *Pool) acquire(ctx context.Context) (*process, error) {
	var proc *process
	select {
	case <-p.closed:
		return nil, &convert.Error{Code: Unavailable, Detail: "the service is stopping"}
	case <-ctx.Done():
		return nil, ctx.Err()
	case proc = <-p.places:
	}
	if proc != nil && proc.alive() {
		return proc, nil
	}
	if proc != nil { // somebody killed it while it was idle
		p.lost.Add(1)
		proc.leave()
	}
	proc, err := startProcess(&p.cfg)
	if err != nil {
		p.places <- nil
		return nil, &convert.Error{Code: Unavailable, Detail: "no worker can be started", Err: err}
	}
	return proc, nil
}

// alive reports whether an idle subprocess can take a job.
func (p *process) alive() bool {
	select {
	case <-p.exited:
		return false
	default:
		return !p.broken
	}
}

// put makes a subprocess idle again, or replaces it.
func (p *Pool) put(proc *process) {
	if !p.isClosed() && !proc.broken && proc.jobs < p.cfg.Jobs && memoryOf(proc.cmd.Process.Pid) <= p.cfg.Memory/keptShare {
		p.places <- proc
		return
	}
	go func() {
		proc.leave()
		p.fill()
	}()
}

// Lost returns how many subprocesses ended or had to be killed, and were replaced.
func (p *Pool) Lost() uint64 { return p.lost.Load() }

// isClosed reports whether Close was called.
func (p *Pool) isClosed() bool {
	select {
	case <-p.closed:
		return true
	default:
		return false
	}
}

// report logs what a subprocess wrote to its standard error, and how it ended if it did. Its last words may arrive
// after its answer; then they are logged with the next job.
func (p *Pool) report(proc *process, job Job, err error) {
	said := proc.said.drain()
	switch {
	case proc.broken:
		p.lost.Add(1)
		p.cfg.Log.Error("a worker was lost", "job", job.ID, "error", err, "state", proc.cmd.ProcessState, "stderr", said)
	case said != "":
		p.cfg.Log.Warn("a worker complained", "job", job.ID, "stderr", said)
	}
}

// Close ends the subprocesses, each after its job, and returns when they are gone. Later jobs fail. When ctx ends
// first, Close returns its error. The running jobs then go on until their own contexts end, and another Close
// waits for them.
func (p *Pool) Close(ctx context.Context) error {
	p.once.Do(func() { close(p.closed) })
	p.closing.Lock()
	defer p.closing.Unlock()
	for ; p.left < p.cfg.Size; p.left++ {
		select {
		case proc := <-p.places:
			if proc != nil {
				proc.leave()
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
