package jobs_test

import (
	"encoding/json"
	"maps"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

// with returns options with more members.
func with(t *testing.T, options json.RawMessage, more map[string]any) json.RawMessage {
	t.Helper()
	all := map[string]any{}
	require.NoError(t, json.Unmarshal(options, &all))
	maps.Copy(all, more)
	data, err := json.Marshal(all)
	require.NoError(t, err)
	return data
}

// TestADocumentIsKeptWithItsResult, if that was requested, however the document came. It is deleted with the
// result.
func TestADocumentIsKeptWithItsResult(t *testing.T) {
	each(t, nil, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		keep := map[string]any{"keep_document": true}
		uploaded, broken := f.upload(account, order{}), f.upload(account, order{Do: "invalid"})
		uploaded.Options, broken.Options = with(t, uploaded.Options, keep), with(t, broken.Options, keep)
		require.NoError(t, f.trySubmit(account, uploaded, broken))
		require.Equal(t, jobs.InputKey(uploaded.ID), f.ends(uploaded.ID).DocumentKey)
		require.Empty(t, f.ends(broken.ID).DocumentKey, "nothing is kept of what has no result")
		f.requireGone(jobs.InputKey(broken.ID))

		held := &store.Conversion{ID: store.NewID("conv"), Options: with(t, order{}.options(t), keep), InputFile: "b.pdf", FileSize: 5}
		slot := f.engine.Reserve(t.Context(), account)
		slot.Hold([]byte("paper"))
		require.NoError(t, submitIn(t.Context(), f.db, &slot, account, held))
		slot.Start()
		require.Equal(t, jobs.InputKey(held.ID), f.ends(held.ID).DocumentKey)

		require.NoError(t, f.engine.Upkeep(t.Context()))
		require.Equal(t, []string{jobs.InputKey(uploaded.ID), jobs.InputKey(held.ID)}, slicesWithPrefix(f.keys(), "inputs/"))
		f.exec(`UPDATE conversions SET purge_at = created_at WHERE status = 'completed'`)
		require.NoError(t, f.engine.Upkeep(t.Context()))
		require.Empty(t, f.keys())
		require.Empty(t, f.get(uploaded.ID).DocumentKey)
	})
}

// TestCorrectionsReachTheConverter, and are deleted with the result.
func TestCorrectionsReachTheConverter(t *testing.T) {
	var mu sync.Mutex
	got := map[string]string{}
	begun := func(job worker.Job) {
		mu.Lock()
		defer mu.Unlock()
		got[job.ID] = string(job.Options.Corrections)
	}
	each(t, func(c *jobs.Config) { c.Converter = &converter{begun: begun} }, func(t *testing.T, f *fixture) {
		account := f.account("a", "free")
		corrected, plain := f.upload(account, order{}), f.upload(account, order{})
		corrected.Options, corrected.Corrections = with(t, corrected.Options, map[string]any{"corrected": true}), "version: 1\n"
		require.NoError(t, f.trySubmit(account, corrected, plain))
		f.ends(corrected.ID)
		f.ends(plain.ID)
		mu.Lock()
		require.Equal(t, "version: 1\n", got[corrected.ID])
		require.Empty(t, got[plain.ID])
		mu.Unlock()
		read := func() (text string) {
			require.NoError(t, f.db.View(t.Context(), func(tx store.Tx) (err error) {
				text, err = store.GetCorrections(t.Context(), tx, corrected.ID)
				return err
			}))
			return text
		}
		require.Equal(t, "version: 1\n", read())
		f.exec(`UPDATE conversions SET purge_at = created_at WHERE id = $1`, corrected.ID)
		require.NoError(t, f.engine.Upkeep(t.Context()))
		require.Empty(t, read())
	})
}
