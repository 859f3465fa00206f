package server_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store/storetest"
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
	require.NoError(t, open(), "the same secret opens the database again")
	config.Secret = bytes.Repeat([]byte("b"), 32)
	require.ErrorContains(t, open(), "another secret")
}

// TestSecretsAreReplaced checks that everything which an old secret has made is valid while it is given beside the
// new one. When it is removed, what was used meanwhile is still valid, except signed addresses.
func TestSecretsAreReplaced(t *testing.T) {
	t.Parallel()
	storetest.Each(t, secretsAreReplaced)
}

func secretsAreReplaced(t *testing.T, database string) {
	dir := t.TempDir()
	older, newer := strings.Repeat("old!", 8), strings.Repeat("new!", 8)
	open := func(secrets ...string) *service {
		return newService(t, func(c *server.Config) {
			c.DataDir, c.DatabaseURL, c.Secret, c.OldSecrets = dir, database, []byte(secrets[0]), nil
			for _, old := range secrets[1:] {
				c.OldSecrets = append(c.OldSecrets, []byte(old))
			}
		})
	}
	stop := func(s *service) { require.NoError(t, s.Shutdown(t.Context())) }
	asks := func(s *service, key string) int {
		return s.do(request{"GET", "/v1/usage", map[string]string{"Authorization": "Bearer " + key}, nil}).StatusCode
	}

	s := open(older)
	used, unused := s.issue("enterprise", "main"), s.issue("enterprise", "main")
	hook, err := s.client.Webhooks.Create(t.Context(), client.WebhookRequest{URL: "https://example.org/hook"})
	require.NoError(t, err)
	_, err = s.client.Webhooks.RotateAccountSecret(t.Context(), client.Rotation{})
	require.NoError(t, err)
	result, err := url.Parse(*s.post("a.pdf", nil).conversion(http.StatusOK).DownloadURL)
	require.NoError(t, err)
	download := func(s *service) reply {
		return s.do(request{"GET", result.RequestURI(), map[string]string{"Authorization": ""}, nil})
	}
	cookie := s.login(used)
	stop(s)

	for _, secrets := range [][]string{{older, newer}, {newer, older}} {
		s = open(secrets...)
		require.Equal(t, http.StatusOK, asks(s, used))
		require.Equal(t, http.StatusOK, download(s).StatusCode)
		require.True(t, s.signedIn(cookie))
		stop(s)
	}

	s = open(newer)
	require.Equal(t, http.StatusOK, asks(s, used))
	require.Equal(t, http.StatusUnauthorized, asks(s, unused), "this key was not used while both secrets were given")
	download(s).failed(client.InvalidSignature)
	_, err = s.client.Webhooks.RotateSecret(t.Context(), hook.ID, client.Rotation{}) // this reads the old secret
	require.NoError(t, err)
	_, err = s.client.Webhooks.RotateAccountSecret(t.Context(), client.Rotation{Force: true})
	require.NoError(t, err)
}

// TestTheOldSecretOfAFolder checks that the old secret is read from a file beside the other.
func TestTheOldSecretOfAFolder(t *testing.T) {
	t.Parallel()
	config := server.Config{DataDir: storetest.Folder(t), Logger: slog.New(slog.DiscardHandler), Workers: -1}
	key := ""
	open := func() int {
		s, err := server.New(t.Context(), config)
		require.NoError(t, err)
		defer func() { require.NoError(t, s.Shutdown(t.Context())) }()
		if key == "" {
			k, err := s.IssueKey(t.Context(), server.KeyRequest{Account: "a", Plan: "enterprise", Environment: "prd", Name: "test"})
			require.NoError(t, err)
			key = k.Key
		}
		req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/usage", nil)
		req.Header.Set("Authorization", "Bearer "+key)
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, req)
		return answer.Code
	}
	require.Equal(t, http.StatusOK, open())
	name := filepath.Join(config.DataDir, "secret.key")
	before, err := os.ReadFile(name)
	require.NoError(t, err)
	old := filepath.Join(config.DataDir, "secret.old.key")
	require.NoError(t, os.Rename(name, old))
	require.Equal(t, http.StatusOK, open())
	after, err := os.ReadFile(name)
	require.NoError(t, err)
	require.NotEqual(t, before, after)
	require.NoError(t, os.Remove(old))
	require.Equal(t, http.StatusOK, open())
}
