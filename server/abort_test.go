package server_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
)

// TestARequestThatIsCutShortIsNoSuccess checks that the connection is cut where the context of a request ends, as
// it does when its server is stopped at once. Without that net/http would answer an unfinished request with 200.
func TestARequestThatIsCutShortIsNoSuccess(t *testing.T) {
	t.Parallel()
	s, err := server.New(t.Context(), server.Config{DataDir: storetest.Folder(t), Workers: -1, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Shutdown(t.Context())) }()
	k, err := s.IssueKey(t.Context(), server.KeyRequest{Account: "a", Plan: "free", Environment: "dev", Name: "test"})
	require.NoError(t, err)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	h := httptest.NewUnstartedServer(s)
	h.Config.BaseContext = func(net.Listener) context.Context { return stopped }
	h.Start()
	defer h.Close()
	req, err := http.NewRequest(http.MethodGet, h.URL+"/v1/usage", nil)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+k.Key)
	resp, err := h.Client().Do(req)
	if err == nil {
		resp.Body.Close()
		require.FailNow(t, "answered with "+resp.Status)
	}
}

// TestNoAnswerIsSniffed checks that browsers do not guess the type of an answer: answers repeat what clients sent.
func TestNoAnswerIsSniffed(t *testing.T) {
	t.Parallel()
	s, err := server.New(t.Context(), server.Config{DataDir: storetest.Folder(t), Workers: -1, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Shutdown(t.Context())) }()
	for _, path := range []string{"/v1/nothing", "/v1/usage", "/healthz", "/docs", "/dashboard/login"} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		require.Equal(t, "nosniff", w.Header().Get("X-Content-Type-Options"), path)
	}
}
