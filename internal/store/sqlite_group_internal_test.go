package store

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// lineUp begins an update that does not end before let is called, and makes other updates stand in line behind it,
// in order. done tells when each of them has returned.
type lineUp struct {
	t    *testing.T
	db   *DB
	let  func()
	mu   sync.Mutex
	errs map[string]error
	all  sync.WaitGroup
}

func newLineUp(t *testing.T) *lineUp {
	db, err := Open(t.Context(), Config{URL: filepath.Join(t.TempDir(), "p.db")})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	db.engine.(*sqliteEngine).groupTime = time.Hour // long enough for any busy machine
	l := &lineUp{t: t, db: db, errs: map[string]error{}}
	begun, held := make(chan bool), make(chan bool)
	begin := sync.OnceFunc(func() { close(begun) })
	l.let = sync.OnceFunc(func() { close(held) })
	t.Cleanup(l.let)
	l.all.Go(func() {
		l.note("first", db.Update(t.Context(), func(tx Tx) error {
			begin()
			<-held
			return l.insert(tx, "first")
		}))
	})
	<-begun
	return l
}

// line returns the line of updates of the database.
func (l *lineUp) line() *line { return &l.db.engine.(*sqliteEngine).line }

// add adds an update, and returns when it stands in line.
func (l *lineUp) add(ctx context.Context, name string, fn func(tx Tx) error) {
	before := l.waiting()
	l.all.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				l.note(name, errors.New("panic"))
			}
		}()
		l.note(name, l.db.Update(ctx, func(tx Tx) error {
			if err := l.insert(tx, name); err != nil {
				return err
			}
			return fn(tx)
		}))
	})
	require.Eventually(l.t, func() bool { return l.waiting() == before+1 }, time.Minute, time.Millisecond)
}

func (l *lineUp) waiting() int {
	l.line().mu.Lock()
	defer l.line().mu.Unlock()
	return len(l.line().waiting)
}

func (l *lineUp) note(name string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.errs[name] = err
}

func (l *lineUp) insert(tx Tx, name string) error {
	return InsertAccount(context.Background(), tx, &Account{Name: name, Plan: "free"})
}

// there returns the names that other transactions see.
func (l *lineUp) there() (names []string) {
	require.NoError(l.t, l.db.View(context.Background(), func(tx Tx) error {
		accounts, err := ListAccounts(context.Background(), tx)
		for _, a := range accounts {
			names = append(names, a.Name)
		}
		return err
	}))
	return names
}

func nothing(Tx) error { return nil }

// TestGroupCommitsTogether: no update that shares a transaction returns, and nobody sees anything of it, before
// the last has committed.
func TestGroupCommitsTogether(t *testing.T) {
	l := newLineUp(t)
	l.add(t.Context(), "second", nothing)
	l.add(t.Context(), "last", func(Tx) error {
		require.Empty(t, l.there())
		l.mu.Lock()
		defer l.mu.Unlock()
		require.Empty(t, l.errs)
		return nil
	})
	l.let()
	l.all.Wait()
	require.Equal(t, map[string]error{"first": nil, "second": nil, "last": nil}, l.errs)
	require.Equal(t, []string{"first", "last", "second"}, l.there())
}

// TestGroupMembersFailAlone: members that fail, panic, run out of time or leave before their turn leave nothing.
// The others do not notice.
func TestGroupMembersFailAlone(t *testing.T) {
	for _, last := range []string{"fails", "panics", "late", "gone", "good"} {
		t.Run("last "+last, func(t *testing.T) {
			l := newLineUp(t)
			failure := errors.New("failure")
			late, end := context.WithCancel(t.Context())
			gone, leave := context.WithCancel(t.Context())
			members := map[string]func(){
				"fails":  func() { l.add(t.Context(), "fails", func(Tx) error { return failure }) },
				"panics": func() { l.add(t.Context(), "panics", func(Tx) error { panic("defect") }) },
				"late":   func() { l.add(late, "late", func(Tx) error { end(); return nil }) },
				"gone":   func() { l.add(gone, "gone", nothing) },
				"good":   func() { l.add(t.Context(), "good", nothing) },
			}
			for name, add := range members {
				if name != last {
					add()
				}
			}
			members[last]()
			leave()
			require.Eventually(t, func() bool { return l.waiting() == len(members)-1 }, time.Minute, time.Millisecond)
			l.let()
			l.all.Wait()
			require.NoError(t, l.errs["first"])
			require.NoError(t, l.errs["good"])
			require.ErrorIs(t, l.errs["fails"], failure)
			require.EqualError(t, l.errs["panics"], "panic")
			require.ErrorIs(t, l.errs["late"], context.Canceled)
			require.ErrorIs(t, l.errs["gone"], context.Canceled)
			require.Equal(t, []string{"first", "good"}, l.there())
		})
	}
}

// TestGroupIsRepeatedWhenSQLiteUndoesIt: a database without room may roll back the whole transaction, although
// only one member caused that.
func TestGroupIsRepeatedWhenSQLiteUndoesIt(t *testing.T) {
	l := newLineUp(t)
	l.add(t.Context(), "second", nothing)
	l.add(t.Context(), "greedy", func(tx Tx) error {
		var pages int64
		require.NoError(t, tx.QueryRow(t.Context(), "PRAGMA page_count").Scan(&pages))
		_, err := tx.Query(t.Context(), "PRAGMA max_page_count="+mark(int(pages))[1:])
		require.NoError(t, err)
		defer func() {
			_, err := tx.Query(t.Context(), "PRAGMA max_page_count=1000000000")
			require.NoError(t, err)
		}()
		_, err = tx.Exec(t.Context(), "INSERT INTO settings (name, value) VALUES ('a', CAST(zeroblob(1000000) AS TEXT))")
		require.ErrorContains(t, err, "full")
		return err
	})
	l.add(t.Context(), "last", nothing)
	l.let()
	l.all.Wait()
	require.ErrorContains(t, l.errs["greedy"], "full")
	delete(l.errs, "greedy")
	require.Equal(t, map[string]error{"first": nil, "second": nil, "last": nil}, l.errs)
	require.Equal(t, []string{"first", "last", "second"}, l.there())
}

// TestGroupOfWhatMayBeLost: a group that is not durable takes no durable member.
func TestGroupOfWhatMayBeLost(t *testing.T) {
	soon := time.Now().Add(time.Hour)
	relaxed, durable := &group{until: soon}, &group{until: soon, durable: true}
	require.True(t, relaxed.accepts(&waiting{}))
	require.False(t, relaxed.accepts(&waiting{durable: true}))
	require.True(t, durable.accepts(&waiting{}))
	require.True(t, durable.accepts(&waiting{durable: true}))
	durable.kept = groupMost
	require.False(t, durable.accepts(&waiting{durable: true}))
	require.False(t, (&group{until: time.Now()}).accepts(&waiting{}))
}
