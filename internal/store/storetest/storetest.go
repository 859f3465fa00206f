// Package storetest gives tests databases of their own that have their tables already. To make the tables takes a
// fifth of the time of a test that needs nothing else.
package storetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/testkit"
)

// Each runs a test on every kind of database that the service knows. Each run has an empty database of its own.
func Each(t *testing.T, run func(t *testing.T, address string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, SQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, Postgres(t))
	})
}

// SQLite returns the file of a new database.
func SQLite(tb testing.TB) string {
	tb.Helper()
	return InFolder(tb, tb.TempDir())
}

// Folder returns a new folder with a database where a service looks for its own.
func Folder(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	InFolder(tb, dir)
	return dir
}

// InFolder puts a new database into a folder, where a service looks for its own, and returns its file.
func InFolder(tb testing.TB, dir string) string {
	tb.Helper()
	file, err := tables()
	require.NoError(tb, err)
	path := filepath.Join(dir, "pagelift.db")
	require.NoError(tb, os.WriteFile(path, file, 0o600))
	return path
}

// tables returns the file of a database with empty tables.
var tables = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "tables")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "pagelift.db")
	if err := makeTables(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// template is the database on the shared PostgreSQL server from which the others are copied.
var template struct {
	once sync.Once
	name string
	err  error
}

// Postgres returns the address of a new database on the server that all tests of a package share.
func Postgres(tb testing.TB) string {
	tb.Helper()
	server := testkit.SharedPostgres(tb)
	template.once.Do(func() {
		var address string
		template.name, address = server.Named(tb)
		template.err = makeTables(address)
	})
	require.NoError(tb, template.err)
	return server.Copy(tb, template.name)
}

// makeTables makes the tables of the database at address.
func makeTables(address string) error {
	db, err := store.Open(context.Background(), store.Config{URL: address})
	if err != nil {
		return err
	}
	return db.Close()
}
