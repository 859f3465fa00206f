package server_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store/storetest"
	"github.com/pagelift/pagelift/server"
)

// TestRotationGivesNoMoreThanTheKeyHas checks that rotating a key needs all of its scopes, as creating a key does:
// the answer shows the successor to the caller.
func TestRotationGivesNoMoreThanTheKeyHas(t *testing.T) {
	t.Parallel()
	s, err := server.New(t.Context(), server.Config{DataDir: storetest.Folder(t), Workers: -1, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	h := httptest.NewServer(s)
	defer func() {
		h.Close()
		require.NoError(t, s.Shutdown(t.Context()))
	}()
	issue := func(scopes ...client.Scope) client.APIKey {
		k, err := s.IssueKey(t.Context(), server.KeyRequest{Account: "a", Plan: "enterprise", Environment: "prd", Name: "test", Scopes: scopes})
		require.NoError(t, err)
		return k
	}
	all, keysOnly := issue(), issue(client.ScopeKeysWrite)
	rotate := func(by, of client.APIKey) (int, string) {
		req, err := http.NewRequest(http.MethodPost, h.URL+"/v1/api-keys/"+of.ID+"/rotate", nil)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+by.Key)
		resp, text := answer(t, h, req)
		return resp.StatusCode, text
	}
	status, text := rotate(keysOnly, all)
	require.Equal(t, http.StatusForbidden, status, text)
	require.Contains(t, text, `"code":"insufficient_scope"`)
	status, text = rotate(keysOnly, keysOnly)
	require.Equal(t, http.StatusCreated, status, text)
	status, text = rotate(all, all)
	require.Equal(t, http.StatusCreated, status, text)
}
