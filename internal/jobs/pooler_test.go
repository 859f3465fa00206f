package jobs_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/testkit"
)

// TestBehindAPooler that gives each transaction to another process of PostgreSQL: conversions are accepted, run,
// awaited and cancelled as without a pooler.
func TestBehindAPooler(t *testing.T) {
	t.Parallel()
	server := testkit.SharedPostgres(t)
	f := newFixture(t, server.Pooled(t, server.Database(t)), nil)
	require.Less(t, f.db.LookEvery(), time.Second, "nobody tells who waits here")
	account := f.account("a", "enterprise")
	begin := time.Now()
	var ids []string
	for range 20 {
		ids = append(ids, f.submit(account, order{}))
	}
	for _, id := range ids {
		require.Equal(t, store.Completed, f.ends(id).Status)
	}
	t.Logf("20 conversions in %s", time.Since(begin))
	running := f.submit(account, order{Sleep: time.Hour})
	f.becomes(running, store.Processing)
	f.cancel(account, running)
	require.Equal(t, store.Cancelled, f.ends(running).Status)
	f.requireOneEnd(append(ids, running))

	c, slot := f.held(account, order{Sleep: time.Millisecond})
	require.Equal(t, store.Completed, slot.Wait(t.Context()).Status)
	require.Equal(t, store.Completed, f.get(c.ID).Status)
}
