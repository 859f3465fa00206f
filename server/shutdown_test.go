package server_test

import (
	"context"
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

	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
	"github.com/pagelift/pagelift/storage"
)

// TestAnUploadOutlivesTheOrderToStop checks that an upload which has begun when the service stops is accepted, and
// that the database stays open for it.
func TestAnUploadOutlivesTheOrderToStop(t *testing.T) {
	t.Parallel()
	s, err := server.New(t.Context(), server.Config{DataDir: storetest.Folder(t), Workers: -1, Logger: slog.New(slog.DiscardHandler)})
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
	require.Eventually(t, func() bool { return draining(t, s) }, failurePatience, 10*time.Millisecond)
	require.NoError(t, form.Close())
	require.NoError(t, w.Close())
	require.Equal(t, http.StatusAccepted, <-status)
	require.NoError(t, <-stopped)
}

// firstRead signals when it is first read.
type firstRead struct {
	io.ReadCloser
	once  sync.Once
	begun chan struct{}
}

func (f *firstRead) Read(p []byte) (int, error) {
	f.once.Do(func() { close(f.begun) })
	return f.ReadCloser.Read(p)
}

// TestShutdownWaitsForStart checks that a service which is shut down while it starts is stopped completely, and
// that one that was shut down does not start.
func TestShutdownWaitsForStart(t *testing.T) {
	t.Parallel()
	folder, err := storage.OpenFolder(t.TempDir())
	require.NoError(t, err)
	defer folder.Close()
	bucket := &heldBucket{Bucket: folder, reached: make(chan struct{}), free: make(chan struct{})}
	s, err := server.New(t.Context(), server.Config{DataDir: storetest.Folder(t), Bucket: bucket, Workers: 1, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)

	started, stopped := make(chan error, 1), make(chan error, 1)
	go func() { started <- s.Start(t.Context()) }()
	<-bucket.reached
	go func() { stopped <- s.Shutdown(t.Context()) }()
	require.Eventually(t, func() bool { return draining(t, s) }, failurePatience, 10*time.Millisecond)
	close(bucket.free)
	require.NoError(t, <-started)
	require.NoError(t, <-stopped)
	require.ErrorContains(t, s.Start(t.Context()), "shut down")
}

// heldBucket delays the object by which a service recognises its storage, and which Start writes, until free is
// closed.
type heldBucket struct {
	storage.Bucket
	reached, free chan struct{}
}

// Put implements storage.Bucket.
func (b *heldBucket) Put(ctx context.Context, key string, r io.Reader, media string) error {
	if strings.HasPrefix(key, "service/") {
		close(b.reached)
		<-b.free
	}
	return b.Bucket.Put(ctx, key, r, media)
}

// draining reports whether the service says that it is about to stop.
func draining(t *testing.T, s *server.Server) bool {
	t.Helper()
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
	return strings.Contains(answer.Body.String(), "draining")
}

// TestWhoComesByHTTPSStays checks that a service at https tells browsers to use nothing else.
func TestWhoComesByHTTPSStays(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{"": "", "http://pdf.example.org": "", "https://pdf.example.org": "max-age=31536000"} {
		s := newService(t, func(c *server.Config) { c.BaseURL = address })
		require.Equal(t, want, s.get("/healthz").Header.Get("Strict-Transport-Security"), address)
	}
}
