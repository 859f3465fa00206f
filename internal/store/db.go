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

// Config says which database to open and who hears of its changes.
type Config struct {
	// URL is a path of a SQLite file, or an address postgres://... The file is
	// created when it is missing; its folder is not.
	URL string

	// Hooks are called inside the transaction of every state change of a
	// conversion, in order. An error undoes the transaction.
	Hooks []Hook

	// Observe is told of the same events once their transactions have come about, those of
	// this process. It must return at once. One whose commit lost its answer it is not told of. nil: nobody is.
	Observe func(event Event, c *Conversion)

	// Clock is the clock of a SQLite database: the machine that has the file.
	// Defaults to time.Now. PostgreSQL has a clock of its own.
	Clock func() time.Time

	// Connections is the most connections to PostgreSQL, and the most readers of
	// a SQLite file. Defaults to connectionsDefault.
	Connections int

	// Logger hears of lost and regained connections. Defaults to slog.Default.
	Logger *slog.Logger

	_ struct{}
}

// Hook is told of a conversion's event inside the transaction that brings it about.
type Hook func(ctx context.Context, tx Tx, event Event, c *Conversion) error

const (
	// connectionsDefault serves a few dozen requests at a time; each holds a
	// connection for a millisecond or two.
	connectionsDefault = 16

	// transactionAttempts is how often a transaction is tried that the database
	// undid because of others (deadlock, serialization, busy). Four repetitions
	// with growing pauses outlast any burst that the tests could make.
	transactionAttempts = 5

	// retryPause is the mean pause before the first repetition; it doubles.
	retryPause = 5 * time.Millisecond
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine  engine
	bell    *bell
	hooks   []Hook
	observe func(Event, *Conversion) // nil: nobody is told
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

// Open opens a database, creates or migrates its tables, and begins to listen
// for changes of other processes.
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

// Close ends all connections. Runners must have been stopped before.
func (db *DB) Close() error { return db.engine.close() }

// Update runs fn in a transaction that has survived everything once Update
// returns nil. fn may be called several times, and must not keep its Tx. Updates of several callers may share
// a transaction, in which each has its own way and end: fn must not wait for what another caller of Update holds.
func (db *DB) Update(ctx context.Context, fn func(Tx) error) error {
	return db.update(ctx, true, fn)
}

// UpdateRelaxed is like Update, but does not wait for the disk: after a power
// failure (not after a crash of the process) the newest of these transactions
// may be gone. It is for heartbeats, counters and the like, which cost a
// twentieth of an Update so.
func (db *DB) UpdateRelaxed(ctx context.Context, fn func(Tx) error) error {
	return db.update(ctx, false, fn)
}

// View runs fn in a transaction that only reads.
func (db *DB) View(ctx context.Context, fn func(Tx) error) error {
	return db.retry(ctx, func() error { return db.engine.view(ctx, fn) })
}

// Now is the time of the database's clock.
func (db *DB) Now(ctx context.Context) (time.Time, error) { return db.engine.now(ctx) }

// retry repeats what failed only because of other transactions.
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

// Runner works River's jobs. Stop lets running jobs finish; StopAndCancel
// cancels their contexts. Both return when all have ended or ctx is done.
type Runner interface {
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	StopAndCancel(ctx context.Context) error
	JobList(ctx context.Context, params *river.JobListParams) (*river.JobListResult, error)
}

// Runner makes a runner of the jobs that were enqueued in this database. There
// is one in a process: River's upkeep discards kinds of jobs that it does not know.
func (db *DB) Runner(cfg *river.Config) (Runner, error) { return db.engine.runner(cfg) }
