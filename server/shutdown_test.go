package server_test

import (
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/server"
)

// TestAnUploadOutlivesTheOrderToStop: what is on its way when the service stops is taken,
// and the database stays open for it.
func TestAnUploadOutlivesTheOrderToStop(t *testing.T) {
	t.Parallel()
	s, err := server.New(t.Context(), server.Config{DataDir: t.TempDir(), Workers: -1, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	k, err := s.IssueKey(t.Context(), server.KeyRequest{Account: "a", Plan: "enterprise", Environment: "dev", Name: "test"})
	require.NoError(t, err)
	begun := make(chan struct{})
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = &firstRead{ReadCloser: r.Body, begun: begun}
		s.ServeHTTP(w, r)
	}))
	defer h.Close()

	r, w := io.Pipe()
	form := multipart.NewWriter(w)
	req, err := http.NewRequest(http.MethodPost, h.URL+"/v1/convert/pdf-to-html", r)
	require.NoError(t, err)
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("Authorization", "Bearer "+k.Key)
	req.Header.Set("Prefer", "respond-async")
	status := make(chan int, 1)
	go func() {
		resp, err := h.Client().Do(req)
		if err != nil {
			status <- 0
			return
		}
		resp.Body.Close()
		status <- resp.StatusCode
	}()
	file, err := form.CreateFormFile("file", "a.pdf")
	require.NoError(t, err)
	_, err = io.WriteString(file, "%PDF-1.7\n"+strings.Repeat("%\n", 1<<16))
	require.NoError(t, err)

	<-begun
	stopped := make(chan error, 1)
	go func() { stopped <- s.Shutdown(t.Context()) }()
	require.Eventually(t, func() bool {
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
		return strings.Contains(answer.Body.String(), "draining")
	}, 10*time.Second, 10*time.Millisecond)
	require.NoError(t, form.Close())
	require.NoError(t, w.Close())
	require.Equal(t, http.StatusAccepted, <-status)
	require.NoError(t, <-stopped)
}

// firstRead tells when it is read.
type firstRead struct {
	io.ReadCloser
	once  sync.Once
	begun chan struct{}
}

func (f *firstRead) Read(p []byte) (int, error) {
	f.once.Do(func() { close(f.begun) })
	return f.ReadCloser.Read(p)
}
