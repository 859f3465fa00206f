package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

const (
	// connectTimeout lets a request fail while its client still waits, when the
	// address of the database answers nothing.
	connectTimeout = 3 * time.Second

	// changesChannel carries the ids of changed conversions between processes.
	changesChannel = "pagelift_changes"

	// listenPause is the pause before a lost listening connection is made anew.
	listenPause = time.Second

	// SQLSTATE codes of transactions that were undone because of others.
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
)

// postgresEngine is a PostgreSQL database.
type postgresEngine struct {
	db     *DB
	pool   *pgxpool.Pool
	jobs   *river.Client[pgx.Tx]
	logger *slog.Logger

	stop func()        // ends the listening, if any
	done chan struct{} // closed when it has ended
}

func openPostgres(ctx context.Context, cfg Config, db *DB) (*postgresEngine, error) {
	pc, err := pgxpool.ParseConfig(cfg.URL)
	if err != nil {
		return nil, errors.New("store: the address of the database cannot be read") // err may show the password
	}
	pc.MaxConns = int32(cfg.Connections)
	if pc.ConnConfig.ConnectTimeout == 0 || pc.ConnConfig.ConnectTimeout > connectTimeout {
		pc.ConnConfig.ConnectTimeout = connectTimeout
	}
	e := &postgresEngine{db: db, logger: cfg.Logger, stop: func() {}, done: make(chan struct{})}
	close(e.done)
	if e.pool, err = pgxpool.NewWithConfig(ctx, pc); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if e.jobs, err = river.NewClient(riverpgxv5.New(e.pool), &river.Config{
		Logger:        cfg.Logger,
		FetchCooldown: river.FetchCooldownMin, // it also limits how often inserts are told: tell all
	}); err != nil {
		e.pool.Close()
		return nil, err
	}
	return e, nil
}

func (e *postgresEngine) update(ctx context.Context, durable bool, fn func(Tx) error) error {
	t := &postgresTx{engine: e}
	err := pgx.BeginFunc(ctx, e.pool, func(tx pgx.Tx) error {
		if !durable {
			if _, err := tx.Exec(ctx, "SET LOCAL synchronous_commit = off"); err != nil {
				return err
			}
		}
		t.tx = tx
		return fn(t)
	})
	if err == nil {
		for _, id := range t.changed { // those who wait here need not wait for the news from the database
			e.db.bell.ring(id)
		}
	}
	return err
}

func (e *postgresEngine) view(ctx context.Context, fn func(Tx) error) error {
	// One snapshot for all statements, as a SQLite reader has.
	opts := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	return pgx.BeginTxFunc(ctx, e.pool, opts, func(tx pgx.Tx) error {
		return fn(&postgresTx{engine: e, tx: tx})
	})
}

func (e *postgresEngine) runner(cfg *river.Config) (Runner, error) {
	return river.NewClient(riverpgxv5.New(e.pool), cfg)
}

func (e *postgresEngine) retryable(err error) bool {
	var p *pgconn.PgError
	return errors.As(err, &p) && (p.Code == serializationFailure || p.Code == deadlockDetected)
}

func (e *postgresEngine) close() error {
	e.stop()
	<-e.done
	e.pool.Close()
	return nil
}

// listen hears the changes of all processes, this one included, until close.
func (e *postgresEngine) listen(ctx context.Context) {
	ctx, e.stop = context.WithCancel(context.WithoutCancel(ctx))
	e.done = make(chan struct{})
	go func() {
		defer close(e.done)
		for {
			err := e.hear(ctx)
			if ctx.Err() != nil {
				return
			}
			e.logger.WarnContext(ctx, "listening to the database again", "error", err)
			select {
			case <-ctx.Done():
				return
			case <-time.After(listenPause):
			}
		}
	}()
}

// hear rings for each notification until its connection fails.
func (e *postgresEngine) hear(ctx context.Context) error {
	conn, err := pgx.ConnectConfig(ctx, e.pool.Config().ConnConfig)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "LISTEN "+changesChannel); err != nil {
		return err
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		e.db.bell.ring(n.Payload)
	}
}

// postgresTx is a transaction of PostgreSQL.
type postgresTx struct {
	engine  *postgresEngine
	tx      pgx.Tx
	changed []string // ids to ring for after the commit
	now     time.Time
}

// Exec implements Tx.
func (t *postgresTx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	tag, err := t.tx.Exec(ctx, query, args...)
	return tag.RowsAffected(), err
}

// Query implements Tx.
func (t *postgresTx) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	return t.tx.Query(ctx, query, args...)
}

// QueryRow implements Tx.
func (t *postgresTx) QueryRow(ctx context.Context, query string, args ...any) Row {
	return row{t.tx.QueryRow(ctx, query, args...)}
}

// Enqueue implements Tx.
func (t *postgresTx) Enqueue(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error {
	_, err := t.engine.jobs.InsertTx(ctx, t.tx, args, opts)
	return err
}

// Now implements Tx. It is the moment of the question, not of the beginning: a
// transaction that waited for a lock must not work with a time of before.
func (t *postgresTx) Now(ctx context.Context) (time.Time, error) {
	if t.now.IsZero() {
		if err := t.tx.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&t.now); err != nil {
			return time.Time{}, err
		}
		t.now = t.now.UTC()
	}
	return t.now, nil
}

func (t *postgresTx) signal(ctx context.Context, id string) error {
	t.changed = append(t.changed, id)
	_, err := t.tx.Exec(ctx, "SELECT pg_notify($1, $2)", changesChannel, id)
	return err
}

func (t *postgresTx) home() *DB { return t.engine.db }
