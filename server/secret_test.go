package server_test

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/server"
)

func TestAnotherSecretOpensNoDatabase(t *testing.T) {
	t.Parallel()
	config := server.Config{
		DataDir: t.TempDir(), DatabaseURL: filepath.Join(t.TempDir(), "shared.db"), Logger: slog.New(slog.DiscardHandler),
		Secret: bytes.Repeat([]byte("a"), 32), Workers: -1,
	}
	open := func() error {
		s, err := server.New(t.Context(), config)
		if err == nil {
			err = s.Shutdown(t.Context())
		}
		return err
	}
	require.NoError(t, open())
	require.NoError(t, open(), "the same again")
	config.Secret = bytes.Repeat([]byte("b"), 32)
	require.ErrorContains(t, open(), "another secret")
}
