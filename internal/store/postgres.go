package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

const (
	// connectTimeout lets a request fail while its client still waits, when the address of the database answers
	// nothing. An address with connect_timeout says it itself, up to connectMost, which is what a request waits for
	// a conversion.
	connectTimeout = 3 * time.Second
	connectMost    = time.Minute

	// answerMore is how much longer PostgreSQL may take to answer than to be reached: to each statement with its
	// waiting for locks, to the commit. The slowest statements of tests that flood it take a tenth of both.
	answerMore = time.Second

	// openTime is how long the database may take for a connection of a process that starts: no client waits
	// yet, and on a busy machine PostgreSQL needs seconds for a new connection.
	openTime = 15 * time.Second

	// idleParam is how long PostgreSQL lets a transaction wait for its process, and idleMost what it is where the
	// address does not say it: a machine that is put to sleep in the midst of one would hold what it has locked
	// until it wakes.
	idleParam = "idle_in_transaction_session_timeout"
	idleMost  = 30 * time.Second

	// changesChannel carries the ids of changed conversions between processes.
	changesChannel = "pagelift_changes"

	// listenCheck is how long the listening connection may be silent before it is asked
	// whether it lives.
	listenCheck = 5 * time.Second

	// pooledPoll is how often it is looked for new jobs, and for changes that somebody waits for, where a
	// connection pooler lets no notification through.
	pooledPoll = 100 * time.Millisecond

	// listenPause is the pause before a lost listening connection is made anew.
	listenPause = time.Second

	// SQLSTATE codes of transactions that were undone because of others.
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
)

// keepAlive finds out within some ten seconds that the machine of the database is gone.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3}

// postgresEngine is a PostgreSQL database.
type postgresEngine struct {
	db     *DB
	pool   *pgxpool.Pool
	pooled bool          // a connection pooler is in between
	within time.Duration // PostgreSQL has to answer
	open   atomic.Bool   // the tables are made: clients may wait
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
	pc.ConnConfig.DialFunc = (&net.Dialer{KeepAliveConfig: keepAlive}).DialContext
	reach := reachTime(pc.ConnConfig)
	pc.ConnConfig.ConnectTimeout = reach
	e := &postgresEngine{db: db, logger: cfg.Logger, within: reach + answerMore, stop: func() {}, done: make(chan struct{})}
	pc.BeforeConnect = e.allowTime
	close(e.done)
	if e.pooled, err = behindPooler(ctx, pc.ConnConfig); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if e.pooled && pc.ConnConfig.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		pc.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	if !e.pooled { // poolers refuse parameters that they do not know
		boundIdle(pc.ConnConfig)
	}
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

// reachTime is how long the database may take to be reached while clients wait: as its address says, within bounds.
func reachTime(c *pgx.ConnConfig) time.Duration {
	return min(cmp.Or(c.ConnectTimeout, connectTimeout), connectMost)
}

// boundIdle has PostgreSQL end a transaction whose process does nothing.
func boundIdle(c *pgx.ConnConfig) {
	if _, says := c.RuntimeParams[idleParam]; !says {
		c.RuntimeParams[idleParam] = strconv.FormatInt(idleMost.Milliseconds(), 10)
	}
}

// allowTime gives a connection that is about to be made more time as long as no client waits for it.
func (e *postgresEngine) allowTime(_ context.Context, c *pgx.ConnConfig) error {
	if !e.open.Load() {
		c.ConnectTimeout = max(c.ConnectTimeout, openTime)
	}
	return nil
}

// behindPooler reports whether what answers is a connection pooler such as PgBouncer: it names another process
// than the one that works. In its transaction mode every transaction may be another process's,
// so that prepared statements and LISTEN are lost between two.
func behindPooler(ctx context.Context, config *pgx.ConnConfig) (bool, error) {
	config = config.Copy()
	config.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	config.ConnectTimeout = max(config.ConnectTimeout, openTime)
	ctx, cancel := context.WithTimeout(ctx, config.ConnectTimeout)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close(ctx) }()
	var pid uint32
	err = conn.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&pid)
	return pid != conn.PgConn().PID(), err
}

func (e *postgresEngine) update(ctx context.Context, durable bool, fn func(Tx) error) error {
	t := &postgresTx{engine: e}
	err := e.transaction(ctx, pgx.TxOptions{}, t, func() error {
		if !durable {
			if _, err := t.Exec(ctx, "SET LOCAL synchronous_commit = off"); err != nil {
				return err
			}
		}
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
	t := &postgresTx{engine: e}
	return e.transaction(ctx, opts, t, func() error { return fn(t) })
}

func (e *postgresEngine) now(ctx context.Context) (now time.Time, err error) {
	ctx, cancel := e.answering(ctx)
	defer cancel()
	err = e.pool.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now)
	return now.UTC(), err
}

func (e *postgresEngine) runner(cfg *river.Config) (Runner, error) {
	if e.pooled {
		polling := *cfg
		polling.PollOnly, polling.FetchPollInterval = true, pooledPoll
		cfg = &polling
	}
	return river.NewClient(riverpgxv5.New(e.pool), cfg)
}

func (e *postgresEngine) lookEvery() time.Duration {
	if e.pooled {
		return pooledPoll
	}
	return lookSeldom
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

// listen hears the changes of all processes, this one included, until close. Behind a
// pooler there is nothing to hear: who waits for other processes asks every pooledPoll.
func (e *postgresEngine) listen(ctx context.Context) {
	e.open.Store(true)
	if e.pooled {
		return
	}
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
		n, err := e.waitFor(ctx, conn)
		if err != nil {
			return err
		}
		if n != nil {
			e.db.bell.ring(n.Payload)
		}
	}
}

// waitFor waits for a notification; nil means that there was none for a while, and that the
// connection lives.
func (e *postgresEngine) waitFor(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
	waiting, cancel := context.WithTimeout(ctx, listenCheck)
	defer cancel()
	n, err := conn.WaitForNotification(waiting)
	if err == nil || ctx.Err() != nil || waiting.Err() == nil {
		return n, err
	}
	asking, cancel := e.answering(ctx)
	defer cancel()
	return nil, conn.Ping(asking)
}
