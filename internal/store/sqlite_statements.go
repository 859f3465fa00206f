package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"strings"

	"modernc.org/sqlite"
)

// statementsKept is how many compiled statements a connection keeps: all that we
// and River have, about seventy, and room for those with lists of parameters.
const statementsKept = 128

// statementConnector opens connections that keep their statements. Compiling them
// anew each time was a quarter of the work of a conversion.
type statementConnector struct{ driver.Connector }

func newStatementConnector(address string) (driver.Connector, error) {
	c, err := sqlite.NewConnector(address)
	return statementConnector{c}, err
}

// sqliteConn is what the driver's connections can do.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// Connect implements driver.Connector.
func (c statementConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	s, ok := conn.(sqliteConn)
	if !ok {
		return nil, errors.Join(errors.New("store: the driver of SQLite has changed"), conn.Close())
	}
	return &statementConn{sqliteConn: s, idle: map[string]statement{}}, nil
}

// statement is a compiled statement.
type statement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// statementConn keeps the statements that nobody uses just now. It is used by one
// goroutine at a time, as all connections are.
type statementConn struct {
	sqliteConn
	idle map[string]statement
}

// take gives a statement, or nil for one that has to go the way of the driver:
// pragmas may take effect when they are compiled, and only then.
func (c *statementConn) take(ctx context.Context, query string) (statement, error) {
	if s, ok := c.idle[query]; ok {
		delete(c.idle, query)
		return s, nil
	}
	if strings.HasPrefix(strings.TrimSpace(query), "PRAGMA") {
		return nil, nil
	}
	prepared, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	s, ok := prepared.(statement)
	if !ok {
		return nil, errors.Join(errors.New("store: the driver of SQLite has changed"), prepared.Close())
	}
	return s, nil
}

// put takes a statement back.
func (c *statementConn) put(query string, s statement) error {
	if _, ok := c.idle[query]; ok {
		return s.Close() // it was used twice at a time
	}
	c.idle[query] = s
	for some, s := range c.idle {
		if len(c.idle) <= statementsKept {
			break
		}
		delete(c.idle, some)
		if err := s.Close(); err != nil {
			return err
		}
	}
	return nil
}

// ExecContext implements driver.ExecerContext.
func (c *statementConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	res, err := s.ExecContext(ctx, args)
	return res, errors.Join(err, c.put(query, s))
}

// QueryContext implements driver.QueryerContext.
func (c *statementConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		return nil, errors.Join(err, c.put(query, s))
	}
	return &statementRows{Rows: rows, done: func() error { return c.put(query, s) }}, nil
}

// Close implements driver.Conn.
func (c *statementConn) Close() error {
	var errs []error
	for _, s := range c.idle {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.sqliteConn.Close())...)
}

// statementRows give their statement back.
type statementRows struct {
	driver.Rows
	done func() error
}

// Close implements driver.Rows.
func (r *statementRows) Close() error {
	if r.done == nil {
		return nil
	}
	err := errors.Join(r.Rows.Close(), r.done())
	r.done = nil
	return err
}
