package store

import (
	"context"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

// TestHowLongPostgreSQLMayTake: the address sets the time to connect, up to how long clients wait.
func TestHowLongPostgreSQLMayTake(t *testing.T) {
	t.Setenv("PGCONNECT_TIMEOUT", "")
	for parameter, want := range map[string]time.Duration{
		"":                     3 * time.Second,
		"?connect_timeout=0":   3 * time.Second, // without limit, for libpq
		"?connect_timeout=10":  10 * time.Second,
		"?connect_timeout=600": time.Minute,
	} {
		c, err := pgx.ParseConfig("postgres://pagelift@db.example.com/pagelift" + parameter)
		require.NoError(t, err)
		require.Equal(t, want, reachTime(c), parameter)
	}
}

// TestNobodyWaitsForAProcessThatStarts: its first connections have more time than those for which clients wait.
func TestNobodyWaitsForAProcessThatStarts(t *testing.T) {
	e := &postgresEngine{}
	timeout := func(address time.Duration) time.Duration {
		c := &pgx.ConnConfig{Config: pgconn.Config{ConnectTimeout: address}}
		require.NoError(t, e.allowTime(t.Context(), c))
		return c.ConnectTimeout
	}
	require.Equal(t, openTime, timeout(connectTimeout))
	require.Equal(t, connectMost, timeout(connectMost))
	e.open.Store(true)
	require.Equal(t, connectTimeout, timeout(connectTimeout))
}

// TestATransactionOfAProcessThatSleepsEnds: otherwise it would hold its locks until the process wakes.
func TestATransactionOfAProcessThatSleepsEnds(t *testing.T) {
	t.Parallel()
	address := testkit.SharedPostgres(t).Database(t)
	setting := func(address string, change func(*pgx.ConnConfig)) string {
		c, err := pgx.ParseConfig(address)
		require.NoError(t, err)
		change(c)
		conn, err := pgx.ConnectConfig(t.Context(), c)
		require.NoError(t, err)
		defer func() { require.NoError(t, conn.Close(t.Context())) }()
		var value string
		require.NoError(t, conn.QueryRow(t.Context(), "SHOW "+idleParam).Scan(&value))
		return value
	}
	require.Equal(t, "0", setting(address, func(*pgx.ConnConfig) {}), "what PostgreSQL does by itself")
	require.Equal(t, "30s", setting(address, boundIdle))
	require.Equal(t, "5s", setting(address, func(c *pgx.ConnConfig) {
		c.RuntimeParams[idleParam] = "5s" // as in the address
		boundIdle(c)
	}))
}

// TestAMigrationMayTakeLong: the transaction with its lock is idle while the tables are made.
func TestAMigrationMayTakeLong(t *testing.T) {
	t.Parallel()
	address := testkit.SharedPostgres(t).Database(t)
	other, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer func() { require.NoError(t, other.Close(context.WithoutCancel(t.Context()))) }()
	tx, err := other.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), "CREATE TABLE accounts (id bigint)") // the migration waits for the end of this transaction
	require.NoError(t, err)

	u, err := url.Parse(address)
	require.NoError(t, err)
	q := u.Query()
	q.Set(idleParam, "2000") // a busy machine takes a part of it between two statements
	u.RawQuery = q.Encode()
	opened := make(chan error, 1)
	go func() {
		db, err := Open(t.Context(), Config{URL: u.String()})
		if err == nil {
			err = db.Close()
		}
		opened <- err
	}()
	require.Never(t, func() bool { return len(opened) > 0 }, 2500*time.Millisecond, 50*time.Millisecond)
	require.NoError(t, tx.Rollback(t.Context()))
	require.NoError(t, <-opened)
}
