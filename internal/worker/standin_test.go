package worker_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/worker"
)

// roleVariable makes the test binary something else: a subprocess of a pool, or a process with a pool.
const roleVariable = "PAGELIFT_TEST_ROLE"

func TestMain(m *testing.M) {
	switch role := os.Getenv(roleVariable); role {
	case "":
		os.Exit(m.Run())
	case "worker":
		if err := worker.ServeWith(os.Stdin, os.Stdout, standIn); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "idle":
		time.Sleep(time.Minute)
	case "dead":
		fmt.Fprintln(os.Stderr, "no such luck")
		os.Exit(3)
	default:
		havePool(role)
	}
}

// standIn does what the ID of the job says; without an order it converts.
func standIn(ctx context.Context, job worker.Job, cacheDir string) (*worker.Outcome, error) {
	behaviour, _, _ := strings.Cut(job.ID, " ")
	switch behaviour {
	case "exit":
		fmt.Fprintln(os.Stderr, "I am out of here")
		os.Exit(7)
	case "panic":
		go func() { panic("a defect") }()
		<-ctx.Done()
		time.Sleep(time.Minute)
	case "loop":
		writeNumber(filepath.Join(job.Folder, "pid"), os.Getpid())
		for {
			runtime.KeepAlive(ctx)
		}
	case "obey":
		writeNumber(filepath.Join(job.Folder, "pid"), os.Getpid())
		<-ctx.Done()
		return nil, ctx.Err()
	case "family":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), roleVariable+"=idle")
		if err := child.Start(); err != nil {
			return nil, err
		}
		writeNumber(filepath.Join(job.Folder, "child"), child.Process.Pid)
		time.Sleep(time.Minute)
	case "hog": // steadily
		var all [][]byte
		for {
			all = append(all, touched(1<<20))
			time.Sleep(time.Millisecond)
			runtime.KeepAlive(all)
		}
	case "glut": // at once
		runtime.KeepAlive(touched(8 << 30))
	case "stop":
		p, err := os.FindProcess(os.Getpid())
		if err != nil {
			return nil, err
		}
		_ = p.Signal(stopSignal)
		time.Sleep(time.Minute) // on a busy machine this thread may stop last
	case "garbage":
		fmt.Print("\x00\x00\x00\x05{]}[!")
		time.Sleep(time.Minute)
	case "huge":
		fmt.Print("\xff\xff\xff\xff")
		time.Sleep(time.Minute)
	case "empty":
		fmt.Print("\x00\x00\x00\x02{}")
		time.Sleep(time.Minute)
	case "liar":
		return &worker.Outcome{Archive: worker.File{Name: "../secret"}}, nil
	case "number":
		return nil, &convert.Error{Code: convert.InternalError, Page: os.Getpid(), Detail: "a number", Err: errors.New("a cause")}
	case "environment":
		return nil, &convert.Error{Code: convert.InternalError, Detail: strings.Join(os.Environ(), "\n")}
	case "complain":
		fmt.Fprintln(os.Stderr, "I do not like it")
	case "keep":
		kept = touched(300 << 20)
		return nil, &convert.Error{Code: convert.InternalError, Page: os.Getpid()}
	case "long":
		return nil, &convert.Error{Code: convert.InternalError, Detail: strings.Repeat("x", 17<<20)}
	}
	return worker.Perform(ctx, job, cacheDir)
}

// kept is memory that a job leaves in its process.
var kept []byte

// touched returns memory that is really in use.
func touched(n int) []byte {
	b := make([]byte, n)
	for i := 0; i < n; i += 4096 {
		b[i] = 1
	}
	return b
}

// writeNumber writes a process number to a file. When the file exists, it is complete.
func writeNumber(file string, pid int) {
	_ = os.WriteFile(file+"~", fmt.Append(nil, pid), 0o600)
	_ = os.Rename(file+"~", file)
}

// havePool runs a process with a pool and a job that does not end.
func havePool(folder string) {
	pool, err := worker.NewPool(standInConfig())
	if err == nil {
		_, err = pool.Convert(context.Background(), worker.Job{ID: "loop", Folder: folder})
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// standInConfig returns the configuration of a pool of the test binary.
func standInConfig() worker.Config {
	return worker.Config{Size: 1, Env: append(worker.Environment(os.Environ()), roleVariable+"=worker")}
}

// newPool makes a pool. It is closed at the end of the test.
func newPool(t testing.TB, change ...func(*worker.Config)) *worker.Pool {
	t.Helper()
	cfg := standInConfig()
	for _, f := range change {
		f(&cfg)
	}
	pool, err := worker.NewPool(cfg)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, pool.Close(context.Background())) })
	return pool
}

// logged returns a logger that writes to b.
func logged(b *syncBuffer) *slog.Logger { return slog.New(slog.NewTextHandler(b, nil)) }

// sample returns a job with the sample document of the examples.
func sample(t testing.TB, id string) worker.Job {
	t.Helper()
	return worker.Job{ID: id, Input: "../../examples/sample.pdf", Folder: t.TempDir(), Options: worker.NewOptions(convert.DefaultOptions())}
}

// requireWorks requires that a converter converts.
func requireWorks(t testing.TB, c worker.Converter) {
	t.Helper()
	outcome, err := c.Convert(context.Background(), sample(t, "a sound one"))
	require.NoError(t, err)
	require.Equal(t, 2, outcome.Metadata.Pages)
}

// requireGone waits until the process is gone whose number is in a file.
func requireGone(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var pid int
	_, err = fmt.Sscan(string(text), &pid)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return gone(pid) }, 30*time.Second, 5*time.Millisecond)
}

// waitFor waits until a file exists.
func waitFor(t *testing.T, file string) {
	t.Helper()
	require.Eventually(t, func() bool {
		_, err := os.Stat(file)
		return err == nil
	}, 30*time.Second, 5*time.Millisecond)
}
