package store_test

import (
	"context"
	"database/sql"
	"os"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/testkit"
)

// raw opens the database without this package.
func raw(t *testing.T, address string) (*sql.DB, goose.Dialect) {
	t.Helper()
	driver, dialect := "sqlite", goose.DialectSQLite3
	if strings.HasPrefix(address, "postgres:") {
		driver, dialect = "pgx", goose.DialectPostgres
	}
	db, err := sql.Open(driver, address)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db, dialect
}

// works requires that conversions can be made and run.
func works(t *testing.T, db *store.DB, name string) {
	t.Helper()
	id := account(t, db, name)
	update(t, db, func(ctx context.Context, tx store.Tx) error {
		return store.CountUsage(ctx, tx, id, "2026-11", "2026-11-22", store.Usage{Conversions: 1}, 10)
	})
	conversion(t, db, id)
	update(t, db, func(ctx context.Context, tx store.Tx) error {
		tickets, err := store.Admit(ctx, tx, id, 1)
		require.NoError(t, err)
		require.Len(t, tickets, 1)
		_, err = store.Claim(ctx, tx, tickets[0])
		require.NoError(t, err)
		_, err = store.Finish(ctx, tx, tickets[0], store.Outcome{Status: store.Completed, Lifetime: time.Hour})
		return err
	})
}

// TestALaterProgramsTables: this program starts and runs on tables to which a later version has added, before its
// start and beside it.
func TestALaterProgramsTables(t *testing.T) {
	t.Parallel()
	testkit.EachDatabase(t, func(t *testing.T, address string) {
		before := open(t, store.Config{URL: address})
		works(t, before, "a")
		db, _ := raw(t, address)
		for _, statement := range []string{
			`CREATE TABLE of_a_later_program (id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id))`,
			`CREATE INDEX conversions_later ON conversions (custom_id)`,
			`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`,
		} {
			_, err := db.ExecContext(t.Context(), statement)
			require.NoError(t, err)
		}
		for _, table := range []string{"accounts", "api_keys", "conversions", "batches", "webhooks", "deliveries", "idempotency", "usage_counts", "settings", "audit"} {
			_, err := db.ExecContext(t.Context(), "ALTER TABLE "+table+" ADD COLUMN later TEXT NOT NULL DEFAULT ''")
			require.NoError(t, err, table)
		}
		works(t, before, "b")
		works(t, open(t, store.Config{URL: address}), "c")
	})
}

// TestAnEarlierProgramsTables: this program brings them up to date, in whatever order they were made, while the
// earlier version still runs.
func TestAnEarlierProgramsTables(t *testing.T) {
	t.Parallel()
	testkit.EachDatabase(t, func(t *testing.T, address string) {
		works(t, open(t, store.Config{URL: address}), "a")
		db, dialect := raw(t, address)
		provider, err := goose.NewProvider(dialect, db, os.DirFS("migrations"))
		require.NoError(t, err)
		_, err = provider.ApplyVersion(t.Context(), 5, false)
		require.NoError(t, err)
		_, err = provider.ApplyVersion(t.Context(), 7, false)
		require.NoError(t, err)

		works(t, open(t, store.Config{URL: address}), "b")
		for _, statement := range []string{ // as the version before these migrations has them
			`INSERT INTO usage_counts (account_id, period, conversions, refunds, pages, bytes_in) SELECT id, '2026-10', 1, 0, 0, 0 FROM accounts`,
			`INSERT INTO idempotency (account_id, method, path, key, fingerprint, request_id, conversion_id, created_at, lease_until, status, header, body)
				SELECT id, 'POST', '/', 'k', 'f', 'r', '', 0, 0, 0, '', '' FROM accounts`,
		} {
			_, err := db.ExecContext(t.Context(), statement)
			require.NoError(t, err)
		}
		works(t, open(t, store.Config{URL: address}), "c")
	})
}
