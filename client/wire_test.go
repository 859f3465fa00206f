package client_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// wire has one value of each type of the interface, for the files in testdata/wire.
var wire = map[string]func() any{
	"account":         func() any { return new(client.Account) },
	"account_request": func() any { return new(client.AccountRequest) },
	"account_update":  func() any { return new(client.AccountUpdate) },
	"account_usage":   func() any { return new(client.AccountUsage) },
	"api_key":         func() any { return new(client.APIKey) },
	"api_key_request": func() any { return new(client.APIKeyRequest) },
	"audit_entry":     func() any { return new(client.AuditEntry) },
	"batch":           func() any { return new(client.Batch) },
	"batch_input":     func() any { return new(client.BatchInput) },
	"conversion":      func() any { return new(client.Conversion) },
	"corrections":     func() any { return new(client.Corrections) },
	"daily_usage":     func() any { return new(client.Page[client.DailyUsage]) },
	"delivery":        func() any { return new(client.Delivery) },
	"error":           func() any { return new(client.ErrorResponse) },
	"page":            func() any { return new(client.Page[client.Webhook]) },
	"replay":          func() any { return new(client.Replay) },
	"replayed":        func() any { return new(client.Replayed) },
	"rotation":        func() any { return new(client.Rotation) },
	"secret":          func() any { return new(client.Secret) },
	"usage":           func() any { return new(client.Usage) },
	"webhook":         func() any { return new(client.Webhook) },
	"webhook_request": func() any { return new(client.WebhookRequest) },
	"webhook_update":  func() any { return new(client.WebhookUpdate) },
}

// The files of testdata/wire are the promise of the interface: TYPE.CASE.json is read and written again unchanged.
// The case zero is the zero value.
func TestWireForms(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/wire/*.json")
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, name := range files {
		base := filepath.Base(name)
		kind, which, _ := strings.Cut(strings.TrimSuffix(base, ".json"), ".")
		require.Contains(t, wire, kind, "orphaned file %s", base)
		seen[kind+"."+which] = true
		t.Run(base, func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(name)
			require.NoError(t, err)
			v := wire[kind]()
			if which != "zero" {
				strict := json.NewDecoder(bytes.NewReader(want))
				strict.DisallowUnknownFields()
				require.NoError(t, strict.Decode(v))
			}
			got, err := json.MarshalIndent(v, "", "  ")
			require.NoError(t, err)
			require.Equal(t, string(want), string(got)+"\n")
		})
	}
	for kind := range wire {
		require.True(t, seen[kind+".zero"] || seen[kind+".full"], "testdata/wire has no %s", kind)
	}
}

func TestStatusesThatAreFinal(t *testing.T) {
	t.Parallel()
	for status, want := range map[client.Status]bool{
		client.StatusQueued: false, client.StatusProcessing: false, "paused": false, "": false,
		client.StatusCompleted: true, client.StatusFailed: true, client.StatusCancelled: true,
	} {
		require.Equal(t, want, status.Final(), "%q", status)
	}
}
