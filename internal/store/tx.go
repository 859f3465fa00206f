package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

var (
	// ErrNotFound is returned when a record that is asked for does not exist.
	ErrNotFound = errors.New("store: not found")

	// ErrExists is returned when a record that is to be made exists already.
	ErrExists = errors.New("store: exists already")

	// ErrUnknown is returned for a transaction whose commit was sent and not answered. It may be committed
	// already, or may be committed later.
	ErrUnknown = errors.New("store: whether the transaction is committed is not known")
)

// Tx is a transaction. It is for one goroutine, and ends with the function that it was given to.
type Tx interface {
	// Exec runs a statement and returns how many rows it changed.
	Exec(ctx context.Context, query string, args ...any) (int64, error)

	// Query returns rows. They must be closed before the next statement.
	Query(ctx context.Context, query string, args ...any) (Rows, error)

	// QueryRow returns one row. Its Scan fails with ErrNotFound if there is none.
	QueryRow(ctx context.Context, query string, args ...any) Row

	// Enqueue gives a job to River if the transaction commits.
	Enqueue(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error

	// Now returns the time of the database, the same throughout a transaction.
	Now(ctx context.Context) (time.Time, error)

	// signal tells all processes that a record changed, if the transaction commits.
	signal(ctx context.Context, id string) error

	// rowLock returns the end of a SELECT that locks its rows until the transaction ends.
	rowLock() string

	// home returns the database of the transaction.
	home() *DB
}

// Row is a row that can be read once.
type Row interface{ Scan(dest ...any) error }

// Rows are the rows of a query.
type Rows interface {
	Row
	Next() bool
	Err() error
	Close()
}

// row returns the same error for both databases when there is no row.
type row struct{ Row }

func (r row) Scan(dest ...any) error {
	err := r.Row.Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) || errors.Is(err, pgx.ErrNoRows) {
		return ErrNotFound
	}
	return err
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, tx Tx, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := tx.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

// mark returns the placeholder of the nth value.
func mark(n int) string { return fmt.Sprintf("$%d", n) }

// list returns the placeholders ($1, $2, ...) of values, and the values.
func list[T any](values []T, arg func(T) any) (placeholders string, args []any) {
	marks := make([]string, len(values))
	for i, v := range values {
		marks[i] = mark(i + 1)
		args = append(args, arg(v))
	}
	return "(" + strings.Join(marks, ", ") + ")", args
}
