package store

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/riverqueue/river"
)

// answering bounds one exchange with the database: a connection, a statement with its waiting for locks, or a
// commit. When the database does not answer, a request fails while its client still waits.
func (e *postgresEngine) answering(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, e.within)
}

// transaction runs fn in a transaction.
func (e *postgresEngine) transaction(ctx context.Context, opts pgx.TxOptions, t *postgresTx, fn func() error) (err error) {
	if t.tx, err = e.begin(ctx, opts); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.rollback(ctx)) }() // also when fn panics
	if err := fn(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	committing, cancel := e.answering(context.WithoutCancel(ctx)) // a client that leaves now leaves no doubt behind
	defer cancel()
	return commitError(t.tx.Commit(committing))
}

func (e *postgresEngine) begin(ctx context.Context, opts pgx.TxOptions) (pgx.Tx, error) {
	ctx, cancel := e.answering(ctx)
	defer cancel()
	return e.pool.BeginTx(ctx, opts)
}

// rollback ends a transaction that was not committed.
func (t *postgresTx) rollback(ctx context.Context) error {
	ctx, cancel := t.engine.answering(context.WithoutCancel(ctx))
	defer cancel()
	if err := t.tx.Rollback(ctx); !errors.Is(err, pgx.ErrTxClosed) {
		return err
	}
	return nil // it was committed, or its connection is gone
}

// Classes of SQLSTATE codes which say that the connection ended, but not what became of the commit.
const (
	classConnection = "08"
	classOperator   = "57"
)

// commitError returns an error that is ErrUnknown if the answer to a commit was lost. Other errors mean that the
// commit failed.
func commitError(err error) error {
	var refused *pgconn.PgError
	switch {
	case err == nil, errors.Is(err, pgx.ErrTxCommitRollback):
		return err
	case errors.As(err, &refused) && !strings.HasPrefix(refused.Code, classConnection) && !strings.HasPrefix(refused.Code, classOperator):
		return err
	}
	return errors.Join(ErrUnknown, err)
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
	ctx, cancel := t.engine.answering(ctx)
	defer cancel()
	tag, err := t.tx.Exec(ctx, query, args...)
	return tag.RowsAffected(), err
}

// Query implements Tx.
func (t *postgresTx) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	ctx, cancel := t.engine.answering(ctx)
	rows, err := t.tx.Query(ctx, query, args...)
	if err != nil {
		cancel()
		return nil, err
	}
	return boundedRows{rows, cancel}, nil
}

// QueryRow implements Tx.
func (t *postgresTx) QueryRow(ctx context.Context, query string, args ...any) Row {
	ctx, cancel := t.engine.answering(ctx)
	return boundedRow{row{t.tx.QueryRow(ctx, query, args...)}, cancel}
}

// Enqueue implements Tx.
func (t *postgresTx) Enqueue(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error {
	ctx, cancel := t.engine.answering(ctx)
	defer cancel()
	_, err := t.engine.jobs.InsertTx(ctx, t.tx, args, opts)
	return err
}

// Now implements Tx. It is the time of its first call, not that of the transaction's begin: a transaction that has
// waited for a lock must not work with an old time.
func (t *postgresTx) Now(ctx context.Context) (time.Time, error) {
	if t.now.IsZero() {
		if err := t.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&t.now); err != nil {
			return time.Time{}, err
		}
		t.now = t.now.UTC()
	}
	return t.now, nil
}

func (t *postgresTx) signal(ctx context.Context, id string) error {
	t.changed = append(t.changed, id)
	_, err := t.Exec(ctx, "SELECT pg_notify($1, $2)", changesChannel, id)
	return err
}

// rowLock locks like an UPDATE that leaves the key unchanged. So versions of the program that lock by such an
// UPDATE and this one wait for each other.
func (t *postgresTx) rowLock() string { return " FOR NO KEY UPDATE" }

func (t *postgresTx) home() *DB { return t.engine.db }

// boundedRows end the time limit of their query when they are closed.
type boundedRows struct {
	pgx.Rows
	cancel context.CancelFunc
}

// Close implements Rows.
func (r boundedRows) Close() {
	r.Rows.Close()
	r.cancel()
}

// boundedRow ends the time limit of its query when it is read.
type boundedRow struct {
	Row
	cancel context.CancelFunc
}

// Scan implements Row.
func (r boundedRow) Scan(dest ...any) error {
	defer r.cancel()
	return r.Row.Scan(dest...)
}
