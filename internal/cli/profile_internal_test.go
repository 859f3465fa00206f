package cli

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestProfilesAreForThisMachineOnly(t *testing.T) {
	t.Parallel()
	ask := func(host, path string) int {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = host
		w := httptest.NewRecorder()
		debugging().ServeHTTP(w, r)
		return w.Code
	}
	for _, host := range []string{"127.0.0.1:6060", "localhost:6060", "[::1]:6060"} {
		require.Equal(t, http.StatusOK, ask(host, "/debug/pprof/heap"), host)
	}
	for _, host := range []string{"evil.example:6060", "10.0.0.1:6060", "127.0.0.1.evil.example:6060", ""} {
		require.Equal(t, http.StatusForbidden, ask(host, "/debug/pprof/heap"), host)
	}
	require.Equal(t, http.StatusNotFound, ask("127.0.0.1:6060", "/v1/usage"))
	require.NoError(t, checkDebugAddr(""))
	require.NoError(t, checkDebugAddr("127.0.0.1:0"))
	for _, addr := range []string{":6060", "0.0.0.0:6060", "10.0.0.1:6060", "nowhere"} {
		require.ErrorContains(t, checkDebugAddr(addr), "--debug-addr", addr)
	}
}
