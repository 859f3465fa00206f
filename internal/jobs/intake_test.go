package jobs_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// receive receives one document, and returns its conversion, which is not yet submitted.
func (f *fixture) receive(in *jobs.Intake, o order) *store.Conversion {
	f.t.Helper()
	id, err := in.Receive(f.t.Context(), strings.NewReader("paper"))
	require.NoError(f.t, err)
	return &store.Conversion{ID: id, Options: o.options(f.t), InputFile: "a.pdf", FileSize: 5}
}

// await waits for a conversion for up to patience.
func (f *fixture) await(in *jobs.Intake, c *store.Conversion, patience time.Duration) (*jobs.Result, error) {
	until, cancel := context.WithTimeout(f.t.Context(), patience)
	defer cancel()
	return in.Await(f.t.Context(), until, c)
}

// TestAnIntakeFromTheDocumentToTheResult keeps the document in memory all the time.
func TestAnIntakeFromTheDocumentToTheResult(t *testing.T) {
	eachHolding(t, func(t *testing.T, f *fixture, u *uploads) {
		account := f.account("a", "free")
		var noted []string
		note := func(_ context.Context, _ store.Tx, id string) error {
			noted = append(noted, id)
			return nil
		}
		in := f.engine.NewIntake(jobs.Request{Account: account, Hold: true, Note: note})
		defer in.Close(t.Context())
		c := f.receive(in, order{Pages: 3})
		require.NoError(t, in.Submit(t.Context(), c, true))
		ended, err := f.await(in, c, patience)
		require.NoError(t, err)
		require.Equal(t, store.Completed, ended.Status)
		require.Equal(t, "a.html of paper", string(ended.Parts.HTML))
		require.Zero(t, u.n.Load(), "it was never stored")
		require.Equal(t, []string{c.ID}, noted)

		_, err = in.Receive(t.Context(), strings.NewReader("paper"))
		require.ErrorContains(t, err, "no such step")
		require.ErrorContains(t, in.Submit(t.Context(), c, true), "no such step")
		require.ErrorContains(t, in.SubmitBatch(t.Context(), &store.Batch{}, nil), "no such step")
	})
}

// TestWhatIsNotSubmittedIsDeleted: Close deletes it, from memory or from the storage, whatever ended the intake,
// also when the client has gone.
func TestWhatIsNotSubmittedIsDeleted(t *testing.T) {
	eachHolding(t, func(t *testing.T, f *fixture, u *uploads) {
		account, one := f.account("a", "enterprise"), int64(1)
		f.override(account, func(o *store.Overrides) { o.MonthlyConversions = &one })
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		for range 50 { // the test fails if room in memory is not given back
			in := f.engine.NewIntake(jobs.Request{Account: account, Hold: true})
			f.receive(in, order{})
			in.Close(gone)
		}
		require.Zero(t, u.n.Load())

		in := f.engine.NewIntake(jobs.Request{Account: account})
		first, second := f.receive(in, order{}), f.receive(in, order{})
		batch := &store.Batch{Account: account}
		var exceeded *quota.ExceededError
		require.ErrorAs(t, in.SubmitBatch(t.Context(), batch, []*store.Conversion{first, second}), &exceeded)
		require.Len(t, slicesWithPrefix(f.keys(), "inputs/"), 2)
		in.Close(gone)
		f.requireNoInputs()

		in = f.engine.NewIntake(jobs.Request{Account: account}) // the failed one has cost nothing
		c := f.receive(in, order{Sleep: time.Hour})
		require.NoError(t, in.Submit(t.Context(), c, false))
		require.Equal(t, jobs.InputKey(c.ID), f.get(c.ID).InputKey)
		in.Close(gone)
		require.Len(t, slicesWithPrefix(f.keys(), "inputs/"), 1, "it is the conversion's")
		f.cancel(account, c.ID)
		f.ends(c.ID)
	})
}

// TestAnIntakeInDoubtDeletesNothing: the commit may still happen.
func TestAnIntakeInDoubtDeletesNothing(t *testing.T) {
	eachHolding(t, func(t *testing.T, f *fixture, u *uploads) {
		lost := func(context.Context, store.Tx, string) error { return store.ErrUnknown } // as the commit would
		account := f.account("a", "free")
		in := f.engine.NewIntake(jobs.Request{Account: account, Note: lost})
		c := f.receive(in, order{})
		require.ErrorIs(t, in.Submit(t.Context(), c, true), store.ErrUnknown)
		require.ErrorContains(t, in.Submit(t.Context(), c, true), "no such step")
		in.Close(t.Context())
		require.Equal(t, []string{jobs.InputKey(c.ID)}, slicesWithPrefix(f.keys(), "inputs/"))
		next := f.engine.NewIntake(jobs.Request{Account: account})
		defer next.Close(t.Context())
		require.NoError(t, next.Submit(t.Context(), f.receive(next, order{}), true), "the place was given back")

		many := f.engine.NewIntake(jobs.Request{Account: account, Note: lost})
		first, second := f.receive(many, order{}), f.receive(many, order{})
		batch := &store.Batch{ID: store.NewID("batch"), Account: account}
		require.ErrorIs(t, many.SubmitBatch(t.Context(), batch, []*store.Conversion{first, second}), store.ErrUnknown)
		many.Close(t.Context())
		require.Subset(t, f.keys(), []string{jobs.InputKey(first.ID), jobs.InputKey(second.ID)})
	})
}

// TestMemoryOfIntakesIsBounded: documents without room in memory are stored.
func TestMemoryOfIntakesIsBounded(t *testing.T) {
	eachHolding(t, func(t *testing.T, f *fixture, u *uploads) {
		account := f.account("a", "enterprise")
		open := func(size int) *jobs.Intake {
			in := f.engine.NewIntake(jobs.Request{Account: account, Hold: true})
			_, err := in.Receive(t.Context(), strings.NewReader(strings.Repeat("p", size)))
			require.NoError(t, err)
			return in
		}
		open(jobs.HeldBytes + 1).Close(t.Context())
		require.Equal(t, int64(1), u.n.Load(), "it is too large")
		var all []*jobs.Intake
		for range jobs.HeldDocuments {
			all = append(all, open(jobs.HeldBytes))
		}
		require.Equal(t, int64(1), u.n.Load())
		all = append(all, open(5))
		require.Equal(t, int64(2), u.n.Load(), "there is no room")
		for _, in := range all {
			in.Close(t.Context())
		}
		f.requireNoInputs()
		open(5).Close(t.Context())
		require.Equal(t, int64(2), u.n.Load(), "there is room again")
	})
}

// TestAnIntakeStoresWhatHasToWait: for a worker, or because the client does not wait. It also stores a document
// whose client is told of the conversion before its end.
func TestAnIntakeStoresWhatHasToWait(t *testing.T) {
	eachHolding(t, func(t *testing.T, f *fixture, u *uploads) {
		account := f.account("a", "free") // one at a time
		submit := func(o order, waits bool) (*jobs.Intake, *store.Conversion) {
			in := f.engine.NewIntake(jobs.Request{Account: account, Hold: true})
			c := f.receive(in, o)
			require.NoError(t, in.Submit(t.Context(), c, waits))
			return in, c
		}
		in, running := submit(order{Sleep: time.Hour}, true)
		require.Equal(t, store.Processing, running.Status)
		now, err := f.await(in, running, time.Millisecond)
		require.NoError(t, err)
		require.Equal(t, store.Processing, now.Status)
		require.Equal(t, jobs.InputKey(running.ID), f.get(running.ID).InputKey, "the client is told of it")
		in.Close(t.Context())

		for _, waits := range []bool{true, false} {
			in, c := submit(order{}, waits)
			require.Equal(t, store.Queued, c.Status)
			require.Equal(t, jobs.InputKey(c.ID), f.get(c.ID).InputKey)
			in.Close(t.Context())
			f.cancel(account, c.ID)
		}
		f.cancel(account, running.ID)
		f.ends(running.ID)
	})
}

// TestAnIntakeWithoutRoomInTheStorage: a document that cannot be stored is not submitted. If the conversion runs,
// the client is not told of it.
func TestAnIntakeWithoutRoomInTheStorage(t *testing.T) {
	eachHolding(t, func(t *testing.T, f *fixture, u *uploads) {
		account := f.account("a", "enterprise")
		u.full.Store(true)
		in := f.engine.NewIntake(jobs.Request{Account: account, Hold: true})
		c := f.receive(in, order{})
		require.ErrorIs(t, in.Submit(t.Context(), c, false), jobs.ErrNotStored)
		require.Zero(t, f.usage(account).Conversions)
		in.Close(t.Context())

		in = f.engine.NewIntake(jobs.Request{Account: account, Hold: true})
		c = f.receive(in, order{Sleep: time.Hour})
		require.NoError(t, in.Submit(t.Context(), c, true))
		_, err := f.await(in, c, time.Millisecond)
		require.ErrorIs(t, err, jobs.ErrNotStored)
		in.Close(t.Context())
		f.cancel(account, c.ID)
		f.ends(c.ID)
	})
}
