package jobs_test

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/storage"
)

// childEnv makes the test program a worker process. Its value is a childConfig.
const childEnv = "PAGELIFT_JOBS_CHILD"

// childConfig is the configuration of a worker process.
type childConfig struct {
	Address, Blobs, Temp string
	Concurrency          int
	Lease                time.Duration
	Fetches              bool

	Account string // the account for conversions that the process itself submits
	Direct  []order
}

// child is the main function of a worker process. It prints a line for each conversion that it begins, and works
// until its standard input is closed.
func child(config string) error {
	var cc childConfig
	if err := json.Unmarshal([]byte(config), &cc); err != nil {
		return err
	}
	ctx := context.Background()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	db, err := store.Open(ctx, store.Config{URL: cc.Address, Logger: log, Hooks: []store.Hook{record}})
	if err != nil {
		return err
	}
	blobs, err := storage.OpenFolder(cc.Blobs)
	if err != nil {
		return err
	}
	begun := func(job worker.Job) { fmt.Println(job.ID) }
	cfg := jobs.Config{DB: db, Blobs: blobs, Converter: &converter{begun: begun}, TempDir: cc.Temp,
		Concurrency: cc.Concurrency, Lease: cc.Lease, Logger: log}
	if cc.Fetches {
		cfg.Fetches.From = localFetcher()
	}
	e, err := jobs.New(cfg)
	if err != nil {
		return err
	}
	fmt.Println(childReady)
	if err := e.Start(ctx); err != nil {
		return err
	}
	for _, o := range cc.Direct {
		if err := direct(ctx, db, blobs, e, cc.Account, o); err != nil {
			return err
		}
	}
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	return e.Stop(ctx)
}

// direct submits a conversion that begins at once.
func direct(ctx context.Context, db *store.DB, blobs storage.Bucket, e *jobs.Engine, account string, o order) error {
	options, err := o.encode()
	if err != nil {
		return err
	}
	c := &store.Conversion{ID: store.NewID("conv"), Options: options, InputFile: "a.pdf", FileSize: 5}
	c.InputKey = jobs.InputKey(c.ID)
	if err := blobs.Put(ctx, c.InputKey, strings.NewReader("paper"), ""); err != nil {
		return err
	}
	slot := e.Reserve(ctx, account)
	defer slot.Release()
	if err := submitIn(ctx, db, &slot, account, c); err != nil {
		return err
	}
	slot.Start()
	return nil
}

// childReady is the first line that a child prints.
const childReady = "ready"

// process is a running child.
type process struct {
	t     testing.TB
	cmd   *exec.Cmd
	stdin io.Closer
	lines chan string // ids of conversions that began; closed at the end
}

// spawn starts a worker process with the database and blobs of the fixture.
func (f *fixture) spawn(cc childConfig) *process {
	f.t.Helper()
	cc.Address, cc.Blobs, cc.Temp = f.address, f.dir, cmp.Or(cc.Temp, f.t.TempDir())
	config, err := json.Marshal(cc)
	require.NoError(f.t, err)
	p := &process{t: f.t, cmd: exec.Command(os.Args[0]), lines: make(chan string, 1000)}
	p.cmd.Env = append(os.Environ(), childEnv+"="+string(config))
	p.cmd.Stderr = f.t.Output()
	p.stdin, err = p.cmd.StdinPipe()
	require.NoError(f.t, err)
	out, err := p.cmd.StdoutPipe()
	require.NoError(f.t, err)
	require.NoError(f.t, p.cmd.Start())
	go func() {
		defer close(p.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			p.lines <- s.Text()
		}
	}()
	f.t.Cleanup(p.kill)
	require.Equal(f.t, childReady, p.next())
	return p
}

// next returns the next line of a process, or "" after it has ended.
func (p *process) next() string {
	p.t.Helper()
	select {
	case line := <-p.lines:
		return line
	case <-time.After(patience):
		require.Fail(p.t, "a process says nothing")
		return ""
	}
}

// signal sends a signal to the process.
func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	require.NoError(p.t, p.cmd.Process.Signal(s))
}

// kill ends the process at once, if it has not ended.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	for range p.lines { // until the process has ended
	}
	_ = p.cmd.Wait()
}

// stop ends the process gently.
func (p *process) stop() {
	p.t.Helper()
	require.NoError(p.t, p.stdin.Close())
	for range p.lines {
	}
	require.NoError(p.t, p.cmd.Wait())
}
