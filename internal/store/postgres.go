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
	// connectTimeout bounds how long it takes to connect when the address of the database does not answer. So a
	// request fails while its client still waits. connect_timeout in the address overrides it, up to connectMost,
	// which is how long a request waits for a conversion.
	connectTimeout = 3 * time.Second
	connectMost    = time.Minute

	// answerMore is how much longer than to connect PostgreSQL may take to answer one statement, with its waiting
	// for locks, or a commit. The slowest statements of tests that flood it take a tenth of both.
	answerMore = time.Second

	// openTime is how long a process that starts may take to connect. No client waits yet, and on a busy machine
	// PostgreSQL needs seconds for a new connection.
	openTime = 15 * time.Second

	// idleParam names the setting of how long PostgreSQL lets a transaction wait for its process. idleMost is its
	// value if the address sets none. A machine that is suspended within a transaction would hold its locks until
	// it wakes up.
	idleParam = "idle_in_transaction_session_timeout"
	idleMost  = 30 * time.Second

	// changesChannel carries the ids of changed conversions between processes.
	changesChannel = "pagelift_changes"

	// listenCheck is how long the listening connection may be silent before it is tested.
	listenCheck = 5 * time.Second

	// pooledPoll is how often a process looks for new jobs and for awaited changes, if a connection pooler lets no
	// notification through.
	pooledPoll = 100 * time.Millisecond

	// listenPause is the pause before a lost listening connection is replaced.
	listenPause = time.Second

	// SQLSTATE codes of transactions that were undone because of others.
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
)

// keepAlive detects within some ten seconds that the machine of the database is gone.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3}

// postgresEngine is a PostgreSQL database.
type postgresEngine struct {
	db     *DB
	pool   *pgxpool.Pool
	pooled bool          // a connection pooler stands in front
	within time.Duration // time in which PostgreSQL must answer
	open   atomic.Bool   // the tables exist: clients may be waiting
	jobs   *river.Client[pgx.Tx]
	logger *slog.Logger

	stop func()        // ends the listening; nil: there is none
	done chan struct{} // closed when the listening has ended
}

func openPostgres(ctx context.Context, cfg Config, db *DB) (*postgresEngine, error) {
	pc, err := pgxpool.ParseConfig(cfg.URL)
	if err != nil {
		return nil, errors.New("store: the address of the database cannot be read") // err may contain the password
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
		FetchCooldown: river.FetchCooldownMin, // also bounds how often inserts are notified: notify of all
	}); err != nil {
		e.pool.Close()
		return nil, err
	}
	return e, nil
}

// reachTime returns how long a connection may take while clients wait: as the address says, within bounds.
func reachTime(c *pgx.ConnConfig) time.Duration {
	return min(cmp.Or(c.ConnectTimeout, connectTimeout), connectMost)
}

// boundIdle makes PostgreSQL end a transaction whose process does nothing.
func boundIdle(c *pgx.ConnConfig) {
	if _, says := c.RuntimeParams[idleParam]; !says {
		c.RuntimeParams[idleParam] = strconv.FormatInt(idleMost.Milliseconds(), 10)
	}
}

// allowTime gives a new connection more time as long as no client waits for it.
func (e *postgresEngine) allowTime(_ context.Context, c *pgx.ConnConfig) error {
	if !e.open.Load() {
		c.ConnectTimeout = max(c.ConnectTimeout, openTime)
	}
	return nil
}

// behindPooler reports whether a connection pooler such as PgBouncer answers. A pooler names another server
// process than the one that does the work. In its transaction mode each transaction may go to another server
// process, so prepared statements and LISTEN are lost between two transactions.
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
		for _, id := range t.changed { // waiters in this process need not wait for the notification
			e.db.bell.ring(id)
		}
	}
	return err
}

func (e *postgresEngine) view(ctx context.Context, fn func(Tx) error) error {
	// All statements see one snapshot, as for a reader of SQLite.
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

// listen hears the changes of all processes, this one included, until close. Behind a pooler it hears nothing;
// callers look for changes of other processes every pooledPoll.
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

// hear rings the bell for each notification, until its connection fails.
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

// waitFor waits for a notification. It returns nil if none came for listenCheck and the connection still works.
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
