package store_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/store"
)

// TestProcessesThatStartTogetherShareAnAccount: each finds it missing, and one makes it.
func TestProcessesThatStartTogetherShareAnAccount(t *testing.T) {
	each(t, func(t *testing.T, db *store.DB) {
		const processes = 8
		ids, errs := make([]string, processes), make([]error, processes)
		start := make(chan struct{})
		var wg sync.WaitGroup
		for i := range processes {
			wg.Go(func() {
				<-start
				errs[i] = db.Update(t.Context(), func(tx store.Tx) error {
					a, err := store.EnsureAccount(t.Context(), tx, store.Account{Name: "default", Plan: "free"})
					if err == nil {
						ids[i] = a.ID
					}
					return err
				})
			})
		}
		close(start)
		wg.Wait()
		for i := range processes {
			require.NoError(t, errs[i])
			require.Equal(t, ids[0], ids[i])
		}
	})
}
