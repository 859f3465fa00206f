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

// Updates of a file share transactions. There is one connection that writes; those who want it
// stand in line, in order. Who has it and finds others waiting does not commit, but leaves the transaction open
// for the next, and waits for its end. The last in line commits for all:
//
//	update 1  BEGIN  work                           .................. returns
//	update 2         (waits)  SAVEPOINT work                  ........ returns
//	update 3         (waits)                 SAVEPOINT work  COMMIT    returns
//
// So what a commit costs is paid once for all who came while the one before it was
// waiting for the disk, and nobody waits for others to come. An update that fails is undone to its savepoint, and
// the others do not notice.

const (
	// groupMost is how many updates share a transaction at most. The gain is nearly all there at eight; a group
	// of this size of the usual updates, which take .1 to .3 ms, is about groupTime long.
	groupMost = 32

	// groupTime is how long a group takes more members after the first, which waits for the last. It is about
	// what a commit waits for an ordinary disk.
	groupTime = 5 * time.Millisecond
)

// line is the line of updates. Its zero value is one where nobody stands.
type line struct {
	mu      sync.Mutex
	taken   bool // somebody has the turn
	waiting []*waiting
}

// waiting is an update that waits for its turn.
type waiting struct {
	durable bool
	turn    chan *group // holds one; nil is the turn to begin a group
}

// enter waits for the turn, and returns the group to be joined; nil to begin one.
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
	return <-w.turn, nil // it has the turn by now, and has to pass it on
}

// pass gives the turn, with a group that is open, to the first in line, if there is one that the group takes.
func (l *line) pass(g *group) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 || !g.accepts(l.waiting[0]) {
		return false
	}
	l.next() <- g
	return true
}

// leave gives the turn to the first in line.
func (l *line) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		l.taken = false
		return
	}
	l.next() <- nil
}

// next takes the first out of the line, and returns where it waits.
func (l *line) next() chan<- *group {
	w := l.waiting[0]
	l.waiting = slices.Delete(l.waiting, 0, 1)
	return w.turn
}

// group is a transaction that updates share. It is used by the one that has the turn.
type group struct {
	conn    *sql.Conn
	durable bool
	kept    int       // members whose work is in it
	until   time.Time // it takes no more members after that; set when the first is in
	time    time.Duration
	lost    error // why it came to nothing, which is not for its members to know; nil: it may be committed

	ended chan struct{} // closed at its end
	err   error         // of its end
}

// update runs fn as a member of a group. What must last has the group wait for the disk at its commit; members
// for which that is not needed may join such a group, but not the other way.
func (e *sqliteEngine) update(ctx context.Context, durable bool, fn func(Tx) error) error {
	g, err := e.line.enter(ctx, durable)
	if err != nil {
		return err
	}
	if g == nil {
		if g, err = e.begin(ctx, durable); err != nil {
			e.line.leave()
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

// member does the work of a member, or nothing of it, and gives the turn to the next.
func (e *sqliteEngine) member(ctx context.Context, g *group, tx *sqliteTx, fn func(Tx) error) (err error) {
	defer func() { // when fn panics, too
		if g.isOpen() && e.line.pass(g) {
			return
		}
		g.end()
		e.line.leave()
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
	if err := g.keep(); err != nil {
		return err
	}
	done = true
	return nil
}

// isOpen reports whether a group has work to be committed, and is not lost.
func (g *group) isOpen() bool { return g.kept > 0 && g.lost == nil }

// accepts reports whether a group takes another member.
func (g *group) accepts(w *waiting) bool {
	return g.kept < groupMost && (g.durable || !w.durable) && time.Now().Before(g.until)
}

// Each member but the first, for which it is the transaction itself, has a savepoint.
const (
	markMember = "SAVEPOINT member"
	keepMember = "RELEASE member"
	undoMember = "ROLLBACK TO member"
)

// mark marks where the work of a member begins.
func (g *group) mark() error {
	if g.kept == 0 {
		return nil
	}
	return g.run(markMember)
}

// keep makes the work of a member part of the group.
func (g *group) keep() error {
	err := g.check() // the member may not have minded
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

// errUndone is the error of a member whose transaction SQLite has, or may have, rolled back.
var errUndone = errors.New("store: the transaction was undone")

// undo takes the work of a member out again. Where that cannot be done, because SQLite has undone the whole
// transaction or may have, the group is lost.
func (g *group) undo(cause error) {
	if g.kept == 0 {
		return // end undoes it
	}
	err := g.check()
	if err == nil {
		err = errors.Join(g.run(undoMember), g.run(keepMember))
	}
	if err != nil {
		g.lost = errors.Join(err, cause)
	}
}

// check fails when the transaction may not be there any more.
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

// end ends a group: it commits what is in it, if anything. Members of a lost group are repeated, since
// they did nothing wrong.
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
		_ = g.conn.Raw(func(any) error { return driver.ErrBadConn }) // the pool closes it, and has another one made
	}
	_ = g.conn.Close() // gives it back; what has become of the transaction is settled
	close(g.ended)
}

// sqliteCommitError tells a commit that failed from one that a defect of the disk cut off.
func sqliteCommitError(err error) error {
	var s *sqlite.Error
	if errors.As(err, &s) && s.Code()&0xff == sqlite3.SQLITE_IOERR {
		return errors.Join(ErrUnknown, err)
	}
	return err
}
