package store

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// busyTimeout is how long a writer waits for another process, such as a command of the operator beside the server.
// Within a process, writers queue for the one writing connection.
const busyTimeout = "10000" // milliseconds

// sqliteEngine is a SQLite file with one connection that writes and several that read.
type sqliteEngine struct {
	db      *DB
	clock   func() time.Time
	writer  *sql.DB
	readers *sql.DB
	jobs    *river.Client[*sql.Tx]
	fetches *fetchBell

	line      line          // the queue of updates
	groupTime time.Duration // the constant of the same name, except in tests
}

func openSQLite(cfg Config, db *DB) (*sqliteEngine, error) {
	path, err := filepath.Abs(cfg.URL)
	if err != nil {
		return nil, err
	}
	if err := makePrivate(path); err != nil {
		return nil, err
	}
	open := func(connections int, params ...string) (*sql.DB, error) {
		q := url.Values{"_pragma": append(params, "busy_timeout("+busyTimeout+")", "journal_mode(WAL)", "foreign_keys(1)", "synchronous(NORMAL)")}
		begin := "BEGIN IMMEDIATE" // a transaction that writes is alone from its beginning
		if connections > 1 {
			begin = "BEGIN"
		}
		connector, err := newStatementConnector((&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String(), begin)
		if err != nil {
			return nil, err
		}
		pool := sql.OpenDB(connector)
		pool.SetMaxOpenConns(connections)
		pool.SetMaxIdleConns(connections)
		return pool, nil
	}
	e := &sqliteEngine{db: db, clock: cfg.Clock, fetches: newFetchBell(), groupTime: groupTime}
	if e.writer, err = open(1); err != nil {
		return nil, err
	}
	if e.readers, err = open(max(2, cfg.Connections), "query_only(1)"); err != nil {
		return nil, errors.Join(err, e.writer.Close())
	}
	if e.jobs, err = river.NewClient(e.driver(), &river.Config{Logger: cfg.Logger}); err != nil {
		return nil, errors.Join(err, e.close())
	}
	return e, nil
}

// makePrivate makes an empty file that nobody else can read, if there is none. SQLite gives its other files the
// permissions of the first, which by itself would get them from the umask.
func makePrivate(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

func (e *sqliteEngine) driver() sqliteDriver {
	return sqliteDriver{Driver: riversqlite.New(e.writer), fetches: e.fetches}
}

func (e *sqliteEngine) view(ctx context.Context, fn func(Tx) error) (err error) {
	conn, err := e.readers.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := raw(conn, func(c *statementConn) error { return c.open(ctx, false) }); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, raw(conn, (*statementConn).rollback)) }() // also when fn panics
	return fn(&sqliteTx{engine: e, conn: conn})
}

// now needs no transaction: the clock is that of this machine.
func (e *sqliteEngine) now(context.Context) (time.Time, error) {
	return e.clock().UTC().Truncate(time.Microsecond), nil
}

func (e *sqliteEngine) runner(cfg *river.Config) (Runner, error) {
	return river.NewClient(e.driver(), cfg)
}

// listen does nothing. update announces what this process commits, and other processes on the same file cannot
// notify.
func (e *sqliteEngine) listen(context.Context) {}

func (e *sqliteEngine) lookEvery() time.Duration { return lookSeldom }

func (e *sqliteEngine) retryable(err error) bool {
	var s *sqlite.Error
	return errors.As(err, &s) && s.Code()&0xff == sqlite3.SQLITE_BUSY
}

func (e *sqliteEngine) close() error { return errors.Join(e.readers.Close(), e.writer.Close()) }
