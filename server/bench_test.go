package server_test

import (
	"bytes"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/garbage"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/server"
)

// BenchmarkConvert converts a document of two pages by the whole service on one machine, with the settings that
// `pagelift serve` gives the garbage collector. cpu-ms/op is the processor time of everything, the client
// included. On a machine that others use, too, it says more than the elapsed time.
func BenchmarkConvert(b *testing.B) {
	defer garbage.Ease()()
	b.Run("sqlite", func(b *testing.B) { benchmarkConvert(b, "") })
	b.Run("postgres", func(b *testing.B) { benchmarkConvert(b, testkit.SharedPostgres(b).Database(b)) })
}

func benchmarkConvert(b *testing.B, database string) {
	s, err := server.New(b.Context(), server.Config{DataDir: b.TempDir(), DatabaseURL: database, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(b, err)
	key, err := s.IssueKey(b.Context(), server.KeyRequest{Account: "bench", Plan: "enterprise", Environment: "dev", Name: "bench"})
	require.NoError(b, err)
	require.NoError(b, s.Start(b.Context()))
	h := httptest.NewServer(s)
	defer h.Close()
	data, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(b, err)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	w, err := form.CreateFormFile("file", "sample.pdf")
	require.NoError(b, err)
	_, err = w.Write(data)
	require.NoError(b, err)
	require.NoError(b, form.Close())
	b.ReportAllocs()
	b.SetParallelism(4)
	b.ResetTimer()
	begin := processorTime(b)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			req, err := http.NewRequest("POST", h.URL+"/v1/convert/pdf-to-html", bytes.NewReader(body.Bytes()))
			if err != nil {
				b.Error(err)
				return
			}
			req.Header.Set("Authorization", "Bearer "+key.Key)
			req.Header.Set("Content-Type", form.FormDataContentType())
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				b.Error(err)
				return
			}
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			if resp.StatusCode != http.StatusOK {
				b.Errorf("status %d", resp.StatusCode)
			}
		}
	})
	b.StopTimer()
	b.ReportMetric(float64(processorTime(b)-begin)/float64(time.Millisecond)/float64(b.N), "cpu-ms/op")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "conversions/s")
	require.NoError(b, s.Shutdown(b.Context()))
}

// BenchmarkOverhead measures what the service adds to a conversion, in milliseconds of processor time a request.
// It counts all time of the service's process, the operating system's work for it included. Where that process
// also converts, the benchmark subtracts what the same conversion costs by itself, with document and result in
// memory as the service has them. Subprocesses are not counted. The client is a process of its own, and is not
// counted either: client-ms/op has its time.
func BenchmarkOverhead(b *testing.B) {
	defer garbage.Ease()()
	b.Run("in-process", func(b *testing.B) {
		alone := worker.NewInProcess(1, b.TempDir())
		job := worker.Job{
			ID: "bench", Data: sample(b), Folder: filepath.Join(b.TempDir(), "output"), Timeout: time.Minute,
			Options: worker.NewOptions(convert.DefaultOptions()), Progress: func(int, int) {},
		}
		overhead(b, server.Config{Workers: 1}, func() {
			_, err := alone.Convert(b.Context(), job)
			require.NoError(b, err)
		})
	})
	b.Run("subprocess", func(b *testing.B) {
		program, err := os.Executable()
		require.NoError(b, err)
		overhead(b, server.Config{Workers: 1, WorkerCommand: []string{program, workerArgument}}, func() {})
	})
}

// overhead compares a service that converts one document at a time with convert alone.
func overhead(b *testing.B, config server.Config, convert func()) {
	ask := newAsker(b, newRig(b, "enterprise", config))
	ask(askedAtOnce) // load fonts and tables, and prepare statements
	var service, conversion, client time.Duration
	b.ResetTimer()
	for left := b.N; left > 0; left -= askedAtOnce { // in turns, so that changes of the machine's speed affect both alike
		n := min(left, askedAtOnce)
		begin := processorTime(b)
		client += ask(n)
		middle := processorTime(b)
		for range n {
			convert()
		}
		service += middle - begin
		conversion += processorTime(b) - middle
	}
	perRequest := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) / float64(b.N) }
	b.ReportMetric(perRequest(conversion), "conversion-ms/op")
	b.ReportMetric(perRequest(service-conversion), "overhead-ms/op")
	b.ReportMetric(perRequest(client), "client-ms/op")
}

// askedAtOnce is how many requests the client of BenchmarkOverhead sends for each order. Giving the order costs
// time of the service's process, so one order is for several requests.
const askedAtOnce = 20

// processorTime returns the processor time that this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	used, err := usedTime()
	require.NoError(b, err)
	return used
}

func usedTime() (time.Duration, error) {
	var used syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), err
}
