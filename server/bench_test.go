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
	"github.com/pagelift/pagelift/internal/worker"
	"github.com/pagelift/pagelift/server"
)

// BenchmarkConvert is a document of two pages through the whole service on one machine.
func BenchmarkConvert(b *testing.B) {
	s, err := server.New(b.Context(), server.Config{DataDir: b.TempDir(), Logger: slog.New(slog.DiscardHandler)})
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
	require.NoError(b, s.Shutdown(b.Context()))
}

// BenchmarkOverhead is what the service adds to a conversion, in milliseconds of processor time for
// a request: all that its process uses, the operating system's work for it included, less what the
// conversion alone uses with the document and its result in memory, as the service has them. The
// client is a process of its own and not counted; what it uses is told as client-ms/op.
func BenchmarkOverhead(b *testing.B) {
	r := newRig(b, "enterprise", server.Config{Workers: 1})
	ask := newAsker(b, r)
	ask(askedAtOnce) // fonts and tables are loaded, statements compiled
	alone := worker.NewInProcess(1, b.TempDir())
	job := worker.Job{
		ID: "bench", Data: sample(b), Folder: filepath.Join(b.TempDir(), "output"), Timeout: time.Minute,
		Options: worker.NewOptions(convert.DefaultOptions()), Progress: func(int, int) {},
	}
	var service, conversion, client time.Duration
	b.ResetTimer()
	for left := b.N; left > 0; left -= askedAtOnce { // in turns, so that a machine that changes is the same to both
		n := min(left, askedAtOnce)
		begin, err := processorTime()
		require.NoError(b, err)
		client += ask(n)
		middle, err := processorTime()
		require.NoError(b, err)
		for range n {
			_, err := alone.Convert(b.Context(), job)
			require.NoError(b, err)
		}
		end, err := processorTime()
		require.NoError(b, err)
		service += middle - begin
		conversion += end - middle
	}
	perRequest := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) / float64(b.N) }
	b.ReportMetric(perRequest(conversion), "conversion-ms/op")
	b.ReportMetric(perRequest(service-conversion), "overhead-ms/op")
	b.ReportMetric(perRequest(client), "client-ms/op")
}

// askedAtOnce is how many requests the client of BenchmarkOverhead makes when it is told to: the
// telling is work, which the service's process does.
const askedAtOnce = 20

// processorTime is what this process has used.
func processorTime() (time.Duration, error) {
	var used syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), err
}
