package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// statementsKept is how many compiled statements a connection keeps: all of ours and River's, about seventy, and
// room for those with lists of parameters.
const statementsKept = 128

// statementConnector opens connections that keep compiled statements. To compile them anew each time was a quarter
// of the work of a conversion.
type statementConnector struct {
	driver.Connector
	begin string // the statement with which transactions begin
}

func newStatementConnector(address, begin string) (driver.Connector, error) {
	c, err := sqlite.NewConnector(address)
	return statementConnector{c, begin}, err
}

// sqliteConn is what connections of the driver can do.
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

// statementConn keeps the compiled statements that are not in use. Like every connection, it is used by one
// goroutine at a time.
//
// The driver starts a goroutine for each statement whose context may end, and database/sql starts one for each
// that has rows. Together they were a fifth of the cost of a short transaction. Here the context is checked before
// each statement of a transaction, and does not end a running one: statements take microseconds. Only the begin of
// a transaction ends with its context, since it may wait for another process.
type statementConn struct {
	sqliteConn
	beginning string // the statement with which a transaction begins
	idle      map[string]statement

	inside  bool // a transaction is open
	undone  bool // SQLite may have rolled the transaction back by itself
	durable bool // synchronous=FULL: a commit waits for the disk; otherwise it is NORMAL
}

// borrow returns a compiled statement that is not in use, or a new one. It returns nil for a statement that the
// driver must run itself: a pragma may take effect only when it is compiled.
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

// giveBack keeps a borrowed statement for its next use.
func (c *statementConn) giveBack(query string, s statement) error {
	if _, ok := c.idle[query]; ok {
		return s.Close() // it was in use twice at the same time
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
	ctx, err := c.contextFor(ctx)
	if err != nil {
		return nil, err
	}
	s, err := c.borrow(query)
	if err != nil {
		return nil, c.noteRollback(err)
	}
	if s == nil {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	res, err := s.ExecContext(ctx, args)
	return res, c.noteRollback(errors.Join(err, c.giveBack(query, s)))
}

// QueryContext implements driver.QueryerContext.
func (c *statementConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	ctx, err := c.contextFor(ctx)
	if err != nil {
		return nil, err
	}
	s, err := c.borrow(query)
	if err != nil {
		return nil, c.noteRollback(err)
	}
	if s == nil {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		return nil, c.noteRollback(errors.Join(err, c.giveBack(query, s)))
	}
	return &statementRows{Rows: rows, conn: c, done: func() error { return c.giveBack(query, s) }}, nil
}

// contextFor returns the context for a statement. A statement outside of a transaction keeps its own context: it may
// wait for another process. It does not wait for the disk.
func (c *statementConn) contextFor(ctx context.Context) (context.Context, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c.inside {
		return context.Background(), nil
	}
	return ctx, c.setDurable(false)
}

// setDurable sets whether commits wait for the disk. That costs as much as a short statement, so it is done only
// when the setting changes: transactions of the same kind follow each other.
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

// noteRollback remembers errors after which SQLite may have rolled back the transaction by itself (lang_transaction.html,
// "Response To Errors Within A Transaction"). Statements after that would run without a transaction.
func (c *statementConn) noteRollback(err error) error {
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

// run runs a statement that has neither parameters nor rows.
func (c *statementConn) run(ctx context.Context, query string) error {
	s, err := c.borrow(query)
	if err != nil {
		return err
	}
	_, err = s.ExecContext(ctx, nil)
	return c.noteRollback(errors.Join(err, c.giveBack(query, s)))
}

// open begins a transaction. Until its end all statements belong to it. If it is durable, its commit waits for the
// disk, which also makes all earlier commits durable.
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

// commit ends the transaction. If that fails, it is rolled back.
func (c *statementConn) commit() error {
	err := c.run(context.Background(), "COMMIT")
	if err != nil {
		_ = c.run(context.Background(), "ROLLBACK") // fails if SQLite has rolled back already
	}
	c.inside = false
	return err
}

// rollback undoes the transaction. A connection that fails to must not be used any more.
func (c *statementConn) rollback() error {
	err := c.run(context.Background(), "ROLLBACK")
	if c.undone {
		err = nil // there may be no transaction any more
	}
	c.inside = false
	return err
}

// BeginTx implements driver.ConnBeginTx. Within a transaction it joins that one, and does not decide its end. So
// River's statements become part of our transaction.
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

// joined is a transaction that is part of another.
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

// statementRows give their statement back when they are closed.
type statementRows struct {
	driver.Rows
	conn *statementConn
	done func() error
}

// Next implements driver.Rows.
func (r *statementRows) Next(dest []driver.Value) error {
	return r.conn.noteRollback(r.Rows.Next(dest))
}

// Close implements driver.Rows.
func (r *statementRows) Close() error {
	if r.done == nil {
		return nil
	}
	err := errors.Join(r.Rows.Close(), r.done())
	r.done = nil
	return r.conn.noteRollback(err)
}
