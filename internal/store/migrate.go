package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"io/fs"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
)

// migrations only add. While processes are replaced one after the other, the previous version of the program must
// run on the tables of this one. So the order of migrations does not matter, and those of a later version, which
// are missing here, do no harm. One text serves both databases. Each direction is one statement for goose.
// Otherwise goose would look for the end of each statement with a buffer of 4 MiB for each line; under the race
// detector that took as long as the tables themselves.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrationAttempts and migrationPause outlast another process that makes the tables of the same SQLite file,
// which takes a tenth of a second.
const (
	migrationAttempts = 10
	migrationPause    = 50 * time.Millisecond
)

// migrate takes no lock that other processes would respect. Each step is a transaction. A process that comes
// second fails on what exists already, tries again, and finds the step done.
func (e *sqliteEngine) migrate(ctx context.Context) (err error) {
	for range migrationAttempts {
		if err = e.migrateOnce(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(migrationPause):
		}
	}
	return err
}

func (e *sqliteEngine) migrateOnce(ctx context.Context) error {
	if err := migrateOwn(ctx, goose.DialectSQLite3, e.writer); err != nil {
		return err
	}
	return migrateRiver[*sql.Tx](ctx, riversqlite.New(e.writer))
}

// migrationLock is the advisory lock of PostgreSQL under which tables are made. It is any number that nobody else
// uses in the same database.
const migrationLock = 0x70_61_67_65_6c_69_66_74

// migrationMost is how long PostgreSQL lets a process make tables. An index over millions of rows takes minutes.
// It bounds how long a machine that is suspended meanwhile holds the lock.
const migrationMost = time.Hour

// migrate runs in one process at a time. The others wait for its lock.
func (e *postgresEngine) migrate(ctx context.Context) (err error) {
	lock, err := e.pool.Begin(ctx) // a transaction, so that a pooler keeps one server process for it
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Rollback(context.WithoutCancel(ctx))) }()
	if _, err := lock.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(migrationLock)); err != nil {
		return err
	}
	// This transaction is idle while others make the tables.
	if _, err := lock.Exec(ctx, "SELECT set_config($1, $2, true)", idleParam, strconv.FormatInt(migrationMost.Milliseconds(), 10)); err != nil {
		return err
	}
	pool := stdlib.OpenDBFromPool(e.pool)
	defer func() { err = errors.Join(err, pool.Close()) }()
	if err := migrateOwn(ctx, goose.DialectPostgres, pool); err != nil {
		return err
	}
	return migrateRiver[pgx.Tx](ctx, riverpgxv5.New(e.pool))
}

func migrateOwn(ctx context.Context, dialect goose.Dialect, pool *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, pool, files, goose.WithAllowOutofOrder(true))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

func migrateRiver[T any](ctx context.Context, driver riverdriver.Driver[T]) error {
	migrator, err := rivermigrate.New(driver, nil)
	if err != nil {
		return err
	}
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}
