package server_test

import (
	"bytes"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

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
