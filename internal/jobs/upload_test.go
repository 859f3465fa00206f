package jobs_test

import (
	"context"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/storage"
)

// uploads is a bucket that counts the documents put into it, or has no room for them.
type uploads struct {
	storage.Bucket
	n    atomic.Int64
	full atomic.Bool
}

// Put implements storage.Bucket.
func (u *uploads) Put(ctx context.Context, key string, r io.Reader, media string) error {
	if strings.HasPrefix(key, "inputs/") {
		u.n.Add(1)
		if u.full.Load() {
			return &os.PathError{Op: "write", Path: key, Err: syscall.ENOSPC}
		}
	}
	return u.Bucket.Put(ctx, key, r, media)
}

// eachHolding runs a test with an engine and its bucket.
func eachHolding(t *testing.T, run func(t *testing.T, f *fixture, u *uploads)) {
	t.Helper()
	each(t, submitOnly, func(t *testing.T, f *fixture) {
		u := &uploads{Bucket: f.blobs}
		f.engine = f.start(func(c *jobs.Config) {
			c.Blobs, c.Lease, c.Grace = u, shortLease, time.Millisecond
		})
		run(t, f, u)
	})
}

// held submits a conversion whose document is in memory, and starts it.
func (f *fixture) held(account string, o order) (*store.Conversion, *jobs.Slot) {
	f.t.Helper()
	c, slot, err := f.tryHeld(account, o)
	require.NoError(f.t, err)
	require.Equal(f.t, store.Processing, c.Status)
	slot.Start()
	return c, slot
}

// tryHeld submits such a conversion and does not start it, as if its process ended just then.
func (f *fixture) tryHeld(account string, o order) (*store.Conversion, *jobs.Slot, error) {
	f.t.Helper()
	c := &store.Conversion{ID: store.NewID("conv"), Options: o.options(f.t), InputFile: "a.pdf", FileSize: 5}
	slot := f.engine.Reserve(f.t.Context(), account)
	require.NotNil(f.t, slot)
	slot.Hold([]byte("paper"))
	return c, slot, f.db.Update(f.t.Context(), func(tx store.Tx) error { return slot.Submit(f.t.Context(), tx, account, c) })
}

// TestAHeldDocumentIsStoredForNobody: it is not stored if its conversion ends soon.
func TestAHeldDocumentIsStoredForNobody(t *testing.T) {
	eachHolding(t, func(t *testing.T, f *fixture, u *uploads) {
		account := f.account("a", "free")
		c, slot := f.held(account, order{})
		ended := slot.Wait(t.Context())
		require.NotNil(t, ended)
		require.Equal(t, store.Completed, ended.Status)
		require.Equal(t, "a.html of paper", f.part(ended.Conversion, jobs.HTML))
		require.Zero(t, u.n.Load())
		promised, err := slot.Promise(t.Context())
		require.NoError(t, err)
		require.Equal(t, ended, promised, "it has ended before it was promised")
		require.Zero(t, u.n.Load())
		f.requireOneEnd([]string{c.ID})
	})
}

// TestAHeldDocumentIsStoredInTime, if its conversion takes long or is promised. At the end it is deleted as all
// are.
func TestAHeldDocumentIsStoredInTime(t *testing.T) {
	eachHolding(t, func(t *testing.T, f *fixture, u *uploads) {
		account := f.account("a", "enterprise")
		promised, slot := f.held(account, order{Sleep: time.Hour})
		ended, err := slot.Promise(t.Context())
		require.NoError(t, err)
		require.Nil(t, ended)
		require.Equal(t, jobs.InputKey(promised.ID), f.get(promised.ID).InputKey)
		require.Contains(t, f.keys(), jobs.InputKey(promised.ID))
		f.cancel(account, promised.ID)
		require.Equal(t, store.Cancelled, f.ends(promised.ID).Status)

		long, _ := f.held(account, order{Sleep: time.Hour})
		require.Eventually(t, func() bool { return f.get(long.ID).InputKey == jobs.InputKey(long.ID) }, patience, 10*time.Millisecond)
		require.Contains(t, f.keys(), jobs.InputKey(long.ID))
		f.cancel(account, long.ID)
		require.Equal(t, store.Cancelled, f.ends(long.ID).Status)
		require.Equal(t, int64(2), u.n.Load(), "once each")
		f.requireNoInputs()
	})
}

// TestAHeldDocumentIsStoredWhileItsRunBegins: a timer may fire before the function that began the run has
// returned. If the run is not complete by then, the race detector finds it.
func TestAHeldDocumentIsStoredWhileItsRunBegins(t *testing.T) {
	eachHolding(t, func(t *testing.T, f *fixture, u *uploads) {
		f.engine.KeepUploadsAtOnce()
		account := f.account("a", "enterprise")
		var ids []string
		for range 5 {
			c, slot := f.held(account, order{Sleep: time.Hour})
			require.Eventually(t, func() bool { return f.get(c.ID).InputKey == jobs.InputKey(c.ID) }, patience, time.Millisecond)
			f.cancel(account, c.ID)
			require.Nil(t, slot.Wait(t.Context()), "it ended by another hand than the run's")
			require.Equal(t, store.Cancelled, f.ends(c.ID).Status)
			ids = append(ids, c.ID)
		}
		require.Equal(t, int64(len(ids)), u.n.Load(), "once each")
		require.NoError(t, f.engine.Upkeep(t.Context())) // otherwise the periodic job of the minute does it
		f.requireNoInputs()
		f.requireOneEnd(ids)
	})
}

// TestAHeldDocumentIsGivenBackWithItsConversion: a later attempt, here or elsewhere, has the document.
func TestAHeldDocumentIsGivenBackWithItsConversion(t *testing.T) {
	eachHolding(t, func(t *testing.T, f *fixture, u *uploads) {
		account := f.account("a", "enterprise")
		crashing, _ := f.held(account, order{Do: "crash"})
		c := f.ends(crashing.ID)
		require.Equal(t, jobs.CodeCrashed, c.Error.Code)
		require.Equal(t, int64(jobs.Attempts), c.Attempts)

		running, _ := f.held(account, order{Sleep: time.Hour})
		require.NoError(t, f.engine.Stop(t.Context()))
		require.Equal(t, store.Queued, f.get(running.ID).Status)
		f.exec(`UPDATE conversions SET options = $1 WHERE id = $2`, string(order{}.options(t)), running.ID)
		f.engine = f.start(nil)
		c = f.ends(running.ID)
		require.Equal(t, store.Completed, c.Status)
		require.Equal(t, "a.html of paper", f.part(c, jobs.HTML))
		f.requireNoInputs()
		f.requireOneEnd([]string{crashing.ID, running.ID})
	})
}

// TestAHeldDocumentThatIsLost: its conversion fails and costs nothing, whether its process is gone or has no room
// for the document. The conversion never stays without an end.
func TestAHeldDocumentThatIsLost(t *testing.T) {
	eachHolding(t, func(t *testing.T, f *fixture, u *uploads) {
		account := f.account("a", "enterprise")
		u.full.Store(true)
		full, slot := f.held(account, order{Do: "crash"})
		slot.Wait(t.Context())
		c := f.get(full.ID)
		require.Equal(t, store.Failed, c.Status)
		require.Equal(t, jobs.CodeUnavailable, c.Error.Code)

		promised, slot := f.held(account, order{Sleep: time.Hour})
		_, err := slot.Promise(t.Context())
		require.ErrorIs(t, err, syscall.ENOSPC)
		f.cancel(account, promised.ID)
		require.Equal(t, store.Cancelled, f.ends(promised.ID).Status)

		gone, slot, err := f.tryHeld(account, order{})
		require.NoError(t, err)
		slot.Release()
		c = f.ends(gone.ID)
		require.Equal(t, &store.Failure{Code: jobs.CodeCrashed, Message: "The process that had the document ended."}, c.Error)
		usage := f.usage(account)
		require.Equal(t, int64(2), usage.Refunds)
		require.Equal(t, int64(1), usage.Conversions)
		f.requireOneEnd([]string{full.ID, promised.ID, gone.ID})
	})
}

// TestAHeldDocumentDoesNotWait: a conversion that may not begin at once is not submitted without its document.
func TestAHeldDocumentDoesNotWait(t *testing.T) {
	eachHolding(t, func(t *testing.T, f *fixture, u *uploads) {
		account := f.account("a", "free") // one at a time
		running, _ := f.held(account, order{Sleep: time.Hour})
		c, slot, err := f.tryHeld(account, order{})
		require.ErrorIs(t, err, jobs.ErrMustWait)
		slot.Release()
		require.ErrorIs(t, f.db.View(t.Context(), func(tx store.Tx) error {
			_, err := store.GetConversion(t.Context(), tx, c.ID)
			return err
		}), store.ErrNotFound)
		require.Equal(t, int64(1), f.usage(account).Conversions)
		f.cancel(account, running.ID)
		f.ends(running.ID)
	})
}
