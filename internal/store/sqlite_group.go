package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Updates of a file share transactions. One connection writes, and updates wait for it in a line. When an update
// is done and others wait, it does not commit. It leaves the transaction open for the next one, and waits for the
// end. The last one in line commits for all:
//
//	update 1  BEGIN  work                           .................. returns
//	update 2         (waits)  SAVEPOINT work                  ........ returns
//	update 3         (waits)                 SAVEPOINT work  COMMIT    returns
//
// So updates that came while the previous commit waited for the disk share the cost of one commit. No update waits
// for others to come. An update that fails is undone to its savepoint, and the others do not notice.

const (
	// groupMost is the most updates that share a transaction. Nearly all of the gain is there at eight. A group of
	// this size with the usual updates, of .1 to .3 ms each, takes about groupTime.
	groupMost = 32

	// groupTime is how long a group takes new members after the first one, which has to wait for the last. It is
	// about as long as a commit waits for an ordinary disk.
	groupTime = 5 * time.Millisecond
)

// line is the line of updates. The zero value is an empty line.
type line struct {
	mu      sync.Mutex
	taken   bool // an update has the turn
	waiting []*waiting
}

// waiting is an update that waits for its turn.
type waiting struct {
	durable bool
	turn    chan *group // has room for one; nil is the turn to begin a group
}

// enter waits for the turn. It returns the group to join, or nil to begin one.
func (l *line) enter(ctx context.Context, durable bool) (*group, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	if !l.taken {
		l.taken = true
		l.mu.Unlock()
		return nil, nil
	}
	w := &waiting{durable: durable, turn: make(chan *group, 1)}
	l.waiting = append(l.waiting, w)
	l.mu.Unlock()
	select {
	case g := <-w.turn:
		return g, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.waiting, w); i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
		return nil, ctx.Err()
	}
	return <-w.turn, nil // it has got the turn meanwhile, and has to pass it on
}

// passGroup gives the turn, with an open group, to the first in line. It returns false if nobody waits, or if the group
// does not accept the first.
func (l *line) passGroup(g *group) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 || !g.accepts(l.waiting[0]) {
		return false
	}
	l.next() <- g
	return true
}

// passTurn gives the turn to the first in line, without a group.
func (l *line) passTurn() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		l.taken = false
		return
	}
	l.next() <- nil
}

// next removes the first from the line, and returns the channel on which it waits.
func (l *line) next() chan<- *group {
	w := l.waiting[0]
	l.waiting = slices.Delete(l.waiting, 0, 1)
	return w.turn
}

// group is a transaction that updates share. The update that has the turn uses it.
type group struct {
	conn    *sql.Conn
	durable bool
	kept    int       // members whose work is in the transaction
	until   time.Time // when it stops to take members; set when the first is in
	time    time.Duration
	lost    error // why the transaction was lost; nil: it may be committed. Its members are not told

	ended chan struct{} // closed when the group has ended
	err   error         // how it ended
}

// update runs fn as a member of a group. If durable is true, the group waits for the disk at its commit. An update
// that is not durable may join a durable group, but not the other way round.
func (e *sqliteEngine) update(ctx context.Context, durable bool, fn func(Tx) error) error {
	g, err := e.line.enter(ctx, durable)
	if err != nil {
		return err
	}
	if g == nil {
		if g, err = e.begin(ctx, durable); err != nil {
			e.line.passTurn()
			return err
		}
	}
	tx := &sqliteTx{engine: e, conn: g.conn}
	if err := e.member(ctx, g, tx, fn); err != nil {
		return err
	}
	<-g.ended
	if g.err == nil {
		tx.announce()
	}
	return g.err
}

// begin begins a group.
func (e *sqliteEngine) begin(ctx context.Context, durable bool) (*group, error) {
	conn, err := e.writer.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if err := raw(conn, func(c *statementConn) error { return c.open(ctx, durable) }); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &group{conn: conn, durable: durable, time: e.groupTime, ended: make(chan struct{})}, nil
}

// member does all of the work of a member or nothing of it, and gives the turn to the next.
func (e *sqliteEngine) member(ctx context.Context, g *group, tx *sqliteTx, fn func(Tx) error) (err error) {
	defer func() { // also when fn panics
		if g.isOpen() && e.line.passGroup(g) {
			return
		}
		g.end()
		e.line.passTurn()
	}()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := g.mark(); err != nil {
		return err
	}
	done := false
	defer func() {
		if !done {
			g.undo(err)
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := g.keepWork(); err != nil {
		return err
	}
	done = true
	return nil
}

// isOpen reports whether a group has work to commit and is not lost.
func (g *group) isOpen() bool { return g.kept > 0 && g.lost == nil }

// accepts reports whether a group takes another member.
func (g *group) accepts(w *waiting) bool {
	return g.kept < groupMost && (g.durable || !w.durable) && time.Now().Before(g.until)
}

// The first member uses the transaction itself. Each other member has a savepoint.
const (
	markMember = "SAVEPOINT member"
	keepMember = "RELEASE member"
	undoMember = "ROLLBACK TO member"
)

// mark sets the savepoint where the work of a member begins.
func (g *group) mark() error {
	if g.kept == 0 {
		return nil
	}
	return g.run(markMember)
}

// keepWork makes the work of a member part of the group.
func (g *group) keepWork() error {
	err := g.check() // the member may have ignored the error of a statement
	if err == nil && g.kept > 0 {
		err = g.run(keepMember)
	}
	if err != nil {
		return err
	}
	if g.kept++; g.kept == 1 {
		g.until = time.Now().Add(g.time)
	}
	return nil
}

// errUndone is the error of a member whose transaction SQLite has rolled back, or may have.
var errUndone = errors.New("store: the transaction was undone")

// undo removes the work of a member. If SQLite has rolled back the whole transaction, or may have, the group is
// lost.
func (g *group) undo(cause error) {
	if g.kept == 0 {
		return // end rolls it back
	}
	err := g.check()
	if err == nil {
		err = errors.Join(g.run(undoMember), g.run(keepMember))
	}
	if err != nil {
		g.lost = errors.Join(err, cause)
	}
}

// check fails when SQLite may have rolled the transaction back.
func (g *group) check() error {
	return raw(g.conn, func(c *statementConn) error {
		if c.undone {
			return errUndone
		}
		return nil
	})
}

func (g *group) run(statement string) error {
	return raw(g.conn, func(c *statementConn) error { return c.run(context.Background(), statement) })
}

// end ends a group and commits its work, if there is any. The members of a lost group are repeated: they did
// nothing wrong.
func (g *group) end() {
	var broken error
	switch {
	case g.isOpen():
		g.err = sqliteCommitError(raw(g.conn, (*statementConn).commit))
	default:
		broken = raw(g.conn, (*statementConn).rollback)
		if g.lost != nil {
			g.err = fmt.Errorf("%w: %w", errAgain, g.lost)
		}
	}
	if broken != nil {
		_ = g.conn.Raw(func(any) error { return driver.ErrBadConn }) // the pool replaces the connection
	}
	_ = g.conn.Close() // returns the connection; the end of the transaction is settled
	close(g.ended)
}

// sqliteCommitError returns an error that is ErrUnknown if a defect of the disk interrupted the commit. Other
// errors mean that the commit failed.
func sqliteCommitError(err error) error {
	var s *sqlite.Error
	if errors.As(err, &s) && s.Code()&0xff == sqlite3.SQLITE_IOERR {
		return errors.Join(ErrUnknown, err)
	}
	return err
}
