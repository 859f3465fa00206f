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

// BenchmarkOverhead is what the service adds to a conversion, in milliseconds of processor
// time: the client's part, its request and the reading of the answer, included, and what the operating
// system does for both.
func BenchmarkOverhead(b *testing.B) {
	r := newRig(b, "enterprise", server.Config{Workers: 1})
	form, kind := sampleForm(b, "sample.pdf")
	request := func() {
		o, err := r.ask(http.MethodPost, "/v1/convert/pdf-to-html", bytes.NewReader(form), "Content-Type", kind)
		require.NoError(b, err)
		require.Equal(b, http.StatusOK, o.status)
	}
	request() // fonts and tables are loaded
	alone := worker.NewInProcess(1, b.TempDir())
	dir := b.TempDir()
	input := filepath.Join(dir, "sample.pdf")
	require.NoError(b, os.WriteFile(input, sample(b), 0o600))
	job := worker.Job{ID: "bench", Input: input, Timeout: time.Minute, Options: worker.NewOptions(convert.DefaultOptions()), Progress: func(int, int) {}}
	var service, conversion time.Duration
	for b.Loop() {
		job.Folder = filepath.Join(dir, "output")
		require.NoError(b, os.Mkdir(job.Folder, 0o700))
		begin := processorTime(b)
		request()
		middle := processorTime(b)
		_, err := alone.Convert(b.Context(), job)
		require.NoError(b, err)
		service += middle - begin
		conversion += processorTime(b) - middle
		require.NoError(b, os.RemoveAll(job.Folder))
	}
	perRequest := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) / float64(b.N) }
	b.ReportMetric(perRequest(conversion), "conversion-ms/op")
	b.ReportMetric(perRequest(service-conversion), "overhead-ms/op")
}

// processorTime is what this process has used.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
