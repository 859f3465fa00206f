package server_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/server"
)

func TestMetricsAreForWhoHasTheToken(t *testing.T) {
	t.Parallel()
	s, err := server.New(t.Context(), server.Config{DataDir: t.TempDir(), MetricsToken: "seen", Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Shutdown(t.Context())) })
	scrape := func(authorization string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
		r.Header.Set("Authorization", authorization)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	require.Equal(t, http.StatusUnauthorized, scrape("").Code)
	require.Equal(t, http.StatusUnauthorized, scrape("Bearer unseen").Code)
	w := scrape("Bearer seen")
	require.Equal(t, http.StatusOK, w.Code)
	require.Contains(t, w.Body.String(), `pagelift_http_requests_total{method="GET",route="/metrics",status="401"} 2`)
}
