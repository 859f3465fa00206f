package jobs_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// recordBatch notes each event of a batch, as the outbox of webhooks does.
func recordBatch(ctx context.Context, tx store.Tx, event store.Event, b *store.Batch) error {
	_, err := tx.Exec(ctx, `INSERT INTO test_batch_events (batch, event, percentage) VALUES ($1, $2, $3)`, b.ID, string(event), b.Percentage())
	return err
}

// told returns the events of a batch, in order.
func (f *fixture) told(id string) (events []string) {
	f.t.Helper()
	require.NoError(f.t, f.db.View(f.t.Context(), func(tx store.Tx) error {
		rows, err := tx.Query(f.t.Context(), `SELECT event, percentage FROM test_batch_events WHERE batch = $1
			ORDER BY percentage, event DESC`, id)
		require.NoError(f.t, err)
		defer rows.Close()
		for rows.Next() {
			var event string
			var percentage int64
			require.NoError(f.t, rows.Scan(&event, &percentage))
			events = append(events, fmt.Sprintf("%s %d", event, percentage))
		}
		return rows.Err()
	}))
	return events
}

func (f *fixture) submitBatch(account string, members ...*store.Conversion) (*store.Batch, error) {
	b := &store.Batch{Account: account}
	return b, f.db.Update(f.t.Context(), func(tx store.Tx) error { return jobs.SubmitBatch(f.t.Context(), tx, b, members) })
}

func (f *fixture) batch(id string) (b *store.Batch) {
	f.t.Helper()
	require.NoError(f.t, f.db.View(f.t.Context(), func(tx store.Tx) (err error) {
		b, err = store.GetBatch(f.t.Context(), tx, id)
		return err
	}))
	return b
}

// batchEnds waits until a batch has ended.
func (f *fixture) batchEnds(id string) (b *store.Batch) {
	f.t.Helper()
	require.Eventually(f.t, func() bool { b = f.batch(id); return b.Status.Terminal() }, patience, 20*time.Millisecond)
	return b
}

func (f *fixture) members(id string) (all []*store.Conversion) {
	f.t.Helper()
	require.NoError(f.t, f.db.View(f.t.Context(), func(tx store.Tx) (err error) {
		all, err = store.BatchMembers(f.t.Context(), tx, id, "", 1000)
		return err
	}))
	return all
}

// noPDF returns a member that failed before it began.
func noPDF() *store.Conversion {
	return &store.Conversion{ID: store.NewID("conv"), InputFile: "a.txt", Error: &store.Failure{Code: "invalid_file_format", Message: "no PDF"}}
}

func TestMembersOfABatchFailAlone(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		account := f.account("a", "professional")
		var all []*store.Conversion
		for i := range 12 {
			switch {
			case i == 3:
				all = append(all, noPDF())
			case i%5 == 0:
				all = append(all, f.upload(account, order{Do: "invalid"}))
			default:
				all = append(all, f.upload(account, order{}))
			}
		}
		made, err := f.submitBatch(account, all...)
		require.NoError(t, err)
		require.Equal(t, store.Tally{Failed: 1}, made.Tally)
		b := f.batchEnds(made.ID)
		require.Equal(t, store.Completed, b.Status)
		require.Equal(t, store.Tally{Succeeded: 8, Failed: 4}, b.Tally)
		require.Equal(t, int64(100), b.Percentage())
		require.Equal(t, int64(8), f.usage(account).Conversions)
		var ids []string
		for i, c := range f.members(b.ID) {
			require.Equal(t, all[i].ID, c.ID, "members stand in their order")
			require.False(t, c.Completed.After(b.Completed))
			if c.Status == store.Completed {
				require.Equal(t, b.Expires, c.Expires, "results are kept together")
			}
			if i != 3 {
				ids = append(ids, c.ID)
			}
		}
		f.requireOneEnd(ids)
		events := f.told(b.ID)
		require.Equal(t, 1, len(slicesWithPrefix(events, "batch.completed")), events)
		require.Equal(t, "batch.completed 100", events[len(events)-1])
		require.NoError(t, f.db.View(t.Context(), func(tx store.Tx) error {
			failures, err := store.BatchFailures(t.Context(), tx, b.ID)
			require.Equal(t, map[string]int64{"invalid_document": 3, "invalid_file_format": 1}, failures)
			return err
		}))
	})
}

func TestABatchIsTakenAsAWholeOrNotAtAll(t *testing.T) {
	each(t, submitOnly, func(t *testing.T, f *fixture) {
		account := f.account("a", "free") // 100 a month
		members := make([]*store.Conversion, 102)
		for i := range members {
			members[i] = &store.Conversion{InputURL: "https://example.com/a.pdf"}
		}
		members[0] = noPDF()
		_, err := f.submitBatch(account, members...)
		var exceeded *quota.ExceededError
		require.ErrorAs(t, err, &exceeded)
		require.Equal(t, []int64{101, 100}, []int64{exceeded.Requested, exceeded.Remaining})
		require.Zero(t, f.usage(account).Conversions)
		b, err := f.submitBatch(account, members[:101]...)
		require.NoError(t, err)
		require.Equal(t, int64(100), f.usage(account).Conversions)
		require.Len(t, f.members(b.ID), 101)
	})
}

func TestACancelledBatchLetsGoOfItsMembers(t *testing.T) {
	endless := order{Sleep: time.Hour}
	each(t, func(c *jobs.Config) { c.Grace = time.Millisecond }, func(t *testing.T, f *fixture) {
		account := f.account("a", "starter")
		var members []*store.Conversion
		for range 20 {
			members = append(members, f.upload(account, endless))
		}
		made, err := f.submitBatch(account, members...)
		require.NoError(t, err)
		require.Eventually(t, func() bool { return f.batch(made.ID).Status == store.Processing }, patience, time.Millisecond)
		other := f.upload(account, endless)
		require.NoError(t, f.trySubmit(account, other))
		var b *store.Batch
		cancel := func() error {
			return f.db.Update(t.Context(), func(tx store.Tx) (err error) {
				b, err = jobs.CancelBatch(t.Context(), tx, account, made.ID)
				return err
			})
		}
		require.NoError(t, cancel())
		require.False(t, b.CancelAt.IsZero())
		b = f.batchEnds(made.ID)
		require.Equal(t, store.Cancelled, b.Status)
		require.Equal(t, store.Tally{Cancelled: 20}, b.Tally)
		require.True(t, b.Expires.IsZero())
		require.Equal(t, "batch.completed 100", f.told(b.ID)[len(f.told(b.ID))-1])
		started := 0
		for _, c := range f.members(b.ID) {
			if !c.Started.IsZero() {
				started++
			}
		}
		require.Equal(t, int64(started+1), f.usage(account).Conversions, "what never began is refunded")
		require.Eventually(t, func() bool { return f.get(other.ID).Status == store.Processing }, patience, time.Millisecond, "the room is used")
		require.NoError(t, cancel())
		require.Equal(t, store.Cancelled, b.Status, "cancelling again changes nothing")
		require.Equal(t, 1, len(slicesWithPrefix(f.told(b.ID), "batch.completed")))
		account = f.account("b", "free")
		require.ErrorIs(t, cancel(), store.ErrNotFound)
	})
}

// TestProgressIsToldInSteps drives a batch of forty members by hand.
func TestProgressIsToldInSteps(t *testing.T) {
	each(t, submitOnly, func(t *testing.T, f *fixture) {
		account := f.account("a", "professional")
		members := make([]*store.Conversion, 40)
		for i := range members {
			members[i] = &store.Conversion{InputURL: "https://example.com/a.pdf"}
		}
		b, err := f.submitBatch(account, members...)
		require.NoError(t, err)
		for i, c := range members {
			require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error {
				told := -5 * time.Second // long enough ago
				if i < 16 {
					told = time.Hour // too recent
				}
				_, err := tx.Exec(t.Context(), `UPDATE batches SET told_at = $1 WHERE told_at IS NOT NULL`,
					b.Created.Add(told).UnixMicro())
				require.NoError(t, err)
				c, err := jobs.Cancel(t.Context(), tx, account, c.ID)
				require.Equal(t, store.Cancelled, c.Status)
				return err
			}))
		}
		require.Equal(t, []string{
			"batch.progress 10",                      // at once
			"batch.progress 42",                      // 20, 30 and 40 came too soon
			"batch.progress 50", "batch.progress 60", // then each in its time
			"batch.progress 70", "batch.progress 80", "batch.progress 90",
			"batch.completed 100",
		}, f.told(b.ID))
	})
}

// TestOldBatchesAreForgotten: they are deleted with their members.
func TestOldBatchesAreForgotten(t *testing.T) {
	each(t, submitOnly, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		ended, err := f.submitBatch(account, noPDF())
		require.NoError(t, err)
		require.Equal(t, store.Completed, ended.Status)
		open, err := f.submitBatch(account, &store.Conversion{InputURL: "https://example.com/a.pdf"})
		require.NoError(t, err)
		require.NoError(t, f.db.Update(t.Context(), func(tx store.Tx) error {
			n, err := store.DeleteOldBatches(t.Context(), tx, time.Now().Add(time.Hour), 10)
			require.Equal(t, int64(1), n)
			return err
		}))
		require.NoError(t, f.db.View(t.Context(), func(tx store.Tx) error {
			left, next, err := store.ListBatches(t.Context(), tx, account, "", 10)
			require.Len(t, left, 1)
			require.Equal(t, open.ID, left[0].ID)
			require.Empty(t, next)
			return err
		}))
	})
}

func TestBatchesAreListedByPages(t *testing.T) {
	each(t, submitOnly, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		var made, listed []string
		for range 5 {
			b, err := f.submitBatch(account, noPDF())
			require.NoError(t, err)
			made = append(made, b.ID)
		}
		_, err := f.submitBatch(f.account("b", "free"), noPDF())
		require.NoError(t, err)
		require.NoError(t, f.db.View(t.Context(), func(tx store.Tx) error {
			for cursor, more := "", true; more; more = cursor != "" {
				page, next, err := store.ListBatches(t.Context(), tx, account, cursor, 2)
				require.NoError(t, err)
				for _, b := range page {
					listed = append(listed, b.ID)
				}
				cursor = next
			}
			_, _, err := store.ListBatches(t.Context(), tx, account, "x", 2)
			require.ErrorIs(t, err, store.ErrCursor)
			return nil
		}))
		slices.Reverse(made)
		require.Equal(t, made, listed)
	})
}
