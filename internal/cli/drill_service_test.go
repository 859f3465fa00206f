package cli_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	// restartPause is how long a supervisor waits before it restarts a process that has ended.
	restartPause = time.Second

	// probePause is the time between two requests of a load balancer for /readyz. probeTime is how long the answer
	// may take.
	probePause = 200 * time.Millisecond
	probeTime  = 4 * time.Second

	// drainDelay is longer than a balancer needs to notice that a process is not ready.
	drainDelay = 2 * time.Second
)

// unit is a process of a service under a supervisor, which restarts it whenever it ends.
type unit struct {
	name string
	data string // its folder
	log  string // the file of its log
	args []string
	env  []string

	ready atomic.Pointer[string] // its address while it is ready, else nil
	stop  atomic.Bool            // do not restart it

	mu      sync.Mutex
	process *os.Process // nil: not running
	address string      // address that it serves; "": none
	starts  int
	last    error // how the process ended the last time
}

// newUnit starts a unit. Its folder and log are in dir. It ends with the test.
func newUnit(t *testing.T, dir, name string, env []string, flags ...string) *unit {
	u := &unit{name: name, data: filepath.Join(dir, name), log: filepath.Join(dir, name+".log"), env: env}
	u.args = append([]string{"serve", "--addr", "127.0.0.1:0", "--data", u.data}, flags...)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(u.supervise)
	running.Go(func() { u.probe(ctx) })
	t.Cleanup(func() {
		u.stop.Store(true)
		cancel()
		u.kill()
		running.Wait()
	})
	return u
}

// supervise runs the process until the unit is stopped.
func (u *unit) supervise() {
	for !u.stop.Load() {
		err := u.run()
		u.mu.Lock()
		u.process, u.address, u.last = nil, "", err
		u.mu.Unlock()
		if !u.stop.Load() {
			time.Sleep(restartPause)
		}
	}
}

// run runs the process once.
func (u *unit) run() error {
	log, err := os.OpenFile(u.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.Command("pagelift", u.args...)
	cmd.Env = append(os.Environ(), u.env...)
	out, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	u.mu.Lock()
	if err = cmd.Start(); err == nil {
		u.process = cmd.Process
		u.starts++
	}
	u.mu.Unlock()
	if err != nil {
		return err
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		_, _ = log.WriteString(lines.Text() + "\n")
		if _, addr, ok := strings.Cut(lines.Text(), "msg=serving addr="); ok {
			u.mu.Lock()
			u.address = "http://" + strings.TrimSpace(addr)
			u.mu.Unlock()
		}
	}
	return cmd.Wait()
}

// probe requests /readyz again and again, as a load balancer does.
func (u *unit) probe(ctx context.Context) {
	fresh := &http.Client{Timeout: probeTime, Transport: &http.Transport{DisableKeepAlives: true}}
	for ctx.Err() == nil {
		u.mu.Lock()
		address := u.address
		u.mu.Unlock()
		var ready *string
		if address != "" {
			if answer, err := fresh.Get(address + "/readyz"); err == nil {
				_ = answer.Body.Close()
				if answer.StatusCode == http.StatusOK {
					ready = &address
				}
			}
		}
		u.ready.Store(ready)
		select {
		case <-ctx.Done():
		case <-time.After(probePause):
		}
	}
}

// signal sends a signal to the process, if there is one.
func (u *unit) signal(s syscall.Signal) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.process != nil {
		_ = u.process.Signal(s) // the process may have ended just now
	}
}

func (u *unit) kill() { u.signal(syscall.SIGKILL) }

// begun returns how often the process was started.
func (u *unit) begun() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.starts
}

// restarted waits until the process was started more than n times and is ready.
func (u *unit) restarted(t *testing.T, n int) {
	t.Helper()
	require.Eventually(t, func() bool { return u.begun() > n && u.ready.Load() != nil }, 2*failurePatience, 50*time.Millisecond, "%s", u.name)
}

// end stops the unit as a supervisor does, and returns how its process ended.
func (u *unit) end(t *testing.T) error {
	t.Helper()
	u.stop.Store(true)
	u.signal(syscall.SIGTERM)
	require.Eventually(t, func() bool {
		u.mu.Lock()
		defer u.mu.Unlock()
		return u.process == nil
	}, stopTime+drainDelay, 20*time.Millisecond, "%s does not end", u.name)
	return u.last
}

// balancer sends requests to the units that are ready, in turn.
type balancer struct {
	units []*unit
	next  atomic.Int64
	lost  atomic.Int64 // requests without an answer

	http.Transport
}

// errNoneReady stands for the answer 503 of a load balancer without a ready process.
var errNoneReady = errors.New("no process is ready")

// RoundTrip implements http.RoundTripper.
func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	for range b.units {
		u := b.units[int(b.next.Add(1))%len(b.units)]
		address := u.ready.Load()
		if address == nil {
			continue
		}
		r = r.Clone(r.Context())
		r.URL.Host = strings.TrimPrefix(*address, "http://")
		answer, err := b.Transport.RoundTrip(r)
		if err != nil {
			b.lost.Add(1)
		}
		return answer, err
	}
	if r.Body != nil {
		_ = r.Body.Close()
	}
	return nil, errNoneReady
}

// leftOver returns the files below a folder, without those in the folders but.
func leftOver(t *testing.T, root string, but ...string) (names []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		for _, prefix := range but {
			if strings.HasPrefix(name, prefix+"/") {
				return err
			}
		}
		names = append(names, name)
		return err
	}))
	return names
}

// tail returns the end of a log, to show what went wrong.
func tail(name string) string {
	f, err := os.Open(name)
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	const enough = 20 << 10
	if end, err := f.Seek(0, io.SeekEnd); err == nil {
		_, _ = f.Seek(max(end-enough, 0), io.SeekStart)
	}
	text, _ := io.ReadAll(f)
	return fmt.Sprintf("%s:\n%s", filepath.Base(name), text)
}
