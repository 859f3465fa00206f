package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
)

// migrations only add: the previous version of the program must run on the
// tables of this one while processes are replaced one after the other. One text
// serves both databases.
//
//go:embed migrations/*.sql
var migrations embed.FS

func (e *sqliteEngine) migrate(ctx context.Context) error {
	if err := migrateOwn(ctx, goose.DialectSQLite3, e.writer); err != nil {
		return err
	}
	return migrateRiver[*sql.Tx](ctx, riversqlite.New(e.writer))
}

// migrate is done by one process at a time; the others wait for its lock.
func (e *postgresEngine) migrate(ctx context.Context) (err error) {
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return err
	}
	pool := stdlib.OpenDBFromPool(e.pool)
	defer func() { err = errors.Join(err, pool.Close()) }()
	if err := migrateOwn(ctx, goose.DialectPostgres, pool, goose.WithSessionLocker(locker)); err != nil {
		return err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := locker.SessionLock(ctx, conn); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locker.SessionUnlock(context.WithoutCancel(ctx), conn)) }()
	return migrateRiver[pgx.Tx](ctx, riverpgxv5.New(e.pool))
}

func migrateOwn(ctx context.Context, dialect goose.Dialect, pool *sql.DB, opts ...goose.ProviderOption) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, pool, files, opts...)
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
