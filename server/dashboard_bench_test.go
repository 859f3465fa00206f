package server_test

import (
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
)

// BenchmarkDashboard measures each page of the dashboard, from the request to the last byte. The account has
// 100,000 conversions, half of them in ten batches, and as many deliveries.
func BenchmarkDashboard(b *testing.B) {
	for kind, address := range map[string]func() string{
		"sqlite":   func() string { return filepath.Join(b.TempDir(), "pagelift.db") },
		"postgres": func() string { return testkit.SharedPostgres(b).Database(b) },
	} {
		b.Run(kind, func(b *testing.B) {
			s, err := server.New(b.Context(), server.Config{
				DataDir: b.TempDir(), DatabaseURL: address(), Workers: -1, Logger: slog.New(slog.DiscardHandler),
			})
			require.NoError(b, err)
			defer func() { require.NoError(b, s.Shutdown(b.Context())) }()
			key, err := s.IssueKey(b.Context(), server.KeyRequest{
				Account: "bench", Plan: "enterprise", Environment: "dev", Name: "bench",
				Scopes: []client.Scope{client.ScopeConversionsRead, client.ScopeWebhooksRead, client.ScopeKeysWrite, client.ScopeUsageRead, client.ScopeAccountsWrite},
			})
			require.NoError(b, err)
			require.NoError(b, s.Start(b.Context()))
			fill(b, s.DB())
			if kind == "postgres" { // PostgreSQL does so by itself within minutes
				require.NoError(b, s.DB().Update(b.Context(), func(tx store.Tx) error {
					_, err := tx.Exec(b.Context(), "ANALYZE")
					return err
				}))
			}
			h := httptest.NewServer(s)
			defer h.Close()
			v := signIn(b, h.URL, key.Key)
			for name, path := range crowded {
				b.Run(name, func(b *testing.B) {
					v := &visitor{b, v.url, v.http}
					for b.Loop() {
						require.Equal(b, http.StatusOK, v.get(path).StatusCode)
					}
				})
			}
		})
	}
}

// cursorAt returns the cursor after the nth row that fill inserts.
func cursorAt(prefix, n string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(prefix + "_" + numbered + n))
}

// numbered is the part that all IDs of fill have after their prefix. A number of seven digits follows.
const numbered = "0000000000000000001"

// crowded lists the pages of the dashboard that show rows of the account.
var crowded = map[string]string{
	"overview":              "/dashboard",
	"conversions":           "/dashboard/conversions",
	"conversions-middle":    "/dashboard/conversions?cursor=" + cursorAt("conv", "0050000"),
	"conversions-last":      "/dashboard/conversions?cursor=" + cursorAt("conv", "0000015"),
	"conversions-failed":    "/dashboard/conversions?status=failed",
	"conversions-cancelled": "/dashboard/conversions?status=cancelled",
	"conversions-queued":    "/dashboard/conversions?status=queued",
	"conversion":            "/dashboard/conversions/conv_" + numbered + "0000500",
	"batches":               "/dashboard/batches",
	"batch":                 "/dashboard/batches/batch_" + numbered + "0000005",
	"webhooks":              "/dashboard/webhooks",
	"webhook":               "/dashboard/webhooks/whk_" + numbered + "0000001",
	"deliveries":            "/dashboard/deliveries",
	"deliveries-last":       "/dashboard/deliveries?cursor=" + cursorAt("dlv", "0000015"),
	"deliveries-failed":     "/dashboard/deliveries?status=failed",
	"deliveries-pending":    "/dashboard/deliveries?status=pending",
	"delivery":              "/dashboard/deliveries/dlv_" + numbered + "0000500",
	"keys":                  "/dashboard/keys",
	"accounts":              "/dashboard/accounts",
}

// fill inserts the rows of the account in plain SQL, because the service would take minutes. It inserts in steps,
// because no query may take longer than some seconds.
func fill(b *testing.B, db *store.DB) {
	b.Helper()
	const many, step = 100_000, 10_000
	ctx := b.Context()
	for from := 0; from < many; from += step {
		require.NoError(b, db.Update(ctx, func(tx store.Tx) error {
			for _, insert := range past {
				_, err := tx.Exec(ctx, insert.into+fmt.Sprintf(numbers, from+1, from+step, many)+insert.values)
				if err != nil {
					return err
				}
			}
			return nil
		}))
	}
	require.NoError(b, db.Update(ctx, func(tx store.Tx) error {
		now, err := tx.Now(ctx)
		if err != nil {
			return err
		}
		a, err := store.GetAccountByName(ctx, tx, "bench")
		for day := 0; err == nil && day < 30; day++ {
			at := now.AddDate(0, 0, -day)
			err = store.CountUsage(ctx, tx, a.ID, store.Month(at), store.Day(at), store.Usage{Conversions: many / 30, Pages: many / 10, BytesIn: 1 << 28}, -1)
		}
		return err
	}))
}

// numbers selects the values for the rows of a step: n, the end of an ID, the account, and a time in the last
// thirty days.
const numbers = ` WITH RECURSIVE counted(n) AS (SELECT CAST(%d AS BIGINT) UNION ALL SELECT n + 1 FROM counted WHERE n < %d),
	numbers AS (SELECT n, '` + numbered + `' || SUBSTR(CAST(10000000 + n AS TEXT), 2) AS id, accounts.id AS account,
		created_at - (%d - n) * 25920000 AS at FROM counted, accounts) `

// past lists what fill inserts for each number.
var past = []struct{ into, values string }{
	{`INSERT INTO batches (id, account_id, status, total, completed, failed, created_at, completed_at)`,
		`SELECT 'batch_' || id, account, 'completed', 5000, 4900, 100, at, at FROM numbers WHERE n <= 11`},
	{`INSERT INTO conversions (id, account_id, batch_id, status, input_file, file_size, quota_period, created_at, started_at,
		completed_at, expires_at, pages_done, pages_total, metadata, error_code)`,
		`SELECT 'conv_' || id, account, CASE WHEN n % 2 = 0 THEN 'batch_` + numbered + `' || SUBSTR(CAST(10000001 + n / 10000 AS TEXT), 2) ELSE '' END,
		CASE WHEN n % 50 = 0 THEN 'failed' WHEN n % 777 = 1 THEN 'cancelled' ELSE 'completed' END, 'report.pdf', 100000, '2026-11', at, at,
		at, at, 3, 3, '{"pages":3,"title":"A title"}', CASE WHEN n % 50 = 0 THEN 'invalid_document' ELSE '' END FROM numbers`},
	{`INSERT INTO webhooks (id, account_id, url, events, payload_format, signature_scheme, secret, secret_hint, created_at, updated_at)`,
		`SELECT 'whk_' || id, account, 'https://example.org/hook', '*', 'envelope', 1, '', 'abcd', at, at FROM numbers WHERE n <= 10`},
	{`INSERT INTO deliveries (id, account_id, event_id, event, payload, webhook_id, url, host, conversion_id, status, attempt_count,
		attempt_total, created_at, completed_at)`,
		`SELECT 'dlv_' || id, account, 'evt_' || id, 'conversion.completed', '{"id":"evt"}', 'whk_` + numbered + `' || SUBSTR(CAST(10000001 + n % 10 AS TEXT), 2),
		'https://example.org/hook', 'example.org:443', 'conv_' || id, CASE WHEN n % 100 = 0 THEN 'failed' ELSE 'succeeded' END, 1, 1, at, at FROM numbers`},
	{`INSERT INTO delivery_attempts (delivery_id, number, started_at, micros, status_code)`,
		`SELECT 'dlv_' || id, 1, at, 20000, 204 FROM numbers`},
}
