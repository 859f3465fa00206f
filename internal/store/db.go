package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"time"

	"github.com/riverqueue/river"
)

// Config says which database to open and what to call when it changes.
type Config struct {
	// URL is the path of a SQLite file, or an address postgres://... A missing file is created; a missing folder
	// is not.
	URL string

	// Hooks are called, in order, inside the transaction of every state change of a conversion. An error undoes
	// the transaction.
	Hooks []Hook

	// Observe is called with the same events after their transactions have committed, for those of this process
	// only. It must return at once. It is not called if the answer to the commit was lost. nil observes nothing.
	Observe func(event Event, c *Conversion)

	// Clock is the clock of a SQLite database: that of the machine with the file. Defaults to time.Now. PostgreSQL
	// has its own clock.
	Clock func() time.Time

	// Connections is the most connections to PostgreSQL, or the most readers of a SQLite file. Defaults to
	// connectionsDefault.
	Connections int

	// Logger is told of lost and restored connections. Defaults to slog.Default.
	Logger *slog.Logger

	_ struct{}
}

// Hook is called with an event of a conversion, inside the transaction that causes it.
type Hook func(ctx context.Context, tx Tx, event Event, c *Conversion) error

const (
	// connectionsDefault serves a few dozen requests at a time. Each holds a connection for a millisecond or two.
	connectionsDefault = 16

	// transactionAttempts is how often a transaction is tried that the database undid because of others (deadlock,
	// serialization, busy). Four repetitions with growing pauses outlast every burst that the tests could make.
	transactionAttempts = 5

	// retryPause is the mean pause before the first repetition. It doubles each time.
	retryPause = 5 * time.Millisecond
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine  engine
	bell    *bell
	hooks   []Hook
	observe func(Event, *Conversion) // nil observes nothing
}

// engine is one kind of database.
type engine interface {
	update(ctx context.Context, durable bool, fn func(Tx) error) error
	view(ctx context.Context, fn func(Tx) error) error
	now(ctx context.Context) (time.Time, error)
	migrate(ctx context.Context) error
	listen(ctx context.Context)
	lookEvery() time.Duration
	runner(cfg *river.Config) (Runner, error)
	retryable(err error) bool
	close() error
}

// Open opens a database, creates or migrates its tables, and begins to listen for changes by other processes.
func Open(ctx context.Context, cfg Config) (*DB, error) {
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	if cfg.Connections <= 0 {
		cfg.Connections = connectionsDefault
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	db := &DB{hooks: cfg.Hooks, observe: cfg.Observe, bell: newBell()}
	var err error
	if isPostgres(cfg.URL) {
		db.engine, err = openPostgres(ctx, cfg, db)
	} else {
		db.engine, err = openSQLite(cfg, db)
	}
	if err != nil {
		return nil, err
	}
	if err := db.engine.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("store: migrating: %w", err), db.engine.close())
	}
	db.engine.listen(ctx)
	return db, nil
}

func isPostgres(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql")
}

// Close ends all connections. Runners must be stopped before.
func (db *DB) Close() error { return db.engine.close() }

// Update runs fn in a transaction. When Update returns nil, the transaction survives a power failure. fn may be
// called several times and must not keep its Tx. Updates of several callers may share one transaction of the
// database, and each succeeds or fails by itself. So fn must not wait for anything that another caller of Update
// holds.
func (db *DB) Update(ctx context.Context, fn func(Tx) error) error {
	return db.update(ctx, true, fn)
}

// UpdateRelaxed is like Update but does not wait for the disk. After a power failure, though not after a crash of
// the process, the newest of these transactions may be lost. It is for heartbeats, counters and the like, and
// costs a twentieth of an Update.
func (db *DB) UpdateRelaxed(ctx context.Context, fn func(Tx) error) error {
	return db.update(ctx, false, fn)
}

// View runs fn in a transaction that only reads.
func (db *DB) View(ctx context.Context, fn func(Tx) error) error {
	return db.retry(ctx, func() error { return db.engine.view(ctx, fn) })
}

// Now returns the time of the database's clock.
func (db *DB) Now(ctx context.Context) (time.Time, error) { return db.engine.now(ctx) }

// retry repeats a transaction that failed only because of other transactions.
func (db *DB) retry(ctx context.Context, run func() error) error {
	pause := retryPause
	for attempt := 1; ; attempt++ {
		err := run()
		if err == nil || attempt == transactionAttempts || !(errors.Is(err, errAgain) || db.engine.retryable(err)) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(rand.N(2 * pause)):
			pause *= 2
		}
	}
}

// Runner works River's jobs. Stop lets running jobs finish; StopAndCancel cancels their contexts. Both return when
// all jobs have ended or ctx is done.
type Runner interface {
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	StopAndCancel(ctx context.Context) error
	JobList(ctx context.Context, params *river.JobListParams) (*river.JobListResult, error)
}

// Runner makes a runner for the jobs of this database. A process may have only one: River's upkeep discards jobs
// of kinds that a runner does not know.
func (db *DB) Runner(cfg *river.Config) (Runner, error) { return db.engine.runner(cfg) }
