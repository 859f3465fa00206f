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
	// Path is the program that calls Serve. "": the program that runs.
	Path string
	// Args are the arguments with which it does so.
	Args []string
	// Env is its environment. nil: what it needs of that of this process, which has
	// secrets that a document must not come near.
	Env []string
	// Size is the number of subprocesses. 0: GOMAXPROCS.
	Size int
	// Jobs is how many jobs a subprocess does before another takes its place. 0: 500.
	Jobs int
	// Memory is what a subprocess may take, in bytes. A job that takes more fails with
	// convert.ResourceLimitExceeded; a subprocess that has kept half of it is replaced.
	// It is exact on Linux; elsewhere the collector does its best. 0: limits.WorkerMemory.
	Memory int64
	// CacheDir is that of convert.Options.
	CacheDir string
	// Log hears of crashes. nil: nobody.
	Log *slog.Logger

	_ struct{} // callers must name the fields, so that fields can be added
}

// defaultJobs makes the start of a subprocess cost a job less than a tenth of a
// millisecond.
const defaultJobs = 500

// keptShare is the share of its memory that a subprocess may keep when it is idle.
const keptShare = 2

// defaults fills in what is not set.
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

// needed are the variables of the environment that a conversion needs: to find and run
// tesseract, and to write temporary files.
var needed = []string{
	"PATH", "HOME", "TMPDIR", "TEMP", "TMP", "TESSDATA_PREFIX", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ",
	"SystemRoot", "USERPROFILE", "GODEBUG", "GOTRACEBACK", "GOCOVERDIR", "GOMAXPROCS",
}

// environment are those of variables that are needed.
func environment(variables []string) []string {
	kept := []string{} // not nil, which would stand for all
	for _, v := range variables {
		if name, _, _ := strings.Cut(v, "="); slices.Contains(needed, name) {
			kept = append(kept, v)
		}
	}
	return kept
}

// Pool converts in subprocesses, which are started before they are needed. It is safe
// for concurrent use.
type Pool struct {
	cfg Config
	// places has one entry for each subprocess that is idle, and nil for each that could
	// not be started. What is not in it is busy, or being replaced.
	places chan *process
	closed chan struct{}
	once   sync.Once // closes closed

	closing sync.Mutex // of Close
	left    int        // places that Close has taken

	lost atomic.Uint64 // subprocesses that ended, or had to be ended, in mid-job or while idle
}

// NewPool starts the subprocesses. It waits for the first, to know that they can be
// started.
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

// fill starts a subprocess for an empty place, unless nobody needs it any more.
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

// TakesData tells that jobs may have Data.
func (p *Pool) TakesData() bool { return true }

// Convert implements Converter. It waits for a subprocess that is idle.
func (p *Pool) Convert(ctx context.Context, job Job) (*Outcome, error) {
	proc, err := p.acquire(ctx)
	if err != nil {
		return nil, err
	}
	outcome, err := proc.do(ctx, job, p.cfg.Memory)
	p.report(proc, job, err)
	p.put(proc)
	return outcome, err
}

// acquire gives a subprocess that is idle and alive.
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
	if proc != nil { // killed by somebody while it was idle
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

// put takes a subprocess back, or lets another take its place.
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

// Lost is how many subprocesses did not end by the pool's will, and were replaced by others.
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

// report logs what a subprocess complained of, and how it ended when it did. What it
// wrote last may come after its answer: it is logged with the next job then.
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

// Close ends the subprocesses, each when its job is done, and returns when they are
// gone. Jobs that come later fail. When ctx ends before, Close returns its error; the
// jobs go on until their own contexts end, and another Close waits for them.
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
