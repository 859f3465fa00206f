package server

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/store/storetest"
)

// TestADatabaseThatTakesTooLongIsUnavailable checks that the time-out of a connection is neither a defect of the
// service nor one of the request.
func TestADatabaseThatTakesTooLongIsUnavailable(t *testing.T) {
	t.Parallel()
	s := &core{log: slog.New(slog.DiscardHandler)}
	late := fmt.Errorf("connecting: %w", context.DeadlineExceeded)
	require.Equal(t, client.ServiceUnavailable, public(s.storeError(late)).Code)
	require.Equal(t, client.ServiceUnavailable, public(s.blobError(late)).Code)
	gone := fmt.Errorf("reading: %w", context.Canceled)
	require.Equal(t, gone, s.storeError(gone))
	require.Equal(t, gone, s.blobError(gone))
}

// TestARepeatableRequestWithoutDatabase checks that a request with an Idempotency-Key gets the same error as any
// other.
func TestARepeatableRequestWithoutDatabase(t *testing.T) {
	t.Parallel()
	s, err := New(t.Context(), Config{DataDir: storetest.Folder(t), Workers: -1, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	require.NoError(t, s.Shutdown(t.Context()))
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/api-keys", nil)
	r.Header.Set(idempotencyHeader, "one")
	c := &call{w: httptest.NewRecorder(), r: r, account: &store.Account{}}
	require.Equal(t, client.ServiceUnavailable, public(s.repeats.answerOnce(c, nil)).Code)
}
