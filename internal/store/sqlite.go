package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
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

// busyTimeout is how long a writer waits for another process (a command of the
// operator beside the server); within a process writers queue up for the one handle.
const busyTimeout = "10000" // milliseconds

// sqliteEngine is a SQLite file: one connection that writes, several that read.
type sqliteEngine struct {
	db      *DB
	clock   func() time.Time
	writer  *sql.DB
	readers *sql.DB
	jobs    *river.Client[*sql.Tx]
	fetches *fetchBell

	// turn is held by the update that has, or waits for, the writing connection. The
	// pool of database/sql picks whom it serves at random; a channel serves in order.
	turn chan struct{}
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
		q.Set("_txlock", "immediate")
		if connections > 1 {
			q.Set("_txlock", "deferred")
		}
		connector, err := newStatementConnector((&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String())
		if err != nil {
			return nil, err
		}
		pool := sql.OpenDB(connector)
		pool.SetMaxOpenConns(connections)
		pool.SetMaxIdleConns(connections)
		return pool, nil
	}
	e := &sqliteEngine{db: db, clock: cfg.Clock, fetches: newFetchBell(), turn: make(chan struct{}, 1)}
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

// makePrivate makes an empty file that nobody else can read where there is none: SQLite makes the
// others that it needs as the first one is, and asks the umask for that one.
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

// update uses the one writing connection. Its resting state is synchronous=NORMAL,
// in which a commit does not wait for the disk: so River's own bookkeeping, which
// the fence makes repeatable, costs no waiting either. What must last says FULL
// for its own transaction, which takes along whatever was committed before it.
func (e *sqliteEngine) update(ctx context.Context, durable bool, fn func(Tx) error) (err error) {
	select {
	case e.turn <- struct{}{}:
		defer func() { <-e.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	conn, err := e.writer.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if durable {
		if _, err := conn.ExecContext(ctx, "PRAGMA synchronous=FULL"); err != nil {
			return err
		}
		defer rest(context.WithoutCancel(ctx), conn)
	}
	tx := &sqliteTx{engine: e}
	if tx.Tx, err = conn.BeginTx(ctx, nil); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rollback(tx.Tx)) }() // when fn panics, too
	if err := fn(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return sqliteCommitError(err)
	}
	tx.tell()
	return nil
}

// sqliteCommitError tells a commit that failed from one that a defect of the disk cut off.
func sqliteCommitError(err error) error {
	var s *sqlite.Error
	if errors.As(err, &s) && s.Code()&0xff == sqlite3.SQLITE_IOERR {
		return errors.Join(ErrUnknown, err)
	}
	return err
}

// rest brings a connection back to its resting state, or has the pool replace it:
// the fate of the transaction is settled by then, and not to be changed by this.
func rest(ctx context.Context, conn *sql.Conn) {
	if _, err := conn.ExecContext(ctx, "PRAGMA synchronous=NORMAL"); err != nil {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
}

func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); !errors.Is(err, sql.ErrTxDone) {
		return err
	}
	return nil // it was committed, or the context ended it
}

func (e *sqliteEngine) view(ctx context.Context, fn func(Tx) error) (err error) {
	tx, err := e.readers.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rollback(tx)) }()
	return fn(&sqliteTx{engine: e, Tx: tx})
}

// now needs no transaction: the clock is that of this machine.
func (e *sqliteEngine) now(context.Context) (time.Time, error) {
	return e.clock().UTC().Truncate(time.Microsecond), nil
}

func (e *sqliteEngine) runner(cfg *river.Config) (Runner, error) {
	return river.NewClient(e.driver(), cfg)
}

// listen does nothing: what this process commits is told by update, and other
// processes on the same file cannot call.
func (e *sqliteEngine) listen(context.Context) {}

func (e *sqliteEngine) retryable(err error) bool {
	var s *sqlite.Error
	return errors.As(err, &s) && s.Code()&0xff == sqlite3.SQLITE_BUSY
}

func (e *sqliteEngine) close() error { return errors.Join(e.readers.Close(), e.writer.Close()) }

// sqliteTx is a transaction of a SQLite file.
type sqliteTx struct {
	*sql.Tx
	engine  *sqliteEngine
	changed []string // ids to ring for after the commit
	queues  []string // queues that got jobs
	now     time.Time
}

// Exec implements Tx.
func (t *sqliteTx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	res, err := t.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// Query implements Tx.
func (t *sqliteTx) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	rows, err := t.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return sqliteRows{rows}, nil
}

// QueryRow implements Tx.
func (t *sqliteTx) QueryRow(ctx context.Context, query string, args ...any) Row {
	return row{t.QueryRowContext(ctx, query, args...)}
}

// Enqueue implements Tx.
func (t *sqliteTx) Enqueue(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error {
	res, err := t.engine.jobs.InsertTx(ctx, t.Tx, args, opts)
	if err != nil {
		return err
	}
	t.queues = append(t.queues, res.Job.Queue)
	return nil
}

// Now implements Tx.
func (t *sqliteTx) Now(ctx context.Context) (_ time.Time, err error) {
	if t.now.IsZero() {
		t.now, err = t.engine.now(ctx)
	}
	return t.now, err
}

func (t *sqliteTx) signal(_ context.Context, id string) error {
	t.changed = append(t.changed, id)
	return nil
}

// rowLock needs nothing: a transaction that writes is alone from its beginning (_txlock=immediate).
func (t *sqliteTx) rowLock() string { return "" }

func (t *sqliteTx) home() *DB { return t.engine.db }

// tell is called after the commit.
func (t *sqliteTx) tell() {
	for _, id := range t.changed {
		t.engine.db.bell.ring(id)
	}
	for _, queue := range t.queues {
		t.engine.fetches.ring(queue)
	}
}

type sqliteRows struct{ *sql.Rows }

// Close implements Rows; Err has told what there is to tell.
func (r sqliteRows) Close() { _ = r.Rows.Close() }
