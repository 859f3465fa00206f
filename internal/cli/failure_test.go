package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/apikey"
	"github.com/pagelift/pagelift/internal/testkit"
)

// failurePatience is how long a test waits for something that a busy machine may delay.
const failurePatience = time.Minute

// process is a running service.
type process struct {
	*exec.Cmd
	url  string
	key  string
	logs *bytes.Buffer
	read chan struct{} // closed when its log is read
}

// startProcess starts the program and waits until it accepts requests. Processes with the same data and database
// are one service.
func startProcess(t testing.TB, data, database, key string, flags ...string) *process {
	t.Helper()
	return startProgram(t, "pagelift", data, database, key, flags...)
}

// startProgram does the same with another build of the program.
func startProgram(t testing.TB, program, data, database, key string, flags ...string) *process {
	t.Helper()
	cmd := exec.Command(program, "serve", "--addr", "127.0.0.1:0", "--data", data, "--workers", "2", "--log-format", "text")
	cmd.Args = append(cmd.Args, flags...)
	cmd.Env = append(os.Environ(), "PAGELIFT_FIRST_KEY="+key, "PAGELIFT_DATABASE_URL="+database)
	out, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	p := &process{Cmd: cmd, key: key, logs: &bytes.Buffer{}, read: make(chan struct{})}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it has ended, unless the test failed
		_ = cmd.Wait()
	})
	lines := bufio.NewReader(out)
	for p.url == "" {
		line, err := lines.ReadString('\n')
		p.logs.WriteString(line)
		require.NoError(t, err, p.logs)
		if _, addr, ok := strings.Cut(line, "msg=serving addr="); ok {
			p.url = "http://" + strings.TrimSpace(addr)
		}
	}
	go func() {
		defer close(p.read)
		_, _ = io.Copy(p.logs, lines) // ends with the process
	}()
	return p
}

// end stops the process with SIGTERM, and waits for it.
func (p *process) end(t testing.TB) {
	t.Helper()
	require.NoError(t, p.Process.Signal(syscall.SIGTERM))
	<-p.read
	require.NoError(t, p.Wait(), p.logs)
}

func (p *process) client(t testing.TB) *client.Client {
	t.Helper()
	c, err := client.New(p.key, client.Config{BaseURL: p.url, Retry: client.RetryPolicy{Attempts: 1}})
	require.NoError(t, err)
	return c
}

// testKey returns a key in the form of all keys.
func testKey() string {
	head := "pl_dev_0123456789_" + strings.Repeat("k", 32)
	return head + apikey.Checksum(head)
}

// stopTime is how long stopping may take: 30 s of grace for running conversions, which those on a busy machine may
// need, 10 s to give them back to the queue, and some seconds for the rest.
const stopTime = 45 * time.Second

// TestGracefulStopUnderLoad stops one of two processes that are one service. The process is not ready at once,
// answers requests that wait, and loses nothing that it has accepted.
func TestGracefulStopUnderLoad(t *testing.T) {
	t.Parallel()
	data, database, key := t.TempDir(), testkit.OwnPostgres(t).Database(t), testKey()
	stopped, stays := startProcess(t, data, database, key), startProcess(t, data, database, key)
	ctx := t.Context()
	file, err := client.FileAt("../../examples/sample.pdf")
	require.NoError(t, err)

	var mu sync.Mutex
	var accepted []string
	enough := make(chan struct{})
	var clients sync.WaitGroup
	for range 2 {
		clients.Go(func() {
			for ctx.Err() == nil {
				c, err := stopped.client(t).Conversions.Start(ctx, client.ConvertRequest{File: file})
				if err != nil {
					return // it is stopping
				}
				mu.Lock()
				if accepted = append(accepted, c.ID); len(accepted) == 20 {
					close(enough)
				}
				mu.Unlock()
			}
		})
	}
	select {
	case <-enough:
	case <-time.After(failurePatience):
		t.Fatal("conversions are not accepted")
	}
	mu.Lock()
	last := accepted[len(accepted)-1]
	mu.Unlock()
	answered, asked := make(chan int, 1), make(chan struct{})
	go func() { answered <- longPoll(ctx, stopped, last, asked) }()
	<-asked
	// The service answers a connection that comes after that of the request. So the connection of the request is
	// no longer with the listener, which drops what it has not yet passed on when it closes.
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Get(stopped.url + "/healthz")
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())

	begin := time.Now()
	require.NoError(t, stopped.Process.Signal(syscall.SIGTERM))
	<-stopped.read
	require.NoError(t, stopped.Wait(), stopped.logs)
	require.Less(t, time.Since(begin), stopTime)
	require.Equal(t, http.StatusOK, <-answered, "waiting requests are answered")
	clients.Wait()
	t.Logf("%d accepted; stopped after %s", len(accepted), time.Since(begin))
	for _, id := range accepted {
		c, err := stays.client(t).Conversions.Wait(ctx, id)
		require.NoError(t, err, id)
		require.Equal(t, client.StatusCompleted, c.Status)
	}
	require.NotContains(t, stopped.logs.String(), key)
	require.NotContains(t, stopped.logs.String(), "signature=")
}

// TestADrainIsSeenBeforeTheEnd checks that the service is not ready, but serves requests, for the time of
// --drain-delay.
func TestADrainIsSeenBeforeTheEnd(t *testing.T) {
	t.Parallel()
	const delay = 10 * time.Second // a busy machine takes seconds for three requests
	p := startProcess(t, t.TempDir(), "", testKey(), "--drain-delay", delay.String())
	status := func(path string) int {
		resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Get(p.url + path)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		return resp.StatusCode
	}
	require.Equal(t, http.StatusOK, status("/readyz"))
	begin := time.Now()
	require.NoError(t, p.Process.Signal(syscall.SIGTERM))
	require.Eventually(t, func() bool { return status("/readyz") == http.StatusServiceUnavailable }, delay/2, time.Millisecond)
	require.Equal(t, http.StatusOK, status("/healthz"))
	_, err := p.client(t).Usage.Get(t.Context())
	require.NoError(t, err, "the service still serves requests")
	<-p.read
	require.NoError(t, p.Wait(), p.logs)
	require.GreaterOrEqual(t, time.Since(begin), delay)
}

// longPoll waits for a change of a conversion, and returns the status of the answer, or -1 without an answer. It
// closes asked when the request was sent.
func longPoll(ctx context.Context, p *process, id string, asked chan struct{}) int {
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { close(asked) }})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+"/v1/conversions/"+id+"?wait=60&fields=summary", nil)
	if err != nil {
		return -1
	}
	req.Header.Set("Authorization", "Bearer "+p.key)
	resp, err := (&http.Client{Transport: &http.Transport{}}).Do(req)
	if err != nil {
		return -1
	}
	defer resp.Body.Close()
	return resp.StatusCode
}

// BenchmarkColdStart measures a process from its start to its first answer with status 200.
func BenchmarkColdStart(b *testing.B) {
	data := b.TempDir()
	for b.Loop() {
		p := startProcess(b, data, "", testKey())
		resp, err := http.Get(p.url + "/readyz")
		require.NoError(b, err)
		require.NoError(b, resp.Body.Close())
		require.Equal(b, http.StatusOK, resp.StatusCode)
		b.StopTimer()
		require.NoError(b, p.Process.Signal(syscall.SIGTERM))
		<-p.read
		require.NoError(b, p.Wait())
		b.StartTimer()
	}
}

// BenchmarkSubprocesses converts a document of two pages by a process that converts in two subprocesses.
func BenchmarkSubprocesses(b *testing.B) {
	p := startProcess(b, b.TempDir(), "", testKey())
	c := p.client(b)
	file, err := client.FileAt("../../examples/sample.pdf")
	require.NoError(b, err)
	b.SetParallelism(4)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := c.Conversions.Convert(b.Context(), client.ConvertRequest{File: file}); err != nil {
				b.Error(err)
			}
		}
	})
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "conversions/s")
}
