package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// statementsKept is how many compiled statements a connection keeps: all that we
// and River have, about seventy, and room for those with lists of parameters.
const statementsKept = 128

// statementConnector opens connections that keep their statements. Compiling them
// anew each time was a quarter of the work of a conversion.
type statementConnector struct {
	driver.Connector
	begin string // the statement with which their transactions begin
}

func newStatementConnector(address, begin string) (driver.Connector, error) {
	c, err := sqlite.NewConnector(address)
	return statementConnector{c, begin}, err
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
	return &statementConn{sqliteConn: s, beginning: c.begin, idle: map[string]statement{}}, nil
}

// statement is a compiled statement.
type statement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// statementConn keeps the statements that nobody uses just now. It is used by one
// goroutine at a time, as all connections are.
//
// The driver starts a goroutine for each statement under a context that may end, and database/sql one for each
// that has rows; together they were a fifth of what a short transaction costs. Here a context is looked at
// before a statement of a transaction, and ends none that runs: they take microseconds. The beginning of a
// transaction does end with its context, since it may wait for another process.
type statementConn struct {
	sqliteConn
	beginning string // the statement with which a transaction begins
	idle      map[string]statement

	inside  bool // a transaction is open
	undone  bool // SQLite may have rolled it back by itself
	durable bool // synchronous=FULL: a commit waits for the disk. At rest it is NORMAL
}

// borrow gives a statement that is idle, or a new one. It gives nil for a statement that has to go the way of the driver:
// pragmas may take effect when they are compiled, and only then.
func (c *statementConn) borrow(query string) (statement, error) {
	if s, ok := c.idle[query]; ok {
		delete(c.idle, query)
		return s, nil
	}
	if strings.HasPrefix(strings.TrimSpace(query), "PRAGMA") {
		return nil, nil
	}
	prepared, err := c.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	s, ok := prepared.(statement)
	if !ok {
		return nil, errors.Join(errors.New("store: the driver of SQLite has changed"), prepared.Close())
	}
	return s, nil
}

// giveBack keeps a statement that was borrowed for its next use.
func (c *statementConn) giveBack(query string, s statement) error {
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
	ctx, err := c.under(ctx)
	if err != nil {
		return nil, err
	}
	s, err := c.borrow(query)
	if err != nil {
		return nil, c.note(err)
	}
	if s == nil {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	res, err := s.ExecContext(ctx, args)
	return res, c.note(errors.Join(err, c.giveBack(query, s)))
}

// QueryContext implements driver.QueryerContext.
func (c *statementConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	ctx, err := c.under(ctx)
	if err != nil {
		return nil, err
	}
	s, err := c.borrow(query)
	if err != nil {
		return nil, c.note(err)
	}
	if s == nil {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		return nil, c.note(errors.Join(err, c.giveBack(query, s)))
	}
	return &statementRows{Rows: rows, conn: c, done: func() error { return c.giveBack(query, s) }}, nil
}

// under gives the context of a statement. One outside of a transaction is its own: it may wait
// for another process, but not for the disk.
func (c *statementConn) under(ctx context.Context) (context.Context, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c.inside {
		return context.Background(), nil
	}
	return ctx, c.setDurable(false)
}

// setDurable says whether commits wait for the disk. It costs as much as a short statement, and is
// done when that changes: transactions of one kind follow each other.
func (c *statementConn) setDurable(durable bool) error {
	if c.durable == durable {
		return nil
	}
	mode := "NORMAL"
	if durable {
		mode = "FULL"
	}
	_, err := c.sqliteConn.ExecContext(context.Background(), "PRAGMA synchronous="+mode, nil)
	if err == nil {
		c.durable = durable
	}
	return err
}

// note notes the errors with which SQLite may have rolled back the transaction by itself (lang_transaction.html,
// "Response To Errors Within A Transaction"). What follows would be done without one.
func (c *statementConn) note(err error) error {
	var s *sqlite.Error
	if c.inside && errors.As(err, &s) {
		switch s.Code() & 0xff {
		case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_INTERRUPT,
			sqlite3.SQLITE_CORRUPT:
			c.undone = true
		}
	}
	return err
}

// run runs a statement without parameters and rows.
func (c *statementConn) run(ctx context.Context, query string) error {
	s, err := c.borrow(query)
	if err != nil {
		return err
	}
	_, err = s.ExecContext(ctx, nil)
	return c.note(errors.Join(err, c.giveBack(query, s)))
}

// open begins a transaction; until its end all statements are part of it. If it is durable, its
// commit waits for the disk, and takes along whatever was committed before it.
func (c *statementConn) open(ctx context.Context, durable bool) error {
	if err := c.setDurable(durable); err != nil {
		return err
	}
	if err := c.run(ctx, c.beginning); err != nil {
		return err
	}
	c.inside, c.undone = true, false
	return nil
}

// commit ends the transaction. One whose commit fails is rolled back.
func (c *statementConn) commit() error {
	err := c.run(context.Background(), "COMMIT")
	if err != nil {
		_ = c.run(context.Background(), "ROLLBACK") // fails where SQLite has done so
	}
	c.inside = false
	return err
}

// rollback undoes the transaction. A connection that cannot is not to be used any more.
func (c *statementConn) rollback() error {
	err := c.run(context.Background(), "ROLLBACK")
	if c.undone {
		err = nil // there may be none any more
	}
	c.inside = false
	return err
}

// BeginTx implements driver.ConnBeginTx. Within a transaction it joins that one, whose end is not for
// its own to decide: so River's statements become part of ours.
func (c *statementConn) BeginTx(ctx context.Context, _ driver.TxOptions) (driver.Tx, error) {
	if c.inside {
		return joined{}, nil
	}
	return opened{c}, c.open(ctx, false)
}

// opened is a transaction that BeginTx opened.
type opened struct{ conn *statementConn }

func (o opened) Commit() error   { return o.conn.commit() }
func (o opened) Rollback() error { return o.conn.rollback() }

// joined is one that is part of another.
type joined struct{}

func (joined) Commit() error   { return nil }
func (joined) Rollback() error { return nil }

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
	conn *statementConn
	done func() error
}

// Next implements driver.Rows.
func (r *statementRows) Next(dest []driver.Value) error { return r.conn.note(r.Rows.Next(dest)) }

// Close implements driver.Rows.
func (r *statementRows) Close() error {
	if r.done == nil {
		return nil
	}
	err := errors.Join(r.Rows.Close(), r.done())
	r.done = nil
	return r.conn.note(err)
}
