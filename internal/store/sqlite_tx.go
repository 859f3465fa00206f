package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"reflect"
	"time"

	"github.com/riverqueue/river"
)

// sqliteTx is a transaction of a SQLite file, or one member of a group that shares one. Its statements go to the
// driver directly; they need nothing else of database/sql.
type sqliteTx struct {
	engine  *sqliteEngine
	conn    *sql.Conn
	changed []string // ids of records that changed, to announce after the commit
	queues  []string // queues that got jobs
	now     time.Time
}

// raw calls do with the connection of the driver.
func raw(conn *sql.Conn, do func(*statementConn) error) error {
	return conn.Raw(func(c any) error {
		s, ok := c.(*statementConn)
		if !ok {
			return fmt.Errorf("store: a connection is a %T", c)
		}
		return do(s)
	})
}

// Exec implements Tx.
func (t *sqliteTx) Exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	values, err := namedValues(args)
	if err != nil {
		return 0, err
	}
	return n, raw(t.conn, func(c *statementConn) error {
		res, err := c.ExecContext(ctx, query, values)
		if err == nil {
			n, err = res.RowsAffected()
		}
		return err
	})
}

// Query implements Tx. It reads all rows at once.
func (t *sqliteTx) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	rows, err := t.query(ctx, query, args)
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// QueryRow implements Tx.
func (t *sqliteTx) QueryRow(ctx context.Context, query string, args ...any) Row {
	rows, err := t.query(ctx, query, args)
	return sqliteRow{rows, err}
}

func (t *sqliteTx) query(ctx context.Context, query string, args []any) (found *sqliteRows, err error) {
	values, err := namedValues(args)
	if err != nil {
		return nil, err
	}
	return found, raw(t.conn, func(c *statementConn) (err error) {
		rows, err := c.QueryContext(ctx, query, values)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		found = &sqliteRows{columns: len(rows.Columns())}
		for {
			row := make([]driver.Value, found.columns)
			switch err := rows.Next(row); err {
			case nil:
				found.values = append(found.values, row)
			case io.EOF:
				return nil
			default:
				return err
			}
		}
	})
}

// namedValues converts parameters to the form that drivers take.
func namedValues(args []any) ([]driver.NamedValue, error) {
	values := make([]driver.NamedValue, len(args))
	for i, arg := range args {
		value, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return nil, fmt.Errorf("store: parameter $%d: %w", i+1, err)
		}
		values[i] = driver.NamedValue{Ordinal: i + 1, Value: value}
	}
	return values, nil
}

// Enqueue implements Tx.
func (t *sqliteTx) Enqueue(ctx context.Context, args river.JobArgs, opts *river.InsertOpts) error {
	part, err := t.conn.BeginTx(context.WithoutCancel(ctx), nil) // joins this transaction and does not end it
	if err != nil {
		return err
	}
	res, err := t.engine.jobs.InsertTx(ctx, part, args, opts)
	if err = errors.Join(err, part.Commit()); err != nil {
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

// rowLock needs no lock: a transaction that writes is alone from its beginning.
func (t *sqliteTx) rowLock() string { return "" }

func (t *sqliteTx) home() *DB { return t.engine.db }

// announce rings the bells for what changed. It is called after the commit.
func (t *sqliteTx) announce() {
	for _, id := range t.changed {
		t.engine.db.bell.ring(id)
	}
	for _, queue := range t.queues {
		t.engine.fetches.ring(queue)
	}
}

// sqliteRows are rows that are in memory.
type sqliteRows struct {
	columns int
	values  [][]driver.Value // of the rows that follow
	row     []driver.Value
}

// Next implements Rows.
func (r *sqliteRows) Next() bool {
	if len(r.values) == 0 {
		return false
	}
	r.row, r.values = r.values[0], r.values[1:]
	return true
}

// Scan implements Row.
func (r *sqliteRows) Scan(dest ...any) error {
	if len(dest) != r.columns {
		return fmt.Errorf("store: %d columns are read into %d variables", r.columns, len(dest))
	}
	for i, value := range r.row {
		if err := assign(dest[i], value); err != nil {
			return fmt.Errorf("store: column %d: %w", i+1, err)
		}
	}
	return nil
}

// Err implements Rows. It returns nil because query has returned all errors.
func (r *sqliteRows) Err() error { return nil }

// Close implements Rows.
func (r *sqliteRows) Close() {}

// sqliteRow is the first one of some rows.
type sqliteRow struct {
	rows *sqliteRows
	err  error
}

// Scan implements Row.
func (r sqliteRow) Scan(dest ...any) error {
	switch {
	case r.err != nil:
		return r.err
	case !r.rows.Next():
		return ErrNotFound
	}
	return r.rows.Scan(dest...)
}

// assign stores a value of the database in a variable of one of the types that records have.
func assign(dest any, value driver.Value) error {
	switch d := dest.(type) {
	case sql.Scanner:
		return d.Scan(value)
	case *bool:
		if v, ok := value.(int64); ok {
			*d = v != 0
			return nil
		}
	}
	switch d := reflect.ValueOf(dest).Elem(); v := value.(type) {
	case string:
		if d.Kind() == reflect.String {
			d.SetString(v)
			return nil
		}
	case int64:
		if d.Kind() == reflect.Int64 {
			d.SetInt(v)
			return nil
		}
	}
	return fmt.Errorf("a %T cannot be read into a %T", value, dest)
}
